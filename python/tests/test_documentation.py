# SPDX-License-Identifier: Apache-2.0
"""Examples of docstrings and of the page on Python are run; every public function has its documentation."""

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import biotropy

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
MODULES = [f"biotropy.{module.name}" for module in pkgutil.iter_modules(biotropy.__path__) if module.name != "_core"]


def test_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The closing fence of a block is no output.
    text = PAGE.read_text().replace("```\n", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("name", biotropy.__all__)
def test_every_argument_is_documented(name):
    thing = getattr(biotropy, name)
    assert thing.__doc__
    if not inspect.isfunction(thing):
        return
    assert "{" not in thing.__doc__.replace("{'", "")
    for argument in inspect.signature(thing).parameters:
        assert argument in thing.__doc__, f"{name}: {argument}"
