#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Opens HTML reports in Chromium and looks at what became of them.  Without a browser the test is
# skipped, except in CI (CI=true), where it fails.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99

browser=
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v "$name")
done
if [ -z "$browser" ]; then
    if [ "${CI-}" = true ]; then
        tap_result 'browser' 'no browser is installed; in CI there must be one'
    else
        tap_skip 'browser' 'no browser is installed (package chromium)'
    fi
    tap_done
    exit
fi

# browse ARGUMENT...: an own profile for each run, nothing from outside.
browse() {
    rm -rf profile
    HOME=$tap_dir timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
        --disable-background-networking --disable-component-update --disable-dev-shm-usage \
        --no-first-run --user-data-dir="$tap_dir/profile" --hide-scrollbars --window-size=1280,900 \
        --virtual-time-budget=20000 --enable-logging=stderr --log-level=0 "$@"
}

# page NAME: the document of NAME.html after the scripts ran in dom, what they complained about in console, and
# a picture.
page() {
    browse --dump-dom --screenshot="$tap_dir/$1.png" "file://$tap_dir/$1.html" >dom 2>log
    grep 'CONSOLE' log >console
}

# ask TEST PATTERN PAGE EXPRESSION: a test for `answers`: what the expression is in a frame of 1280x900 that shows
# the page (a file of this folder, perhaps with #ANCHOR); `page` is its document.
ask() {
    printf '%s\n%s\n' "$1" "$2" >>expected
    printf "    ['%s', page => (%s)],\n" "$3" "$4" >>questions
}

# answers: the tests that were asked for, all in one browser.
answers() {
    {
        echo '<!DOCTYPE html><html><body style="margin:0"><script>
const questions = ['
        cat questions
        cat <<'END'
];
const answers = [];
function ask() {
    if (answers.length === questions.length) {
        document.body.textContent = "\nanswer: " + answers.join("\nanswer: ") + "\n";
        return;
    }
    const [name, answer] = questions[answers.length], frame = document.createElement("iframe");
    Object.assign(frame, { src: name, width: 1280, height: 900, style: "border: 0" });
    frame.onload = () => setTimeout(() => {
        answers.push(answer(frame.contentDocument));
        frame.remove();
        ask();
    }, 500);
    document.body.append(frame);
}
ask();
</script></body></html>
END
    } >frame.html
    browse --allow-file-access-from-files --dump-dom "file://$tap_dir/frame.html" 2>/dev/null |
        sed -n 's/^answer: //p' >given
    while read -r name && read -r pattern; do
        read -r answer <&3
        tap_match "browser: $name" "$answer" "$pattern"
    done <expected 3<given
}

# size PNG: "WIDTH HEIGHT" of a picture.
size() {
    od -An -tu1 -j16 -N8 "$1" |
        awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4, (($5 * 256 + $6) * 256 + $7) * 256 + $8 }'
}

# report NAME TRACE ARGUMENT...: predicts and opens it.
report() {
    name=$1 trace=$2
    shift 2
    "$PREDICTOR" -q "$@" -o "$name.html" "$SRCDIR/params/network.par" "$SRCDIR/samples/$trace" 2>err
    tap_equal "browser: $name: predicted" "$? $(cat err)" '0 '
    page "$name"
    tap_result "browser: $name: scripts do not complain" "$(cat console)"
    tap_match "browser: $name: has a title" "$(tr '\n' ' ' <dom)" '*<title>*[A-Za-z]*</title>*</html>*'
    tap_result "browser: $name: names the program" "$(grep -q "${trace%%.trc*}" dom || echo missing)"
    tap_equal "browser: $name: picture" "$(size "$name.png")" '1280 900'
    ask "$name: no scrolling to the side" true "$name.html" \
        'page.documentElement.scrollWidth <= page.documentElement.clientWidth'
}

: >blank.html
browse --screenshot="$tap_dir/blank.png" "file://$tap_dir/blank.html" >/dev/null 2>&1
tap_equal 'browser: takes pictures' "$(size blank.png)" '1280 900'

report one heat2d.trc -t 1
report grid nested_intervals.trc -t 4x2
report many redblack_sor.trc -t 16x16
report cube heat3d.trc -t 2x2x2
report interval matmul.trc -t 8 --depth 0 --no-processors

# A link to an interval leads to it, wherever it is in the tree.
for anchor in interval-1 interval-100 interval-200; do
    ask "grid: #$anchor is in the window" true "grid.html#$anchor" "(box => box.height > 0 && box.top >= -1 &&
        box.top < 900)(page.getElementById('$anchor').getBoundingClientRect())"
done

# Steps that differ in their expression alone are one row, with the least, the mean and the most; the rest are
# there when they are wanted.
ask '20 steps are one row' '20*USER heat2d.fdv:28mean, least to most*20* to *' one.html \
    "Array.from(page.querySelectorAll('#rows tbody tr'), row => row.textContent).filter(text => text.includes('fdv:28')).join('|')"
ask '20 steps: the rest, unfolded' 20 one.html "(row => {
    const before = page.querySelectorAll('#rows tbody tr').length;
    row.querySelector('.marker').click();
    return page.querySelectorAll('#rows tbody tr').length - before;
})(page.querySelector('#rows tr[id^=row--]'))"

# The heat map has a colour for each processor of a million, whatever classes they make: by area. Most classes
# of the one program have thousands of boxes, the other has thousands of classes.
for name in heat2d_large adi_across; do
    "$PREDICTOR" -q -t 1024x1024 -o "million-$name.html" "$SRCDIR/params/network.par" "$SRCDIR/samples/$name.trc" || exit 99
    ask "a million processors of $name: all are coloured, as means" '1 true' "million-$name.html" "(map =>
        Array.from(map.querySelectorAll('rect[data-value]')).reduce((sum, one) =>
            sum + one.width.baseVal.value * one.height.baseVal.value, 0) /
            map.viewBox.baseVal.width / map.viewBox.baseVal.height + ' ' +
        /1024.1024 in (\\d+).\\1 cells, each the mean/.test(map.closest('figure').textContent))(
        page.querySelector('svg.heat'))"
done

answers
tap_result 'browser: a report is no blank page' \
    "$([ "$(wc -c <grid.png)" -gt $((2 * $(wc -c <blank.png))) ] || ls -l grid.png blank.png)"
tap_done
