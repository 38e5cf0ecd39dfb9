#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs a program with the flags of pkg-config for an installed tree.
# Usage: build_by_pkg_config.sh COMPILER TREE SOURCE
set -euo pipefail
compiler=$1 tree=$2 source=$3
library_folder=$(dirname "$(find "$tree" -name libbiotropy.so)")
export PKG_CONFIG_PATH=$library_folder/pkgconfig
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -ra flags < <(pkg-config --cflags --libs biotropy)
"$compiler" -std=c++20 "$source" "${flags[@]}" -o "$work/consumer"
LD_LIBRARY_PATH=$library_folder "$work/consumer"
