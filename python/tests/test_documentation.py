# SPDX-License-Identifier: Apache-2.0
"""Examples of docstrings and of the pages are run, and every public function has its documentation."""

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
README = DOCS.parent / "README.md"
PAGES = [README] + [page for page in sorted(DOCS.rglob("*.md")) if "```pycon" in page.read_text()]
MODULES = [module.name for module in pkgutil.walk_packages(biotropy.__path__, "biotropy.") if module.name != "biotropy._core"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page, tmp_path, monkeypatch):
    (tmp_path / "tests").symlink_to(DOCS.parent / "tests")  # whose recordings some pages use
    monkeypatch.chdir(tmp_path)
    # Only sessions of Python: outputs of other blocks may look like them.
    text = "".join(re.findall(r"```pycon\n(.*?)```", page.read_text(), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test)
    assert results.attempted > 0
    assert results.failed == 0
    # A page draws the pictures that it shows.
    for name in re.findall(r"\]\(\.\./_static/(\w+\.png)\)", page.read_text()):
        assert (tmp_path / name).stat().st_size > 0.5 * (DOCS / "_static" / name).stat().st_size


def test_picture(tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "picture.png"
    script = DOCS.parent / "examples" / "picture.py"
    subprocess.run([sys.executable, "-B", script, picture], cwd=DOCS.parent, check=True)
    assert picture.stat().st_size > 0.5 * (DOCS / "_static" / "picture.png").stat().st_size


def test_how_to_cite_is_what_the_citation_file_says():
    yaml = pytest.importorskip("yaml")
    said = yaml.safe_load((DOCS.parent / "CITATION.cff").read_text())
    page = " ".join((DOCS / "citing.md").read_text().replace(">", "").split())
    assert said["message"] in page
    for reference in said["references"]:
        assert reference["title"] in page
        assert reference.get("doi", "") in page
        assert all(f"{one['given-names']} {one['family-names']}" in page for one in reference["authors"])


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
