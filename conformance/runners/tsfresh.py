# SPDX-License-Identifier: CC0-1.0
"""tsfresh: SampEn with m = 2 and r = 0.2 SD alone, ApEn with r in SD, PermEn."""

from tsfresh.feature_extraction import feature_calculators as package

from .peers import each, in_base, need, version


def name():
    return version("tsfresh")


def sampen(data, p):
    need(p["m"] == 2 and p["tau"] == 1 and p["r"] == 0.2 and p["r_unit"] == "sd")
    return in_base(package.sample_entropy(data[0]), p)


def apen(data, p):
    need(p["tau"] == 1 and p["r_unit"] == "sd")
    return in_base(package.approximate_entropy(data[0], p["m"], p["r"]), p)


def permen(data, p):
    need(p["tau"] == 1 and not (p["weighted"] or p["normalise"] or p["ties"] == "equal"))
    return in_base(package.permutation_entropy(data[0], 1, p["m"]), p)


def answers(cases, series):
    return each(cases, series, {"sampen": sampen, "apen": apen, "permen": permen})
