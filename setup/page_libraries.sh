#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/page_libraries.sh
# Makes build/page-libraries, against which cmake/browser.cmake compiles: zlib and Highway from the Debian 12 sources, compiled
# to WebAssembly. Does nothing if they are there and were made by these files.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/../build/page-libraries"
folder=$(cd "$here/../build/page-libraries" && pwd)
sysroot=$folder/sysroot
made_of=$(cat "$here/page_libraries.sh" "$here/libraries.sh" "$here/../cmake/browser.cmake" | sha256sum)
if [[ $made_of == "$(cat "$folder/made-of.txt" 2>/dev/null)" ]]; then
  exit 0
fi

sources=(bookworm:zlib bookworm:highway)
toolchain=(-DCMAKE_TOOLCHAIN_FILE="$here/../cmake/browser.cmake")
compiler=emcc
flags="-O2 -msimd128"
export AR=emar RANLIB=emranlib
# shellcheck source=setup/libraries.sh
source "$here/libraries.sh"

echo "Making the libraries of the page in $folder"
use_own_apt bookworm
unpack_sources
built zlib build_zlib
built highway build_highway
printf '%s\n' "$made_of" >"$folder/made-of.txt"
