# SPDX-License-Identifier: Apache-2.0
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.usefixtures("program")
def test_site(tmp_path):
    """The site has its figures, made by the program and the package, its formulas, and nothing from the network."""
    pytest.importorskip("sphinx")
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", DOCS, site]
    built = subprocess.run(command, text=True, capture_output=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "sample_entropy" in (site / "reference.html").read_text()
    for page in DOCS.rglob("*.md"):
        figures = re.findall(r":filename-prefix: (\w+)\n(?!.*:nofigs:)", page.read_text())
        html = (site / page.relative_to(DOCS)).with_suffix(".html").read_text()
        drawn = {name: site / "_images" / f"{name}.png" for name in figures}
        drawn = {name: path for name, path in drawn.items() if name != "report"}
        assert all(path.stat().st_size > 5000 and path.name in html for path in drawn.values()), (page, drawn)
        assert ("$$" in page.read_text()) == ("<mfrac>" in html), page
        assert not re.search(r'<(script|img|link|iframe)[^>]*(src|href)="(https?:)?//', html), page
    assert "What was found" in (site / "report.html").read_text()
