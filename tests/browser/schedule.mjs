// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Tests of the pages of schedules and of traces of grains in a browser; test-schedule.sh makes the pages and says
// where everything is:
//   node schedule.mjs NODE_MODULES BROWSER FOLDER
import fs from 'node:fs';
import { drive } from './driver.mjs';

const driver = await drive('schedule');
const { result, equal, json, open, close, finish, folder } = driver;
const count = text => Number(text.replaceAll(/\s/g, ''));
const rows = (page, label) => page.$$eval(`[aria-label="${label}"] tbody tr`, all => all.map(row =>
    Array.from(row.cells, cell => cell.textContent)));
const seconds = text => {
    const [value, unit] = text.split(' ');
    return Number(value) * { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 }[unit];
};
const near = (one, other) => Math.abs(one - other) <= 0.01 * Math.abs(other);

// What all these pages have: a path as long as the JSON says, a timeline, no curve without a number.
async function checkRun(page, name, length) {
    const shown = seconds(await page.textContent('#path .cards dd'));
    result(`${name}: length of the path`, near(shown, length) ? [] : [`${shown} of ${length}`]);
    result(`${name}: timeline`, await page.isVisible('#timeline-view canvas, #timeline-view svg') ? [] : ['none']);
    const paths = await page.$$eval('svg path', all => all.map(path => path.getAttribute('d') || ''));
    result(`${name}: curves`, paths.filter(path => /nan|inf/i.test(path)));
    result(`${name}: no scrolling to the side`, await page.evaluate(() =>
        document.documentElement.scrollWidth > window.innerWidth ? [`${document.documentElement.scrollWidth}`] : []));
}

async function checkSchedule(page, name, schedule) {
    const { shown, rows: machines } = schedule;
    const table = await rows(page, 'Table of make-spans');
    equal(`${name}: processors`, table.map(row => count(row[0])), machines.map(one => one.processors));
    equal(`${name}: make-spans`, table.map(row => row.slice(2, -3).map(Number)),
        machines.map(one => Object.values(one.heuristics).map(result => Number(result.makespan.toPrecision(6)))));
    const tasks = await rows(page, 'Table of tasks');
    equal(`${name}: tasks`, tasks.length, schedule.tasks.length);
    const last = Math.max(...tasks.map(row => Number(row[3])));
    result(`${name}: the last finish`, near(last, shown.makespan) ? [] : [`${last} of ${shown.makespan}`]);
    await checkRun(page, name, shown.makespan * (schedule.graph.seconds_per_unit || 1));
    if (schedule.tasks.length > 4000) {
        equal(`${name}: rows in place of bars`, await page.$$eval('.lanes .task', all => all.length), shown.processors);
        return;
    }
    const bars = () => page.$$eval('#gantt > rect', all => all.map(bar => [bar.getAttribute('x'), bar.getAttribute('width')].map(Number)));
    const before = await bars();
    equal(`${name}: bars`, before.length, schedule.tasks.length);
    const framed = await page.$$eval('#gantt > rect.path', all => all.length);
    equal(`${name}: framed`, framed, new Set(shown.critical_path.map(step => step[0])).size);
    // zoomed: four times as long, all names but none that has no room, the numbers of processors in sight
    await page.$eval('#zoom-range', range => { range.value = 2; range.dispatchEvent(new Event('input')); });
    const after = await bars();
    result(`${name}: zoomed`, after.filter(([, width], i) => !near(width, 4 * before[i][1])));
    await page.$eval('#gantt', gantt => { gantt.parentElement.scrollLeft = 1e6; });
    await page.waitForTimeout(100);
    result(`${name}: processors in sight`, await page.$eval('#gantt', gantt => {
        const box = gantt.parentElement.getBoundingClientRect(), head = gantt.querySelector('.heads').getBoundingClientRect();
        return Math.abs(box.left - head.left) < 3 ? [] : [`${head.left} in ${box.left}`];
    }));
}

async function checkGrains(page, name, trace) {
    equal(`${name}: processors`, (await rows(page, 'Processors, a row each')).map(row => [Number(row[0]), Number(row[2])]),
        trace.rows.map(one => [one.processor, one.busy]));
    equal(`${name}: runs`, (await rows(page, 'Runs, a row each')).map(row => row.slice(1, 5).map(Number)), trace.runs);
    equal(`${name}: structures`, (await rows(page, 'Structures, a row each')).map(row => [Number(row[1]), Number(row[2]), Number(row[3]), row[0]]),
        trace.edges);
    equal(`${name}: rows of the picture`, await page.$$eval('.lanes .task', all => all.length), trace.processors);
    // processors are called as in the trace
    equal(`${name}: names in the timeline`, await page.$$eval('#timeline-table tbody th', ([, ...all]) =>
        all.map(head => Number(head.textContent))), trace.rows.map(one => one.processor));
    await checkRun(page, name, trace.critical_path.length);
}

for (const file of fs.readdirSync(folder).filter(one => one.endsWith('.html')).sort()) {
    const name = file.slice(0, -5), read = json(name);
    for (const kind of ['light', 'dark', 'narrow']) {
        const page = await open(file, kind === 'narrow' ? { viewport: { width: 390, height: 844 } } : { colorScheme: kind });
        await (read.format === 'predictor-grains' ? checkGrains : checkSchedule)(page, `${name}, ${kind}`, read);
        await driver.picture(`schedule-${name}-${kind}`, page);
        if (kind !== 'narrow')
            await driver.access(`${name}, ${kind}`, page);
        await close(`${name}, ${kind}`, page);
    }
}
await finish();
