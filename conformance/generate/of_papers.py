# SPDX-License-Identifier: CC0-1.0
"""Values that papers, documentation and unit tests of other programs publish, and that both programs must find too."""

import math


def case(measure, title, series, value, published, within=1e-12, **options):
    source = {"published": published, "value": value, "within": within}
    return {"measure": measure, "title": title, "series": list(series), "set": options, "source": source}


TABLE = "reference table of Biotropy, reproduced by at least two unrelated programs"
PYENTROPY = "unit tests of pyEntropy"
FEATURES = "unit tests of mne-features"


def portable():
    u, v = ["lcg1-1000"], ["lcg2-1000"]
    of = {"ddof": 0}
    yield case("sampen", "seed 1, m = 2", u, 2.24804382573243, TABLE, **of)
    yield case("sampen", "seed 2, m = 2", v, 2.17065055373995, TABLE, **of)
    yield case("sampen", "seed 1, m = 1", u, 2.215951990924, TABLE, m=1, **of)
    yield case("apen", "seed 1, m = 2", u, 1.81881022464174, TABLE, **of)
    yield case("apen", "seed 2, m = 2", v, 1.80951766585495, TABLE, **of)
    yield case("apen", "seed 1, m = 1", u, 2.18048862469488, TABLE, m=1, **of)
    chen = {"membership": "chen", "r_unit": "absolute"}
    yield case("fuzzyen", "seed 1, the form of Chen et al.", u, 0.3902831324851, TABLE, **chen)
    yield case("fuzzyen", "seed 2, the form of Chen et al.", v, 0.4132021921818, TABLE, **chen)
    two = [*u, *v]
    yield case("cross-sampen", "seeds 1 and 2, m = 2", two, 2.19626002457275, TABLE, **of)
    yield case("cross-sampen", "seeds 1 and 2, m = 1", two, 2.1919873723580663, TABLE, m=1, **of)
    yield case("cross-fuzzyen", "seeds 1 and 2, the form of Chen et al.", two, 1.402206922423, TABLE, membership="chen", **of)
    yield case("cross-apen", "seeds 1 and 2, m = 1", two, 2.246128853830606, TABLE, m=1)
    yield case("cross-apen", "seeds 2 and 1, m = 1", two[::-1], 2.228128246015853, TABLE, m=1)
    yield case("cross-apen", "seeds 1 and 2, m = 2, bias zero", two, 2.088248176003160, TABLE, bias="zero")
    yield case("cross-apen", "seeds 1 and 2, m = 2, bias max", two, 2.088497046323398, TABLE)


def unit_tests():
    r = 0.1164 * (0.5627 * math.log(2) + 1.3334)
    yield case("sampen", "the example of nolds", ["nolds-9"], math.log(2), "unit tests of nolds", r=r, boundary="open")
    yield case("sampen", "a second example of nolds", ["nolds-6"], math.log(2), "unit tests of nolds", m=1, r=0.5, r_unit="absolute", boundary="open")
    yield case("sampen", "the example of mne-features", ["mne-features-a"], math.log(3), FEATURES, ddof=0)
    yield case("apen", "the example of mne-features", ["mne-features-b"], math.log(6 / 7), FEATURES)
    value = (2 * math.log(2) - 7 * math.log(7)) / 7 + math.log(6)
    yield case("apen", "a second example of mne-features", ["mne-features-c"], value, FEATURES)
    own = {"method": "cmse", "grain": "mean", "tolerance_of": "original", "scales": [1, 2, 3]}
    yield case("sampen", "the composite curve of pyEntropy", ["cosine-100"], [0.33085424, 0.19283124, 0.94056984], PYENTROPY,
               1e-7, ddof=0, r=0.1, boundary="open", **own)  # fmt: skip
    paper = "Bandt and Pompe 2002, section on the example"
    yield case("permen", "the example of the paper, m = 2", ["bandt-pompe-7"], 0.918, paper, 5e-4, m=2, base="2")
    yield case("permen", "the example of the paper, m = 3", ["bandt-pompe-7"], 1.522, paper, 5e-4, base="2")


def cases():
    yield from portable()
    yield from unit_tests()
