# SPDX-License-Identifier: CC0-1.0
"""From series and parameters to the answer: z-scores, tolerance, scales and pooled epochs around the measures."""

import math

from . import channels, intervals, matching, membership, ordinal, scales
from .exact import Undefined, in_base, ln, sd, z_scored

RATIOS = {"sampen": matching.sampen, "cross-sampen": matching.sampen}
ONE_OR_TWO = RATIOS | {
    "apen": matching.apen,
    "cross-apen": matching.apen,
    "fuzzyen": membership.fuzzyen,
    "cross-fuzzyen": membership.fuzzyen,
}
MANY = {"mvsampen": channels.mvsampen, "mvfuzzyen": channels.mvfuzzyen}


def has_two(measure):
    return measure.startswith("cross-")


def prepared(series, p):
    """The series as they are compared: z-scored for several series with r in SD."""
    several = has_two(p["measure"]) or p["measure"] in MANY
    if not several or p["r_unit"] == "absolute":
        return series
    return [z_scored(x, p["ddof"]) for x in series]


def tolerance(series, p):
    """r in the unit of the compared samples."""
    if p["measure"] in MANY and p["r_unit"] == "total-variation":
        return p["r"] * len(series)
    if p["r_unit"] == "absolute" or has_two(p["measure"]) or p["measure"] in MANY:
        return p["r"]
    spread = sd(series[0], p["ddof"])
    if spread == 0.0:
        raise Undefined("constant_series")
    return p["r"] * spread


def of_compared(series, p, r):
    """The answer for series that are compared as they are."""
    if p["measure"] == "permen":
        return ordinal.permen(series[0], p)
    require_length(series, p)
    if p["measure"] in MANY:
        return MANY[p["measure"]](series, p, r) | {"r": r}
    two = series[1] if has_two(p["measure"]) else None
    return ONE_OR_TWO[p["measure"]](series[0], two, p, r) | {"r": r}


def require_length(series, p):
    reach = p["m"] * p["tau"]
    if p["measure"] in MANY:
        reach = max(a * b for a, b in zip(*channels.lengths(p, len(series))))
    pairs = p["measure"] in ("sampen", "fuzzyen") or p["measure"] in MANY
    if min(map(len, series)) < reach + (2 if pairs else 1):
        raise Undefined("too_short")


def answer(series, p):
    """The answer to a case: a dictionary, or for scales a list of them in the place of `scales`."""
    if "rr" in p:
        series = [intervals.cleaned(series[0], p["rr"])]
    if p["missing"] == "raise" and any(math.isnan(value) for x in series for value in x):
        raise Undefined("missing_values")
    if "epoch_length" in p:
        return pooled(series[0], p)
    compared = prepared(series, p)
    if "scales" not in p:
        r = None if p["measure"] == "permen" else tolerance(series, p)
        return of_compared(compared, p, r)
    return {"scales": [at_scale(series, compared, scale, p) for scale in p["scales"]]}


def at_scale(series, compared, scale, p):
    starts = range(scale) if p["method"] in ("cmse", "rcmse") else range(1)
    found = []
    for start in starts:
        by_scale = p["tolerance_of"] == "scale"
        made = [scales.grained(x, scale, start, p["grain"]) for x in (series if by_scale else compared)]
        if scale == 1:
            made = [list(x) for x in (series if by_scale else compared)]
        if p["measure"] == "permen":
            found.append(of_compared(made, p, None))
            continue
        r = tolerance(made if by_scale else series, p)
        found.append(of_compared(prepared(made, p) if by_scale else made, p, r))
    return found[0] if len(found) == 1 else taken_together(found, p)


def taken_together(found, p):
    """The mean over the starts (CMSE, Wu et al. 2013), or the logarithm of the summed counts (RCMSE, Wu et al. 2014)."""
    counts = {name: sum(one["counts"][name] for one in found) for name in found[0]["counts"]}
    if p["method"] == "cmse":
        value = math.fsum(one["value"] for one in found) / len(found)
    elif "means" in found[0]:
        at_m, at_m1 = (math.fsum(one["means"][k] for one in found) for k in (0, 1))
        value = membership.logarithm(at_m, at_m1, p)
    else:
        value = matching.ratio(counts["matches_m"], counts["matches_m1"], p, 0)
    return {"counts": counts, "value": value, "r": found[0].get("r")}


def pooled(x, p):
    """One value of all epochs from their summed counts (Grandy et al. 2016)."""
    size = p["epoch_length"]
    epochs = [x[first : first + size] for first in range(0, len(x) - size + 1, size)]
    own = {name: value for name, value in p.items() if name not in ("epoch_length", "pool_epochs")}
    found = []
    for epoch in epochs:
        r = tolerance([epoch if p["pool_epochs"] == "epoch" else x], p)
        found.append(of_compared([epoch], own, r))
    counts = {name: sum(one["counts"][name] for one in found) for name in found[0]["counts"]}
    b, a = counts["matches_m"], counts["matches_m1"]
    value = in_base(ln(b) - ln(a), p["base"]) if a and b else (math.inf if b else math.nan)
    return {"counts": counts, "value": value, "r": found[0]["r"]}
