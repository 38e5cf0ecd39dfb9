# SPDX-License-Identifier: CC0-1.0
"""A case as it stands in its file: numbers as JSON has them (17 digits) and as hexadecimal doubles."""

import hashlib
import json
import math

from .parameters import EQUATIONS, METHODS, words


def number(value):
    """A double for JSON, which has no infinities and NaN."""
    if math.isnan(value):
        return "NaN"
    return value if math.isfinite(value) else ("Infinity" if value > 0 else "-Infinity")


def exact(value):
    return value.hex() if math.isfinite(value) else number(value)


def digest(counts):
    return hashlib.sha256(" ".join(map(str, counts)).encode()).hexdigest()


def entry(one):
    """What is expected: the value, its counts, and the tolerance as it was applied."""
    made = {"value": number(one["value"]), "value_hex": exact(one["value"]), "counts": one["counts"]}
    if one.get("r") is not None:
        made |= {"applied_r": one["r"], "applied_r_hex": exact(one["r"])}
    if "sums" in one:
        made["sums"] = one["sums"]
    for name, counts in one.get("per_template", {}).items():
        made[f"counts_of_templates_{name}"] = counts if len(counts) <= 20 else {"sha256": digest(counts)}
    if "of_patterns" in one:
        made["counts_of_patterns"] = one["of_patterns"] if len(one["of_patterns"]) <= 24 else {"sha256": digest(one["of_patterns"])}
    return made


def origin(p, source):
    """Where the expected numbers come from."""
    equation = EQUATIONS[p["measure"]] + (f"; {METHODS[p['method']]}" if "method" in p else "")
    made = {"kind": "two programs", "equations": equation, "programs": ["equations (Python)", "loops (C)"]}
    return made | ({"published": source["published"], "published_value": source["value"]} if source else {})


def case(identity, spec, p, found, wrong):
    """The whole case."""
    made = {"id": identity, "title": spec["title"], "measure": p["measure"], "series": spec["series"]}
    if spec.get("convention"):
        made |= {"convention": spec["convention"], "given": spec["set"]}
    made["words"] = words(p)
    made["parameters"] = {name: value for name, value in p.items() if name != "measure"}
    if "r" in p:
        made["parameters_hex"] = {"r": p["r"].hex()}
    if "undefined" in found:
        made["expected"] = {"undefined": found["undefined"]}
    elif "scales" in found:
        made["expected"] = {"scales": [entry(one) for one in found["scales"]]}
    else:
        made["expected"] = entry(found)
    made["tolerance"] = spec.get("tolerance", 1e-11 if "fuzzyen" in p["measure"] else 1e-12)
    made["origin"] = origin(p, spec.get("source"))
    made["wrong_answers"] = [one | {"values": [number(v) for v in one["values"]]} for one in wrong]
    return made


def text(cases, version):
    """A file of cases, one case to a paragraph."""
    lines = [json.dumps(one, allow_nan=False) for one in cases]
    return '{"suite": "' + version + '", "cases": [\n' + ",\n".join(lines) + "\n]}\n"
