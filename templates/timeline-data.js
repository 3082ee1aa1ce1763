// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What the page has of the timeline: each row at several resolutions, packed as
// src/report/html-timeline-pack.h tells, and in windows single activities. timeline.js draws it.
'use strict';
const N_ACTIVITIES = 19;

// Takes what is in the element `store` away from the document.
function readTimeline(store) {
    const end = Number(store.dataset.end);
    const places = Array.from(store.querySelectorAll('u'), one => one.textContent);
    const names = new Map(Array.from(store.querySelectorAll('s'), one => [Number(one.dataset.id),
        { text: one.textContent, interval: Number(one.dataset.interval) }]));
    const styles = [null, ...store.dataset.styles.split(';').slice(0, -1).map(text => {
        const [activity, interval, place] = text.split(',').map(Number);
        return { activity, name: names.get(interval), place: places[place] || '' };
    })];
    const labels = [], swatches = [];
    for (const item of document.querySelectorAll('#timeline-legend li')) {
        labels[item.dataset.activity] = item.textContent;
        swatches[item.dataset.activity] = item.firstElementChild;
    }
    const tracks = Array.from(document.querySelectorAll('#timeline-table tbody tr'), row => ({
        path: row.dataset.path === 'yes', label: row.cells[0].textContent, count: row.cells[1].textContent, chunks: [], shown: true }));
    for (const one of store.querySelectorAll('i')) {
        const [track, resolution, tick, from, to] = one.dataset.at.split(',').map(Number);
        tracks[track].chunks.push({ resolution, tick, from, to, text: one.textContent,
            whole: from === 0 && to >= end, pieces: null });
    }
    store.remove();
    for (const track of tracks) {
        track.levels = track.chunks.filter(chunk => chunk.whole).sort((a, b) => b.resolution - a.resolution);
        track.windows = track.chunks.filter(chunk => !chunk.whole).sort((a, b) => a.from - b.from);
    }
    return { end, styles, labels, swatches, tracks, windows: tracks[0].windows };
}

// A chunk's pieces as arrays: piece i is from at[i] to at[i + 1].
function unpackChunk(chunk) {
    if (chunk.pieces)
        return chunk.pieces;
    const bytes = Uint8Array.from(atob(chunk.text), one => one.charCodeAt(0));
    const at = [0], style = [], shares = [];
    let i = 0, ticks = 0;
    const number = () => {
        let value = 0, factor = 1;
        for (; bytes[i] >= 128; factor *= 128)
            value += (bytes[i++] - 128) * factor;
        return value + bytes[i++] * factor;
    };
    while (i < bytes.length) {
        const code = number();
        ticks += number();
        let united = null;
        if (code % 2) {
            const kinds = number();
            united = new Uint8Array(N_ACTIVITIES);
            for (let kind = 1; kind < N_ACTIVITIES; kind++)
                if (kinds >> kind & 1)
                    united[kind] = bytes[i++];
        }
        at.push(ticks * chunk.tick);
        style.push(code >> 1);
        shares.push(united);
    }
    chunk.text = '';
    chunk.pieces = { at: Float64Array.from(at), style: Uint32Array.from(style), shares };
    return chunk.pieces;
}
// The piece that `time` is in; the number of pieces if it is behind the last.
function findPiece(pieces, time) {
    let low = 0, high = pieces.style.length;
    while (low < high) {
        const middle = low + high >> 1;
        if (pieces.at[middle + 1] > time)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// What shows a track when a pixel is `wanted` seconds: a level, and windows over it where that is too
// coarse.
function chunksFor(track, wanted) {
    const level = track.levels.find(chunk => chunk.resolution <= wanted) ||
        track.levels[track.levels.length - 1];
    return [level, ...(level.resolution > wanted ? track.windows : [])];
}
