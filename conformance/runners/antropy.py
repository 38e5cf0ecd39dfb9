# SPDX-License-Identifier: CC0-1.0
"""antropy: SampEn, ApEn and PermEn. A tolerance is in the unit of the samples."""

import antropy as package

from .peers import answer_by, in_base, need, tolerance, version


def name():
    return version("antropy")


def sampen(data, p):
    need(p["tau"] == 1, "a delay")
    return in_base(package.sample_entropy(data[0], order=p["m"], tolerance=tolerance(data[0], p)), p)


def apen(data, p):
    need(p["tau"] == 1, "a delay")
    need(p["m"] > 1, "m = 1")
    return in_base(package.app_entropy(data[0], order=p["m"], tolerance=tolerance(data[0], p)), p)


def permen(data, p):
    need(not p["weighted"], "weighted patterns")
    need(p["ties"] == "time", "equal samples in patterns")
    bits = package.perm_entropy(data[0], order=p["m"], delay=p["tau"], normalize=p["normalise"])
    return bits if p["normalise"] else in_base(bits * 0.6931471805599453, p)


def answer(case, series):
    return answer_by({"sampen": sampen, "apen": apen, "permen": permen}, case, series)
