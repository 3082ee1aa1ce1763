// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The processors of an interval: extremes, heat map over the grid, histogram, table of classes.

const has = (box, index) => box.every(([low, high], g) => low <= index[g] && index[g] <= high);

// "0-1,0-3 5,7 and 3 boxes more": boxes, a [low, high] for each dimension of the grid. With
// --per-processor it is the number of a processor.
function boxesOf(set, shape) {
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

const brief = set => set.length > 40 ? set.slice(0, 40).replace(/\s\S*$/, '') + ' \u2026' : set;

// `classes`: of processors, all or those with the extremes; `cells`: of the grid, when they are not all.
function plots(classes, cells, label, column, slice, shape) {
    const valued = rows => rows.map(one => ({ ...one, text: column < 0 ? '0' : one.cells[column] }))
        .map(one => ({ ...one, value: number(one.text) }));
    const extremes = valued(classes.length > 0 ? classes : cells.rows), all = cells ? valued(cells.rows) : extremes;
    const total = all.reduce((sum, one) => sum + one.count, 0);
    const least = extremes.reduce((a, b) => b.value < a.value ? b : a);
    const most = extremes.reduce((a, b) => b.value > a.value ? b : a);
    const mean = all.reduce((sum, one) => sum + one.value * one.count, 0) / total;
    const fact = (name, text, who) => el('div', {}, el('dt', {}, name), el('dd', {}, text),
        ...(who ? [el('dd', { class: 'small' }, who)] : []));
    const even = most.value === least.value, [lowest, middle, highest] = timeTexts(least.value, mean, most.value);
    const who = one => even || classes.length === 0 ? '' : 'processors ' + brief(one.set);
    return [
        el('dl', { class: 'extremes' }, fact('Minimum', lowest, who(least)),
            fact('Mean', middle, ''), fact('Maximum', highest, who(most)),
            fact('Difference', even ? 'none' : timeText(most.value - least.value),
                even ? 'all processors alike' : percent(1 - least.value / most.value) + ' of the maximum')),
        heatMap(all, label, slice, shape, cells ? cells.shape : shape),
        ...(even ? [] : [histogram(all, label, cells ? 'mean of their cell' : '')]),
    ];
}

// The grid `shape`, drawn in the cells of `grid`: the same, or fewer, each the mean of its processors.
function heatMap(all, label, slice, shape, grid) {
    const last = shape.length - 1, flat = last === 0;
    const height = flat ? 1 : grid[last - 1], width = grid[last], means = grid.join() !== shape.join();
    const least = all.reduce((a, b) => b.value < a.value ? b : a), most = all.reduce((a, b) => b.value > a.value ? b : a);
    const [lowest, highest] = timeTexts(least.value, most.value);
    const logarithmic = least.value > 0 && most.value >= 100 * least.value;
    const scale = logarithmic ? Math.log : value => value;
    const share = one => most.value > least.value ?
        100 * (scale(one.value) - scale(least.value)) / (scale(most.value) - scale(least.value)) : 50;
    const readout = el('output', {}, 'Point at a processor, or use the arrow keys in the map.');
    const layer = slice.map((index, g) => Math.floor(index * grid[g] / shape[g]));
    const cells = width * height <= 1024; // else a rectangle for a box of processors, and no lines
    const rects = [];
    for (const one of all)
        for (const box of one.boxes) {
            if (!layer.every((index, g) => box[g][0] <= index && index <= box[g][1]))
                continue;
            const [left, right] = box[last], [top, bottom] = flat ? [0, 0] : box[last - 1];
            const [high, wide] = cells ? [1, 1] : [bottom - top + 1, right - left + 1];
            for (let y = top; y <= bottom; y += high)
                for (let x = left; x <= right; x += wide)
                    rects.push(svg('rect', { x, y, width: wide, height: high,
                        style: 'fill:color-mix(in oklab, var(--heat-high) ' + share(one).toFixed(1) +
                            '%, var(--heat-low))', 'data-value': one.text }));
        }
    const map = svg('svg', { class: cells ? 'heat cells' : 'heat', viewBox: '0 0 ' + width + ' ' + height,
        preserveAspectRatio: 'none', tabindex: '0', role: 'img',
        'aria-label': label + ' of the processors, from ' + lowest + ' to ' + highest +
            '; the table of classes has the numbers' },
        svg('rect', { width, height, class: 'missing' }), ...rects,
        svg('rect', { width: 1, height: 1, class: 'cursor', visibility: 'hidden' }));
    const cell = Math.min(64, 960 / width, 320 / height);
    map.style.width = Math.max(cell * width, 48) + 'px';
    map.style.height = Math.max(Math.min(cell, 40) * height, 24) + 'px';
    const at = [0, 0];
    const span = (index, g) => { // the indices of a cell
        const [first, end] = [index, index + 1].map(i => Math.ceil(i * shape[g] / grid[g]));
        return end - first > 1 ? first + '-' + (end - 1) : String(first);
    };
    const tell = (y, x) => {
        at[0] = Math.min(height - 1, Math.max(0, y));
        at[1] = Math.min(width - 1, Math.max(0, x));
        const index = flat ? [at[1]] : [...layer, ...at];
        const one = all.find(other => other.boxes.some(box => has(box, index)));
        fill(map.lastChild, { x: at[1], y: at[0], visibility: 'visible' }, []);
        readout.textContent = (means ? 'Mean of the processors ' : 'Processor ') + index.map(span).join(',') + ': ' +
            (one ? timeText(one.value) + ' (' + label.toLowerCase() + ')' : 'takes no part');
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
    return el('figure', {}, el('figcaption', {}, label + ' over the grid ' + shape.join('\u00d7') +
        (means ? ' in ' + grid.join('\u00d7') + ' cells, each the mean of its processors' : '')),
        el('div', { class: 'scroll' }, map),
        el('p', { class: 'scale' }, ...(most.value > least.value ?
            [lowest, ' ', el('i', { class: 'ramp' }), ' ', highest + (logarithmic ? ', logarithmic' : '')] :
            ['everywhere ' + highest])), readout);
}

function histogram(all, label, by) {
    const values = all.map(one => one.value), least = Math.min(...values), most = Math.max(...values);
    const bins = most > least ? 16 : 1, counts = new Array(bins).fill(0);
    for (const one of all)
        counts[bins === 1 ? 0 : Math.min(bins - 1, Math.floor(bins * (one.value - least) / (most - least)))] += one.count;
    const highest = Math.max(...counts), [from, to] = timeTexts(least, most);
    const plot = svg('svg', { class: 'histogram', viewBox: '0 0 ' + bins + ' 100', role: 'img',
        preserveAspectRatio: 'none', 'aria-label': 'How many processors have which ' +
            label.toLowerCase() + ': ' + counts.join(', ') + ' in equal steps from ' + from +
            ' to ' + to },
        ...counts.map((count, i) => svg('rect', { x: i + 0.06, width: 0.88,
            y: 100 - 100 * count / highest, height: 100 * count / highest })));
    return el('figure', {}, el('figcaption', {}, 'How many processors' + (by ? ', by the ' + by : '')), plot,
        el('p', { class: 'scale ends' }, el('span', {}, from), el('span', {}, 'most in a step: ' + highest),
            el('span', {}, to)));
}

// The characteristic that tells the processors apart most.
function widest(classes, columns, labels) {
    let most = 0, best = labels[0];
    for (const label of labels) {
        const at = columns.indexOf(label);
        if (at < 0)
            continue;
        const values = classes.map(one => number(one.cells[at]));
        const spread = values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
        if (spread > most) {
            most = spread;
            best = label;
        }
    }
    return best;
}

// `view.label`: the characteristic that was chosen last, for the next interval too; '' before.
function processors(tables, id, shape, view) {
    const linesOf = text => text.split('<tr>').slice(2).map(cellsOf), lines = linesOf(tables.processorsOf(id));
    const rowsOf = (all, grid) => all.filter(cells => cells.length > 1).map(cells => ({ set: cells[0],
        count: number(cells[1]), boxes: boxesOf(cells[0], grid), cells: cells.slice(2) }));
    const classes = rowsOf(lines, shape), text = tables.cellsOf(id);
    const grid = text ? /data-grid="([^"]*)/.exec(text)[1].split('x').map(Number) : shape;
    const cells = text ? { shape: grid, rows: rowsOf(linesOf(text), grid) } : null;
    if (classes.length === 0 && !cells)
        return tables.columns.length === 0 ? [] :
            [el('p', { class: 'note' }, 'The processors of this interval are in the JSON and CSV reports: the page would become too large.')];
    const more = lines.filter(cells => cells.length === 1);
    const heads = tables.heads.slice(EFFICIENCY + 1, tables.firstPop).filter(label => label !== 'Total time');
    const option = label => el('option', {}, label);
    const choice = el('select', {}, ...heads.map(option),
        el('optgroup', { label: 'Communication by operation' }, ...tables.groupLabels.map(option)));
    choice.value = view.label || widest(classes.length > 0 ? classes : cells.rows, tables.columns, [...heads, ...tables.groupLabels]);
    const slices = shape.slice(0, -2).map(size => el('input', { type: 'number', min: 0,
        max: size - 1, value: 0 }));
    const plot = el('div', { class: 'plots' });
    const draw = () => {
        plot.replaceChildren(...plots(classes, cells, choice.value, tables.columns.indexOf(choice.value),
            slices.map((input, g) => Math.min(shape[g] - 1, Math.max(0, Math.floor(+input.value) || 0))), shape));
    };
    choice.addEventListener('change', () => {
        view.label = choice.value;
        draw();
    });
    slices.forEach(input => input.addEventListener('input', draw));
    draw();
    const used = tables.columns.map((label, i) => i).filter(i => classes.some(one => one.cells[i] !== '0'));
    return [el('section', { class: 'processors' },
        el('h4', {}, 'Processors'),
        el('p', { class: 'tools' }, el('label', {}, 'Characteristic ', choice),
            ...slices.map((input, g) => el('label', {}, 'Slice: dimension ' + (g + 1) + ' of ' + shape.length +
                ' at ', input, ' of 0 to ' + (shape[g] - 1)))),
        plot,
        el('details', {}, el('summary', {}, 'Table of classes of processors with the same values (' +
            classes.length + ')'),
            el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Classes of processors' },
                table('Times', ['How many', ...used.map(i => tables.columns[i])], classes.map(one =>
                    [one.set, String(one.count), ...used.map(i => timeText(number(one.cells[i])))]))),
            ...more.map(cells => el('p', { class: 'note' }, cells[0]))))];
}
