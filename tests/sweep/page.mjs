// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Tests of the page of a sweep in a browser; test-page.sh makes the pages and says where everything is:
//   node page.mjs NODE_MODULES BROWSER FOLDER
import { drive } from '../browser/driver.mjs';

const driver = await drive('page of a sweep');
const { result, equal, json, open, close } = driver;
const near = (a, b) => Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
const labels = { insufficient: 'Insufficient parallelism', io: 'Input/output', reduction: 'Reduction',
    shadow: 'Shadow edges', remote: 'Remote access', redistribution: 'Redistribution', idle: 'Idle' };

// The table: an object a row, by the heads; the exact value of a cell where it has one.
const table = page => page.$eval('table.sortable', table => {
    const heads = Array.from(table.tHead.rows[0].cells, cell => cell.textContent.trim().replace(/^(Time|Cost), [mun]?s$/, '$1'));
    return Array.from(table.tBodies[0].rows, row => Object.fromEntries(Array.from(row.cells,
        (cell, i) => [heads[i], cell.dataset.value ?? cell.textContent.trim()])));
});
const ids = async page => (await table(page)).map(row => Number(row.Id));

// What the table says is what the JSON says.
function compareRows(name, rows, sweep) {
    const findings = [];
    const check = (row, head, value) => {
        if (!near(Number(row[head]), value))
            findings.push(`row ${row.Id}: ${head} is ${row[head]}, expected ${value}`);
    };
    if (rows.length !== sweep.configurations.length)
        findings.push(`${rows.length} rows, expected ${sweep.configurations.length}`);
    for (const [i, row] of rows.entries()) {
        const one = sweep.configurations[i];
        check(row, 'Id', one.id);
        check(row, 'Processors', one.processors);
        if (row.Topology !== one.parameters.topology.join('x'))
            findings.push(`row ${row.Id}: topology ${row.Topology}`);
        if (one.status !== 'done') {
            if (row.Time !== (one.reason ?? 'not run'))
                findings.push(`row ${row.Id}: reason ${row.Time}`);
            continue;
        }
        check(row, 'Time', one.execution_time);
        check(row, 'Speed-up', one.speedup);
        check(row, 'Efficiency', one.efficiency);
        check(row, 'Cost', one.total_time);
        for (const [loss, label] of Object.entries(labels))
            if (label in row)
                check(row, label, one.losses[loss] / one.total_time);
            else if (one.losses[loss] > 0)
                findings.push('no column for ' + loss);
        for (const [factor, value] of Object.entries(one.pop ?? {}))
            if ('Load balance' in row)
                check(row, factor[0].toUpperCase() + factor.slice(1).replaceAll('_', ' '), value);
    }
    result(name + ': the table has the values of the JSON', findings);
}

// Bars reach from the bottom to the top, and are in proportion.
const bars = page => page.$$eval('svg.stack g', groups => groups.map(group => ({
    label: group.querySelector('text').textContent,
    top: Math.min(...Array.from(group.querySelectorAll('rect'), rect => Number(rect.getAttribute('y')))),
    parts: Object.fromEntries(Array.from(group.querySelectorAll('rect'), rect =>
        [rect.getAttribute('class'), Number(rect.getAttribute('height'))])) })));

for (const name of ['usual', 'machines', 'failed', 'one', 'search', 'interrupted', 'long']) {
    const sweep = json(name);
    for (const [kind, options] of Object.entries({ light: {}, dark: { colorScheme: 'dark' },
        narrow: { viewport: { width: 390, height: 800 } } })) {
        const page = await open(name + '.html', options);
        const [wide, room] = await page.evaluate(() =>
            [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        equal(`${name}, ${kind}: no scrolling to the side`, wide <= room, true);
        await driver.picture(`sweep-${name}-${kind}`, page);
        await driver.access(`${name}, ${kind}`, page);
        await close(`${name}, ${kind}`, page);
    }

    const page = await open(name + '.html', { javaScriptEnabled: false });
    equal(name + ': the answer', await page.textContent('.advice'), sweep.best.advice);
    const closed = await page.context().newPage(); // scripts may look at it here
    await closed.close();
    await page.context().close();

    const script = await open(name + '.html');
    compareRows(name, await table(script), sweep);
    const done = sweep.configurations.filter(one => one.status === 'done');
    const counts = new Set(done.map(one => one.processors));
    equal(name + ': pictures', await script.$$eval('#curves svg.chart', all => all.length), counts.size > 1 ? 3 : 0);
    const stacks = await bars(script);
    result(name + ': bars are whole', stacks.filter(bar => bar.parts.productive === undefined &&
        Object.keys(bar.parts).length === 0 || Math.abs(bar.top - 14) > 0.6).map(bar => JSON.stringify(bar)));
    await close(name, script);
}

// Pictures and maps of one machine hold what the JSON has.
{
    const sweep = json('usual'), page = await open('usual.html');
    const charts = await page.$$eval('#curves svg.chart', all => all.map(chart => ({
        points: Array.from(chart.querySelectorAll('circle'), point => point.textContent),
        xs: Array.from(chart.querySelectorAll('circle.curve, circle.best'), point => Number(point.getAttribute('cx'))),
        ys: Array.from(chart.querySelectorAll('circle.curve, circle.best'), point => Number(point.getAttribute('cy'))),
        best: chart.querySelectorAll('circle.best').length,
        ideal: chart.querySelectorAll('.ideal').length,
        labels: Array.from(chart.querySelectorAll('text.label'), label => label.textContent) })));
    equal('every configuration is a point', charts.map(chart => chart.points.length),
        charts.map(() => sweep.configurations.length));
    equal('the answer is marked once', charts.map(chart => chart.best), [1, 1, 1]);
    equal('an ideal line for the speed-up', charts.map(chart => chart.ideal), [0, 1, 0]);
    const best = sweep.configurations[sweep.best.configuration - 1].parameters.topology.join('x');
    equal('the answer has a label', charts.map(chart => chart.labels.includes(best)), [true, true, true]);
    // powers of two are as far from each other on a logarithmic axis
    const steps = charts[0].xs.slice(1).map((x, i) => Math.round(x - charts[0].xs[i]));
    equal('logarithmic axis', Math.max(...steps) - Math.min(...steps) <= 1, true);
    equal('axes are labelled', await page.$$eval('#curves svg.chart', all => all.map(chart =>
        /\(log\)$/.test(chart.querySelector('text.axis').textContent) + ' ' + chart.textContent.includes('processors (log)'))),
    ['true true', 'true true', 'false true']);
    equal('the scale of the colours is told', /Colours on a (linear|logarithmic) scale, from [0-9. e+-]+ [mun]?s$/
        .test((await page.textContent('#heat .scale')).replace(/\s+/g, ' ').trim()), true);
    const heights = charts[2].ys.map(y => (284 - y) / (284 - 14));
    const most = [...new Set(sweep.configurations.map(one => one.processors))].map(count =>
        sweep.configurations.filter(one => one.processors === count).reduce((a, b) =>
            a.execution_time <= b.execution_time ? a : b).efficiency);
    result('efficiencies are where they belong', most.filter((value, i) => Math.abs(value - heights[i]) > 0.001));
    const map = await page.$$eval('.map td[data-id]', cells => cells.map(cell => [Number(cell.dataset.id), Number(cell.dataset.value)]));
    equal('the heat map has every grid', map.length, sweep.configurations.length);
    result('the heat map has their times', map.filter(([id, time]) =>
        !near(time, sweep.configurations[id - 1].execution_time)));
    const darkest = await page.$$eval('.map td.h8', cells => cells.map(cell => Number(cell.dataset.value)));
    equal('the longest time is the darkest', darkest.includes(Math.max(...map.map(cell => cell[1]))), true);
    const stack = await bars(page);
    result('bars are in proportion', stack.filter((bar, i) => Math.abs(bar.parts.productive / 270 - most[i]) > 0.002)
        .map(bar => JSON.stringify(bar)));
    const changes = await page.$$eval('#sensitivity tbody tr', rows => rows.map(row => Number(row.cells[2].dataset.value)));
    equal('sensitivity', changes, sweep.sensitivity.map(one => one.less.execution_time));
    await close('pictures', page);
}

// Sorting: up, down, as it was; by keyboard too.
{
    const page = await open('usual.html');
    const asked = await ids(page);
    const head = page.locator('table.sortable thead th', { hasText: 'Efficiency' }).first().locator('button');
    const column = async () => (await table(page)).map(row => Number(row.Efficiency));
    await head.click();
    equal('sorted up', await column(), (await column()).toSorted((a, b) => a - b));
    equal('sorted up: said', await page.getAttribute('th[aria-sort]', 'aria-sort'), 'ascending');
    await head.focus();
    await page.keyboard.press('Enter');
    equal('sorted down', await column(), (await column()).toSorted((a, b) => b - a));
    await page.keyboard.press('Space');
    equal('as it was asked for', await ids(page), asked);
    equal('as it was asked for: said', await page.$$eval('th[aria-sort]', all => all.length), 0);
    await close('sorting', page);
}

// Rows that cannot run come last; links lead to reports.
{
    const sweep = json('failed'), page = await open('failed.html');
    await page.locator('table.sortable thead th', { hasText: 'Time' }).locator('button').click();
    const sorted = (await ids(page)).map(id => sweep.configurations[id - 1].status === 'done');
    equal('what cannot run is last', sorted.indexOf(false), sorted.filter(Boolean).length);
    const links = await page.$$eval('table.sortable a', all => all.map(link => link.getAttribute('href')));
    equal('links to reports', links.length, sorted.filter(Boolean).length);
    page.bad = [];
    await page.locator('table.sortable a').first().click();
    equal('a link leads to a report', await page.locator('h1').count(), 1);
    await page.context().close();
}

// Several machines: a line and a stack each, and a map over two of their parameters.
{
    const page = await open('machines.html');
    equal('lines', await page.$$eval('#curves svg.chart:first-of-type', all => all[0].querySelectorAll('path.line').length), 8);
    equal('stacks', await page.$$eval('svg.stack', all => all.length), 8);
    equal('more machines are told of', (await page.textContent('#curves')).includes('Machines that are in the table only: 4.'), true);
    equal('maps', await page.$$eval('#heat h3', all => all.map(head => head.textContent).slice(0, 2)),
        ['Predicted time by parameter file and type', 'Predicted time by parameter file and topology']);
    await close('machines', page);
}

// Without a script everything is there to be read; an interrupt is told of.
{
    const page = await open('interrupted.html', { javaScriptEnabled: false });
    equal('interrupted: said', (await page.textContent('.alert')).includes('Configurations that are missing: 1 of'), true);
    equal('without a script: rows', await page.locator('table.sortable tbody tr').count(), json('interrupted').configurations.length);
    equal('without a script: pictures', await page.locator('svg.chart').count() > 3, true);
    await close('without a script', page);
}

await driver.finish();
