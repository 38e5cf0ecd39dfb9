#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every installed header compiles on its own, in a program that has nothing else: in C++20 with the compiler of the build,
# and in C++23 with clang++ where it is there.
# Usage: compile_headers.sh COMPILER TREE
set -euo pipefail
cd "$2/include"
compilers=("$1")
if clang=$(command -v clang++); then compilers+=("$clang"); fi
mapfile -t headers < <(find biotropy -name '*.hpp')
echo "${#headers[@]} headers, compilers: ${compilers[*]}"
((${#headers[@]} > 10))
if find biotropy -name '*_internal.hpp' -o -name '*-inl.hpp' | grep .; then
  echo 'internal headers are installed' >&2
  exit 1
fi
compile_alone() {
  echo "#include <$3>" | "$1" "-std=$2" -Wall -Wextra -Werror -fsyntax-only -I. -x c++ -
}
export -f compile_alone
compile_each() {
  printf '%s\n' "${headers[@]}" | xargs -P "$(nproc)" -I{} bash -c "compile_alone '$1' $2 {}"
}
# C++23 is called c++2b by older compilers. Both standards with both compilers for the whole interface; header by header
# one standard with each.
for compiler in "${compilers[@]}"; do
  for standard in c++20 c++2b; do compile_alone "$compiler" $standard biotropy/biotropy.hpp; done
done
compile_each "${compilers[0]}" c++20
if ((${#compilers[@]} > 1)); then compile_each "${compilers[1]}" c++2b; fi
