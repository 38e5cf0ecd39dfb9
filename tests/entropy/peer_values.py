# SPDX-License-Identifier: Apache-2.0
"""Prints the values that test_conventions.cpp, test_multiscale_pairwise.cpp and test_multivariate.cpp compare with, as other
programs compute them.

Needs antropy, EntropyHub, neurokit2, nolds and tsfresh; PhysioNet's sampen and mse are no Python packages, and their
values were taken from programs compiled from their published sources.

Usage: peer_values.py
"""

import importlib
import importlib.metadata
import importlib.util
import sys
import types
import warnings

import antropy
import EntropyHub
import neurokit2
import numpy
from tsfresh.feature_extraction import feature_calculators as tsfresh

PACKAGES = ("antropy", "EntropyHub", "neurokit2", "nolds", "tsfresh")


def nolds_measures():
    """The measures of nolds without its data sets, which some versions of Python cannot load."""
    package = types.ModuleType("nolds")
    package.__path__ = list(importlib.util.find_spec("nolds").submodule_search_locations)
    sys.modules["nolds"] = package
    return importlib.import_module("nolds.measures")


def portable(seed, n):
    """The portable series of generator.cpp."""
    values = []
    for _ in range(n):
        seed = (1103515245 * seed + 12345) % 2**31
        values.append(seed / 2**31)
    return numpy.array(values)


def exact(n):
    """A series whose population SD is exactly 5, so that 0.2 SD is exactly 1, a distance that occurs."""
    block, steps = [10, 4, 2, 2, 1, -10, -4, -2, -2, -1], [1, 3, 7, 9]
    return numpy.array([block[i % 10 * steps[i // 10 % 4] % 10] for i in range(n)], dtype=float)


def inputs():
    return {
        "u": portable(1, 1000),
        "exact": exact(200),
        "exact_long": exact(5000),
        "no_m1": numpy.array([0, 0, 50, 0, 0, 90, -60, 130, -110, 170, -160, 210.0]),
        "ramp": numpy.arange(12.0),
    }


def values(x, nolds):
    """(program and measure, function) of everything that is compared."""
    yield "antropy sampen", lambda: antropy.sample_entropy(x)
    yield "antropy apen", lambda: antropy.app_entropy(x)
    yield "entropyhub sampen", lambda: EntropyHub.SampEn(x)[0][-1]
    yield "entropyhub apen", lambda: EntropyHub.ApEn(x)[0][-1]
    yield "entropyhub fuzzyen", lambda: EntropyHub.FuzzEn(x)[0][-1]
    yield "tsfresh sampen", lambda: tsfresh.sample_entropy(x)
    yield "tsfresh apen", lambda: tsfresh.approximate_entropy(x, 2, 0.2)
    yield "nolds sampen m=2", lambda: nolds.sampen(x, emb_dim=2)
    yield "nolds sampen m=3", lambda: nolds.sampen(x, emb_dim=3)
    yield "neurokit sampen", lambda: neurokit2.entropy_sample(x)[0]
    yield "neurokit apen", lambda: neurokit2.entropy_approximate(x)[0]
    yield "neurokit fuzzyen", lambda: neurokit2.entropy_fuzzy(x)[0]
    yield "antropy permen", lambda: antropy.perm_entropy(x)
    yield "antropy permen m=5", lambda: antropy.perm_entropy(x, order=5)


def untied_values(x):
    """Equal samples stand in an order that the sort of NumPy leaves to the processor, but for antropy."""
    yield "entropyhub permen m=3", lambda: EntropyHub.PermEn(x, m=3)[0][-1]
    yield "entropyhub permen m=5 tau=2", lambda: EntropyHub.PermEn(x, m=5, tau=2)[0][-1]
    yield "entropyhub permen weighted", lambda: EntropyHub.PermEn(x, m=3, Typex="weighted")[0][-1]
    yield "tsfresh permen m=3", lambda: tsfresh.permutation_entropy(x, 1, 3)
    yield "tsfresh permen m=5", lambda: tsfresh.permutation_entropy(x, 1, 5)
    yield "tsfresh permen m=3 tau=2", lambda: tsfresh.permutation_entropy(x, 2, 3)
    yield "neurokit permen m=3", lambda: neurokit2.entropy_permutation(x)[0]
    yield "neurokit permen m=5 tau=2", lambda: neurokit2.entropy_permutation(x, dimension=5, delay=2)[0]
    yield "neurokit permen weighted", lambda: neurokit2.entropy_permutation(x, weighted=True)[0]


def delayed_values(x, nolds):
    yield "neurokit sampen", lambda: neurokit2.entropy_sample(x, delay=2)[0]
    yield "neurokit apen", lambda: neurokit2.entropy_approximate(x, delay=2)[0]
    yield "entropyhub sampen", lambda: EntropyHub.SampEn(x, tau=2)[0][-1]
    yield "entropyhub apen", lambda: EntropyHub.ApEn(x, tau=2)[0][-1]
    yield "entropyhub fuzzyen", lambda: EntropyHub.FuzzEn(x, tau=2)[0][-1]
    yield "nolds sampen", lambda: nolds.sampen(x, emb_dim=2, lag=2)


def cross_values(u, v):
    z_u, z_v = (u - u.mean()) / u.std(), (v - v.mean()) / v.std()
    yield "entropyhub cross-sampen", lambda: EntropyHub.XSampEn(z_u, z_v, r=0.2)[0][-1]
    yield "entropyhub cross-apen v u", lambda: EntropyHub.XApEn(z_u, z_v, r=0.2)[0][-1]
    yield "entropyhub cross-fuzzyen", lambda: EntropyHub.XFuzzEn(u, v)[0][-1]


def cross_curves(u, v):
    """(measure, function) of the curves of z-scored series over the scales 1 to 5."""
    z_u, z_v = (u - u.mean()) / u.std(), (v - v.mean()) / v.std()
    for measure in ("XSampEn", "XApEn"):
        kind = EntropyHub.MSobject(measure, r=0.2)
        yield measure, lambda kind=kind: EntropyHub.XMSEn(z_u, z_v, kind, Scales=5)[0]
    yield "XFuzzEn", lambda: EntropyHub.XMSEn(u, v, EntropyHub.MSobject("XFuzzEn"), Scales=5)[0]
    common = EntropyHub.MSobject("XSampEn", r=0.02)
    yield "XSampEn of variances", lambda: EntropyHub.XMSEn(u, v, common, Scales=5, Methodx="generalized")[0]


def curves(x):
    """(program, method and measure, function) of the curves over the scales 1 to 4."""
    for measure in ("SampEn", "ApEn", "FuzzEn", "PermEn"):
        kind = EntropyHub.MSobject(measure, **({"m": 3} if measure == "PermEn" else {}))
        yield f"entropyhub mse {measure}", lambda kind=kind: EntropyHub.MSEn(x, kind, Scales=4)[0]
        yield f"entropyhub rmse {measure}", lambda kind=kind: EntropyHub.rMSEn(x, kind, Scales=4)[0]
    neurokit = {"SampEn": {}, "ApEn": {"method": "MSApEn"}, "FuzzEn": {"fuzzy": True}}
    neurokit |= {"CMSEn": {"method": "CMSEn"}, "RCMSEn": {"method": "RCMSEn"}}
    neurokit["PEn"] = {"method": "MSPEn", "dimension": 3}
    for label, options in neurokit.items():
        yield f"neurokit mse {label}", lambda options=options: neurokit2.entropy_multiscale(
            x, scale=[1, 2, 3, 4], **{"dimension": 2, **options}
        )[1]["Value"]


def multivariate_values(channels):
    """(measure and approach, function) for the columns of `channels`, as they are and with m and tau of each channel."""
    for label, own in (("", {}), (" m, tau", {"m": numpy.array([1, 2, 3, 2]), "tau": numpy.array([2, 1, 1, 3])})):
        for name, measure, r in (("mvsampen", EntropyHub.MvSampEn, 0.5), ("mvfuzzyen", EntropyHub.MvFuzzEn, (0.2, 2.0))):
            found = measure(channels, r=r, **own)
            yield f"{name} full{label}", found[0]
            yield f"{name} naive{label}", -numpy.log(numpy.mean(found[3]) / found[1])
    kind = EntropyHub.MSobject("MvSampEn", r=0.5)
    for scale, value in enumerate(EntropyHub.MvMSEn(channels, kind, Scales=5)[0], 1):
        yield f"mvmse scale {scale}", value


def main():
    warnings.simplefilter("ignore")
    nolds = nolds_measures()
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES))
    for name, x in inputs().items():
        for label, function in values(x, nolds):
            print(f"{name:13s}{label:20s}{float(function()):.17g}")
    for label, function in untied_values(portable(1, 1000)):
        print(f"u            {label:28s}{float(function()):.17g}")
    for label, function in delayed_values(portable(1, 1000), nolds):
        print(f"u, delay 2   {label:20s}{float(function()):.17g}")
    for label, function in cross_values(portable(1, 1000), portable(2, 1000)):
        print(f"u, v         {label:28s}{float(function()):.17g}")
    for label, function in curves(portable(7, 1000)):
        print(f"curve        {label:28s}" + ", ".join(f"{value:.17g}" for value in function()))
    for label, function in cross_curves(portable(1, 1000), portable(2, 1000)):
        print(f"u, v curve   {label:28s}" + ", ".join(f"{value:.17g}" for value in function()))
    for label, value in multivariate_values(numpy.array([portable(seed, 300) for seed in (1, 2, 3, 4)]).T):
        print(f"u1 to u4     {label:28s}{float(value):.17g}")


if __name__ == "__main__":
    main()
