# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
#
# Sourced by ./quickstart and ./check in the top folder: packages and the build.

say() {
    printf '%s\n' "$*"
}

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# The packages of one kind in packages.txt.
packages_of() {
    sed -n "s/^$1  *//p" packages.txt
}

# Those of "$@" that are not installed.
packages_missing() {
    for package; do
        case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) in
        *' installed') ;;
        *) printf '%s ' "$package" ;;
        esac
    done
}

# How to become root without being asked for a password: prints "", "sudo -n", or fails.
root_prefix() {
    [ "$(id -u)" = 0 ] && return
    command -v sudo >/dev/null && sudo -n true 2>/dev/null && echo 'sudo -n'
}

# Installs "$@"; the lists of packages may be missing or old.
packages_install() {
    prefix=$(root_prefix) || return 1
    get="$prefix env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300"
    # shellcheck disable=SC2086 # words on purpose
    $get install --no-install-recommends "$@" </dev/null ||
        { $get update </dev/null && $get install --no-install-recommends "$@" </dev/null; }
}

# What is missing for building: installed, or the script ends.
setup_build_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say 'Not a Debian system: see packages.txt for what is needed.'
        return
    fi
    # shellcheck disable=SC2046 # words on purpose
    missing=$(packages_missing $(packages_of build))
    [ -n "$missing" ] || return 0
    say "Installing: $missing"
    # shellcheck disable=SC2086 # words on purpose
    packages_install $missing >setup.log 2>&1 && rm -f setup.log && return
    [ -s setup.log ] && tail -n 5 setup.log >&2
    rm -f setup.log
    die "packages are missing; please run
    sudo apt-get install $missing"
}

# What is missing for the tests: installed if that is allowed, else the tests that need it are
# skipped.
setup_test_packages() {
    command -v dpkg-query >/dev/null || return 0
    # shellcheck disable=SC2046 # words on purpose
    missing=$(packages_missing $(packages_of test))
    [ -n "$missing" ] || return 0
    say "Installing for the tests: $missing"
    # shellcheck disable=SC2086 # words on purpose
    if ! packages_install $missing >setup.log 2>&1; then
        say "Not installed; what needs them will be skipped. To have them:
    sudo apt-get install $missing"
    fi
    rm -f setup.log
}

# Packages of the page test from npm, in folder $1/node_modules; without them the test is skipped.
setup_browser_modules() {
    if ! command -v npm >/dev/null && command -v dpkg-query >/dev/null; then
        packages_install nodejs npm >/dev/null 2>&1
    fi
    command -v npm >/dev/null && mkdir -p "$1" && cp tests/browser/package.json "$1" &&
        npm install --prefix "$1" --ignore-scripts --no-audit --no-fund --no-package-lock \
            </dev/null >"$1/npm.log" 2>&1 && return
    say 'No packages from npm: the pages are not tested as a reader uses them.'
}

# Makes ./configure when there is none or what it is made from is newer.
setup_configure() {
    if [ ! -e configure ] || [ ! -e Makefile.in ] || [ ! -e config.h.in ] ||
        [ -n "$(find . -path './build*' -prune -o -newer Makefile.in \( -name local.mk \
            -o -name Makefile.am -o -name configure.ac \) -print)" ]; then
        autoreconf -fi
    fi
}

# setup_tree FOLDER [CONFIGURE-OPTION...]: a configured tree in FOLDER.
setup_tree() {
    tree=$1
    shift
    mkdir -p "$tree"
    if [ -e "$tree/config.status" ] && [ ! "$tree/config.status" -ot configure ]; then
        return
    fi
    (cd "$tree" && ../configure -q "$@")
}

# What to configure with for tests: predictor-mpi where there is an MPI.
setup_options() {
    if command -v mpicc >/dev/null; then echo --with-mpi; fi
}

# Processors to compile with.
setup_jobs() {
    nproc 2>/dev/null || echo 1
}
