#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every installed header compiles on its own, in a program that has nothing else.
# Usage: compile_headers.sh COMPILER TREE
set -euo pipefail
compiler=$1 tree=$2
cd "$tree/include"
count=0
while read -r header; do
  echo "#include <$header>" | "$compiler" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I. -x c++ -
  count=$((count + 1))
done < <(find biotropy -name '*.hpp')
echo "$count headers"
((count > 10))
