# SPDX-License-Identifier: Apache-2.0
"""An interactive page of a result: one HTML file that needs no network."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

from ._inputs import output_file
from ._packages import needed
from ._plots.study_results import is_study, study_of
from ._reports.findings import findings
from ._reports.heading import about, title_of
from ._reports.html import Table, grid, listed_as, text_of
from ._reports.html import table as table_html
from ._reports.left_out import left_out
from ._reports.panels import Panel, Panels, over_time, panels_of
from ._reports.scalp import recordings_on_scalp
from ._reports.statistics import of_channels
from ._reports.study import study_panels, study_tables
from ._reports.study_findings import study_findings
from ._reports.tables import table_of
from ._results import open_results
from .errors import file_errors

__all__ = ["write_report"]
__dir__ = __all__.copy

SCRIPTS = ("report.js", "points.js", "scalp.js", "page.js")
_PROVENANCE = ("biotropy_version", "program", "command_line", "command", "recording", "file", "sha256", "other_files",
               "file_format", "sampling_rate", "n_epochs", "engine", "key")  # fmt: skip
# Attributes that are in the title of the page or the tables of a study.
_SHOWN_ELSEWHERE = ("title", "kind", "tested_entries", "percent_below_alpha", "percent_q_below_alpha", "notices", "notice_codes")
_ALONE = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"


def _parameters(attributes: Mapping[str, Any]) -> str:
    rows = [(name, value) for name, value in attributes.items() if name not in (*_PROVENANCE, *_SHOWN_ELSEWHERE)]
    return f"<h2>Parameters</h2>\n{grid(rows, title='Parameters')}" if rows else ""


def _provenance(table: Any) -> str:
    """Software and input files; a line for each of several recordings."""
    several = "file" in table.dims
    rows = [(name, table.attrs[name]) for name in _PROVENANCE if name in table.attrs]
    if several:
        rows = [(name, value) for name, value in rows if name != "sha256"]
    html = "<h2>Provenance</h2>\n" + grid(rows, title="Provenance")
    if not several:
        return html
    names = [name for name in _PROVENANCE if name in table.variables and table[name].dims == ("file",)]
    files = table["file"].values if "file" in table.coords else range(table.sizes["file"])
    names = [name for name in names if name != "file"]
    return html + grid(zip(files, *(table[name].values for name in names), strict=True), ["file", *names], "Recordings")


def _panel(panel: Panel) -> str:
    # No text can end the script element, as every < is escaped.
    content = json.dumps(panel.content, allow_nan=False).replace("<", "\\u003c")
    title, shape = escape(panel.title), " square" if panel.is_square else ""
    return (
        f'<section class="panel" aria-label="{title}">\n<h3>{title}</h3>\n<p class="caption">{escape(panel.caption)}</p>\n'
        f'<div class="choices"></div>\n<div class="picture{shape}" role="figure" aria-label="{escape(panel.alternative)}"></div>\n'
        f'<p class="legend"></p>\n<script type="application/json">{content}</script>\n</section>\n'
    )


def _pictures(made: Panels) -> str:
    notes = "".join(f'<p class="note">{escape(note)}</p>\n' for note in made.notes)
    return f"<h2>Pictures</h2>\n{notes}{''.join(map(_panel, made.panels))}" if made.panels or notes else ""


def _section(table: Any, found: list[str], pictures: Panels, tables: list[Table], lists: list[Table], about: list[Any]) -> str:
    """What comes first is what a reader needs first."""
    sentences, rest = left_out(table)
    data = f"<h2>Tables</h2>\n{''.join(map(table_html, tables))}" if tables else ""
    return (
        f"{grid(about, title='About this result')}{listed_as('What was found', found, 'found')}"
        f"{listed_as('What was left out, and what to check', sentences, 'left-out')}{''.join(map(table_html, rest))}{_pictures(pictures)}{data}"
        f"{''.join(map(table_html, lists))}{_provenance(table)}"
    )


def _of_study(table: Any) -> str:
    result = study_of(table)
    return _section(table, study_findings(table, result), study_panels(table), *study_tables(table, result), about(table, result))


def _of_table(name: str, table: Any) -> str:
    title = f"<h2>{escape(name)}</h2>\n" if name else ""
    made = panels_of(table)
    table = over_time(table)
    pictures = Panels([*made.panels, *recordings_on_scalp(table)], made.notes)
    return title + _section(table, findings(table), pictures, of_channels(table), [], about(table))


def _page(results: Any) -> str:
    tables = {"": results}
    if hasattr(results, "children"):
        tables = {name: child.to_dataset() for name, child in results.children.items()}
    attributes = dict(getattr(results, "attrs", {}))
    script = needed("plotly.offline", "report").get_plotlyjs()
    part = files("biotropy._reports")
    studies = [study_of(table) for table in tables.values() if is_study(table)]
    usual = "States" if any("posterior" in table for table in tables.values()) else "Results"
    title = escape(title_of(text_of(attributes.get("title", usual)), studies[0] if studies else None))
    sections = "".join(_of_study(table) if is_study(table) else _of_table(name, table) for name, table in tables.items())
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_ALONE}">\n'
        f"<style>\n{part.joinpath('report.css').read_text('utf-8')}</style>\n<script>{script}</script>\n</head>\n<body>\n"
        f"<main>\n<h1>{title}</h1>\n{sections}{_parameters(attributes)}</main>\n"
        f"<script>\n{''.join(part.joinpath(name).read_text('utf-8') for name in SCRIPTS)}</script>\n</body>\n</html>\n"
    )


def _write(page: str, target: str, given: str) -> None:
    """Write to a temporary file and rename it, so that the page is never incomplete."""
    temporary = f"{target}.{os.getpid()}.part"
    is_ours = False
    try:
        # Bytes of file names that are not UTF-8 are shown as escapes.
        with file_errors(given, writes=True), open(temporary, "x", encoding="utf-8", errors="backslashreplace") as file:
            is_ours = True
            file.write(page)
            file.flush()
            os.fsync(file.fileno())
        with file_errors(given, writes=True):
            os.replace(temporary, target)
        is_ours = False
    finally:
        if is_ours:
            os.unlink(temporary)


def _page_of_file(path: str) -> str:
    with open_results(path) as opened, file_errors(path, kinds=(RuntimeError, OSError)):
        return _page(opened)


def write_report(results: Any, output: str | os.PathLike[str]) -> None:
    """Write an interactive page of a result.

    Parameters
    ----------
    results : path-like, Dataset, DataTree, DataArray, Series, DataFrame, dict, EntropyResult, MultiscaleResult or Connectivity
        A file of ``biotropy ... -o FILE.nc``, the return value of `open_results`, or the result of a function of this package
        in any output but an array, which has no labels.
    output : path-like
        The HTML file. It is written completely or not at all.

    Examples
    --------
    >>> import biotropy.report, numpy as np, pathlib, tempfile
    >>> page = pathlib.Path(tempfile.mkdtemp(), "page.html")
    >>> matrices = biotropy.pairwise(np.random.default_rng(0).standard_normal((5, 3, 300)), output="xarray")
    >>> biotropy.report.write_report(matrices, page)
    >>> "What was found" in page.read_text()
    True

    Raises
    ------
    BiotropyError
        The file cannot be read or is not a result, or the page cannot be written; also an `ImportError` if Plotly or xarray
        is not installed.
    """
    given = os.fspath(output)
    is_file = isinstance(results, str | os.PathLike)
    target = output_file(given, *[results] * is_file)
    page = _page_of_file(os.fspath(results)) if is_file else _page(table_of(results))
    _write(page, target, given)
