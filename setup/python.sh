#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: setup/python.sh FOLDER [REQUIREMENTS]
# Makes a virtual environment with what the Python package is built and tested with, or with the packages of another list,
# or brings it up to date.
set -euo pipefail

folder=$1
requirements=${2:-$(dirname "$0")/../python/requirements.txt}
if cmp --silent "$requirements" "$folder/requirements.txt"; then
  exit 0
fi
echo "Installing Python packages into $folder"
python3 -m venv --clear "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
# Its wheel holds a liblsl, but not for every machine; the tests of it say so where it is missing.
if (($# < 2)) && ! "$folder/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: \
  --requirement "$(dirname "$0")/../python/requirements-lsl.txt"; then
  echo "No liblsl for this machine: the tests of the Lab Streaming Layer will be left out"
fi
cp "$requirements" "$folder/requirements.txt"
