#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/deb.sh FOLDER
# Builds the Debian packages of the last commit into FOLDER, from a copy of its files, and looks through them with lintian.
# nanobind, which Debian does not have, comes from PyPI into an environment of Debian's own Python.
set -euo pipefail

mkdir -p "$1"
folder=$(cd "$1" && pwd)
sources=$(git rev-parse --show-toplevel)
version=$(<"$sources/VERSION")
nanobind=$(grep '^nanobind==' "$sources/python/requirements.txt")

SOURCE_DATE_EPOCH=$(git -C "$sources" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$folder/biotropy-$version" "$folder"/*.deb "$folder"/*.buildinfo "$folder"/*.changes
git -C "$sources" archive --prefix="biotropy-$version/" HEAD | tar -x -C "$folder"
if [[ ! -x $folder/python/bin/python ]]; then
  /usr/bin/python3 -m venv "$folder/python"
  "$folder/python/bin/pip" install --quiet --disable-pip-version-check "$nanobind"
fi
cd "$folder/biotropy-$version"
# dpkg keeps the compiler's cache of the user; a build does not write into the home folder otherwise.
export CCACHE_DIR=${CCACHE_DIR:-$HOME/.cache/ccache} PYTHON=$folder/python/bin/python
export DEB_BUILD_OPTIONS="parallel=${JOBS:-$(nproc)} ${DEB_BUILD_OPTIONS-}"
dpkg-buildpackage --build=binary --no-sign --no-check-builddeps >"$folder/build.log" 2>&1 || {
  tail -n 60 "$folder/build.log" >&2
  exit 1
}
rm -rf "$folder/biotropy-$version"
cd "$folder"
ls -- *.deb
lintian --fail-on error,warning --display-info *.changes
