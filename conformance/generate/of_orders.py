# SPDX-License-Identifier: CC0-1.0
"""Permutation entropy."""


def case(title, series, **options):
    return {"measure": "permen", "title": title, "series": [series], "set": options}


def cases():
    for name in ("lcg1-200", "ar11-200", "logistic-200", "eeg0-300"):
        for m in (2, 3, 4, 5, 7):
            yield case(f"{name}: m = {m}", name, m=m)
        yield case(f"{name}: weighted", name, weighted=True)
        yield case(f"{name}: normalised, m = 4", name, m=4, normalise=True)
        yield case(f"{name}: delay 3, in bits", name, tau=3, base="2")
    for name in ("steps21-200", "beats-200", "rr-rest-300", "tenths-200", "minus-zero-40"):
        for ties in ("time", "equal"):
            for m in (3, 4):
                yield case(f"{name}: equal samples, ties {ties}, m = {m}", name, m=m, ties=ties)
            yield case(f"{name}: equal samples, ties {ties}, normalised", name, ties=ties, normalise=True)
            yield case(f"{name}: equal samples, ties {ties}, weighted", name, ties=ties, weighted=True)
    for name in ("tiny-200", "subnormal-200", "huge-200", "offset9-200", "mixed-scales-100"):
        yield case(f"{name}: an increasing function leaves the value as it is", name)
        yield case(f"{name}: weighted", name, weighted=True)
    for name in ("gaps-200", "gaps2-200", "gapped-ties-120"):
        for m, tau in ((3, 1), (3, 2), (5, 1)):
            yield case(f"{name}: missing samples left out, m = {m}, delay {tau}", name, m=m, tau=tau, missing="omit")
        yield case(f"{name}: missing samples are an error unless asked for", name)
    for ties in ("time", "equal"):
        yield case(f"a constant series, ties {ties}: one pattern", "constant-30", ties=ties)
        yield case(f"a constant series, ties {ties}, weighted: no weight at all", "constant-30", ties=ties, weighted=True)
    yield case("samples that rise: one pattern", "ramp-40", m=5)
    yield case("two levels in turn", "two-levels-40")
    yield case("m = 10", "lcg1-200", m=10)
    yield case("m = 12, the longest", "lcg1-200", m=12)
    yield case("a delay of 50", "lcg2-200", tau=50)
    yield case("in hartleys", "lcg2-200", base="10")
    for n in (1, 2, 3, 4, 5):
        yield case(f"{n} samples", f"short-{n}")
