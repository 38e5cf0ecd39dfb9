#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/wheel_libraries.sh
# Makes build/wheels/sysroot, against which cmake/wheel.cmake compiles: the C library of Debian 11, headers of Debian 12, and
# static libraries built from the Debian 12 sources, NetCDF without its network part, for the processor of this machine.
# Needs no privileges: Debian packages are unpacked, not installed. Does nothing if all of it is there and this file is the
# one that made it.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
jobs=${JOBS:-$(nproc)}
triplet=$(uname -m)-linux-gnu  # of x86-64 and of 64-bit ARM
mkdir -p "$here/../build/wheels"
folder=$(cd "$here/../build/wheels" && pwd)
sysroot=$folder/sysroot
made_of=$(cat "$here/wheel_libraries.sh" "$here/../cmake/wheel.cmake" "$here/../cmake/wheel_glibc.c" | sha256sum)
if [[ $made_of == "$(cat "$folder/made-of.txt" 2>/dev/null)" ]]; then
  exit 0
fi

headers_and_glibc=(
  bullseye:libc6 bullseye:libc6-dev bullseye:libcrypt-dev bullseye:libgcc-s1 bullseye:linux-libc-dev
  bookworm:libboost1.74-dev bookworm:libcli11-dev bookworm:libeigen3-dev bookworm:libpython3.11-dev
  bookworm:libssl-dev bookworm:libstdc++-12-dev bookworm:libtomlplusplus-dev bookworm:nlohmann-json3-dev
  trixie:libpython3.13-dev
)
sources=(zlib fmtlib highway onetbb hdf5 netcdf netcdf-cxx)

# A state of apt for these releases alone, beside that of the machine.
use_own_apt() {
  local apt=$folder/apt architecture release
  architecture=$(dpkg --print-architecture)
  mkdir -p "$apt"/{lists/partial,cache/archives/partial,parts}
  touch "$apt/status" "$apt/preferences"
  for release in bullseye bookworm trixie; do
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $release main"
  done >"$apt/sources.list"
  sed -n '/bookworm/s/^deb /deb-src /p' "$apt/sources.list" >"$apt/source-lines"
  cat "$apt/source-lines" >>"$apt/sources.list"
  cat >"$apt/apt.conf" <<END
Dir::State "$apt"; Dir::State::status "$apt/status"; Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list"; Dir::Etc::sourceparts "$apt/parts";
Dir::Etc::preferences "$apt/preferences"; Dir::Etc::preferencesparts "$apt/parts";
APT::Architecture "$architecture"; APT::Architectures { "$architecture"; }; APT::Sandbox::User ""; Acquire::Languages "none";
END
  export APT_CONFIG=$apt/apt.conf
  apt-get update -qq
}

# version NAME RELEASE KIND: the newest version of a package (Packages) or source (Sources) in a release.
version() {
  apt-cache madison "$1" | awk -F ' *[|] *' -v place="$2/main.*$3" '$3 ~ place { gsub(/ /, "", $2); print $2; exit }'
}

unpack_packages() {
  local entry name release
  rm -rf "$sysroot" "$folder/packages"
  mkdir -p "$sysroot" "$folder/packages"
  cd "$folder/packages"
  for entry in "${headers_and_glibc[@]}"; do
    release=${entry%%:*} name=${entry#*:}
    apt-get download -qq "$name=$(version "$name" "$release" Packages)"
  done
  for entry in *.deb; do
    dpkg-deb --extract "$entry" "$sysroot"
  done
  # Absolute links of a system lead into the sysroot; shared libraries that have a static one beside them are not linked.
  find "$sysroot" -type l -lname '/*' | while read -r link; do
    ln -sfn "$sysroot$(readlink "$link")" "$link"
  done
  rm -f "$sysroot/usr/lib/$triplet"/{libcrypto,libssl,libtomlplusplus}.so
}

# Without the changes of Debian where they are not at hand: they concern its packaging and other processors.
unpack_sources() {
  local name
  rm -rf "$folder/sources"
  mkdir -p "$folder/sources"
  cd "$folder/sources"
  for name in "${sources[@]}"; do
    apt-get source -qq --only-source --download-only "$name=$(version "$name" bookworm Sources)" ||
      [[ -e $(echo "${name}"_*.orig.tar.*[2z]) ]]
    mkdir "$name"
    tar --extract --strip-components=1 --directory="$name" --file="$(echo "${name}"_*.orig.tar.*[2z])"
  done
}

lib=$sysroot/usr/lib/$triplet
compiler="gcc-12 --sysroot=$sysroot -B$lib -L$lib -L$sysroot/lib/$triplet"
flags="-O2 -fPIC -w -ffunction-sections -fdata-sections"
if command -v ccache >/dev/null; then
  compiler="ccache $compiler"
fi

# built NAME COMMAND...: runs a command in the folder in which NAME is built, and shows what it said if it fails.
built() {
  local name=$1 log=$folder/$1.log
  shift
  echo "  $name"
  rm -rf "$folder/libraries/$name"
  mkdir -p "$folder/libraries/$name"
  if ! (cd "$folder/libraries/$name" && "$@") >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    exit 1
  fi
  # They name folders of the installed system.
  rm -f "$sysroot"/usr/local/lib/*.la
}

with_cmake() {
  cmake -G Ninja -S "$folder/sources/$1" -B . -DCMAKE_TOOLCHAIN_FILE="$here/../cmake/wheel.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX=/usr/local -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF \
    -DCMAKE_C_FLAGS=-w -DCMAKE_CXX_FLAGS=-w "${@:2}"
  cmake --build . -j "$jobs"
  DESTDIR=$sysroot cmake --install .
}

with_configure() {
  "$folder/sources/$1/configure" --prefix=/usr/local --disable-shared --enable-static --with-pic CC="$compiler" \
    CFLAGS="$flags" CPPFLAGS="-I$sysroot/usr/local/include" LDFLAGS="-L$sysroot/usr/local/lib" "${@:2}"
  make -j "$jobs"
  make install DESTDIR="$sysroot"
}

build_zlib() {
  cp -r "$folder/sources/zlib/." .
  CC=$compiler CFLAGS=$flags ./configure --static --prefix=/usr/local
  make -j "$jobs" libz.a
  make install DESTDIR="$sysroot"
}

# Its own build looks for the shared NetCDF of the system.
build_netcdf_cxx() {
  local from=$folder/sources/netcdf-cxx/cxx4
  cp "$from"/nc*.h "$from/netcdf" "$sysroot/usr/local/include/"
  find "$from" -name 'nc*.cpp' -print0 | xargs -0 -n 1 -P "$jobs" \
    g++-12 --sysroot="$sysroot" -std=c++14 $flags -I"$sysroot/usr/local/include" -c
  ar rcs "$sysroot/usr/local/lib/libnetcdf_c++4.a" nc*.o
}

# pkg-config file NAME with the flags for a static library and all that it needs.
describe() {
  printf 'Name: %s\nDescription: %s, static\nVersion: %s\nCflags: -I/usr/local/include\nLibs: -L/usr/local/lib %s\n' \
    "$1" "$1" "$2" "$3" >"$sysroot/usr/local/lib/pkgconfig/$1.pc"
}

echo "Making the libraries of the wheels in $folder"
use_own_apt
unpack_packages
unpack_sources
mkdir -p "$sysroot/usr/local/lib/pkgconfig"
gcc-12 --sysroot="$sysroot" -O2 -fPIC -fno-builtin -c "$here/../cmake/wheel_glibc.c" -o "$sysroot/usr/local/lib/wheel_glibc.o"
built zlib build_zlib
built fmtlib with_cmake fmtlib -DFMT_TEST=OFF -DFMT_DOC=OFF
built highway with_cmake highway -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_CONTRIB=OFF
built onetbb with_cmake onetbb -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF
built hdf5 with_configure hdf5 --disable-tests --disable-tools --enable-hl --enable-threadsafe --enable-unsupported \
  --enable-build-mode=production --with-default-api-version=v110
LIBS="-lhdf5_hl -lhdf5 -lz -lpthread -ldl -lm" built netcdf with_configure netcdf --enable-netcdf-4 --disable-dap \
  --disable-byterange --disable-nczarr --disable-nczarr-zip --disable-plugins --disable-utilities --disable-testsets \
  --disable-examples --disable-libxml2 --disable-doxygen --disable-filter-testing
built netcdf-cxx build_netcdf_cxx
describe hdf5 1.10 "-lhdf5_hl -lhdf5 -lz"
describe netcdf-cxx4 4.3.1 "-lnetcdf_c++4 -lnetcdf -lhdf5_hl -lhdf5 -lz"
describe tomlplusplus 3.3.0 ""
ln -sfn ../../include/toml++ "$sysroot/usr/local/include/toml++"
printf '%s\n' "$made_of" >"$folder/made-of.txt"
