// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The tree of a comparison: search, folding, and links into it. Without it the tree folds all the same.
'use strict';
(() => {
const byId = id => document.getElementById(id);
const tree = byId('rows'), found = byId('found');
if (!tree || !byId('tools'))
    return;
const folds = Array.from(tree.querySelectorAll('details'));
const rows = Array.from(tree.querySelectorAll('[id^=row-]'), row => ({ row, text: Array.from(
    (row.localName === 'details' ? row.firstElementChild : row).children).slice(0, 2)
    .map(cell => cell.textContent).join(' ').toLowerCase() }));
let before = null; // what was unfolded before the search began

function endSearch() {
    for (const { row } of rows) {
        row.hidden = false;
        row.classList.remove('hit');
    }
    if (before)
        folds.forEach((fold, i) => { fold.open = before[i]; });
    before = null;
    found.textContent = '';
}
// Shows the rows that have all the words, and those around them.
function search(words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(word => word);
    if (wanted.length === 0) {
        endSearch();
        return;
    }
    before = before || folds.map(fold => fold.open);
    const shown = new Set();
    let n = 0;
    for (const { row, text } of rows) {
        const hit = wanted.every(word => text.includes(word));
        row.classList.toggle('hit', hit);
        n += hit;
        for (let up = row; hit && up !== tree && !shown.has(up); up = up.parentElement)
            shown.add(up);
    }
    for (const { row } of rows) {
        row.hidden = !shown.has(row);
        if (row.localName === 'details' && !row.hidden)
            row.open = true;
    }
    found.textContent = n + ' of ' + rows.length + ' intervals';
}
function foldAll(open) {
    folds.forEach((fold, i) => { fold.open = open || i === 0; });
}
// A link leads to a row: what it is in unfolds.
function follow() {
    const row = /^#row-\d+$/.test(location.hash) && byId(location.hash.slice(1));
    if (!row)
        return;
    if (row.hidden) {
        byId('search').value = '';
        endSearch();
    }
    for (let up = row.parentElement; up !== tree; up = up.parentElement)
        up.open = true;
    row.scrollIntoView({ block: 'center' });
}

byId('search').addEventListener('input', event => search(event.target.value));
byId('unfold').addEventListener('click', () => foldAll(true));
byId('fold').addEventListener('click', () => foldAll(false));
byId('tools').hidden = false;
addEventListener('hashchange', follow);
document.addEventListener('click', event => { // the same link again
    const link = event.target.closest('a[href^="#row-"]');
    if (link && link.hash === location.hash)
        follow();
});
follow();
})();
