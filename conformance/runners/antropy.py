# SPDX-License-Identifier: CC0-1.0
"""antropy: SampEn, ApEn and PermEn. A tolerance is in the unit of the samples."""

import antropy as package

from .peers import each, in_base, need, tolerance, version


def name():
    return version("antropy")


def sampen(data, p):
    need(p["tau"] == 1)
    return in_base(package.sample_entropy(data[0], order=p["m"], tolerance=tolerance(data[0], p)), p)


def apen(data, p):
    need(p["tau"] == 1 and p["m"] > 1)
    return in_base(package.app_entropy(data[0], order=p["m"], tolerance=tolerance(data[0], p)), p)


def permen(data, p):
    need(not p["weighted"] and p["ties"] == "time")
    bits = package.perm_entropy(data[0], order=p["m"], delay=p["tau"], normalize=p["normalise"])
    return bits if p["normalise"] else in_base(bits * 0.6931471805599453, p)


def answers(cases, series):
    return each(cases, series, {"sampen": sampen, "apen": apen, "permen": permen})
