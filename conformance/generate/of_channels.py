# SPDX-License-Identifier: CC0-1.0
"""MvSampEn and MvFuzzyEn of several channels."""

NOISE = ["lcg1-200", "lcg2-200", "lcg3-200"]
TIED = ["steps21-200", "steps22-200"]
EEG = ["eeg0-300", "eeg1-300", "eeg2-300"]


def case(measure, title, series, **options):
    return {"measure": measure, "title": title, "series": list(series), "set": options}


def cases():
    own = {"channel_m": [1, 2, 3], "channel_tau": [2, 1, 1]}
    for measure in ("mvsampen", "mvfuzzyen"):
        for approach in ("full", "naive"):
            for m in (1, 2):
                yield case(measure, f"three channels of noise, m = {m}, {approach}", NOISE, m=m, approach=approach, r=0.15)
            yield case(measure, f"three channels, m and delay of each, {approach}", NOISE, approach=approach, r=0.15, **own)
            yield case(measure, f"r in SD, {approach}", NOISE[:2], approach=approach, r=0.3, r_unit="sd")
            yield case(measure, f"ties, r in the unit of the samples, {approach}", TIED, approach=approach, r=1.0, r_unit="absolute")
            yield case(measure, f"N - max (m - 1) tau vectors of length m, {approach}", TIED, approach=approach, r=1.0,
                       r_unit="absolute", templates="all", tau=2)  # fmt: skip
        yield case(measure, "three channels of EEG", EEG, r=0.15)
        yield case(measure, "the SD divides by n", NOISE, ddof=0)
        yield case(measure, "in bits", NOISE, base="2")
        yield case(measure, "four channels, delay 2", [*NOISE, "lcg4-200"], tau=2)
        yield case(measure, "one channel", NOISE[:1], r=0.2)
        yield case(measure, "a constant channel has no z-score", ["period3-60", "constant-30"][1:] + ["constant-30"])
    for boundary in ("closed", "open"):
        yield case("mvsampen", f"distances of exactly r, {boundary} boundary", TIED, r=1.0, r_unit="absolute", boundary=boundary, approach="naive", m=1)
        yield case("mvsampen", f"tenths: distances of exactly r, {boundary} boundary", ["tenths-200", "tenths2-200"], r=0.1,
                   r_unit="absolute", boundary=boundary, m=1)  # fmt: skip
    for form in ("chen", "gaussian", "triangular"):
        yield case("mvfuzzyen", f"membership {form}", NOISE[:2], membership=form)
    yield case("mvfuzzyen", "local mean kept", NOISE[:2], local_mean="kept")
    for kind in ("natural", "negative", "bound"):
        yield case("mvsampen", f"r = 0 and no equal samples ({kind})", NOISE[:2], r=0.0, r_unit="absolute", undefined=kind)
