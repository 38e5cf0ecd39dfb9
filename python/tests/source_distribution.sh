#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: source_distribution.sh PYTHON SOURCE_FOLDER
# Fails unless the source distribution of the Python package, where libraries are missing, names all of these in one
# message with their Debian packages, and no other; and unless it is configured where all are there.
set -euo pipefail

python=$1 sources=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$sources" && "$python" -c 'import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])' "$folder" >/dev/null)
tar --extract --file="$(echo "$folder"/*.tar.gz)" --directory="$folder"
rm "$folder"/*.tar.gz
configure() {
  cmake -S "$(echo "$folder"/biotropy-*)/python" -B "$1" -DPython_EXECUTABLE="$python" "${@:2}" >"$folder/said" 2>&1
}

configure "$folder/whole" || { cat "$folder/said"; exit 1; }

if PKG_CONFIG_LIBDIR=$folder configure "$folder/less" -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON; then
  echo "It was configured without libraries"
  exit 1
fi
for package in libtbb-dev libfmt-dev libhwy-dev libnetcdf-c++4-dev libnetcdf-dev libtomlplusplus-dev libhdf5-dev; do
  grep -q "^ *[^ ].* (.*\b$package\b.*)$" "$folder/said" || { echo "$package is not named:"; cat "$folder/said"; exit 1; }
done
if grep -E "zlib1g-dev|libeigen3-dev|libboost|matio" "$folder/said" || (($(grep -c "CMake Error" "$folder/said") != 1)); then
  cat "$folder/said"
  exit 1
fi
