# SPDX-License-Identifier: Apache-2.0
"""FIF files that MNE wrote, read by MNE and by the library: the same samples to the last bit, names, types and times."""

import json
from datetime import UTC, datetime

import biotropy
import numpy as np
import pytest
from conftest import assert_refused, warned
from biotropy.errors import FileFailed

mne = pytest.importorskip("mne")
mne.set_log_level("ERROR")

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

NAMES = ["MEG 0111", "MEG 0112", "EEG 001", "EEG 002 with a long name: left", "EOG", "STI 014", "Misc"]
TYPES = ["mag", "grad", "eeg", "eeg", "eog", "stim", "misc"]
BIDS = ["MEGMAG", "MEGGRADPLANAR", "EEG", "EEG", "EOG", "TRIG", "MISC"]
SCALES = np.array([1e-13, 1e-12, 1e-5, 1e-5, 1e-4, 1.0, 1.0])[:, None]


@pytest.fixture
def raw(rng):
    """A recording of 30 s that was not read from a file and begins with sample 1234 of its acquisition."""
    info = mne.create_info(NAMES, 200.0, TYPES)
    samples = rng.standard_normal((len(NAMES), 6000)) * SCALES
    samples[5] = rng.integers(0, 256, 6000)
    made = mne.io.RawArray(samples, info, first_samp=1234)
    with made.info._unlock():
        for k, channel in enumerate(made.info["chs"]):
            channel["range"], channel["cal"] = 0.3 + 0.1 * k, 1e-4 * SCALES[k, 0] / (k + 1)
    return made


@pytest.fixture
def described(program):
    """What the program has to say about a recording."""
    return lambda path: json.loads(program("info", path, "--json"))[0]


def whole(path, **keywords):
    """All channels, also those of other types than the brain's."""
    return biotropy.read_signals(path, channels=f"1-{len(NAMES)}", **keywords)


def assert_same(path):
    theirs = mne.io.read_raw_fif(path, preload=True)
    ours = whole(path)
    assert ours.attrs["format"] == "FIF"
    assert ours.channel.values.tolist() == theirs.ch_names
    assert ours.attrs["rate"] == theirs.info["sfreq"]
    assert np.array_equal(ours.values, theirs.get_data())
    return ours, theirs


@pytest.mark.parametrize("fmt", ["short", "int", "single", "double"])
def test_samples_of_every_type(raw, tmp_path, fmt):
    path = tmp_path / "one_raw.fif"
    raw.save(path, fmt=fmt)
    ours, theirs = assert_same(path)
    assert np.ptp(ours.values, axis=1).min() > 0
    assert ours.unit.values.tolist() == ["T", "T/m", "V", "V", "V", "V", ""]
    if fmt == "double":
        assert np.allclose(ours.values, raw.get_data(), rtol=1e-6, atol=0)


def test_recordings_of_several_systems(recording):
    for name in ("meg/kit/test_bin_raw.fif", "meg/bti/exported4D_solaris_raw.fif", "eeg/data_resting_EO_200Hz_raw.fif"):
        theirs = mne.io.read_raw_fif(recording(name), preload=True)
        ours = biotropy.read_signals(recording(name), channels=f"1-{len(theirs.ch_names)}")
        assert ours.channel.values.tolist() == theirs.ch_names
        assert np.array_equal(ours.values, theirs.get_data())


def test_channels_of_the_brain_are_chosen(raw, tmp_path, described):
    path = tmp_path / "one_raw.fif"
    raw.info["bads"] = [NAMES[3], "MEG 0112"]
    raw.save(path, fmt="double")
    chosen = biotropy.read_signals(path)
    assert chosen.channel.values.tolist() == NAMES[:4]
    assert chosen.attrs["bads"] == ["MEG 0112", NAMES[3]]
    channels = described(path)["channels"]
    assert [channel["type"] for channel in channels] == BIDS
    assert [bool(channel["bad"]) for channel in channels] == [False, True, False, True, False, False, False]


@pytest.mark.parametrize("date", [None, datetime(2020, 1, 2, 3, 4, 5, 678900, tzinfo=UTC)])
@pytest.mark.parametrize("crop", [None, (2.5, 20.0)])
def test_annotations_begin_where_mne_has_them(raw, tmp_path, described, date, crop):
    raw.set_meas_date(date)
    raw.set_annotations(mne.Annotations([0.5, 3.25, 19.0], [0.0, 2.5, 4.0], ["tap", "BAD_blink: left", "rest é 😀"]))
    if crop:
        raw.crop(*crop)
    path = tmp_path / "one_raw.fif"
    raw.save(path, fmt="single")
    theirs = mne.io.read_raw_fif(path)
    first = theirs.first_time
    ours = described(path)["annotations"]
    # MNE has times of day in microseconds and subtracts ends in single precision.
    assert [one["text"] for one in ours] == ["tap", "BAD_blink: left", "rest é 😀"][1 if crop else 0 :]
    assert [one["onset"] for one in ours] == pytest.approx([one["onset"] - first for one in theirs.annotations], abs=2e-6)
    assert [one["duration"] for one in ours] == pytest.approx(theirs.annotations.duration, abs=1e-5)


def test_gaps_have_no_samples(raw, tmp_path):
    raw.set_annotations(mne.Annotations([5.0, 20.0], [2.0, 1.0], ["BAD_ACQ_SKIP"] * 2))
    path = tmp_path / "one_raw.fif"
    raw.save(path, fmt="double", buffer_size_sec=1.0)
    theirs = mne.io.read_raw_fif(path, preload=True)
    kept = np.r_[0:1000, 1400:4000, 4200:6000]
    assert not theirs.get_data()[:, 1000:1400].any()
    assert_refused(lambda: whole(path), "missing_values")
    ours = whole(path, gap_fill=3)
    assert ours.attrs["gaps"] == 2
    filled = np.isnan(ours.values[0])
    assert np.flatnonzero(filled).tolist() == [1000, 1001, 1002, 3603, 3604, 3605]
    assert np.array_equal(ours.values[:, ~filled], theirs.get_data()[:, kept])
    assert np.allclose(ours.time.values[~filled], theirs.times[kept], rtol=0, atol=1e-9)


@pytest.mark.parametrize("naming", ["neuromag", "bids"])
def test_split_recordings_are_one(raw, tmp_path, naming):
    raw = mne.concatenate_raws([raw.copy() for _ in range(8)]).set_annotations(None)  # without seams
    name = "one_raw.fif" if naming == "neuromag" else "sub-1_meg.fif"
    raw.save(tmp_path / name, fmt="double", split_size="2MB", buffer_size_sec=1.0, split_naming=naming)
    assert len(list(tmp_path.glob("*.fif"))) >= 3
    first = tmp_path / ("one_raw.fif" if naming == "neuromag" else "sub-1_split-01_meg.fif")
    ours, _ = assert_same(first)
    assert ours.attrs["gaps"] == 0
    assert ours.sizes["time"] == raw.n_times
    next(tmp_path.glob("*2*.fif")).unlink()
    assert_refused(lambda: whole(first), "file_not_found")


def test_files_that_are_no_recordings(raw, tmp_path):
    epochs = mne.make_fixed_length_epochs(raw, 1.0, preload=True)
    epochs.save(tmp_path / "one-epo.fif")
    epochs.average().save(tmp_path / "one-ave.fif")
    mne.compute_covariance(epochs).save(tmp_path / "one-cov.fif")
    raw.annotations.append(1.0, 1.0, "x")
    raw.annotations.save(tmp_path / "one-annot.fif")
    for name in ("epo", "ave", "cov", "annot"):
        assert_refused(lambda: biotropy.read_signals(tmp_path / f"one-{name}.fif"), "unsupported")
    raw.save(tmp_path / "one_raw.fif.gz")
    assert_refused(lambda: biotropy.read_signals(tmp_path / "one_raw.fif.gz"), "unsupported")


def test_shielded_and_complex_samples(raw, tmp_path):
    shielded = raw.copy()
    with shielded.info._unlock():
        shielded.info["maxshield"] = True
    shielded.save(tmp_path / "one_raw.fif")
    assert_refused(lambda: biotropy.read_signals(tmp_path / "one_raw.fif"), "unsupported")
    with warned("shielding_distorts"):
        ours = whole(tmp_path / "one_raw.fif", allow_maxshield=True)
    theirs = mne.io.read_raw_fif(tmp_path / "one_raw.fif", allow_maxshield="yes", preload=True)
    assert np.array_equal(ours.values, theirs.get_data())
    raw.save(tmp_path / "plain_raw.fif")
    assert "distorted" not in str(whole(tmp_path / "plain_raw.fif", allow_maxshield=True).attrs["notices"])
    complex_raw = mne.io.RawArray(raw.get_data() + 1j, raw.info)
    complex_raw.save(tmp_path / "two_raw.fif", fmt="double")
    assert_refused(lambda: biotropy.read_signals(tmp_path / "two_raw.fif"), "unsupported")


def test_a_recording_that_was_aborted(raw, tmp_path):
    path = tmp_path / "one_raw.fif"
    raw.save(path, fmt="double", buffer_size_sec=1.0)
    path.write_bytes(path.read_bytes()[:-200_000])
    ours = whole(path)
    read = ours.sizes["time"]
    assert read % 200 == 0 and 0 < read < 6000
    assert np.allclose(ours.values, raw.get_data()[:, :read], rtol=1e-6, atol=0)
    assert any("ends inside a tag" in notice for notice in ours.attrs["notices"])
    path.write_bytes(path.read_bytes()[:2000])
    pytest.raises(FileFailed, whole, path)
