# SPDX-License-Identifier: Apache-2.0
"""Recordings of MNE whose annotations separate what is before them from what is behind: joined ones, and boundaries of files."""

import warnings

import numpy as np
import pytest
from conftest import block, brainvision, warned
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
    given = {"m": 2, "tau": tau, "r": 0.3, "r_unit": "absolute", "full_output": True}
    options = {**given, "nan_policy": "omit"}
    with warned("not_finite"):
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
    delays = {"r": 0.5, "nan_policy": "omit"}
    of_each_channel = biotropy.multivariate_sample_entropy(joined, channel_tau=",".join([str(tau)] * 3), **delays)
    assert of_each_channel == biotropy.multivariate_sample_entropy(joined, tau=tau, **delays)
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


@pytest.mark.parametrize(("measure", "tau", "step"), [("apen", 1, 50), ("apen", 1, 1), ("apen", 3, 1), ("mvfuzzyen", 3, 25)])
def test_windows_that_begin_behind_a_seam_are_whole(joined, measure, tau, step):
    known = joined.get_data()
    options = {"measure": measure, "window": 50, "step": step, "tau": tau}
    expected = biotropy.sliding_entropy(known, **options)
    starts = np.arange(expected.shape[-1]) * step
    is_over = (starts < 250) & (starts + 50 > 250)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if is_over.any() else "error", RuntimeWarning)
        found = biotropy.sliding_entropy(joined, **options)
    assert np.array_equal(found[..., ~is_over], expected[..., ~is_over]) and np.isnan(found[..., is_over]).all()
    known[:, 250 : 250 + tau] = np.nan
    omitted = biotropy.sliding_entropy(joined, nan_policy="omit", **options)
    assert np.array_equal(omitted[..., ~is_over], expected[..., ~is_over])
    assert np.array_equal(omitted[..., is_over], biotropy.sliding_entropy(known, nan_policy="omit", **options)[..., is_over])
    marked = joined.copy().set_annotations(mne.Annotations([2.49, 2.51], [0, 0.02], ["boundary", "BAD_x"]))
    with warned("not_finite"):
        assert np.isnan(biotropy.sliding_entropy(marked, **options)[..., 250 // step]).all()


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
    way = r" has missing samples for the annotation 'BAD boundary' at 2.5 s; give a part .*\({0}.copy\(\).crop\) or.*{0}.get_data"
    for name, function in {"data": lambda x: biotropy.prepare(x, band=(1, 40)), "x": biotropy.surrogates}.items():
        with pytest.raises(InvalidInput, match=name + way.format(name)):
            function(joined)
        function(joined.copy().crop(2.5))
    blink = joined.copy().set_annotations(mne.Annotations([5.0, 1.0], [0.1, 0.2], ["BAD_late", "bad_blink"]))
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
    markers = brainvision(tmp_path, rng)
    (tmp_path / "a.vmrk").write_text(markers + "Mk2=New Segment,,251,1,0,20260101120500000000\n")
    samples = rng.integers(-99, 99, (2, 1000))
    (tmp_path / "a.gdf").write_bytes(gdf(2.2, 3, samples, (-1, 1), (-100, 100), [(1, 32766, 0), (251, 32766, 0)]))
    for name in ("a.vhdr", "a.gdf"):
        path = tmp_path / name
        assert np.flatnonzero(np.isnan(biotropy.read_signals(path, gap_fill=1).values[0])).tolist() == [250]
        found = block(str(path), None, "data", None, 0, 1)[0, 0]
        assert np.flatnonzero(np.isnan(found)).tolist() == [250]
