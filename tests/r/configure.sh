#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Ways in which the R package finds the library: named sources, sources inside it, an installed tree, sources around it,
# none.
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
# A copy of the package in a new folder, without files of another run.
copy() {
  rm -rf "${work:?}/$1"
  mkdir -p "$work/$1"
  (cd "$source/r" && tar -c DESCRIPTION configure cleanup src/Makevars.in) | tar -x -C "$work/$1"
  cd "$work/$1"
}

copy named
BIOTROPY_SOURCE=$source BIOTROPY_BUILD=$build ./configure >"$work/log" 2>&1 || fail "named sources were not taken"
grep -q -- "-L'$build' -lbiotropy -Wl,-rpath,'\$\$ORIGIN'" src/Makevars || fail "the library beside the module is not linked"
ls src/libbiotropy.so.* >/dev/null || fail "the library does not come with the package"
./cleanup
[[ $(ls src) == Makevars.in ]] || fail "cleanup leaves files behind"

# The sources inside are taken before an installed library, and what they lack is named in one message.
copy inside
printf 'OBJECTS = \\\n  module.o\n' >src/objects.mk
PKG_CONFIG_PATH=$installed ./configure >"$work/log" 2>&1 || fail "the sources inside the package were not taken"
grep -q '^PKG_CPPFLAGS = -I\. ' src/Makevars || fail "the headers inside the package are not used"
grep -q '^PKG_LIBS = .*-lhwy' src/Makevars || fail "the libraries of the sources inside are not linked"
grep -q '^OBJECTS = ' src/Makevars || fail "the sources inside are not compiled"
if grep -q -- '-lbiotropy' src/Makevars; then fail "the installed library is linked beside the sources inside"; fi
PKG_CONFIG_LIBDIR=$work ./configure >"$work/log" 2>&1 && fail "configure found libraries where there are none"
grep -q '  eigen3 fmt hdf5 libcrypto libhwy netcdf nlohmann_json tbb zlib' "$work/log" || fail "not all libraries are named"
grep -q 'apt-get install .*libhwy-dev' "$work/log" || fail "the message does not say what to install"

copy installed
PKG_CONFIG_PATH=$installed ./configure >"$work/log" 2>&1 || fail "the installed library was not found"
grep -q -- '-lbiotropy' src/Makevars || fail "the installed library is not linked"

mkdir -p "$work/around"
cp "$source/CMakeLists.txt" "$source/VERSION" "$work/around"
copy around/r
BIOTROPY_BUILD=$build ./configure >"$work/log" 2>&1 || fail "the sources around the package were not taken"
grep -q -- "-I'$work/around'" src/Makevars || fail "the headers around the package are not used"
echo 9.9.9 >"$work/around/VERSION"
BIOTROPY_BUILD=$build ./configure >"$work/log" 2>&1 && fail "sources of another version were taken"
grep -q 'of version 9.9.9' "$work/log" || fail "the message does not name the version"

copy alone
PKG_CONFIG_LIBDIR=$work ./configure >"$work/log" 2>&1 && fail "configure found a library where there is none"
grep -q 'was not found. Install it' "$work/log" || fail "the message does not say what to do"
BIOTROPY_SOURCE=$work ./configure >"$work/log" 2>&1 && fail "a folder without sources was taken"
grep -q 'holds no sources' "$work/log" || fail "the message does not name the folder"

# Paths as words of the compiler's command, with any characters.
words() {
  printf 'include src/Makevars\nshow:\n\t@printf "%%s\\n" $(PKG_CPPFLAGS) $(PKG_LIBS)\n' >words.mk
  make -s -f words.mk show >words
}
has_word() {
  grep -Fxq -- "$1" words || { cp words "$work/log"; fail "the compiler is not given $1"; }
}
mkdir "$work/bin"
cat >"$work/bin/cmake" <<'END'
#!/bin/sh
[ "$1" != --build ] || touch "$2/libbiotropy.so.$(sed -n 's/^Version: *\(.*\)\.[0-9]*$/\1/p' DESCRIPTION)"
END
chmod +x "$work/bin/cmake"

odd='a b|c&d$e#f\g'
mkdir -p "$work/$odd"
cp "$source/CMakeLists.txt" "$source/VERSION" "$work/$odd"
copy "$odd/r"
PATH=$work/bin:$PATH BIOTROPY_BUILD='../x | y & z' ./configure >"$work/log" 2>&1 || fail "odd paths were not taken"
words
has_word "-I$work/$odd"
has_word "-L$work/$odd/x | y & z"
has_word '-Wl,-rpath,$ORIGIN'

copy quotation
PATH=$work/bin:$PATH BIOTROPY_SOURCE=$source BIOTROPY_BUILD="$work/it's" ./configure >"$work/log" 2>&1 &&
  fail "a path that no Makefile can hold was taken"
grep -q "it's has a quotation mark" "$work/log" || fail "the message does not name the path"

copy installed-oddly
mkdir -p "$work/p q|r&s/lib/pkgconfig"
cp "$installed/biotropy.pc" "$work/p q|r&s/lib/pkgconfig"
PKG_CONFIG_PATH="$work/p q|r&s/lib/pkgconfig" ./configure >"$work/log" 2>&1 || fail "an odd path of pkg-config was not taken"
words
has_word "-I$work/p q|r&s/lib/pkgconfig/../../include"
has_word "-L$work/p q|r&s/lib/pkgconfig/../../lib"
has_word "$work/p q|r&s/lib/pkgconfig/../../lib"
echo "five ways, odd paths"
