#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The ways in which the R package finds the library: sources that are named, an installed tree, sources around it, none.
# Usage: configure.sh SOURCE_FOLDER BUILD_FOLDER TREE
set -euo pipefail
source=$1 build=$2 tree=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset BIOTROPY_SOURCE BIOTROPY_BUILD PKG_CONFIG_PATH
installed=$(dirname "$(find "$tree" -name biotropy.pc)")

fail() {
  echo "$1"
  cat "$work/log"
  exit 1
}
# A copy of the package in a folder, so that nothing of another run is there.
copy() {
  rm -rf "${work:?}/$1"
  mkdir -p "$work/$1"
  (cd "$source/r" && tar -c DESCRIPTION configure cleanup src/Makevars.in) | tar -x -C "$work/$1"
  cd "$work/$1"
}

copy named
BIOTROPY_SOURCE=$source BIOTROPY_BUILD=$build ./configure >"$work/log" 2>&1 || fail "named sources were not taken"
grep -q -- "-L$build -lbiotropy -Wl,-rpath,'\$\$ORIGIN'" src/Makevars || fail "the library beside the module is not linked"
ls src/libbiotropy.so.* >/dev/null || fail "the library does not come with the package"
./cleanup
[[ $(ls src) == Makevars.in ]] || fail "cleanup leaves files behind"

copy installed
PKG_CONFIG_PATH=$installed ./configure >"$work/log" 2>&1 || fail "the installed library was not found"
grep -q -- '-lbiotropy' src/Makevars || fail "the installed library is not linked"

mkdir -p "$work/around"
cp "$source/CMakeLists.txt" "$source/VERSION" "$work/around"
copy around/r
BIOTROPY_BUILD=$build ./configure >"$work/log" 2>&1 || fail "the sources around the package were not taken"
grep -q -- "-I$work/around" src/Makevars || fail "the headers around the package are not used"
echo 9.9.9 >"$work/around/VERSION"
BIOTROPY_BUILD=$build ./configure >"$work/log" 2>&1 && fail "sources of another version were taken"
grep -q 'of version 9.9.9' "$work/log" || fail "the message does not name the version"

copy alone
PKG_CONFIG_LIBDIR=$work ./configure >"$work/log" 2>&1 && fail "configure found a library where there is none"
grep -q 'was not found. Install it' "$work/log" || fail "the message does not say what to do"
BIOTROPY_SOURCE=$work ./configure >"$work/log" 2>&1 && fail "a folder without sources was taken"
grep -q 'holds no sources' "$work/log" || fail "the message does not name the folder"
echo "four ways"
