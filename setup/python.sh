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
cp "$requirements" "$folder/requirements.txt"
