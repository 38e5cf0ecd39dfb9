# SPDX-License-Identifier: Apache-2.0
"""Where values come from: attributes of labelled results, under the names that results of the program have."""

from __future__ import annotations

from typing import Any

from . import _core


def attributes(measure: str, options: dict[str, Any], n_times: int, scales: bool = False) -> dict[str, Any]:
    """Title, unit, version and every parameter, those among them that were not given.

    Parameters
    ----------
    measure : str
        Its word.
    options : dict
        The keyword arguments that were given.
    n_times : int
        Samples of a series; a convention may depend on it.
    scales : bool
        Of curves over scales.

    Returns
    -------
    dict
    """
    return {"biotropy_version": _core.version(), **_core.parameters(measure, options, n_times, scales)}
