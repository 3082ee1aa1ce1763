// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Tests of the critical path in the page of an explained run: its tables, their density, the strip.

const partKeys = { 'User code (CPU)': 'cpu', 'Run-time system': 'system', 'Input/output': 'io',
    'Communication of input/output': 'io_communication', 'Reduction': 'reduction', 'Shadow edges': 'shadow',
    'Remote access': 'remote', 'Redistribution': 'redistribution' };

// label to seconds of a table's rows that are shown, the star among them
const rowsOf = (page, id) => page.$$eval('table[aria-labelledby=' + id + '] tbody tr', rows => rows.filter(row => !row.hidden)
    .map(row => {
        const column = Array.from(row.closest('table').tHead.rows[0].cells).findIndex(cell => cell.textContent === 'Time');
        return [row.cells[0].textContent, row.cells[column].textContent];
    }));
const setDensity = (page, step) => page.$eval('#density-range', (range, value) => {
    range.value = value;
    range.dispatchEvent(new Event('input', { bubbles: true }));
}, step);

export async function testPath({ equal, result, roughly, json, time, seconds, open, close }, name) {
    const path = json(name).critical_path, page = await open(name + '.html');
    await setDensity(page, 0);
    const program = await rowsOf(page, 'path-program');
    equal(name + ': path by kind', Object.fromEntries(program.map(([label, value]) => [partKeys[label], value])),
        Object.fromEntries(Object.entries(path.program).filter(([, value]) => value > 0).map(([key, value]) => [key, time(value)])));
    const lines = await rowsOf(page, 'path-places');
    // Intervals that look the same are one row.
    const places = new Map();
    for (const line of path.lines.filter(one => one.seconds > 0)) {
        const { type, file, line: begin, expression } = json(name).intervals[line.interval - 1];
        const key = JSON.stringify([line.file, line.line, type, file, begin, expression]);
        const place = places.get(key) || [line.file + ':' + line.line, 0, 0];
        places.set(key, [place[0], place[1] + line.seconds, place[2] + 1]);
    }
    const merged = Array.from(places.values()).sort((a, b) => b[1] - a[1]).slice(0, 200);
    equal(name + ': path by line', lines.map(([, value]) => value), merged.map(([, value]) => time(value)));
    equal(name + ': lines of the path', lines.map(([label]) => label).sort(), merged.map(([label]) => label).sort());
    equal(name + ': how many look the same', await page.$$eval('table[aria-labelledby=path-places] tbody tr', rows => rows
        .map(row => Number((/ and (\d+) like it$/.exec(row.cells[1].textContent) || [0, 0])[1]) + 1).sort((a, b) => a - b)),
        merged.map(([, , n]) => n).sort((a, b) => a - b));
    const pairs = await rowsOf(page, 'path-processors');
    equal(name + ': path by processor', pairs.map(([, value]) => value),
        path.processors.slice(0, 120).map(row => time(row.seconds)));
    for (let step = 0; step < 8; step++) {
        await setDensity(page, step);
        const found = [];
        for (const id of ['path-program', 'path-places', 'path-processors']) {
            const others = await page.$eval('table[aria-labelledby=' + id + ']', table => table.tFoot.rows.length > 1
                ? table.tFoot.rows[0].cells[table.tHead.rows[0].cells.length === 3 ? 1 : 2].textContent : '0 s');
            const sum = (await rowsOf(page, id)).reduce((total, [, value]) => total + seconds(value), seconds(others));
            if (!roughly(sum, path.length))
                found.push(id + ': ' + sum + ', expected ' + path.length);
        }
        result(name + ': density ' + step + ': each table adds up to the path', found);
    }
    equal(name + ': density hides rows', (await rowsOf(page, 'path-program')).some(([label]) => label.startsWith('*')), true);
    await page.focus('#density-range');
    await page.keyboard.press('Home');
    equal(name + ': density by keyboard', await rowsOf(page, 'path-program'), program);
    await close(name + ' path', page);
}

// Every piece of the strip, by the keyboard: their times add up to those of the JSON.
export async function testStrip({ equal, result, near, roughly, json, seconds, open, close }, name) {
    const path = json(name).critical_path, page = await open(name + '.html');
    const count = await page.locator('#strip g').count(), sums = {};
    await page.focus('#strip');
    let end = 0;
    const gaps = [];
    for (let i = 0; i < count; i++) {
        await page.keyboard.press('ArrowRight');
        const text = await page.textContent('#strip-told');
        const [, from, to, unit, what] = /^(\S+) to (\S+) (\S+): ([^;]*)/.exec(text);
        if (!near(seconds(from + ' ' + unit), end, path.length))
            gaps.push('from ' + from + ', expected ' + end);
        end = seconds(to + ' ' + unit);
        for (const part of what.split(', ')) {
            const [, label, taken] = /^(.*) (\S+ \S+)$/.exec(part);
            sums[label] = (sums[label] || 0) + seconds(taken);
        }
    }
    result(name + ': the strip has no gaps', gaps);
    result(name + ': the strip adds up to the JSON', Object.entries(partKeys).filter(([label, key]) =>
        !roughly(sums[label] || 0, path.program[key])).map(([label, key]) => label + ': ' + sums[label] + ', expected ' + path.program[key]));
    await page.keyboard.press('Enter');
    result(name + ': Enter leads to the interval', await page.evaluate(() => /^#interval-\d+$/.test(location.hash) &&
        document.activeElement.matches('article' + location.hash) ? [] : [location.hash]));
    await page.locator('#strip').scrollIntoViewIfNeeded();
    const box = await page.locator('#strip').boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const [, first, last, unit] = /^(\S+) to (\S+) (\S+): /.exec(await page.textContent('#strip-told'));
    const [from, to] = [first, last].map(one => seconds(one + ' ' + unit));
    result(name + ': pointing tells the piece', from < 0.502 * path.length && to > 0.498 * path.length ? [] : [from + ' to ' + to]);
    await close(name + ' strip', page);
}
