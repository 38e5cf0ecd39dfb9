# SPDX-License-Identifier: Apache-2.0
"""Examples of docstrings and of the pages are run, the site is built, and every public function has its documentation."""

import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import biotropy

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if "```pycon" in page.read_text()]
MODULES = [f"biotropy.{module.name}" for module in pkgutil.iter_modules(biotropy.__path__) if module.name != "_core"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Only sessions of Python: what other blocks print may look like them.
    text = "".join(re.findall(r"```pycon\n(.*?)```", page.read_text(), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted > 0
    assert results.failed == 0


def test_site(tmp_path):
    pytest.importorskip("sphinx")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", DOCS, tmp_path / "site"]
    built = subprocess.run(command, text=True, capture_output=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "sample_entropy" in (tmp_path / "site" / "reference.html").read_text()


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
