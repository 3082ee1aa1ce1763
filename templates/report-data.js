// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The numbers of the page. All come from its own tables (interval.xhtml), which stand in a noscript
// element: a browser that runs this takes them as text and does not build thousands of table rows.
'use strict';
const byId = id => document.getElementById(id);

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

// Numbers as the rest of the page writes them: six digits, and shares.
const number = text => Number(text.replace(/[^-+.\deE]/g, ''));
const short = value => String(Number(value.toPrecision(6)));
// Seconds in the unit that reads best, three digits.
const units = [[1, 's'], [1e-3, 'ms'], [1e-6, 'us'], [1e-9, 'ns']];
const unitOf = seconds => units.find(([size]) => Math.abs(seconds) >= 0.9995 * size) || units[units.length - 1];
function timeText(seconds) {
    if (!isFinite(seconds))
        return '-';
    if (seconds === 0)
        return '0 s';
    const [unit, name] = unitOf(seconds), value = seconds / unit, size = Math.abs(value);
    return (size >= 1e6 || size < 0.0995 ? value.toPrecision(3) :
        value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2)) + ' ' + name;
}
// Times that belong together: with six digits where three do not tell them apart.
function timeTexts(...all) {
    const texts = all.map(timeText), [unit, name] = unitOf(Math.max(...all));
    const alike = all.some((one, i) => all.some((other, k) => one !== other && texts[i] === texts[k]));
    return alike ? all.map(one => short(one / unit) + ' ' + name) : texts;
}
// Two moments of what takes `whole` seconds, in its unit: they differ in late digits.
function stretch(from, to, whole) {
    const [unit, name] = unitOf(whole);
    return short(from / unit) + ' to ' + short(to / unit) + ' ' + name;
}
function percent(share) {
    const value = 100 * share;
    if (!isFinite(value))
        return '-';
    if (Math.abs(value) < 0.001)
        return value > 0 ? '<0.001 %' : '0 %';
    return (Math.abs(value) < 1 ? String(Number(value.toPrecision(2))) : value.toFixed(1)) + ' %';
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r', '#10': '\n', '#9': '\t' };
const decode = text => text.replace(/&(#?\w+);/g, (all, name) => entities[name] || all);
const cellsOf = row => Array.from(row.matchAll(/<t[dh](?: [^>]*)?>([^<]*)/g), cell => decode(cell[1]));

// The tables: heads, and for each interval its texts by column.
const EFFICIENCY = 3, LEVEL = 0, COUNT = 1, PROCESSORS = 2, N_POP = 6, N_GROUPS = 5;
function readTables(text) {
    const part = (from, to) => {
        const begin = text.indexOf(from);
        return begin < 0 ? '' : text.slice(begin, text.indexOf(to, begin));
    };
    const head = cellsOf(part('<thead>', '</thead>')).slice(1);
    const heads = head.slice(0, -N_GROUPS - 1); // behind the groups: the process
    const tables = {
        heads, groupLabels: head.slice(-N_GROUPS - 1, -1), firstPop: heads.length - N_POP,
        columnOf: label => heads.indexOf(label),
        columns: cellsOf(part('<details id="processors"', '</thead>')).slice(2), // of the processors
        intervals: new Map(), // id: name, place, cells; up, children: ids
        processorsOf: id => part('<tbody id="processors-' + id + '"', '</tbody>'),
        cellsOf: id => part('<tbody id="cells-' + id + '"', '</tbody>'), // of the grid, where those are not all
    };
    const open = []; // ids of the intervals around the next one, by level
    for (const row of part('id="values"', '</table>').split('<tr id="interval-').slice(1)) {
        const id = parseInt(row, 10);
        const [, name, place, depth] = /<th>([^<]*) <code>([^<]*)[^]*?<td>(\d+)/.exec(row);
        const level = Number(depth), up = level > 0 ? open[level - 1] : 0;
        open.length = level;
        open[level] = id;
        let cells = null; // read when they are asked for: of most intervals they never are
        tables.intervals.set(id, {
            id, up, level, children: [], name: decode(name), place: decode(place),
            get cells() {
                return cells = cells || cellsOf(row).slice(1);
            },
        });
        if (up)
            tables.intervals.get(up).children.push(id);
    }
    return tables;
}

// [label, count, communication, synchronization, time variation, overlap] of each group.
const groupsOf = (tables, interval) => tables.groupLabels.map((label, i) => {
    const texts = interval.cells[tables.heads.length + i].split(' ');
    return [label, ...(texts.length > 1 ? texts : ['0', '0', '0', '0', '0'])];
});

// Start and exit of the process, seconds, and the efficiency without them.
const processOf = (tables, interval) =>
    (interval.cells[tables.heads.length + N_GROUPS] || '0 1').split(' ').map(Number);
