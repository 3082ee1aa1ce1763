#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Writes C that holds the given files, for page_files_built_in().
#   embed.sh FILE... >templates-data.c
set -eu

echo '/* Made by templates/embed.sh. */'
echo '#include "src/report/page/page.h"'
number=0
for file in "$@"; do
    echo
    echo "static const guint8 file_${number}[] = {"
    # One line a row of od, each byte in hexadecimal; the 0 at the end lets an empty file be an array.
    od -A n -v -t x1 "$file" | sed 's/[ 	]*\([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo '0 };'
    number=$((number + 1))
done

echo
echo 'static const PageFile files[] = {'
number=0
for file in "$@"; do
    echo "    { \"${file##*/}\", file_$number, sizeof file_$number - 1 },"
    number=$((number + 1))
done
cat <<'END'
};

const PageFile *
page_files_built_in(guint *n)
{
    *n = G_N_ELEMENTS(files);
    return files;
}
END
