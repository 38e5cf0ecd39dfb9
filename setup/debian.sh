#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/debian.sh [--program | --tests | --faults | --wheels | --deb | --slurm | --store | --processors | --windows | --page]
# Installs the Debian packages needed to build Biotropy, with --program without those of its tests and benchmarks, and with
# another option also those of the tests of the other languages, the wheels, the Debian packages, or the checks with failing
# system calls, with Slurm, with a store of objects, for another processor, for Windows or for browsers.
# Does nothing, and needs no privileges, if all are installed.
set -euo pipefail

packages=(
  cmake               # the build
  g++                 # the compiler
  git                 # the sources
  libbenchmark-dev    # benchmarks
  libboost-math-dev   # distributions and special functions
  libboost-random-dev # random numbers that are the same on every machine
  libcli11-dev        # command lines
  libeigen3-dev       # linear algebra
  libfmt-dev          # text of messages and results
  libgmock-dev        # tests
  libgtest-dev        # tests
  libhdf5-dev         # MAT files of version 7.3, and NetCDF-4
  libhwy-dev          # vector instructions chosen at run time
  libmatio-dev        # writes the MAT files of the tests
  libnetcdf-c++4-dev  # results as NetCDF-4
  libnetcdf-dev       # results as NetCDF-4
  librapidcheck-dev   # tests of properties
  libssl-dev          # SHA-256 of the files that were read
  libtbb-dev          # threads
  libtomlplusplus-dev # descriptions of studies
  make                # the commands of the Makefile
  ninja-build         # the build
  nlohmann-json3-dev  # results as JSON
  ocl-icd-libopencl1  # finds the OpenCL drivers of the machine
  opencl-c-headers    # what the declarations of OpenCL calls are compared with in the tests
  pkg-config          # finds libraries that have no CMake package
  pocl-opencl-icd     # an OpenCL device that is the processor: the tests of device programs
  python3             # the tests of the house rules and of the pages
  python3-dev         # the Python package
  python3-venv        # the Python package, in an environment of its own
  zlib1g-dev          # checks that compressed MAT files are whole
)

if [[ ${1-} == --program ]]; then
  tested='^(git|libbenchmark-dev|libgmock-dev|libgtest-dev|libmatio-dev|librapidcheck-dev|ocl-icd-libopencl1|opencl-c-headers|pocl-opencl-icd)$'
  for i in "${!packages[@]}"; do
    if [[ ${packages[i]} =~ $tested ]]; then unset "packages[i]"; fi
  done
fi

if [[ ${1-} == --tests ]]; then
  packages+=(
    chromium-headless-shell # opens the reports in the tests
    clang                   # the fuzz targets of the file readers (libFuzzer)
    devscripts              # checkbashisms, for the check of the R package
    fish                    # completions in the shells
    groff-base              # the manual pages
    libclang-rt-dev         # the run-time library of libFuzzer and of the sanitizers
    liblo7                  # states as messages of Open Sound Control
    oclgrind                # the check of device programs for races
    llvm                    # which lines the tests run
    octave                  # the functions for MATLAB and Octave
    octave-dev              # compiles their gateway
    qpdf                    # the check of the R package
    r-base-core             # the R package
    r-cran-cpp11            # the R package
    r-cran-jsonlite         # tests of the R package
    r-cran-knitr            # the vignette of the R package
    r-cran-markdown         # the vignette of the R package
    r-cran-pracma           # what the R package is compared with
    r-cran-rnetcdf          # results in R
    r-cran-roxygen2         # pages of the R package from its comments
    r-cran-testthat         # tests of the R package
    zsh                     # completions in the shells
  )
fi

if [[ ${1-} == --faults ]]; then
  packages+=(
    strace # system calls that fail
  )
fi

if [[ ${1-} == --wheels ]]; then
  packages+=(
    debootstrap             # bare systems in which the wheels are used
    dpkg-dev                # sources of libraries
    g++-12                  # the compiler of the wheels
    iproute2                # the loopback of a system without a network
    m4                      # the sources of NetCDF
    perl                    # the sources of HDF5
  )
fi

if [[ ${1-} == --deb ]]; then
  packages+=(
    chrpath        # takes the folder of the build out of the R module
    debhelper      # Debian packages
    debootstrap    # a bare system in which they are used
    dh-python      # the Python package
    dpkg-dev       # dpkg-buildpackage
    fakeroot       # owners of packaged files
    lintian        # the check of the packages
    r-base-dev     # the R package
    r-cran-cpp11   # the R package
  )
fi

if [[ ${1-} == --slurm ]]; then
  packages+=(
    munge        # proves to Slurm who asks
    slurm-client # sbatch, squeue
    slurmctld    # the controller of Slurm
    slurmd       # a node of Slurm
  )
fi

if [[ ${1-} == --store ]]; then
  packages+=(
    openssh-server  # recordings at sftp addresses; starts a server where it is installed, so not for every test
    swift-account   # OpenStack Swift, a store of objects with an S3 interface
    swift-container # the same
    swift-object    # the same
    swift-proxy     # the same
  )
fi

if [[ ${1-} == --processors ]]; then
  packages+=(
    g++-12-aarch64-linux-gnu # the compiler for 64-bit ARM
    g++-12-s390x-linux-gnu   # the compiler for IBM Z, whose numbers have their bytes in the other order
    hdf5-tools               # compares results with numbers in the other order
    qemu-user-static         # runs what it compiles
  )
fi

if [[ ${1-} == --windows ]]; then
  packages+=(
    g++-mingw-w64-x86-64-posix # the compiler for Windows
    wine                       # runs what it compiles
    wine64                     # the same
  )
fi

if [[ ${1-} == --page ]]; then
  packages+=(
    chromium   # opens the page in its check
    dpkg-dev   # sources of libraries
    emscripten # the compiler for browsers
    node-acorn # its optimiser of JavaScript
  )
fi

if ! command -v dpkg-query >/dev/null; then
  echo "This is not a Debian system. Biotropy needs the counterparts of: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  if [[ $state != installed ]]; then
    missing+=("$package")
  fi
done
if ((${#missing[@]} == 0)); then
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "Missing packages: ${missing[*]}" >&2
    echo "Run as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
run_quietly() {
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
}
echo "Installing ${#missing[@]} Debian packages: ${missing[*]}"
run_quietly apt-get update -qq
run_quietly apt-get install -y -qq --no-install-recommends "${missing[@]}"
