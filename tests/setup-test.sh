#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What ./quickstart and ./check do about packages, on a machine that is played by scripts: apt-get,
# dpkg-query, id, sudo.  And what configure.ac says when the macros of a package are missing.
set -u
: "${SRCDIR:?}"
# shellcheck source=tests/tap.sh
. "$SRCDIR/tests/tap.sh"

mkdir "$tap_dir/bin"
# fake NAME SCRIPT
fake() {
    printf '#!/bin/bash\n%s\n' "$2" >"$tap_dir/bin/$1"
    chmod +x "$tap_dir/bin/$1"
}

# machine ID INSTALLED-PACKAGES: a new one. apt-get finds nothing before an update.
machine() {
    rm -rf "$tap_dir/work"
    mkdir "$tap_dir/work"
    cp "$SRCDIR/packages.txt" "$tap_dir/work"
    printf '%s\n' "$2" >"$tap_dir/work/installed"
    fake id "echo $1"
    fake sudo 'exit 1'
    # shellcheck disable=SC2016 # expanded in there
    fake dpkg-query 'grep -qxF -- "${@: -1}" installed && echo "install ok installed"'
    # shellcheck disable=SC2016
    fake apt-get 'for word; do case $word in
update) touch updated ;;
install) [ -e updated ] || { echo "E: Unable to locate package"; exit 100; } ;;
-*) ;;
*) echo "$word" >>installed ;;
esac; done'
}

# on_machine COMMAND: with the functions of setup.sh; everything it says.
on_machine() {
    (cd "$tap_dir/work" && PATH=$tap_dir/bin:$PATH bash -c ". '$SRCDIR/tests/setup.sh'; $1" quickstart 2>&1)
}

all=$(sed -n 's/^\(build\|test\)  *//p' "$SRCDIR/packages.txt")

machine 0 "$all"
tap_equal 'setup: nothing is missing' "$(on_machine setup_build_packages)" ''
tap_result 'setup: then apt-get is left alone' "$(ls "$tap_dir/work/updated" 2>/dev/null)"

machine 0 "$(printf '%s\n' "$all" | grep -vxE 'gcc|zlib1g-dev')"
tap_equal 'setup: what is missing is installed' "$(on_machine setup_build_packages)" \
    'Installing: gcc zlib1g-dev '
tap_equal 'setup: it is all there then' "$(on_machine 'packages_missing gcc zlib1g-dev make')" ''
tap_result 'setup: the lists were updated' "$([ -e "$tap_dir/work/updated" ] || echo no)"
tap_result 'setup: nothing is left' "$(ls "$tap_dir/work/setup.log" 2>/dev/null)"

machine 1000 "$(printf '%s\n' "$all" | grep -vxE 'gcc|zlib1g-dev')"
said=$(on_machine 'setup_build_packages; echo went on')
tap_match 'setup: who may not install is told the line' "$said" \
    '*sudo apt-get install gcc zlib1g-dev*'
tap_result 'setup: and the script ends' "$(echo "$said" | grep 'went on')"

machine 1000 "$(printf '%s\n' "$all" | grep -vxE 'chromium|mandoc')"
said=$(on_machine 'setup_build_packages; setup_test_packages; echo went on')
tap_match 'setup: packages for tests are asked for' "$said" '*sudo apt-get install chromium mandoc*'
tap_match 'setup: but tests go on without' "$said" '*went on'

machine 1000 "$(printf '%s\n' "$all" | grep -vxF gcc)"
# shellcheck disable=SC2016
fake sudo '[ "$1" = -n ] && shift; exec "$@"'
tap_equal 'setup: sudo without a password' "$(on_machine setup_build_packages)" 'Installing: gcc '

# without PATTERN: what aclocal says on a machine that lacks these files of macros.
without() {
    rm -rf "$tap_dir/macros"
    mkdir -p "$tap_dir/macros/m4" "$tap_dir/macros/there"
    cp "$SRCDIR/configure.ac" "$tap_dir/macros"
    find "$macros" -name '*.m4' ! -name "$1" -exec cp {} "$tap_dir/macros/there" \;
    (cd "$tap_dir/macros" && aclocal -I m4 --system-acdir=there 2>&1)
}

macros=$(aclocal --print-ac-dir 2>/dev/null)
if [ -e "$macros/ax_append_compile_flags.m4" ] && [ -e "$macros/pkg.m4" ]; then
    tap_match 'setup: without autoconf-archive the package is named' "$(without 'ax_*')" \
        '*please install the package autoconf-archive*'
    tap_match 'setup: without pkg-config too' "$(without pkg.m4)" '*please install the package pkgconf*'
    tap_result 'setup: with both there is nothing to say' "$(without none)"
else
    tap_skip 'setup: without autoconf-archive the package is named' 'no aclocal or no macros'
fi
tap_done
