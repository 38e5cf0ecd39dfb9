#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: use_wheel.sh FOLDER TESTS
# Run by check_wheels.sh in a bare system. FOLDER has the wheels (dist), those of the tests (house) and the sources. TESTS is an
# expression that chooses among the tests, or empty.
set -euo pipefail

tests=$2
cd "$1"
if command -v g++ cc cmake >/dev/null; then
  echo "This system has a compiler: it is not bare" >&2
  exit 1
fi

if python3 -c 'import sys; sys.exit(sys.version_info >= (3, 11))'; then
  python3 -m zipfile -e dist/biotropy-*-cp311-*.whl wheel
  mkdir bin
  cp wheel/biotropy-*.data/scripts/biotropy bin/
  chmod +x bin/biotropy
else
  python3 -m venv environment
  environment/bin/pip install --quiet --disable-pip-version-check --no-index --find-links dist --find-links house biotropy
  environment/bin/python -I - <<'END'
import importlib.metadata, pathlib, re
import biotropy
from biotropy import _core

installed = pathlib.Path(biotropy.__file__).parent
assert "environment" in installed.parts, installed
assert biotropy.__version__ == importlib.metadata.version("biotropy")
assert biotropy.sample_entropy([k % 3 for k in range(60)]) == 0.0
print(f"  Python {importlib.import_module('platform').python_version()}, module {pathlib.Path(_core.__file__).name}")
END
  ln -s environment/bin bin
fi

program=$PWD/bin/biotropy
"$program" --version | sed 's/^/  /;q'
libraries=$(LD_TRACE_LOADED_OBJECTS=1 "$program" | sed 's/^\s*\(\S*\).*/\1/;s:.*/::')
echo "  libraries of the program:" $libraries
if other=$(grep -vE '^(linux-vdso|libpthread|libdl|librt|libm|libgcc_s|libc|ld-linux-x86-64|ld-linux-aarch64)\.so' <<<"$libraries"); then
  echo "It needs more than a C library: $other" >&2
  exit 1
fi

# Recordings, matrices as NetCDF-4, a study.
"$program" simulate cohort cohort --subjects 1 --channels 8 --epochs 4 --quiet
"$program" cross cohort/sub-001.edf --measure cross-apen -m 1 -r 0.2 --epoch 1024 -o matrices.nc --quiet
"$program" cross cohort/sub-001.edf --measure cross-apen -m 1 -r 0.2 --epoch 1024 --engine direct -o plain.csv --quiet
"$program" cross cohort/sub-001.edf --measure cross-apen -m 1 -r 0.2 --epoch 1024 -o fast.csv --quiet
cmp plain.csv fast.csv
"$program" study init cohort --epoch 1024 >/dev/null
"$program" study run cohort --quiet 2>/dev/null
"$program" study verify cohort --entries 5 | tail -n 1 | sed 's/^/  /'

if [[ -d environment ]]; then
  environment/bin/pip install --quiet --disable-pip-version-check --no-index --find-links house \
    --requirement sources/python/tests/requirements-bare.txt
  # What other libraries write and read.
  environment/bin/python -I - <<'END'
import h5py, netCDF4, numpy as np
import biotropy

with h5py.File("recording.mat", "w", userblock_size=512) as file:
    file.create_dataset("x", data=np.random.default_rng(1).standard_normal((3, 500)).T, compression="gzip")
    file["x"].attrs["MATLAB_class"] = np.bytes_("double")
with open("recording.mat", "r+b") as file:
    file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + b"\x00\x02IM")
assert np.array_equal(biotropy.read_signals("recording.mat", rate=250), np.random.default_rng(1).standard_normal((3, 500)))
sizes = {name: len(dimension) for name, dimension in netCDF4.Dataset("matrices.nc").dimensions.items()}
assert (sizes["epoch"], sizes["channel"], sizes["partner"]) == (4, 8, 8), sizes
print("  MAT 7.3 was read, and NetCDF-4 written")
END
  PATH=$PWD/environment/bin:$PATH sources/examples/demo.sh "$program" demo | sed -n '/^[0-9][.]/s/^/  demo: /p'
  cd sources
  # What needs the build, or packages that are not installed here, is left out.
  BIOTROPY_PROGRAM=$program BIOTROPY_DATA=$PWD/tests/data ../environment/bin/python -B -m pytest -q -p no:cacheprovider -k "$tests" \
    -W ignore::pytest.PytestUnknownMarkWarning --ignore=python/tests/test_documentation.py \
    --ignore=python/tests/test_typing.py --ignore=python/tests/test_peers.py \
    --ignore=python/tests/test_public_files.py python/tests >../tests.log || { cat ../tests.log; exit 1; }
  tail -n 1 ../tests.log
fi
