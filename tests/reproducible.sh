#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# reproducible.sh BUILD: an archive made twice is the same, and so is the program built of it in two
# folders, in the tree and out of it. Run by ./check --full, since it takes two builds.
set -eu
build=$(cd "${1:?}" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
jobs=$(nproc)

make -C "$build" dist
archive=$(echo "$build"/predictor-*.tar.xz)
mv "$archive" "$folder/first.tar.xz"
touch "$build/../README.md"
make -C "$build" dist
cmp "$folder/first.tar.xz" "$archive"

# program FOLDER CONFIGURE: builds the program of the archive in FOLDER.
program() {
    mkdir -p "$1"
    (cd "$1" && "$2" -q CFLAGS='-g -O1' && make -s -j "$jobs" predictor)
}
mkdir -p "$folder/in" "$folder/a/longer/name"
tar -xf "$archive" -C "$folder/in" --strip-components 1
tar -xf "$archive" -C "$folder/a/longer/name" --strip-components 1
program "$folder/in" ./configure
program "$folder/a/build" ../longer/name/configure
cmp "$folder/in/predictor" "$folder/a/build/predictor"
