// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Sorting of the table of a sweep: heads become buttons. Without it the table stays as it was asked for.
'use strict';
for (const table of document.querySelectorAll('table.sortable')) {
    const heads = Array.from(table.tHead.rows[0].cells), body = table.tBodies[0];
    const asked = Array.from(body.rows);
    const collator = new Intl.Collator('en', { numeric: true });

    // The cell below a head: one that reaches over several columns has no value in them.
    const valueOf = (row, column) => {
        const cell = row.cells[column];
        if (!cell || cell.colSpan > 1)
            return null;
        const text = cell.dataset.value || cell.textContent.trim();
        return text === '' ? null : isNaN(text) ? text : Number(text);
    };
    const compare = (a, b) => typeof a === 'number' && typeof b === 'number'
        ? a - b : collator.compare(String(a), String(b));

    // Rows without a value come last either way.
    const sort = (column, sign) => {
        const keyed = asked.map((row, index) => [valueOf(row, column), index, row]);
        keyed.sort((a, b) => (a[0] === null) - (b[0] === null) ||
            (a[0] === null ? 0 : sign * compare(a[0], b[0])) || a[1] - b[1]);
        body.append(...keyed.map(entry => entry[2]));
    };

    heads.forEach((head, column) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.append(...head.childNodes);
        head.append(button);
        button.addEventListener('click', () => {
            const before = head.getAttribute('aria-sort');
            heads.forEach(other => other.removeAttribute('aria-sort'));
            if (before === 'descending') { // the third time: as it was asked for
                body.append(...asked);
                return;
            }
            head.setAttribute('aria-sort', before ? 'descending' : 'ascending');
            sort(column, before ? -1 : 1);
        });
    });
}
