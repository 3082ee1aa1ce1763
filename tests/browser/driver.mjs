// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What tests of pages share: a browser, results as TAP. The scripts that use it are called as
//   node SCRIPT NODE_MODULES BROWSER FOLDER
// where FOLDER has the pages, and the JSON of the same runs.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const [modules, executablePath, folder] = process.argv.slice(2);
const require = createRequire(modules + '/');
const { chromium } = require('playwright-core');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

// `title` begins the name of each result.
export async function drive(title) {
    let n = 0;
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
    const driver = {
        folder,
        result(name, findings) {
            console.log((findings.length ? 'not ok ' : 'ok ') + ++n + ' - ' + title + ': ' + name);
            for (const finding of findings.slice(0, 10))
                console.log('# ' + String(finding).replaceAll('\n', '\n# '));
        },
        equal: (name, actual, expected) => driver.result(name,
            JSON.stringify(actual) === JSON.stringify(expected) ? []
                : ['is ' + JSON.stringify(actual) + ', expected ' + JSON.stringify(expected)]),
        // Sums of numbers with six digits.
        near: (a, b, scale = Math.max(Math.abs(a), Math.abs(b))) => Math.abs(a - b) <= 1e-4 * scale + 1e-12,
        json: name => JSON.parse(fs.readFileSync(folder + '/' + name + '.json', 'utf8')),
        // Seconds as pages write them: three digits, in the unit that reads best; and read back.
        time(seconds) {
            const [unit, name] = [[1, ' s'], [1e-3, ' ms'], [1e-6, ' us'], [1e-9, ' ns']].find(([size, unitName]) =>
                seconds >= 0.9995 * size || unitName === ' ns');
            const value = seconds / unit, digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
            return seconds === 0 ? '0 s' : (value < 0.0995 ? value.toPrecision(3) : value.toFixed(digits)) + name;
        },
        seconds(text) {
            const [, value, unit] = /^(\S+) (s|ms|us|ns)$/.exec(text) || [0, NaN, 's'];
            return value * { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 }[unit];
        },
        // Sums of such: each is off by at most half a unit of its third digit, that is half a hundredth.
        roughly: (a, b) => Math.abs(a - b) <= 0.01 * Math.max(a, b) + 1e-12,
        percent: share => Math.abs(share) < 1e-5 ? (share > 0 ? '<0.001 %' : '0 %') :
            (Math.abs(share) < 0.01 ? String(Number((100 * share).toPrecision(2))) : (100 * share).toFixed(1)) + ' %',
        six: value => Number(value.toPrecision(6)), // as pages write numbers

        // A page that notes what it should not do.
        async open(file, options = {}, hash = '') {
            const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
            const page = await context.newPage();
            page.bad = [];
            page.on('console', message => page.bad.push('console: ' + message.text()));
            page.on('pageerror', error => page.bad.push('error: ' + error.message));
            page.on('request', request => {
                if (!request.url().startsWith('file://' + folder + '/' + file))
                    page.bad.push('request: ' + request.url());
            });
            await page.goto('file://' + folder + '/' + file + hash);
            return page;
        },
        async close(name, page) {
            driver.result(name + ': no complaints, no requests', page.bad);
            await page.context().close();
        },
        // WCAG AA and what is good practice.
        async access(name, page) {
            await page.evaluate(axe);
            const found = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a',
                'wcag21aa', 'wcag22aa', 'best-practice'] }));
            driver.result(name + ': accessible', found.violations.flatMap(rule => rule.nodes.slice(0, 3).map(node =>
                rule.id + ': ' + node.html.slice(0, 120) + ' ' + node.failureSummary.split('\n').slice(1, 2))));
        },
        // With PREDICTOR_SCREENSHOTS=DIR a picture is left there.
        async picture(name, page) {
            if (process.env.PREDICTOR_SCREENSHOTS)
                await page.screenshot({ path: process.env.PREDICTOR_SCREENSHOTS + '/' + name + '.png', fullPage: true });
        },
        async finish() {
            console.log('1..' + n);
            await browser.close();
        },
    };
    return driver;
}
