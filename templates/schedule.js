// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The Gantt chart zoomed along the time: bars get longer, and names are written where there is room.
'use strict';
(() => {
const gantt = byId('gantt');
if (!gantt)
    return;
const LEFT = 62, LENGTH = 886, WIDTH = 960, LETTER = 6.5;
const height = gantt.viewBox.baseVal.height, range = byId('zoom-range'), box = gantt.parentElement;
const heads = gantt.querySelector('.heads');
const bars = Array.from(gantt.querySelectorAll('rect:not(.heads rect)'), rect => {
    const title = rect.firstElementChild.textContent;
    return { rect, text: rect.nextElementSibling, name: title.slice(0, title.lastIndexOf(' on processor ')),
        x: Number(rect.getAttribute('x')), width: Number(rect.getAttribute('width')) };
});
const ticks = Array.from(gantt.querySelectorAll('.grid'), grid => ({ grid, text: grid.nextElementSibling,
    x: Number(grid.nextElementSibling.getAttribute('x')) }));

function zoom() {
    const times = 2 ** range.value, at = x => LEFT + (x - LEFT) * times;
    const middle = (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth;
    gantt.setAttribute('viewBox', `0 0 ${WIDTH + LENGTH * (times - 1)} ${height}`);
    gantt.style.width = 100 * (WIDTH + LENGTH * (times - 1)) / WIDTH + '%';
    for (const { rect, text, name, x, width } of bars) {
        rect.setAttribute('x', at(x));
        rect.setAttribute('width', width * times);
        text.setAttribute('x', at(x + width / 2));
        text.textContent = name.length * LETTER < width * times ? name : '';
    }
    for (const { grid, text, x } of ticks) {
        grid.setAttribute('d', `M${at(x)} 4 V${height - 26}`);
        text.setAttribute('x', at(x));
    }
    box.scrollLeft = middle * box.scrollWidth - box.clientWidth / 2;
    stay();
    const words = times === 1 ? 'all of it' : times + ' times';
    byId('zoom-value').textContent = words;
    range.setAttribute('aria-valuetext', words);
}
// Numbers of processors stay in sight.
function stay() {
    heads.setAttribute('transform', `translate(${box.scrollLeft * gantt.viewBox.baseVal.width / gantt.clientWidth} 0)`);
}
box.addEventListener('scroll', stay);
range.addEventListener('input', zoom);
byId('zoom').hidden = false;
zoom();
})();
