# SPDX-License-Identifier: CC0-1.0
"""The complete parameters of a case, in numbers and in words, and the choices of each convention."""

import math

MEASURES = (
    "apen", "sampen", "fuzzyen", "permen", "mvsampen", "mvfuzzyen", "cross-apen", "cross-sampen", "cross-fuzzyen",
)  # fmt: skip
TITLES = dict(zip(MEASURES, (
    "ApEn", "SampEn", "FuzzyEn", "PermEn", "MvSampEn", "MvFuzzyEn", "Cross-ApEn", "Cross-SampEn", "Cross-FuzzyEn",
), strict=True))  # fmt: skip
EQUATIONS = {
    "apen": "Pincus 1991",
    "sampen": "Richman and Moorman 2000",
    "fuzzyen": "Chen et al. 2007; Azami et al. 2019",
    "permen": "Bandt and Pompe 2002",
    "mvsampen": "Ahmed and Mandic 2011, 2012",
    "mvfuzzyen": "Ahmed et al. 2016",
    "cross-apen": "Pincus and Singer 1996; Martinez-Zarzuela et al. 2013, equations 1-6 and section 2.1",
    "cross-sampen": "Richman and Moorman 2000",
    "cross-fuzzyen": "Xie et al. 2010",
}
METHODS = {
    "mse": "Costa, Goldberger and Peng 2002",
    "cmse": "Wu et al. 2013",
    "rcmse": "Wu et al. 2014",
}


def usual(measure):
    """Every parameter that the measure has, with the value of the papers."""
    p = {"measure": measure, "m": 3 if measure == "permen" else 2, "tau": 1}
    if measure == "permen":
        return p | {"ties": "time", "weighted": False, "normalise": False, "base": "e", "missing": "raise"}
    is_many, is_fuzzy, is_mean = measure.startswith("mv"), "fuzzyen" in measure, measure.endswith("apen")
    p |= {"r": 0.2, "r_unit": "total-variation" if is_many else "sd", "ddof": 1}
    p |= {"templates": "all" if is_mean else "common"}
    if not is_many:
        p["theiler"] = 0 if measure in ("sampen", "fuzzyen") else -1
    if not is_fuzzy:
        p["boundary"] = "closed"
    if is_fuzzy:
        p |= {"membership": "exponential", "fuzzy_power": 2.0, "membership_corner": 0.0, "local_mean": "removed"}
    if is_many:
        p |= {"approach": "full", "channel_m": None, "channel_tau": None}
    p |= {"sign": "kept"} if is_mean else {"undefined": "natural"}
    if measure == "cross-apen":
        p["bias"] = "max"
    return p | {"base": "e", "missing": "raise"}


def conventional(convention, measure, m):
    """What a program changes in the usual parameters, from its documentation and source."""
    is_ratio = "sampen" in measure or "fuzzyen" in measure
    changed = {}
    if convention == "costa":
        changed = {"r": 0.15, "undefined": "bound"}
    elif convention == "physionet":
        changed = {"ddof": 0, "boundary": "open"}
    elif convention == "antropy":
        changed = {"ddof": 0} | ({"boundary": "open"} if measure == "sampen" else {})
    elif convention == "entropyhub":
        changed = {"ddof": 0, "bias": "skip", "membership": "chen"}
        if measure in ("cross-sampen", "mvsampen", "mvfuzzyen"):
            changed["templates"] = "all"
        if "fuzzyen" in measure or measure.startswith("mv"):
            changed["r_unit"] = "absolute"
    elif convention == "tsfresh":
        changed = {"ddof": 0, "templates": "all", "sign": "dropped"}
    elif convention == "nolds":
        changed = {"r": 0.1164 * (0.5627 * math.log(m) + 1.3334), "boundary": "open"}
    elif convention == "neurokit":
        changed = {"undefined": "negative", "sign": "dropped", "fuzzy_power": 1.0, "normalise": measure == "permen"}
    if measure == "permen" and convention not in ("richman-moorman", "tsfresh"):
        changed = {"base": "2", "normalise": changed.get("normalise", False)}
    own = usual(measure)
    assert is_ratio or "undefined" not in own
    return {name: value for name, value in changed.items() if name in own}


def words(p):
    """The parameters as a sentence."""
    parts = [TITLES[p["measure"]], f"m = {p['m']}", f"delay {p['tau']}"]
    if p.get("channel_m"):
        parts[1:] = [f"m = {p['channel_m']} and delay {p['channel_tau']} of the channels"]
    if "scales" in p:
        parts.insert(0, f"{p['method'].upper()} at the scales {', '.join(map(str, p['scales']))} ({p['grain']}s of samples) of")
    if "r" in p:
        unit = {
            "absolute": "in the unit of the samples",
            "sd": f"times the SD (n - {p['ddof']})" if p["ddof"] else "times the SD (n)",
            "total-variation": "times the number of z-scored channels",
        }[p["r_unit"]]
        parts.append(f"r = {p['r']!r} {unit}")
        if (p["measure"].startswith(("cross", "mv"))) and p["r_unit"] != "absolute":
            parts.append(f"series z-scored (ddof {p['ddof']}) first")
        if "scales" in p:
            parts.append("r of the original series" if p["tolerance_of"] == "original" else "r of each scale")
    if "boundary" in p:
        parts.append("a distance of exactly r " + ("matches (<=)" if p["boundary"] == "closed" else "does not match (<)"))
    if "templates" in p:
        parts.append({"all": "N - (m - 1) tau templates of length m", "common": "N - m tau templates at both lengths"}[p["templates"]])
    if p.get("theiler", 0) > 0:
        parts.append(f"pairs at most {p['theiler']} samples apart left out")
    elif "theiler" in p and not p["measure"].startswith("cross"):
        parts.append("self matches left out" if p["theiler"] == 0 else "self matches counted")
    parts += other_words(p)
    return ", ".join(parts).replace(" of, ", " of ") + "."


def other_words(p):
    parts = []
    if "membership" in p:
        power = f", power {p['fuzzy_power']:g}" if p["membership"] in ("exponential", "chen", "bell") else ""
        corner = f", corner {p['membership_corner']:g}" if p["membership"] in ("sigmoid", "trapezoidal2") else ""
        parts.append(f"membership {p['membership']}{power}{corner}, local mean {p['local_mean']}")
    if "ties" in p:
        parts.append("equal samples in the order of time" if p["ties"] == "time" else "equal samples make a pattern of their own")
        parts += ["weighted by variance"] * p["weighted"] + ["divided by the largest value"] * p["normalise"]
    if "approach" in p:
        parts.append(f"approach {p['approach']}")
    if "bias" in p:
        parts.append(f"templates without a match: {p['bias']}")
    if p.get("undefined", "natural") != "natural":
        parts.append({"negative": "minus infinity where nothing matches at m", "bound": "the bound where nothing matches"}[p["undefined"]])
    if p.get("sign") == "dropped":
        parts.append("absolute value")
    if "epoch_length" in p:
        parts.append(f"counts of epochs of {p['epoch_length']} samples added up, r of each {p['pool_epochs']}")
    if "rr" in p:
        rr = p["rr"]
        parts.append(f"RR intervals below {rr['min']:g} s, above {rr['max']:g} s and ectopic ({rr['ectopic']}) removed: {rr['policy']}")
    if p["missing"] == "omit":
        parts.append("templates that touch a missing sample left out")
    return parts + [{"e": "in nats", "2": "in bits", "10": "in hartleys"}[p["base"]]] * (not p.get("normalise", False))
