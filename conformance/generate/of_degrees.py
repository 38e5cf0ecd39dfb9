# SPDX-License-Identifier: CC0-1.0
"""FuzzyEn of one series."""

FORMS = ("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1",
         "trapezoidal2", "z-shaped", "gudermannian")  # fmt: skip
CORNERS = {"sigmoid": 0.3, "trapezoidal2": 0.5}


def case(title, series, **options):
    return {"measure": "fuzzyen", "title": title, "series": [series], "set": options}


def cases():
    for form in FORMS:
        own = {"membership": form, "membership_corner": CORNERS.get(form, 0.0)}
        yield case(f"membership {form}, r in SD", "lcg1-200", **own)
        yield case(f"membership {form}, local mean kept", "bell11-200", local_mean="kept", **own)
        yield case(f"membership {form}, ties, r in the unit of the samples", "steps21-200", r=1.0, r_unit="absolute",
                   **(own | {"membership_corner": 1.5 if form in CORNERS else 0.0}))  # fmt: skip
    for name in ("ar11-200", "logistic-200", "eeg0-300", "rr-rest-300", "tenths-200", "impulse-50", "period3-60"):
        for m in (1, 2, 3):
            yield case(f"{name}: m = {m}", name, m=m)
        yield case(f"{name}: the form of Chen et al., r = 0.2 of the samples", name, membership="chen", r_unit="absolute")
    for power in (0.5, 1.0, 3.0):
        yield case(f"the power {power:g}", "lcg2-200", fuzzy_power=power)
    yield case("delay 2", "bell12-200", tau=2)
    yield case("delay 5, m = 3", "bell12-200", m=3, tau=5)
    yield case("the SD divides by n", "lcg2-200", ddof=0)
    yield case("N - (m - 1) tau templates of length m", "lcg2-200", templates="all")
    yield case("pairs at most 3 samples apart left out", "ar12-200", theiler=3)
    yield case("in bits", "lcg1-200", base="2")
    for name in ("tiny-200", "huge-200"):
        yield case(f"{name}: values do not depend on the unit", name)
    for name in ("offset5-200", "offset9-200"):
        yield case(f"{name}: a large offset leaves the value as it is", name) | {"tolerance": 1e-7}
    for name in ("gaps-200", "gaps2-200"):
        yield case(f"{name}: templates with a missing sample left out", name, missing="omit")
        yield case(f"{name}: missing samples are an error unless asked for", name)
    yield case("a constant series has no tolerance in SD", "constant-30")
    yield case("a constant series with r of its own: every degree is 1", "constant-30", r=0.2, r_unit="absolute")
    yield case("triangular membership and r below all distances: no degree above 0", "ramp-12", membership="triangular", r=0.1,
               r_unit="absolute", local_mean="kept")  # fmt: skip
    for n in (1, 3, 4, 5):
        yield case(f"{n} samples", f"short-{n}", r=0.5, r_unit="absolute")
