# SPDX-License-Identifier: Apache-2.0
"""Plot of the result of a study: groups as in figure 7 of Martinez-Zarzuela et al. 2013, and maps of p."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._arguments import number, word_of
from ..errors import InvalidInput
from .axes import WINDOWS, grid_of_axes, unit_in, with_unit
from .channel_order import arrange
from .color_scale import color_scale
from .heat_maps import LEVELS, MOST_BESIDE, checked_p, draw_map, draw_pairs, level_bar, level_colors, level_edges
from .legends import color_bar, literal
from .study_results import EFFECT, MAPS, STATISTICS, StudyResult, study_of


def _drawable(result: StudyResult) -> StudyResult:
    """The result, if its entries have no more than the two dimensions of a picture."""
    if len(result.entry) <= 2:
        return result
    chosen = ", ".join(f"{dim}={result.labels[k][0]}" for k, dim in enumerate(result.entry[:-2]))
    raise InvalidInput(
        f"the entries of this study are over {', '.join(result.entry)}, of which {' and '.join(result.entry[-2:])} are drawn: "
        f"give one of the others, such as results.sel({chosen})"
    )


def _grid(result: StudyResult, maps: list[str], width: float, height: float) -> tuple[np.ndarray, list[np.ndarray]]:
    """A figure with a row of Axes for the groups and one for each kind of map."""
    counts = [len(result.groups), *[len(result.comparisons)] * len(maps)]
    axes = grid_of_axes(None, len(counts), max(counts), width, height)
    for row, count in zip(axes, counts, strict=True):
        for ax in row[count:]:
            ax.remove()
    return axes[0, : counts[0]], [row[:count] for row, count in zip(axes[1:], counts[1:], strict=True)]


def _below(p: np.ndarray, alpha: float, smallest: float, least: float) -> str:
    """How many tested entries have p below alpha, and a warning if the subjects are too few for such a p."""
    tested = np.isfinite(p)
    if not tested.any():
        return "nothing tested"
    warning = f"\ntoo few subjects: no exact p below {smallest:.2g}" if smallest >= alpha else ""
    if not warning and least >= alpha and not (p[tested] < alpha).any():
        warning = f"\ntoo few subjects: the test has no p below {least:.2g}"
    return f"{(p[tested] < alpha).sum()} of {tested.sum()} below {alpha:g}{warning}"


class _Pairs:
    """Layout of entries (channel, partner)."""

    size = (4.2, 4.2)

    def __init__(self, result: StudyResult, options: dict[str, Any], diagonal: bool) -> None:
        self.names = result.channels
        self.diagonal = diagonal
        self.how = arrange(result.statistics["mean"].mean(axis=0), self.names, **options)
        self.counted = self.how.counted

    def drawn(self, values: np.ndarray) -> np.ndarray:
        return self.how.shown(values, self.diagonal)

    def draw(self, ax: Any, values: np.ndarray, **image: Any) -> Any:
        return draw_pairs(ax, values, self.names, self.how, diagonal=self.diagonal, most_labels=MOST_BESIDE, **image)


class _Scales:
    """Layout of entries (channel, scale) or (channel, time), or of channels as a single column."""

    counted = None

    def __init__(self, result: StudyResult, options: dict[str, Any], diagonal: bool) -> None:
        refused = [name for name, value in {**options, "diagonal": None if diagonal else False}.items() if value is not None]
        if refused:
            raise InvalidInput(f"{refused[0]} is for pairs of channels; the entries of this study are {result.entry}")
        self.rows = ("channel", result.labels[0])
        self.columns = (result.entry[1], result.labels[1]) if len(result.labels) > 1 else ("", [""])
        self.size = (max(3.0, 0.3 * len(self.columns[1])), max(3.0, min(8.0, 0.2 * len(self.rows[1]))))

    def drawn(self, values: np.ndarray) -> np.ndarray:
        return values.reshape(*values.shape[:1], len(self.rows[1]), len(self.columns[1]))

    def draw(self, ax: Any, values: np.ndarray, **image: Any) -> Any:
        shown = values.reshape(len(self.rows[1]), len(self.columns[1]))
        return draw_map(ax, shown, self.rows, self.columns, aspect="auto", **image)


def _layout(table: Any, result: StudyResult, options: dict[str, Any], diagonal: bool) -> _Pairs | _Scales:
    if result.entry == ("channel", "partner"):
        return _Pairs(result, options, diagonal)
    layout = _Scales(result, options, diagonal)
    if result.entry[-1] == "time":
        # The file has the unit 1 for times in samples.
        layout.columns = (with_unit(WINDOWS, unit_in(table["time"].attrs) or "samples"), layout.columns[1])
    return layout


def study(
    results: Any,
    *,
    statistic: str = "mean",
    maps: Sequence[str] = ("p", "q (BH)"),
    levels: Sequence[float] = LEVELS,
    alpha: float = 0.01,
    order: Sequence[Any] | None = None,
    groups: Any = None,
    clusters: int | None = None,
    ch_types: Any = None,
    diagonal: bool | None = None,
    robust: bool = False,
    vmin: float | None = None,
    vmax: float | None = None,
    cmap: Any = "viridis",
) -> dict[str, np.ndarray]:
    """The groups of a study side by side on a common scale, and maps of where they differ.

    Parameters
    ----------
    results : Dataset
        Result of ``biotropy study`` from `open_results`. Of pairs at many scales or times one matrix of each group is drawn:
        choose it, as in ``results.sel(scale=3)``.
    statistic : {'mean', 'median', 'SD', 'n'}, default 'mean'
        Statistic over the subjects of each group.
    maps : sequence of {'p', 'q (BH)', 'q (BY)', 'p, permuted', 'p, family-wise'}, default ('p', 'q (BH)')
        Kinds of maps, each a row: all groups (Kruskal-Wallis) and every contrast of two.
    levels : sequence of float, default (0.001, 0.01, 0.05)
        Values at which the colours of the maps change; p at or above the largest is white.
    alpha : float, default 0.01
        Titles have the number of tested entries below it (of symmetric pairs each once), or a warning if there are too few subjects for any.
    order, groups, clusters, ch_types, diagonal
        As for `matrix`, for studies of pairs: the same for all matrices, with clusters of the mean over the groups.
    robust : bool, default False
        As for `matrix`. By default all values determine the scale, as differences between groups can be outliers.
    vmin, vmax, cmap
        As for `matrix`: the common scale of the groups and its colours.

    Returns
    -------
    dict of arrays of matplotlib Axes
        ``'groups'``: one for each group; the name of each map: one for every comparison. A study of a single group has
        no maps.

    Raises
    ------
    BiotropyError
        Results that are not those of a study, unknown names, and errors of `matrix`; also an `ImportError` if Matplotlib is
        not installed.
    """
    result = _drawable(study_of(results))
    values = result.statistics[word_of("statistic", statistic, list(STATISTICS))]
    names = [word_of("maps", name, [one for one in MAPS if one != EFFECT]) for name in maps] if result.maps else []
    edges = level_edges(levels)
    number("alpha", alpha, 0, 1)
    options = {"order": order, "groups": groups, "clusters": clusters, "ch_types": ch_types}
    layout = _layout(results, result, options, not result.symmetric if diagonal is None else diagonal)
    scale, extend = color_scale(list(layout.drawn(values)), vmin, vmax, cmap, robust=robust, counted=layout.counted)
    of_groups, of_maps = _grid(result, names, *layout.size)
    for ax, group, one in zip(of_groups, result.groups, values, strict=True):
        drawn = layout.draw(ax, one, **scale)
        ax.set_title(literal(group))
    color_bar(drawn, of_groups, label="subjects" if statistic == "n" else with_unit(statistic, result.unit), extend=extend)
    for name, axes in zip(names, of_maps, strict=True):
        # Permutations are no approximation, so that they have smaller p.
        least_p = result.least_p if "permuted" not in name and "family" not in name else [np.nan] * len(axes)
        own = zip(axes, result.comparisons, result.maps[name], result.smallest_p, least_p, strict=True)
        for ax, comparison, p, smallest, least in own:
            drawn = layout.draw(ax, checked_p(p, name), **level_colors(edges))
            ax.set_title(f"{literal(comparison)}\n{_below(np.where(result.counted, p, np.nan), alpha, smallest, least)}")
        level_bar(drawn, axes, edges, name)
    return {"groups": of_groups, **dict(zip(names, of_maps, strict=True))}
