# SPDX-License-Identifier: Apache-2.0
"""Fails unless two files of text are the same but for the last digits of numbers that are no integers, and for the
separators of paths.

Usage: last_digits.py FILE FILE

Logarithms and sines of another C library may differ in their last bit. Counts may not.
"""

import math
import re
import sys
from pathlib import Path

CLOSE = {"rel_tol": 1e-12, "abs_tol": 1e-15}


def words(name):
    return re.split(r"([,\s]+)", Path(name).read_text().replace("\\", "/"))


def is_same(one, other):
    if one == other:
        return True
    try:
        is_whole = one.lstrip("-").isdigit() or other.lstrip("-").isdigit()
        return not is_whole and math.isclose(float(one), float(other), **CLOSE)
    except ValueError:
        return False


def problems(first, second):
    if len(first) != len(second):
        yield f"{len(first)} and {len(second)} words"
        return
    yield from (f"{one} and {other}" for one, other in zip(first, second) if not is_same(one, other))


if __name__ == "__main__":
    found = list(problems(words(sys.argv[1]), words(sys.argv[2])))
    if found:
        print("\n".join(found[:10]))
    sys.exit(1 if found else 0)
