#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What people who type commands are used to: abbreviations, a word about a slip, machines of one's own.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$SRCDIR" || exit 99

trace=samples/heat2d.trc
XDG_CONFIG_HOME=$tap_dir/config
export XDG_CONFIG_HOME

# said WORD...: the first line that it says on standard error, and its status.
said() {
    "$PREDICTOR" "$@" 2>"$tap_dir/err" >/dev/null
    status=$?
    echo "$(sed q "$tap_dir/err") ($status)"
}

tap_equal 'abbreviation: with the value behind it' \
    "$("$PREDICTOR" params/network.par $trace --topo 4x2 --form json)" \
    "$("$PREDICTOR" params/network.par $trace --topology 4x2 --format json)"
tap_equal 'abbreviation: with an equals sign' "$("$PREDICTOR" --topo=2x2 params/network.par $trace)" \
    "$("$PREDICTOR" --topology=2x2 params/network.par $trace)"
tap_equal 'abbreviation: an option in full is never another' \
    "$(said run --explain params/network.par $trace)" ' (0)'
tap_equal 'abbreviation: a value is no option' "$(said run --set --topo params/network.par $trace)" \
    "predictor: error: --set '--topo', column 1: expected the name of a parameter, found '--topo' (2)"
tap_equal 'abbreviation: behind -- there are no options' "$(said run -- --topo)" \
    'predictor: error: TRACE is missing (2)'
tap_equal 'abbreviation: of several' "$(said sweep --top 2x2 params/network.par $trace)" \
    'predictor: error: --top may be any of --topologies, --topology (2)'

tap_equal 'slip: an option' "$(said run --topolgy 2x2)" \
    'predictor: error: there is no option --topolgy, did you mean --topology? (2)'
tap_equal 'slip: an option of another command' "$(said sweep --depth 3)" \
    "predictor: error: --depth is an option of 'predictor run' (2)"
tap_equal 'slip: nothing is like it' "$(said run --qqqqqqq)" \
    'predictor: error: there is no option --qqqqqqq (2)'
tap_equal 'slip: a command' "$(said swep)" \
    "predictor: error: there is neither a command nor a file 'swep', did you mean 'sweep'? (2)"
tap_equal 'slip: a command to explain' "$(said help expain)" \
    "predictor: error: there is no command 'expain', did you mean 'explain'? (2)"
tap_equal 'slip: a machine' "$(said infniband-hdr $trace)" \
    "predictor: error: there is neither a command nor a file 'infniband-hdr', did you mean 'infiniband-hdr'? (1)"
tap_equal 'slip: a machine behind a command' "$(said machine slingsht)" \
    "slingsht: error: there is neither a file nor a machine of this name, did you mean 'slingshot'? (1)"
tap_match 'slip: a parameter' "$(said --set 'start tme=3' params/network.par $trace)" \
    "*did you mean 'start time'? (2)"

cat >"$tap_dir/browser" <<'END'
#!/bin/sh
echo "$#: $1" >"$0.shown.new" && mv "$0.shown.new" "$0.shown"
END
chmod +x "$tap_dir/browser"
BROWSER=$tap_dir/browser
export BROWSER
page="$tap_dir/a page.html"
opened=$(said --open -o "$page" params/network.par $trace)
for try in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$BROWSER.shown" ] || sleep 0.$try # the program does not wait for the browser
done
tap_equal 'open: the browser is given the page' "$opened, $(cat "$BROWSER.shown")" " (0), 1: $page"
tap_equal 'open: no page' "$(said --open params/network.par $trace)" \
    'predictor: error: --open shows a page: -o FILE.html (2)'
tap_match 'open: no browser' "$(BROWSER=$tap_dir/none said --open -o "$page" params/network.par $trace)" \
    "$page: warning: no browser shows it: *$tap_dir/none* (0)"

mkdir -p "$XDG_CONFIG_HOME/predictor"
{
    echo '// My own box. It has one network.'
    cat params/network.par
} >"$XDG_CONFIG_HOME/predictor/mine.par"
{
    echo '// In place of the one that is shipped.'
    cat params/network.par
} >"$XDG_CONFIG_HOME/predictor/aries.par"
tap_match 'own machines: predicted by name' "$("$PREDICTOR" mine $trace)" \
    "*machine $XDG_CONFIG_HOME/predictor/mine.par*"
tap_match 'own machines: before those that are shipped' "$("$PREDICTOR" aries $trace)" \
    "*machine $XDG_CONFIG_HOME/predictor/aries.par*"
list=$("$PREDICTOR" machine --list)
tap_equal 'own machines: first in the list, each name once' \
    "$(echo "$list" | sed -n '1,2p'; echo "$list" | grep -c ^aries)" \
    'aries           In place of the one that is shipped.
mine            My own box.
1'
tap_done
