// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The strip of the critical path told piece by piece, and the density of its tables.
'use strict';
(() => {
const strip = byId('strip');
if (!strip)
    return;

// ---- The strip: pointing tells a piece, a click or the arrow keys keep it ----
const told = byId('strip-told');
const pieces = Array.from(strip.querySelectorAll('g'), piece => ({ piece,
    text: piece.firstElementChild.textContent, interval: Number(piece.dataset.interval) }));
let kept = -1;
function tell(index) {
    const old = strip.querySelector('.at');
    if (old)
        old.removeAttribute('class');
    if (index < 0) {
        told.textContent = 'Point at a piece, or use \u2190 and \u2192 in the strip.';
        return;
    }
    const { piece, text, interval } = pieces[index];
    const [when, ...what] = text.split(': ');
    const strong = document.createElement('b');
    strong.textContent = when + ': ';
    piece.setAttribute('class', 'at');
    told.replaceChildren(strong, what.join(': '));
    if (interval) {
        const link = document.createElement('a');
        link.href = '#interval-' + interval;
        link.textContent = 'Show the interval';
        told.append(' ', link);
    }
}
function keep(index) {
    kept = Math.min(pieces.length - 1, Math.max(0, index));
    tell(kept);
}
const indexOf = event => pieces.findIndex(({ piece }) => piece === event.target.closest('g'));
strip.addEventListener('pointermove', event => {
    const index = indexOf(event);
    if (index >= 0)
        tell(index);
});
strip.addEventListener('pointerleave', () => tell(kept));
strip.addEventListener('click', event => {
    const index = indexOf(event);
    if (index >= 0)
        keep(index);
});
strip.addEventListener('keydown', event => {
    const moves = { ArrowLeft: kept - 1, ArrowRight: kept + 1, PageUp: kept - 10, PageDown: kept + 10,
        Home: 0, End: pieces.length - 1 };
    if (event.key === 'Enter' && kept >= 0 && pieces[kept].interval)
        location.hash = '#interval-' + pieces[kept].interval;
    if (!(event.key in moves) || event.altKey || event.ctrlKey || event.metaKey)
        return;
    event.preventDefault();
    keep(moves[event.key]);
});
for (const { piece } of pieces)
    piece.firstElementChild.remove(); // told below, not in a box of the browser's
strip.tabIndex = 0;
strip.setAttribute('role', 'application');
strip.setAttribute('aria-describedby', 'strip-told');
told.setAttribute('role', 'status');
told.hidden = false;
tell(-1);

// ---- Density: what is smaller becomes one row, marked by a star, so that sums stay ----
const steps = [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1];
const range = byId('density-range'), length = Number(strip.dataset.length);
const percent = share => Number((100 * share).toPrecision(3)) + '\u00a0%';
function setDensity() {
    const least = steps[range.value];
    const text = least > 0 ? percent(least) + ' of the path' : 'nothing: all rows are shown';
    byId('density-value').textContent = text;
    range.setAttribute('aria-valuetext', text);
    for (const table of document.querySelectorAll('#path table.dense')) {
        const body = table.tBodies[0];
        body.querySelectorAll('.star').forEach(row => row.remove());
        let n = 0, share = 0;
        const column = Array.from(table.tHead.rows[0].cells).findIndex(cell =>
            cell.textContent.startsWith('Time'));
        for (const row of body.rows) {
            row.hidden = Number(row.dataset.share) < least;
            if (!row.hidden)
                continue;
            n++;
            share += Number(row.dataset.share);
        }
        if (n === 0)
            continue;
        const star = body.insertRow();
        star.className = 'star';
        const head = document.createElement('th');
        head.scope = 'row';
        head.textContent = '* ' + n + (n === 1 ? ' row' : ' rows') + ' below ' + percent(least);
        star.append(head);
        for (let i = 1; i < table.tHead.rows[0].cells.length; i++)
            star.insertCell().textContent = i === column ? timeText(share * length)
                : i === column + 1 ? percent(share) : '';
    }
}
// At first a hundredth, or less where a table would have nothing else to show.
const enough = step => Array.from(document.querySelectorAll('#path table.dense')).every(table => {
    const rows = Array.from(table.tBodies[0].rows);
    return rows.filter(row => Number(row.dataset.share) >= steps[step]).length >= Math.min(3, rows.length);
});
while (range.value > 0 && !enough(range.value))
    range.value--;
range.addEventListener('input', setDensity);
byId('density').hidden = false;
setDensity();
})();
