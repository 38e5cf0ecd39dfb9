# SPDX-License-Identifier: Apache-2.0
"""Reading of recordings."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from . import _core
from ._arguments import whole
from ._inputs import file_name
from ._options import ReadOptions, explicit
from ._packages import needed
from ._warn import issue
from ._work.stores import local
from .errors import InvalidInput

if TYPE_CHECKING:
    from xarray import DataArray

_LARGEST_FILL = 1_000_000


def _is_several(item: Any) -> bool:
    """Whether this is a label with a comma, at which the library divides them; numbers and ranges are not labels."""
    return "," in str(item) and not re.fullmatch(r"[\d\s,-]+", str(item))


def channel_list(channels: Any) -> str:
    """Labels, numbers from 1 and ranges as a list for the C++ library, where ``=2`` is never a label."""
    if channels is None:
        return ""
    items = [channels] if isinstance(channels, str | int | np.integer) else channels
    if isinstance(items, Iterable):
        items = list(items)
        if items and all(isinstance(item, str | int | np.integer) and not isinstance(item, bool) for item in items):
            is_one_each = isinstance(channels, str) or not any(map(_is_several, items))
            if is_one_each and all(item if isinstance(item, str) else item > 0 for item in items):
                return ",".join(item if isinstance(item, str) else f"={item}" for item in items)
    allowed = "labels without a comma, numbers from 1, or ranges such as '1-8'"
    raise InvalidInput(f"channels is {channels!r}; it must be {allowed}", "channels")


def _data_array(core: dict[str, Any], path: str, fill: int) -> Any:
    notices = issue(core["notices"], path)
    issue(core["padding"])
    in_gap = np.zeros(len(core["times"]), dtype=bool)
    in_gap[np.add.outer(core["gaps"], np.arange(fill)).astype(int).ravel()] = True
    attributes = {key: core[key] for key in ("rate", "format") if core[key] is not None} | {"gaps": len(core["gaps"])}
    attributes["bads"] = [name for name, why in zip(core["channels"], core["bads"], strict=True) if why]
    attributes |= {"notices": [one.text for one in notices], "notice_codes": [one.code for one in notices]}
    if core["options"]:
        attributes["options"] = json.dumps(core["options"])  # NetCDF has no dict
    return needed("xarray", "xarray").DataArray(
        core["samples"],
        dims=("channel", "time"),
        coords={
            "channel": core["channels"],
            "unit": ("channel", core["units"]),
            **({"reason": ("channel", core["bads"])} if attributes["bads"] else {}),
            **({"in_gap": ("time", in_gap)} if core["gaps"] else {}),
            "time": ("time", core["times"], {"units": "samples" if core["rate"] is None else "s"}),
        },
        attrs={"path": path, **attributes},
    )


@explicit(ReadOptions)
def read_signals(
    path: str | os.PathLike[str],
    channels: str | int | Iterable[str | int] | None = None,
    *,
    gap_fill: int = 0,
    **options: Unpack[ReadOptions],
) -> DataArray:
    """Read the signals of a recording: EDF, BDF, BrainVision, EEGLAB, FIF, GDF, WFDB, NPY, MAT, CSV, other text.

    Parameters
    ----------
    path : path-like
        The file, or its address. Its format is recognised by content, otherwise by name. A WFDB record: any of its files.
    channels : str, int or list of them, optional
        Labels, numbers from 1 (an int, or text that is no label), or ranges such as ``"1-8"``; by default all (of known types, the
        brain's). All must be of one rate and length. A second label is ``"Fz (2)"``, ...; a label with a comma is several.
    gap_fill : int, default 0
        Number of missing samples (NaN) to insert in gaps (EDF+D, segments, skips, boundaries), so that no template spans one: the
        largest delay `tau`, or (tau - 1) * scale + 1 at the largest scale, with ``nan_policy="omit"``. 0: a gap is an error.
    {options}

    Returns
    -------
    xarray.DataArray, shape (n_channels, n_times)
        Samples in the physical unit of the file, with the coordinates `channel` (unique labels), `unit` (as in the file)
        and `time` in seconds from the start, or in samples without a rate; `reason` if channels are bad, and `in_gap`, true for the samples
        that fill gaps, if there are any. Attributes: `rate` (Hz, if known), `format`, `path`, `gaps` (number of gaps), `bads` (labels of the bad channels), `options`
        (keywords as JSON, with which text is read alike and nothing is left to decide) and `notices`, with
        `notice_codes` (of reading; those that may change a number are also a `BiotropyWarning`). Annotations in the file are not returned.

    Raises
    ------
    FileMissing
        The file does not exist.
    FileFailed
        The file violates its format, has no signals (only annotations: `read_rr`), or refers to files outside its folder.
    Unsupported
        Another format, an unsupported variant, or an array of too similar dimensions.
    InvalidInput
        A parameter that is not allowed, a channel absent or twice, several rates or lengths, or gaps without `gap_fill`.
    MissingPackage
        xarray is not installed.

    See Also
    --------
    prepare : Filters, decimation and epochs.
    read_rr : Heartbeats.

    Examples
    --------
    >>> import biotropy, numpy as np, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "two.csv")
    >>> np.savetxt(path, np.arange(10).reshape(5, 2), delimiter=",", header="Fz,Cz", comments="")
    >>> biotropy.read_signals(path, rate=100).sel(channel="Cz").values.tolist()
    [1.0, 3.0, 5.0, 7.0, 9.0]
    """
    name, fill = file_name(path, addresses=True), whole("gap_fill", gap_fill, 0, _LARGEST_FILL)
    needed("xarray", "xarray")
    with local(name, tables=() if options.get("ignore_channel_table") else ("_channels.tsv",)) as (here, _):
        return _data_array(_core.read_signals(here, channel_list(channels), fill, dict(options)), name, fill)
