# SPDX-License-Identifier: Apache-2.0
"""Modules of the package load on first use, and dir() lists what is public."""

import importlib
import subprocess
import sys

import pytest

import biotropy

LAZY = {"comparison", "distributed", "estimators", "plot", "report", "scores", "states", "streams"}
NEEDED = {"comparison": "sklearn", "estimators": "sklearn", "states": "sklearn", "streams": "sklearn"}


@pytest.mark.parametrize("name", sorted(LAZY | {"errors", "heartbeats"}))
def test_modules_load_on_first_use_and_list_what_is_public(name):
    pytest.importorskip(NEEDED.get(name, "numpy"))
    module = getattr(biotropy, name)
    assert module is importlib.import_module(f"biotropy.{name}")
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, one) and not one.startswith("_") for one in dir(module))


def test_the_package_lists_its_functions_and_modules():
    listed = set(dir(biotropy))
    assert listed >= LAZY | {"errors", "heartbeats", "sample_entropy", "pairwise"}
    assert [one for one in listed if one.startswith("_")] == ["__version__"]
    with pytest.raises(AttributeError):
        _ = biotropy.plots


def test_importing_the_package_loads_none_of_them():
    loaded = f"import sys, biotropy; print([one for one in {sorted(LAZY)} if 'biotropy.' + one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", loaded], text=True, capture_output=True, check=True)
    assert done.stdout == "[]\n"
