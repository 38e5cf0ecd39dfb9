#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/macos_libraries.sh
# Makes build/macos-sysroot: programs of Zig that compile for macOS on Apple's processors, headers of Debian, and static
# libraries built from Debian's sources, against which cmake/macos.cmake compiles. Needs no privileges: Debian packages are
# unpacked, not installed. Does nothing if all of it is there and was made by these files.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/../build/macos-sysroot"
folder=$(cd "$here/../build/macos-sysroot" && pwd)
sysroot=$folder/root
requirements=$here/../python/requirements-macos.txt
made_of=$(cat "$here/macos_libraries.sh" "$here/libraries.sh" "$here/../cmake/macos.cmake" "$requirements" | sha256sum)
if [[ $made_of == "$(cat "$folder/made-of.txt" 2>/dev/null)" ]]; then
  exit 0
fi

packages=(
  bookworm:libboost1.74-dev bookworm:libcli11-dev bookworm:libeigen3-dev bookworm:libtomlplusplus-dev
  bookworm:nlohmann-json3-dev
)
# HDF5 of Debian 12 runs programs of its own while it is built, which needs a Mac.
sources=(
  bookworm:zlib bookworm:fmtlib bookworm:highway bookworm:onetbb bookworm:openssl trixie:hdf5 bookworm:netcdf
  bookworm:netcdf-cxx bookworm:googletest trixie:rapidcheck
)
toolchain=(-DCMAKE_TOOLCHAIN_FILE="$here/../cmake/macos.cmake")
host=aarch64-apple-darwin22
compiler=$folder/bin/cc
cxx=$folder/bin/c++
export AR=$folder/bin/ar RANLIB=$folder/bin/ranlib
flags="-O2 -w"
# shellcheck source=setup/libraries.sh
source "$here/libraries.sh"

# name COMMAND...: a program of that name, with the compiler cache if there is one.
make_program() {
  printf '#!/bin/sh\nexec %s "$@"\n' "${*:2}" >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}

make_programs() {
  "$here/python.sh" "$folder/zig" "$requirements"
  mkdir -p "$folder/bin"
  local zig name
  zig=$(echo "$folder"/zig/lib/python3*/site-packages/ziglang/zig)
  for name in cc c++; do
    make_program "$name" "$zig" "$name" -target aarch64-macos.13.0
  done
  for name in ar ranlib; do
    make_program "$name" "$zig" "$name"
  done
}

# The digests alone are wanted.
build_openssl() {
  CC=$compiler "$folder/sources/openssl/Configure" darwin64-arm64-cc \
    --prefix=/usr/local --libdir=lib no-shared no-tests no-engine no-dso no-asm $flags
  make -j "$jobs" build_generated
  make -j "$jobs" libcrypto.a
  cp libcrypto.a "$sysroot/usr/local/lib/"
  cp -r "$folder/sources/openssl/include/openssl" include/openssl "$sysroot/usr/local/include/"
}

echo "Making the libraries for macOS in $folder"
make_programs
use_own_apt bookworm trixie
unpack_packages "$sysroot" "${packages[@]}"
unpack_sources
# Its headers would take any Mac for one of before 2001, without fdopen().
flags="$flags -Dfdopen=fdopen" built zlib build_zlib
built fmtlib build_fmt
built highway build_highway
built onetbb build_tbb
built openssl build_openssl
built hdf5 build_hdf5
LIBS="-lhdf5_hl -lhdf5 -lz" built netcdf build_netcdf
built netcdf-cxx build_netcdf_cxx
built googletest with_cmake googletest
built rapidcheck with_cmake rapidcheck -DRC_ENABLE_GTEST=ON
describe hdf5 1.14 "-lhdf5_hl -lhdf5 -lz"
describe netcdf-cxx4 4.3.1 "-lnetcdf_c++4 -lnetcdf -lhdf5_hl -lhdf5 -lz"
describe_toml
printf '%s\n' "$made_of" >"$folder/made-of.txt"
