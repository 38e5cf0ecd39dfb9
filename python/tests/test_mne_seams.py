# SPDX-License-Identifier: Apache-2.0
"""Recordings of MNE whose annotations separate what is before them from what is behind: joined ones, and boundaries of files."""

import warnings

import numpy as np
import pytest
from conftest import assert_refused, block, brainvision
from test_gdf import gdf

import biotropy
from biotropy.errors import InvalidInput
from biotropy.estimators import EntropyTransformer

mne = pytest.importorskip("mne")
mne.set_log_level("ERROR")

SEAMS = [("boundary", 0.0), ("boundary", 0.3), ("New Segment/", 0.01), ("New Segment/second", 0.0), ("EDGE boundary", 0.0),
         ("BAD boundary", 0.0)]  # fmt: skip


@pytest.fixture
def joined(raw):
    """Two concatenated recordings, the first from the middle of a longer one; the second begins at sample 250."""
    first, second = raw.copy().crop(1.0, 3.5, include_tmax=False), raw.copy()
    return mne.concatenate_raws([first, second])


@pytest.mark.parametrize("tau", [1, 2, 5])
def test_no_template_has_samples_of_both_sides_of_a_seam(joined, tau):
    samples = joined.get_data()
    options = {"m": 2, "tau": tau, "r": 0.3, "r_unit": "absolute", "full_output": True, "nan_policy": "omit"}
    found = biotropy.sample_entropy(joined, **options)
    apart = np.insert(samples, [250] * tau, np.nan, axis=1)
    assert np.array_equal(found.value, biotropy.sample_entropy(apart, **options).value)
    assert found.templates_m.tolist() == [250 - 2 * tau + 600 - 2 * tau] * 3
    crossed = biotropy.cross_sample_entropy(joined, joined, **options)
    assert np.array_equal(crossed.value, biotropy.cross_sample_entropy(apart, apart, **options).value)
    pairs = {name: value for name, value in options.items() if name != "full_output"}
    assert np.array_equal(biotropy.pairwise(joined, **pairs), biotropy.pairwise(apart, **pairs))
    delays = {"r": 0.5, "nan_policy": "omit"}
    of_each_channel = biotropy.multivariate_sample_entropy(joined, channel_tau=",".join([str(tau)] * 3), **delays)
    assert of_each_channel == biotropy.multivariate_sample_entropy(apart, tau=tau, **delays)
    assert np.array_equal(joined.get_data(), samples)


@pytest.mark.parametrize("tau", [1, 3])
def test_no_mean_and_no_template_of_means_is_of_both_sides(joined, tau):
    options = {"tau": tau, "r": 0.3, "r_unit": "absolute", "nan_policy": "omit", "full_output": True}
    joined[:, 400] = np.nan  # which is no gap
    found = biotropy.multiscale_entropy(joined, [2, 4], **options)
    apart = np.insert(joined.get_data(), 250, np.nan, axis=1)
    for place, scale in enumerate((2, 4)):
        means = apart[:, : 851 // scale * scale].reshape(3, -1, scale).mean(axis=2)
        wide = np.insert(means, [250 // scale] * (tau - 1), np.nan, axis=1)
        expected = biotropy.sample_entropy(wide, **options)
        assert found.value[:, place] == pytest.approx(expected.value, rel=1e-12)
        assert np.array_equal(found.matches_m[:, place], expected.matches_m)


def test_a_seam_within_an_epoch_of_a_file(joined, tmp_path):
    path = str(tmp_path / "joined_raw.fif")
    joined.save(path, fmt="double")
    for epoch, fill in ((100, 1), (100, 7), (100, 80), (850, 3), (125, 3)):
        apart = np.insert(joined.get_data(), [250] * fill, np.nan, axis=1)
        held = apart[:, : (850 + fill) // epoch * epoch].reshape(3, -1, epoch).swapaxes(0, 1)
        n = len(held)
        for first, last in {(0, n), (min(2, n - 1), n), (n - 1, n)}:
            assert np.array_equal(block(path, epoch, "data", None, first, last, fill), held[first:last], equal_nan=True)
    assert np.isnan(block(path, 100, "data", None, 0, 8)).all(axis=1).nonzero() == ([2], [50])
    assert np.isfinite(block(path, 125, "data", None, 0, 6)).all(), "two epochs are apart already"


@pytest.mark.parametrize(("measure", "tau", "step"), [("apen", 1, 50), ("apen", 1, 1), ("apen", 3, 1), ("mvfuzzyen", 3, 25)])
def test_windows_that_begin_behind_a_seam_are_whole(joined, measure, tau, step):
    options = {"measure": measure, "window": 50, "step": step, "tau": tau}
    expected = biotropy.sliding_entropy(joined.get_data(), **options)
    starts = np.arange(expected.shape[-1]) * step
    is_over = (starts < 250) & (starts + 50 > 250)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if is_over.any() else "error", RuntimeWarning)
        found = biotropy.sliding_entropy(joined, **options)
    assert np.array_equal(found[..., ~is_over], expected[..., ~is_over]) and np.isnan(found[..., is_over]).all()
    filled = np.insert(joined.get_data(), [250] * tau, np.nan, axis=1)
    expected = biotropy.sliding_entropy(filled, nan_policy="omit", **options)
    assert np.array_equal(biotropy.sliding_entropy(joined, nan_policy="omit", **options), expected)


def test_what_needs_time_without_gaps(joined):
    for function in (
        biotropy.sample_entropy,
        biotropy.multivariate_sample_entropy,
        biotropy.pairwise,
        biotropy.surrogates,
        EntropyTransformer().fit,
        lambda x: biotropy.multiscale_entropy(x, 2),
        lambda x: biotropy.multiscale_pairwise(x, 2),
    ):
        assert_refused(lambda: function(joined), "missing_values")
    parts = [biotropy.prepare(part, 100, band=(1, 40)) for part in np.split(joined.get_data(), [250], axis=1)]
    prepared = biotropy.prepare(joined, band=(1, 40), output="xarray")
    assert np.array_equal(prepared, np.hstack([parts[0], np.full((len(joined.ch_names), 1), np.nan), parts[1]]), equal_nan=True)
    assert np.flatnonzero(prepared.in_gap).tolist() == [250]
    whole, cut = (biotropy.sample_entropy(x, tau=2, nan_policy="omit", full_output=True) for x in (prepared, joined))
    assert np.array_equal(whole.templates_m, cut.templates_m)
    for output in ("array", "pandas"):
        assert_refused(lambda: biotropy.prepare(joined, band=(1, 40), output=output), "invalid_argument")  # noqa: B023


def test_bad_time_beside_a_seam_moves_no_epoch():
    raw = mne.io.RawArray(np.random.default_rng(0).standard_normal((1, 400)), mne.create_info(["Fz"], 100.0, "eeg"))
    raw.set_annotations(mne.Annotations([0.9, 1.0], [0.1, 0.0], ["BAD_end", "BAD boundary"]))
    assert biotropy.prepare(raw, epoch=50, output="xarray").onset.values.tolist() == [0.5 * i for i in range(8)]


def test_a_classifier_knows_that_a_recording_ends_at_a_seam(joined):
    from biotropy.states import SICAMM

    y, samples = np.repeat([0, 1, 0, 1, 0], 170), joined.get_data().T
    model, lengths = SICAMM(beta=1.0), np.repeat([0, 1], [250, 600])
    alone = SICAMM(beta=1.0).fit(samples, y, recordings=lengths)
    model.fit(joined, y)
    assert np.array_equal(model.transitions_, alone.transitions_)
    assert np.array_equal(model.predict_proba(joined), alone.predict_proba(samples, recordings=lengths))
    assert_refused(lambda: biotropy.SlidingEntropy(window=50, n_channels=3).push(joined), "missing_values")


def test_the_annotation_that_makes_samples_missing_is_named(joined):
    way = r" has missing samples for the annotation 'bad_blink' at 1 s; .*give a part .*\({0}.copy\(\).crop\) or.*{0}.get_data"
    blink = joined.copy().set_annotations(mne.Annotations([5.0, 1.0], [0.1, 0.2], ["BAD_late", "bad_blink"]))
    for name, function in {"data": lambda x: biotropy.prepare(x, band=(1, 40)), "x": biotropy.surrogates}.items():
        with pytest.raises(InvalidInput, match=name + way.format(name)):
            function(blink)
    with pytest.warns(RuntimeWarning, match="missing for the annotation 'bad_blink' at 1 s"):
        biotropy.sample_entropy(blink)
    series, omit = np.array([np.nan, *range(20)]), "1 missing sample .*; nan_policy='omit' leaves out the templates that touch one$"
    with pytest.raises(InvalidInput, match=omit):
        biotropy.sample_entropy(series)
    with pytest.warns(RuntimeWarning, match=omit):
        biotropy.sample_entropy(series[np.newaxis])


def test_epochs_over_a_seam_are_dropped(joined):
    epochs = mne.make_fixed_length_epochs(joined, 1.0, preload=True)
    assert len(epochs) == 7
    assert epochs.drop_log[2] == ("BAD boundary",)


@pytest.mark.parametrize(("text", "duration"), SEAMS)
def test_boundaries_of_every_program_separate_templates(raw, tmp_path, text, duration):
    known = np.insert(raw.get_data(), [250] * 2, np.nan, axis=1)
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
    held = known[:, :600].reshape(3, 6, 100).swapaxes(0, 1)
    assert np.array_equal(block(path, 100, "data", None, 0, 6, 2), held, equal_nan=True)


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
    wanted = biotropy.read_signals(path, gap_fill=1).values
    assert np.isnan(wanted).sum() == 2
    assert np.array_equal(np.isnan(block(path, None, "data", None, 0, 1, 1)[0]), np.isnan(wanted))


def test_new_segments_of_files_are_those_of_the_library(tmp_path, rng):
    markers = brainvision(tmp_path, rng)
    (tmp_path / "a.vmrk").write_text(markers + "Mk2=New Segment,,251,1,0,20260101120500000000\n")
    samples = rng.integers(-99, 99, (2, 1000))
    (tmp_path / "a.gdf").write_bytes(gdf(2.2, 3, samples, (-1, 1), (-100, 100), [(1, 32766, 0), (251, 32766, 0)]))
    for name in ("a.vhdr", "a.gdf"):
        path = tmp_path / name
        assert np.flatnonzero(np.isnan(biotropy.read_signals(path, gap_fill=1).values[0])).tolist() == [250]
        found = block(str(path), None, "data", None, 0, 1, 1)[0, 0]
        assert np.flatnonzero(np.isnan(found)).tolist() == [250]
