#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build and moves the tree, to detect paths of the first place.
# Usage: install_and_move.sh CMAKE BUILD_FOLDER TREE
set -euo pipefail
cmake=$1 build=$2 tree=$3
rm -rf "$tree" "$tree.first"
"$cmake" --install "$build" --prefix "$tree.first" >/dev/null
mv "$tree.first" "$tree"
if grep -rIl --include='*.cmake' --include='*.pc' -e "$tree.first" -e "$build" "$tree"; then
  echo "these files name the folder of the build"
  exit 1
fi
if [[ -x $tree/bin/biotropy ]]; then
  "$tree/bin/biotropy" --version
fi
