#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/python.sh FOLDER [REQUIREMENTS | --demo]
# Makes a virtual environment with what the Python package is built and tested with, or with the packages of another list,
# or brings it up to date. With --demo it has what reports are built and drawn with, until all is wanted.
set -euo pipefail

folder=$1
here=$(dirname "$0")/../python
requirements=${2:-$here/requirements.txt}
if [[ $requirements == --demo ]]; then
  # Their headers would be newer than what was compiled with them if they were installed again.
  if [[ ! -e $folder/made-of.txt && ! -e $folder/made-for-demo.txt ]]; then
    echo "Installing Python packages for the demonstration into $folder"
    python3 -m venv --clear "$folder"
    "$folder/bin/pip" install --quiet --no-compile --disable-pip-version-check --constraint "$here/requirements.txt" \
      nanobind numpy plotly xarray netCDF4
    cp "$here/requirements.txt" "$folder/made-for-demo.txt"
  fi
  exit 0
fi
# Another list of requirements, or another Python, needs another environment.
wanted=$(python3 --version && cat "$requirements" "$here/requirements-lsl.txt")
if [[ $wanted == "$(cat "$folder/made-of.txt" 2>/dev/null)" ]]; then
  exit 0
fi
if [[ -L $folder ]]; then
  echo "$folder is a link: the environment that it leads to is of another checkout, and is not replaced" >&2
  exit 1
fi
echo "Installing Python packages into $folder"
cmp --silent "$folder/made-for-demo.txt" "$requirements" || python3 -m venv --clear "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
# Its wheel lacks liblsl on some machines; its tests are skipped there.
if (($# < 2)) && ! "$folder/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: \
  --requirement "$here/requirements-lsl.txt"; then
  echo "No liblsl for this machine: the tests of the Lab Streaming Layer will be left out"
fi
rm -f "$folder/made-for-demo.txt"
printf '%s\n' "$wanted" >"$folder/made-of.txt"
