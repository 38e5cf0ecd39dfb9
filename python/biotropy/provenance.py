# SPDX-License-Identifier: Apache-2.0
"""Where values come from: attributes of labelled results, under the names that results of the program have."""

from __future__ import annotations

from typing import Any

from . import _core

_UNITS = {"e": "nat", "2": "bit", "10": "hartley"}
_TITLES = {
    "apen": "ApEn",
    "sampen": "SampEn",
    "fuzzyen": "FuzzyEn",
    "permen": "PermEn",
    "cross-apen": "Cross-ApEn",
    "cross-sampen": "Cross-SampEn",
    "cross-fuzzyen": "Cross-FuzzyEn",
}


def attributes(
    measure: str, options: dict[str, Any], n_times: int, method: str | None = None, grain: str | None = None
) -> dict[str, Any]:
    """Title, unit, version and every parameter, those among them that were not given.

    Parameters
    ----------
    measure : str
        Its word.
    options : dict
        The keyword arguments that were given.
    n_times : int
        Samples of a series; a convention may depend on it.
    method, grain : str, optional
        Of curves over scales.

    Returns
    -------
    dict
    """
    title = _TITLES[measure] if method is None else f"{method.upper()} of {_TITLES[measure]}"
    parameters = _core.parameters(measure, options, n_times)
    of_scales = {} if method is None else {"method": method, "grain": grain}
    unit = "1" if parameters.get("normalise") else _UNITS[parameters["base"]]
    return {"title": title, "units": unit, "biotropy_version": _core.version(), "measure": measure, **parameters,
            **of_scales}  # fmt: skip
