# SPDX-License-Identifier: Apache-2.0
"""Panels and tables of a report of a study: groups, comparisons, single subjects, nodes, and lists.

Groups and comparisons are stacks of maps: the colours show one of them, and the text at the mouse pointer all values.
"""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np

from .._plots.axes import WINDOWS, with_unit
from .._plots.heat_maps import LEVELS
from .._plots.network_data import counted_edges, has_networks, networks_of, on_circle, places_of
from .._plots.study_results import ALL_GROUPS, EFFECT, StudyResult, labels_of, numbers, study_of, variable
from .html import Table, rounded, probability
from .panels import Panel, Panels, axis_of, counted_pairs, encoded, ends_of, is_too_large, panel_of
from .scalp import Scalp, scalp_of
from .statistics import comparison_table, summary
from .study_findings import alpha_of

_DIRECTIONS = {"templates from the channel": "node_out", "matched in the channel": "node_in"}
_SUBJECT = ("subject", "subject_group", "status", "reason", "n_epochs", "epochs_used", "subject_notices")
_RECORDING = ("subject", "file", "sha256", "format", "sampling_rate", "engine")
_RANK_BISERIAL, _EPSILON_SQUARED = "rank-biserial correlation", "epsilon squared"
_SCORE_P = "p of the score"


def _entry_axes(result: StudyResult) -> list[dict[str, Any]]:
    names = [with_unit(WINDOWS, result.time_unit) if dim == "time" else dim for dim in result.entry]
    return [axis_of(name, labels) for name, labels in zip(names, result.labels, strict=True)]


def _stack(kind: str, title: str, values: np.ndarray, axes: list[dict[str, Any]], **extra: Any) -> Panel:
    """A panel whose text at the mouse pointer has all values of the last selectable axis."""
    content = {"kind": kind, "unit": "", "choices": axes[:-2], "rows": axes[-2], "columns": axes[-1], "together": True}
    return Panel(title, {**content, "values": encoded(values), **extra})


def _chosen_first(stacked: np.ndarray, result: StudyResult) -> np.ndarray:
    """The dimensions of an entry that are not drawn before the two of the stack."""
    n = max(0, len(result.entry) - 2)
    return np.moveaxis(stacked, range(2, 2 + n), range(n))


def _single_subjects(table: Any, result: StudyResult, values: np.ndarray) -> dict[str, Any]:
    """What a panel of points draws behind the groups."""
    of = [result.groups.index(one) if one in result.groups else -1 for one in _groups_of(table)]
    return {"subjects": encoded(values), "subjectNames": labels_of(table, "subject"), "groupOf": of}


def _groups(table: Any, result: StudyResult) -> Panel:
    names = [name if name == "n" else with_unit(name, result.unit) for name in result.statistics]
    stacked = _chosen_first(np.stack(list(result.statistics.values()), axis=1), result)  # groups x statistics x entry
    entry = _entry_axes(result)
    groups, statistics = axis_of("group", result.groups), axis_of("statistic", names)
    ranges = [ends_of(one) for one in result.statistics.values()]
    if len(entry) == 1:
        subjects = _single_subjects(table, result, numbers(table, "value", ("subject", "channel")))
        return _stack("points", "Groups", np.swapaxes(stacked, 0, 1), [statistics, groups, *entry], ranges=ranges, **subjects)
    of_pairs = {}
    if result.entry[-1] == "partner":
        ranges, without = ([ends_of(one, counted_pairs(result.channels, diagonal)) for one in result.statistics.values()]
                           for diagonal in (True, False))  # fmt: skip
        of_pairs = {"rangesOffDiagonal": without, "symmetric": result.symmetric}
    axes = [*entry[:-2], {**groups, "all": "side by side"}, statistics, *entry[-2:]]
    return _stack("groups", "Groups", stacked, axes, ranges=ranges, **of_pairs)


def _larger(result: StudyResult) -> list[list[str]]:
    """What the ends of the scale of effects mean, for every comparison, or once where they are drawn together."""
    named = [[result.groups[k] for k in own] if len(own) == 2 else ["", ""] for own in result.compared]
    if len(result.entry) == 1:
        named = named if len(named) == 1 else [["the second named", "the first named"]]
    return [[f"{one} larger" for one in two] for two in named]


def _significance(result: StudyResult) -> Panel:
    # The effects of all groups and of contrasts have different scales.
    maps = {name: one for name, one in result.maps.items() if name != EFFECT}
    is_all = np.array([one == ALL_GROUPS for one in result.comparisons]).reshape(-1, *[1] * len(result.entry))
    effect, kinds = result.maps[EFFECT], {}
    if is_all.any():
        kinds["share"] = _EPSILON_SQUARED, np.where(is_all, effect, np.nan)
    if not is_all.all():
        kinds["signed"] = _RANK_BISERIAL, np.where(is_all, np.nan, effect)
    maps |= dict(kinds.values())
    names = list(maps)
    at = {kind: names.index(name) for kind, (name, _) in kinds.items()}
    stacked = _chosen_first(np.stack(list(maps.values()), axis=1), result)  # comparisons x maps x entry
    entry = _entry_axes(result)
    axes = [*entry[:-2], axis_of("comparison", result.comparisons), axis_of("map", names), *entry[-2:]]
    # What holds with many comparisons is first; a map of q without any below a level would be white.
    start = names.index("q (BH)") if (result.maps["q (BH)"][0] < max(LEVELS)).any() else at.get("share", at.get("signed", 0))
    if len(entry) == 1:
        stacked, axes = np.swapaxes(stacked, 0, 1), [axes[1], axes[0], *entry]
    return _stack("significance", "Where groups differ", stacked, axes, levels=list(LEVELS), larger=_larger(result), start=start,
                  symmetric=result.symmetric, **at)  # fmt: skip


def _on_scalp(table: Any, result: StudyResult, scalp: Scalp, alpha: float) -> list[Panel]:
    """Maps of the groups, and of the effects where two of them are compared."""
    if "partner" in result.entry:
        return [] if "mean_node_out" not in table else [_nodes_on_scalp(table, result, scalp)]
    names = [name if name == "n" else with_unit(name, result.unit) for name in result.statistics]
    choices = [axis for dim, axis in zip(result.entry, _entry_axes(result), strict=True) if dim != "channel"]

    def ordered(values: np.ndarray) -> np.ndarray:
        """The channel last, and dimensions that the reader chooses along first."""
        n = values.ndim - len(result.entry)
        values = np.moveaxis(values, n + result.entry.index("channel"), -1)
        return np.moveaxis(values, range(n, n + len(choices)), range(len(choices)))

    stacked = ordered(np.stack(list(result.statistics.values())))
    rows, statistics = axis_of("group", result.groups), axis_of("statistic", names)
    made = [scalp.panel("Groups on the scalp", stacked, [*choices, statistics], rows=rows, together=True)]
    signed = [k for k, one in enumerate(result.comparisons) if one != ALL_GROUPS]
    if signed:
        effect, q = ordered(result.maps[EFFECT][signed]), ordered(result.maps["q (BH)"][signed])
        larger = [[f"{result.groups[k]} larger" for k in result.compared[one]] for one in signed]
        rows = axis_of("comparison", [result.comparisons[k] for k in signed])
        made.append(scalp.panel("Differences on the scalp", effect, choices, rows=rows, ranges=[[-1, 1]], larger=larger,
                                marked=encoded(q < alpha), markedFor=f"q < {alpha:g}", unit=_RANK_BISERIAL))  # fmt: skip
    return made


def _of_nodes(table: Any, result: StudyResult, name: str, *dims: str) -> np.ndarray:
    """Numbers of the channels with all their partners, after what the reader chooses: of each direction."""
    chosen = result.entry[:-2]
    found = [numbers(table, name.format(one), (*chosen, *dims, "channel")) for one in _directions(result).values()]
    return np.stack(found, axis=len(chosen))


def _choices_of_nodes(result: StudyResult) -> list[dict[str, Any]]:
    return [*_entry_axes(result)[:-2], axis_of("direction", list(_directions(result)))]


def _nodes_on_scalp(table: Any, result: StudyResult, scalp: Scalp) -> Panel:
    values, rows = _of_nodes(table, result, "mean_{}", "group"), axis_of("group", result.groups)
    return scalp.panel("Means over partners on the scalp", values, _choices_of_nodes(result), rows=rows, unit=result.unit)


def _subjects(table: Any, result: StudyResult) -> Panel:
    dims = ["subject", *result.entry]
    epochs = {"epochs": encoded(numbers(table, "valid_epochs", tuple(dims)))}
    kind = {"partner": "matrix", "scale": "curves", "time": "courses", "channel": "table"}[result.entry[-1]]
    panel = panel_of(kind, "Subject by subject", table["value"], dims, {**epochs, **_time_unit(result)})
    labels = [f"{one} ({group})" for one, group in zip(labels_of(table, "subject"), _groups_of(table), strict=True)]
    (panel.content["choices"][0] if len(dims) > 2 else panel.content["rows"])["labels"] = labels
    return panel


def _time_unit(result: StudyResult) -> dict[str, str]:
    return {"timeUnit": result.time_unit} if result.time_unit else {}


def _along(table: Any, result: StudyResult, dim: str) -> Panel:
    """The mean of every group along scales or time with its SD, at the entry that the reader chooses."""
    others = [one for one in result.entry if one != dim]
    kind, title = ("courses", "Groups over time") if dim == "time" else ("curves", "Groups over scales")
    dims = [*others, "group", dim]
    errors = encoded(numbers(table, "sd", tuple(dims)))
    return panel_of(kind, title, table["mean"], dims, {**_time_unit(result), "errors": errors})


def _directions(result: StudyResult) -> dict[str, str]:
    return {"all partners": "node_out"} if result.symmetric else _DIRECTIONS


def _nodes_and_subjects(table: Any, result: StudyResult) -> Panel:
    """Means over partners of groups, with their SD, and of single subjects, as the channels of other measures are drawn."""
    of_subjects = _of_nodes(table, result, "{}", "subject")
    belongs = [np.array([one == group for one in _groups_of(table)]) for group in result.groups]
    statistics = {with_unit("mean", result.unit): _of_nodes(table, result, "mean_{}", "group")}
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # groups without a value
        for name, of in (("median", np.nanmedian), ("SD", partial(np.nanstd, ddof=1))):
            statistics[with_unit(name, result.unit)] = np.stack([of(of_subjects[:, own], axis=1) for own in belongs], axis=1)
    statistics["n"] = np.stack([np.isfinite(of_subjects[:, own]).sum(axis=1) for own in belongs], axis=1).astype(float)
    if result.maps:
        statistics["p"] = np.broadcast_to(_of_nodes(table, result, "{}_p")[:, np.newaxis], statistics["n"].shape)
    axes = [*_choices_of_nodes(result), axis_of("statistic", list(statistics)), axis_of("group", result.groups),
            axis_of("channel", result.channels)]  # fmt: skip
    return _stack("points", "Channels with all their partners", np.stack(list(statistics.values()), axis=1), axes,
                  ranges=[ends_of(one) for one in statistics.values()], **_single_subjects(table, result, of_subjects))  # fmt: skip


def _nodes(table: Any, result: StudyResult) -> Panel:
    """Means over partners; the text at the mouse pointer has the p of the channel."""
    if len(result.entry) == 2:
        return _nodes_and_subjects(table, result)
    values, reasons = _of_nodes(table, result, "mean_{}", "group"), {}
    if result.maps:
        told = np.broadcast_to(_of_nodes(table, result, "{}_p")[..., np.newaxis, :], values.shape).ravel()
        reasons = {str(index): f"p {one:.7g}" for index, one in enumerate(told) if np.isfinite(one)}
    return Panel("Channels with all their partners", {
        "kind": "profiles", "unit": result.unit, "choices": _choices_of_nodes(result), "rows": axis_of("group", result.groups),
        "columns": axis_of("channel", result.channels), "values": encoded(values),
        "ranges": [ends_of(values)] * len(_directions(result)), "reasons": reasons,
    })  # fmt: skip


def _networks(table: Any, alpha: float, notes: list[str]) -> Panel:
    """Components between channels; the text at the mouse pointer has all numbers of an edge. Notes are added."""
    networks = networks_of(table)
    parts: dict[str, list[Any]] = {}
    if any(np.isfinite(one.threshold) for one in networks):
        parts["component"] = [one.component for one in networks]
    if "network_score_p" in table:
        parts[f"threshold-free p < {alpha:g}"] = [np.nan_to_num(one.score_p, nan=1.0) < alpha for one in networks]
    n_drawn = len(parts)
    parts["statistic"] = [one.statistic for one in networks]
    if "network_score_p" in table:
        parts |= {"score": [one.score for one in networks], _SCORE_P: [one.score_p for one in networks]}
    stacked = np.stack([np.asarray(one, dtype=float) for one in parts.values()], axis=1)
    names = networks[0].names
    places, said, why = places_of(table, names)
    notes.extend(why)
    content = {
        "kind": "network",
        "unit": "",
        "choices": [axis_of("comparison", [one.title for one in networks]), axis_of("show", list(parts))],
        "rows": axis_of("channel", names),
        "columns": axis_of("with", names),
        "together": True,
        "values": encoded(stacked),
        "ranges": [ends_of(stacked[:, k]) for k in range(len(parts))],
        "drawn": n_drawn,
        "probability": list(parts).index(_SCORE_P) if _SCORE_P in parts else None,
        "levels": list(LEVELS),
        "directed": [one.directed for one in networks],
        "places": (on_circle(len(names)) if places is None else places).tolist(),
        "placesOf": said,
        "isHead": places is not None,
        "components": [[f"component {k + 1}: {counted_edges(one.extent[k])}, p = {one.p_extent[k]:.3g}"
                        for k in range(one.n_components)] for one in networks],  # fmt: skip
    }
    return Panel("Networks", content)


def study_panels(table: Any) -> Panels:
    """The panels of a study, a table of `open_results`; InvalidInput if it is no result of a study."""
    result = study_of(table)
    numbers(table, "value", ("subject", *result.entry))
    made, n_statistics = Panels(), sum(one.size for one in result.statistics.values())
    made.add(n_statistics, "Groups are", lambda: _groups(table, result))
    if result.maps:
        made.add(sum(one.size for one in result.maps.values()), "Comparisons are", lambda: _significance(result))
    for dim in ("scale", "time"):
        if dim in result.entry and table.sizes[dim] > 1:
            made.add(2 * table["mean"].size, f"Groups over {dim} are", partial(_along, table, result, dim))
    scalp = scalp_of(table)
    if scalp and not is_too_large(n_statistics):
        made.panels.extend(_on_scalp(table, result, scalp, alpha_of(table)))
        made.notes.extend(scalp.notes)
    if result.entry[-1] == "partner" and "mean_node_out" in table:
        made.panels.append(_nodes(table, result))
    if has_networks(table):
        n_values = sum(table[name].size for name in table if name.startswith("network_"))
        made.add(n_values, "Networks are", lambda: _networks(table, alpha_of(table), made.notes))
    made.add(table["value"].size, "Values of single subjects are", lambda: _subjects(table, result))
    return made


def _groups_of(table: Any) -> list[str]:
    """The group of each subject."""
    return [str(one) for one in variable(table, "subject_group", ["subject"], "OUT").values]


def _columns(table: Any, title: str, names: tuple[str, ...]) -> Table:
    held = [name for name in names if name in table.variables and table[name].ndim == 1]
    rows = [list(row) for row in zip(*(table[name].values for name in held), strict=True)]
    return Table(title, [name.replace("_", " ") for name in held], rows)


def _components(table: Any) -> list[Table]:
    """Components of every comparison as networks."""
    if not has_networks(table):
        return []
    rows = [
        [one.title, k + 1, int(one.n_channels[k]), int(one.extent[k]), rounded(one.intensity[k], 2),
         probability(one.p_extent[k]), probability(one.p_intensity[k])]
        for one in networks_of(table)
        for k in range(one.n_components)
    ]  # fmt: skip
    head = ["comparison", "component", "channels", "edges", "intensity", "p of the number of edges", "p of the intensity"]
    return [Table("Components of networks", head, rows, is_data=True)] if rows else []


def study_tables(table: Any, result: StudyResult) -> tuple[list[Table], list[Table]]:
    """Tables of numbers, and lists of subjects and recordings."""
    given = table.attrs.get("alpha", "alpha")
    named = given if isinstance(given, str) else f"{given:g}"
    of_numbers = [*summary(result, alpha_of(table), named), *_components(table)]
    of_numbers += [comparison_table(result, number) for number in range(len(result.comparisons))]
    return of_numbers, [_columns(table, "Subjects", _SUBJECT), _columns(table, "Recordings", _RECORDING)]
