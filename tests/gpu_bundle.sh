#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packs what a machine needs to run tests/gpu.sh that has a GPU with its driver, and neither Biotropy's packages nor a
# network: the programs without their symbols, the libraries that they are linked to (all but those of glibc), the
# loader of OpenCL and the CUDA compiler where this machine has them. Says how large it is.
#
# Usage: gpu_bundle.sh BUILD_FOLDER   makes BUILD_FOLDER/gpu-check/ and BUILD_FOLDER/gpu-check.tar.xz
set -euo pipefail

build=$1
here=$(cd "$(dirname "$0")" && pwd)
bundle=$build/gpu-check
programs=(cli/biotropy tests/device/test_device tests/match/test_match tests/sicamm/test_sicamm bench/bench_device
  bench/bench_kernels bench/bench_papers)

rm -rf "$bundle" "$bundle.tar.xz"
mkdir -p "$bundle/bin" "$bundle/lib"
for program in "${programs[@]}"; do
  strip -o "$bundle/bin/$(basename "$program")" "$build/$program"
done

# Parts of the target machine: the loader, and the libraries of glibc, which only fit their own loader.
of_glibc='/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv|util|anl|nss_[a-z]*))\.so'
missing=$(ldd "$bundle"/bin/* | grep 'not found' || true)
[[ -z $missing ]] || { echo "gpu_bundle: libraries that are not here: $missing" >&2; exit 1; }
ldd "$bundle"/bin/* | awk '$2 == "=>" { print $3 }' | sort -u | grep -Ev "$of_glibc" | xargs cp -L -t "$bundle/lib"

# The C++ library, which the drivers of the target machine may need in a newer version: used if it has none.
mkdir "$bundle/lib-base"
for library in libstdc++.so.6 libgcc_s.so.1; do
  [[ ! -e $bundle/lib/$library ]] || mv "$bundle/lib/$library" "$bundle/lib-base/"
done

# Libraries that are opened at run time. The library of the driver (libcuda) is never bundled.
nvrtc=${BIOTROPY_NVRTC:-$(ls -d /usr/local/cuda*/lib64/libnvrtc.so.[0-9][0-9] 2>/dev/null | sort -V | tail -n 1 || true)}
if [[ -n $nvrtc && -e $nvrtc ]]; then
  cp -L "$nvrtc" "$bundle/lib/"
  # Found beside the compiler under its full name.
  builtins=$(ls "$(dirname "$(readlink -f "$nvrtc")")"/libnvrtc-builtins.so.*.* | grep -v alt | sort -V | tail -n 1)
  cp -L "$builtins" "$bundle/lib/"
else
  echo "gpu_bundle: no CUDA compiler here (libnvrtc); the other machine needs one of its own" >&2
fi
opencl=$(ldconfig -p | awk '/libOpenCL\.so\.1 / && !found++ { print $NF }')
[[ -z $opencl ]] || cp -L "$opencl" "$bundle/lib/"

# The newest version of glibc that files ask for, which run.sh compares with that of its machine.
glibc_of() {
  { objdump -T "$@" 2>/dev/null || true; } | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1 | cut -d _ -f 2
}
glibc_of "$bundle"/bin/* "$bundle"/lib/* >"$bundle/glibc.txt"
glibc_of "$bundle"/bin/* "$bundle"/lib/* "$bundle"/lib-base/* >"$bundle/glibc-with-base.txt"

strip --strip-unneeded "$bundle"/lib/* "$bundle"/lib-base/* 2>/dev/null || true
cp "$here/gpu.sh" "$bundle/run.sh"
tar -C "$build" -cf - gpu-check | xz -T0 -6 >"$bundle.tar.xz"

mib() { awk -v bytes="$1" 'BEGIN { printf "%.1f MiB", bytes / 1048576 }'; }
echo "$bundle.tar.xz: $(mib "$(stat -c %s "$bundle.tar.xz")"), unpacked $(mib "$(du -sb "$bundle" | cut -f 1)")," \
  "for glibc $(cat "$bundle/glibc.txt") or later"
echo "elsewhere: tar xf gpu-check.tar.xz && gpu-check/run.sh"
