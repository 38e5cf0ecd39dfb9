#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every installed header compiles on its own, in C++20 and C++23, with the compiler of the build and with clang++ where it
# is there, in a program that has nothing else.
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
for compiler in "${compilers[@]}"; do
  for standard in c++20 c++2b; do  # c++2b: C++23, as older compilers call it
    printf '%s\n' "${headers[@]}" | xargs -P "$(nproc)" -I{} bash -c "compile_alone '$compiler' $standard {}"
  done
done
