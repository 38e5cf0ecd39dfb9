# SPDX-License-Identifier: Apache-2.0
"""Recordings read by MNE: values equal to those of arrays and of the program's reader, and bad segments. Seams: test_mne_seams.py."""

import csv
import warnings

import numpy as np
import pytest
from conftest import assert_refused, block, silent, warned

import biotropy
from biotropy.estimators import EntropyTransformer, PairwiseEntropy

mne = pytest.importorskip("mne")
mne.set_log_level("ERROR")


def opened(recording, name):
    if not name.endswith("solaris"):
        return mne.io.read_raw(recording(name), preload=True).pick("meg" if name.startswith("meg") else "all")
    config, head_shape = (str(recording(f"meg/bti/test_{what}_solaris")) for what in ("config", "hs"))
    return mne.io.read_raw_bti(recording(name), config, head_shape, preload=True).pick("meg", exclude=())


MAGNES = ("meg/bti/exported4D_solaris_raw.fif", "meg/bti/test_pdf_solaris")
OPENED = pytest.mark.parametrize(
    ("name", "rate", "n_channels", "first"),
    [
        ("meg/kit/test_bin_raw.fif", 1000.0, 157, "MEG 001"),
        (MAGNES[0], 678.17, 248, "MEG 001"),
        (MAGNES[1], 678.17, 248, "MEG 001"),
        ("eeg/Subject00_2.edf", 500.0, 21, "EEG Fp1"),
        ("eeg/data_resting_EO_200Hz_raw.fif", 200.0, 2, "F4-A1"),
    ],
)


@OPENED
def test_what_mne_holds_is_what_is_measured(recording, name, rate, n_channels, first):
    raw = opened(recording, name)
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
def test_matrices_keep_names(recording, name, rate, n_channels, first):
    raw = opened(recording, name)
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
    epochs.info["bads"] = raw.ch_names[1:2]
    with pytest.warns(RuntimeWarning):
        measured = biotropy.pairwise(epochs, m=1, output="mne")
    assert measured.names == [raw.ch_names[0], *raw.ch_names[2:]]
    assert np.isfinite(measured.get_data()).all()
    epochs.info["bads"] = []
    assert np.array_equal(biotropy.multiscale_entropy(epochs, 2, r=0.5), biotropy.multiscale_entropy(held, 2, r=0.5))


def test_both_files_of_the_magnes_give_the_same_bits(recording):
    one, other = (opened(recording, name).get_data(picks=range(4))[:, :400] for name in MAGNES)
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
    # Volts instead of microvolts: r and the samples are rounded differently, but counts and values are the same.
    for name, of_mne in (("matches_m", result.matches_m), ("matches_m1", result.matches_m1)):
        assert [int(row[name]) for row in rows] == of_mne.tolist()
    assert [float(row["value"]) for row in rows] == result.value.tolist()


# Where a bad channel stands in the values of each function, and the values that its channel has if it is measured.
OF_BADS = {
    "one": lambda data, **how: biotropy.sample_entropy(data, **how),
    "result": lambda data, **how: biotropy.sample_entropy(data, full_output=True, **how).value,
    "pooled": lambda data, **how: biotropy.fuzzy_entropy(data, pool_epochs="recording", **how),
    "omitted": lambda data, **how: biotropy.sample_entropy(data, nan_policy="omit", **how),
    "scales": lambda data, **how: np.moveaxis(biotropy.multiscale_entropy(data, 2, **how), -1, 0),
    "windows": lambda data, **how: np.moveaxis(biotropy.sliding_entropy(data, window=80, step=20, output="array", **how), -1, 0),
    "pairs": lambda data, **how: biotropy.pairwise(data, m=1, **how),
    "mean": lambda data, **how: biotropy.pairwise(data, m=1, output="xarray", average=True, **how).values,
    "scales of pairs": lambda data, **how: np.moveaxis(biotropy.multiscale_pairwise(data, 2, **how), -1, 0),
    "features": lambda data, **how: EntropyTransformer(**how).fit_transform(data),
    "features of pairs": lambda data, **how: PairwiseEntropy(m=1, **how).fit_transform(data).reshape(-1, 3, 3),
}


@pytest.mark.parametrize("of", OF_BADS)
def test_bad_channels_have_no_value_and_keep_their_place(raw, of):
    epochs = mne.make_fixed_length_epochs(raw, 2, preload=True)
    whole = OF_BADS[of](epochs)
    epochs.info["bads"] = ["Cz"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        values = OF_BADS[of](epochs)
        assert len(caught) == 1, [str(one.message) for one in caught]
    wanted = whole.copy()
    wanted[..., 1] = np.nan
    if wanted.shape[-2:] == (3, 3) and "pairs" in of or of == "mean":
        wanted[..., 1, :] = np.nan
    np.testing.assert_array_equal(values, wanted)
    with silent():
        np.testing.assert_array_equal(OF_BADS[of](epochs, bads="keep"), whole)
        OF_BADS[of](epochs.copy().pick("data", exclude="bads")) if "pairs" not in of else None


def test_bad_channels_of_both_series(raw):
    other = raw.copy()
    raw.info["bads"], other.info["bads"] = ["Cz"], ["O2"]
    with pytest.warns(RuntimeWarning):
        assert np.isnan(biotropy.cross_sample_entropy(raw, other)).tolist() == [False, True, True]
    pytest.raises(biotropy.BiotropyError, biotropy.sample_entropy, raw, bads="drop")


def test_bad_time_is_missing(raw):
    samples = raw.get_data()
    raw.set_annotations(mne.Annotations([1.0, 3.0], [0.5, 0.2], ["BAD_blink", "stimulus"]))
    with warned("not_finite"):
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
    for_one = mne.Annotations([1.0], [0.5], ["bad"], ch_names=[["Cz"]])
    for marked in (raw, raw.copy().set_annotations(for_one)):
        epochs = mne.make_fixed_length_epochs(marked, 1.0, preload=True)
        assert np.array_equal(biotropy.sample_entropy(epochs), biotropy.sample_entropy(held[[0, 2, 3, 4, 5]]))


def test_bad_time_is_missing_in_what_is_prepared(raw):
    known = raw.get_data()
    known[:, 100:150] = np.nan
    raw.set_annotations(mne.Annotations([1.0], [0.5], ["BAD_blink"]))
    assert np.array_equal(biotropy.prepare(raw, epoch=200), biotropy.prepare(known, 100, epoch=200), equal_nan=True)
    for options in ({"band": (1, 40)}, {"notch": [25]}, {"decimate": 2}):
        assert_refused(lambda: biotropy.prepare(raw, **options))  # noqa: B023
        assert np.isfinite(biotropy.prepare(raw, bads="keep", **options)).all()


def test_results_have_the_rate(raw):
    epochs = mne.make_fixed_length_epochs(raw, 1.0, preload=True)
    for one in (raw, epochs, raw.to_data_frame(index="time", time_format="timedelta")):
        for function in (biotropy.sample_entropy, biotropy.pairwise):
            assert function(one, output="xarray").attrs["rate"] == 100


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


def test_channels_of_bad_time(raw, tmp_path):
    known = raw.get_data()
    known[1, 100:150] = np.nan
    raw.set_annotations(mne.Annotations([1.0], [0.5], ["BAD_electrode"], ch_names=[["Cz"]]))
    omitted = biotropy.sample_entropy(raw, nan_policy="omit", full_output=True)
    assert np.array_equal(omitted.value, biotropy.sample_entropy(known, nan_policy="omit"))
    assert omitted.templates_m.tolist() == [598, 598 - 52, 598]
    path = str(tmp_path / "one_raw.fif")
    raw.save(path, fmt="double")
    assert np.array_equal(block(path, None, "data", None, 0, 1), known[np.newaxis], equal_nan=True)
    assert np.array_equal(block(path, None, ["O2", "Cz"], None, 0, 1), known[np.newaxis, [2, 1]], equal_nan=True)


def test_what_is_no_recording_is_refused(raw, tmp_path):
    epochs = mne.make_fixed_length_epochs(raw, 1.0, preload=True)
    tfr = {"method": "morlet", "freqs": np.array([10.0, 20.0]), "n_cycles": 2}
    montage = mne.channels.make_standard_montage("easycap-M1")
    powers = [raw.compute_psd(), epochs.compute_psd(), raw.compute_tfr(**tfr), epochs.compute_tfr(**tfr),
              epochs.compute_tfr(**tfr).average()]  # fmt: skip
    path = tmp_path / "any"
    path.touch()
    for thing in (raw.info, montage, *powers):
        for call in (biotropy.sample_entropy, biotropy.multiscale_entropy, EntropyTransformer().fit, biotropy.pairwise):
            assert_refused(lambda: call(thing))
        assert_refused(lambda: block(str(path), None, "data", lambda _, thing=thing: thing, 0, 1))
    assert_refused(lambda: block(str(path), None, "data", lambda _: epochs.average(), 0, 1))


def test_estimates_of_sources_have_no_channels(rng):
    vertices = [np.arange(2), np.arange(2)]
    estimate = mne.SourceEstimate(rng.standard_normal((4, 300)), vertices, 0.0, 0.01)
    for name, function in {"x": biotropy.sample_entropy, "data": biotropy.pairwise, "X": EntropyTransformer().fit}.items():
        assert_refused(lambda: function(estimate))
    assert biotropy.sample_entropy(estimate.data).shape == (4,)


def test_channels_of_data_are_measured_and_others_where_they_are_picked(rng):
    types = ["eeg", "ecg", "eog", "stim", "eeg", "misc"]
    info = mne.create_info(["Fp1", "ECG", "EOG", "STI", "O2", "eeg"], 100.0, types)
    raw = mne.io.RawArray(rng.standard_normal((6, 600)), info)
    epochs, samples = mne.make_fixed_length_epochs(raw, 2.0, preload=True), raw.get_data()
    of_data, is_of_data = samples[[0, 4]], np.array([True, False, False, False, True, False])
    average = epochs.average(picks="all")
    for of_all, of_two in (
        (biotropy.sample_entropy(raw), biotropy.sample_entropy(of_data)),
        (biotropy.sample_entropy(average), biotropy.sample_entropy(average.data[[0, 4]])),
        (biotropy.cross_sample_entropy(raw, raw), biotropy.cross_sample_entropy(of_data, of_data)),
        (biotropy.multiscale_entropy(raw, 2), biotropy.multiscale_entropy(of_data, 2)),
        (biotropy.sample_entropy(raw, full_output=True).value, biotropy.sample_entropy(of_data)),
        (biotropy.prepare(raw, band=(1, 40)), biotropy.prepare(of_data, 100, band=(1, 40))),
    ):
        assert np.isnan(of_all[~is_of_data]).all()
        np.testing.assert_array_equal(of_all[is_of_data], of_two)
        np.testing.assert_array_equal(biotropy.sample_entropy(raw, picks="data"), biotropy.sample_entropy(of_data))
    matrices = biotropy.pairwise(epochs, m=1, output="xarray")
    assert matrices.channel.values.tolist() == matrices.partner.values.tolist() == raw.ch_names
    assert (matrices.reason.values != "").tolist() == (~is_of_data).tolist()
    of_pairs = matrices.values[:, is_of_data][:, :, is_of_data]
    assert np.array_equal(of_pairs, biotropy.pairwise(epochs.get_data()[:, [0, 4]], m=1))
    assert np.isfinite(matrices.values).sum() == of_pairs.size
    assert EntropyTransformer().fit(epochs).ch_names_ == ["Fp1", "O2"]
    assert np.array_equal(biotropy.sample_entropy(raw, picks="all"), biotropy.sample_entropy(samples))
    assert biotropy.sample_entropy(raw, picks=["O2", "ECG"]).tolist() == biotropy.sample_entropy(samples[[4, 1]]).tolist()
    assert biotropy.sample_entropy(raw, picks=["eog", "ecg"]).shape == (2,)
    chosen = biotropy.pairwise(raw, m=1, picks=["STI", "ECG"], output="xarray")
    assert chosen.channel.values.tolist() == ["STI", "ECG"]
    assert EntropyTransformer(picks="ecg").fit(epochs).get_feature_names_out().tolist() == ["sampen_ECG"]
    assert_refused(lambda: biotropy.sample_entropy(raw, picks="meg"))
    assert_refused(lambda: biotropy.pairwise(raw.copy().pick(["ECG", "STI"])))


def test_channels_that_were_not_prepared_keep_their_reason(rng):
    pytest.importorskip("xarray")
    raw = mne.io.RawArray(rng.standard_normal((3, 600)), mne.create_info(["ECG", "Fz", "Pz"], 100.0, ["ecg", "eeg", "eeg"]))
    prepared = biotropy.prepare(raw, band=(1, 40), epoch=200, output="xarray")
    assert prepared.dims == ("epoch", "channel", "time")
    assert prepared.attrs["rate"] == 100
    for function in (biotropy.sample_entropy, biotropy.pairwise, lambda x: biotropy.multiscale_entropy(x, 2, r=0.5)):
        with silent():
            found = function(prepared)
        assert np.isnan(found.sel(channel="ECG")).all()
        why = found.reason.sel(channel="ECG").values
        assert (why == prepared.reason.sel(channel="ECG").item()).all()


def test_values_of_two_recordings_with_other_channels_have_no_channels(rng):
    first = mne.io.RawArray(rng.standard_normal((3, 300)), mne.create_info(["ECG", "Fz", "Pz"], 100.0, ["ecg", "eeg", "eeg"]))
    second = first.copy().pick("eeg").rename_channels({"Fz": "C3", "Pz": "C4"})
    found = biotropy.cross_sample_entropy(first, second, output="xarray")
    assert found.shape == (2,)
    assert set(found.coords) == set()
    same = biotropy.cross_sample_entropy(first, first.copy(), output="xarray")
    assert same.channel.values.tolist() == first.ch_names


@pytest.mark.parametrize(("types", "needed"), [(["ecg", "ecg"], "'ecg'"), (["resp", "emg"], r"\['emg', 'resp'\]")])
def test_a_recording_without_channels_of_data_says_what_it_has(rng, types, needed):
    raw = mne.io.RawArray(rng.standard_normal((2, 600)), mne.create_info(["a", "b"], 100.0, types), verbose="ERROR")
    has = rf" has no channels of data \(EEG, MEG, ...\), only {', '.join(sorted(set(types)))}; give picks = {needed}$"
    for name, function in {"x": biotropy.sample_entropy, "data": biotropy.pairwise, "X": EntropyTransformer().fit}.items():
        with pytest.raises(biotropy.BiotropyError, match=name + has):
            function(raw)
    np.testing.assert_array_equal(biotropy.sample_entropy(raw, picks=sorted(set(types))), biotropy.sample_entropy(raw.get_data()))
    assert_refused(lambda: biotropy.sample_entropy(raw, picks="eeg"))


def test_a_recording_and_an_average_are_one_epoch_of_features(raw):
    epochs = mne.make_fixed_length_epochs(raw.copy().crop(0, 4), 2.0, preload=True, verbose="ERROR")
    for data in (raw.copy().crop(0, 2), epochs.average()):
        names = data.copy().pick("data").ch_names
        features = EntropyTransformer().fit(data)
        assert features.ch_names_ == names
        assert np.array_equal(features.transform(data), [biotropy.sample_entropy(data)])
        assert PairwiseEntropy(m=1).fit_transform(data).shape == (1, len(names) ** 2)
    for function in (EntropyTransformer().fit, biotropy.sample_entropy, biotropy.pairwise):
        assert_refused(lambda: function([epochs[0], epochs[1]]))  # as cross-validation of scikit-learn has them


def test_two_recordings_have_one_rate(raw):
    info = mne.create_info(raw.ch_names, 50.0, "eeg")
    slow = mne.io.RawArray(raw.get_data(), info)
    for one, other in ((raw, slow), (mne.make_fixed_length_epochs(raw, 1.0), mne.make_fixed_length_epochs(slow, 2.0))):
        assert_refused(lambda: biotropy.cross_sample_entropy(one, other))
    assert np.isfinite(biotropy.cross_sample_entropy(raw, raw.copy())).all()


def test_two_recordings_have_one_order_of_channels(raw):
    turned = raw.copy().reorder_channels(["O2", "Cz", "Fp1"])
    assert_refused(lambda: biotropy.cross_sample_entropy(raw, turned, m=1))
    found = biotropy.cross_sample_entropy(raw, turned, m=1, picks=["Fp1", "Cz"])
    assert np.array_equal(found, biotropy.cross_sample_entropy(raw, raw, m=1)[:2])
    one, other = (raw.copy().pick([name]) for name in ("Fp1", "O2"))  # others may be compared
    assert biotropy.cross_sample_entropy(one, other, m=1)[0] == biotropy.pairwise(raw, "cross-sampen", m=1)[0, 2]


def test_an_absolute_tolerance_is_for_channels_of_one_unit(rng):
    info = mne.create_info(["E1", "M1", "E2"], 100.0, ["eeg", "mag", "eeg"])
    epochs = mne.EpochsArray(rng.standard_normal((2, 3, 200)), info)
    for call in (biotropy.pairwise, lambda x, **options: EntropyTransformer(**options).fit_transform(x)):
        assert_refused(lambda: call(epochs, r_unit="absolute"))
        call(epochs, r_unit="absolute", picks="eeg")


def test_epochs_of_other_times_are_not_compared(rng):
    info = mne.create_info(2, 100.0, "eeg")
    x, y = (mne.EpochsArray(rng.normal(size=(3, 2, 100)), info, tmin=tmin, verbose=False) for tmin in (-0.5, 0.0))
    assert_refused(lambda: biotropy.cross_sample_entropy(x, y))
    biotropy.cross_sample_entropy(x, x)


def test_bad_time_is_kept_as_bad_channels_are(raw, tmp_path):
    samples = raw.get_data()
    raw.set_annotations(mne.Annotations([1.9], [0.2], ["BAD_jump"]))
    assert np.array_equal(biotropy.sample_entropy(raw, bads="keep"), biotropy.sample_entropy(samples))
    assert np.array_equal(biotropy.prepare(raw, band=(1, 40), bads="keep"), biotropy.prepare(samples, 100, band=(1, 40)))
    kept = EntropyTransformer(bads="keep").fit_transform(raw)
    assert np.array_equal(kept, EntropyTransformer().fit_transform(samples[np.newaxis]))
    path = str(tmp_path / "one_raw.fif")
    raw.save(path, fmt="double")
    assert np.isnan(block(path, 100, "data", None, 0, 6)).any()
    assert np.array_equal(block(path, 100, "data", None, 0, 6, bads="keep"), samples.reshape(3, 6, 100).swapaxes(0, 1))
