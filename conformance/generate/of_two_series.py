# SPDX-License-Identifier: CC0-1.0
"""Cross-SampEn, Cross-ApEn and Cross-FuzzyEn of two series."""

PAIRS = (("lcg1-200", "lcg2-200"), ("bell11-200", "bell12-200"), ("ar11-200", "ar12-200"), ("eeg0-300", "eeg1-300"))
TIED = (("steps21-200", "steps22-200"), ("beats-200", "beats2-200"), ("tenths-200", "tenths2-200"))
COUNTED = ("cross-sampen", "cross-apen")


def case(measure, title, series, **options):
    return {"measure": measure, "title": title, "series": list(series), "set": options}


def noise():
    for measure in COUNTED:
        for pair in PAIRS:
            for m in (1, 2):
                yield case(measure, f"{pair[0]} and {pair[1]}, m = {m}", pair, m=m)
            yield case(measure, f"{pair[1]} and {pair[0]}: exchanged", pair[::-1])
            yield case(measure, f"{pair[0]} and {pair[1]}: the SD divides by n", pair, ddof=0)
        yield case(measure, "delay 3", PAIRS[1], tau=3)
        yield case(measure, "m = 3, r = 0.4", PAIRS[2], m=3, r=0.4)
        yield case(measure, "in bits", PAIRS[0], base="2")
        yield case(measure, "a series with itself: every template has its match", (PAIRS[0][0], PAIRS[0][0]))
        yield case(measure, "in the unit of the samples, not z-scored", PAIRS[1], r=0.3, r_unit="absolute")


def boundaries():
    for measure in COUNTED:
        for pair, r in zip(TIED, (1.0, 1 / 128, 0.1)):
            for boundary in ("closed", "open"):
                title = f"{pair[0]} and {pair[1]}: distances of exactly r = {r!r}, {boundary} boundary"
                yield case(measure, title, pair, r=r, r_unit="absolute", boundary=boundary)
        for rule in ("all", "common"):
            yield case(measure, f"the rule of templates: {rule}", TIED[0], r=0.0, r_unit="absolute", templates=rule, tau=2)
        yield case(measure, "pairs at the same time left out", TIED[0], r=1.0, r_unit="absolute", theiler=0)


def corrections():
    for bias in ("max", "zero", "skip", "none"):
        for pair in (*PAIRS[:3], ("huge-200", "huge2-200"), ("offset5-200", "offset5b-200")):
            yield case("cross-apen", f"{pair[0]} and {pair[1]}: templates without a match, bias {bias}", pair, bias=bias)
        yield case("cross-apen", f"no template has a match, bias {bias}", ("ramp-12", "no-longer-match-12"), r=0.01, r_unit="absolute", bias=bias)
        yield case("cross-apen", f"few templates have a match, bias {bias}", ("tenths-200", "tenths2-200"), m=4, r=0.0, r_unit="absolute", bias=bias)
        yield case("cross-apen", f"missing samples, bias {bias}", ("gaps-200", "gaps2-200"), missing="omit", bias=bias)


def undefined():
    for kind in ("natural", "negative", "bound"):
        yield case("cross-sampen", f"no match at all ({kind})", ("ramp-12", "no-longer-match-12"), r=0.01, r_unit="absolute", undefined=kind)
    for measure in (*COUNTED, "cross-fuzzyen"):
        yield case(measure, "a constant series has no z-score", ("constant-30", "ramp-40"))
        yield case(measure, "missing samples are an error unless asked for", ("gaps-200", "lcg2-200"))
        yield case(measure, "missing samples in both series", ("gaps-200", "gaps2-200"), missing="omit")
        yield case(measure, "a large offset", ("offset5-200", "offset5b-200"))


def degrees():
    measure = "cross-fuzzyen"
    for pair in PAIRS:
        for form in ("exponential", "chen"):
            for local_mean in ("removed", "kept"):
                yield case(measure, f"{pair[0]} and {pair[1]}: {form}, local mean {local_mean}", pair, membership=form, local_mean=local_mean)
    yield case(measure, "m = 1", PAIRS[0], m=1)
    yield case(measure, "m = 3, delay 2", PAIRS[1], m=3, tau=2)
    yield case(measure, "the power 1", PAIRS[0], fuzzy_power=1.0)
    yield case(measure, "in the unit of the samples", PAIRS[0], r_unit="absolute", ddof=0)
    yield case(measure, "pairs at most 5 samples apart left out", PAIRS[2], theiler=5)


def cases():
    for group in (noise, boundaries, corrections, undefined, degrees):
        yield from group()
