#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: install_wheel.sh PYTHON SOURCE_FOLDER INSTALLED_TREE
# Builds a wheel against an installed library with nothing but what pyproject.toml asks for, installs it into an empty
# environment, and uses it from there. Then the sources are installed in place into another one.
set -euo pipefail

python=$1 sources=$2 tree=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" \
  --config-settings=cmake.define.CMAKE_PREFIX_PATH="$tree" --config-settings=build-dir="$folder/build" "$sources"
site() { "$1" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }
environment() {
  "$python" -m venv "$1"
  # NumPy comes from where the tests have it.
  site "$python" >"$(site "$1/bin/python")/tests.pth"
}
environment "$folder/environment"
"$folder/environment/bin/pip" install --quiet --disable-pip-version-check --no-deps "$folder"/biotropy-*.whl
"$python" -B "$sources/tests/house/linked.py" "$(site "$folder/environment/bin/python")/biotropy"
cd "$folder"
"$folder/environment/bin/python" -I - <<'END'
import importlib.metadata, pathlib
import biotropy

installed = pathlib.Path(biotropy.__file__).parent
assert "environment" in installed.parts, installed
for name in ("py.typed", "_core.pyi", "report.js", "report.css"):
    assert (installed / name).exists(), name
assert biotropy.__version__ == importlib.metadata.version("biotropy")
assert biotropy.sample_entropy([k % 3 for k in range(60)]) == 0.0
END

environment "$folder/editable"
"$folder/editable/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
  --config-settings=cmake.define.CMAKE_PREFIX_PATH="$tree" --config-settings=build-dir="$folder/build-editable" \
  --editable "$sources"
"$folder/editable/bin/python" -I - "$sources" <<'END'
import pathlib, sys
import biotropy
from biotropy import _core

assert pathlib.Path(biotropy.__file__).parent == pathlib.Path(sys.argv[1]).resolve() / "python" / "biotropy"
assert "editable" in pathlib.Path(_core.__file__).parts, _core.__file__
assert biotropy.sample_entropy([k % 3 for k in range(60)]) == 0.0
END
