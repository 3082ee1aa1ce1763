// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Tests of the page of a machine in a browser; test-machine.sh makes the pages and says where everything is:
//   node machine.mjs NODE_MODULES BROWSER FOLDER
import fs from 'node:fs';
import { drive } from './driver.mjs';

const driver = await drive('machine');
const { result, equal, json, open, close, finish, folder } = driver;
const units = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };
// "1.13 us" as seconds; "-" is not known.
const seconds = text => text.trim() === '-' ? null : Number(text.split(' ')[0]) * units[text.trim().split(' ')[1]];
const count = text => Number(text.replaceAll(/\s/g, ''));

const rows = (page, label) => page.$$eval(`[aria-label="${label}"] tbody tr`, all => all.map(row =>
    Array.from(row.cells, cell => cell.textContent)));

// Three digits of a time that the JSON has exactly.
function compareTimes(name, texts, values) {
    result(name, texts.flatMap((text, i) => {
        const value = values[i], shown = seconds(text);
        return value === null ? (shown === null ? [] : [`${text} for null`])
            : Math.abs(shown - value) <= 5.1e-3 * Math.abs(value) ? [] : [`${text}, expected ${value}`];
    }));
}

// What the tables and pictures of a page say is what the JSON says.
async function compare(name, page, machine) {
    const costs = await rows(page, 'Costs by size');
    const members = ['message', ...machine.farthest > 1 ? ['farthest'] : [], 'broadcast', 'reduction'];
    equal(name + ': bytes', costs.map(row => count(row[0])), machine.costs.map(one => one.bytes));
    compareTimes(name + ': costs', costs.flatMap(row => row.slice(1)),
        machine.costs.flatMap(one => members.map(member => one[member])));
    const reductions = await rows(page, 'Reductions by processors');
    equal(name + ': processors', reductions.map(row => count(row[0])), machine.reductions.map(one => one.processors));
    compareTimes(name + ': reductions', reductions.map(row => row[1]), machine.reductions.map(one => one.reduction));
    if (machine.network)
        equal(name + ': nodes, links, diameter, bisection', await page.$$eval('.cards dd:not(.small)', all =>
            all.slice(0, 4).map(one => one.textContent)).then(all => all.map(count)),
        ['nodes', 'links', 'diameter', 'bisection'].map(member => machine.network[member]));
    // each virtual processor whose place is drawn is told there
    const used = await page.$$eval('.places rect title', all => all.map(title => title.textContent));
    equal(name + ': places that are used', used.length, machine.place === undefined ? 0
        : new Set(machine.place.filter(place => place < 4096)).size);
    if (await page.$('.places text'))
        equal(name + ': numbers in their places', await page.$$eval('.places text', all => all.map(one => one.textContent)),
            Array.from({ length: machine.network.processors }, (_, place) => {
                const there = machine.place.flatMap((one, v) => one === place ? [v] : []);
                return there.length < 2 ? there.join() : `${there[0]}-${there.at(-1)}`;
            }));
}

for (const name of ['infiniband-hdr', 'cluster', 'transfers', 'long']) {
    for (const [kind, options] of Object.entries({ light: {}, dark: { colorScheme: 'dark' },
        narrow: { viewport: { width: 390, height: 800 } } })) {
        const page = await open(name + '.html', options);
        const [wide, room] = await page.evaluate(() =>
            [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        equal(`${name}, ${kind}: no scrolling to the side`, wide <= room, true);
        await driver.picture(`machine-${name}-${kind}`, page);
        if (kind !== 'narrow' && name !== 'transfers')
            await driver.access(`${name}, ${kind}`, page);
        await close(`${name}, ${kind}`, page);
    }
}

for (const file of fs.readdirSync(folder).filter(one => one.endsWith('.html') && one !== 'report.html').sort()) {
    const name = file.slice(0, -5), machine = json(name), page = await open(file);
    await compare(name, page, machine);
    // a curve for each column that has costs, its points by size
    const curves = await page.$$eval('#costs svg.chart', all => all.map(chart => ({
        lines: chart.querySelectorAll('path.line').length,
        xs: Array.from(chart.querySelectorAll('circle.s1'), point => Number(point.getAttribute('cx'))),
        ys: Array.from(chart.querySelectorAll('circle.s1'), point => Number(point.getAttribute('cy'))),
        axes: Array.from(chart.querySelectorAll('text.axis, text.x:not([y="300"])'), text => text.textContent) })));
    result(name + ': curves go to the right and axes are labelled', curves.flatMap(one => [
        one.xs.length < 2 || one.xs.some((x, i) => i > 0 && x <= one.xs[i - 1]) ? `points at ${one.xs}` : [],
        one.ys.some((y, i) => i > 0 && y > one.ys[i - 1] + 0.1) ? `falls: ${one.ys}` : [],
        one.axes.every(axis => axis.endsWith('(log)')) ? [] : one.axes.join()].flat()));
    if (machine.parameters.clusters !== undefined)
        equal(name + ': statements of clusters', (await page.$$eval('.clusters li', all => all.map(one => one.textContent))).join('\n'),
            machine.parameters.clusters.trim());
    equal(name + ': charts', curves.length > 0, machine.parameters.type !== 'ideal');
    await close(name, page);
}

// Transfers.
{
    const machine = json('transfers'), page = await open('transfers.html');
    const cards = await page.$$eval('#transfers .cards dd:not(.small)', all => all.map(one => one.textContent));
    compareTimes('times of transfers', cards.slice(0, 3), [machine.none, machine.load, machine.events]);
    equal('messages and links', cards.slice(3).map(count), [machine.messages, machine.hops]);
    const hottest = await rows(page, 'Busiest links');
    equal('links of the table', hottest.map(row => row[0]).sort(), Object.keys(machine.links).sort());
    equal('bytes of links', hottest.map(row => [count(row[3]), count(row[4])]),
        hottest.map(row => machine.links[row[0]].slice(0, 2).reverse()));
    result('the busiest first', hottest.flatMap((row, i) => i > 0 &&
        machine.links[row[0]][2] > machine.links[hottest[i - 1][0]][2] ? [row[0]] : []));
    await close('transfers', page);
}

// What a report says of links.
{
    const { network } = json('report'), page = await open('report.html');
    const hottest = await rows(page, 'Busiest links');
    equal('report: busiest links', hottest.map(row => [row[0], row[5]]), network.hottest.map(one =>
        [one.name, `${one.file}:${one.line}`]));
    compareTimes('report: how long they are busy', hottest.map(row => row[1]), network.hottest.map(one => one.busy));
    equal('report: all links of the heat map', await page.$$eval('svg.links title', all => all.map(title =>
        title.textContent.split(':')[0])), network.loads.map(one => one.name));
    await driver.access('report', page);
    await close('report', page);
}
await finish();
