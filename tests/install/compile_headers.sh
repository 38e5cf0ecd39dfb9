#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every installed header compiles on its own, in a program that has nothing else.
# Usage: compile_headers.sh COMPILER TREE
set -euo pipefail
export compiler=$1
cd "$2/include"
compile_alone() {
  echo "#include <$1>" | "$compiler" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I. -x c++ -
}
export -f compile_alone
mapfile -t headers < <(find biotropy -name '*.hpp')
echo "${#headers[@]} headers"
((${#headers[@]} > 10))
printf '%s\n' "${headers[@]}" | xargs -P "$(nproc)" -I{} bash -c 'compile_alone {}'
