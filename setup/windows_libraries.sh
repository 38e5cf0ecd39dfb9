#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/windows_libraries.sh
# Makes build/windows-sysroot/root, against which cmake/windows.cmake compiles for 64-bit Windows: headers of Debian 12, and
# static libraries built from the Debian 12 sources by MinGW-w64, NetCDF without its network part. Needs no privileges:
# Debian packages are unpacked, not installed. Does nothing if all of it is there and was made by these files.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/../build/windows-sysroot"
folder=$(cd "$here/../build/windows-sysroot" && pwd)
sysroot=$folder/root
made_of=$(cat "$here/windows_libraries.sh" "$here/libraries.sh" "$here/../cmake/windows.cmake" | sha256sum)
if [[ $made_of == "$(cat "$folder/made-of.txt" 2>/dev/null)" ]]; then
  exit 0
fi

packages=(
  bookworm:libboost1.74-dev bookworm:libcli11-dev bookworm:libeigen3-dev bookworm:libtomlplusplus-dev
  bookworm:libz-mingw-w64-dev bookworm:nlohmann-json3-dev
)
# RapidCheck of Debian 13 is a few fixes newer than that of Debian 12.
sources=(
  bookworm:fmtlib bookworm:highway bookworm:onetbb bookworm:openssl bookworm:hdf5 bookworm:netcdf bookworm:netcdf-cxx
  bookworm:googletest trixie:rapidcheck
)
toolchain=(-DCMAKE_TOOLCHAIN_FILE="$here/../cmake/windows.cmake")
host=x86_64-w64-mingw32
compiler=$host-gcc-posix
cxx=$host-g++-posix
flags="-O2 -w -ffunction-sections -fdata-sections"
if command -v ccache >/dev/null; then
  compiler="ccache $compiler" cxx="ccache $cxx"
fi
# shellcheck source=setup/libraries.sh
source "$here/libraries.sh"

# The digests alone are wanted.
build_openssl() {
  CC=$compiler "$folder/sources/openssl/Configure" mingw64 --prefix=/usr/local --libdir=lib no-shared no-tests no-engine no-dso \
    $flags
  make -j "$jobs" build_generated
  make -j "$jobs" libcrypto.a
  cp libcrypto.a "$sysroot/usr/local/lib/"
  cp -r "$folder/sources/openssl/include/openssl" include/openssl "$sysroot/usr/local/include/"
}

# It includes a header that MinGW-w64 lacks and that it does not need, and refuses to be safe for threads in a static library,
# as it would then not free a few bytes of each thread that ends.
build_hdf5_here() {
  sed -i 's/^#if defined(_WIN32) && !defined(H5_BUILT_AS_DYNAMIC_LIB)$/#if 0/' "$folder"/sources/hdf5/config/cmake*/H5pubconf.h.in
  mkdir -p lacking/sys
  touch lacking/sys/wait.h
  CFLAGS="-I$PWD/lacking" build_hdf5 -DDEFAULT_API_VERSION=v110
}

# CMake would ask the compiler script of this machine for HDF5.
build_matio() {
  with_cmake libmatio -DHDF5_C_COMPILER_EXECUTABLE=/bin/false -DMATIO_SHARED=OFF -DMATIO_MAT73=ON -DMATIO_WITH_ZLIB=ON \
    -DMATIO_WITH_HDF5=ON
}

echo "Making the libraries for Windows in $folder"
use_own_apt bookworm trixie
unpack_packages "$sysroot" "${packages[@]}"
unpack_sources
cp -r "$sysroot"/usr/x86_64-w64-mingw32/{include,lib} "$sysroot/usr/local/"
rm "$sysroot/usr/local/lib/libz.dll.a"
built fmtlib build_fmt
built highway build_highway
built onetbb build_tbb
built openssl build_openssl
built hdf5 build_hdf5_here
LIBS="-lhdf5_hl -lhdf5 -lz" built netcdf build_netcdf
built netcdf-cxx build_netcdf_cxx
built googletest with_cmake googletest
built rapidcheck with_cmake rapidcheck -DRC_ENABLE_GTEST=ON
# It writes the MAT files of some tests, which are skipped without it. Not every mirror has its source.
if unpack_source bookworm:libmatio; then
  built libmatio build_matio
  describe matio 1.5 "-lmatio -lhdf5 -lz"
else
  echo "  without libmatio, whose source this mirror of Debian lacks"
fi
describe hdf5 1.10 "-lhdf5_hl -lhdf5 -lz"
describe netcdf-cxx4 4.3.1 "-lnetcdf_c++4 -lnetcdf -lhdf5_hl -lhdf5 -lz"
describe_toml
printf '%s\n' "$made_of" >"$folder/made-of.txt"
