# SPDX-License-Identifier: Apache-2.0
"""Recordings read by MNE: values equal to those of arrays and of the program's reader, and bad segments."""

import csv
import warnings

import numpy as np
import pytest
from test_gdf import gdf

import biotropy
from biotropy._blocks import block
from biotropy.errors import InvalidInput
from biotropy.estimators import EntropyTransformer, PairwiseEntropy

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
    # Volts instead of microvolts: r and the samples are rounded differently, but counts and values are the same.
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
    for_one = mne.Annotations([1.0], [0.5], ["bad"], ch_names=[["Cz"]])
    for marked in (raw, raw.copy().set_annotations(for_one)):
        epochs = mne.make_fixed_length_epochs(marked, 1.0, preload=True)
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


def test_channels_of_bad_time(raw, tmp_path):
    marks = mne.Annotations([1.0, 4.0], [0.5, 0.0], ["BAD_electrode", "BAD boundary"], ch_names=[["Cz"], ["O2", "Fp1"]])
    known = raw.get_data()
    known[1, 100:150] = known[[0, 2], 400] = np.nan
    raw.set_annotations(marks)
    omitted = biotropy.sample_entropy(raw, nan_policy="omit", full_output=True)
    assert np.array_equal(omitted.value, biotropy.sample_entropy(known, nan_policy="omit"))
    assert omitted.templates_m.tolist() == [598 - 3, 598 - 52, 598 - 3]
    path = str(tmp_path / "one_raw.fif")
    raw.save(path, fmt="double")
    assert np.array_equal(block(path, None, "data", None, 0, 1), known[np.newaxis], equal_nan=True)
    assert np.array_equal(block(path, None, ["O2", "Cz"], None, 0, 1), known[np.newaxis, [2, 1]], equal_nan=True)


@pytest.fixture
def joined(raw):
    """Two concatenated recordings, the first from the middle of a longer one; the second begins at sample 250."""
    first, second = raw.copy().crop(1.0, 3.5, include_tmax=False), raw.copy()
    return mne.concatenate_raws([first, second])


@pytest.mark.parametrize("tau", [1, 2, 5])
def test_no_template_has_samples_of_both_sides_of_a_seam(joined, tau):
    samples = joined.get_data()
    given = {"m": 2, "tau": tau, "r": 0.3, "r_unit": "absolute", "full_output": True}
    options = {**given, "nan_policy": "omit"}
    with pytest.warns(RuntimeWarning, match="3 of 3 values are not finite"):
        assert np.isnan(biotropy.sample_entropy(joined, **given).value).all()
    found = biotropy.sample_entropy(joined, **options)
    behind = np.delete(samples, np.arange(250, 250 + tau), axis=1)
    apart = np.insert(behind, [250] * 3 * tau, np.nan, axis=1)
    assert np.array_equal(found.value, biotropy.sample_entropy(apart, **options).value)
    of_each = [max(0, length - 2 * tau) for length in (250, 600 - tau)]
    assert found.templates_m.tolist() == [sum(of_each)] * 3
    crossed = biotropy.cross_sample_entropy(joined, joined, **options)
    assert np.array_equal(crossed.value, biotropy.cross_sample_entropy(apart, apart, **options).value)
    pairs = {name: value for name, value in options.items() if name != "full_output"}
    # Means over templates, summed in another order.
    assert biotropy.pairwise(joined, **pairs) == pytest.approx(biotropy.pairwise(apart, **pairs), rel=1e-12)
    assert np.array_equal(joined.get_data(), samples)


@pytest.mark.parametrize("tau", [1, 3])
def test_no_mean_and_no_template_of_means_is_of_both_sides(joined, tau):
    known, width = joined.get_data(), (tau - 1) * 4 + 1
    known[:, 250 : 250 + width] = np.nan
    found = biotropy.multiscale_entropy(joined, [2, 4], tau=tau, nan_policy="omit", full_output=True)
    expected = biotropy.multiscale_entropy(known, [2, 4], tau=tau, nan_policy="omit", full_output=True)
    assert np.array_equal(found.value, expected.value)
    means = known[:, :848].reshape(3, -1, 4).mean(axis=2)
    gap = np.flatnonzero(np.isnan(means[0]))
    assert len(gap) >= tau and np.array_equal(gap, np.arange(gap[0], gap[-1] + 1))
    assert (known[0, : 4 * gap[0]] == joined.get_data()[0, : 4 * gap[0]]).all() and 4 * gap[0] <= 250


def test_a_seam_within_an_epoch_of_a_file(joined, tmp_path):
    path = str(tmp_path / "joined_raw.fif")
    joined.save(path, fmt="double")
    for epoch, gap in ((100, 1), (100, 7), (100, 80), (850, 3)):
        held = joined.get_data()[:, : 850 // epoch * epoch].reshape(3, -1, epoch).swapaxes(0, 1).copy()
        held[250 // epoch, :, 250 % epoch : 250 % epoch + gap] = np.nan
        n = len(held)
        for first, last in {(0, n), (min(2, n - 1), n), (n - 1, n)}:
            found = block(path, epoch, "data", None, first, last, gap)
            assert np.array_equal(found, held[first:last], equal_nan=True)
    between = block(path, 125, "data", None, 0, 6, 3)
    assert np.isfinite(between).all(), "two epochs are apart already"


@pytest.mark.parametrize(("tau", "step"), [(1, 50), (1, 1), (3, 1)])
def test_windows_that_begin_behind_a_seam_are_whole(joined, tau, step):
    known = joined.get_data()
    options = {"measure": "apen", "window": 50, "step": step, "tau": tau}
    expected = biotropy.sliding_entropy(known, **options)
    starts = np.arange(expected.shape[-1]) * step
    is_over = (starts < 250) & (starts + 50 > 250)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if is_over.any() else "error", RuntimeWarning)
        found = biotropy.sliding_entropy(joined, **options)
    assert np.array_equal(found[:, ~is_over], expected[:, ~is_over]) and np.isnan(found[:, is_over]).all()
    known[:, 250 : 250 + tau] = np.nan
    omitted = biotropy.sliding_entropy(joined, nan_policy="omit", **options)
    assert np.array_equal(omitted[:, ~is_over], expected[:, ~is_over])
    assert np.array_equal(omitted[:, is_over], biotropy.sliding_entropy(known, nan_policy="omit", **options)[:, is_over])
    marked = joined.copy().set_annotations(mne.Annotations([2.49, 2.51], [0, 0.02], ["boundary", "BAD_x"]))
    with pytest.warns(RuntimeWarning, match="missing"):
        assert np.isnan(biotropy.sliding_entropy(marked, **options)[:, 250 // step]).all()


def test_the_annotation_that_makes_samples_missing_is_named(joined):
    said = r"nan_policy ?= ?'omit'.* \(missing for the annotation 'BAD boundary' at 2.5 s\)$"
    for function in (
        biotropy.sample_entropy,
        biotropy.multivariate_sample_entropy,
        biotropy.pairwise,
        lambda x: biotropy.multiscale_entropy(x, 2),
        lambda x: biotropy.multiscale_pairwise(x, 2),
        lambda x: biotropy.sliding_entropy(x, window=150, step=150),
    ):
        with pytest.warns(RuntimeWarning, match=said):
            function(joined)
    with pytest.raises(InvalidInput, match=said):
        EntropyTransformer().fit(joined)
    way = r" has missing samples for the annotation 'BAD boundary' at 2.5 s: a part .*\({0}.copy\(\).crop\) is .*{0}.get_data"
    for name, function in {"data": lambda x: biotropy.prepare(x, band=(1, 40)), "x": biotropy.surrogates}.items():
        with pytest.raises(InvalidInput, match=name + way.format(name)):
            function(joined)
        function(joined.copy().crop(2.5))
    blink = joined.copy().set_annotations(mne.Annotations([5.0, 1.0], [0.1, 0.2], ["BAD_late", "bad_blink"]))
    with pytest.warns(RuntimeWarning, match="missing for the annotation 'bad_blink' at 1 s"):
        biotropy.sample_entropy(blink)
    series, omit = np.array([np.nan, *range(20)]), "or leave out the templates that touch them with nan_policy='omit'$"
    with pytest.raises(InvalidInput, match=omit):
        biotropy.sample_entropy(series)
    with pytest.warns(RuntimeWarning, match=omit):
        biotropy.sample_entropy(series[np.newaxis])


def test_epochs_over_a_seam_are_dropped(joined):
    epochs = mne.make_fixed_length_epochs(joined, 1.0, preload=True)
    assert len(epochs) == 7
    assert epochs.drop_log[2] == ("BAD boundary",)


def test_what_is_no_recording_is_refused(raw, tmp_path):
    epochs = mne.make_fixed_length_epochs(raw, 1.0, preload=True)
    tfr = {"method": "morlet", "freqs": np.array([10.0, 20.0]), "n_cycles": 2}
    montage = mne.channels.make_standard_montage("easycap-M1")
    powers = [raw.compute_psd(), epochs.compute_psd(), raw.compute_tfr(**tfr), epochs.compute_tfr(**tfr),
              epochs.compute_tfr(**tfr).average()]  # fmt: skip
    path = tmp_path / "any"
    path.touch()
    for thing in (raw.info, montage, *powers):
        named = f"is a {type(thing).__name__} of MNE: Raw, Epochs, Evoked or an array is needed"
        for call in (biotropy.sample_entropy, biotropy.multiscale_entropy, EntropyTransformer().fit):
            with pytest.raises(InvalidInput, match=named):
                call(thing)
        with pytest.raises(InvalidInput, match=f"data {named}"):
            biotropy.pairwise(thing)
        with pytest.raises(InvalidInput, match=f"what read returns of .*any {named}"):
            block(str(path), None, "data", lambda _, thing=thing: thing, 0, 1)
    with pytest.raises(InvalidInput, match="is a EvokedArray of MNE: Raw or Epochs is needed"):
        block(str(path), None, "data", lambda _: epochs.average(), 0, 1)


def test_channels_of_data_are_measured_and_others_where_they_are_picked(rng):
    types = ["eeg", "ecg", "eog", "stim", "eeg", "misc"]
    info = mne.create_info(["Fp1", "ECG", "EOG", "STI", "O2", "eeg"], 100.0, types)
    raw = mne.io.RawArray(rng.standard_normal((6, 600)), info)
    epochs, samples = mne.make_fixed_length_epochs(raw, 2.0, preload=True), raw.get_data()
    of_data = samples[[0, 4]]
    assert np.array_equal(biotropy.sample_entropy(raw), biotropy.sample_entropy(of_data))
    average = epochs.average(picks="all")
    assert np.array_equal(biotropy.sample_entropy(average), biotropy.sample_entropy(average.data[[0, 4]]))
    assert np.array_equal(biotropy.cross_sample_entropy(raw, raw), biotropy.cross_sample_entropy(of_data, of_data))
    assert np.array_equal(biotropy.multiscale_entropy(raw, 2), biotropy.multiscale_entropy(of_data, 2))
    matrices = biotropy.pairwise(epochs, m=1, output="xarray")
    assert matrices.channel.values.tolist() == ["Fp1", "O2"]
    assert np.array_equal(matrices, biotropy.pairwise(epochs.get_data()[:, [0, 4]], m=1))
    transformer = EntropyTransformer().fit(epochs)
    assert transformer.ch_names_ == ["Fp1", "O2"]
    assert np.array_equal(biotropy.sample_entropy(raw, picks="all"), biotropy.sample_entropy(samples))
    assert biotropy.sample_entropy(raw, picks=["O2", "ECG"]).tolist() == biotropy.sample_entropy(samples[[4, 1]]).tolist()
    assert biotropy.sample_entropy(raw, picks=["eog", "ecg"]).shape == (2,)
    chosen = biotropy.pairwise(raw, m=1, picks=["STI", "ECG"], output="xarray")
    assert chosen.channel.values.tolist() == ["STI", "ECG"]
    assert EntropyTransformer(picks="ecg").fit(epochs).get_feature_names_out().tolist() == ["sampen_ECG"]
    with pytest.raises(InvalidInput, match="picks = 'meg' is not allowed: .* x has channels of type ecg, eeg, eog, misc, stim"):
        biotropy.sample_entropy(raw, picks="meg")
    with pytest.raises(InvalidInput, match="data has no channels of data .*, only ecg, stim"):
        biotropy.pairwise(raw.copy().pick(["ECG", "STI"]))


@pytest.mark.parametrize(("types", "needed"), [(["ecg", "ecg"], "'ecg'"), (["resp", "emg"], r"\['emg', 'resp'\]")])
def test_a_recording_without_channels_of_data_says_what_it_has(rng, types, needed):
    raw = mne.io.RawArray(rng.standard_normal((2, 600)), mne.create_info(["a", "b"], 100.0, types), verbose="ERROR")
    has = rf" has no channels of data \(EEG, MEG, ...\), only {', '.join(sorted(set(types)))}: picks = {needed} is needed$"
    for name, function in {"x": biotropy.sample_entropy, "data": biotropy.pairwise, "X": EntropyTransformer().fit}.items():
        with pytest.raises(biotropy.BiotropyError, match=name + has):
            function(raw)
    np.testing.assert_array_equal(biotropy.sample_entropy(raw, picks=sorted(set(types))), biotropy.sample_entropy(raw.get_data()))
    with pytest.raises(biotropy.BiotropyError, match="picks = 'eeg' is not allowed: .* and x has channels of type"):
        biotropy.sample_entropy(raw, picks="eeg")


def test_a_recording_and_an_average_are_one_epoch_of_features(raw):
    epochs = mne.make_fixed_length_epochs(raw.copy().crop(0, 4), 2.0, preload=True, verbose="ERROR")
    for data in (raw.copy().crop(0, 2), epochs.average()):
        names = data.copy().pick("data").ch_names
        features = EntropyTransformer().fit(data)
        assert features.ch_names_ == names
        assert np.array_equal(features.transform(data), [biotropy.sample_entropy(data)])
        assert PairwiseEntropy(m=1).fit_transform(data).shape == (1, len(names) ** 2)
    for function in (EntropyTransformer().fit, biotropy.sample_entropy, biotropy.pairwise):
        with pytest.raises(InvalidInput, match=r"a list with objects of MNE \(Epochs\): one of them, or an array"):
            function([epochs[0], epochs[1]])  # as cross-validation of scikit-learn has them


def test_two_recordings_have_one_rate(raw):
    info = mne.create_info(raw.ch_names, 50.0, "eeg")
    slow = mne.io.RawArray(raw.get_data(), info)
    for one, other in ((raw, slow), (mne.make_fixed_length_epochs(raw, 1.0), mne.make_fixed_length_epochs(slow, 2.0))):
        with pytest.raises(InvalidInput, match=r"x and y have info\['sfreq'\] 100 and 50 Hz: one sampling rate is needed"):
            biotropy.cross_sample_entropy(one, other)
    assert np.isfinite(biotropy.cross_sample_entropy(raw, raw.copy())).all()


SEAMS = [("boundary", 0.0), ("boundary", 0.3), ("New Segment/", 0.01), ("New Segment/second", 0.0), ("EDGE boundary", 0.0),
         ("BAD boundary", 0.0)]  # fmt: skip


def test_two_recordings_have_one_order_of_channels(raw):
    turned = raw.copy().reorder_channels(["O2", "Cz", "Fp1"])
    with pytest.raises(InvalidInput, match=r"same channels in different orders \(channel 0 is Fp1, and O2\): one order"):
        biotropy.cross_sample_entropy(raw, turned, m=1)
    found = biotropy.cross_sample_entropy(raw, turned, m=1, picks=["Fp1", "Cz"])
    assert np.array_equal(found, biotropy.cross_sample_entropy(raw, raw, m=1)[:2])
    one, other = (raw.copy().pick([name]) for name in ("Fp1", "O2"))  # others may be compared
    assert biotropy.cross_sample_entropy(one, other, m=1)[0] == biotropy.pairwise(raw, "cross-sampen", m=1)[0, 2]


@pytest.mark.parametrize(("text", "duration"), SEAMS)
def test_boundaries_of_every_program_separate_templates(raw, tmp_path, text, duration):
    known = raw.get_data()
    known[:, 250:252] = np.nan
    # Of a recording that begins later; half a sample early as EEGLAB has them; and at the first sample, where nothing is joined.
    joined = raw.copy().set_annotations(mne.Annotations([2.495, 0.0], duration, text))
    later = mne.concatenate_raws([raw, joined]).crop(6.0)
    for one in (joined, later):
        found = biotropy.sample_entropy(one, tau=2, nan_policy="omit", full_output=True)
        expected = biotropy.sample_entropy(known, tau=2, nan_policy="omit", full_output=True)
        assert np.array_equal(found.value, expected.value)
        assert np.array_equal(found.templates_m, expected.templates_m)
    path = str(tmp_path / "one_raw.fif")
    joined.save(path, fmt="double")
    held = known.reshape(3, 6, 100).swapaxes(0, 1)
    assert np.array_equal(block(path, 100, "data", None, 0, 6, 2), held, equal_nan=True)
    assert np.isfinite(block(path, 50, "data", None, 0, 12, 2)).all(), "two epochs are apart already"


@pytest.mark.parametrize("text", ["boundary/high", "Boundary_detected", "boundary of stage 2"])
def test_words_that_begin_like_a_boundary_are_none(raw, text):
    marked = raw.copy().set_annotations(mne.Annotations([2.5], 0.0, text))
    assert np.array_equal(biotropy.sample_entropy(marked), biotropy.sample_entropy(raw))


@pytest.mark.parametrize("latency", [250.0, 250.5, 251.5])
def test_boundaries_of_eeglab_are_those_of_the_library(tmp_path, rng, latency):
    savemat = pytest.importorskip("scipy.io").savemat
    event = np.zeros((1, 2), dtype=[("type", object), ("latency", float), ("duration", float)])
    event[0, 0], event[0, 1] = ("boundary", latency, 250.0), ("boundary", 1.0, 7.0)
    data, path = rng.normal(0, 30, (2, 600)).astype(np.float32), str(tmp_path / "a.set")
    names = np.array([("Fz",), ("Cz",)], dtype=[("labels", object)])
    known = dict(setname="x", srate=100.0, nbchan=2.0, pnts=600.0, trials=1.0, xmin=0.0, xmax=5.99, ref="common", data=data,
                 chanlocs=names, event=event, epoch=[], icawinv=[])  # fmt: skip
    savemat(path, {"EEG": known}, appendmat=False)
    (gap,) = np.flatnonzero(np.isnan(biotropy.read_signals(path, gap_fill=1).values[0]))
    found = block(path, None, "data", None, 0, 1)[0]
    assert np.flatnonzero(np.isnan(found[0])).tolist() == [gap]
    assert np.array_equal(np.isnan(found[0]), np.isnan(found[1]))


def test_new_segments_of_files_are_those_of_the_library(tmp_path, rng):
    (tmp_path / "a.vhdr").write_text(
        "Brain Vision Data Exchange Header File Version 1.0\n\n[Common Infos]\nDataFile=a.eeg\nMarkerFile=a.vmrk\n"
        "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=1\nSamplingInterval=10000\n\n"
        "[Binary Infos]\nBinaryFormat=IEEE_FLOAT_32\n\n[Channel Infos]\nCh1=Fz,,1,uV\n"
    )
    (tmp_path / "a.vmrk").write_text(
        "Brain Vision Data Exchange Marker File, Version 1.0\n\n[Common Infos]\nDataFile=a.eeg\n\n[Marker Infos]\n"
        "Mk1=New Segment,,1,1,0,20260101120000000000\nMk2=New Segment,,251,1,0,20260101120500000000\n"
    )
    rng.standard_normal(600).astype("<f4").tofile(tmp_path / "a.eeg")
    samples = rng.integers(-99, 99, (2, 1000))
    (tmp_path / "a.gdf").write_bytes(gdf(2.2, 3, samples, (-1, 1), (-100, 100), [(1, 32766, 0), (251, 32766, 0)]))
    for name in ("a.vhdr", "a.gdf"):
        path = tmp_path / name
        assert np.flatnonzero(np.isnan(biotropy.read_signals(path, gap_fill=1).values[0])).tolist() == [250]
        found = block(str(path), None, "data", None, 0, 1)[0, 0]
        assert np.flatnonzero(np.isnan(found)).tolist() == [250]


def test_an_absolute_tolerance_is_for_channels_of_one_unit(rng):
    info = mne.create_info(["E1", "M1", "E2"], 100.0, ["eeg", "mag", "eeg"])
    raw = mne.io.RawArray(rng.standard_normal((3, 300)), info)
    epochs = mne.EpochsArray(rng.standard_normal((2, 3, 200)), info)
    calls = [
        lambda **options: biotropy.sample_entropy(raw, r=0.2, **options),
        lambda **options: biotropy.multiscale_entropy(raw, 2, r=0.2, **options),
        lambda **options: biotropy.sliding_entropy(raw, window=100, step=50, r=0.2, **options),
        lambda **options: biotropy.pairwise(epochs, r=0.2, **options),
        lambda **options: biotropy.multiscale_pairwise(epochs, 2, r=0.2, **options),
        lambda **options: EntropyTransformer(r=0.2, **options).fit_transform(epochs),
    ]
    for call in calls:
        with pytest.raises(InvalidInput, match="channels of one unit .not both E1 of .* and M1 of .*: see picks"):
            call(r_unit="absolute")
        call(r_unit="absolute", picks="eeg")
        call(r_unit="sd")
    with pytest.raises(InvalidInput, match="E1 of x and M1 of y"):
        biotropy.cross_sample_entropy(raw.copy().pick([0]), raw.copy().pick([1]), r_unit="absolute")
