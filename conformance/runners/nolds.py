# SPDX-License-Identifier: CC0-1.0
"""nolds: SampEn, whose number of longer templates and strict boundary are documented."""

import importlib
import importlib.util
import sys
import types

from .peers import answer_by, in_base, need, tolerance, version


def loaded():
    """The measures of nolds without its data sets, which some versions of Python cannot load."""
    found = importlib.util.find_spec("nolds")
    if found is None:
        raise ImportError("nolds is not installed")
    bare = types.ModuleType("nolds")
    bare.__path__ = list(found.submodule_search_locations)
    sys.modules["nolds"] = bare
    return importlib.import_module("nolds.measures")


package = loaded()


def name():
    return version("nolds")


def sampen(data, p):
    need(p["templates"] == "common", "all templates that fit")
    is_closed = p["boundary"] == "closed"
    own = {"closed": True} if is_closed else {}
    value = package.sampen(data[0], emb_dim=p["m"], tolerance=tolerance(data[0], p), lag=p["tau"], **own)
    return in_base(value, p)


def answer(case, series):
    return answer_by({"sampen": sampen}, case, series)
