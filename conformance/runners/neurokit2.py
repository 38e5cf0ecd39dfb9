# SPDX-License-Identifier: CC0-1.0
"""NeuroKit2: SampEn, ApEn, FuzzyEn and PermEn, and multiscale SampEn."""

import neurokit2 as package

from .peers import answer_by, in_base, need, tolerance, version


def name():
    return version("neurokit2")


def sampen(data, p):
    value, _ = package.entropy_sample(data[0], delay=p["tau"], dimension=p["m"], tolerance=tolerance(data[0], p))
    return in_base(value, p)


def apen(data, p):
    value, _ = package.entropy_approximate(data[0], delay=p["tau"], dimension=p["m"], tolerance=tolerance(data[0], p))
    return in_base(value, p)


def fuzzyen(data, p):
    need(p["membership"] in ("exponential", "chen"), "the membership")
    value, _ = package.entropy_fuzzy(data[0], delay=p["tau"], dimension=p["m"], tolerance=tolerance(data[0], p))
    return in_base(value, p)


def permen(data, p):
    need(p["ties"] == "time", "equal samples in patterns")
    own = {"delay": p["tau"], "dimension": p["m"], "weighted": p["weighted"], "corrected": p["normalise"]}
    value, _ = package.entropy_permutation(data[0], **own)
    return value if p["normalise"] else in_base(value * 0.6931471805599453, p)


def curve(data, p):
    methods = {"mse": "MSEn", "cmse": "CMSEn", "rcmse": "RCMSEn"}
    need(p["grain"] == "mean", "variances of windows")
    need(p["tolerance_of"] == "original", "a tolerance of each scale")
    own = {"scale": p["scales"], "dimension": p["m"], "tolerance": tolerance(data[0], p), "method": methods[p["method"]]}
    return [in_base(value, p) for value in package.entropy_multiscale(data[0], **own)[1]["Value"]]


def answer(case, series):
    functions = {"sampen": sampen, "apen": apen, "fuzzyen": fuzzyen, "permen": permen, "scales sampen": curve}
    return answer_by(functions, case, series)
