# SPDX-License-Identifier: Apache-2.0
"""What a result leaves out: subjects, padding, channels marked as bad, and epochs by the reason of their rejection."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._plots.axes import unit_in, with_unit
from .._plots.channel_order import is_symmetric
from .findings import counted, listed, measured
from .html import Table

MOST_REJECTED = 2000
_MOST_KINDS, _MOST_NAMES = 3, 4
_NUMBER = re.compile(r"(?:(?<=\s)-|^-)?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
# Notices of what is not in the numbers have codes that are these, or end so; the first are the most important.
_CODES = ("padding", "channels_bad", "bad_time")
_ENDINGS = ("_left_out", "_left_over")


def notices_of(table: Any) -> tuple[list[str], list[str]]:
    """The notices of a result, each once: of what was left out, and all others."""
    codes, texts = ([line for one in _lines(table, name) for line in one.split("\n")] for name in ("notice_codes", "notices"))
    pairs = dict.fromkeys(zip(codes if len(codes) == len(texts) else [""] * len(texts), texts, strict=True))
    order = {code: k for k, code in enumerate(_CODES)}
    is_out = {pair: pair[0] in order or pair[0].endswith(_ENDINGS) for pair in pairs if pair[1]}
    left_out = sorted((pair for pair in is_out if is_out[pair]), key=lambda pair: order.get(pair[0], len(order)))
    return [f"{text}." for _, text in left_out], [f"{text}." for _, text in is_out if not is_out[_, text]]


def _lines(table: Any, name: str) -> list[str]:
    if name in table.variables:
        return [str(one) for one in np.ravel(table[name].values)]
    return [str(table.attrs[name])] if name in table.attrs else []


def kinds_of(reasons: Sequence[str]) -> dict[str, list[int]]:
    """Places of the reasons that are one but for their numbers, the most frequent first.

    >>> kinds_of(["0.1 V is below 2 V", "flat", "0.3 V is below 2 V"])
    {'... V is below 2 V': [0, 2], 'flat': [1]}
    """
    members: dict[str, list[int]] = {}
    for place, reason in enumerate(reasons):
        members.setdefault(_NUMBER.sub("#", reason), []).append(place)
    named = {}
    for places in members.values():
        # Numbers that all of them have are part of the kind.
        same = [set(one) for one in zip(*(_NUMBER.findall(reasons[place]) for place in places), strict=True)]
        held = iter([one.pop() if len(one) == 1 else "..." for one in same])
        named[_NUMBER.sub(lambda _: next(held), reasons[places[0]])] = places
    return dict(sorted(named.items(), key=lambda one: -len(one[1])))


def _most(names: Sequence[str]) -> str:
    """The most frequent names, with their numbers."""
    most = Counter(names).most_common()
    return ", ".join(f"{name} ({n})" for name, n in most[:_MOST_NAMES]) + (", ..." if len(most) > _MOST_NAMES else "")


def _rejections(table: Any) -> tuple[list[str], list[list[Any]], int]:
    """Names of the columns, a row for each epoch of a channel without a value, and the number of all of them."""
    if "rejection" in table.sizes:
        names = ("subject", "epoch", "channel", "reason")
        held = [name for name in names if f"rejected_{name}" in table.variables]
        columns = [table[f"rejected_{name}"].values for name in held]
        return held, [list(row) for row in zip(*columns, strict=True)], 0
    if "reason" not in table or table["reason"].dims == ("subject",):
        return [], [], 0
    reason, is_there = table["reason"], measured(table)
    rows = []
    for index in np.argwhere(is_there & (reason.values.astype(str) != "")):
        at = [reason[dim].values[i] if dim in reason.coords else i for dim, i in zip(reason.dims, index, strict=True)]
        rows.append([*at, str(reason.values[tuple(index)])])
    units = {dim: unit_in(reason[dim].attrs) if dim in reason.coords else "" for dim in reason.dims}
    return [*(with_unit(str(dim), units[dim]) for dim in reason.dims), "reason"], rows, int(is_there.sum())


def _subjects(table: Any) -> list[str]:
    """Subjects that are in no group, by the reason."""
    if "status" not in table or "subject" not in table["status"].dims:
        return []
    reasons = [str(one) for one in table["reason"].values] if "reason" in table else [""] * table.sizes["subject"]
    out = [reason or str(status) for status, reason in zip(table["status"].values, reasons, strict=True) if str(status) != "used"]
    return [f"{counted(len(places), 'subject')} of {len(reasons)}: {kind}." for kind, places in kinds_of(out).items()]


def _not_finite(table: Any) -> list[str]:
    """How many values of subjects are infinite, or of pairs whose channels both have templates are not finite."""
    value = table.variables.get("mean_value", table.variables.get("value"))
    if value is None or not {"partner", "subject"} & set(value.dims):
        return []
    if "subject" in value.dims:
        n = int(np.isinf(value.values).sum())
        return [f"{n} of {value.size} values of subjects are infinite; tests rank them as the largest."] if n else []
    measured_at = table.variables.get("templates_m", value.isel(partner=0) * 0 + 1) > 0
    if "templates_m" not in table and "reason" in table:
        measured_at = table.variables["reason"].astype(str) == ""
    measured_at = measured_at.isel(partner=0) if "partner" in measured_at.dims else measured_at  # of the channel, whatever the partner
    expected = measured_at * type(measured_at)(["partner" if dim == "channel" else dim for dim in measured_at.dims], measured_at.values)
    finite = np.isfinite(value)
    if "mean_value" in table and "valid_epochs" in table and "epoch" in expected.dims:
        expected, finite = expected.sum("epoch"), table.variables["valid_epochs"] * np.isfinite(value)
    is_pair = ~np.eye(value.sizes["channel"], dtype=bool)
    is_pair = np.triu(is_pair) if is_symmetric(value.transpose(..., "channel", "partner").values) else is_pair
    expected = expected * type(value)(("channel", "partner"), is_pair)
    without, of = int((expected * 1 - finite.astype(int)).clip(min=0).sum()), int((expected * (finite >= 0)).sum())
    return [f"{without} of {of} values of pairs are not finite: templates have no match."] if without else []


def left_out(table: Any) -> tuple[list[str], list[Table]]:
    """Sentences on what was left out, and folded tables with all of it and with the other notices."""
    names, rows, of = _rejections(table)
    reasons = kinds_of([str(row[-1]) for row in rows])
    sentences, tables = _subjects(table), []
    told, others = notices_of(table)
    sentences += _not_finite(table) + told
    if rows:
        whole, more = f" of {of}" if of else "", ", and others" if len(reasons) > _MOST_KINDS else ""
        most = listed([f"{kind} ({len(places)})" for kind, places in reasons.items()][:_MOST_KINDS]) + more
        dims = getattr(table.get("reason"), "dims", ())
        what = "windows of channels" if "time" in dims else "channels" if dims == ("channel",) else "epochs of channels"
        sentences.append(f"{len(rows)}{whole} {what} have no value: {most}.")
        at = {name: names.index(name) for name in ("subject", "file", "channel") if name in names}
        kinds = [
            [kind, len(places), *(_most([str(rows[one][k]) for one in places]) for k in at.values())]
            for kind, places in reasons.items()
        ]
        tables.append(Table("Reasons", ["reason", what, *(f"{name}s with the most" for name in at)], kinds))
        note = f"The first {MOST_REJECTED}; the file has all." if len(rows) > MOST_REJECTED else ""
        tables.append(Table(f"{what.capitalize()} without a value", names, rows[:MOST_REJECTED], note))
    if others:
        tables.append(Table("Other notices", [], [[one] for one in others]))
    return sentences, tables
