# SPDX-License-Identifier: Apache-2.0
"""Tables and lists of a report as HTML, and numbers as text: rounded to their precision, and exact to be copied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

# Rows of a table of numbers that is not folded away, and those of a longer one that are shown.
_MOST_OPEN, _FIRST = 40, 12
_LEAST_P = 1e-4


@dataclass(frozen=True)
class Number:
    """A number as a reader sees it, and its value."""

    text: str
    value: float


def decimals_of(spread: float) -> int:
    """How many decimals show two digits of a spread.

    >>> decimals_of(0.037), decimals_of(12.5)
    (3, 0)
    """
    return max(0, 1 - int(np.floor(np.log10(spread)))) if np.isfinite(spread) and spread > 0 else 4


def rounded(value: float, decimals: int) -> Number:
    """A number with so many decimals."""
    return Number("n/a" if np.isnan(value) else f"{value:.{decimals}f}", float(value))


def probability(p: float) -> Number:
    """A p or q with two digits."""
    return Number("n/a" if np.isnan(p) else f"< {_LEAST_P:.4f}" if p < _LEAST_P else f"{p:#.2g}", float(p))


def signed(value: float) -> Number:
    """An effect with its sign."""
    return Number("n/a" if np.isnan(value) else f"{value:+.2f}" if round(value, 2) else "0.00", float(value))


@dataclass(frozen=True)
class Table:
    """A table with title and names of columns. `is_data`: of numbers, with a button that copies it; otherwise a list that is
    folded away."""

    title: str
    head: list[str]
    rows: list[list[Any]]
    note: str = ""
    is_data: bool = False


def text_of(value: Any) -> str:
    """A value of a file as text."""
    if isinstance(value, np.ndarray):
        return ", ".join(text_of(one) for one in value.ravel())
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if not isinstance(value, float | np.floating):
        return str(value)
    return "n/a" if np.isnan(value) else f"{value:.12g}"


def _is_number(value: Any) -> bool:
    return isinstance(value, Number | int | float | np.number)


def _cell(value: Any, is_first: bool, is_number: bool) -> str:
    if isinstance(value, Number):
        return f'<td class="number"><data value="{value.value:.17g}">{escape(value.text)}</data></td>'
    tag, more = ("th", ' scope="row"') if is_first else ("td", ' class="number"' if is_number else "")
    return f"<{tag}{more}>{escape(text_of(value))}</{tag}>"


def grid(rows: Iterable[Iterable[Any]], head: Iterable[str] = (), title: str = "") -> str:
    """An HTML table in a box that scrolls if the page is narrower; the first column names the rows."""
    cells, names = [list(row) for row in rows], list(head)
    numeric = [bool(names) and k > 0 and _is_number(one) for k, one in enumerate(cells[0] if cells else names)]
    of_column = [' class="number"' if is_number else "" for is_number in numeric]
    heading = "".join(f'<th scope="col"{own}>{escape(name)}</th>' for name, own in zip(names, of_column, strict=False))
    body = "".join("<tr>" + "".join(_cell(one, k == 0, numeric[k]) for k, one in enumerate(row)) + "</tr>\n" for row in cells)
    top = f"<thead><tr>{heading}</tr></thead>\n" if heading else ""
    label, kind = f' aria-label="{escape(title or "Table")}"', "" if heading else ' class="pairs"'
    inner = f"<table{label}{kind}>\n{top}<tbody>\n{body}</tbody></table>"
    return f'<div class="wide" tabindex="0" role="region"{label}>{inner}</div>\n'


def folded(title: str, content: str) -> str:
    """Content behind a title that opens it."""
    return f"<details>\n<summary>{escape(title)}</summary>\n{content}</details>\n"


def table(one: Table) -> str:
    """A table with its title, note and button."""
    note = f'<p class="caption">{escape(one.note)}</p>\n' if one.note else ""
    drawn = note + grid(one.rows, one.head, one.title)
    if not one.is_data:
        return folded(f"{one.title} ({len(one.rows)})", drawn)
    inner = f'<div class="data">\n{drawn}<button type="button" class="copy" hidden>Copy as CSV</button>\n</div>\n'
    if len(one.rows) > _MOST_OPEN:
        first = f'<div class="data">\n{note}{grid(one.rows[:_FIRST], one.head, one.title)}</div>\n'
        inner = first + folded(f"All {len(one.rows)} rows, to copy", inner)
    return f"<h3>{escape(one.title)}</h3>\n{inner}"


def listed_as(title: str, sentences: Iterable[str], kind: str) -> str:
    """Sentences below a heading; nothing without one."""
    items = "".join(f"<li>{escape(sentence)}</li>\n" for sentence in sentences)
    return f'<h2>{escape(title)}</h2>\n<ul class="{kind}">\n{items}</ul>\n' if items else ""
