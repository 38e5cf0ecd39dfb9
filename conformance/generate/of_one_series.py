# SPDX-License-Identifier: CC0-1.0
"""SampEn and ApEn of one series."""

NOISE = ("lcg1-200", "bell11-200", "ar11-200", "logistic-200", "eeg0-300", "rr-rest-300")
LATTICES = ("steps21-200", "beats-200", "tenths-200", "hundredths-150", "two-levels-40", "period3-60", "impulse-50", "minus-zero-40")
BOTH = ("sampen", "apen")


def case(measure, title, series, **options):
    return {"measure": measure, "title": title, "series": [series], "set": options}


def noise():
    for measure in BOTH:
        for name in NOISE:
            for m in (1, 2, 3):
                for r in (0.15, 0.2):
                    if r == 0.2 or m == 2:
                        yield case(measure, f"{name}: m = {m}, r = {r} SD", name, m=m, r=r)
            yield case(measure, f"{name}: the SD divides by n", name, ddof=0)
            yield case(measure, f"{name}: delay 2", name, tau=2)


def boundaries():
    """Distances of exactly r, and those that rounding puts beside it: 0.3 - 0.2 is below 0.1, 0.4 - 0.3 above."""
    tolerances = {
        "steps21-200": (0.0, 1.0, 2.0),
        "beats-200": (1 / 128, 5 / 128, 0.03),
        "tenths-200": (0.1, 0.2, 0.3, 0.30000000000000004),
        "hundredths-150": (0.01, 0.07, 0.1),
        "two-levels-40": (0.1, 0.0),
        "period3-60": (0.0, 1.0),
        "impulse-50": (0.5, 1.0),
        "minus-zero-40": (0.0, 1.0),
    }
    for measure in BOTH:
        for name in LATTICES:
            for r in tolerances[name]:
                for boundary in ("closed", "open"):
                    title = f"{name}: distances of exactly r = {r!r}, {boundary} boundary"
                    yield case(measure, title, name, r=r, r_unit="absolute", boundary=boundary)
        for boundary in ("closed", "open"):
            for name in ("exact-100", "exact-200"):
                for m in (1, 2, 3):
                    title = f"{name}: 0.2 SD is exactly 1, a distance that occurs; m = {m}, {boundary} boundary"
                    yield case(measure, title, name, m=m, ddof=0, boundary=boundary)


def lengths():
    for measure in BOTH:
        for m, tau in ((4, 1), (5, 1), (8, 1), (2, 3), (2, 5), (3, 7), (1, 20), (2, 50), (3, 60)):
            yield case(measure, f"m = {m} with a delay of {tau}", "steps21-200", m=m, tau=tau, r=1.0, r_unit="absolute")
        for m, tau in ((10, 1), (30, 1), (5, 10), (20, 5)):
            yield case(measure, f"templates that reach far: m = {m}, delay {tau}", "period3-60" if m * tau < 55 else "ramp-40",
                       m=m, tau=tau, r=1.0, r_unit="absolute")  # fmt: skip
        for tau in (5, 7, 10):
            yield case(measure, f"a comb of period 5 seen with a delay of {tau}", "tau-comb-120", tau=tau, r=0.01, r_unit="absolute")


def windows():
    for window in (1, 2, 5, 20, 150):
        yield case("sampen", f"pairs at most {window} samples apart left out", "ar11-200", theiler=window)
        yield case("sampen", f"ties; pairs at most {window} samples apart left out", "steps21-200", theiler=window, r=0.0, r_unit="absolute")
    yield case("sampen", "self matches counted, pairs ordered", "lcg1-200", theiler=-1)
    yield case("sampen", "self matches counted: finite where nothing else matches", "ramp-12", theiler=-1, r=0.5, r_unit="absolute")
    for rule in ("all", "common"):
        for measure in BOTH:
            yield case(measure, f"the rule of templates: {rule}", "bell12-200", templates=rule)
            yield case(measure, f"the rule of templates: {rule}, delay 3", "steps22-200", templates=rule, tau=3, r=0.0, r_unit="absolute")


def bases():
    for measure in BOTH:
        for base in ("2", "10"):
            yield case(measure, f"the value to the base {base}", "lcg2-200", base=base)


def short():
    for measure in BOTH:
        for n in range(1, 7):
            yield case(measure, f"{n} samples, m = 2", f"short-{n}", r=0.5, r_unit="absolute")
            yield case(measure, f"{n} samples, m = 1", f"short-{n}", m=1, r=1.0, r_unit="absolute")
    yield case("apen", "12 samples that rise", "ramp-12", r=1.0, r_unit="absolute")


def undefined():
    for kind in ("natural", "negative", "bound"):
        yield case("sampen", f"matches at m, none at m + 1 ({kind})", "no-longer-match-12", r=1.0, r_unit="absolute", undefined=kind)
        yield case("sampen", f"no match at m ({kind})", "ramp-12", r=0.5, r_unit="absolute", undefined=kind)
        yield case("sampen", f"r = 0 and no equal samples ({kind})", "lcg1-200", r=0.0, r_unit="absolute", undefined=kind)
    for measure in BOTH:
        yield case(measure, "a constant series has no tolerance in SD", "constant-30")
        yield case(measure, "a constant series with r of its own", "constant-30", r=0.2, r_unit="absolute")
        yield case(measure, "a constant series with r = 0", "constant-30", r=0.0, r_unit="absolute")
        yield case(measure, "a constant series, r = 0 and an open boundary", "constant-30", r=0.0, r_unit="absolute", boundary="open")
        yield case(measure, "everything matches: r beyond the range", "lcg1-200", r=2.0, r_unit="absolute")
        yield case(measure, "a regular series: short ApEn can be negative", "mne-features-b")


def scales_of_numbers():
    """Values do not depend on the unit of the samples: 1e-300, subnormal, 1e300, and beside a large offset."""
    for measure in BOTH:
        for name in ("tiny-200", "huge-200", "offset9-200", "offset5-200"):
            yield case(measure, f"{name}: r = 0.2 SD", name)
            yield case(measure, f"{name}: m = 1, the SD divides by n", name, m=1, ddof=0)
        for r in (0.0, 5e-324, 1e-323):
            for boundary in ("closed", "open"):
                yield case(measure, f"subnormal samples, r = {r!r}, {boundary} boundary", "subnormal-200", r=r, r_unit="absolute", boundary=boundary)
        yield case(measure, "samples of 1, 1e40 and 1e80 in turn", "mixed-scales-100", r=1e39, r_unit="absolute")
        yield case(measure, "r = 1e308: everything matches", "huge-200", r=1e308, r_unit="absolute")
        yield case(measure, "offset 1e9: r of its own", "offset9-200", r=0.1, r_unit="absolute")


def gaps():
    for measure in BOTH:
        for name in ("gaps-200", "gaps2-200", "gapped-ties-120"):
            tolerance = {"r": 1.0, "r_unit": "absolute"} if "ties" in name else {}
            for m, tau in ((1, 1), (2, 1), (3, 1), (2, 3)):
                yield case(measure, f"{name}: missing samples, m = {m}, delay {tau}", name, m=m, tau=tau, missing="omit", **tolerance)
            yield case(measure, f"{name}: missing samples are an error unless asked for", name, **tolerance)
    for rule in ("all", "common"):
        yield case("sampen", f"missing samples, the rule of templates: {rule}", "gaps-200", missing="omit", templates=rule)


def cases():
    for group in (noise, boundaries, lengths, windows, bases, short, undefined, scales_of_numbers, gaps):
        yield from group()
