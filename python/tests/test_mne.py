# SPDX-License-Identifier: Apache-2.0
"""Recordings as MNE reads them: the bits of the arrays that it holds, and of the program's own reader; what is marked bad."""

import csv
import warnings

import numpy as np
import pytest

import biotropy
from biotropy.blocks import block

mne = pytest.importorskip("mne")
mne.set_log_level("ERROR")


def kit(recording):
    return mne.io.read_raw_fif(recording("meg/kit/test_bin_raw.fif"), preload=True).pick("meg")


def magnes(recording):
    return mne.io.read_raw_fif(recording("meg/bti/exported4D_solaris_raw.fif"), preload=True).pick("meg")


def native_magnes(recording):
    return mne.io.read_raw_bti(
        recording("meg/bti/test_pdf_solaris"),
        config_fname=str(recording("meg/bti/test_config_solaris")),
        head_shape_fname=str(recording("meg/bti/test_hs_solaris")),
        preload=True,
    ).pick("meg", exclude=())


def eegmat(recording):
    return mne.io.read_raw_edf(recording("eeg/Subject00_2.edf"), preload=True)


def resting(recording):
    return mne.io.read_raw_fif(recording("eeg/data_resting_EO_200Hz_raw.fif"), preload=True)


OPENED = pytest.mark.parametrize(
    ("opened", "rate", "n_channels", "first"),
    [
        (kit, 1000.0, 157, "MEG 001"),
        (magnes, 678.17, 248, "MEG 001"),
        (native_magnes, 678.17, 248, "MEG 001"),
        (eegmat, 500.0, 21, "EEG Fp1"),
        (resting, 200.0, 2, "F4-A1"),
    ],
)


@OPENED
def test_what_mne_holds_is_what_is_measured(recording, opened, rate, n_channels, first):
    raw = opened(recording)
    assert raw.info["sfreq"] == pytest.approx(rate, abs=1e-3)
    assert (len(raw.ch_names), raw.ch_names[0]) == (n_channels, first)
    raw.pick(raw.ch_names[:6]).crop(0, 500 / raw.info["sfreq"], include_tmax=False)
    held = raw.get_data()
    assert held.shape == (min(6, n_channels), 500)
    assert np.array_equal(biotropy.sample_entropy(raw), [biotropy.sample_entropy(row.copy()) for row in held])
    assert np.array_equal(biotropy.cross_sample_entropy(raw, raw), biotropy.cross_sample_entropy(held, held))
    assert np.array_equal(biotropy.multiscale_entropy(raw, 3), biotropy.multiscale_entropy(held, 3))
    assert np.array_equal(raw.get_data(), held)


@OPENED
def test_matrices_keep_names(recording, opened, rate, n_channels, first):
    raw = opened(recording)
    raw.pick(raw.ch_names[:5]).crop(0, 600 / raw.info["sfreq"], include_tmax=False)
    starts = np.arange(3) * 200 + raw.first_samp
    events = np.column_stack([starts, np.zeros(3, int), np.ones(3, int)])
    last = 199 / raw.info["sfreq"]
    epochs = mne.Epochs(raw, events, tmin=0, tmax=last, baseline=None, preload=True)
    held = raw.get_data().reshape(len(raw.ch_names), 3, 200).swapaxes(0, 1)
    assert np.array_equal(epochs.get_data(), held)
    matrices = biotropy.pairwise(epochs, m=1, output="xarray")
    assert np.array_equal(matrices.values, biotropy.pairwise(held, m=1))
    assert np.isfinite(matrices.values).all()
    assert matrices.channel.values.tolist() == matrices.partner.values.tolist() == raw.ch_names
    assert matrices.channel.values[0] == first
    pytest.importorskip("mne_connectivity")
    connectivity = biotropy.pairwise(epochs, m=1, output="mne")
    assert connectivity.names == raw.ch_names
    assert np.array_equal(connectivity.get_data("dense"), matrices.values)
    assert np.array_equal(biotropy.multiscale_entropy(epochs, 2, r=0.5), biotropy.multiscale_entropy(held, 2, r=0.5))


def test_both_files_of_the_magnes_give_the_same_bits(recording):
    exported, native = magnes(recording), native_magnes(recording)
    one, other = (raw.get_data(picks=range(4))[:, :400] for raw in (exported, native))
    assert np.array_equal(biotropy.sample_entropy(one), biotropy.sample_entropy(other))


def rows_of(program, tmp_path, *arguments):
    out = tmp_path / "values.csv"
    program("entropy", *arguments, "--quiet", "-o", out)
    with out.open() as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize(
    ("name", "opener", "channels"),
    [
        ("eeg/Subject00_2.edf", mne.io.read_raw_edf, slice(None)),
        ("eeg/bdf_test.bdf", mne.io.read_raw_bdf, slice(None)),
        ("eeg/mne_test.edf", mne.io.read_raw_edf, slice(0, 8)),
    ],
)
def test_both_readers_give_the_same_bits(recording, program, tmp_path, name, opener, channels):
    path = recording(name)
    raw = opener(path, preload=True)
    raw.pick(raw.ch_names[channels])
    rows = rows_of(program, tmp_path, path, "--channels", ",".join(raw.ch_names))
    assert [row["channel"] for row in rows] == raw.ch_names
    result = biotropy.sample_entropy(raw, full_output=True)
    # Volts in place of microvolts: r and the samples are rounded elsewhere, the counts and so the values are the same.
    for name, of_mne in (("matches_m", result.matches_m), ("matches_m1", result.matches_m1)):
        assert [int(row[name]) for row in rows] == of_mne.tolist()
    assert [float(row["value"]) for row in rows] == result.value.tolist()


@pytest.fixture
def raw(rng):
    info = mne.create_info(["Fp1", "Cz", "O2"], 100.0, "eeg")
    return mne.io.RawArray(rng.standard_normal((3, 600)), info)


def test_bad_channels_are_measured_and_named(raw):
    raw.info["bads"] = ["Cz"]
    with pytest.warns(RuntimeWarning, match=r"x has 1 channels marked as bad \(Cz\)"):
        values = biotropy.sample_entropy(raw)
    assert np.array_equal(values, biotropy.sample_entropy(raw.get_data()))
    with pytest.warns(RuntimeWarning, match="data has 1 channels marked as bad"):
        matrices = biotropy.pairwise(raw, m=1, output="xarray")
    assert matrices.channel.values.tolist() == ["Fp1", "Cz", "O2"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        picked = biotropy.pairwise(raw.copy().pick("data", exclude="bads"), m=1, output="xarray")
    assert picked.channel.values.tolist() == ["Fp1", "O2"]
    assert np.array_equal(picked.values, matrices.values[np.ix_([0, 2], [0, 2])])


def test_bad_time_is_missing(raw):
    samples = raw.get_data()
    raw.set_annotations(mne.Annotations([1.0, 3.0], [0.5, 0.2], ["BAD_blink", "stimulus"]))
    with pytest.warns(RuntimeWarning, match="3 of 3 values are not finite"):
        assert np.isnan(biotropy.sample_entropy(raw)).all()
    known = samples.copy()
    known[:, 100:150] = np.nan
    omitted = biotropy.sample_entropy(raw, nan_policy="omit", full_output=True)
    expected = biotropy.sample_entropy(known, nan_policy="omit", full_output=True)
    assert np.array_equal(omitted.value, expected.value)
    assert np.array_equal(omitted.templates_m, expected.templates_m)
    assert (omitted.templates_m < biotropy.sample_entropy(samples, full_output=True).templates_m).all()
    assert np.array_equal(biotropy.pairwise(raw, m=1, nan_policy="omit"), biotropy.pairwise(known, m=1, nan_policy="omit"))
    assert np.array_equal(raw.get_data(), samples)


def test_epochs_that_touch_bad_time_are_dropped(raw):
    held = raw.get_data().reshape(3, 6, 100).swapaxes(0, 1)
    raw.set_annotations(mne.Annotations([1.0], [0.5], ["bad"]))
    epochs = mne.make_fixed_length_epochs(raw, 1.0, preload=True)
    assert np.array_equal(biotropy.sample_entropy(epochs), biotropy.sample_entropy(held[[0, 2, 3, 4, 5]]))


def test_blocks_of_files_have_missing_samples_in_bad_time(raw, tmp_path):
    held = raw.get_data().reshape(3, 6, 100).swapaxes(0, 1).copy()
    raw.set_annotations(mne.Annotations([1.9], [0.2], ["BAD_jump"]))
    path = str(tmp_path / "one_raw.fif")
    raw.save(path, fmt="double")
    held[1, :, 90:], held[2, :, :10] = np.nan, np.nan
    for first, last in ((0, 6), (1, 2), (2, 6)):
        assert np.array_equal(block(path, 100, "data", None, first, last), held[first:last], equal_nan=True)


def test_averages_and_files_on_disk(raw, tmp_path):
    epochs = mne.make_fixed_length_epochs(raw, 2.0, preload=True)
    evoked = epochs.average()
    assert np.array_equal(biotropy.sample_entropy(evoked), biotropy.sample_entropy(evoked.data))
    path = tmp_path / "one_raw.fif"
    raw.save(path, fmt="double")
    assert np.array_equal(biotropy.sample_entropy(mne.io.read_raw(path)), biotropy.sample_entropy(raw.get_data()))


def test_what_is_no_recording_is_refused(raw):
    for thing in (raw.info, mne.channels.make_standard_montage("easycap-M1")):
        with pytest.raises(ValueError, match=f"x is a {type(thing).__name__} of MNE"):
            biotropy.sample_entropy(thing)
