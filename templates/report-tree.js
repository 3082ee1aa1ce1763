// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The tree of intervals: a table with the roles, keys and states of a treegrid (WAI-ARIA). A row is made
// when it is shown for the first time; of those that are unfolded and found the document has so many on
// both sides of what is looked at.
const NEAR = 200;

// What the tree shows, by id: intervals, and groups of three and more in one that differ in their expression
// alone, by the id of their first less its sign. `up` and `children` are those in the tree.
function groupAlike(intervals) {
    const nodes = new Map();
    for (const one of intervals.values())
        nodes.set(one.id, Object.create(one, { up: { value: one.up, writable: true }, depth: { value: one.level, writable: true },
            children: { value: one.children, writable: true } }));
    for (const outer of intervals.values()) { // those around before those inside
        const alike = new Map();
        for (const id of outer.children) {
            const { name, place } = intervals.get(id), key = name.split(' ')[0] + ' ' + place;
            alike.set(key, [...(name.includes(' ') && alike.get(key) || []), id]);
        }
        const node = nodes.get(outer.id), groups = new Map();
        for (const all of alike.values())
            if (all.length > 2)
                all.forEach(id => groups.set(id, -all[0]));
        node.children = Array.from(new Set(outer.children.map(id => groups.get(id) || id)));
        for (const id of outer.children) {
            const group = groups.get(id), { name, place, level } = intervals.get(id);
            nodes.get(id).depth = node.depth + (group ? 2 : 1);
            if (!group)
                continue;
            nodes.get(id).up = group;
            if (nodes.has(group))
                nodes.get(group).children.push(id);
            else
                nodes.set(group, { id: group, up: outer.id, depth: node.depth + 1, level, children: [id], place,
                    name: name.split(' ')[0] });
        }
    }
    return nodes;
}

// `show` is called with the id of an interval that is wanted.
function makeTree(tables, holder, found, show) {
    const { intervals, heads, firstPop } = tables, nodes = groupAlike(intervals);
    const ids = Array.from(intervals.keys()), root = ids[0];
    const TIME = tables.columnOf('Execution time');
    const whole = number(intervals.get(root).cells[TIME]);
    // Of a group the sum, which sorts as it should; efficiencies are averaged.
    const valuesOf = (id, column) => id > 0 ? [number(intervals.get(id).cells[column])]
        : nodes.get(id).children.map(member => number(intervals.get(member).cells[column]));
    const isShare = column => column === EFFICIENCY || column >= firstPop;
    const valueOf = (id, column) => {
        const values = valuesOf(id, column), sum = values.reduce((a, b) => a + b, 0);
        return isShare(column) ? sum / values.length : sum;
    };
    const folds = id => nodes.get(id).children.length > 0;

    const open = new Set(ids.filter(id => ids.length <= 60 || intervals.get(id).level < 2));
    const order = new Map(Array.from(nodes.values(), node => [node.id, node.children])); // as sorted
    const rows = new Map();
    let hits = null; // while searching: ids that are found, and those around them
    let before = null; // what was unfolded before the search began
    let lastColumn = tables.columnOf('Lost time'), sorted = -1, descending = false;
    let current = root, shown = 0;
    let visible = []; // rows that are unfolded and found, in order; those in the document are
    let from = 0, to = 0, rowHeight = 28; // from <= index < to; the height of one in pixels, roughly

    const body = el('tbody', {});
    const labels = ['Interval', 'Level', 'Entered', 'Execution time', 'Share of time', 'Efficiency', 'Lost time'];
    const buttons = labels.map(label => el('button', { type: 'button' }, label));
    const head = buttons.map(button => el('th', { scope: 'col', role: 'columnheader' }, button));
    const grid = el('table', { role: 'treegrid', 'aria-label': 'Tree of intervals' },
        el('thead', {}, el('tr', {}, ...head)), body);

    const gauge = (share, text) => {
        const cell = el('td', { role: 'gridcell', class: 'part' }, text);
        cell.style.setProperty('--part', Math.min(100, Math.max(0, 100 * share)) + '%');
        return cell;
    };
    // The value of an interval; of a group the mean, and below it the least and the most.
    function valueCell(id, column, text) {
        const cell = el('td', { role: 'gridcell' });
        fillValue(cell, id, column, text);
        return cell;
    }
    function fillValue(cell, id, column, text = isShare(column) ? percent : timeText) {
        const values = valuesOf(id, column), least = values.reduce((a, b) => Math.min(a, b)), most = values.reduce((a, b) => Math.max(a, b));
        cell.replaceChildren(text(values.reduce((a, b) => a + b, 0) / values.length),
            ...(id < 0 ? [el('span', { class: 'small' }, isShare(column) ?
                text(least) + ' to ' + text(most) : timeTexts(least, most).join(' to '))] : []));
    }
    function makeRow(id) {
        const one = nodes.get(id), siblings = one.up ? nodes.get(one.up).children : [root], isGroup = id < 0;
        const cell = text => el('td', { role: 'gridcell' }, text);
        const name = el('th', { scope: 'row', role: 'rowheader' },
            el('span', { class: folds(id) ? 'marker folds' : 'marker' }), ...(isGroup ?
                [one.children.length + '\u00a0\u00d7\u00a0' + one.name] :
                [el('a', { href: '#interval-' + id, tabindex: '-1' }, one.name)]), ' ', el('code', {}, one.place),
            ...(isGroup ? [el('span', { class: 'small' }, 'mean, least to most')] : []));
        name.style.setProperty('--level', Math.min(one.depth, 12));
        const share = whole > 0 ? valueOf(id, TIME) / whole : 0, part = gauge(valueOf(id, EFFICIENCY), '');
        fillValue(part, id, EFFICIENCY);
        const row = el('tr', { id: 'row-' + id, role: 'row', tabindex: '-1', 'aria-level': one.depth + 1,
            'aria-setsize': siblings.length },
            name, cell(String(one.level)), cell(String(valueOf(id, COUNT))), valueCell(id, TIME),
            gauge(share, percent(share)), part, valueCell(id, lastColumn));
        if (id === shown)
            row.setAttribute('aria-current', 'true');
        rows.set(id, row);
        return row;
    }
    const rowOf = id => rows.get(id) || makeRow(id);

    // The rows that are unfolded and found, with their places among their siblings.
    function list() {
        const next = [], rest = [[root, 1]]; // a stack: trees may be deep
        while (rest.length > 0) {
            const [id, position] = rest.pop();
            next.push([id, position]);
            const inside = folds(id) && open.has(id) ? order.get(id) : [];
            for (let i = inside.length - 1; i >= 0; i--)
                if (!hits || hits.has(inside[i]))
                    rest.push([inside[i], i + 1]);
        }
        return next;
    }
    function stateRow(id, position, index) {
        const row = rowOf(id);
        row.setAttribute('aria-posinset', position);
        row.setAttribute('aria-rowindex', index + 2);
        row.classList.toggle('hit', hits !== null && hits.has(id) && hits.get(id));
        if (folds(id))
            row.setAttribute('aria-expanded', String(open.has(id)));
        return row;
    }
    const nearer = new IntersectionObserver(entries => {
        if (entries.some(entry => entry.isIntersecting))
            follow();
    }, { rootMargin: '1000px 0px' });
    // An empty row as high as `count` rows.
    function gap(count) {
        const row = el('tr', { class: 'gap', 'aria-hidden': 'true' }, el('td', {}));
        row.style.height = count * rowHeight + 'px';
        nearer.observe(row);
        return row;
    }
    // Puts the rows near visible[at] into the document; what `kept` is, if any, stays where it is in the window.
    function place(at, kept, everything) {
        const before = kept && kept.isConnected ? kept.getBoundingClientRect().top : NaN;
        const focused = body.contains(document.activeElement);
        [from, to] = everything || visible.length <= 3 * NEAR ? [0, visible.length] :
            [Math.max(0, at - NEAR), Math.min(visible.length, at + NEAR)];
        const here = visible.slice(from, to).map(([id, position], i) => stateRow(id, position, from + i));
        nearer.disconnect();
        body.replaceChildren(...from > 0 ? [gap(from)] : [], ...here, ...to < visible.length ? [gap(visible.length - to)] : []);
        if (!rowOf(current).isConnected) // the stop of the Tab key stays in the document
            setCurrent(visible[at][0]);
        if (focused)
            rowOf(current).focus({ preventScroll: true });
        if (!isNaN(before))
            scrollBy(0, kept.getBoundingClientRect().top - before);
    }
    // Rows for where the window has come to.
    function follow() {
        const [first, last] = [from, to - 1].map(i => rowOf(visible[i][0]).getBoundingClientRect());
        rowHeight = (last.bottom - first.top) / (to - from);
        const at = from + Math.floor((innerHeight / 2 - first.top) / rowHeight);
        const inside = Math.min(visible.length - 1, Math.max(0, at));
        place(inside, rowOf(visible[inside][0]));
    }
    const indexOf = id => visible.findIndex(one => one[0] === id);
    function draw(kept) {
        visible = list();
        grid.setAttribute('aria-rowcount', visible.length + 1);
        place(Math.max(0, indexOf(kept || current)), kept && rowOf(kept));
    }

    // One stop of the Tab key for the whole tree: the row that the arrow keys are at.
    function setCurrent(id, focus) {
        rowOf(current).tabIndex = -1;
        current = id;
        rowOf(id).tabIndex = 0;
        if (!focus)
            return;
        if (!rowOf(id).isConnected)
            place(indexOf(id));
        rowOf(id).focus();
        rowOf(id).scrollIntoView({ block: 'nearest' }); // it may have had the focus already
    }
    function setOpen(id, wanted) {
        if (wanted)
            open.add(id);
        else
            open.delete(id);
        draw(id);
        setCurrent(id);
    }
    function reveal(id) {
        for (let up = nodes.get(id).up; up; up = nodes.get(up).up)
            open.add(up);
        if (hits && !hits.has(id))
            endSearch();
        draw();
    }

    const step = by => visible[Math.min(visible.length - 1, Math.max(0, indexOf(current) + by))][0];
    const keys = {
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
        PageDown: () => step(20),
        PageUp: () => step(-20),
        Home: () => visible[0][0],
        End: () => visible[visible.length - 1][0],
        ArrowRight: () => folds(current) && !open.has(current) ? (setOpen(current, true), current)
            : folds(current) ? step(1) : current,
        ArrowLeft: () => folds(current) && open.has(current) ? (setOpen(current, false), current)
            : nodes.get(current).up || current,
        ' ': () => {
            if (folds(current))
                setOpen(current, !open.has(current));
            return current;
        },
    };
    body.addEventListener('keydown', event => {
        if (event.altKey || event.ctrlKey || event.metaKey)
            return;
        if (event.key === 'Enter') {
            event.preventDefault();
            if (current < 0) {
                setOpen(current, !open.has(current));
                setCurrent(current, true);
                return;
            }
            location.hash = '#interval-' + current;
            show(current);
        } else if (keys[event.key]) {
            event.preventDefault();
            setCurrent(keys[event.key](), true);
        }
    });
    body.addEventListener('click', event => {
        const row = event.target.closest('tr');
        if (!row || event.target.closest('a'))
            return;
        const id = Number(row.id.slice('row-'.length));
        if (event.target.closest('.marker') && folds(id))
            setOpen(id, !open.has(id));
        else
            setCurrent(id, true);
    });

    function foldAll(wanted) {
        open.clear();
        Array.from(nodes.keys()).filter(id => wanted || id === root).forEach(id => open.add(id));
        draw();
    }

    function endSearch() {
        if (before) {
            open.clear();
            before.forEach(id => open.add(id));
        }
        hits = before = null;
        byId('search').value = found.textContent = '';
    }
    function search(words) {
        const wanted = words.toLowerCase().split(/\s+/).filter(word => word);
        if (wanted.length === 0) {
            endSearch();
            draw();
            return;
        }
        before = before || Array.from(open);
        hits = new Map();
        let n = 0;
        for (const one of intervals.values()) {
            const text = (one.name + ' ' + one.place).toLowerCase();
            if (!wanted.every(word => text.includes(word)))
                continue;
            n++;
            hits.set(one.id, true);
            for (let up = nodes.get(one.id).up; up; up = nodes.get(up).up) {
                open.add(up);
                if (!hits.has(up))
                    hits.set(up, false);
            }
        }
        if (!hits.has(root))
            hits.set(root, false);
        draw();
        found.textContent = n + ' of ' + ids.length + ' intervals';
    }

    // Sorts siblings, so that the tree stays one.
    const collator = new Intl.Collator('en', { numeric: true });
    const sortKeys = [id => nodes.get(id).name + ' ' + nodes.get(id).place,
        id => nodes.get(id).level, // known without the cells, which would all be read
        id => valueOf(id, COUNT), id => valueOf(id, TIME), id => valueOf(id, TIME),
        id => valueOf(id, EFFICIENCY), id => valueOf(id, lastColumn)];
    function sort() {
        const sign = descending ? -1 : 1, key = sortKeys[sorted];
        const compare = sorted === 0 ? collator.compare : (a, b) => a - b;
        for (const one of nodes.values())
            order.set(one.id, sorted < 0 ? one.children : one.children.map(id => [key(id), id])
                .sort((a, b) => sign * compare(a[0], b[0]) || Math.abs(a[1]) - Math.abs(b[1])).map(pair => pair[1]));
        head.forEach((cell, i) => {
            if (i === sorted)
                cell.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
            else
                cell.removeAttribute('aria-sort');
        });
        draw();
    }
    buttons.forEach((button, index) => button.addEventListener('click', () => {
        if (sorted === index && descending === (index === 0)) { // the third time: as in the program
            sorted = -1;
        } else {
            descending = sorted === index ? !descending : index > 0;
            sorted = index;
        }
        sort();
        found.textContent = sorted < 0 ? 'In the order of the program' : 'Sorted by ' +
            button.textContent.toLowerCase() + ', ' + (descending ? 'descending' : 'ascending');
    }));

    function setColumn(column) {
        lastColumn = column;
        buttons[buttons.length - 1].textContent = heads[column];
        for (const [id, row] of rows)
            fillValue(row.lastElementChild, id, column);
        if (sorted === buttons.length - 1)
            sort();
    }

    addEventListener('beforeprint', () => place(0, null, true));
    addEventListener('afterprint', () => place(Math.max(0, indexOf(current))));
    draw();
    setCurrent(root);
    holder.append(grid);
    return {
        foldAll, search, setColumn,
        lastColumn,
        // Marks the interval whose values are shown.
        mark(id) {
            if (rows.has(shown))
                rows.get(shown).removeAttribute('aria-current');
            shown = id;
            setCurrent(id);
            reveal(id);
            rowOf(id).setAttribute('aria-current', 'true');
        },
        goTo(id) {
            setCurrent(id);
            reveal(id);
            rowOf(id).focus();
            rowOf(id).scrollIntoView({ block: 'center' });
        },
    };
}
