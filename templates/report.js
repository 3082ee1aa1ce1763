// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What makes the page alive: folding, search and sorting of the tree, the view of one interval, heat map
// and histogram. All numbers come from the tables of the page itself (interval.xhtml), which stand in a
// noscript element: a browser that runs this does not build thousands of table rows.
'use strict';
(() => {
const byId = id => document.getElementById(id);
const data = byId('data');
if (!data)
    return;

// el('td', {class: 'x'}, 'text', child): an element of HTML; text is never markup.
const el = (name, attributes, ...content) => fill(document.createElement(name), attributes, content);
const svg = (name, attributes, ...content) =>
    fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, content);
function fill(element, attributes, content) {
    for (const key in attributes)
        element.setAttribute(key, attributes[key]);
    element.append(...content);
    return element;
}
const number = text => Number(text.replace(/[^-+.\deE]/g, ''));
const short = value => String(Number(value.toPrecision(6)));
const cellsOf = row => Array.from(row.matchAll(/<t[dh](?: [^>]*)?>([^<]*)/g), cell => cell[1]);

// ---- The tables, as text ----
const text = data.textContent;
const part = (from, to) => {
    const begin = text.indexOf(from);
    return begin < 0 ? '' : text.slice(begin, text.indexOf(to, begin));
};
const LEVEL = 0, COUNT = 1, PROCESSORS = 2, EFFICIENCY = 3;
const heads = cellsOf(part('<thead>', '</thead>')).slice(1);
const columnOf = label => heads.indexOf(label);
const TIME = columnOf('Execution time'), LOST = columnOf('Lost time');
const N_POP = 5, firstPop = heads.length - N_POP;
const values = new Map(); // id: texts by column
for (const row of part('id="values"', '</table>').split('<tr id="interval-').slice(1))
    values.set(parseInt(row, 10), cellsOf(row).slice(1));
const groupsOf = id => part('<tbody id="operations-' + id + '"', '</tbody>').split('<tr>').slice(2)
    .map(cellsOf);
const valueOf = (id, column) => number(values.get(id)[column]);

// ---- The tree ----
const tree = byId('rows');
const rows = new Map(); // id: its row
const ids = [];
for (const row of tree.querySelectorAll('.row:not(.head)')) {
    const id = parseInt(row.querySelector('a').hash.slice('#interval-'.length), 10);
    row.id = 'row-' + id;
    rows.set(id, row);
    ids.push(id);
}
const idOf = row => parseInt(row.id.slice('row-'.length), 10);
const folder = row => row.localName === 'summary' ? row.parentNode : null;
const itemOf = row => folder(row) || row; // what stands among its siblings
const parentOf = row => {
    const outer = itemOf(row).parentNode;
    return outer === tree ? null : outer.firstElementChild;
};
const nameOf = row => row.querySelector('a').textContent;
const placeOf = row => row.querySelector('code').textContent;
const isVisible = row => {
    if (itemOf(row).hidden)
        return false;
    for (let up = parentOf(row); up; up = parentOf(up))
        if (!folder(up).open)
            return false;
    return true;
};
function reveal(row) {
    for (let up = parentOf(row); up; up = parentOf(up)) {
        folder(up).open = true;
        folder(up).hidden = false;
    }
    itemOf(row).hidden = false;
}

// One stop of the Tab key for the whole tree: the row that the arrow keys are at.
let current = null;
function setCurrent(row, focus) {
    if (current)
        current.querySelector('a').tabIndex = -1;
    current = row;
    const link = row.querySelector('a');
    link.tabIndex = 0;
    if (focus)
        link.focus();
}
function step(row, direction) {
    const all = Array.from(tree.querySelectorAll('.row:not(.head)'));
    for (let i = all.indexOf(row) + direction; i >= 0 && i < all.length; i += direction)
        if (isVisible(all[i]))
            return all[i];
    return row;
}
function keyed(event) {
    const row = event.target.closest('.row');
    if (!row || row.classList.contains('head') || event.altKey || event.ctrlKey || event.metaKey)
        return;
    const fold = folder(row), first = rows.get(ids[0]);
    const moves = {
        ArrowDown: () => step(row, 1),
        ArrowUp: () => step(row, -1),
        ArrowRight: () => !fold ? row : fold.open ? step(row, 1) : (fold.open = true, row),
        ArrowLeft: () => fold && fold.open ? (fold.open = false, row) : parentOf(row) || row,
        Home: () => first,
        End: () => Array.from(tree.querySelectorAll('.row:not(.head)')).filter(isVisible).pop(),
    };
    if (!moves[event.key])
        return;
    event.preventDefault();
    setCurrent(moves[event.key](), true);
}
const showOpen = fold =>
    fold.firstElementChild.querySelector('a').setAttribute('aria-expanded', String(fold.open));

function foldAll(open) {
    const main = tree.querySelector('details');
    for (const fold of tree.querySelectorAll('details'))
        fold.open = open || fold === main;
    if (!isVisible(current))
        setCurrent(rows.get(ids[0]));
}

let before = null; // what was unfolded before the search began
function search(words) {
    const folds = Array.from(tree.querySelectorAll('details'));
    const wanted = words.toLowerCase().split(/\s+/).filter(word => word);
    if (wanted.length > 0 && !before)
        before = folds.filter(fold => fold.open);
    let n = 0;
    const found = [];
    for (const [id, row] of rows) {
        const name = (nameOf(row) + ' ' + placeOf(row)).toLowerCase();
        const hit = wanted.every(word => name.includes(word));
        itemOf(row).hidden = !hit;
        row.classList.toggle('hit', hit && wanted.length > 0);
        if (hit) {
            n++;
            found.push(row);
        }
    }
    if (wanted.length > 0) {
        found.forEach(reveal);
    } else if (before) {
        folds.forEach(fold => { fold.open = before.includes(fold); });
        before = null;
    }
    byId('found').textContent = wanted.length > 0 ? n + ' of ' + rows.size + ' intervals' : '';
    const seen = ids.map(id => rows.get(id)).find(isVisible);
    if (seen && !isVisible(current))
        setCurrent(seen);
}

// Sorts siblings, so that the tree stays one. `key` gives a number or a text of an interval's id.
const collator = new Intl.Collator('en', { numeric: true });
function sortTree(key, descending) {
    const children = new Map();
    for (const id of ids) {
        const outer = itemOf(rows.get(id)).parentNode;
        if (!children.has(outer))
            children.set(outer, []);
        children.get(outer).push([key(id), id]);
    }
    const sign = descending ? -1 : 1;
    for (const [outer, list] of children) {
        list.sort((a, b) => sign * (typeof a[0] === 'number' ? a[0] - b[0]
            : collator.compare(a[0], b[0])) || a[1] - b[1]);
        outer.append(...list.map(([, id]) => itemOf(rows.get(id))));
    }
}

// Heads become buttons; the last column shows the characteristic that was chosen.
let lastColumn = LOST, sorted = null, descending = false;
const head = tree.querySelector('.head');
const keys = [
    id => nameOf(rows.get(id)) + ' ' + placeOf(rows.get(id)), id => valueOf(id, LEVEL),
    id => valueOf(id, COUNT), id => valueOf(id, TIME), id => valueOf(id, TIME),
    id => valueOf(id, EFFICIENCY), id => valueOf(id, lastColumn),
];
function sortBy(cell, index) {
    if (sorted === cell && descending === (index === 0)) { // the third time: as in the program
        sorted = null;
        sortTree(id => id, false);
    } else {
        descending = sorted === cell ? !descending : index > 0;
        sorted = cell;
        sortTree(keys[index], descending);
    }
    for (const other of head.children) {
        const state = other !== sorted ? '' : descending ? 'descending' : 'ascending';
        other.dataset.sort = state;
        other.firstElementChild.setAttribute('aria-label',
            other.textContent + (state ? ', sorted ' + state : ', sort'));
    }
    byId('found').textContent = sorted ? 'Sorted by ' + cell.textContent.toLowerCase() + ', ' +
        (descending ? 'descending' : 'ascending') : 'In the order of the program';
}
Array.from(head.children).forEach((cell, index) => {
    const button = el('button', { type: 'button', 'aria-label': cell.textContent + ', sort' },
        ...cell.childNodes);
    button.addEventListener('click', () => sortBy(cell, index));
    cell.append(button);
});
function setColumn(column) {
    lastColumn = column;
    const unit = column > EFFICIENCY && column < firstPop ? ', s' : '';
    const cell = head.lastElementChild;
    cell.firstElementChild.textContent = heads[column] + unit;
    cell.firstElementChild.setAttribute('aria-label', heads[column] + ', sort');
    for (const [id, row] of rows)
        row.lastElementChild.textContent = values.get(id)[column];
    if (sorted === cell) {
        sorted = null;
        sortBy(cell, keys.length - 1);
    }
}

// ---- The view of one interval ----
const table = (caption, head, body) => el('table', { class: head ? 'groups' : 'main' },
    el('caption', {}, caption),
    ...(head ? [el('thead', {}, el('tr', {}, el('td'), ...head.map(text =>
        el('th', { scope: 'col' }, text))))] : []),
    el('tbody', {}, ...body.map(([name, ...cells]) => el('tr', {}, el('th', { scope: 'row' }, name),
        ...cells.map(cell => el('td', {}, cell))))));
const groupLabels = Array.from(document.querySelectorAll('#summary .groups tbody th'),
    th => th.textContent);
const groupNames = ['io', 'reduction', 'shadow', 'remote', 'redistribution'];

function useBar(id, groups) {
    const total = valueOf(id, columnOf('Total time'));
    const uses = [['productive', 'Productive', valueOf(id, columnOf('Productive time'))],
        ['insufficient', 'Insufficient parallelism', valueOf(id, columnOf('Insufficient parallelism'))],
        ...groups.map((group, i) => [groupNames[i], group[0], number(group[2])]),
        ['idle', 'Idle', valueOf(id, columnOf('Idle time'))]].filter(use => use[2] > 1e-12 * total);
    const percent = value => (100 * value / total).toPrecision(3) + '\u00a0%';
    return [
        el('div', { class: 'bar' }, ...uses.map(([name, label, value]) => {
            const piece = el('i', { class: name, title: label + ' ' + percent(value) });
            piece.style.width = 100 * value / total + '%';
            return piece;
        })),
        el('p', { class: 'legend' }, ...uses.flatMap(([name, label, value]) =>
            [el('span', {}, el('i', { class: 'key ' + name }), label + ' ' + percent(value)), ' '])),
    ];
}

function navigation(id) {
    const at = ids.indexOf(id), up = parentOf(rows.get(id));
    const link = (label, target) => target ? [el('a', { href: target }, label), ' '] : [];
    const inTree = el('a', { href: '#row-' + id }, 'In the tree');
    inTree.addEventListener('click', event => {
        event.preventDefault();
        reveal(rows.get(id));
        setCurrent(rows.get(id), true);
        rows.get(id).scrollIntoView({ block: 'center' });
    });
    return el('nav', { 'aria-label': 'Interval' },
        ...link('Up', up && '#interval-' + idOf(up)),
        ...link('Previous', at > 0 && '#interval-' + ids[at - 1]),
        ...link('Next', at + 1 < ids.length && '#interval-' + ids[at + 1]),
        inTree, ' ', ...link('Home', '#top'));
}

let article = null;
function show(id) {
    const row = rows.get(id), cells = values.get(id);
    const given = new Map(groupsOf(id).map(group => [group[0], group]));
    const groups = groupLabels.map(label => given.get(label) || [label, '0', '0', '0', '0', '0']);
    const operationHeads = cellsOf(part('id="operations"', '</thead>')).slice(1);
    const made = el('article', { id: 'interval-' + id, tabindex: '-1', 'aria-labelledby': 'interval-heading' },
        el('header', {}, el('h3', { id: 'interval-heading' }, nameOf(row), ' ', el('code', {}, placeOf(row))),
            navigation(id)),
        el('p', {}, 'Level ' + cells[LEVEL] + ', entered ' +
            (cells[COUNT] === '1' ? 'once' : cells[COUNT] + ' times')),
        ...useBar(id, groups),
        el('div', { class: 'columns' },
            table('Main characteristics', null, [['Efficiency', cells[EFFICIENCY]],
                ['Processors', cells[PROCESSORS]],
                ...heads.slice(TIME, firstPop).map((label, i) => [label, cells[TIME + i]])]),
            el('div', {},
                el('div', { class: 'scroll' }, table('Communication operations', operationHeads, groups)),
                table('POP factors', null, heads.slice(firstPop).map((label, i) =>
                    [label, cells[firstPop + i]])))));
    const classes = part('<details id="processors-' + id + '"', '</details>');
    if (classes)
        made.append(processors(classes));
    const old = tree.querySelector('[aria-current]');
    if (old)
        old.removeAttribute('aria-current');
    row.querySelector('a').setAttribute('aria-current', 'true');
    if (article)
        article.replaceWith(made);
    else
        data.before(made);
    article = made;
    reveal(row);
    setCurrent(row);
    stopAtScrollers();
}

// ---- Processors ----
const shape = byId('characteristics').dataset.topology.split('x').map(Number);
// "0-1,0-3 5,7 and 3 boxes more": boxes, a [low, high] for each dimension of the grid. With
// --per-processor it is the number of a processor.
function boxesOf(set) {
    return set.split(' and ')[0].split(' ').map(box => {
        const ranges = box.split(',').map(range => {
            const ends = range.split('-').map(Number);
            return [ends[0], ends[ends.length - 1]];
        });
        if (ranges.length === shape.length)
            return ranges;
        let rest = ranges[0][0];
        return shape.map((size, g) => {
            const stride = shape.slice(g + 1).reduce((product, n) => product * n, 1);
            const index = Math.floor(rest / stride);
            rest -= index * stride;
            return [index, index];
        });
    });
}

const has = (box, index) => box.every(([low, high], g) => low <= index[g] && index[g] <= high);

function processors(chunk) {
    const lines = chunk.split('<tr>').slice(1).map(cellsOf);
    const labels = lines[0].slice(2);
    const classes = lines.slice(1).map(cells => ({ set: cells[0], count: number(cells[1]),
        boxes: boxesOf(cells[0]), cells: cells.slice(2) }));
    const more = /<p class="note">([^<]*)/.exec(chunk);
    const choice = el('select', {}, ...labels.map((label, i) => el('option', { value: i }, label)));
    const slices = shape.slice(0, -2).map((size, g) => el('input', { type: 'number', min: 0,
        max: size - 1, value: 0, 'aria-label': 'Index in dimension ' + (g + 1) }));
    const plot = el('div', { class: 'plots' });
    const draw = () => plot.replaceChildren(...plots(classes, labels[choice.value], +choice.value,
        slices.map((input, g) => Math.min(shape[g] - 1, Math.max(0, Math.floor(+input.value) || 0)))));
    choice.addEventListener('change', draw);
    slices.forEach(input => input.addEventListener('input', draw));
    draw();
    return el('section', { class: 'processors' },
        el('h4', {}, 'Processors'),
        el('p', { class: 'tools' }, el('label', {}, 'Characteristic ', choice),
            ...(slices.length ? [el('span', {}, ' Slice ', ...slices)] : [])),
        plot,
        el('details', {}, el('summary', {}, 'Table of classes of processors with the same values (' +
            classes.length + ')'),
            el('div', { class: 'scroll' , tabindex: '0', role: 'region', 'aria-label': 'Classes of processors' },
                table('Times in seconds', ['How many', ...labels], classes.map(one =>
                    [one.set, String(one.count), ...one.cells]))),
            ...(more ? [el('p', { class: 'note' }, more[1])] : [])));
}

function plots(classes, label, column, slice) {
    const all = classes.map(one => ({ ...one, text: one.cells[column], value: number(one.cells[column]) }));
    const total = all.reduce((sum, one) => sum + one.count, 0);
    const least = all.reduce((a, b) => b.value < a.value ? b : a);
    const most = all.reduce((a, b) => b.value > a.value ? b : a);
    const mean = all.reduce((sum, one) => sum + one.value * one.count, 0) / total;
    const fact = (name, text, who) => el('div', {}, el('dt', {}, name), el('dd', {}, text),
        ...(who ? [el('dd', { class: 'small' }, 'processors ' + who)] : []));
    const even = most.value === least.value;
    const brief = set => set.length > 40 ? set.slice(0, 40).replace(/\s\S*$/, '') + ' \u2026' : set;
    return [
        el('dl', { class: 'extremes' }, fact('Minimum', least.text + ' s', even ? '' : brief(least.set)),
            fact('Mean', short(mean) + ' s', ''), fact('Maximum', most.text + ' s', even ? '' : brief(most.set))),
        heatMap(all, label, least, most, slice),
        histogram(all, label, least, most),
    ];
}

function heatMap(all, label, least, most, slice) {
    const height = shape.length > 1 ? shape[shape.length - 2] : 1, width = shape[shape.length - 1];
    const share = one => most.value > least.value ?
        100 * (one.value - least.value) / (most.value - least.value) : 50;
    const readout = el('output', {}, 'Point at a processor, or use the arrow keys in the map.');
    const rects = [];
    for (const one of all)
        for (const box of one.boxes) {
            if (!slice.every((index, g) => box[g][0] <= index && index <= box[g][1]))
                continue;
            const [left, right] = box[shape.length - 1];
            const [top, bottom] = shape.length > 1 ? box[shape.length - 2] : [0, 0];
            rects.push(svg('rect', { x: left, y: top, width: right - left + 1, height: bottom - top + 1,
                style: 'fill:color-mix(in oklab, var(--heat-high) ' + share(one).toFixed(1) +
                    '%, var(--heat-low))', 'data-value': one.text }));
        }
    const map = svg('svg', { class: 'heat', viewBox: '0 0 ' + width + ' ' + height,
        preserveAspectRatio: 'none', tabindex: '0', role: 'img',
        'aria-label': label + ' of the processors, from ' + least.text + ' to ' + most.text +
            ' seconds; the table of classes has the numbers' },
        svg('rect', { width, height, class: 'missing' }), ...rects,
        svg('rect', { width: 1, height: 1, class: 'cursor', visibility: 'hidden' }));
    const cell = Math.min(40, 960 / width, 320 / height);
    map.style.width = Math.max(cell * width, 48) + 'px';
    map.style.height = Math.max(cell * height, 24) + 'px';
    const at = [0, 0];
    const tell = (y, x) => {
        at[0] = Math.min(height - 1, Math.max(0, y));
        at[1] = Math.min(width - 1, Math.max(0, x));
        const index = shape.length > 1 ? [...slice, ...at] : [at[1]];
        const one = all.find(other => other.boxes.some(box => has(box, index)));
        fill(map.lastChild, { x: at[1], y: at[0], visibility: 'visible' }, []);
        readout.textContent = 'Processor ' + index.join(',') + ': ' +
            (one ? one.text + ' s (' + label.toLowerCase() + ')' : 'not in this page');
    };
    map.addEventListener('pointermove', event => {
        const box = map.getBoundingClientRect();
        tell(Math.floor((event.clientY - box.top) / box.height * height),
            Math.floor((event.clientX - box.left) / box.width * width));
    });
    map.addEventListener('keydown', event => {
        const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
        if (!move)
            return;
        event.preventDefault();
        const first = map.lastChild.getAttribute('visibility') === 'hidden';
        tell(at[0] + (first ? 0 : move[0]), at[1] + (first ? 0 : move[1]));
    });
    return el('figure', {}, el('figcaption', {}, label + ' over the grid ' + shape.join('\u00d7')),
        el('div', { class: 'scroll' }, map),
        el('p', { class: 'scale' }, least.text, ' ', el('i', { class: 'ramp' }), ' ', most.text, ' s'), readout);
}

function histogram(all, label, least, most) {
    const bins = most.value > least.value ? 16 : 1, counts = new Array(bins).fill(0);
    for (const one of all)
        counts[bins === 1 ? 0 : Math.min(bins - 1, Math.floor(bins * (one.value - least.value) /
            (most.value - least.value)))] += one.count;
    const highest = Math.max(...counts);
    const plot = svg('svg', { class: 'histogram', viewBox: '0 0 ' + bins + ' 100', role: 'img',
        preserveAspectRatio: 'none', 'aria-label': 'How many processors have which ' +
            label.toLowerCase() + ': ' + counts.join(', ') + ' in equal steps from ' + least.text +
            ' to ' + most.text + ' seconds' },
        ...counts.map((count, i) => svg('rect', { x: i + 0.06, width: 0.88,
            y: 100 - 100 * count / highest, height: 100 * count / highest })));
    return el('figure', {}, el('figcaption', {}, 'How many processors'), plot,
        el('p', { class: 'scale ends' }, el('span', {}, least.text), el('span', {}, 'most in a step: ' + highest),
            el('span', {}, most.text + ' s')));
}

// What scrolls to the side is a stop of the Tab key, so that the arrow keys can move it.
function stopAtScrollers() {
    for (const scroller of document.querySelectorAll('main .scroll'))
        if (scroller.scrollWidth > scroller.clientWidth)
            scroller.tabIndex = 0;
        else
            scroller.removeAttribute('tabindex');
}

// ---- Beginning ----
function follow(first) {
    const wanted = /^#interval-(\d+)$/.exec(location.hash);
    const id = wanted ? parseInt(wanted[1], 10) : 0;
    if (rows.has(id)) {
        show(id);
        article.scrollIntoView();
        article.focus({ preventScroll: true });
    } else if (first) {
        show(ids[0]);
    }
}
for (const link of tree.querySelectorAll('.row a'))
    link.tabIndex = -1;
for (const heading of tree.querySelectorAll('summary')) {
    heading.tabIndex = -1;
    showOpen(heading.parentNode);
}
tree.removeAttribute('tabindex'); // its rows take the keys
tree.addEventListener('toggle', event => showOpen(event.target), true);
tree.addEventListener('keydown', keyed);
const chooser = byId('column');
heads.forEach((label, column) => {
    if (column >= EFFICIENCY)
        chooser.append(el('option', { value: column }, label));
});
chooser.value = String(LOST);
chooser.addEventListener('change', () => setColumn(Number(chooser.value)));
byId('search').addEventListener('input', event => search(event.target.value));
byId('unfold').addEventListener('click', () => foldAll(true));
byId('fold').addEventListener('click', () => foldAll(false));
byId('tools').hidden = false;
document.addEventListener('toggle', stopAtScrollers, true);
addEventListener('resize', stopAtScrollers);
addEventListener('hashchange', () => follow(false));
follow(true);
})();
