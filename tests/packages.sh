#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Debian packages: they are built, lintian finds no fault in them, and what is in them works where it is
# unpacked; nothing is installed. Run by ./check --full alone, since it takes another build.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
unset MAKEFLAGS MAKELEVEL DESTDIR MALLOC_PERTURB_

for tool in dpkg-buildpackage dh lintian; do
    if ! command -v $tool >/dev/null; then
        tap_missing 'packages: built' $tool
        tap_done
        exit
    fi
done
mkdir "$tap_dir/work" "$tap_dir/root" && cd "$tap_dir/work" || exit 99
tar -C "$SRCDIR" --exclude=./_build --exclude=./_inst --exclude=./build --exclude='./build-*' --exclude=./.git \
    -cf - . | tar -xf - && chmod -R u+w . || exit 99
missing=$(dpkg-checkbuilddeps 2>&1) || {
    tap_missing 'packages: built' "${missing##*: }"
    tap_done
    exit
}

# Without optimization, which takes most of the time.
DEB_BUILD_OPTIONS="noopt noautodbgsym parallel=$(nproc)" dpkg-buildpackage -us -uc -b >../log 2>&1
status=$?
tap_result 'packages: built' "$([ $status = 0 ] || tail -n 40 ../log)"
if [ $status != 0 ]; then
    tap_done
    exit
fi
cd .. || exit 99
tap_equal 'packages: their names' "$(find . -maxdepth 1 -name '*.deb' | sed 's|./||; s/_.*//' | sort | tr '\n' ' ')" \
    'libdvm-record-dev libdvm-record0 predictor predictor-doc predictor-mpi '
tap_result 'packages: lintian' "$(lintian --allow-root --fail-on error,warning ./*.changes 2>&1)"
for package in ./*.deb; do
    dpkg -x "$package" root
done

# The packages together are what make install installs, and work.
tap_match 'packages: debian/changelog has the version' "$(root/usr/bin/predictor --version)" \
    "predictor $(dpkg-deb -f predictor_*.deb Version)*"
predicted() {
    "$1" -t 4x2 root/usr/share/predictor/params/network.par root/usr/share/doc/predictor/samples/heat2d_large.trc 2>&1
}
tap_match 'packages: a sample is predicted' "$(predicted root/usr/bin/predictor)" '*Predicted time *'
tap_equal 'packages: as by the program that is tested' "$(predicted root/usr/bin/predictor)" "$(predicted "$PREDICTOR")"
pc=$(find root -name dvm-record.pc)
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$tap_dir/root"
echo '#include <dvm-record.h>
int main(void) { dvmr_begin(0); dvmr_end(); return 0; }' >record.c
# shellcheck disable=SC2046 # words on purpose
tap_result 'packages: a program is recorded' "$(gcc -o record record.c $(pkg-config --cflags --libs dvm-record) 2>&1 &&
    LD_LIBRARY_PATH=${pc%/*}/.. DVM_RECORD=record.trc ./record 2>&1)"
tap_match 'packages: its trace is sound' "$(root/usr/bin/predictor check record.trc 2>&1)" '*no findings'
tap_done
