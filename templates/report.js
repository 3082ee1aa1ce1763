// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What makes the page alive: the tree, and the view of one interval with its processors.

const table = (caption, head, body) => el('table', { class: head ? 'groups' : 'main' },
    el('caption', {}, caption),
    ...(head ? [el('thead', {}, el('tr', {}, el('td'), ...head.map(text =>
        el('th', { scope: 'col' }, text))))] : []),
    el('tbody', {}, ...body.map(([name, ...cells]) => el('tr', {}, el('th', { scope: 'row' }, name),
        ...cells.map(cell => el('td', {}, cell))))));
const operationHeads = ['Count', 'Communication', 'Synchronization', 'Time variation', 'Overlap'];

// What becomes of the processor time of the interval, as in the summary.
function useBar(tables, one, groups) {
    const value = label => number(one.cells[tables.columnOf(label)]);
    const names = ['io', 'reduction', 'shadow', 'remote', 'redistribution'];
    const total = value('Total time');
    // start and exit of the process: what is productive of it, and the rest, out of the others
    const [start, without] = processOf(tables, one), productive = value('Productive time');
    const once = start > 0 ? Math.max(0, productive - without * (total - start)) : 0;
    const uses = [['productive', 'Productive', productive - once], ['start', 'Start and exit', start],
        ['insufficient', 'Insufficient parallelism', value('Insufficient parallelism') - (start - once)],
        ...groups.map((group, i) => [names[i], group[0], number(group[2])]),
        ['idle', 'Idle', value('Idle time')]].filter(use => use[2] > 1e-12 * total);
    return [
        el('div', { class: 'bar' }, ...uses.map(([name, label, seconds]) => {
            const piece = el('i', { class: name, title: label + ' ' + percent(seconds / total) });
            piece.style.width = 100 * seconds / total + '%';
            return piece;
        })),
        el('p', { class: 'legend' }, ...uses.flatMap(([name, label, seconds]) =>
            [el('span', {}, el('i', { class: 'key ' + name }), label + ' ' + percent(seconds / total)), ' '])),
    ];
}

function navigation(tables, tree, id) {
    const ids = Array.from(tables.intervals.keys()), at = ids.indexOf(id), { up } = tables.intervals.get(id);
    const link = (label, target) => target ? [el('a', { href: '#interval-' + target }, label), ' '] : [];
    const inTree = el('a', { href: '#rows' }, 'In the tree');
    inTree.addEventListener('click', event => {
        event.preventDefault();
        tree.goTo(id);
    });
    return el('nav', { 'aria-label': 'Interval' }, ...link('Up', up), ...link('Previous', ids[at - 1]),
        ...link('Next', ids[at + 1]), inTree, ' ', el('a', { href: '#top' }, 'Home'));
}

// The command that steps to where the interval begins, of those that have a place and are not the program.
function stepsTo(one) {
    const command = byId('debug');
    return command && one.level > 0 && /:\d+$/.test(one.place) ? [el('p', { class: 'debug' }, 'Step through it: ',
        el('code', {}, command.textContent + " --execute 'break interval " + one.place.replace(/'/g, "'\\''") + "' --execute run"))] : [];
}

// The values of one interval: an article that replaces the one before.
function viewOf(tables, tree, id, view) {
    const one = tables.intervals.get(id), { heads, firstPop } = tables;
    const groups = groupsOf(tables, one), at = EFFICIENCY + 1;
    const [start, without] = processOf(tables, one);
    return el('article', { id: 'interval-' + id, tabindex: '-1', 'aria-labelledby': 'interval-heading' },
        el('header', {}, el('h3', { id: 'interval-heading' }, one.name, ' ', el('code', {}, one.place)),
            navigation(tables, tree, id)),
        el('p', {}, 'Level ' + one.level + ', entered ' +
            (one.cells[COUNT] === '1' ? 'once' : one.cells[COUNT] + ' times')),
        ...stepsTo(one),
        ...useBar(tables, one, groups),
        el('div', { class: 'columns' },
            table('Main characteristics', null, [['Efficiency', percent(number(one.cells[EFFICIENCY]))],
                ...start > 0 ? [['Efficiency without start', percent(without)],
                    ['Start and exit of the process', timeText(start)]] : [],
                ['Processors', one.cells[PROCESSORS]],
                ...heads.slice(at, firstPop).map((label, i) => [label, timeText(number(one.cells[at + i]))])]),
            el('div', { class: 'scroll' }, table('Communication operations', operationHeads, groups.map(
                ([label, count, ...times]) => [label, count, ...times.map(text => timeText(number(text)))])))),
        ...processors(tables, id, view.shape, view));
}

// What scrolls to the side is a stop of the Tab key, so that the arrow keys can move it.
function stopAtScrollers() {
    for (const scroller of document.querySelectorAll('main .scroll'))
        if (scroller.scrollWidth > scroller.clientWidth)
            scroller.tabIndex = 0;
        else
            scroller.removeAttribute('tabindex');
}

function begin(data) {
    const tables = readTables(data.textContent), found = byId('found');
    const view = { label: '', shape: byId('characteristics').dataset.topology.split('x').map(Number) };
    let article = null;
    const show = id => {
        const made = viewOf(tables, tree, id, view);
        if (article)
            article.replaceWith(made);
        else
            data.before(made);
        article = made;
        tree.mark(id);
        requestAnimationFrame(stopAtScrollers); // it needs the layout, which is not made twice then
    };
    const goTo = id => {
        show(id);
        article.scrollIntoView();
        article.focus({ preventScroll: true });
    };
    const follow = () => {
        const wanted = /^#interval-(\d+)$/.exec(location.hash);
        const id = wanted ? Number(wanted[1]) : 0;
        if (tables.intervals.has(id))
            goTo(id);
        return tables.intervals.has(id);
    };
    const tree = makeTree(tables, byId('rows'), found, goTo);

    const chooser = byId('column');
    tables.heads.forEach((label, column) => {
        if (column >= EFFICIENCY)
            chooser.append(el('option', { value: column }, label));
    });
    chooser.value = String(tree.lastColumn);
    chooser.addEventListener('change', () => tree.setColumn(Number(chooser.value)));
    byId('search').addEventListener('input', event => tree.search(event.target.value));
    byId('unfold').addEventListener('click', () => tree.foldAll(true));
    byId('fold').addEventListener('click', () => tree.foldAll(false));
    byId('tools').hidden = false;
    document.addEventListener('toggle', stopAtScrollers, true);
    addEventListener('resize', stopAtScrollers);
    addEventListener('beforeprint', () => { byId('summary-details').open = true; });
    addEventListener('hashchange', follow);
    if (!follow())
        show(tables.intervals.keys().next().value);
}
if (byId('data') && byId('rows') && byId('tools'))
    begin(byId('data'));
