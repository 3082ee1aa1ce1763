# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=sh
#
# What tests that use a page in Chromium need: source it behind tests/tap.sh, then call browser_need.

# browser_need NAME: sets $browser and $modules, the folder of the packages of browser/package.json. They
# are looked for in $PREDICTOR_NODE_MODULES, else in browser/node_modules beside this file (npm install
# --prefix tests/browser); ./check installs them. Without them the test NAME is skipped, and the script
# ends; without a browser too, except in CI (CI=true), where it fails.
browser_need() {
    modules=${PREDICTOR_NODE_MODULES:-$SRCDIR/tests/browser/node_modules}
    [ "${modules#/}" != "$modules" ] || modules=$PWD/$modules
    browser='' browser_missing='' browser_must=no
    for browser_name in chromium chromium-browser google-chrome; do
        [ -n "$browser" ] || browser=$(command -v "$browser_name")
    done
    [ -n "$browser" ] || browser_missing='no browser is installed (package chromium)' browser_must=${CI-}
    command -v node >/dev/null ||
        browser_missing="${browser_missing:-no node is installed (package nodejs)}"
    [ -d "$modules/playwright-core" ] && [ -d "$modules/axe-core" ] ||
        browser_missing="${browser_missing:-no playwright-core and axe-core (npm install --prefix tests/browser)}"
    [ -n "$browser_missing" ] || return 0
    if [ "$browser_must" = true ]; then
        tap_result "$1" "$browser_missing; in CI it must be there"
    else
        tap_skip "$1" "$browser_missing"
    fi
    tap_done
    exit
}

# browser_long_names DIR: copies of a trace and its parameters there, $browser_long_trace and $browser_long_params,
# whose names, like the name of the program in them, are longer than a page is wide and cannot be broken.
browser_long_names() {
    browser_long=$(printf '%0150d' 0 | tr 0 n)
    browser_long_trace=$1/$browser_long/$browser_long.trc
    browser_long_params=$1/$browser_long/$browser_long.par
    mkdir -p "$1/$browser_long" &&
        sed "s/heat2d\.fdv/$browser_long.fdv/" "$SRCDIR/samples/heat2d.trc" >"$browser_long_trace" &&
        cp "$SRCDIR/params/network.par" "$browser_long_params" || exit 99
}
