# SPDX-License-Identifier: CC0-1.0
"""Usual ways to another number, and the number that each gives for a case."""

import math

OTHER = 1e-7  # a value nearer than this does not tell a mistake from rounding


def switched(p, name, one, other):
    return {name: other if p[name] == one else one} if name in p else None


def variants(p):
    """(what a wrong answer means, changed parameters, function of the series or None)."""
    measure = p["measure"]
    yield {"closed": "< instead of <=", "open": "<= instead of <"}.get(p.get("boundary")), switched(
        p, "boundary", "closed", "open"
    ), None
    if not measure.startswith("mv"):
        yield {
            "common": "N - (m - 1) tau instead of N - m tau templates at length m",
            "all": "N - m tau instead of N - (m - 1) tau templates at length m",
        }.get(p.get("templates")), switched(p, "templates", "common", "all"), None
    if p.get("r_unit") == "sd":
        yield f"SD that divides by {'N' if p['ddof'] else 'N - 1'}", {"ddof": 1 - p["ddof"]}, None
        yield "r taken in the unit of the samples", {"r_unit": "absolute"}, None
    elif p.get("r_unit") == "absolute" and not measure.startswith("mv"):
        yield "r taken as a multiple of the SD", {"r_unit": "sd"}, None
    if measure == "sampen":
        yield "self matches counted", {"theiler": -1}, None
    if p.get("theiler", 0) > 0:
        yield "the Theiler window ignored", {"theiler": 0}, None
    if p["tau"] > 1:
        yield "the delay ignored", {"tau": 1}, None
    yield "m is the length of the longer template", {"m": p["m"] - 1} if p["m"] > 1 and measure != "permen" else None, None
    yield "m + 1 in the place of m", {"m": p["m"] + 1}, None
    yield "the logarithm to the base 2", {"base": "2"} if p["base"] == "e" and not p.get("normalise") else None, None
    yield "natural logarithms", {"base": "e"} if p["base"] != "e" and not p.get("normalise") else None, None
    yield from of_forms(p)
    if measure == "cross-apen" or (measure == "cross-sampen" and p["templates"] == "all"):
        yield "the two series exchanged", {}, lambda series: series[::-1]
    if p["missing"] == "omit" and "rr" not in p:
        yield "missing samples deleted and their neighbours joined", {}, joined


def of_forms(p):
    if "membership" in p:
        forms = {"exponential": "chen", "chen": "exponential"}
        if p["membership"] in forms:
            what = {"exponential": "exp(-d^n / r) instead of exp(-(d / r)^n)", "chen": "exp(-(d / r)^n) instead of exp(-d^n / r)"}
            yield what[p["membership"]], {"membership": forms[p["membership"]]}, None
        yield "the local mean " + ("kept" if p["local_mean"] == "removed" else "removed"), switched(
            p, "local_mean", "removed", "kept"
        ), None
        yield "the power 1", {"fuzzy_power": 1.0} if p["fuzzy_power"] != 1 else None, None
    if "ties" in p:
        yield "another treatment of equal samples", switched(p, "ties", "time", "equal"), None
        yield "divided by the largest value", {"normalise": True} if not p["normalise"] else None, None
        yield "not divided by the largest value", {"normalise": False} if p["normalise"] else None, None
        yield "no weights", {"weighted": False} if p["weighted"] else None, None
    if "bias" in p:
        for bias in ("max", "zero", "skip"):
            yield f"the correction {bias}", {"bias": bias} if bias != p["bias"] else None, None
    if "approach" in p:
        yield "the other approach", switched(p, "approach", "full", "naive"), None
    if "scales" in p:
        yield "r of each scale" if p["tolerance_of"] == "original" else "r of the original series", switched(
            p, "tolerance_of", "original", "scale"
        ) if "r" in p else None, None
        for method in ("mse", "cmse", "rcmse"):
            is_there = method != p["method"] and not (method == "rcmse" and p["measure"].endswith(("apen", "permen")))
            yield f"the method {method}", {"method": method} if is_there else None, None
    if "rr" in p:
        other = "close" if p["rr"]["policy"] == "gap" else "gap"
        yield "gaps " + ("closed" if other == "close" else "kept"), {"rr": p["rr"] | {"policy": other}}, None


def joined(series):
    keep = [i for i in range(len(series[0])) if not any(math.isnan(x[i]) for x in series)]
    return [[x[i] for i in keep] for x in series]


def wrong_answers(ask, series, p, right):
    """Every variant whose answer is a number that differs from the right one and from those before."""
    seen, found = [right], []
    for meaning, changed, of_series in variants(p):
        if changed is None or meaning is None:
            continue
        values = ask(of_series(series) if of_series else series, p | changed)
        if values is None or not all(map(math.isfinite, values)):
            continue
        if any(same_values(values, other) for other in seen):
            continue
        seen.append(values)
        found.append({"means": meaning, "values": values})
    return found


def same_values(values, others):
    return len(values) == len(others) and all(abs(a - b) <= OTHER * max(1.0, abs(a)) for a, b in zip(values, others))
