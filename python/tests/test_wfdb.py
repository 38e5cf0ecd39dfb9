# SPDX-License-Identifier: Apache-2.0
"""WFDB records, sample for sample as the wfdb package reads them."""

import numpy as np
import pytest
import wfdb

import biotropy

WIDTHS = {"8": 1, "16": 2, "24": 3, "32": 4, "61": 2, "80": 1, "212": 1.5, "310": 4 / 3, "311": 4 / 3}


def write(folder, fmt, n_samples, per_frame=(1, 1, 1), initial=(5, -7, 0)):
    """Any bytes are samples, so that random ones hold all values, among them those that mark a missing sample."""
    content = np.random.default_rng(int(fmt)).integers(0, 256, int(np.ceil(n_samples * sum(per_frame) * WIDTHS[fmt])) + 4, dtype=np.uint8)
    if fmt == "311":
        content[3::4] &= 0x3F  # bits that are not used, of which the wfdb package takes one
    (folder / "r.dat").write_bytes(content.tobytes())
    lines = [f"r {len(per_frame)} 250 {n_samples}"]
    for k, (count, first) in enumerate(zip(per_frame, initial)):
        many = f"x{count}" if count > 1 else ""
        lines.append(f"r.dat {fmt}{many} {200 + k}.5({3 * k})/mV 12 0 {first} 0 0 signal {k}")
    (folder / "r.hea").write_text("\n".join(lines) + "\n")
    return str(folder / "r")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("n_samples", [1, 2, 3, 4, 100_003])
@pytest.mark.parametrize("fmt", WIDTHS)
def test_every_format(tmp_path, fmt, n_samples):
    path = write(tmp_path, fmt, n_samples)
    theirs = wfdb.rdrecord(path).p_signal.T
    ours = biotropy.read_signals(path)
    assert np.array_equal(ours.values, theirs, equal_nan=True)
    assert np.isnan(theirs).any() == (fmt not in ("8", "24", "32")) or n_samples < 100
    assert np.array_equal(biotropy.read_signals(path, channels=2).values[0], theirs[1], equal_nan=True)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("fmt", WIDTHS)
def test_several_samples_in_a_frame(tmp_path, fmt):
    path = write(tmp_path, fmt, 1001, per_frame=(1, 4, 2))
    theirs = wfdb.rdrecord(path, smooth_frames=False).e_p_signal
    for k in range(3):
        assert np.array_equal(biotropy.read_signals(path, channels=k + 1).values[0], theirs[k], equal_nan=True)
