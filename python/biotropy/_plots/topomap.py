# SPDX-License-Identifier: Apache-2.0
"""Maps of the scalp of measured values, drawn by MNE."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._answer import as_xarray
from .._arguments import one_each, shaped
from .._inputs import numeric
from .._packages import needed
from ..errors import InvalidInput
from .axes import new_axes
from .legends import color_bar
from .network_data import by_name
from .plot_data import labelled
from .scalp import positions_at

# Radius of the head of MNE, in metres.
_RADIUS = 0.095
# Means are taken over these dimensions.
_OVER = ("epoch", "time")


def draw_on_scalp(ax: Any, values: np.ndarray, positions: Any, **how: Any) -> Any:
    """Draw a map of the scalp into the Axes."""
    topomap = needed("mne", "mne").viz.plot_topomap
    try:
        return topomap(values, positions, axes=ax, show=False, **how)[0]
    except needed("scipy.spatial", "plot").QhullError:
        raise InvalidInput(
            f"the {len(values)} channels are on one circle or line, which MNE does not draw between; give "
            "extrapolate='box', or channels elsewhere as well"
        ) from None


def _of_channels(data: Any, ch_names: Sequence[str] | None, pos: Any) -> tuple[np.ndarray, list[str], str]:
    """A value and a name of each channel, and the label of the values."""
    data = as_xarray(data)
    if hasattr(data, "data_vars"):
        data = data["value"].assign_attrs(long_name=data.attrs.get("title"))
    if not hasattr(data, "dims"):
        values, names, label = shaped("data", numeric(data, "data").astype(np.float64), "n_channels"), ch_names, "value"
        info = getattr(pos, "info", pos)
        names = info["ch_names"] if names is None and isinstance(info, dict) else names
        if names is None:
            names = [str(number) for number in range(values.size)]
    else:
        others = [str(dim) for dim in data.dims if dim not in ("channel", *_OVER)]
        if others or "channel" not in data.dims:
            raise InvalidInput(
                f"data is over {', '.join(map(str, data.dims))}; it must have one value for each channel, such as data.sel(...)"
            )
        held = data.where(np.isfinite(data)).mean([dim for dim in data.dims if dim in _OVER])
        values, label = held.values.astype(np.float64), labelled(data.name, data.attrs)
        names = [str(name) for name in data["channel"].values] if ch_names is None else ch_names
    return values, one_each("ch_names", list(names), values.size, "channel"), label


def topomap(data: Any, pos: Any = None, *, ch_names: Sequence[str] | None = None, vmin: float | None = None,
            vmax: float | None = None, cmap: Any = "viridis", label: str | None = None, colorbar: bool = True,
            ax: Any = None, **topomap: Any) -> Any:  # fmt: skip
    """A map of the scalp: one value for each channel, and colours between them as MNE interpolates.

    Parameters
    ----------
    data : DataArray, Dataset, Series, DataFrame, dict or array, shape (n_channels,)
        Labelled result of a function of this package; of epochs or windows the mean of the finite values is drawn.
        Channels without a finite value are left out.
    pos : mne.Info, Raw, Epochs or montage, array, shape (n_channels, 2), or path-like, optional
        Positions of the channels: those of MNE, positions in the plane in metres, or a table ``*_electrodes.tsv`` of
        BIDS. By default those of the electrodes that the channels are named after (10-05 system).
    ch_names : list of str, optional
        Names of the channels; by default those of the data, or of `pos`.
    vmin, vmax : float, optional
        Ends of the scale; by default the smallest and the largest value.
    cmap : str or Colormap, default 'viridis'
        Colours.
    label : str, optional
        Label of the colour bar; by default what the data say that they are.
    colorbar : bool, default True
        Draw a colour bar.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.
    **topomap
        Options of `mne.viz.plot_topomap`: `sensors`, `names`, `contours`, `outlines`, `sphere`, `extrapolate`, ...

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> names = ["F3", "Fz", "F4", "C3", "Cz", "C4", "P3", "Pz", "P4"]
    >>> ax = biotropy.plot.topomap(np.arange(9.0), ch_names=names, label="SampEn")
    >>> ax.figure.axes[-1].get_ylabel()
    'SampEn'

    Raises
    ------
    BiotropyError
        Data with other dimensions, channels with unknown or equal positions, or fewer than two values; also an
        `ImportError` if MNE is not installed.
    """
    values, names, own_label = _of_channels(data, ch_names, pos)
    has_value = np.isfinite(values)
    kept = [name for name, is_there in zip(names, has_value, strict=True) if is_there]
    if pos is None:
        needed("mne", "mne")
        named = by_name(kept)
        pos = np.full((len(kept), 2), np.nan) if named is None else named * _RADIUS
    elif isinstance(pos, np.ndarray | list):
        pos = shaped("pos", numeric(pos, "pos").astype(np.float64), len(names), 2)[has_value]
    places = positions_at(pos, kept)
    ends = (values[has_value].min() if vmin is None else vmin, values[has_value].max() if vmax is None else vmax)
    ax = new_axes(ax, figsize=(4.6, 3.8) if colorbar else (3.6, 3.6))
    drawn = draw_on_scalp(ax, values[has_value], places, vlim=ends, cmap=cmap, **topomap)
    if colorbar:
        color_bar(drawn, ax, label=own_label if label is None else label)
    return ax
