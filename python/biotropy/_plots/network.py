# SPDX-License-Identifier: Apache-2.0
"""Plot of the components of a network test between the positions of channels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._arguments import one_each, one_of, whole
from .._mne_data import is_mne
from .._network_test import NetworkTest
from .._packages import needed
from .._warn import warn
from .axes import new_axes
from .electrodes import positions_in_dataset
from .legends import in_legend, legend_beside, literal
from .network_data import Network, counted_edges, networks_of, on_circle, projected
from .scalp import info_positions

# As MNE draws a head: its radius (m).
_HEAD = 0.095
_WIDTHS = (0.7, 3.0)
_COLORS = {1: "tab:red", -1: "tab:blue", 0: "0.35"}
_MOST_NAMES = 80


def _chosen(results: Any, network: Any, ch_names: Any) -> Network:
    if isinstance(results, NetworkTest):
        n_channels = len(results.statistic)
        names = map(str, range(n_channels) if ch_names is None else one_each("ch_names", ch_names, n_channels, "channel"))
        networks = [Network.of_test(results, list(names))]
    else:
        networks = networks_of(results)
        one_of("ch_names of a study", ch_names, [None])
    titles = [one.title for one in networks]
    return networks[0 if network is None else titles.index(one_of("network", network, titles))]


def _plane(pos: Any, names: list[str], results: Any) -> tuple[np.ndarray, bool]:
    """Positions in the plane, and whether they are on a head."""
    if pos is None:
        places, reasons = (None, []) if isinstance(results, NetworkTest) else positions_in_dataset(results, names)
        for reason in reasons:
            warn("positions_unused", f"positions of the dataset are not taken: {reason}")
        return (on_circle(len(names)) * _HEAD, False) if places is None else (projected(places, _HEAD), True)
    found = info_positions(pos, names)
    return (projected(found, _HEAD), True) if found.shape[1] == 3 else (found, True)


def _draw_head(ax: Any) -> None:
    turn = np.linspace(0, 2 * np.pi, 181)
    ax.plot(_HEAD * np.cos(turn), _HEAD * np.sin(turn), color="0.6", linewidth=1, zorder=0)
    nose = _HEAD * np.array([[-0.14, 0.99], [0, 1.13], [0.14, 0.99]])
    ax.plot(*nose.T, color="0.6", linewidth=1, zorder=0)


def _draw_edges(ax: Any, plane: np.ndarray, one: Network, component: int) -> int:
    edges = [(a, b) for a, b in np.argwhere(one.component == component) if one.directed or a < b]
    size = np.abs([one.statistic[a, b] for a, b in edges])
    span = np.ptp(size) or 1.0
    widths = _WIDTHS[0] + (size - size.min()) / span * (_WIDTHS[1] - _WIDTHS[0])
    patches = needed("matplotlib.patches", "plot")
    for (a, b), width in zip(edges, widths, strict=True):
        color = _COLORS[int(np.sign(one.statistic[a, b])) if one.kind == "t" else 0]
        if one.directed:
            curve = patches.FancyArrowPatch(
                plane[a], plane[b], arrowstyle="-|>", mutation_scale=8, connectionstyle="arc3,rad=0.12", color=color,
                linewidth=width, shrinkA=4, shrinkB=4,
            )  # fmt: skip
            ax.add_patch(curve)
        else:
            ax.plot(*plane[[a, b]].T, color=color, linewidth=width, zorder=1)
    return len(edges)


def network(results: Any, pos: Any = None, *, network: str | None = None, component: int = 1,
            ch_names: Sequence[str] | None = None, names: bool | None = None, ax: Any = None) -> Any:  # fmt: skip
    """A component of a network test: its edges between the channels on the head.

    Edges are red where the second group has larger values, blue where it has smaller ones (grey for the statistics 'f' and
    'h'), and wider for larger statistics; arrows go from the channel of the templates to its partner in directed networks.

    Parameters
    ----------
    results : NetworkTest or Dataset
        From `biotropy.network_test`, or the result of a study with a table ``[networks]`` from `open_results`.
    pos : mne.Info, Raw or Epochs, array, shape (n_channels, 2), or path-like, optional
        Positions of the channels: an Info with a montage or the positions of its sensors, positions in the plane, in
        metres, where the head has a radius of 0.095, or a table ``*_electrodes.tsv`` of BIDS. By default, of a study whose
        dataset has such tables, the mean over its recordings; otherwise the channels are on a circle.
    network : str, optional
        Of a study, the groups that are compared ('all groups', 'second - first'); by default the first comparison.
    component : int, default 1
        Number of the component; the first has the largest extent.
    ch_names : list of str, optional
        Channels of a NetworkTest, by which they are found in an Info; by default its channels, in their order.
    names : bool, optional
        Whether names of channels are shown; by default those of the component, up to 80.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> matrices = np.random.default_rng(1).normal(size=(20, 6, 6))
    >>> matrices[10:, 0, 1:4] += 2
    >>> test = biotropy.network_test(matrices, ["young"] * 10 + ["old"] * 10, threshold=3, permutations=999)
    >>> biotropy.plot.network(test).get_title()
    'old - young\\ncomponent 1: 3 edges, p = 0.003'

    Raises
    ------
    BiotropyError
        No such component or comparison, channels without a position; also an `ImportError` if Matplotlib is not installed.
    """
    if isinstance(results, NetworkTest) and ch_names is None and is_mne(pos):
        ch_names = getattr(pos, "info", pos)["ch_names"]
    one = _chosen(results, network, ch_names)
    whole("component", component, 1, one.n_components)
    plane, is_head = _plane(pos, one.names, results)
    ax = new_axes(ax, figsize=(5.5, 5))
    if is_head:
        _draw_head(ax)
    n_edges = _draw_edges(ax, plane, one, component)
    own = np.flatnonzero(((one.component == component) | (one.component == component).T).any(axis=0))
    ax.scatter(*plane.T, s=8, color="0.7", zorder=2)
    ax.scatter(*plane[own].T, s=18, color="black", zorder=3)
    if names or (names is None and len(own) <= _MOST_NAMES):
        for channel in own:
            ax.annotate(literal(one.names[channel]), plane[channel], xytext=(3, 3), textcoords="offset points", fontsize="small")
    ax.set_title(f"{literal(one.title)}\ncomponent {component}: {counted_edges(n_edges)}, p = {one.p_extent[component - 1]:.3g}")
    if one.kind == "t":
        for sign, text in ((1, f"{one.groups[1]} larger"), (-1, f"{one.groups[1]} smaller")):
            ax.plot([], [], color=_COLORS[sign], label=in_legend(literal(text)))
        legend_beside(ax)
    ax.set(aspect="equal", xmargin=0.12, ymargin=0.12)
    ax.axis("off")
    return ax
