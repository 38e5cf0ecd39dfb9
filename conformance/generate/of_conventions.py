# SPDX-License-Identifier: CC0-1.0
"""The choices of other programs, by the name of each."""

CONVENTIONS = {
    "richman-moorman": ("sampen", "apen"),
    "costa": ("sampen",),
    "physionet": ("sampen",),
    "antropy": ("sampen", "apen", "permen"),
    "entropyhub": ("sampen", "apen", "fuzzyen", "permen"),
    "tsfresh": ("sampen", "apen", "permen"),
    "nolds": ("sampen",),
    "neurokit": ("sampen", "apen", "fuzzyen", "permen"),
}
TWO = ("cross-sampen", "cross-apen", "cross-fuzzyen")
MANY = ("mvsampen", "mvfuzzyen")


def case(convention, measure, title, series, **options):
    return {"measure": measure, "title": f"{convention}: {title}", "series": list(series), "set": options, "convention": convention}


def cases():
    for convention, measures in CONVENTIONS.items():
        for measure in measures:
            for name in ("lcg1-200", "ar11-200", "eeg1-300"):
                yield case(convention, measure, name, [name])
            if measure != "permen":
                yield case(convention, measure, "exact-200, 0.2 SD is exactly 1 (n)", ["exact-200"])
                yield case(convention, measure, "m = 3", ["bell11-200"], m=3)
            else:
                yield case(convention, measure, "m = 5", ["bell11-200"], m=5)
            if measure == "sampen":
                yield case(convention, measure, "matches at m that never continue", ["no-longer-match-12"])
                yield case(convention, measure, "no match at all", ["ramp-12"])
            if measure == "apen":
                yield case(convention, measure, "a value below zero", ["mne-features-b"])
    for measure in TWO:
        for pair in (("lcg1-200", "lcg2-200"), ("ar11-200", "ar12-200")):
            yield case("entropyhub", measure, f"{pair[0]} and {pair[1]}", pair)
    for measure in MANY:
        r = {"r": 0.5} if measure == "mvsampen" else {}
        yield case("entropyhub", measure, "three channels", ["lcg1-200", "lcg2-200", "lcg3-200"], **r)
