# SPDX-License-Identifier: Apache-2.0
"""Labelled samples of classifiers and streams: dimensions, channels, rates and times of a DataArray, and the type of labels."""

import numpy as np
import pytest
from conftest import assert_refused, refused, warned
from biotropy import SlidingEntropy, clean_rr
from biotropy.comparison import compare_methods
from biotropy.errors import InvalidInput
from biotropy.states import SICAMM
from biotropy.streams import Flag, StateStream

pandas = pytest.importorskip("pandas")
xarray = pytest.importorskip("xarray")


@pytest.fixture(scope="module")
def problem():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 0, 1], 300)
    return rng.laplace(size=(1200, 2)) * (1, 3) + (2, -1) * y[:, None], y


def labelled(X, channels=("Fz", "Cz"), rate=100.0):
    coords = {"time": np.arange(len(X)) / rate, "channel": list(channels)}
    return xarray.DataArray(X, dims=("time", "channel"), coords=coords)


def test_the_dimensions_and_the_rate_are_those_that_the_labels_say(problem):
    X, y = problem
    plain = SICAMM(beta=1.0).fit(X, y)
    for data in (labelled(X), labelled(X).T):
        data.attrs["rate"] = 100.0
        model = SICAMM(beta=1.0).fit(data, y)
        assert model.feature_names_in_.tolist() == ["Fz", "Cz"]
        np.testing.assert_array_equal(model.unmixing_, plain.unmixing_)
        np.testing.assert_array_equal(model.predict_proba(data), plain.predict_proba(X))
        assert StateStream(model).sfreq == 100.0
    assert_refused(lambda: model.predict(labelled(X, rate=50.0).assign_attrs(rate=50.0)))
    assert_refused(lambda: SICAMM(sfreq=200.0).fit(data, y))
    near = labelled(X, rate=100.08).assign_attrs(rate=100.08)
    for call in (model.predict, model.adapt, StateStream(model).push, SlidingEntropy(window=200, n_channels=2, sfreq=100.0).push):
        assert_refused(lambda: call(near))
    for good in (near.assign_attrs(rate=100.008), near.drop_attrs()):  # files and labels round
        np.testing.assert_array_equal(model.predict(good), plain.predict(X))
    assert_refused(lambda: model.predict(xarray.DataArray(X, dims=("a", "b"))))
    unnamed = xarray.DataArray(X)
    np.testing.assert_array_equal(plain.predict(unnamed), plain.predict(X))


def test_a_raw_of_mne_has_names_and_a_rate(problem, mne):
    X, y = problem
    raw = mne.io.RawArray(X.T, mne.create_info(["Fz", "Cz"], 100.0, "eeg"), verbose="ERROR")
    model = SICAMM(beta=1.0).fit(raw, y)
    assert model.feature_names_in_.tolist() == ["Fz", "Cz"] and StateStream(model).sfreq == 100.0
    np.testing.assert_array_equal(model.predict_proba(raw), SICAMM(beta=1.0).fit(X, y).predict_proba(X))
    assert_refused(lambda: SICAMM(sfreq=200.0).fit(raw, y))
    assert_refused(lambda: model.predict(mne.make_fixed_length_epochs(raw, 1.0, verbose="ERROR")))


def test_channels_in_another_order_are_refused_or_found(problem):
    X, y = problem
    model = SICAMM(beta=1.0).fit(labelled(X), y)
    swapped = labelled(X[:, ::-1], ("Cz", "Fz"))
    numbered = SICAMM(beta=1.0).fit(labelled(X, (7, 9)), y)
    for call, given in ((model.predict, swapped), (model.adapt, swapped), (numbered.predict, labelled(X[:, ::-1], (9, 7)))):
        with pytest.raises(ValueError, match="in the same order"):
            call(given)
    wanted = StateStream(model, sfreq=100.0).push(X).posteriors
    np.testing.assert_array_equal(StateStream(model, sfreq=100.0).push(swapped).posteriors, wanted)
    np.testing.assert_array_equal(StateStream(model, sfreq=100.0).push(swapped.T).posteriors, wanted)
    assert_refused(lambda: StateStream(model, sfreq=100.0).push(labelled(X, ("Fz", "Pz"))), "invalid_data")
    assert_refused(lambda: StateStream(model, sfreq=100.0).push(labelled(X, rate=250.0)), "invalid_data")


@pytest.mark.filterwarnings("error:X has feature names")
def test_channels_with_numbers_from_0_are_no_channels_without_labels(problem, tmp_path):
    X, y = problem
    model, plain = SICAMM(beta=1.0).fit(labelled(X, (0, 1)), y), SICAMM(beta=1.0).fit(X, y)
    model.save(tmp_path / "model.nc")
    swapped = labelled(X[:, ::-1], (1, 0))
    for one in (model, plain, SICAMM.load(tmp_path / "model.nc")):
        np.testing.assert_array_equal(one.predict(labelled(X, (0, 1))).astype(int), plain.predict(X))
        for call in (one.predict, one.adapt):
            with pytest.raises(ValueError, match="in the same order|it must have 0, 1, in this order"):
                call(swapped)
    for call in (model.predict, model.adapt, SICAMM(beta=1.0).fit(labelled(X), y).predict):
        with pytest.raises(ValueError, match="unseen at fit time"):
            call(labelled(X, ("EOG", "ECG")))
    with pytest.warns(UserWarning, match="fitted without feature names"):
        plain.predict(labelled(X))
    wanted = StateStream(plain, sfreq=100.0).push(X).posteriors
    np.testing.assert_array_equal(StateStream(model, sfreq=100.0).push(swapped).posteriors, wanted)
    sliding = [SlidingEntropy(window=400, step=400, n_channels=2, sfreq=100.0) for _ in range(2)]
    for one in sliding:
        one.push(labelled(X[:600], (0, 1)))
    after = labelled(X[600:], (0, 1)).assign_coords(time=np.arange(600, 1200) / 100)
    np.testing.assert_array_equal(sliding[0].push(after[:, ::-1]).values, sliding[1].push(after).values)


def test_labels_of_other_times_are_refused(problem):
    X, y = problem
    data = labelled(X)
    classes = xarray.DataArray(y, dims="time", coords={"time": data.time})
    model = SICAMM(beta=1.0).fit(data, classes)
    np.testing.assert_array_equal(model.predict(X), SICAMM(beta=1.0).fit(X, y).predict(X))
    later = classes.assign_coords(time=data.time + 1)
    for call in (SICAMM().fit, model.adapt, model.score, lambda *both: compare_methods(SICAMM(), *both)):
        assert_refused(lambda: call(data, later))


def test_the_index_of_a_data_frame_is_looked_at(problem):
    X, y = problem
    frame, classes = pandas.DataFrame(X, columns=["Fz", "Cz"]), pandas.Series(y)
    model = SICAMM(beta=1.0).fit(frame, classes)
    np.testing.assert_array_equal(model.predict(X), SICAMM(beta=1.0).fit(X, y).predict(X))
    for call in (SICAMM().fit, model.adapt, model.score, lambda *both: compare_methods(SICAMM(), *both)):
        assert_refused(lambda: call(frame, classes[::-1]))
    in_time = frame.set_index(np.arange(1200) / 100)
    np.testing.assert_array_equal(SICAMM(beta=1.0).fit(in_time, classes).predict(X), model.predict(X))  # y has no times
    kept = np.r_[0:500, 700:1200]
    part = frame.iloc[kept]
    recordings = (kept >= 700).astype(int)
    apart = SICAMM().fit(X[kept], y[kept], recordings=recordings).predict(X)
    np.testing.assert_array_equal(SICAMM().fit(part.set_index(kept / 100), classes[kept].to_numpy()).predict(X), apart)
    assert_refused(lambda: StateStream(model, sfreq=100.0).push(part), "missing_values")
    wanted = model.predict(frame.to_numpy()[kept], recordings)
    np.testing.assert_array_equal(model.predict(part, recordings), wanted)
    assert model.score(part, y[kept], recordings=recordings) > 0.9
    named = pandas.Series(recordings, index=kept)
    np.testing.assert_array_equal(model.predict(part, named), wanted)
    for call in (model.predict, lambda X, ids: SICAMM().fit(X, y[kept], recordings=ids)):
        assert_refused(lambda: call(part, named[::-1]))
    assert_refused(lambda: compare_methods(SICAMM(), part, y[kept], recordings=named, persons=named[::-1]))


def test_the_channels_of_a_step_are_found_by_their_names(problem):
    X, y = problem
    model = SICAMM(beta=1.0).fit(labelled(X), y)
    frame, array = pandas.DataFrame(X[:, ::-1], columns=["Cz", "Fz"]), labelled(X[:, ::-1], ("Cz", "Fz"))
    wanted = model.predict_proba(X[:5])
    for rows in (X[:5], [frame.iloc[i] for i in range(5)], [array[i] for i in range(5)]):
        model.reset()
        np.testing.assert_array_equal([model.step(row) for row in rows], wanted)
    assert_refused(lambda: model.step(frame[["Cz"]].iloc[0]), "invalid_data")


def test_columns_of_text_beside_the_channels_are_ignored(problem):
    X, y = problem
    frame = pandas.DataFrame(X, columns=["Fz", "Cz"])
    model = SICAMM(beta=1.0).fit(frame, y)
    with_text = frame.assign(stage="W")[["stage", "Cz", "Fz"]]
    wanted = StateStream(model, sfreq=100.0).push(X[:50]).posteriors
    np.testing.assert_array_equal(StateStream(model, sfreq=100.0).push(with_text[:50]).posteriors, wanted)
    rows = [row for _, row in with_text[:50].iterrows()]
    for chosen in (rows, [row[["Fz", "Cz"]] for row in rows]):
        model.reset()
        np.testing.assert_array_equal([model.step(row) for row in chosen], wanted)
    gaps = frame.astype("Float64")
    gaps.loc[7] = pandas.NA
    flags = StateStream(model, sfreq=100.0).push(gaps[:50]).flags
    assert np.flatnonzero(flags & Flag.MISSING).tolist() == [7]
    for wrong in (frame.astype(str), frame.astype(object).assign(Fz=True)):
        assert_refused(lambda: StateStream(model, sfreq=100.0).push(wrong))


def test_methods_are_compared_on_the_samples_that_fit_takes(problem):
    X, y = problem
    estimator, options = SICAMM(beta=1.0, bandwidth="silverman"), {"n_folds": 2}
    wanted = compare_methods(SICAMM(beta=1.0, bandwidth="silverman", sfreq=100.0), X, y, **options)
    found = compare_methods(estimator, labelled(X).T.assign_attrs(rate=100.0), y, **options)
    assert found.table() == wanted.table()
    assert_refused(lambda: compare_methods(SICAMM(sfreq=50.0), labelled(X).assign_attrs(rate=100.0), y))
    kept = np.r_[0:500, 700:1200]
    found = compare_methods(estimator, labelled(X).isel(time=kept), y[kept], **options)
    assert found.table() == compare_methods(estimator, X[kept], y[kept], recordings=kept >= 700, persons=np.zeros(1000), **options).table()
    masked = np.ma.masked_array(X, np.zeros_like(X, dtype=bool))
    masked[7] = np.ma.masked
    with warned("missing_samples", "missing_vectors"):
        found = compare_methods(estimator, masked, y, **options)
        assert found.table() == compare_methods(estimator, masked.filled(np.nan), y, **options).table() != wanted.table()


def test_units_are_those_of_the_training(problem, tmp_path):
    X, y = problem

    def in_units(units, X=X, channels=("Fz", "Cz")):
        return labelled(X, channels).assign_coords(unit=("channel", list(units)))

    plain = SICAMM(beta=1.0).fit(X, y)
    model = SICAMM(beta=1.0).fit(in_units(["uV", "uV"]), y)
    np.testing.assert_array_equal(model.unmixing_, plain.unmixing_)
    model.save(tmp_path / "model.nc")
    loaded = SICAMM.load(tmp_path / "model.nc")
    for good in (in_units(["uV", "\u00b5V"]), in_units(["", "uV"]), labelled(X)):
        np.testing.assert_array_equal(loaded.predict(good), plain.predict(X).astype(str))
    wrong = in_units(["uV", "mV"])
    for call in (model.predict, loaded.predict, model.adapt, lambda one: StateStream(model, sfreq=100.0).push(one)):
        assert_refused(lambda: call(wrong), "invalid_data")
    plain = SICAMM(beta=1.0).fit(labelled(X), y)
    np.testing.assert_array_equal(plain.predict(wrong), plain.predict(labelled(X)))


def test_a_chain_begins_anew_where_time_is_missing(problem):
    X, y = problem
    whole = labelled(X)
    kept = np.r_[0:500, 700:1200]
    part = whole.isel(time=kept)
    model = SICAMM(beta=1.0).fit(whole, y)
    recordings = (kept >= 700).astype(int)
    fitted = SICAMM().fit(X[kept], y[kept], recordings)
    np.testing.assert_array_equal(SICAMM().fit(part, y[kept]).transitions_, fitted.transitions_)
    for given in (None, recordings):
        np.testing.assert_array_equal(model.predict_proba(part, given), model.predict_proba(X[kept], recordings))
    stream = StateStream(model, sfreq=100.0)
    assert_refused(lambda: stream.push(part), "missing_values")
    flags = stream.push(part, times=part.time.values).flags
    assert np.flatnonzero(flags & 8).tolist() == [500]


def test_a_sliding_window_takes_samples_by_their_dimensions(problem):
    X, _ = problem
    wanted = SlidingEntropy(window=200, n_channels=2, sfreq=100.0).push(X).values
    for data in (labelled(X), labelled(X).T):
        np.testing.assert_array_equal(SlidingEntropy(window=200, n_channels=2, sfreq=100.0).push(data).values, wanted)
    assert_refused(lambda: SlidingEntropy(window=200, n_channels=2, sfreq=50.0).push(labelled(X)), "invalid_data")
    with refused("missing_values"):
        SlidingEntropy(window=200, n_channels=2).push(labelled(X).isel(time=np.r_[0:500, 700:1200]))


def test_a_pull_without_samples_gives_nothing(problem):
    X, y = problem
    model = SICAMM(beta=1.0).fit(X, y)
    for times in ([], None):  # pull_chunk() of the Lab Streaming Layer returns ([], [])
        states = StateStream(model, sfreq=100.0).push([], times=times)
        assert (states.labels.shape, states.posteriors.shape) == ((0,), (0, 2))
        for n_channels in (1, 2):
            assert SlidingEntropy(window=50, n_channels=n_channels, sfreq=100.0).push([], times).values.shape == (0, n_channels)
    stream = StateStream(model, sfreq=100.0)
    parts = [stream.push(part).posteriors for part in (X[:100], [], X[100:])]
    np.testing.assert_array_equal(np.concatenate(parts), StateStream(model, sfreq=100.0).push(X).posteriors)
    assert_refused(lambda: stream.push([], times=[0.0, 0.1]))


def test_samples_follow_each_other_from_push_to_push(problem):
    X, y = problem
    data, frame = labelled(X), pandas.DataFrame(X, columns=["Fz", "Cz"])
    model = SICAMM(beta=1.0).fit(data, y)
    makers = (lambda: StateStream(model, sfreq=100.0), lambda: SlidingEntropy(window=50, n_channels=2, sfreq=100.0))
    for make in makers:
        stream = make()
        for piece in (data[:150], data[150:200], data[:100]):  # labels that begin anew say nothing
            stream.push(piece)
        assert_refused(lambda: stream.push(data[200:250]), "missing_values")
        stream.mark_gap()
        stream.push(data[200:250])
        stream.push(data[300:350], times=data.time.values[300:350])
        stream.push(data[400:450].values)
        stream.push(data[500:550])
    stream = makers[0]()
    stream.push(frame[:100])
    assert_refused(lambda: stream.push(frame[200:300]), "missing_values")
    one = SlidingEntropy(window=50)
    one.push(frame["Fz"][:100])
    one.push(frame["Fz"][:0])
    assert_refused(lambda: one.push(frame["Fz"][200:300]), "missing_values")
    for row in data[:100]:
        model.step(row)
    assert_refused(lambda: model.step(data[105]), "missing_values")
    model.reset().step(data[105])


def test_a_missing_sample_stands_in_a_gap_of_the_channels(problem):
    X, y = problem
    kept = np.r_[0:100, 150:250]
    frame = pandas.DataFrame(X[kept], columns=["Fz", "Cz"], index=kept / 100)
    frame.iloc[99] = np.nan
    model = SICAMM(beta=1.0).fit(pandas.DataFrame(X, columns=["Fz", "Cz"]), y)
    wanted = StateStream(model, sfreq=100.0).push(frame.values).posteriors
    array = xarray.DataArray(frame.assign(marker=0.0), dims=("time", "channel"))
    for data in (frame, frame.assign(stage="W"), frame.assign(marker=0), array, frame.astype("Float64")):
        for sizes in ((200,), (100, 100), (99, 101), (50, 49, 1, 1, 99)):
            stream, ends = StateStream(model), np.cumsum(sizes)
            found = [stream.push(data[end - size : end]).posteriors for end, size in zip(ends, sizes, strict=True)]
            np.testing.assert_array_equal(np.concatenate(found), wanted)
    one, sliding = frame["Fz"], SlidingEntropy(window=50)
    pieces = [sliding.push(one[:100]).values, sliding.push(one[100:]).values]
    np.testing.assert_array_equal(np.concatenate(pieces), SlidingEntropy(window=50).push(one).values)
    half = frame.assign(Cz=X[kept, 1])  # templates of Cz would cross the gap
    for sizes in ((200,), (100, 100)):
        stream = StateStream(model, sfreq=100.0)
        with refused("missing_values"):
            for end, size in zip(np.cumsum(sizes), sizes, strict=True):
                stream.push(half[end - size : end])


def test_the_channels_of_a_sliding_window_are_those_of_the_first_samples(problem):
    X, _ = problem
    wanted = SlidingEntropy("cross-apen", window=200, n_channels=2).push(X).values
    sliding = SlidingEntropy("cross-apen", window=200, n_channels=2)
    first = sliding.push(labelled(X)[:300]).values
    swapped = labelled(X[:, ::-1], ("Cz", "Fz"))
    np.testing.assert_array_equal(np.concatenate([first, sliding.push(swapped[300:]).values]), wanted)
    assert_refused(lambda: sliding.push(labelled(X, ("Fz", "Pz"))))
    of_one = SlidingEntropy(window=100, sfreq=50.0)
    assert_refused(lambda: of_one.push(labelled(X)[:, 0].assign_attrs(rate=100.0)))
    units = labelled(X).assign_coords(unit=("channel", ["uV", "C"]))
    assert_refused(lambda: SlidingEntropy("cross-apen", window=200, n_channels=2, r=0.5, r_unit="absolute").push(units))


def test_a_sliding_window_takes_data_frames(problem):
    X, _ = problem
    wanted = SlidingEntropy("cross-apen", window=200, n_channels=2).push(X).values
    frame = pandas.DataFrame(X, columns=["Fz", "Cz"])
    for pieces in ((frame[:300], frame[["Cz", "Fz"]][300:]), (frame[:300].astype(object), labelled(X)[300:]),
                   (pandas.DataFrame(X[:300]), X[300:])):  # fmt: skip
        sliding = SlidingEntropy("cross-apen", window=200, n_channels=2)
        np.testing.assert_array_equal(np.concatenate([sliding.push(piece).values for piece in pieces]), wanted)
    sliding = SlidingEntropy("cross-apen", window=200, n_channels=2)
    sliding.push(frame[:300])
    assert_refused(lambda: sliding.push(frame[400:]), "missing_values")
    sliding.mark_gap()
    assert_refused(lambda: sliding.push(frame[400:].rename(columns={"Cz": "Pz"})))
    assert_refused(lambda: SlidingEntropy(window=200, n_channels=2).push(frame.assign(Pz=0.0)))
    assert_refused(lambda: clean_rr(frame))


def test_times_explain_the_labels_of_one_channel(problem):
    kept = np.r_[0:100, 150:250]
    x, times = problem[0][kept, 0], kept / 100
    wanted = SlidingEntropy(window=50, sfreq=100.0).push(x, times)
    assert wanted.times[51] == 1.5  # behind the gap
    for data in (pandas.Series(x, index=times), xarray.DataArray(x, dims="time", coords={"time": times})):
        found = SlidingEntropy(window=50, sfreq=100.0).push(data, times)
        np.testing.assert_array_equal(found.times, wanted.times)
        np.testing.assert_array_equal(found.values, wanted.values)
        assert_refused(lambda: SlidingEntropy(window=50, sfreq=100.0).push(data), "missing_values")


def test_refused_samples_do_not_name_the_channels(problem):
    frame = pandas.DataFrame(problem[0], columns=["Fz", "Cz"])
    other = frame.rename(columns={"Cz": "Pz"})
    for wrong in (frame.assign(Pz=0.0), other.drop(index=range(100, 200)), other.astype(str)):
        sliding = SlidingEntropy(window=200, n_channels=2)
        pytest.raises(InvalidInput, sliding.push, wrong)
        assert sliding.push(frame).values.shape == (1001, 2)


@pytest.mark.parametrize(
    ("labels", "unlabelled", "found"),
    [([0, 1], "0", "numbers"), ([0, 1], True, "numbers"), ([0.0, 1.0], "?", "numbers"), (["a", "b"], -1, "text"),
     ([False, True], 0, "True and False")],
)  # fmt: skip
def test_the_mark_of_samples_without_a_label_has_the_type_of_labels(problem, labels, unlabelled, found):
    X, y = problem
    y = np.array(labels)[y]
    if found == "text":  # as in a column of pandas
        assert_refused(lambda: SICAMM(unlabelled=unlabelled).fit(X, y.astype(object)))
    with pytest.raises(InvalidInput, match=f"unlabelled is .*; the labels in y are {found}"):
        SICAMM(unlabelled=unlabelled).fit(X, y)
    assert_refused(lambda: SICAMM(beta=1.0).fit(X, y).adapt(X, y, unlabelled=unlabelled))


def test_marks_of_other_numbers_and_strings_are_known(problem):
    X, y = problem
    few = np.where(np.arange(len(y)) % 5 == 0, y, -1)
    wanted = SICAMM(unlabelled=-1).fit(X, few)
    for mark in (np.int8(-1), -1.0):
        np.testing.assert_array_equal(SICAMM(unlabelled=mark).fit(X, few).unmixing_, wanted.unmixing_)
    assert SICAMM(unlabelled=np.str_("?")).fit(X, np.where(few < 0, "?", few.astype(str))).classes_.tolist() == ["0", "1"]
    mixed = np.array(["0", "1"], dtype=object)[y]
    mixed[few < 0] = -1
    adapted = SICAMM(beta=1.0).fit(X, y.astype(str)).adapt(X, mixed, unlabelled=-1)
    assert adapted.adaptation_["labelled"] == (few >= 0).sum()
    adapted = wanted.adapt(X, np.where(few < 0, np.nan, few), unlabelled=np.nan)
    assert adapted.adaptation_["labelled"] == (few >= 0).sum()


def test_missing_labels_are_refused_as_what_they_are(problem):
    X, y = problem
    words = np.array(["rest", "task"], dtype=object)[y]
    model = SICAMM(beta=1.0).fit(X, words)
    for missing in (None, np.nan, pandas.NA, pandas.NaT):
        labels = words.copy()
        labels[100:103] = missing
        for call in (SICAMM().fit, model.adapt):
            with pytest.raises(InvalidInput, match="y has no label for 3 of 1200 samples, the first is 100"):
                call(X, labels)
    for labels in (pandas.Series(y, dtype="Int64"), pandas.Series(y, dtype=float), pandas.Series(words, dtype="category")):
        np.testing.assert_array_equal(SICAMM().fit(X, labels).unmixing_, SICAMM().fit(X, words).unmixing_)
        labels[100:103] = None
        assert_refused(lambda: SICAMM().fit(X, labels))


def test_nan_marks_samples_without_a_label(problem):
    X, y = problem
    few = np.arange(len(y)) % 5 == 0
    wanted = SICAMM(unlabelled=-1).fit(X, np.where(few, y, -1))
    words = np.array(["rest", "task"], dtype=object)[y]
    words[~few] = float("nan")
    for labels, classes in (
        (np.where(few, y, np.nan), [0, 1]),
        (np.where(few, y, np.nan).astype(object), [0, 1]),
        (pandas.Series(y, dtype="Int64").where(few), [0, 1]),
        (words, ["rest", "task"]),
        (pandas.Series(words), ["rest", "task"]),
    ):
        found = SICAMM(unlabelled=np.nan).fit(X, labels)
        assert found.classes_.tolist() == classes
        np.testing.assert_array_equal(found.unmixing_, wanted.unmixing_)
    model = SICAMM(beta=1.0).fit(X, y)
    for labels in (y, y.astype(float), y == 1, np.array(["rest", "task"])[y], np.array(["rest", "task"], dtype=object)[y]):
        np.testing.assert_array_equal(SICAMM(beta=1.0, unlabelled=np.nan).fit(X, labels).unmixing_, model.unmixing_)  # all are known
    for none in (np.full(len(y), np.nan), np.where(few, 1.0, np.nan)):
        with pytest.raises(ValueError, match="y has [01] class; it must have two or more"):
            SICAMM(unlabelled=np.nan).fit(X, none)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        SICAMM(unlabelled=np.nan).fit(X, np.where(few, y, np.nan)[1:])
