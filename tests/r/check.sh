#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# R CMD check --as-cran of the R package, without the internet: no error, no warning, and no note but those that
# r/cran-comments.md explains. With an installed TREE the package is linked to its library, found by pkg-config, and the
# vignettes are left to vignette.sh; without one it is the source package with the sources inside (r/source_package.py), and
# the vignettes are made as well.
# Usage: check.sh R SOURCE_FOLDER WORK_FOLDER [TREE]
set -euo pipefail
r=$1 source=$2 work=$3 tree=${4:-}

rm -rf "$work"
mkdir -p "$work"
cd "$work"
unset BIOTROPY_SOURCE
building=() checking=(--as-cran --no-manual)
if [[ -n $tree ]]; then
  PKG_CONFIG_PATH=$(dirname "$(find "$tree" -name biotropy.pc)")
  export PKG_CONFIG_PATH
  # Most of the time of the compiler goes to debugging information and optimisation, which the check without a tree has.
  printf 'CXX20FLAGS = -O0 -Wformat -Werror=format-security -Wdate-time -D_FORTIFY_SOURCE=2\n' >Makevars
  export R_MAKEVARS_USER=$PWD/Makevars
  building+=(--no-build-vignettes)
  checking+=(--ignore-vignettes)
fi
export MAKEFLAGS=-j${JOBS:-$(nproc)}
# Checks that need the internet, and settings of the user.
export _R_CHECK_CRAN_INCOMING_=false _R_CHECK_SYSTEM_CLOCK_=false R_ENVIRON_USER=/dev/null R_PROFILE_USER=/dev/null

if [[ -n $tree ]]; then
  "$r" CMD build "${building[@]}" "$source/r" >build.log 2>&1 || { cat build.log; exit 1; }
else
  # The vignettes are made with the library of the build; the check compiles the sources inside.
  BIOTROPY_SOURCE=$source python3 -B "$source/r/source_package.py" . >build.log 2>&1 || { cat build.log; exit 1; }
fi
"$r" CMD check "${checking[@]}" biotropy_*.tar.gz >check.log 2>&1 || {
  cat check.log
  find biotropy.Rcheck \( -name '*.fail' -o -name 00install.out \) -exec tail -n 60 {} +
  exit 1
}
tail -n 4 check.log
awk '/(WARNING|ERROR|NOTE)$/ && !/^Status/ && !/installed package size/ { print; wrong = 1 } END { exit wrong }' check.log || {
  cat check.log
  exit 1
}
