# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154,SC2164
# Functions for the scripts that build static libraries from the sources of Debian 12: those of the wheels, and those for
# Windows and macOS. A script sets before it calls them:
#   here       folder of the scripts
#   folder     where sources, builds and the state of apt are
#   sysroot    where the libraries and the headers go
#   sources    Debian source packages, RELEASE:NAME
#   toolchain  options of CMake that name its toolchain file
#   host       the processor and system of the libraries, as compilers name them
#   compiler, cxx, flags   of C and C++
# and, for another processor than this machine's:
#   architecture   its name in Debian, for packages
#   AR, RANLIB     in the environment, tools for archives

jobs=${JOBS:-$(nproc)}
architecture=${architecture:-$(dpkg --print-architecture)}

# A state of apt for these releases alone, beside that of the machine.
use_own_apt() {
  local apt=$folder/apt release kind
  mkdir -p "$apt"/{lists/partial,cache/archives/partial,parts}
  touch "$apt/status" "$apt/preferences"
  for release in "$@"; do
    for kind in deb deb-src; do
      echo "$kind [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $release main"
    done
  done >"$apt/sources.list"
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

# unpack_packages FOLDER RELEASE:NAME...
unpack_packages() {
  local root=$1 entry name release
  shift
  rm -rf "$root" "$folder/packages"
  mkdir -p "$root" "$folder/packages"
  cd "$folder/packages"
  for entry; do
    release=${entry%%:*} name=${entry#*:}
    apt-get download -qq "$name=$(version "$name" "$release" Packages)"
  done
  for entry in *.deb; do
    dpkg-deb --extract "$entry" "$root"
  done
  mkdir -p "$root/usr/local/lib/pkgconfig" "$root/usr/local/include"
}

# unpack_source RELEASE:NAME: fails if the mirror lacks it. Without the changes of Debian where they are not at hand: they
# concern its packaging and other processors.
unpack_source() {
  local name=${1#*:}
  local top=()
  mkdir -p "$folder/sources/unpacked"
  cd "$folder/sources"
  apt-get source -qq --only-source --download-only "$name=$(version "$name" "${1%%:*}" Sources)" ||
    [[ -e $(echo "${name}"_*.orig.tar.*[2z]) ]] || return 1
  tar --extract --directory=unpacked --file="$(echo "${name}"_*.orig.tar.*[2z])"
  # Some have a folder at their top, others none.
  top=(unpacked/*)
  if [[ ${#top[@]} == 1 ]]; then
    mv "${top[0]}" "$name"
    rmdir unpacked
  else
    mv unpacked "$name"
  fi
}

unpack_sources() {
  local entry
  rm -rf "$folder/sources"
  for entry in "${sources[@]}"; do
    unpack_source "$entry"
  done
}

# built NAME COMMAND...: runs a command in the folder in which NAME is built, and shows what it said if it fails.
built() {
  local name=$1 log=$folder/$1.log
  shift
  echo "  $name"
  rm -rf "$folder/libraries/$name"
  mkdir -p "$folder/libraries/$name"
  # In the background, as in a condition bash goes on after a command that failed.
  (cd "$folder/libraries/$name" && "$@") >"$log" 2>&1 &
  if ! wait $!; then
    tail -n 40 "$log" >&2
    exit 1
  fi
  # They name folders of the installed system.
  rm -f "$sysroot"/usr/local/lib/*.la
}

# with_cmake NAME OPTION...: flags are given in the environment, as CMAKE_C_FLAGS would replace those of the toolchain file.
with_cmake() {
  CFLAGS="-w ${CFLAGS-}" CXXFLAGS=-w cmake -G Ninja -S "$folder/sources/$1" -B . "${toolchain[@]}" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX=/usr/local -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF "${@:2}"
  cmake --build . -j "$jobs"
  DESTDIR=$sysroot cmake --install .
}

with_configure() {
  "$folder/sources/$1/configure" --host="$host" --prefix=/usr/local --disable-shared --enable-static --with-pic \
    CC="$compiler" CFLAGS="$flags" CPPFLAGS="-I$sysroot/usr/local/include" LDFLAGS="-L$sysroot/usr/local/lib" "${@:2}"
  make -j "$jobs"
  make install DESTDIR="$sysroot"
}

# As on Linux for every system: on others its configure would look for their tools.
build_zlib() {
  cp -r "$folder/sources/zlib/." .
  CC=$compiler CFLAGS=$flags ./configure --static --prefix=/usr/local --uname=Linux
  make -j "$jobs" libz.a
  make install DESTDIR="$sysroot"
}

build_fmt() {
  with_cmake fmtlib -DFMT_TEST=OFF -DFMT_DOC=OFF
}

build_highway() {
  with_cmake highway -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_CONTRIB=OFF
}

build_tbb() {
  with_cmake onetbb -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF
}

# The build of version 1.10 makes two programs and runs them, with the emulator that the toolchain file names.
build_hdf5() {
  with_cmake hdf5 -DHDF5_BUILD_TOOLS=OFF -DHDF5_BUILD_EXAMPLES=OFF -DHDF5_BUILD_CPP_LIB=OFF -DHDF5_BUILD_FORTRAN=OFF \
    -DHDF5_BUILD_HL_LIB=ON -DHDF5_ENABLE_THREADSAFE=ON -DALLOW_UNSUPPORTED=ON -DHDF5_ENABLE_Z_LIB_SUPPORT=ON \
    -DHDF5_EXTERNALLY_CONFIGURED=ON "$@"
}

# Without its network part. LIBS of the environment: what HDF5 is linked with.
build_netcdf() {
  with_configure netcdf --enable-netcdf-4 --disable-dap --disable-byterange --disable-nczarr --disable-nczarr-zip \
    --disable-plugins --disable-utilities --disable-testsets --disable-examples --disable-libxml2 --disable-doxygen \
    --disable-filter-testing "$@"
}

# Its own build looks for the shared NetCDF of the system.
build_netcdf_cxx() {
  local from=$folder/sources/netcdf-cxx/cxx4
  cp "$from"/nc*.h "$from/netcdf" "$sysroot/usr/local/include/"
  find "$from" -name 'nc*.cpp' -print0 | xargs -0 -n 1 -P "$jobs" \
    $cxx -std=c++14 $flags -I"$sysroot/usr/local/include" -c
  "${AR:-ar}" rcs "$sysroot/usr/local/lib/libnetcdf_c++4.a" nc*.o
}

# pkg-config file NAME with the flags for a static library and all that it needs.
describe() {
  printf 'Name: %s\nDescription: %s, static\nVersion: %s\nCflags: -I/usr/local/include\nLibs: -L/usr/local/lib %s\n' \
    "$1" "$1" "$2" "$3" >"$sysroot/usr/local/lib/pkgconfig/$1.pc"
}

describe_toml() {
  describe tomlplusplus 3.3.0 ""
  ln -sfn ../../include/toml++ "$sysroot/usr/local/include/toml++"
}
