// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Tests of findings, critical path and timeline in a browser; test-explain.sh makes the pages:
//   node explain.mjs NODE_MODULES BROWSER FOLDER
// With PREDICTOR_SCREENSHOTS=DIR it leaves pictures of them there.
import fs from 'node:fs';
import { drive } from './driver.mjs';
import { testMetrics } from './metrics.mjs';
import { eyes, perceived } from './palette.mjs';
import { testPath, testStrip } from './path.mjs';

const driver = await drive('explain');
const { folder, result, equal, near, roughly, seconds, json, open, close, access, picture, finish } = driver;

async function testFindings(name) {
    const report = json(name), page = await open(name + '.html');
    const shown = await page.$$eval('.finding', all => all.map(one => ({
        title: one.querySelector('h3 > :last-child').textContent, where: one.querySelector('.where').textContent,
        time: /at most (\S+ [mun]?s)/.exec(one.textContent)[1], text: one.textContent })));
    const seconds = time => parseFloat(time) * { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 }[time.split(' ')[1]];
    equal(name + ': findings are those of the JSON', shown.map(({ title }) => title), report.findings.map(one => one.title));
    result(name + ': their bounds too', report.findings.filter((one, i) =>
        Math.abs(seconds(shown[i].time) - one.bound_seconds) > 0.006 * one.bound_seconds).map(one => one.title));
    const words = { MAIN: 'the main program', USER: 'the interval', SEQ: 'the sequential loop', PAR: 'the parallel loop' };
    result(name + ': findings say where', report.findings.filter((one, i) => {
        const interval = report.intervals[one.interval - 1];
        return !shown[i].where.includes(one.file + ':' + one.line) || !shown[i].where.includes(words[interval.type]) ||
            !shown[i].where.includes(' at ' + interval.file + ':' + interval.line);
    }).map(one => one.id));
    const lead = await page.textContent('header .lead'), told = /take (\S+ [mun]?s) on /.exec(lead);
    result(name + ': the head tells the time', told &&
        Math.abs(seconds(told[1]) - report.execution_time) <= 0.006 * report.execution_time &&
        await page.locator('.lead').evaluate(one => one.getBoundingClientRect().bottom < 250) ? [] : [lead]);
    const first = report.findings[0];
    result(name + ': the head tells the cause, not what kind of time is lost', lead.includes(first.title) &&
        lead.includes(first.file + ':' + first.line) && !lead.includes('largest loss') &&
        await page.getAttribute('.lead a', 'href') === '#finding-1' ? [] : [lead]);
    result(name + ': evidence and advice', report.findings.filter((one, i) =>
        !shown[i].text.includes(one.evidence) || !shown[i].text.includes(one.advice)).map(one => one.id));
    equal(name + ': findings are the first section', await page.$eval('main > section', one => one.id), 'findings');
    for (const [i, one] of report.findings.entries()) {
        await page.click('#finding-' + (i + 1) + ' a[href^="#interval-"]');
        await page.waitForSelector('article#interval-' + one.interval);
        const top = await page.$eval('article', article => article.getBoundingClientRect().top);
        result(name + ': finding ' + (i + 1) + ' leads to its interval', top > -5 && top < 900 ? [] : ['top at ' + top]);
        await page.click('#finding-' + (i + 1) + ' a[href^="#source-"]');
        const line = await page.evaluate(() => {
            const row = document.querySelector(location.hash).closest('tr'), box = row.getBoundingClientRect();
            return [row.textContent, box.top > -5 && box.bottom < 905];
        });
        result(name + ': finding ' + (i + 1) + ' leads to its line', line[1] && line[0].includes(String(one.line)) ? [] : [line]);
    }
    await close(name + ' findings', page);
}

const range = async page => {
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    const [, from, to, unit] = /^(\S+) to (\S+) (\S+) of/.exec(await page.textContent('.timeline-tools output'));
    return [from, to].map(one => seconds(one + ' ' + unit));
};

async function testZoom(name) {
    const end = json(name).execution_time, page = await open(name + '.html');
    const plot = page.locator('.timeline-plot canvas');
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    const check = async (what, from, to, scale = end) => {
        const [a, b] = await range(page);
        result(name + ': ' + what, near(a, from, scale) && near(b, to, scale) ? [] : [a + ' to ' + b + ', expected ' + from + ' to ' + to]);
    };
    await check('the whole run at first', 0, end);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + 30);
    await check('a double click zooms', end * 3 / 8, end * 5 / 8, 10 * end); // a pixel is a thousandth
    await page.mouse.move(box.x + 0.75 * box.width, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 30, { steps: 4 });
    await page.mouse.move(box.x + 0.25 * box.width, box.y + 30, { steps: 4 });
    await page.mouse.up();
    const dragged = await range(page);
    result(name + ': dragging moves', dragged[0] > 0.47 * end && dragged[0] < 0.51 * end &&
        near(dragged[1] - dragged[0], end / 4, end) ? [] : [dragged]);
    await page.click('.timeline-tools button:text("Whole run")');
    await check('the whole run again', 0, end);
    await page.mouse.move(box.x + box.width / 4, box.y + 30);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    const wheeled = await range(page);
    result(name + ': Ctrl and the wheel zoom at the pointer', wheeled[1] - wheeled[0] < 0.8 * end &&
        near((end / 4 - wheeled[0]) / (wheeled[1] - wheeled[0]), 1 / 4, 100) ? [] : [wheeled]);
    await page.evaluate(() => scrollTo(0, 0));
    await plot.focus();
    await page.keyboard.press('0');
    await check('0: the whole run', 0, end);
    await page.keyboard.press('+');
    await check('+ zooms', end / 4, end * 3 / 4);
    await page.keyboard.press('ArrowRight');
    await check('right moves', end * 0.3, end * 0.8);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Home');
    await check('home', 0, end / 2);
    await page.keyboard.press('End');
    await check('end', end / 2, end);
    await page.keyboard.press('-');
    await check('- zooms out', 0, end);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    result(name + ': down: the second row is told', (await page.textContent('#timeline-told')).startsWith('Processor') ? []
        : [await page.textContent('#timeline-told')]);
    await page.keyboard.press('Enter');
    result(name + ': Enter leads to the interval', await page.evaluate(() => /^#interval-\d+$/.test(location.hash)) ? [] : ['no']);
    await page.click('#finding-1 .show button');
    const shown = await range(page), first = json(name).findings[0];
    const told = await page.textContent('#timeline-told'), marks = await page.textContent('.timeline-tools output');
    result(name + ': a finding leads to where it is', shown[1] - shown[0] < end &&
        await plot.evaluate(element => element === document.activeElement) ? [] : [shown]);
    result(name + ': to its costly activity', /User code|Waits|Reduction|Shadow|Remote|Redistribution|put/.test(told)
        ? [] : [first.title + ': ' + told]);
    result(name + ': and marks its line in all rows', /line (\S+:\d+)/.exec(told)?.[1] === /marked .*line (\S+)$/.exec(marks)?.[1]
        ? [] : [told + ' / ' + marks]);
    const reds = await plot.evaluate(canvas => { // rows with a mark below their bar
        const probe = document.createElement('canvas').getContext('2d');
        probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--alert');
        probe.fillRect(0, 0, 1, 1);
        const [mark] = new Uint32Array(probe.getImageData(0, 0, 1, 1).data.buffer), rows = new Set();
        const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        new Uint32Array(data.buffer).forEach((pixel, i) => {
            if (pixel === mark)
                rows.add(Math.floor(i / width / (height / document.querySelectorAll('.timeline-labels div').length)));
        });
        return rows.size;
    });
    result(name + ': more than one row is marked', reds > 1 ? [] : [reds + ' rows']);
    await page.click('#timeline-view summary');
    await page.uncheck('.timeline-rows input >> nth=0');
    equal(name + ': rows can be chosen', await page.locator('.timeline-labels div').count(),
        await page.locator('.timeline-rows input').count() - 1);
    await close(name + ' zoom', page);
}

const tableOf = page => page.$eval('#timeline-table table', table => {
    const heads = Array.from(table.tHead.rows[0].cells, cell => cell.textContent).slice(2);
    return Object.fromEntries(Array.from(table.tBodies[0].rows, row => [row.cells[0].textContent,
        Object.fromEntries(heads.map((head, i) => [head, row.cells[i + 2].textContent]))]));
}).then(rows => Object.fromEntries(Object.entries(rows).map(([label, cells]) =>
    [label, Object.fromEntries(Object.entries(cells).map(([head, text]) => [head, text ? seconds(text) : 0]))])));

// The table of the rows against the classes of the JSON.
async function testTable(name) {
    const main = json(name).intervals[0], page = await open(name + '.html');
    const table = await tableOf(page), found = [];
    const has = (set, index) => set.split(' ').some(box => box.split(',').every((one, g) => {
        const ends = one.split('-').map(Number);
        return ends[0] <= index[g] && index[g] <= ends[ends.length - 1];
    }));
    for (const [label, cells] of Object.entries(table)) {
        if (label === 'Critical path')
            continue;
        const first = label.split(' ')[0].split(',').map(part => Number(part.split('-')[0]));
        const one = main.processor_classes.find(other => has(other.processors, first));
        const expected = { 'User code (CPU)': one.CPU_time, 'Run-time system': one.SYS_time, 'Input/output': one.IO_time };
        for (const [head, value] of Object.entries(expected))
            if (!roughly(cells[head] || 0, value))
                found.push(label + ' ' + head + ': ' + cells[head] + ', expected ' + value);
        const communication = Object.entries(cells).filter(([head]) => !(head in expected)).reduce((sum, [, value]) => sum + value, 0);
        if (!roughly(communication, one.Communication))
            found.push(label + ' communication: ' + communication + ', expected ' + one.Communication);
    }
    result(name + ': the table is that of the JSON', found);
    await close(name + ' table', page);
}

// All activities of a row, by the keyboard, one after the other: they add up to the table.
async function testActivities(name) {
    const page = await open(name + '.html'), end = json(name).execution_time, table = await tableOf(page);
    await page.locator('.timeline-plot canvas').focus();
    for (let i = 0; i < 14; i++)
        await page.keyboard.press('+');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    const sums = {}, seen = [];
    let row = '', before = '';
    for (let i = 0; i < 3000; i++) { // back to the first, then all
        await page.keyboard.press(',');
        const text = await page.textContent('#timeline-told');
        if (text === before)
            break;
        before = text;
    }
    before = '';
    for (let i = 0; i < 5000; i++) {
        const text = await page.textContent('#timeline-told');
        if (text === before)
            break;
        before = text;
        const match = /^Processors? (\S+), (\S+) to (\S+) \S+ \((\S+ \S+)\): ([^,]*)/.exec(text);
        if (!match) {
            seen.push(text);
            break;
        }
        row = match[1];
        if (match[5] !== 'nothing')
            sums[match[5]] = (sums[match[5]] || 0) + seconds(match[4]);
        await page.keyboard.press('.');
    }
    for (const [label, value] of Object.entries(table[row] || {}))
        if (!roughly(Object.entries(sums).filter(([key]) => key.startsWith(label)).reduce((sum, [, one]) => sum + one, 0), value))
            seen.push(label + ': ' + sums[label] + ', expected ' + value);
    result(name + ': single activities add up to the table', seen.concat(row in table ? [] : ['no row']));
    await close(name + ' activities', page);
}

// Where user code is told, its colour is drawn.
async function testPixels(name, colorScheme) {
    const page = await open(name + '.html', { colorScheme });
    const plot = page.locator('.timeline-plot canvas'), found = [];
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    const pixel = json(name).execution_time / box.width, points = [];
    for (let i = 1; i < 200; i++) {
        const x = Math.floor(box.width * i / 200);
        await page.mouse.move(box.x + x, box.y + 36);
        const match = /\((\S+ \S+)\): User code \(CPU\),/.exec(await page.textContent('#timeline-told'));
        if (match && seconds(match[1]) > 5 * pixel)
            points.push(x);
    }
    const drawn = await plot.evaluate((canvas, all) => {
        const copy = document.createElement('canvas'), ratio = canvas.width / canvas.clientWidth;
        copy.width = canvas.width;
        copy.height = 1;
        const pen = copy.getContext('2d', { willReadFrequently: true });
        pen.drawImage(canvas, 0, Math.round(36 * ratio), canvas.width, 1, 0, 0, canvas.width, 1);
        return all.map(x => [-2, -1, 0, 1].map( // a gap of one, a half of rounding
            d => '#' + Array.from(pen.getImageData(Math.round((x + d) * ratio), 0, 1, 1).data)
            .slice(0, 3).map(v => v.toString(16).padStart(2, '0')).join('')));
    }, points);
    const colour = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--productive').trim());
    drawn.forEach((near, i) => {
        if (!near.includes(colour))
            found.push('at ' + points[i] + ': ' + near + ' instead of ' + colour);
    });
    const checked = points.length;
    result(name + ' ' + colorScheme + ': what is told is drawn', checked > 20 ? found : ['only ' + checked + ' points']);
    await close(name + ' pixels', page);
}

async function testLook(file, look, options) {
    const page = await open(file + '.html', options);
    const name = file + ' ' + look;
    await page.$$eval('#path details, #timeline details, #metrics details', all => all.forEach(details => { details.open = true; }));
    equal(name + ': no scrolling to the side', await page.evaluate(() =>
        document.documentElement.scrollWidth <= document.documentElement.clientWidth), true);
    await access(name, page);
    // Colours of what is drawn have 3:1 to the paper.
    equal(name + ': colours', await page.evaluate(() => {
        const look = getComputedStyle(document.documentElement);
        const light = name => {
            const [r, g, b] = [1, 3, 5].map(i => parseInt(look.getPropertyValue(name).trim()
                .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3').slice(i, i + 2), 16) / 255)
                .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
        };
        const paper = light('--paper');
        return ['productive', 'insufficient', 'system', 'io', 'io-comm', 'reduction', 'shadow', 'remote', 'redistribution', 'idle'].filter(one => {
            const other = light('--' + one);
            return !(Math.max(paper, other) / Math.min(paper, other) >= 3);
        });
    }), []);
    await picture('explain-' + file + '-' + look, page);
    await close(name, page);
}

// One colour for a use of time in all pictures, and colours that meet in one differ for everybody.
async function testPalette(name, colorScheme) {
    const page = await open(name + '.html', { colorScheme });
    const drawn = await page.evaluate(() => {
        const pages = {}, add = (where, use, colour) => { (pages[where] ||= {})[use] = colour; };
        const uses = { cpu: 'productive' }, samples = document.createElement('div');
        document.body.append(samples);
        for (const [where, classes] of Object.entries({
            uses: ['start', 'productive', 'insufficient', 'io', 'reduction', 'shadow', 'remote', 'redistribution', 'idle'],
            activities: ['cpu', 'system', 'io', 'io-comm', 'reduction', 'shadow', 'remote', 'redistribution'] }))
            for (const one of classes) {
                samples.innerHTML = '<i class="key ' + (where === 'uses' ? '' : 'a-') + one + '"></i>';
                add(where, uses[one] || one, getComputedStyle(samples.firstChild).backgroundColor);
            }
        samples.remove();
        for (const [where, selector, property] of [['summary', '#summary .bar > i', 'backgroundColor'],
            ['table', '#summary .key', 'backgroundColor'], ['interval', 'article .bar > i', 'backgroundColor'],
            ['strip', '#strip rect', 'fill'], ['path', '#path .key', 'backgroundColor'],
            ['timeline', '#timeline .key:not([class*=wait], [class*=complete])', 'backgroundColor']])
            for (const one of document.querySelectorAll(selector)) {
                const use = (one.getAttribute('class').replace('key ', '')).replace(/^a-/, '');
                add(where, uses[use] || use, getComputedStyle(one)[property]);
            }
        return pages;
    });
    const all = { ...drawn.uses, ...drawn.activities };
    result(name + ' ' + colorScheme + ': a use has one colour everywhere', Object.entries(drawn).flatMap(([where, colours]) =>
        Object.entries(colours).filter(([use, colour]) => colour !== all[use]).map(([use, colour]) =>
            where + ': ' + use + ' is ' + colour + ', elsewhere ' + all[use])));
    equal(name + ' ' + colorScheme + ': pictures with colours', Object.keys(drawn).length, 8);
    const found = [];
    for (const colours of [drawn.uses, drawn.activities]) {
        const names = Object.keys(colours);
        for (const [kind, matrix] of Object.entries(eyes))
            for (const [i, a] of names.entries())
                for (const b of names.slice(i + 1)) {
                    const [p, q] = [a, b].map(use => perceived(colours[use], matrix));
                    const distance = Math.hypot(...p.map((v, k) => v - q[k]));
                    if (!(distance > 0.1))
                        found.push(kind + ': ' + a + ' and ' + b + ': ' + distance);
                }
    }
    result(name + ' ' + colorScheme + ': colours differ for all eyes', found);
    await close(name + ' palette', page);
}

// On paper: all findings and the path, light, nothing cut at the side.
async function testPaper(name) {
    const report = json(name), page = await open(name + '.html', { colorScheme: 'dark', viewport: { width: 720, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    const visible = selector => page.$$eval(selector, all => all.filter(one => one.checkVisibility()).length);
    equal(name + ' on paper: findings', await visible('.finding'), report.findings.length);
    equal(name + ' on paper: the path', [await visible('#strip'), await visible('#path table.dense')], [1, 3]);
    equal(name + ' on paper: no tools', await visible('nav, .tools, .timeline-tools, .show button'), 0);
    const colour = () => page.$eval('#path .key', one => getComputedStyle(one).backgroundColor);
    const paper = await colour();
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    const dark = await colour();
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    equal(name + ' on paper: the colours are light', [paper, paper === dark], [await colour(), false]);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    equal(name + ' on paper: nothing cut', await page.evaluate(() => Array.from(document.querySelectorAll('main *'))
        .filter(element => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
        .map(element => element.localName + '.' + element.className + ' ' + element.textContent.slice(0, 40))), []);
    await picture('explain-' + name + '-paper', page);
    await close(name + ' on paper', page);
}

async function testNoScript(name) {
    const report = json(name), page = await open(name + '.html', { javaScriptEnabled: false });
    equal(name + ' no script: findings', await page.locator('.finding').count(), report.findings.length);
    equal(name + ' no script: the table of the timeline is there', await page.locator('#timeline-table table').isVisible(), true);
    equal(name + ' no script: all rows of the path are there', await page.locator('#path .dense tbody tr:visible').count(),
        await page.locator('#path .dense tbody tr').count());
    equal(name + ' no script: nothing dead', [await page.locator('#density').isVisible(), await page.locator('#timeline-view').isVisible(),
        await page.locator('#finding-1 button').count()], [false, false, 0]);
    equal(name + ' no script: the strip has its text', await page.locator('#strip g title').count(), await page.locator('#strip g').count());
    await close(name + ' no script', page);
}

// More activities than fit: windows, and a page that stays small.
async function testMany(name) {
    const page = await open(name + '.html');
    const size = fs.statSync(folder + '/' + name + '.html').size;
    result(name + ': size', size < 3500000 ? [] : [size]);
    result(name + ': says what is left out', /drawn together.* windows/.test(await page.textContent('#timeline .note')) ? [] : ['no']);
    await page.click('#finding-1 .show button');
    for (let i = 0; i < 6; i++)
        await page.keyboard.press('+');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    result(name + ': single activities in a window', /^Processors? .*: (?!.*longest)/.test(await page.textContent('#timeline-told')) ? []
        : [await page.textContent('#timeline-told')]);
    await close(name, page);
}

// Fingers: two zoom, one moves, up and down scrolls the page, a touch tells.
async function testTouch(name) {
    const page = await open(name + '.html', { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
    const plot = page.locator('#timeline-view canvas'), end = Number(json(name).execution_time);
    await plot.scrollIntoViewIfNeeded();
    const area = await plot.boundingBox(), x = area.x + area.width / 2, y = area.y + 30;
    const devtools = await page.context().newCDPSession(page);
    const touch = (type, points) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) =>
        ({ x: px, y: py, id })) });
    const settle = () => page.waitForTimeout(100);
    await touch('touchStart', [[x - 20, y]]);
    await touch('touchStart', [[x - 20, y], [x + 20, y]]);
    for (let i = 1; i <= 8; i++)
        await touch('touchMove', [[x - 20 - 8 * i, y], [x + 20 + 8 * i, y]]);
    await touch('touchEnd', []);
    await settle();
    const pinched = await range(page);
    result(name + ' touched: two fingers zoom', pinched[0] > 0 && pinched[1] < end && pinched[1] - pinched[0] < 0.4 * end ? [] : [pinched]);
    await touch('touchStart', [[x, y]]);
    for (let i = 1; i <= 8; i++)
        await touch('touchMove', [[x - 4 * i, y]]);
    await touch('touchEnd', []);
    await settle();
    const moved = await range(page);
    result(name + ' touched: a finger moves', moved[0] > pinched[0] && near(moved[1] - moved[0], pinched[1] - pinched[0], end) ? [] : [moved]);
    await page.touchscreen.tap(x, y);
    await settle();
    result(name + ' touched: it is told', /^Processors? /.test(await page.textContent('#timeline-told')) ? []
        : [await page.textContent('#timeline-told')]);
    await close(name + ' touched', page);
}

// At no width is a number on the axis of the timeline cut, or over the one before it.
async function testAxis(name) {
    const page = await open(name + '.html'), wrong = [];
    let turned = 0;
    for (let width = 360; width <= 1480; width += 40) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
        const { right, labels } = await page.$eval('.timeline-axis', axis => ({
            right: axis.getBoundingClientRect().right, labels: Array.from(axis.children, one => ({
                from: one.getBoundingClientRect().left, to: one.getBoundingClientRect().right,
                text: one.textContent, turned: one.className === 'before' })) }));
        turned += labels.some(one => one.turned);
        wrong.push(...labels.filter((one, i) => one.to > right + 0.5 || i > 0 && one.from < labels[i - 1].to - 0.5)
            .map(one => width + ': ' + one.text));
        if (labels.length < 2)
            wrong.push(width + ': ' + labels.length + ' labels');
    }
    result(name + ': every number on the axis is whole', turned > 0 ? wrong : ['none stands before its line']);
    await close(name + ' at many widths', page);
}

const narrow = { viewport: { width: 400, height: 800 } };
await testFindings('fault');
await testPath(driver, 'fault');
await testPath(driver, 'grid');
await testStrip(driver, 'short');
await testStrip(driver, 'grid');
await testZoom('fault');
await testAxis('fault');
await testTable('fault');
await testTable('grid');
await testTable('many');
await testActivities('short');
await testPixels('fault', 'light');
await testPixels('fault', 'dark');
await testMany('many');
await testLook('long', 'narrow', narrow);
for (const file of ['fault', 'grid']) {
    await testLook(file, 'light', { colorScheme: 'light' });
    await testLook(file, 'dark', { colorScheme: 'dark' });
    await testLook(file, 'narrow', narrow);
}
for (const scheme of ['light', 'dark'])
    await testPalette('fault', scheme);
await testPaper('fault');
await testPaper('grid');
await testTouch('grid');
await testNoScript('fault');
for (const file of ['fault', 'short', 'grid', 'many'])
    await testMetrics(driver, file);
await finish();
