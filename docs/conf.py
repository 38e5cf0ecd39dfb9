# SPDX-License-Identifier: Apache-2.0
"""The site of the project: the pages of this folder, and the reference of the Python package from its docstrings.

`make site` builds it; the tests do so with every warning as an error.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

project = "Biotropy"
author = "The Biotropy developers"
copyright = "The Biotropy developers, Apache License 2.0"
release = version = (ROOT / "VERSION").read_text().strip()

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
nitpicky = False

# Docstrings are NumPy's; types of results are in them, and need not be repeated in the signatures.
napoleon_google_docstring = False
napoleon_use_rtype = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"Biotropy {release}"
html_show_sourcelink = False
