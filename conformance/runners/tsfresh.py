# SPDX-License-Identifier: CC0-1.0
"""tsfresh: SampEn with m = 2 and r = 0.2 SD alone, ApEn with r in SD, PermEn."""

from tsfresh.feature_extraction import feature_calculators as package

from .peers import answer_by, in_base, need, version


def name():
    return version("tsfresh")


def sampen(data, p):
    need(p["tau"] == 1, "a delay")
    need(p["m"] == 2 and p["r"] == 0.2 and p["r_unit"] == "sd", "m other than 2, or r other than 0.2 SD")
    return in_base(package.sample_entropy(data[0]), p)


def apen(data, p):
    need(p["tau"] == 1, "a delay")
    need(p["r_unit"] == "sd", "a tolerance that is not in SD")
    return in_base(package.approximate_entropy(data[0], p["m"], p["r"]), p)


def permen(data, p):
    need(p["tau"] == 1, "a delay")
    need(not p["weighted"], "weighted patterns")
    need(not p["normalise"], "normalised values")
    need(p["ties"] == "time", "equal samples in patterns")
    return in_base(package.permutation_entropy(data[0], 1, p["m"]), p)


def answer(case, series):
    return answer_by({"sampen": sampen, "apen": apen, "permen": permen}, case, series)
