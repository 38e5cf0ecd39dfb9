# SPDX-License-Identifier: CC0-1.0
"""What the runners of other packages share: z-scores, which parameters a call cannot say, and an answer to one case.

A runner gives a package only what its documented arguments can say. Where its choice is fixed (a boundary, the number of
templates), the case is still given to it if the choice is the only thing that differs, so that the outcome tells; what it has no
argument for at all (ties, weights, gaps) is not offered.
"""

import importlib.metadata
import warnings

import numpy as np

from .suite import Answer, expected, not_offered, refused


class NotOffered(Exception):
    """The package has no such measure or option."""


def version(package):
    return f"{package} {importlib.metadata.version(package)}"


def need(is_offered, reason):
    """Refuse a case that the package has no argument for. @param reason what it lacks."""
    if not is_offered:
        raise NotOffered(reason)


def need_plain(p):
    """Refuse what no other package has an argument for."""
    need("rr" not in p, "RR intervals")
    need("epoch_length" not in p, "pooled epochs")
    need(p["missing"] == "raise", "missing samples")
    need(p.get("theiler", 0) <= 0, "a Theiler window")
    need(p.get("undefined", "natural") != "bound", "a bound in the place of an infinite value")


def z_scored(x, ddof):
    """z-scores; a power of two keeps the squares of samples of 1e300 finite."""
    x = np.ldexp(x, -int(np.frexp(np.abs(x).max())[1]))
    return (x - x.mean()) / x.std(ddof=ddof)


def tolerance(x, p):
    """r in the unit of the samples, for packages that want it so: that of the case, which no overflow of an SD has touched."""
    if p["r_unit"] == "absolute":
        return p["r"]
    return p["applied_r"] if p["applied_r"] is not None else p["r"] * float(x.std(ddof=p["ddof"]))


def prepared(case, series):
    """The series as arrays, z-scored where the case says so."""
    p, data = case["parameters"], [np.array(series[name]) for name in case["series"]]
    if case["measure"].startswith(("cross", "mv")) and p["r_unit"] != "absolute" and "scales" not in p:
        data = [z_scored(x, p["ddof"]) for x in data]
    return data


def in_base(nats, p):
    return float(nats) if p["base"] == "e" else float(nats) / np.log(float(p["base"]))


def answer_by(functions, case, series):
    """The answer of a package that has functions(data, parameters) by measure; curves have the names "scales MEASURE"."""
    first = expected(case)[0] if "undefined" not in case["expected"] else {}
    p = case["parameters"] | {"applied_r": first.get("applied_r")}
    function = functions.get(("scales " if "scales" in p else "") + case["measure"])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            need(function is not None, "the measure over scales" if "scales" in p else "the measure")
            need_plain(p)
            return Answer(tuple(float(v) for v in np.ravel(function(prepared(case, series), p))))
        except NotOffered as lacking:
            return not_offered(str(lacking))
        except Exception as problem:  # whatever a package raises is its answer
            return refused(problem)
