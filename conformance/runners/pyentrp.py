# SPDX-License-Identifier: CC0-1.0
"""pyentrp (pyEntropy): SampEn with lengths 0 to sample_length - 1, MSE, and PermEn in bits."""

from pyentrp import entropy as package

from .peers import answer_by, in_base, need, tolerance, version

NAT = 0.6931471805599453


def name():
    return version("pyentrp")


def sampen(data, p):
    need(p["tau"] == 1, "a delay")
    return in_base(package.sample_entropy(data[0], p["m"] + 1, tolerance(data[0], p))[-1], p)


def need_scales(p):
    need(p["tau"] == 1, "a delay")
    need(p["grain"] == "mean", "variances of windows")
    need(p["tolerance_of"] == "original", "a tolerance of each scale")


def curve(data, p):
    need_scales(p)
    values = package.multiscale_entropy(data[0], p["m"] + 1, tolerance(data[0], p), max(p["scales"]))
    return [in_base(values[scale - 1], p) for scale in p["scales"]]


def composite(data, p):
    if p["method"] == "mse":
        return curve(data, p)
    need(p["method"] == "cmse", "the method of scales")
    need_scales(p)
    need(p["m"] == 2, "m other than 2")
    values = package.composite_multiscale_entropy(data[0], p["m"] + 1, max(p["scales"]), tolerance(data[0], p))
    return [in_base(values[scale - 1], p) for scale in p["scales"]]


def permen(data, p):
    need(p["ties"] == "time", "equal samples in patterns")
    function = package.weighted_permutation_entropy if p["weighted"] else package.permutation_entropy
    bits = function(data[0], order=p["m"], delay=p["tau"], normalize=p["normalise"])
    return bits if p["normalise"] else in_base(bits * NAT, p)


def answer(case, series):
    return answer_by({"sampen": sampen, "permen": permen, "scales sampen": composite}, case, series)
