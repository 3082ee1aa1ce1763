// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Tests of the pages in a browser; test-page.sh makes the pages and says where everything is:
//   node page.mjs NODE_MODULES BROWSER FOLDER
// With PREDICTOR_SCREENSHOTS=DIR it leaves pictures of them there.
import fs from 'node:fs';
import { drive } from './driver.mjs';

const { folder, result, equal, json, six, time, percent, seconds, open, close, access, picture, finish } = await drive('page');
const visible = page => page.$$eval('#rows tbody tr', rows =>
    rows.filter(row => row.checkVisibility() && row.querySelector('a')).map(row => Number(row.querySelector('a').hash.slice('#interval-'.length))));

// Times side by side, with six digits where three do not tell them apart.
function together(...all) {
    const texts = all.map(time), most = Math.max(...all), unit = time(most).split(' ')[1];
    return all.some((one, i) => all.some((other, k) => one !== other && texts[i] === texts[k]))
        ? all.map(one => six(one / seconds('1 ' + unit)) + ' ' + unit) : texts;
}

// The tables of the view of one interval: captions to labels to cells.
const shown = page => page.$eval('article', article => Object.fromEntries(
    Array.from(article.querySelectorAll('table'), table => [table.caption.textContent,
        Object.fromEntries(Array.from(table.querySelectorAll('tbody tr'), row =>
            [row.cells[0].textContent, Array.from(row.cells).slice(1).map(cell => cell.textContent)]))])));

const fields = { 'Efficiency': 'Efficiency', 'Processors': 'processors', 'Execution time': 'Execution_time',
    'Total time': 'Total_time', 'Productive time': 'Productive_time',
    'Productive CPU time': 'Productive_CPU_time', 'Productive SYS time': 'Productive_SYS_time',
    'CPU time': 'CPU_time', 'SYS time': 'SYS_time', 'I/O time': 'IO_time', 'Lost time': 'Lost_time',
    'Insufficient parallelism': 'Insuff_parallelism',
    'Insufficient parallelism (user)': 'Insuff_parallelism_USR',
    'Insufficient parallelism (system)': 'Insuff_parallelism_SYS', 'Communication': 'Communication',
    'Idle time': 'Idle', 'Load imbalance': 'Load_imbalance', 'Synchronization': 'Synchronization',
    'Time variation': 'Time_variation', 'Overlap': 'Overlap' };
const groups = { 'Input/output': 'io', 'Reduction': 'reduction', 'Shadow edges': 'shadow',
    'Remote access': 'remote', 'Redistribution': 'redistribution' };

// Of intervals in which the process starts or ends.
const processFields = { 'Efficiency without start': 'Efficiency_without_start',
    'Start and exit of the process': 'Start_exit' };

function differences(interval, tables) {
    const found = [];
    const check = (what, cell, value, write = time) => {
        if (cell !== write(six(value)))
            found.push('interval ' + interval.id + ', ' + what + ': ' + cell + ', expected ' + value);
    };
    const main = tables['Main characteristics'];
    const process = interval.process?.[0], labels = Object.keys(fields);
    if (process)
        labels.splice(1, 0, ...Object.keys(processFields));
    if (Object.keys(main).join() !== labels.join())
        found.push('labels: ' + Object.keys(main));
    for (const label in process ? processFields : {})
        check(label, main[label]?.[0], process[processFields[label]], label.startsWith('Efficiency') ? percent : time);
    for (const label in fields)
        check(label, main[label]?.[0], interval[fields[label]],
            label === 'Efficiency' ? percent : label === 'Processors' ? String : time);
    const product = interval.pop.computation_scaling * interval.pop.parallel_efficiency;
    if (!(Math.abs(interval.pop.global_efficiency - product) <= 1e-12 * product))
        found.push('interval ' + interval.id + ': ' + interval.pop.global_efficiency + ' is not ' + product);
    for (const label in groups) {
        const group = interval.operations[groups[label]];
        [group.count, group.communication, group.synchronization, group.variation, group.overlap]
            .forEach((value, i) => check(label + ' ' + i, tables['Communication operations'][label]?.[i], value, i === 0 ? String : time));
    }
    return found;
}

async function testValues(name) {
    const report = json(name);
    const page = await open(name + '.html');
    let found = [];
    for (const interval of report.intervals) {
        await page.evaluate(id => new Promise(done => {
            addEventListener('hashchange', () => setTimeout(done), { once: true });
            location.hash = '#interval-' + id;
        }), interval.id);
        found = found.concat(differences(interval, await shown(page)));
    }
    result(name + ': values are those of the JSON', found);
    await close(name + ' values', page);
}

async function testTree() {
    const report = json('grid'), all = report.intervals.map(interval => interval.id);
    const page = await open('grid.html');
    await page.click('#unfold');
    equal('unfold all', await visible(page), all);
    await page.click('#fold');
    equal('fold all', await visible(page),
        all.filter(id => report.intervals[id - 1].level < 2));
    await page.click('#row-1 .marker');
    equal('fold by the mouse', await visible(page), [1]);
    await page.click('#unfold');

    // Children of SEQ by lost time, the largest first; then the smallest; then as in the program.
    const seq = report.intervals.find(interval => interval.type === 'SEQ');
    const children = report.intervals.filter(interval => interval.parent === seq.id);
    const listed = async () => (await visible(page)).filter(id => report.intervals[id - 1].parent === seq.id);
    const by = (field, sign) => children.slice().sort((a, b) =>
        sign * (six(a[field]) - six(b[field])) || a.id - b.id).map(child => child.id);
    const click = index => page.click('#rows thead th:nth-child(' + index + ') button');
    await click(7);
    equal('sort: largest first', await listed(), by('Lost_time', -1));
    equal('sort: says so', await page.$$eval('#rows thead th', heads => heads.map(head => head.ariaSort)),
        [null, null, null, null, null, null, 'descending']);
    await click(7);
    equal('sort: smallest first', await listed(), by('Lost_time', 1));
    await click(7);
    equal('sort: as in the program', await visible(page), all);
    await page.selectOption('#column', { label: 'SYS time' });
    await click(7);
    equal('sort: by any characteristic', await listed(), by('SYS_time', -1));
    equal('sort: the column shows it', await page.$eval('#row-' + seq.id + ' > :last-child',
        cell => cell.textContent), time(six(seq.SYS_time)));
    await click(7);
    await click(7);

    await page.fill('#search', 'user heat2d.fdv:17');
    equal('search: what is found, and what it is in', await visible(page), [1, 2]);
    await page.fill('#search', 'nothing like it');
    equal('search: nothing', await page.textContent('#found'), '0 of ' + all.length + ' intervals');
    await page.fill('#search', '');
    equal('search: everything again', await visible(page), all);
    await close('tree', page);
}

async function testKeyboard() {
    const page = await open('grid.html');
    const focus = () => page.evaluate(() => document.activeElement.id);
    const state = (id, name) => page.getAttribute('#row-' + id, 'aria-' + name);
    await page.focus('#fold');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 9 && !(await focus()).startsWith('row-'); i++)
        await page.keyboard.press('Tab');
    equal('keyboard: Tab reaches the tree', await focus(), 'row-1');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    equal('keyboard: one stop for all rows', await focus(), 'row-1');
    await page.keyboard.press('ArrowDown');
    equal('keyboard: down', await focus(), 'row-2');
    equal('keyboard: level, place, folded', [await state(2, 'level'), await state(2, 'posinset'),
        await state(2, 'expanded')], ['2', '1', 'false']);
    await page.keyboard.press('ArrowRight');
    equal('keyboard: unfolded', await state(2, 'expanded'), 'true');
    equal('keyboard: right unfolds', await visible(page).then(ids => ids.includes(3)), true);
    await page.keyboard.press('ArrowRight');
    equal('keyboard: right goes in', await focus(), 'row-3');
    await page.keyboard.press('ArrowLeft');
    equal('keyboard: left goes out', await focus(), 'row-2');
    await page.keyboard.press('ArrowLeft');
    equal('keyboard: left folds', await visible(page).then(ids => ids.includes(3)), false);
    await page.keyboard.press('End');
    equal('keyboard: end', await focus(), 'row-' + (await visible(page)).pop());
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#interval-2');
    equal('keyboard: Enter shows it', await focus(), 'interval-2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('article#interval-1');
    result('keyboard: up', []);
    await close('keyboard', page);
}

async function testLinks() {
    const page = await open('grid.html', {}, '#interval-40');
    const check = async (name, id) => {
        const box = await page.$eval('#interval-' + id, element => element.getBoundingClientRect().top);
        result(name, box > -5 && box < 900 ? [] : ['top at ' + box]);
        equal(name + ': its row is unfolded', (await visible(page)).includes(id), true);
    };
    await check('deep link', 40);
    await page.reload();
    await check('deep link after reload', 40);
    equal('interval: the command that steps to it', /^predictor debug -t \S+ .* --execute 'break interval \S+:\d+' --execute run$/
        .test(await page.textContent('article .debug code')), true);
    await page.click('article nav a:text("In the tree")');
    equal('links: its row has the focus', await page.evaluate(() => document.activeElement.id), 'row-40');
    await page.click('article nav a:text("Next")');
    await page.waitForSelector('article#interval-41');
    await page.goBack();
    await page.waitForSelector('article#interval-40');
    await page.goBack().catch(() => null);
    await close('links', page);
}

// Every processor of the heat map, by the keyboard, against the classes of the JSON.
async function testHeatMap(name, shape) {
    const report = json(name), page = await open(name + '.html');
    const strides = shape.map((_, g) => shape.slice(g + 1).reduce((a, b) => a * b, 1));
    const main = report.intervals[0];
    const classOf = index => main.processor_values
        ? main.processor_values[index.reduce((sum, i, g) => sum + i * strides[g], 0)]
        : main.processor_classes.find(one => one.processors.split(' ').some(box =>
            box.split(',').every((range, g) => {
                const ends = range.split('-').map(Number);
                return ends[0] <= index[g] && index[g] <= ends[ends.length - 1];
            })));
    const count = shape.reduce((a, b) => a * b, 1), found = [];
    // At first it shows what tells the processors apart most.
    const spread = label => {
        const values = (main.processor_values || main.processor_classes).map(one => fields[label] ? six(one[fields[label]])
            : six((one.operations?.[groups[label]] || { communication: 0 }).communication));
        return Math.max(...values) - Math.min(...values);
    };
    const offered = await page.$$eval('.processors option', options => options.map(option => option.textContent));
    const most = Math.max(...offered.map(spread));
    const first = await page.$eval('.processors select', select => select.value);
    result(name + ': what differs most is shown at first', Math.abs(spread(first) - most) <= 1e-12 * most ? []
        : [first + ' differs by ' + spread(first) + ', another by ' + most]);
    await page.selectOption('.processors select', { label: 'CPU time' });
    for (let p = 0; p < count; p++) {
        const index = strides.map((stride, g) => Math.floor(p / stride) % shape[g]);
        for (let g = 0; g < shape.length - 2; g++)
            await page.fill('.processors input >> nth=' + g, String(index[g]));
        const map = await page.$('svg.heat');
        await map.scrollIntoViewIfNeeded();
        const box = await map.boundingBox();
        const y = shape.length > 1 ? shape.length - 2 : -1, x = shape.length - 1;
        await page.mouse.move(box.x + (index[x] + 0.5) * box.width / shape[x],
            box.y + (y < 0 ? 0.5 : (index[y] + 0.5) / shape[y]) * box.height);
        const text = await page.textContent('.processors output');
        const match = /^Processor ([\d,]+): (\S+ \S+) \(/.exec(text) || [];
        if (match[1] !== index.join() || match[2] !== time(six(classOf(index).CPU_time)))
            found.push(index + ': "' + text + '", expected ' + classOf(index).CPU_time);
    }
    result(name + ': heat map values are those of the JSON', found);
    const all = Array.from({ length: count }, (_, p) =>
        classOf(strides.map((stride, g) => Math.floor(p / stride) % shape[g])).CPU_time);
    const facts = await page.$$eval('.extremes dd:not(.small)', facts => facts.map(fact => fact.textContent));
    const rounded = all.map(six), least = Math.min(...rounded), top = Math.max(...rounded);
    equal(name + ': minimum, mean, maximum, difference', facts,
        [...together(least, rounded.reduce((a, b) => a + b, 0) / count, top), top > least ? time(top - least) : 'none']);
    equal(name + ': heat map has a cell for each processor of the slice', await page.$$eval('svg.heat rect[data-value]',
        cells => cells.length), shape.slice(-2).reduce((a, b) => a * b, 1));
    await page.focus('svg.heat');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    result(name + ': heat map by keyboard', (await page.textContent('.processors output'))
        .startsWith('Processor ') ? [] : ['no readout']);
    await close(name + ' heat map', page);
}

// Any characteristic of any interval: the sums of others too, and what is 0 for all.
async function testChoices(name) {
    const report = json(name), page = await open(name + '.html', {}, '#interval-' + report.intervals.length);
    const found = [];
    for (const interval of [report.intervals[0], report.intervals[report.intervals.length - 1]]) {
        await page.evaluate(id => { location.hash = '#interval-' + id; }, interval.id);
        await page.waitForSelector('article#interval-' + interval.id);
        for (const label in { ...fields, ...groups }) {
            const field = fields[label], group = groups[label];
            if (['Efficiency', 'Processors', 'Total time'].includes(label))
                continue;
            await page.selectOption('.processors select', { label });
            const values = interval.processor_classes.map(one =>
                field ? one[field] : (one.operations[group] || { communication: 0 }).communication);
            const shown = await page.$$eval('.extremes dd:not(.small)', facts => facts.map(fact => fact.textContent));
            const far = (text, value) => Math.abs(seconds(text) - value) > 0.005001 * value;
            if (far(shown[0], Math.min(...values)) || far(shown[2], Math.max(...values)) ||
                (shown[3] !== 'none' && shown[0] === shown[2]))
                found.push('interval ' + interval.id + ', ' + label + ': ' + shown + ' of ' + values);
        }
    }
    result(name + ': any characteristic over the processors', found);
    await close(name + ' choices', page);
}

// Paper: white, nothing cut at the side, no tools.
async function testPaper(file) {
    const page = await open(file + '.html', { colorScheme: 'dark', viewport: { width: 720, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    equal(file + ' on paper: white', await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    equal(file + ' on paper: no tools', await page.$$eval('nav, .tools', all => all.filter(one => one.checkVisibility()).length), 0);
    equal(file + ' on paper: nothing cut', await page.evaluate(() => Array.from(document.querySelectorAll('main *'))
        .filter(element => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
        .map(element => element.localName + '.' + element.className + ' ' + element.textContent.slice(0, 40))), []);
    await close(file + ' on paper', page);
}

// Rules that hold in each look: colours differ, text is cut nowhere, nothing scrolls to the side.
async function testLook(file, look, options) {
    const page = await open(file + '.html', options);
    await page.$$eval('article details', all => all.forEach(details => { details.open = true; }));
    const name = file + ' ' + look;
    equal(name + ': no scrolling to the side', await page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        return document.documentElement.scrollWidth <= width ? [] :
            Array.from(document.querySelectorAll('body *')).filter(element =>
                element.getBoundingClientRect().right > width && !element.closest('.scroll, .tree'))
                .map(element => element.localName + '.' + element.className);
    }), []);
    await access(name, page);
    await picture(file + '-' + look, page);
    await close(name, page);
}

// The tree of a comparison: links into it, search, folding; without script it folds too.
async function testCompare() {
    const page = await open('compare.html'), report = json('grid');
    const shown = () => page.$$eval('#rows [id^=row-]', all => all.filter(one => one.checkVisibility()).length);
    const all = await page.locator('#rows [id^=row-]').count(), first = await shown();
    equal('compare: every interval is in the tree', all, report.intervals.length);
    equal('compare: rows far away are not laid out', await page.$eval('#rows div[id]', row => getComputedStyle(row).contentVisibility), 'auto');
    result('compare: the tree is folded', first < all ? [] : [first]);
    result('compare: what changed most can be seen', await page.$$eval('a[href^="#row-"]', links => links.filter(link =>
        !document.querySelector(link.hash).checkVisibility()).map(link => link.hash)));
    const link = page.locator('a[href^="#row-"]').last(), hash = await link.getAttribute('href');
    await page.click('#fold');
    equal('compare: all is folded', await page.$$eval('#rows details', folds => folds.filter(one => one.open).length), 1);
    await link.click();
    result('compare: a link unfolds the way', await page.$eval(hash, row => row.checkVisibility() &&
        row.getBoundingClientRect().top < innerHeight ? [] : [row.id]));
    const before = await shown();
    await page.fill('#search', 'par 31');
    const hits = report.intervals.filter(one => one.type === 'PAR' && one.line === 31).length;
    equal('compare: search finds', await page.textContent('#found'), hits + ' of ' + all + ' intervals');
    equal('compare: search shows', await page.$$eval('#rows .hit', rows => rows.filter(row => row.checkVisibility()).length), hits);
    result('compare: search hides', await shown() < all ? [] : [await shown()]);
    await page.click(hash === '#row-1' ? 'a[href="#row-1"]' : 'a[href="' + hash + '"]');
    await page.fill('#search', '');
    equal('compare: after the search as before', await shown(), before);
    await page.click('#unfold');
    equal('compare: all is unfolded', await shown(), all);
    await page.focus('#rows summary >> nth=0');
    await page.keyboard.press('Enter');
    equal('compare: a key folds', await shown(), 1);
    await close('compare', page);
    const plain = await open('compare.html', { javaScriptEnabled: false });
    equal('compare: no script: nothing dead', await plain.locator('#tools').isVisible(), false);
    await plain.click('#rows summary >> nth=0');
    equal('compare: no script: folding', await plain.locator('#row-2').isVisible(), false);
    await close('compare without script', plain);
}

// Of thousands of intervals only those near the window stand in the document. How long it takes is told, not
// asserted: it is the machine's.
async function testThousands() {
    const all = json('thousands').intervals.length, began = Date.now(), page = await open('thousands.html');
    const settled = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100))));
    const rows = () => page.$$eval('#rows [id^=row-]', found => found.map(row => Number(row.id.slice('row-'.length))));
    const few = (name, there) => result('thousands: ' + name + ': a few rows', there.length > 0 && there.length <= 400 ? [] : [there.length]);
    const paint = await page.evaluate(() => performance.getEntriesByType('paint').map(one => one.name + ' ' + Math.round(one.startTime)));
    console.log('# ' + all + ' intervals: opened after ' + (Date.now() - began) + ' ms, ' + paint);
    console.log('# unfolded after ' + await page.evaluate(() => new Promise(done => {
        const start = performance.now();
        document.getElementById('unfold').click();
        requestAnimationFrame(() => setTimeout(() => done(Math.round(performance.now() - start))));
    })) + ' ms');
    few('unfolded', await rows());
    equal('thousands: readers are told how many', await page.$eval('#rows table', grid => Number(grid.ariaRowCount)), 1 + all + 1); // a head, and a row for those that are alike
    equal('thousands: and where a row is', await page.$eval('#row-150', row => Number(row.ariaRowIndex)), 151);
    for (const part of [0.3, 0.7, 1]) {
        await page.evaluate(share => {
            const box = document.getElementById('rows').getBoundingClientRect();
            scrollBy(0, box.top + box.height * share - innerHeight);
        }, part);
        await settled();
        const there = await rows();
        few('scrolled to ' + part, there);
        result('thousands: scrolled to ' + part + ': rows fill the window', await page.evaluate(() =>
            [20, innerHeight / 2, innerHeight - 30].filter(y => !document.elementFromPoint(60, y).closest('[id^=row-], #tree'))));
        result('thousands: scrolled to ' + part + ': those that belong there', Math.abs(there[there.length >> 1] - part * all) < 400 ? [] :
            [there[0] + ' to ' + there[there.length - 1]]);
        equal('thousands: scrolled to ' + part + ': one stop of the Tab key', await page.locator('#rows tr[tabindex="0"]').count(), 1);
    }
    await page.focus('#rows tr[tabindex="0"]');
    await page.keyboard.press('Home');
    equal('thousands: Home', await page.evaluate(() => document.activeElement.id), 'row-1');
    await page.keyboard.press('End');
    equal('thousands: End', await page.evaluate(() => document.activeElement.id), 'row-' + all);
    const marker = page.locator('#row-1 .marker');
    await page.keyboard.press('Home');
    await marker.click();
    equal('thousands: folded', await rows(), [1]);
    await page.fill('#search', 'fdv:3500');
    equal('thousands: found', await page.locator('#rows .hit').count(), 1);
    await page.fill('#search', '');
    await page.click('#unfold');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    equal('thousands: all are on paper', (await rows()).filter(id => id > 0).length, all);
    await close('thousands', page);
}

// The uses of the processor time have the same colours in both pages and in the view of an interval.
async function testPalette(scheme) {
    const colours = {};
    for (const file of ['grid', 'compare']) {
        const page = await open(file + '.html', { colorScheme: scheme });
        for (const [use, colour] of await page.$$eval('.bar > i, .key', all => all.map(one =>
            [one.className.replace('key ', ''), getComputedStyle(one).backgroundColor])))
            (colours[use] ||= new Set()).add(file + ' ' + colour);
        await close(file + ' palette', page);
    }
    const common = Object.values(colours).map(all => Array.from(all)).filter(all => all.length > 1);
    result(scheme + ': the same colours in both pages', common.length < 3 ? ['only ' + common.length + ' uses'] :
        common.filter(([one, other, more]) => more || one.split(' ')[0] === other.split(' ')[0] ||
            one.replace('grid ', '') !== other.replace('compare ', '')));
}

async function testNoScript() {
    const report = json('grid');
    const page = await open('grid.html', { javaScriptEnabled: false }, '#interval-40');
    equal('no script: every interval can be read', await page.locator('#values tbody tr').count(),
        report.intervals.length);
    equal('no script: it is shown', await page.locator('#interval-40').isVisible(), true);
    equal('no script: nothing dead', await page.locator('#tools').isVisible(), false);
    equal('no script: the tree has them all', await page.locator('.fold details, .fold div[style]').count(),
        report.intervals.length);
    equal('no script: links of the tree', await page.locator('.fold a').evaluateAll(all =>
        all.filter(link => !document.querySelector(link.hash)).length), 0);
    await page.click('.fold summary >> nth=0');
    equal('no script: folding', await page.locator('.fold details details').first().isVisible(), false);
    await page.click('.fold summary >> nth=0');
    equal('no script: unfolding', await page.locator('.fold details details').first().isVisible(), true);
    await close('no script', page);
}

// What a browser without script shows, in one that can run the checks.
async function testNoScriptAccess() {
    const html = fs.readFileSync(folder + '/grid.html', 'utf8');
    fs.writeFileSync(folder + '/plain.html', html.replaceAll('<noscript', '<div').replaceAll('</noscript>', '</div>')
        .replace(/<script>[^]*<\/script>/, ''));
    const page = await open('plain.html');
    equal('no script: its copy has the tree', await page.locator('.fold summary').first().isVisible(), true);
    await page.$$eval('details', all => all.forEach(details => { details.open = true; }));
    await access('no script', page);
    await close('no script, its copy', page);
}

const narrow = { viewport: { width: 360, height: 740 } };
await testValues('grid');
await testValues('line');
await testTree();
await testKeyboard();
await testThousands();
await testLinks();
await testHeatMap('grid', [4, 2]);
await testHeatMap('line', [8]);
await testHeatMap('cube', [2, 3, 2]);
await testHeatMap('each', [3, 2]);
await testChoices('grid');
await testChoices('line');
await testPaper('grid');
await testPaper('compare');
await testCompare();
for (const file of ['long-2x2', 'long-compare']) {
    await testLook(file, 'wide', {});
    await testLook(file, 'narrow', narrow);
}
for (const file of ['grid', 'compare']) {
    await testLook(file, 'light', { colorScheme: 'light' });
    await testLook(file, 'dark', { colorScheme: 'dark' });
    await testLook(file, 'narrow', narrow);
}
for (const scheme of ['light', 'dark'])
    await testPalette(scheme);
await testNoScript();
await testNoScriptAccess();
await finish();
