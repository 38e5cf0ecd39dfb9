# SPDX-License-Identifier: Apache-2.0
"""Provenance of values: attributes of labelled results, with the names of the program's results."""

from __future__ import annotations

from typing import Any

from . import _core


def attributes(measure: str, options: dict[str, Any], n_times: int, scales: bool = False) -> dict[str, Any]:
    """Title, unit, version and every parameter, including defaults. Flags are 'true' and 'false', as in files of the program:
    netCDF has no type for them.

    Parameters
    ----------
    measure : str
        Name of the measure.
    options : dict
        The given keyword arguments.
    n_times : int
        Samples of a series, on which a convention may depend.
    scales : bool
        Whether it is a multiscale entropy.

    Returns
    -------
    dict
    """
    parameters = _core.parameters(measure, options, n_times, scales)
    texts = {name: str(value).lower() for name, value in parameters.items() if isinstance(value, bool)}
    return {"biotropy_version": _core.version(), **parameters, **texts}
