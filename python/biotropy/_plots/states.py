# SPDX-License-Identifier: Apache-2.0
"""Plots of sequential classification: posteriors along time, maps of the scalp, densities of sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._arguments import number, one_of, whole
from .._inputs import core_of
from .._packages import needed
from .axes import alone, broken, gaps_of, grid_of_axes, name_rows, new_axes
from .legends import color_bar, in_legend, legend_beside, literal
from .line_styles import fill_colors
from .plot_data import posteriors_of
from .scalp import components_of, numbers_of, positions_of
from .source_samples import compared, given_samples
from .topomap import draw_on_scalp


def posteriors(probabilities: Any, times: Any = None, *, classes: Sequence[str] | None = None, labels: Any = None,
               xlabel: str | None = None, ax: Any = None) -> Any:  # fmt: skip
    """Posterior probabilities of the classes along time, stacked to one, with the true classes as a strip below.

    Parameters
    ----------
    probabilities : array-like, DataFrame, DataArray or Dataset, shape (n_times, n_classes)
        Rows that sum to one, such as from `SICAMM.predict_proba`; a row of NaN is drawn as a gap. Or a result of
        ``biotropy states classify`` from `open_results`, with its times and classes.
    times : array-like, shape (n_times,), optional
        Increasing times; by default the indices of the rows.
    classes : list of str, optional
        Names of the classes; by default those of the data, or numbers.
    labels : array-like, shape (n_times,), optional
        The true class of every row: name or index; None, NaN or -1 for none.
    xlabel : str, optional
        Label of the horizontal axis for given times; by default they are seconds, shown as seconds, minutes or hours.
        Times of a result are in its unit.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import biotropy.plot
    >>> biotropy.plot.posteriors([[0.9, 0.1], [0.2, 0.8]], classes=["rest", "task"]).get_ylabel()
    'posterior probability'

    Raises
    ------
    BiotropyError
        Another shape, rows that do not sum to one, times that do not increase, unknown labels.
    """
    drawn = posteriors_of(probabilities, times, classes, labels)
    ax = new_axes(ax, figsize=(9, 3))
    colors = fill_colors(len(drawn.classes))
    at, layers = broken(drawn.times, drawn.probabilities.T)
    ax.stackplot(at, layers, labels=[in_legend(literal(name)) for name in drawn.classes], colors=colors, linewidth=0)
    # A row between gaps is as wide as a row.
    width = gaps_of(drawn.times)[0] or 1.0
    for k in alone(layers[0]):
        bottom = np.cumsum(layers[:, k]) - layers[:, k]
        ax.bar(at[k], layers[:, k], width, bottom, align="edge", color=colors, linewidth=0)
    for number, first, width in drawn.segments:
        ax.broken_barh([(first, width)], (-0.12, 0.08), facecolors=[colors[number]], linewidth=0)
    if drawn.segments:
        ax.set_yticks([-0.08, 0, 0.5, 1], ["label", "0", "0.5", "1"])
    ax.set_ylim(-0.14 if drawn.segments else 0, 1)
    ax.margins(x=0)
    unit = str(getattr(probabilities, "attrs", {}).get("time_unit", "s")) if times is None else "s"
    name_rows(ax, drawn.times, times is not None or hasattr(probabilities, "data_vars"), xlabel, unit)
    ax.set_ylabel("posterior probability")
    legend_beside(ax)
    return ax


def _draw_maps(rows: np.ndarray, model: Any, positions: Any, numbers: list[int], components: list[int], *,
               vmax: float | None, cmap: Any, label: str, **how: Any) -> None:  # fmt: skip
    """Draw a row of maps for each class of a model of the C++ library. With vmax they have a common scale and colour bar,
    otherwise a scale each."""
    if vmax is not None:
        number("vmax", vmax, 0)
    for axes, which in zip(rows, numbers, strict=True):
        columns = np.linalg.inv(model.unmixing(which))[:, components]
        for ax, component, values in zip(axes, components, columns.T, strict=True):
            most = float(np.abs(values).max()) if vmax is None else vmax
            drawn = draw_on_scalp(ax, values, positions, cmap=cmap, vlim=(-most, most), **how)
            ax.set_title(f"{literal(model.classes[which])}, source {component}", fontsize="medium")
    if vmax is not None:
        color_bar(drawn, list(rows.ravel()), label=label, shrink=0.8)


def scalp_maps(model: Any, pos: Any, *, classes: Any = None, components: int | Sequence[int] = 5,
               ch_names: Sequence[str] | None = None, vmax: float | None = None, cmap: Any = "RdBu_r",
               label: str = "unit of the channels", axes: Any = None, **topomap: Any) -> Any:  # fmt: skip
    """Columns of the mixing matrices of a SICAMM model as maps of the scalp: the pattern of each source on the channels.

    Parameters
    ----------
    model : SICAMM or path-like
        Fitted on one feature for each channel; or the file from `SICAMM.save` or ``biotropy states train``.
    pos : mne.Info, Raw or Epochs, array, shape (n_channels, 2), or path-like
        Positions of the channels: an Info with a montage or the positions of its sensors, positions in the plane, in
        metres, as for `mne.viz.plot_topomap`, or a table ``*_electrodes.tsv`` of BIDS.
    classes : label or list of labels, optional
        One row for each; by default all.
    components : int or list of int, default 5
        Number of components, the strongest first, or their indices.
    ch_names : list of str, optional
        Channels of the features in `pos`; by default the names of the model, and if it has none (fitted on an array), the
        channels of `pos`, in their order.
    vmax : float, optional
        End of a common scale, symmetrical about 0, with a colour bar. By default every map has its own scale, as the
        amplitude of a source is arbitrary.
    cmap : str or Colormap, default 'RdBu_r'
        Colours. The sign of a source, and of its map, is arbitrary.
    label : str
        Label of the colour bar.
    axes : array of matplotlib Axes, optional
        One for each map; by default a new figure.
    **topomap
        Options of `mne.viz.plot_topomap`: `sensors`, `names`, `contours`, `outlines`, `sphere`, `extrapolate`, ...

    Returns
    -------
    array of matplotlib Axes, shape (n_classes, n_components)

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> from biotropy.states import SICAMM
    >>> rng, y = np.random.default_rng(0), np.repeat([0, 1, 0, 1], 200)
    >>> X, pos = rng.laplace(size=(800, 5)) + y[:, None], rng.uniform(-0.05, 0.05, size=(5, 2))
    >>> model = SICAMM(beta=1.0).fit(X, y)
    >>> biotropy.plot.scalp_maps(model, pos, components=3).shape
    (2, 3)

    Raises
    ------
    BiotropyError
        A model that is not fitted, channels with unknown or equal positions, channels of several types, unknown names; also
        an `ImportError` if MNE is not installed.
    """
    core = core_of(model)
    numbers = numbers_of(classes, core.classes, "classes")
    chosen = components_of(components, len(core.features))
    positions = positions_of(pos, core.features, ch_names)
    rows = grid_of_axes(axes, len(numbers), len(chosen), 2.0, 2.2)
    _draw_maps(rows, core, positions, numbers, chosen, vmax=vmax, cmap=cmap, label=label, **topomap)
    return rows


def states(
    model: Any,
    pos: Any,
    probabilities: Any,
    times: Any = None,
    *,
    labels: Any = None,
    xlabel: str | None = None,
    components: int | Sequence[int] = 5,
    ch_names: Sequence[str] | None = None,
    vmax: float | None = None,
    cmap: Any = "RdBu_r",
    label: str = "unit of the channels",
    **topomap: Any,
) -> dict[str, Any]:
    """Posteriors of a model along time, and below them maps of the scalp for every class, titled in its colour.

    Parameters
    ----------
    model, pos, components, ch_names, vmax, cmap, label, **topomap
        As for `scalp_maps`.
    probabilities, times, labels, xlabel
        As for `posteriors`, with one column for each class of the model.

    Returns
    -------
    dict
        ``'posteriors'``: Axes; ``'maps'``: array of Axes, shape (n_classes, n_components).

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> from biotropy.states import SICAMM
    >>> rng, y = np.random.default_rng(0), np.repeat([0, 1, 0, 1], 200)
    >>> X, pos = rng.laplace(size=(800, 5)) + y[:, None], rng.uniform(-0.05, 0.05, size=(5, 2))
    >>> model = SICAMM(beta=1.0).fit(X, y)
    >>> biotropy.plot.states(model, pos, model.predict_proba(X), components=3)["maps"].shape
    (2, 3)

    Raises
    ------
    BiotropyError
        As `scalp_maps` and `posteriors`; also probabilities of classes other than those of the model, or in another order.
    """
    core = core_of(model)
    chosen = components_of(components, len(core.features))
    positions = positions_of(pos, core.features, ch_names)
    names = core.classes
    own = getattr(probabilities, "coords", {}).get("class")
    if own is not None:
        one_of("the coordinate 'class' of probabilities", [str(name) for name in own.values], [names])
    posteriors_of(probabilities, times, names, labels)
    n_rows, n_columns = len(names), len(chosen)
    pyplot = needed("matplotlib.pyplot", "plot")
    figure = pyplot.figure(figsize=(max(8.0, 2.0 * n_columns), 2.6 + 2.2 * n_rows), layout="constrained")
    grid = figure.add_gridspec(n_rows + 1, n_columns, height_ratios=[2.6, *[2.2] * n_rows])
    above = posteriors(probabilities, times, classes=names, labels=labels, xlabel=xlabel, ax=figure.add_subplot(grid[0, :]))
    maps = np.array([[figure.add_subplot(grid[row + 1, k]) for k in range(n_columns)] for row in range(n_rows)])
    _draw_maps(maps, core, positions, list(range(n_rows)), chosen, vmax=vmax, cmap=cmap, label=label, **topomap)
    for axes, layer in zip(maps, above.collections, strict=False):
        for ax in axes:
            ax.title.set_color(layer.get_facecolor()[0])
    return {"posteriors": above, "maps": maps}


def densities(model: Any, X: Any = None, y: Any = None, *, classes: Any = None, components: int | Sequence[int] = 5,
              bins: int = 60, axes: Any = None) -> Any:  # fmt: skip
    """Kernel densities of the sources of a model and histograms of samples, to check the fit of the model.

    Parameters
    ----------
    model : SICAMM or path-like
        As for `scalp_maps`, but fitted on any features.
    X : array-like, shape (n_samples, n_features), optional
        Samples of the histograms, such as of another recording. By default the training samples, which the model contains
        (with their weights, if it was fitted without labels).
    y : array-like, shape (n_samples,), optional
        The class of each sample of `X`.
    classes, components
        As for `scalp_maps`.
    bins : int, default 60
        Number of bars, over the middle 99.9 % of the samples and one bandwidth on both sides; the title has the share of
        the others.
    axes : array of matplotlib Axes, optional
        One for each source; by default a new figure.

    Returns
    -------
    array of matplotlib Axes, shape (n_classes, n_components)

    Examples
    --------
    >>> import biotropy.plot, numpy as np
    >>> from biotropy.states import SICAMM
    >>> rng, y = np.random.default_rng(0), np.repeat([0, 1, 0, 1], 200)
    >>> X = rng.laplace(size=(800, 5)) + y[:, None]
    >>> model = SICAMM(beta=1.0).fit(X, y)
    >>> biotropy.plot.densities(model, components=3).shape
    (2, 3)

    Raises
    ------
    BiotropyError
        A model that is not fitted, samples that do not fit it, unknown names.
    """
    core = core_of(model)
    numbers = numbers_of(classes, core.classes, "classes")
    chosen = components_of(components, len(core.features))
    given = given_samples(X, y, len(core.features))
    drawn = [[compared(core, which, component, given, whole("bins", bins, 1)) for component in chosen] for which in numbers]
    rows = grid_of_axes(axes, len(numbers), len(chosen), 2.6, 2.2)
    for row, which, ones in zip(rows, numbers, drawn, strict=True):
        for ax, component, one in zip(row, chosen, ones, strict=True):
            ax.stairs(one.heights, one.edges, fill=True, color="0.75", label="samples")
            ax.plot(one.points, one.density, linewidth=1.2, label="model")
            outside = f"\n{100 * one.outside:.2f} % outside" if one.outside > 0 else ""
            ax.set_title(f"{literal(core.classes[which])}, source {component}{outside}", fontsize="medium")
            ax.set_ylim(bottom=0)
    for ax in rows[-1]:
        ax.set_xlabel("source")
    for ax in rows[:, 0]:
        ax.set_ylabel("density")
    rows[0, 0].legend(fontsize="small")
    return rows
