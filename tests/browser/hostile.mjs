// SPDX-License-Identifier: LGPL-2.1-or-later
//
// Names that are markup, handlers, direction marks or control characters do nothing in pages, and a
// handler that would get into one all the same does not run. test-hostile.sh makes the pages.
import { drive } from './driver.mjs';

const { equal, result, open, close, finish } = await drive('hostile');
const NOT_SHOWN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

for (const name of ['report', 'explain', 'compare', 'sweep']) {
    const page = await open(name + '.html');
    equal(name + ': nothing of the names ran or became an element', await page.evaluate(() =>
        [window.ran || 0, document.querySelectorAll('img, [onerror], [onclick], iframe, object, base').length]), [0, 0]);
    const text = await page.evaluate(() => document.documentElement.textContent +
        Array.from(document.querySelectorAll('[title], [aria-label]'), one => one.title + one.ariaLabel).join());
    result(name + ': the names are there', ['<img/src=x/onerror=window.ran=1>', '\\u202e', '\\x1b'].filter(part =>
        !text.includes(part)));
    result(name + ': marks and control characters are escaped', text.match(NOT_SHOWN) ? [JSON.stringify(text.match(NOT_SHOWN))] : []);
    await close(name + ' with hostile names', page);

    const attacked = await open(name + '.html');
    equal(name + ': handlers, scripts and styles that got in do not run, nothing is loaded', await attacked.evaluate(async () => {
        const blocked = [];
        addEventListener('securitypolicyviolation', event => blocked.push(event.effectiveDirective));
        const holder = document.body.appendChild(document.createElement('div'));
        holder.innerHTML = '<p onclick="window.ran = 1">a</p><img src="https://example.org/a.png">' +
            '<style>body { display: none }</style><form action="https://example.org/"></form>';
        holder.querySelector('p').click();
        holder.querySelector('form').submit();
        document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 2' }));
        await fetch('https://example.org/').catch(() => 0);
        await new Promise(done => setTimeout(done, 200));
        return [window.ran || 0, getComputedStyle(document.body).display, blocked.sort()];
    }), [0, 'block', ['connect-src', 'form-action', 'img-src', 'script-src-attr', 'script-src-elem', 'style-src-elem']]);
    await attacked.context().close();
}
await finish();
