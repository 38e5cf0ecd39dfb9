# SPDX-License-Identifier: Apache-2.0
"""BrainVision recordings written by pybv, against what MNE reads from them."""

import numpy as np
import pytest
from conftest import assert_refused, silent

import biotropy

mne = pytest.importorskip("mne")
pybv = pytest.importorskip("pybv")
pytest.importorskip("xarray")


def written(folder, **options):
    rng = np.random.default_rng(7)
    data = rng.normal(0, 30e-6, (5, 1234))
    names = ["Fz", "Cz", "a,b", "O1", "EOG"]
    pybv.write_brainvision(data=data, sfreq=512.0, ch_names=names, fname_base="rec", folder_out=folder, unit="\xb5V", **options)
    return folder / "rec.vhdr"


@pytest.mark.parametrize(("fmt", "resolution"), [("binary_int16", 0.1), ("binary_float32", 0.1), ("binary_float32", 1e-3)])
def test_samples_are_those_of_mne(tmp_path, fmt, resolution):
    path = written(tmp_path, fmt=fmt, resolution=resolution)
    raw = mne.io.read_raw_brainvision(path, preload=True, verbose="error")
    signals = biotropy.read_signals(path)
    assert signals.channel.values.tolist() == raw.ch_names
    assert signals.attrs["rate"] == raw.info["sfreq"]
    assert signals.unit.values.tolist() == ["\xb5V"] * 5
    np.testing.assert_allclose(signals.values, raw.get_data() * 1e6, rtol=1e-15, atol=0)
    assert biotropy.read_signals(tmp_path / "rec.eeg").equals(signals)


def test_a_change_of_orientation_changes_nothing(tmp_path):
    path = written(tmp_path, fmt="binary_float32")
    signals = biotropy.read_signals(path)
    head = path.read_text()
    path.write_text(head.replace("MULTIPLEXED", "VECTORIZED"))
    samples = np.fromfile(tmp_path / "rec.eeg", "<f4").reshape(-1, 5)
    samples.T.tofile(tmp_path / "rec.eeg")
    assert np.array_equal(biotropy.read_signals(path), signals)


def test_new_segments_are_gaps(tmp_path):
    path = written(tmp_path, events=[{"onset": 600, "type": "Stimulus", "description": 3}])
    markers = tmp_path / "rec.vmrk"
    with markers.open("a") as file:
        file.write("Mk9=New Segment,,601,1,0,0\n")
    assert_refused(lambda: biotropy.read_signals(path), "missing_values")
    signals = biotropy.read_signals(path, gap_fill=4)
    assert signals.attrs["gaps"] == 1
    assert np.isnan(signals.values[:, 600:604]).all()
    assert signals.sizes["time"] == 1238
    with silent():  # times that fill a gap of unknown length are close to each other
        biotropy.sample_entropy(signals, nan_policy="omit")
