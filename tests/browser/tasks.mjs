// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Tests of the page of a task pool in a browser; test-tasks.sh makes the pages and says where everything is:
//   node tasks.mjs NODE_MODULES BROWSER FOLDER
import fs from 'node:fs';
import { drive } from './driver.mjs';

const driver = await drive('tasks');
const { result, equal, json, open, close, finish, folder } = driver;
const count = text => Number(text.replaceAll(/\s/g, ''));
const rows = (page, label) => page.$$eval(`[aria-label="${label}"] tbody tr`, all => all.map(row =>
    Array.from(row.cells, cell => cell.textContent)));

for (const file of fs.readdirSync(folder).filter(one => one.endsWith('.html')).sort()) {
    const name = file.slice(0, -5), pool = json(name);
    for (const kind of ['light', 'dark', 'narrow']) {
        const page = await open(file, kind === 'narrow' ? { viewport: { width: 390, height: 844 } } : { colorScheme: kind });
        const predictions = await rows(page, 'Predictions, a row each');
        equal(`${name}, ${kind}: processors`, predictions.map(row => count(row[0])), pool.predictions.map(one => one.processors));
        equal(`${name}, ${kind}: forms`, predictions.map(row => [row[6], row[8]]),
            pool.predictions.map(one => [one.form, one.paper_form]));
        equal(`${name}, ${kind}: tasks of workers`, (await rows(page, 'Workers, a row each')).map(row => [row[0], count(row[1])]),
            pool.workers.map(one => [one.worker, one.tasks]));
        equal(`${name}, ${kind}: rows of the picture`, await page.$$eval('.lanes .task', all => all.length), pool.workers.length);
        // a point for each start and each finish, and no curve without a number
        const paths = await page.$$eval('svg.chart path', all => all.map(path => path.getAttribute('d')));
        result(`${name}, ${kind}: curves`, paths.filter(path => /nan|inf/i.test(path)));
        equal(`${name}, ${kind}: starts`, await page.$eval('svg.chart .dots.s1', path => path.getAttribute('d').split('h0').length - 1),
            pool.workers.length);
        result(`${name}, ${kind}: timeline`, await page.isVisible('#timeline-view canvas, #timeline-view svg') ? [] : ['none']);
        equal(`${name}, ${kind}: names in the timeline`, await page.$$eval('#timeline-table tbody th', ([, ...all]) =>
            all.map(head => head.textContent)), pool.workers.map(one => one.worker));
        result(`${name}, ${kind}: no scrolling to the side`, await page.evaluate(() =>
            document.documentElement.scrollWidth > window.innerWidth ? [`${document.documentElement.scrollWidth}`] : []));
        await driver.picture(`tasks-${name}-${kind}`, page);
        if (kind !== 'narrow')
            await driver.access(`${name}, ${kind}`, page);
        await close(`${name}, ${kind}`, page);
    }
}
await finish();
