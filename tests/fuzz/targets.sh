# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# The fuzz targets by what they need, the slowest first, so that no processor waits for the last one; and their kept inputs.
# Sourced by the scripts of this folder.
through_hdf5=(mat73 arrays)
own=(csv mat brainvision edf fif physio polar gdf npy tables wfdb)
others=(options models states lsl study frames lines)
kept=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/corpus

# Puts what is kept for a target into a folder, which may stay empty.
unpack_kept() {
  mkdir -p "$2"
  [ ! -e "$kept/$1.tar.gz" ] || tar -C "$2" -xzf "$kept/$1.tar.gz"
}

# The programs that write the first corpus of these targets.
seeds_of() {
  echo fuzz_seeds
  local target
  for target in "$@"; do
    if [[ " ${others[*]} " == *" $target "* ]]; then echo fuzz_further_seeds; return; fi
  done
}
