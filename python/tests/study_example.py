# SPDX-License-Identifier: Apache-2.0
"""A small study as ``biotropy study`` writes it (docs/study.md), with made-up values and SciPy's tests of them."""

from __future__ import annotations

import numpy as np
import pytest

import biotropy

xarray = pytest.importorskip("xarray")
stats = pytest.importorskip("scipy.stats")

GROUPS = ["children", "adults", "<i>elderly</i>"]
CHANNELS = ["A1", "A2", "<b>A3</b>", "A4"]
ENTRIES = {"pairs": ("channel", "partner"), "scales": ("channel", "scale"), "channels": ("channel",),
           "times": ("channel", "time"), "pairs at scales": ("channel", "partner", "scale"),
           "pairs over time": ("channel", "partner", "scale", "time")}  # fmt: skip


def q_values(p, method):
    q = np.full(p.shape, np.nan)
    tested = np.isfinite(p)
    q[tested] = stats.false_discovery_control(p[tested], method=method)
    return q


def tested(samples):
    """H and p of one entry; NaN if it cannot be tested."""
    samples = [sample[np.isfinite(sample)] for sample in samples]
    if min(map(len, samples)) == 0 or len(np.unique(np.concatenate(samples))) == 1:
        return np.nan, np.nan
    return tuple(stats.kruskal(*samples))


def tests_of(values, groups, own):
    """Variables of a comparison of groups, without the prefix of their names."""
    flat = values.reshape(len(values), -1)
    h, p = np.array([tested([column[groups == one] for one in own]) for column in flat.T]).T
    n = np.array([np.isfinite(column[np.isin(groups, own)]).sum() for column in flat.T])
    found = {"h": h, "p": p, "effect": h / (n - 1), "q_bh": q_values(p, "bh"), "q_by": q_values(p, "by"),
             "permutation_p": np.minimum(1, p * 1.1), "familywise_p": np.minimum(1, p * 5)}  # fmt: skip
    return {name: one.reshape(values.shape[1:]) for name, one in found.items()}


def example_study(entries="pairs", n_groups=3, in_group=4):
    """A Dataset with values that increase from group to group at some entries, and one entry without a value."""
    rng = np.random.default_rng(7)
    entry = ENTRIES[entries]
    names = {"channel": CHANNELS, "partner": CHANNELS, "scale": [1.0, 2.0, 5.0], "time": [0.0, 2.5, 5.0]}
    shape = tuple(len(names[dim]) for dim in entry)
    group = np.repeat(np.arange(n_groups), in_group)
    values = 1 + 0.1 * rng.standard_normal((len(group), *shape))
    values[:, 0] += 0.3 * group.reshape(-1, *[1] * (len(shape) - 1))
    values[(slice(None), *[-1] * len(shape))] = np.nan
    subject = [f"sub-{number:02}" for number in range(1, len(group) + 1)]
    by_group = [values[group == one] for one in range(n_groups)]
    with np.errstate(all="ignore"), pytest.warns(RuntimeWarning):
        summary = {"mean": [np.nanmean(one, axis=0) for one in by_group], "median": [np.nanmedian(one, axis=0) for one in by_group],
                   "sd": [np.nanstd(one, axis=0, ddof=1) for one in by_group],
                   "count": [np.isfinite(one).sum(axis=0) for one in by_group]}  # fmt: skip
    data = {name: (("group", *entry), np.array(one, dtype=float), {"units": "nat"}) for name, one in summary.items()}
    data["value"] = (("subject", *entry), values, {"units": "nat"})
    data["valid_epochs"] = (("subject", *entry), np.where(np.isfinite(values), 8.0, 0.0))
    text = {"subject_group": [GROUPS[one] for one in group], "status": ["used"] * len(group), "reason": [""] * len(group),
            "file": [f"{one}.edf" for one in subject], "sha256": ["0" * 64] * len(group)}  # fmt: skip
    data |= {name: ("subject", np.array(one, dtype=object)) for name, one in text.items()}
    data |= {"n_epochs": ("subject", np.full(len(group), 9.0)), "epochs_used": ("subject", np.full(len(group), 8.0))}
    coordinates = {"group": GROUPS[:n_groups], "subject": subject, **{dim: names[dim] for dim in entry}}
    attributes = {"kind": "study", "title": "Study of Cross-ApEn", "alpha": 0.05, "tested_entries": values[0].size - 1,
                  "percent_below_alpha": 25.0, "percent_q_below_alpha": 12.5, "key": "abc", "m": 1}  # fmt: skip
    if n_groups > 1:
        add_tests(data, coordinates, values, group, entry, n_groups)
    if "partner" in entry:
        add_nodes(data, values, group, n_groups, entry)
    data["rejected_subject"] = ("rejection", np.array(["sub-02"], dtype=object))
    data["rejected_epoch"] = ("rejection", np.array([3.0]))
    data["rejected_channel"] = ("rejection", np.array(["A2"], dtype=object))
    data["rejected_reason"] = ("rejection", np.array(["flat <script>"], dtype=object))
    return xarray.Dataset(data, coordinates, attributes)


def add_tests(data, coordinates, values, group, entry, n_groups):
    every = tests_of(values, group, list(range(n_groups)))
    of_all = {"h": "kruskal_h", "p": "kruskal_p", "effect": "epsilon_squared"}
    data |= {of_all.get(name, name): (entry, one) for name, one in every.items()}
    pairs = [(0, 1), (1, 2)][: n_groups - 1]
    coordinates["contrast"] = [f"{GROUPS[second]} - {GROUPS[first]}" for first, second in pairs]
    contrasts = [tests_of(values, group, list(pair)) for pair in pairs]
    for name in every:
        own = "contrast_rank_biserial" if name == "effect" else f"contrast_{name}"
        data[own] = (("contrast", *entry), np.array([one[name] for one in contrasts]))
    for name, percent in (("tested_entries", 15), ("percent_below_alpha", 20.0), ("percent_q_below_alpha", 6.25)):
        data[f"contrast_{name}"] = ("contrast", np.full(len(pairs), percent))


def add_nodes(data, values, group, n_groups, entry):
    own_of = tuple(dim for dim in entry if dim != "partner")
    of_itself = np.eye(len(CHANNELS), dtype=bool).reshape(len(CHANNELS), len(CHANNELS), *[1] * (len(entry) - 2))
    others = np.where(of_itself, np.nan, values)
    for name, axis in (("node_out", 2), ("node_in", 1)):
        node = np.nanmean(others, axis=axis)
        data[name] = (("subject", *own_of), node)
        data[f"mean_{name}"] = (("group", *own_of), np.array([node[group == one].mean(axis=0) for one in range(n_groups)]))
        if n_groups > 1:
            own = list(range(n_groups))
            p = [tested([c[group == one] for one in own])[1] for c in node.reshape(len(node), -1).T]
            data[f"{name}_p"] = (own_of, np.array(p).reshape(node.shape[1:]))


def with_networks(results, threshold_free=False, threshold=1.0):
    """The example with its contrasts compared as networks."""
    titles = [str(title) for title in results["contrast"].values]
    group_of, values = np.array([str(one) for one in results["subject_group"].values]), results["value"].values.copy()
    values[:, -1, -1] = 1
    tests = []
    for title in titles:
        own = np.isin(group_of, title.split(" - "))
        tests.append(biotropy.network_test(values[own], group_of[own], threshold=threshold, threshold_free=threshold_free, permutations=70))
    every = ("network", "channel", "partner")
    names = ["statistic", "component", *(["score", "score_p"] if threshold_free else [])]
    data = {f"network_{name}": (every, np.array([getattr(one, name) for one in tests], dtype=float)) for name in names}
    for name in ("threshold", "directed"):
        data[f"network_{name}"] = ("network", np.array([getattr(one, name) for one in tests], dtype=float))
    data["network_kind"] = ("network", np.array([one.kind for one in tests], dtype=object))
    at = np.concatenate([np.full(len(one.extent), float(k)) for k, one in enumerate(tests)])
    if at.size:
        data["component_network"] = ("component", at)
        for name in ("n_channels", "extent", "intensity", "p_extent", "p_intensity"):
            data[f"component_{name}"] = ("component", np.concatenate([getattr(one, name) for one in tests]).astype(float))
    return results.assign(data).assign_coords(network=titles), tests
