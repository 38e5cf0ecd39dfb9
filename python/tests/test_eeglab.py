# SPDX-License-Identifier: Apache-2.0
"""EEGLAB data sets written by SciPy, as MNE reads them."""

import numpy as np
import pytest

import biotropy

mne = pytest.importorskip("mne")
scipy_io = pytest.importorskip("scipy.io")
pytest.importorskip("xarray")

NAMES = ["Fz", "Cz", "Pz", "EOG1"]


def fields(n=900, **changed):
    rng = np.random.default_rng(3)
    data = rng.normal(0, 30, (4, n)).astype(np.float32)
    locations = np.zeros((1, 4), dtype=[("labels", object), ("type", object), ("X", object), ("Y", object), ("Z", object)])
    for k, name in enumerate(NAMES):
        locations[0, k] = (name, "EOG" if k == 3 else "EEG", 1.0 + k, 2.0, 3.0)
    event = np.zeros((1, 2), dtype=[("type", object), ("latency", float), ("duration", float)])
    event[0, 0] = ("stim", 11.0, 1.0)
    event[0, 1] = ("boundary", 500.5, 250.0)
    known = dict(
        setname="x", srate=250.0, nbchan=4.0, pnts=float(n), trials=1.0, xmin=0.0, xmax=(n - 1) / 250, ref="common",
        data=data, chanlocs=locations, event=event, epoch=[], icawinv=[], history="% a comment",
    )
    return known | changed


def read_by_mne(path):
    return mne.io.read_raw_eeglab(path, preload=True, verbose="error")


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("compressed", [True, False])
def test_samples_are_those_of_mne(tmp_path, inside, compressed):
    path = tmp_path / "a.set"
    known = fields()
    scipy_io.savemat(path, {"EEG": known} if inside else known, do_compression=compressed, appendmat=False)
    raw = read_by_mne(path)
    signals = biotropy.read_signals(path, ["1-4"], gap_fill=1)
    assert signals.channel.values.tolist() == raw.ch_names == NAMES
    assert signals.attrs["rate"] == raw.info["sfreq"]
    assert signals.attrs["gaps"] == 1
    samples = np.delete(signals.values, 500, axis=1)
    assert np.array_equal(samples, known["data"])
    np.testing.assert_allclose(samples, raw.get_data() * 1e6, rtol=1e-15)
    # Types are known, so that the electrode at the eye is measured only where it is named.
    assert biotropy.read_signals(path, gap_fill=1).channel.values.tolist() == NAMES[:3]


@pytest.mark.parametrize("fill", [1, 5])
@pytest.mark.parametrize("duration", [100.0, np.nan])
def test_filled_boundaries_are_no_samples_of_epochs(tmp_path, program, fill, duration):
    path = tmp_path / "a.set"
    known = fields()
    known["event"]["duration"][0, 1] = duration
    scipy_io.savemat(path, {"EEG": known}, appendmat=False)
    signals = biotropy.read_signals(path, gap_fill=fill)
    for options in ({}, {"band": (1, 40)}):
        epochs = biotropy.prepare(signals, epoch=200, **options)
        program("entropy", path, "--epoch", 200, *(("--band", 1, 40) if options else ()), "-o", tmp_path / "a.nc")
        theirs = biotropy.open_results(tmp_path / "a.nc")
        assert epochs.onset.values.tolist() == theirs.onset.values.tolist()
        assert np.array_equal(biotropy.sample_entropy(epochs), theirs["value"], equal_nan=True)


def test_samples_beside_the_data_set(tmp_path):
    known = fields()
    known["data"].T.tofile(tmp_path / "a.fdt")
    scipy_io.savemat(tmp_path / "a.set", {"EEG": known | {"data": "a.fdt"}}, appendmat=False)
    signals = biotropy.read_signals(tmp_path / "a.set", ["1-4"], gap_fill=1)
    assert np.array_equal(np.delete(signals.values, 500, axis=1), known["data"])
    np.testing.assert_allclose(read_by_mne(tmp_path / "a.set").get_data() * 1e6, known["data"], rtol=1e-15)
