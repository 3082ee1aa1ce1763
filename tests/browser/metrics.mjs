// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Tests of the metrics in the page of an explained run: every number is that of the JSON.

const numberOf = text => text === '-' ? null : Number(text.replace(/\s/g, ''));

// Rows of a table as [head, numbers].
const rowsOf = (page, id) => page.$$eval('#' + id + ' tbody tr', rows => rows.map(row =>
    [row.cells[0].textContent, ...Array.from(row.cells).slice(1).map(cell => cell.textContent)]));

// The first plots are of times, the others count.
const TIMES = 3;
const amount = value => value >= 1000 ? String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
    : String(Number(value.toPrecision(3)));

async function testBins({ json, equal, result, time }, name, page) {
    const { bins, bin_seconds: width, ...plots } = json(name).metrics.histogram;
    const rows = await rowsOf(page, 'metrics-bins'), labels = await page.$$eval('#metrics-bins thead th', all =>
        all.slice(1).map(one => one.textContent));
    equal(name + ': histograms', rows, Array.from({ length: bins }, (none, i) =>
        [time(i * width), ...Object.values(plots).map((values, plot) => plot < TIMES ? time(values[i]) : amount(values[i]))]));
    const figures = await page.$$eval('#metrics figure', all => all.map(figure => ({
        label: figure.querySelector('figcaption').textContent,
        bars: Array.from(figure.querySelectorAll('rect'), bar => ({ x: bar.x.baseVal.value, y: bar.y.baseVal.value,
            height: bar.height.baseVal.value })) })));
    result(name + ': the bars are the numbers', figures.flatMap(({ label, bars }, i) => {
        const values = Object.values(plots)[i], most = Math.max(...values);
        const wrong = bars.filter(({ x, y, height }, k) => x !== k || Math.abs(y + height - 100) > 1e-3 ||
            Math.abs(height - (values[k] > 0 ? Math.max(100 * values[k] / most, 1) : 0)) > 1e-3);
        const expected = labels[i] + ' ' + (i < TIMES ? time(most) : amount(most));
        return [...wrong.map(bar => label + ': ' + JSON.stringify(bar)), ...bars.length === bins ? [] : [label + ': ' + bars.length],
            ...label === expected ? [] : [label + ', expected ' + expected]];
    }));
}

// Intervals that look the same are one row; the sums are those of the program.
async function testProfile({ json, equal, time }, name, page) {
    const report = json(name), places = new Map();
    for (const { interval, calls, cpu, wait, wait_cpu: waitCpu } of report.metrics.intervals) {
        const { type, file, line, expression } = report.intervals[interval - 1] || {};
        const key = JSON.stringify([type, file, line, expression]), place = places.get(key) || [0, 0, 0, 0];
        places.set(key, [calls, cpu, wait, waitCpu].map((value, i) => place[i] + value));
    }
    const expected = Array.from(places.values()).sort((a, b) => b[1] - a[1]).slice(0, 200);
    const rows = await rowsOf(page, 'metrics-profile-1');
    equal(name + ': by interval', rows.map(([, calls, cpu, , wait, waitCpu]) => [numberOf(calls), cpu, wait, waitCpu]),
        expected.map(([calls, ...times]) => [calls, ...times.map(time)]));
    const all = report.metrics.program, sums = await page.$$eval('#metrics-profile-1 tfoot tr:last-child td', cells =>
        cells.map(cell => cell.textContent));
    equal(name + ': its sums', [numberOf(sums[0]), sums[1], sums[3], sums[4]],
        [all.calls, ...[all.cpu, all.wait, all.wait_cpu].map(time)]);
}

export async function testMetrics(driver, name) {
    const { open, close, equal } = driver, page = await open(name + '.html');
    equal(name + ': long tables of metrics are folded', await page.$$eval('#metrics details', all =>
        [all.length, all.some(one => one.open)]), [5, false]);
    await testBins(driver, name, page);
    await testProfile(driver, name, page);
    await close(name + ' metrics', page);
    const plain = await open(name + '.html', { javaScriptEnabled: false });
    await plain.click('#metrics summary >> nth=0');
    equal(name + ' no script: metrics unfold', await plain.locator('#metrics-bins').isVisible(), true);
    await close(name + ' metrics without script', plain);
}
