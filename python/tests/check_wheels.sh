#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: check_wheels.sh SOURCE_FOLDER FOLDER [PROCESSOR [RELEASE...]]
# Installs the wheels in FOLDER/dist in bare Debian systems (bullseye, bookworm, trixie) that have python3 and nothing else,
# without a network, and uses them there: the program, a demonstration, and the tests of the package. Needs root, for
# debootstrap and chroot. Debian 11 has Python 3.9, which is too old for the package: there the program is run. Systems of
# another PROCESSOR (aarch64) run in QEMU (tests/install/in_qemu.sh). TESTS in the environment: an expression for pytest that
# chooses among the tests.
set -euo pipefail

sources=$(cd "$1" && pwd) folder=$(cd "$2" && pwd) other=${3-}
releases=("${@:4}")
if ((${#releases[@]} == 0)); then
  releases=(bullseye bookworm trixie)
fi
here=$sources/python/tests

source "$sources/tests/install/bare_debian.sh"
require_root "make wheels-check"
system=(--include=python3,python3-venv)
if [[ -n $other ]]; then
  emulator=("$sources/tests/install/in_qemu.sh" "$other")
  system+=(--foreign "--arch=$(dpkg-architecture --host-type "$other-linux-gnu" --query DEB_HOST_ARCH 2>/dev/null)")
fi

# Wheels of what the tests import, for the Pythons of the releases; numpy is all that the package needs.
fetch_test_packages() {
  local machine version
  machine=${other:-$(uname -m)}
  if [[ -e $folder/house/complete ]]; then
    return
  fi
  mkdir -p "$folder/house"
  for version in 3.11 3.13; do
    python3 -m pip download --quiet --disable-pip-version-check --only-binary :all: --python-version "$version" \
      --platform "manylinux_2_28_$machine" --platform "manylinux_2_27_$machine" --platform "manylinux2014_$machine" \
      --dest "$folder/house" --requirement "$here/requirements-bare.txt"
  done
  touch "$folder/house/complete"
}

bare_system() {
  local root=$folder/chroots/$1
  if [[ ! -e $root/complete ]]; then
    bare_debian "$1" "$root" "$folder/$1.log" "${system[@]}"
  fi
}

fetch_test_packages
for release in "${releases[@]}"; do
  bare_system "$release"
  root=$folder/chroots/$release
  rm -rf "$root/check"
  mkdir -p "$root/check/sources"
  cp -r "$folder/dist" "$folder/house" "$root/check/"
  cp -r "$sources"/{python,tests,examples,docs,matlab,r,VERSION} "$root/check/sources/"
  echo "$release:"
  inside "$root" "bash /check/sources/python/tests/use_wheel.sh /check '${TESTS-}'" --net
  rm -rf "$root/check"
done
