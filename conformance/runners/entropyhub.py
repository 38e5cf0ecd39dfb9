# SPDX-License-Identifier: CC0-1.0
"""EntropyHub: every measure of the suite. Its Cross-ApEn takes its templates from the second series."""

import EntropyHub as package
import numpy as np

from .peers import answer_by, need, tolerance, version, z_scored


def name():
    return version("EntropyHub")


def base(p):
    return np.exp(1) if p["base"] == "e" else float(p["base"])


def sampen(data, p):
    return package.SampEn(data[0], m=p["m"], tau=p["tau"], r=tolerance(data[0], p), Logx=base(p))[0][-1]


def apen(data, p):
    return package.ApEn(data[0], m=p["m"], tau=p["tau"], r=tolerance(data[0], p), Logx=base(p))[0][-1]


def membership(p, r):
    """The name and argument of a membership; EntropyHub has the local mean removed."""
    need(p["local_mean"] == "removed", "templates with their mean")
    need(p["membership"] in ("chen", "exponential", "gaussian", "constant-gaussian", "bell"), "the membership")
    if p["membership"] in ("gaussian", "constant-gaussian"):
        return {"Fx": {"gaussian": "gaussian", "constant-gaussian": "constgaussian"}[p["membership"]], "r": r}
    if p["membership"] == "bell":
        return {"Fx": "bell", "r": (r, p["fuzzy_power"])}
    # exp(-(d / r)^n) is exp(-d^n / r^n).
    return {"Fx": "default", "r": (r if p["membership"] == "chen" else r ** p["fuzzy_power"], p["fuzzy_power"])}


def fuzzyen(data, p):
    own = membership(p, tolerance(data[0], p))
    return package.FuzzEn(data[0], m=p["m"], tau=p["tau"], Logx=base(p), **own)[0][-1]


def permen(data, p):
    need(not (p["weighted"] and p["ties"] == "equal"), "weights of patterns with equal samples")
    need(not (p["ties"] == "equal" and p["normalise"]), "normalised values of patterns with equal samples")
    form = "weighted" if p["weighted"] else "modified" if p["ties"] == "equal" else "none"
    found = package.PermEn(data[0], m=p["m"], tau=p["tau"], Typex=form, Logx=base(p))
    return found[0][-1] if not p["normalise"] else found[0][-1] * np.log(base(p)) / np.log(float(np.prod(range(1, p["m"] + 1))))


def cross_sampen(data, p):
    return package.XSampEn(data[0], data[1], m=p["m"], tau=p["tau"], r=p["r"], Logx=base(p))[0][-1]


def cross_apen(data, p):
    return package.XApEn(data[1], data[0], m=p["m"], tau=p["tau"], r=p["r"], Logx=base(p))[0][-1]


def cross_fuzzyen(data, p):
    return package.XFuzzEn(data[0], data[1], m=p["m"], tau=p["tau"], Logx=base(p), **membership(p, p["r"]))[0][-1]


def own_of_channels(data, p):
    m = np.array(p["channel_m"] or [p["m"]] * len(data))
    tau = np.array(p["channel_tau"] or [p["tau"]] * len(data))
    return {"m": m, "tau": tau, "Logx": base(p)}


def mvsampen(data, p):
    need(p["approach"] == "full", "the naive approach")
    need(len(data) > 1, "a single channel")
    r = p["r"] * (len(data) if p["r_unit"] == "total-variation" else 1)
    return package.MvSampEn(np.array(data).T, r=r, **own_of_channels(data, p))[0]


def mvfuzzyen(data, p):
    need(p["approach"] == "full", "the naive approach")
    need(len(data) > 1, "a single channel")
    r = p["r"] * (len(data) if p["r_unit"] == "total-variation" else 1)
    return package.MvFuzzEn(np.array(data).T, **membership(p, r), **own_of_channels(data, p))[0]


def curve_of(measure):
    def curve(data, p):
        need(p["tau"] == 1, "a delay")
        need(p["base"] == "e", "another base over scales")
        scales = {"Scales": max(p["scales"])}
        if measure == "PermEn":
            kind = package.MSobject("PermEn", m=p["m"], Logx=base(p))
        elif measure in ("XSampEn", "XApEn"):
            need(p["tolerance_of"] == "original", "a tolerance of each scale")
            need(p["method"] == "mse", "the method of scales")
            kind = package.MSobject(measure, m=p["m"], r=p["r"])
            data = [z_scored(x, p["ddof"]) for x in (data if measure == "XSampEn" else data[::-1])]
            values = package.XMSEn(data[0], data[1], kind, **scales)[0]
            return [values[scale - 1] for scale in p["scales"]]
        else:
            need(p["tolerance_of"] == "original", "a tolerance of each scale")
            kind = package.MSobject(measure, m=p["m"], r=tolerance(data[0], p))
        need(not (p["method"] == "rcmse" and measure == "ApEn"), "the method of scales")
        if p["method"] == "mse":
            own = {"Methodx": "coarse" if p["grain"] == "mean" else "generalized"}
            values = package.MSEn(data[0], kind, **own, **scales)[0]
        else:
            values = package.cMSEn(data[0], kind, Refined=p["method"] == "rcmse", **scales)[0]
        return [values[scale - 1] for scale in p["scales"]]

    return curve


def answer(case, series):
    functions = {
        "sampen": sampen,
        "apen": apen,
        "fuzzyen": fuzzyen,
        "permen": permen,
        "cross-sampen": cross_sampen,
        "cross-apen": cross_apen,
        "cross-fuzzyen": cross_fuzzyen,
        "mvsampen": mvsampen,
        "mvfuzzyen": mvfuzzyen,
        "scales sampen": curve_of("SampEn"),
        "scales apen": curve_of("ApEn"),
        "scales permen": curve_of("PermEn"),
        "scales cross-sampen": curve_of("XSampEn"),
        "scales cross-apen": curve_of("XApEn"),
    }
    return answer_by(functions, case, series)
