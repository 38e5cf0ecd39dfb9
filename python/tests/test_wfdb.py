# SPDX-License-Identifier: Apache-2.0
"""WFDB records, sample for sample as the wfdb package reads them."""

import numpy as np
import pytest

import biotropy

wfdb = pytest.importorskip("wfdb")

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


def write_segment(folder, name, n_samples, labels, rng):
    wfdb.wrsamp(name, fs=250, units=["mV"] * len(labels), sig_name=labels, fmt=["16"] * len(labels), write_dir=str(folder),
                p_signal=rng.standard_normal((n_samples, len(labels))))  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("is_variable", [False, True])
def test_several_segments(tmp_path, rng, is_variable, monkeypatch):
    write_segment(tmp_path, "s1", 300, ["I", "II"], rng)
    write_segment(tmp_path, "s2", 200, ["II"] if is_variable else ["I", "II"], rng)
    write_segment(tmp_path, "s3", 100, ["II", "I"] if is_variable else ["I", "II"], rng)
    (tmp_path / "lay.hea").write_text("lay 2 250 0\n~ 0 200/mV 16 0 0 0 0 I\n~ 0 200/mV 16 0 0 0 0 II\n")
    text = "rec/5 2 250 850\nlay 0\ns1 300\ns2 200\n~ 250\ns3 100\n"
    if not is_variable:  # there wfdb reads no segment in which nothing was recorded
        text = "rec/3 2 250 600\ns1 300\ns2 200\ns3 100\n"
    (tmp_path / "rec.hea").write_text(text)
    monkeypatch.chdir(tmp_path)
    theirs = wfdb.rdrecord("rec").p_signal.T  # where nothing was recorded it has missing samples
    theirs = np.delete(theirs, slice(501, 750), axis=1) if is_variable else theirs
    ours = biotropy.read_signals("rec", gap_fill=1)
    assert list(ours.channel.values) == ["I", "II"]
    assert np.array_equal(ours.values, theirs, equal_nan=True)
    assert np.isnan(ours.values[0, 300:500]).all() == is_variable
