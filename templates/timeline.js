// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Draws the timeline of timeline-data.js, lets it be moved and zoomed, and tells what is in it. What is
// drawn is the coarsest resolution that shows a pixel, and where the page has single activities only in
// windows, those over it.
'use strict';
(() => {
const store = byId('timeline-data');
if (!store)
    return;
const { end, styles, labels, swatches, tracks, windows } = readTimeline(store);
const OPERATION = 3, WAIT = 9, COMPLETE = 14; // the first of their kinds of activities

// ---- The view ----
const view = { from: 0, to: end };
const LEAST = Math.max(end * 1e-8, 1e-15);
const ROW = 24, BAR = 18;
const plot = el('canvas', { tabindex: '0', role: 'application', 'aria-roledescription': 'timeline',
    'aria-describedby': 'timeline-help timeline-told' });
const cursor = el('div', { class: 'timeline-cursor' });
const axis = el('div', { class: 'timeline-axis', 'aria-hidden': 'true' });
const [unit, unitName] = unitOf(end); // of the axis
const corner = el('div', { class: 'timeline-corner', 'aria-hidden': 'true' }, unitName);
const rowLabels = el('div', { class: 'timeline-labels', 'aria-hidden': 'true' });
const told = el('p', { class: 'told', id: 'timeline-told', role: 'status' });
const span = el('output');
const seen = el('i', { class: 'seen' });
const range = el('div', { class: 'timeline-range', 'aria-hidden': 'true' },
    ...windows.map(one => {
        const mark = el('i', { class: 'exact' });
        mark.style.left = 100 * one.from / end + '%';
        mark.style.width = 100 * (one.to - one.from) / end + '%';
        return mark;
    }), seen);
const box = el('div', { class: 'timeline-box' }, corner, axis, rowLabels,
    el('div', { class: 'timeline-plot' }, plot, cursor));
let shownTracks = tracks, width = 0, dots = 1, marked = null; // marked: a style
const perPixel = () => (view.to - view.from) / width;

function setView(from, to) {
    const length = Math.min(end, Math.max(LEAST, to - from));
    const middle = (from + to) / 2;
    view.from = Math.min(end - length, Math.max(0, middle - length / 2));
    view.to = view.from + length;
    schedule();
}
function zoom(factor, around = (view.from + view.to) / 2) {
    const length = Math.min(end, Math.max(LEAST, (view.to - view.from) * factor));
    const share = (around - view.from) / (view.to - view.from);
    setView(around - share * length, around + (1 - share) * length);
}
const pan = share => setView(view.from + share * (view.to - view.from), view.to + share * (view.to - view.from));

let scheduled = false;
function schedule() {
    if (!scheduled)
        requestAnimationFrame(() => { scheduled = false; draw(); });
    scheduled = true;
}

// ---- Drawing ----
let colours = [], paper = '', alarm = '';
function readColours() {
    const look = getComputedStyle(document.documentElement);
    paper = look.getPropertyValue('--paper');
    alarm = look.getPropertyValue('--alert');
    colours = swatches.map((swatch, activity) => { // the legend has them from the style sheet
        const colour = getComputedStyle(swatch).getPropertyValue('--a');
        if (activity < WAIT)
            return colour;
        const tile = el('canvas', { width: 6 * dots, height: 6 * dots }), pen = tile.getContext('2d');
        pen.scale(dots, dots);
        pen.fillStyle = paper;
        pen.fillRect(0, 0, 6, 6);
        pen.strokeStyle = colour;
        pen.lineWidth = 1.4;
        pen.beginPath();
        if (activity < COMPLETE)
            for (const x of [-3, 3, 9]) {
                pen.moveTo(x - 4, 7);
                pen.lineTo(x + 4, -1);
            }
        else
            for (const y of [1, 4]) {
                pen.moveTo(0, y);
                pen.lineTo(6, y);
            }
        pen.stroke();
        return plot.getContext('2d').createPattern(tile, 'repeat');
    });
}
const chunksOf = track => chunksFor(track, perPixel() / dots);
// What is done at the line that is marked: work, the run-time system, or any part of operations.
const isMarked = style => style.place === marked.place &&
    Math.min(style.activity, OPERATION) === Math.min(marked.activity, OPERATION);
// A column of pixels shows what is in it by shares, when anything in it is shorter than a pixel or so;
// else what has the most of it, so that edges stay sharp.
function drawChunk(pen, chunk, from, to, top, scale) {
    const { at, style, shares } = unpackChunk(chunk), n = style.length, height = BAR * dots;
    const begin = Math.round((from - view.from) * scale), right = Math.round((to - view.from) * scale);
    const sum = new Float64Array(N_ACTIVITIES), seams = [];
    let column = -1, mixed = false, covered = 0, most = 0, best = -1;
    const stack = (values, x, w) => { // values: heights in parts of all, from below
        let low = top + height;
        for (let kind = 1; kind < N_ACTIVITIES; kind++) {
            if (!values[kind])
                continue;
            pen.fillStyle = colours[kind];
            pen.fillRect(x, low - values[kind] * height, w, values[kind] * height);
            low -= values[kind] * height;
        }
    };
    const paint = (i, x, w) => {
        if (shares[i]) {
            stack(Array.from(shares[i], share => share / 255), x, w);
        } else if (style[i] > 0) {
            pen.fillStyle = colours[styles[style[i]].activity];
            pen.fillRect(x, top, w, height);
        }
    };
    const turn = next => { // the column is done
        if (column >= begin && column < right && covered > 0) {
            if (mixed)
                stack(sum.map(part => part / covered), column, 1);
            else
                paint(best, column, 1);
        }
        sum.fill(0);
        column = next;
        mixed = false;
        covered = most = 0;
    };
    const add = (i, x, part, small) => { // a piece has a part of a column
        if (x !== column)
            turn(x);
        mixed = mixed || small;
        covered += part;
        if (part > most) {
            most = part;
            best = i;
        }
        if (shares[i])
            for (let kind = 1; kind < N_ACTIVITIES; kind++)
                sum[kind] += shares[i][kind] / 255 * part;
        else if (style[i] > 0)
            sum[styles[style[i]].activity] += part;
    };
    for (let i = findPiece({ at, style }, from); i < n && at[i] < to; i++) {
        const left = (Math.max(at[i], from) - view.from) * scale;
        const end = (Math.min(at[i + 1], to) - view.from) * scale, length = end - left;
        const first = Math.floor(left), last = Math.floor(end), small = length < 1.5;
        if (first === last) {
            add(i, first, length, small);
            continue;
        }
        add(i, first, first + 1 - left, small);
        if (last > first + 1) {
            turn(-1);
            paint(i, first + 1, Math.min(last, right) - first - 1);
        }
        if (end > last)
            add(i, last, end - last, small);
        if (length > 4 * dots && style[i] > 0 && !shares[i])
            seams.push([Math.round(end), Math.min(1, (length / dots - 4) / 12)]);
    }
    turn(-1);
    pen.fillStyle = alarm;
    for (let i = findPiece({ at, style }, from); marked && i < n && at[i] < to; i++) // below the bar
        if (style[i] > 0 && isMarked(styles[style[i]])) {
            const left = (Math.max(at[i], from) - view.from) * scale, right = (Math.min(at[i + 1], to) - view.from) * scale;
            pen.fillRect(left, top + height, Math.max(dots, right - left), 3 * dots);
        }
    for (const [x, strength] of seams) { // between activities, fading where they are short
        pen.globalAlpha = strength;
        pen.fillStyle = paper;
        pen.fillRect(x - Math.round(dots), top, Math.round(dots), height);
    }
    pen.globalAlpha = 1;
}
function draw() {
    const now = plot.parentNode.clientWidth, ratio = Math.min(2, devicePixelRatio || 1);
    if (now === 0)
        return;
    const height = Math.max(1, shownTracks.length) * ROW;
    if (now !== width || ratio !== dots || plot.height !== Math.round(height * ratio)) {
        width = now;
        dots = ratio;
        plot.width = Math.round(width * dots);
        plot.height = Math.round(height * dots);
        plot.style.height = height + 'px';
        readColours();
    }
    const pen = plot.getContext('2d'), scale = plot.width / (view.to - view.from);
    pen.clearRect(0, 0, plot.width, plot.height);
    shownTracks.forEach((track, row) => {
        const top = (row * ROW + (ROW - BAR) / 2) * dots;
        chunksOf(track).forEach((chunk, over) => {
            const from = Math.max(view.from, chunk.from), to = Math.min(view.to, chunk.to);
            if (from >= to)
                return;
            if (over > 0) {
                const left = Math.round((from - view.from) * scale);
                pen.clearRect(left, top, Math.round((to - view.from) * scale) - left, (BAR + 3) * dots);
            }
            drawChunk(pen, chunk, from, to, top, scale);
        });
    });
    drawAxis();
    placeCursor();
    seen.style.left = 100 * view.from / end + '%';
    seen.style.width = 100 * (view.to - view.from) / end + '%';
    span.textContent = stretch(view.from, view.to, end) + ' of ' + timeText(end) +
        (marked ? '; marked below the bars: line ' + marked.place : '');
    plot.setAttribute('aria-label', 'Timeline of ' + shownTracks.length + ' rows, ' + span.textContent);
}
function drawAxis() {
    const from = view.from / unit, to = view.to / unit, target = (to - from) / Math.max(2, width / 80);
    const power = 10 ** Math.floor(Math.log10(target));
    const step = [1, 2, 5, 10].map(factor => factor * power).find(one => one >= target);
    const digits = Math.min(15, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
    const ticks = [];
    for (let k = Math.ceil(from / step); k * step <= to && ticks.length < 40; k++) {
        const tick = el('span', {}, (k * step).toFixed(digits));
        tick.style.left = 100 * (k * step - from) / (to - from) + '%';
        ticks.push(tick);
    }
    axis.replaceChildren(...ticks);
    // No room behind the last line: before it, or none when the number before reaches there.
    const [before, last] = ticks.slice(-2).length > 1 ? ticks.slice(-2) : [null, ticks[0]];
    if (!last || last.offsetLeft + last.offsetWidth < axis.clientWidth)
        return;
    const free = last.offsetLeft - (before ? before.offsetLeft + before.offsetWidth : 0);
    last.className = 'before';
    if (last.offsetWidth > free)
        last.textContent = '';
}

// ---- Telling a piece ----
let kept = null; // { track, time }: what a click or a key chose
function pieceAt(track, time) {
    const chunk = chunksOf(track).filter(one => one.from <= time && time < one.to).pop() || chunksOf(track)[0];
    const pieces = unpackChunk(chunk), i = Math.min(findPiece(pieces, time), pieces.style.length - 1);
    return i < 0 || time >= pieces.at[pieces.style.length] ?
        { from: i < 0 ? 0 : pieces.at[pieces.style.length], to: end, style: null, shares: null } :
        { from: pieces.at[i], to: Math.min(end, pieces.at[i + 1]), style: styles[pieces.style[i]], shares: pieces.shares[i] };
}
function describe({ track, time }) {
    const piece = pieceAt(track, time), style = piece.style;
    const row = (track.path ? '' : Number(track.count) === 1 ? 'Processor ' : 'Processors ') + track.label;
    const content = [el('b', {}, row + ', ' + stretch(piece.from, piece.to, end) + ' (' +
        timeText(piece.to - piece.from) + '): ')];
    if (!style) {
        content.push('nothing');
        return content;
    }
    if (piece.shares) {
        const parts = [];
        piece.shares.forEach((share, kind) => {
            if (share > 0)
                parts.push(labels[kind] + ' ' + Math.max(1, Math.round(share / 2.55)) + '\u00a0%');
        });
        content.push(parts.join(', ') + '; the longest: ');
    }
    content.push(labels[style.activity]);
    if (style.place)
        content.push(', line ', el('code', {}, style.place));
    if (style.name)
        content.push(', in ', style.name.interval ?
            el('a', { href: '#interval-' + style.name.interval }, style.name.text) : style.name.text);
    return content;
}
function tell(what) {
    told.replaceChildren(...(what ? describe(what)
        : ['Point at a piece, or use the keys: what is there is shown here.']));
}
function placeCursor() {
    const row = kept ? shownTracks.indexOf(kept.track) : -1;
    const visible = row >= 0 && kept.time >= view.from && kept.time <= view.to;
    cursor.hidden = !visible;
    cursor.style.display = visible ? '' : 'none';
    Array.from(rowLabels.children).forEach((label, i) => label.classList.toggle('at', visible && i === row));
    if (!visible)
        return;
    const piece = pieceAt(kept.track, kept.time), scale = width / (view.to - view.from);
    const left = Math.max(0, (piece.from - view.from) * scale);
    const right = Math.min(width, (piece.to - view.from) * scale);
    Object.assign(cursor.style, { left: left - 1 + 'px', width: Math.max(4, right - left + 2) + 'px',
        top: row * ROW + 1 + 'px', height: ROW - 2 + 'px' });
}
function keep(track, time, intoView) {
    kept = { track, time: Math.min(end, Math.max(0, time)) };
    tell(kept);
    if (intoView && (kept.time < view.from || kept.time > view.to))
        setView(kept.time - (view.to - view.from) / 2, kept.time + (view.to - view.from) / 2);
    const top = shownTracks.indexOf(track) * ROW;
    if (top < box.scrollTop)
        box.scrollTop = top;
    else if (top + 2 * ROW > box.scrollTop + box.clientHeight)
        box.scrollTop = top + 2 * ROW - box.clientHeight;
    schedule();
}
function whereIs(event) {
    const area = plot.getBoundingClientRect();
    const row = Math.floor((event.clientY - area.top) / ROW);
    return { track: shownTracks[Math.min(shownTracks.length - 1, Math.max(0, row))],
        time: view.from + (event.clientX - area.left) / area.width * (view.to - view.from) };
}

// ---- Mouse, fingers ----
const pointers = new Map();
let moved = 0;
plot.addEventListener('pointerdown', event => {
    if (event.button > 0)
        return;
    pointers.set(event.pointerId, event);
    plot.setPointerCapture(event.pointerId);
    moved = 0;
});
plot.addEventListener('pointermove', event => {
    const before = pointers.get(event.pointerId);
    if (!before) {
        if (shownTracks.length > 0)
            tell(whereIs(event));
        return;
    }
    const dx = event.clientX - before.clientX;
    moved += Math.abs(dx);
    if (pointers.size === 2) {
        const other = Array.from(pointers.values()).find(one => one.pointerId !== event.pointerId);
        const was = Math.abs(before.clientX - other.clientX), is = Math.abs(event.clientX - other.clientX);
        if (was > 4 && is > 4)
            zoom(was / is, whereIs(other).time);
    } else if (moved > 3) {
        pan(-dx / width);
    }
    pointers.set(event.pointerId, event);
});
for (const name of ['pointerup', 'pointercancel'])
    plot.addEventListener(name, event => {
        if (!pointers.delete(event.pointerId) || moved > 3 || name === 'pointercancel' || shownTracks.length === 0)
            return;
        const { track, time } = whereIs(event);
        keep(track, time, false);
    });
plot.addEventListener('pointerleave', () => tell(kept));
plot.addEventListener('dblclick', event => zoom(event.shiftKey ? 4 : 0.25, whereIs(event).time));
plot.addEventListener('wheel', event => {
    const focused = document.activeElement === plot;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        pan((event.deltaX || event.deltaY) / width);
    } else if (event.ctrlKey || event.metaKey || focused) {
        event.preventDefault();
        zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 200), whereIs(event).time);
    }
}, { passive: false });
const goTo = event => {
    const area = range.getBoundingClientRect(), time = (event.clientX - area.left) / area.width * end;
    setView(time - (view.to - view.from) / 2, time + (view.to - view.from) / 2);
};
range.addEventListener('pointerdown', event => { range.setPointerCapture(event.pointerId); goTo(event); });
range.addEventListener('pointermove', event => { if (event.buttons & 1) goTo(event); });

// ---- Keys ----
function step(direction) { // the activity before or behind, on the same row
    const at = kept || { track: shownTracks[0], time: view.from };
    let piece = pieceAt(at.track, at.time);
    for (let i = 0; i < 2; i++) {
        const time = direction > 0 ? piece.to : piece.from;
        if (direction > 0 ? time >= end : time <= 0)
            break;
        const next = pieceAt(at.track, direction > 0 ? time + LEAST * 1e-3 : time - LEAST * 1e-3);
        if (next.from === piece.from && next.to === piece.to)
            break;
        piece = next;
        if (piece.style)
            break;
    }
    keep(at.track, (piece.from + piece.to) / 2, true);
}
function turn(direction) {
    const row = kept ? shownTracks.indexOf(kept.track) + direction : 0;
    keep(shownTracks[Math.min(shownTracks.length - 1, Math.max(0, row))],
        kept ? kept.time : (view.from + view.to) / 2, true);
}
const around = () => kept && kept.time >= view.from && kept.time <= view.to ? kept.time : undefined;
const actions = {
    ArrowLeft: () => pan(-0.1), ArrowRight: () => pan(0.1), PageUp: () => pan(-0.9), PageDown: () => pan(0.9),
    ArrowUp: () => turn(-1), ArrowDown: () => turn(1), ',': () => step(-1), '.': () => step(1),
    '+': () => zoom(0.5, around()), '=': () => zoom(0.5, around()), '-': () => zoom(2, around()),
    0: () => setView(0, end), Home: () => setView(0, view.to - view.from),
    End: () => setView(end - (view.to - view.from), end),
    Enter: () => {
        const style = kept && pieceAt(kept.track, kept.time).style;
        if (style && style.name && style.name.interval)
            location.hash = '#interval-' + style.name.interval;
    },
};
plot.addEventListener('keydown', event => {
    if (!Object.hasOwn(actions, event.key) || event.altKey || event.ctrlKey || event.metaKey || shownTracks.length === 0)
        return;
    event.preventDefault();
    actions[event.key]();
});

// ---- Tools ----
const button = (text, label, action) => {
    const made = el('button', { type: 'button', 'aria-label': label }, text);
    made.addEventListener('click', action);
    return made;
};
const tools = el('div', { class: 'timeline-tools' },
    button('Whole run', 'Whole run', () => { marked = null; setView(0, end); }),
    button('+', 'Zoom in', () => zoom(0.5, around())), button('\u2212', 'Zoom out', () => zoom(2, around())),
    button('\u2190', 'Earlier', () => pan(-0.5)), button('\u2192', 'Later', () => pan(0.5)), span);

function showRows() {
    shownTracks = tracks.filter(track => track.shown);
    rowLabels.replaceChildren(...shownTracks.map(track => el('div', { title: track.label + (Number(track.count) > 1 ?
        ': ' + track.count + ' processors' : ''), class: track.path ? 'path' : 'row-label' },
        ...(track.path ? [el('span', {}, 'Critical '), 'path'] : [track.label]))));
    if (kept && !kept.track.shown) {
        kept = null;
        tell(null);
    }
    schedule();
}
const choices = tracks.map(track => {
    const check = el('input', { type: 'checkbox' });
    check.checked = true;
    check.addEventListener('change', () => { track.shown = check.checked; showRows(); });
    return check;
});
const setAll = on => tracks.forEach((track, i) => {
    track.shown = choices[i].checked = on || i === 0;
});
const chooser = el('details', {}, el('summary', {}, 'Choose rows'),
    el('div', { class: 'timeline-tools' }, button('All', 'All rows', () => { setAll(true); showRows(); }),
        button('Only the first', 'Only the first row', () => { setAll(false); showRows(); })),
    el('div', { class: 'timeline-rows', role: 'group', 'aria-label': 'Rows', tabindex: '0' },
        ...tracks.map((track, i) => el('label', {}, choices[i], ' ', track.label))));

// Findings lead to their longest activity and mark those at the same line in all rows.
for (const place of document.querySelectorAll('.finding .show')) {
    const from = Number(place.dataset.from), to = Number(place.dataset.to), time = (from + to) / 2;
    if (!(to > 0))
        continue;
    place.append(button('In the timeline', 'In the timeline: finding ' + place.dataset.number, () => {
        setView(from - 3 * (to - from), to + 3 * (to - from)); // what is found there depends on the zoom
        const off = track => (piece => Math.abs(piece.from - from) + Math.abs(piece.to - to))(pieceAt(track, time));
        const rows = shownTracks.filter(track => !track.path);
        const track = rows.reduce((a, b) => off(b) < off(a) ? b : a, rows[0] || tracks[0]);
        marked = pieceAt(track, time).style;
        keep(track, time, false);
        byId('timeline').scrollIntoView();
        plot.focus({ preventScroll: true });
    }));
}

byId('timeline-view').append(tools,
    el('p', { class: 'note', id: 'timeline-help' }, 'Drag to move; pinch, ',
        el('kbd', {}, 'Ctrl'), ' and the wheel, or a double click to zoom. Keys: ',
        el('kbd', {}, '\u2190'), ' ', el('kbd', {}, '\u2192'), ' move, ', el('kbd', {}, '+'), ' ', el('kbd', {}, '\u2212'),
        ' zoom, ', el('kbd', {}, '0'), ' the whole run, ', el('kbd', {}, '\u2191'), ' ', el('kbd', {}, '\u2193'),
        ' row, ', el('kbd', {}, ','), ' ', el('kbd', {}, '.'), ' activity before and behind, ', el('kbd', {}, 'Enter'),
        ' its interval.' + (windows.length > 0 ? ' The bar below marks where each activity is in the page.' : '')),
    box, range, told, chooser);
byId('timeline-view').hidden = false;
byId('timeline-table').open = false;
tell(null);
showRows();
addEventListener('resize', schedule);
for (const media of ['(prefers-color-scheme: dark)', 'print']) // on paper all is light
    matchMedia(media).addEventListener('change', () => { readColours(); draw(); });
})();
