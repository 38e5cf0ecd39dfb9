# SPDX-License-Identifier: Apache-2.0
"""The site of the project: its pages, their figures and formulas, and the reference of the Python package.

`make site` builds it; the tests do so with every warning as an error. Figures are made by the code that the pages show
(Matplotlib's directive `plot`), with the program that BIOTROPY_PROGRAM names or that is on the PATH. Formulas are MathML,
which browsers typeset themselves, so that a page needs no network.
"""

import os
import shutil
from pathlib import Path

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml

ROOT = Path(__file__).resolve().parent.parent

project = "Biotropy"
author = "The Biotropy developers"
copyright = "The Biotropy developers, Apache License 2.0"
release = version = (ROOT / "VERSION").read_text().strip()

extensions = [
    "matplotlib.sphinxext.plot_directive",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
myst_enable_extensions = ["dollarmath"]
nitpicky = False

# Docstrings are NumPy's; types of results are in them, and need not be repeated in the signatures.
napoleon_google_docstring = False
napoleon_use_rtype = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"

plot_formats = [("png", 160)]
plot_html_show_formats = False
plot_html_show_source_link = False
plot_include_source = True
plot_apply_rcparams = True
plot_rcparams = {"savefig.bbox": "tight", "savefig.pad_inches": 0.1}

html_theme = "furo"
html_title = f"Biotropy {release}"
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"


def _inline_formula(writer, node):
    writer.body.append(tex2mathml(node.astext()))
    raise SkipNode


def _formula(writer, node):
    writer.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>\n')
    raise SkipNode


def _prepare_figures(app):
    """The examples of a page run in one folder, where one leaves its files for the next; earlier builds leave none."""
    folder = Path(app.doctreedir) / "figures"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    app.config.plot_working_directory = str(folder)
    if "BIOTROPY_PROGRAM" in os.environ:
        os.environ["PATH"] = os.pathsep.join([str(Path(os.environ["BIOTROPY_PROGRAM"]).parent), os.environ["PATH"]])


def _keep_pages(app, error):
    """The page that the gallery writes, and the one that measures (`make page`), stand beside the pages of the site."""
    for page in (Path(app.config.plot_working_directory) / "report.html", ROOT / "build/page/try.html"):
        if error is None and page.exists():
            shutil.copyfile(page, Path(app.outdir) / page.name)


def setup(app):
    app.add_html_math_renderer("mathml", (_inline_formula, None), (_formula, None))
    app.connect("builder-inited", _prepare_figures)
    app.connect("build-finished", _keep_pages)
