#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/wheel_libraries.sh [PROCESSOR]
# Makes build/wheels/sysroot, against which cmake/wheel.cmake compiles: the C library of Debian 11, headers of Debian 12, and
# static libraries built from the Debian 12 sources, NetCDF without its network part, for the processor of this machine. For
# another PROCESSOR (aarch64) it makes build/wheels-PROCESSOR/sysroot by Debian's cross compiler, and beside it python, the
# Python of Debian 12 for it, which runs in QEMU. Needs no privileges: Debian packages are unpacked, not installed. Does
# nothing if all of it is there and was made by these files.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
other=${1-}
host=${other:-$(uname -m)}-linux-gnu  # of x86-64 and of 64-bit ARM
mkdir -p "$here/../build/wheels${other:+-$other}"
folder=$(cd "$here/../build/wheels${other:+-$other}" && pwd)
sysroot=$folder/sysroot
made_of=$(cat "$here/wheel_libraries.sh" "$here/libraries.sh" "$here/../cmake/wheel.cmake" "$here/../cmake/wheel_glibc.c" | sha256sum)
if [[ $made_of == "$(cat "$folder/made-of.txt" 2>/dev/null)" ]]; then
  exit 0
fi

packages=(
  bullseye:libc6 bullseye:libc6-dev bullseye:libcrypt-dev bullseye:libgcc-s1 bullseye:linux-libc-dev
  bookworm:libboost1.74-dev bookworm:libcli11-dev bookworm:libeigen3-dev bookworm:libpython3.11-dev
  bookworm:libssl-dev bookworm:libstdc++-12-dev bookworm:libtomlplusplus-dev bookworm:nlohmann-json3-dev
  trixie:libpython3.13-dev
)
sources=(
  bookworm:zlib bookworm:fmtlib bookworm:highway bookworm:onetbb bookworm:hdf5 bookworm:netcdf bookworm:netcdf-cxx
)

toolchain=(-DCMAKE_TOOLCHAIN_FILE="$here/../cmake/wheel.cmake" -DBIOTROPY_PROCESSOR="$other")
lib=$sysroot/usr/lib/$host
prefix=${other:+$host-}
compiler="${prefix}gcc-12 --sysroot=$sysroot -B$lib -L$lib -L$sysroot/lib/$host"
cxx="${prefix}g++-12 --sysroot=$sysroot"
flags="-O2 -fPIC -w -ffunction-sections -fdata-sections"
if [[ -n $other ]]; then
  export AR=${prefix}ar RANLIB=${prefix}ranlib
  architecture=$(dpkg-architecture --host-type "$host" --query DEB_HOST_ARCH 2>/dev/null)
  # A cross compiler has headers of its own C library, before those of the sysroot (cmake/wheel.cmake).
  own=$("${prefix}gcc-12" -print-file-name=include)
  headers="-isystem $own -isystem $sysroot/usr/local/include -isystem $sysroot/usr/include/$host -isystem $sysroot/usr/include"
  compiler+=" -nostdinc $headers"
  cxx+=" -nostdinc -isystem $sysroot/usr/include/c++/12 -isystem $sysroot/usr/include/$host/c++/12 $headers"
fi
if command -v ccache >/dev/null; then
  compiler="ccache $compiler" cxx="ccache $cxx"
fi
# shellcheck source=setup/libraries.sh
source "$here/libraries.sh"

# Absolute links of a system lead into the sysroot; shared libraries that have a static one beside them are not linked.
mend_links() {
  find "$sysroot" -type l -lname '/*' | while read -r link; do
    ln -sfn "$sysroot$(readlink "$link")" "$link"
  done
  rm -f "$lib"/{libcrypto,libssl,libtomlplusplus}.so
}

echo "Making the libraries of the wheels in $folder"
use_own_apt bullseye bookworm trixie
if [[ -n $other ]]; then
  unpack_packages "$folder/python" bookworm:libc6 bookworm:libexpat1 bookworm:zlib1g bookworm:python3.11-minimal \
    bookworm:libpython3.11-minimal bookworm:libpython3.11-stdlib bookworm:libgcc-s1
fi
unpack_packages "$sysroot" "${packages[@]}"
mend_links
unpack_sources
$compiler -O2 -fPIC -fno-builtin -c "$here/../cmake/wheel_glibc.c" -o "$sysroot/usr/local/lib/wheel_glibc.o"
built zlib build_zlib
built fmtlib build_fmt
built highway build_highway
built onetbb build_tbb
built hdf5 build_hdf5 -DDEFAULT_API_VERSION=v110
LIBS="-lhdf5_hl -lhdf5 -lz -lpthread -ldl -lm" built netcdf build_netcdf
built netcdf-cxx build_netcdf_cxx
describe hdf5 1.10 "-lhdf5_hl -lhdf5 -lz"
describe netcdf-cxx4 4.3.1 "-lnetcdf_c++4 -lnetcdf -lhdf5_hl -lhdf5 -lz"
describe_toml
printf '%s\n' "$made_of" >"$folder/made-of.txt"
