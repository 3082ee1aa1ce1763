#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# docs/python.md, done as it is written: its commands, then its code.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"

# Packages of Debian are seen by Debian's python alone, which need not be the first one.
python=
for one in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! $one -c 'import matplotlib, pandas' 2>/dev/null || python=$one
done
if [ -z "$python" ]; then
    tap_missing 'python' 'python3 with pandas and matplotlib'
    tap_done
    exit
fi

# blocks LANGUAGE: what stands in the fences of that language.
blocks() {
    awk -v fence='```' -v language="$1" '$0 == fence { inside = 0 } inside; $0 == fence language { inside = 1 }' \
        "$SRCDIR/docs/python.md"
}

ln -s "$PREDICTOR" "$tap_dir/predictor"
ln -s "$SRCDIR/samples" "$tap_dir/samples"
cd "$tap_dir" || exit 99
PATH=$tap_dir:$PATH MPLCONFIGDIR=$tap_dir
export PATH MPLCONFIGDIR
blocks sh >commands.sh
blocks python >code.py
tap_result 'python: its commands' "$(sh -e commands.sh 2>&1 || echo "status $?")"
tap_result 'python: its code' "$("$python" code.py 2>&1 >out || echo "status $?")"
tap_match 'python: the best of each machine' "$(tr '\n' ' ' <out)" '*parameters_file*processors*ethernet-10g*infiniband-hdr*'
tap_match 'python: findings' "$(cat out)" '*bound_seconds*'
for picture in speedup loops; do
    tap_equal "python: $picture.png is a picture" "$(head -c 8 $picture.png | od -An -tx1 | tr -d ' \n')" 89504e470d0a1a0a
done
tap_done
