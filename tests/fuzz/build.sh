#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets as OSS-Fuzz asks for them: with the compilers and options of the environment (CC, CXX, CFLAGS,
# CXXFLAGS, LIB_FUZZING_ENGINE) into the folder OUT, each with a dictionary, a first corpus and the libraries that it needs
# beside it. The build itself is in the folder WORK. Left out are targets through HDF5, whose own faults would be found, and
# lsl, which opens a library of the build.
# Usage: OUT=FOLDER tests/fuzz/build.sh [TARGET...]
set -euo pipefail
: "${OUT:?the folder for the targets}"
source "$(dirname "$0")/targets.sh"
cd "$(dirname "$0")/../.."
OUT=$(realpath -m "$OUT")
work=${WORK:-build/fuzz-build}
export CC=${CC:-clang} CXX=${CXX:-clang++}
sanitizers="-O1 -g1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all"
export CFLAGS=${CFLAGS:-$sanitizers} CXXFLAGS=${CXXFLAGS:-$sanitizers}
# The system's libraries of C++ use libstdc++. Vector code for one instruction set compiles sooner.
CXXFLAGS="${CXXFLAGS//-stdlib=libc++/} -DHWY_COMPILE_ONLY_STATIC"
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(printf '%s\n' "${own[@]}" "${others[@]}" | grep -vx lsl)

mkdir -p "$OUT/lib"
cmake -G Ninja -S . -B "$work" -DCMAKE_BUILD_TYPE=None -DBIOTROPY_FUZZ=ON -DBIOTROPY_TESTS=OFF -DBIOTROPY_BENCH=OFF \
  -DBIOTROPY_PARSE_IN_PROCESS=ON -DBIOTROPY_FUZZ_ENGINE="${LIB_FUZZING_ENGINE:--fsanitize=fuzzer}" \
  -DCMAKE_INSTALL_RPATH="\$ORIGIN/lib" -DCMAKE_EXE_LINKER_FLAGS="-Xlinker --disable-new-dtags" \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 >/dev/null
mapfile -t seeds < <(seeds_of "${targets[@]}")
cmake --build "$work" --target "${seeds[@]}" "${targets[@]/#/fuzz_}"
for program in "${seeds[@]}"; do "$work/tests/fuzz/$program" "$work/seeds"; done
cp tests/fuzz/dictionaries/*.dict "$work/seeds"
for target in "${targets[@]}"; do
  program=$work/tests/fuzz/fuzz_$target
  cp "$program" "$OUT"
  # Those of the C library and of the compiler are where programs run at all.
  ldd "$program" | awk '$3 ~ "^/" {print $3}' | grep -vE '/(libc|libm|libdl|librt|libpthread|libgcc_s|libresolv)[.]so' |
    xargs -r cp -L -u -t "$OUT/lib"
  cp "$work/seeds/$target.dict" "$OUT/fuzz_$target.dict"
  unpack_kept "$target" "$work/seeds/$target"
  rm -f "$OUT/fuzz_${target}_seed_corpus.zip"
  (cd "$work/seeds/$target" && cmake -E tar cf "$OUT/fuzz_${target}_seed_corpus.zip" --format=zip .)
done
