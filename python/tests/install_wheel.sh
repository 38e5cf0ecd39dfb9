#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: install_wheel.sh PYTHON SOURCE_FOLDER INSTALLED_TREE [isolated]
# Builds a wheel against an installed library, installs it into an empty environment, and uses it from there. Then the sources
# are installed in place into another one. Isolated, the build has nothing but what pyproject.toml asks for.
set -euo pipefail

python=$1 sources=$2 tree=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Without optimisation, which takes most of the time of the compiler, and compiled once for both.
settings=(--quiet --disable-pip-version-check --no-deps --config-settings=cmake.define.CMAKE_PREFIX_PATH="$tree"
  --config-settings=cmake.define.CMAKE_CXX_FLAGS_RELEASE=-O0 --config-settings=build-dir="$folder/build")
[[ ${4-} == isolated ]] || settings+=(--no-build-isolation)
"$python" -m pip wheel "${settings[@]}" --wheel-dir "$folder" "$sources"
site() { "$1" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }
environment() {
  "$python" -m venv --without-pip "$1"
  # NumPy comes from where the tests have it.
  site "$python" >"$(site "$1/bin/python")/tests.pth"
}
environment "$folder/environment"
"$python" -m pip --python "$folder/environment/bin/python" install --quiet --no-deps "$folder"/biotropy-*.whl
"$python" -B "$sources/tests/house/linked.py" "$(site "$folder/environment/bin/python")/biotropy"
cd "$folder"
"$folder/environment/bin/python" -I - <<'END'
import importlib.metadata, pathlib
import biotropy

installed = pathlib.Path(biotropy.__file__).parent
assert "environment" in installed.parts, installed
for name in ("py.typed", "_core.pyi", "_reports/report.js", "_reports/report.css"):
    assert (installed / name).exists(), name
assert biotropy.__version__ == importlib.metadata.version("biotropy")
assert biotropy.sample_entropy([k % 3 for k in range(60)]) == 0.0
END

environment "$folder/editable"
"$python" -m pip --python "$folder/editable/bin/python" install "${settings[@]}" --editable "$sources"
"$folder/editable/bin/python" -I - "$sources" <<'END'
import pathlib, sys
import biotropy
from biotropy import _core

assert pathlib.Path(biotropy.__file__).parent == pathlib.Path(sys.argv[1]).resolve() / "python" / "biotropy"
assert "editable" in pathlib.Path(_core.__file__).parts, _core.__file__
assert biotropy.sample_entropy([k % 3 for k in range(60)]) == 0.0
END
