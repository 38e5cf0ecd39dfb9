# SPDX-License-Identifier: Apache-2.0
"""The table 'you wrote, you write' of the page on Python: both sides are run and give equal values."""

import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from conftest import portable

import biotropy

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python" / "bench"))
import drop_in  # noqa: E402

# Everything is a formula over equal counts; sums of memberships are added up in another order.
TOLERANCE = 1e-11


def exact(n):
    """A series whose population SD is exactly 5, so that the tolerance 0.2 SD is exactly 1, a distance that occurs."""
    block, steps = [10, 4, 2, 2, 1, -10, -4, -2, -2, -1], [1, 3, 7, 9]
    return np.array([block[i % 10 * steps[i // 10 % 4] % 10] for i in range(n)], dtype=float)


def zscore(x):
    return (x - x.mean()) / x.std()


def test_the_page_has_the_table():
    assert "\n".join(drop_in.table()) in (ROOT / "docs" / "python.md").read_text()


@pytest.mark.parametrize("pair", drop_in.PAIRS, ids=lambda pair: pair.wrote)
@pytest.mark.parametrize("series", ["noise", "ties"])
def test_equal_values(pair, series):
    package = drop_in.load(pair.package)
    if package is None:
        pytest.skip(f"{pair.package} is not installed")
    if series == "ties" and not pair.ties:
        pytest.skip("equal samples: their order, their distance at exactly r, or a scale without SD differs")
    x, y = (portable(1, 600), portable(2, 600)) if series == "noise" else (exact(400), exact(400)[::-1].copy())
    names = {pair.package: package, "biotropy": biotropy, "zscore": zscore, "x": x, "y": y}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = np.asarray(eval(pair.wrote, names), dtype=float)
    ours = np.asarray(eval(pair.write, names), dtype=float)
    assert ours.shape == theirs.shape
    assert ours == pytest.approx(theirs, rel=TOLERANCE, abs=TOLERANCE, nan_ok=True)
