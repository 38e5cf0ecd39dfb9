# SPDX-License-Identifier: Apache-2.0
"""EEGLAB data sets of MATLAB's version 7.3, as MNE reads them, and as biotropy reads the same in version 5."""

import warnings

import numpy as np
import pytest
from conftest import assert_refused

import biotropy
from biotropy.errors import FileFailed, Unsupported

mne = pytest.importorskip("mne")
h5py = pytest.importorskip("h5py")
scipy_io = pytest.importorskip("scipy.io")
pytest.importorskip("pymatreader")
pytest.importorskip("xarray")
matlab73 = pytest.importorskip("matlab73")

NAMES = ["Fz", "Cz", "Pz", "EOG1"]


def fields(n=900, trials=1, kind=np.float32, **changed):
    rng = np.random.default_rng(5)
    data = rng.normal(0, 30, (4, n, trials)).astype(kind)
    locations = [
        dict(labels=name, type="EOG" if name == "EOG1" else "EEG", X=1.0 + k, Y=2.0, Z=3.0, ref="common", urchan=k + 1.0, radius=[])
        for k, name in enumerate(NAMES)
    ]
    event = [
        dict(latency=11.0, duration=1.0, type="stim", urevent=1.0),
        dict(latency=40.25, duration=2.0, type="µ", urevent=2.0),
        dict(latency=500.5, duration=250.0, type="boundary", urevent=[]),
    ]
    known = dict(
        setname="x", filename="", srate=250.0, nbchan=4.0, pnts=float(n), trials=float(trials), xmin=0.0, xmax=(n - 1) / 250,
        ref="common", data=data if trials > 1 else data[..., 0], chanlocs=locations, event=event, epoch=[], urevent=[],
        icawinv=[], icaweights=[], icasphere=[], icachansind=[], chaninfo=dict(plotrad=[]), etc=dict(eeglabvers="2021.1"),
        eventdescription=matlab73.Cell(["", "of types"]), history="% a comment", saved="yes",
    )  # fmt: skip
    return known | changed


def written(path, known, inside=True, **storage):
    matlab73.save(path, {"EEG": known} if inside else known, **storage)
    return path


def in_version_5(path, known):
    """The same data set, by SciPy."""

    def array(values):
        if not (isinstance(values, list) and values and isinstance(values[0], dict)):
            return list(values) if isinstance(values, matlab73.Cell) else values
        made = np.zeros((1, len(values)), dtype=[(name, object) for name in values[0]])
        for k, one in enumerate(values):
            made[0, k] = tuple(one.values())
        return made

    scipy_io.savemat(path, {"EEG": {name: array(value) for name, value in known.items()}}, appendmat=False)
    return path


def whole(path, **options):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*of other types")
        return biotropy.read_signals(path, ["1-4"], gap_fill=1, **options)


def without_gaps(signals):
    return signals.values[:, ~np.isnan(signals.values).all(axis=0)]


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("storage", [{}, dict(compression="gzip", shuffle=True, chunks=(100, 4))])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_samples_are_those_of_mne_and_of_version_5(tmp_path, inside, storage, kind):
    known = fields(kind=kind)
    path = written(tmp_path / "a.set", known, inside, **storage)
    raw = mne.io.read_raw_eeglab(path, preload=True, verbose="error")
    ours = whole(path)
    assert ours.attrs["format"] == "EEGLAB"
    assert ours.channel.values.tolist() == raw.ch_names == NAMES
    assert ours.attrs["rate"] == raw.info["sfreq"] == 250
    assert ours.attrs["gaps"] == 1
    assert np.array_equal(without_gaps(ours), known["data"])
    np.testing.assert_allclose(without_gaps(ours), raw.get_data() * 1e6, rtol=1e-14, atol=0)
    older = whole(in_version_5(tmp_path / "b.set", known))
    assert ours.equals(older) and ours.attrs["gaps"] == older.attrs["gaps"]
    # Types are known, so that the electrode at the eye is measured only where it is named.
    chosen = biotropy.read_signals(path, gap_fill=1)
    assert any("1 of other types" in text for text in chosen.attrs["notices"])
    assert chosen.channel.values.tolist() == NAMES[:3]


def test_a_large_array_in_any_chunks(tmp_path):
    # More numbers than are read at once.
    known = fields(n=400_000, event=[])
    known["data"] = (np.arange(4)[:, None] * 1e6 + np.arange(400_000)).astype(np.float32)
    for storage in ({}, dict(compression="gzip", chunks=(65_536, 3))):
        assert np.array_equal(whole(written(tmp_path / "a.set", known, **storage)).values, known["data"])


@pytest.mark.parametrize("n", [7, 300_000])
def test_epochs_end_in_gaps(tmp_path, n):
    known = fields(n=n, trials=3, event=[])
    path = written(tmp_path / "a.set", known, compression="gzip")
    ours = whole(path)
    assert ours.attrs["gaps"] == 2
    assert np.array_equal(without_gaps(ours), known["data"].transpose(0, 2, 1).reshape(4, -1))
    assert ours.equals(whole(in_version_5(tmp_path / "b.set", known)))


def test_epochs_are_those_of_mne(tmp_path):
    known = fields(n=50, trials=3)
    known["event"] = [dict(latency=1.0 + 50 * k, type="go", epoch=k + 1.0) for k in range(3)]
    known["epoch"] = [dict(event=k + 1.0, eventlatency=0.0, eventtype="go") for k in range(3)]
    path = written(tmp_path / "a.set", known)
    epochs = mne.io.read_epochs_eeglab(path, verbose="error").get_data()
    ours = without_gaps(whole(path)).reshape(4, 3, 50).transpose(1, 0, 2)
    np.testing.assert_allclose(ours, epochs * 1e6, rtol=1e-14, atol=0)


def test_samples_beside_the_data_set(tmp_path):
    known = fields()
    samples = tmp_path / "a.fdt"
    known["data"].T.tofile(samples)
    path = written(tmp_path / "a.set", known | {"data": "a.fdt"})
    assert np.array_equal(without_gaps(whole(path)), known["data"])
    raw = mne.io.read_raw_eeglab(path, verbose="error").get_data()
    np.testing.assert_allclose(raw * 1e6, known["data"], rtol=1e-14, atol=0)
    samples.write_bytes(samples.read_bytes()[:-4])
    assert_refused(lambda: whole(path), "bad_file")
    samples.unlink()
    assert_refused(lambda: whole(path), "file_not_found")
    samples.mkdir()
    assert_refused(lambda: whole(path), "bad_file")


def test_events_are_those_of_mne(tmp_path):
    known = fields()
    known["event"] += [dict(latency=700.0, duration=0.0, type=17.0, urevent=4.0)]
    path = written(tmp_path / "a.set", known)
    found = mne.io.read_raw_eeglab(path, verbose="error").annotations
    text = [f"{one:g}" if isinstance(one, float) else one for one in (e["type"] for e in known["event"])]
    assert [one.removesuffix(".0") for one in found.description] == text
    with h5py.File(path) as file:
        assert len(file["EEG/event/type"]) == 4
    assert whole(in_version_5(tmp_path / "b.set", known)).equals(whole(path))


@pytest.mark.parametrize("n_events", [0, 1])
def test_few_of_everything(tmp_path, n_events):
    # A structure of 1 x 1 has its fields themselves where an array has references.
    known = fields(n=1, nbchan=1.0, event=[])
    known["data"] = known["data"][:1]
    known["chanlocs"] = known["chanlocs"][0]
    if n_events:
        known["event"] = dict(latency=1.0, type="stim")
    ours = biotropy.read_signals(written(tmp_path / "a.set", known))
    assert ours.channel.values.tolist() == ["Fz"] and ours.values.tolist() == known["data"].tolist()


def test_missing_and_constant_samples(tmp_path):
    known = fields(event=[])
    known["data"][1] = 5.0
    known["data"][2, 3:6] = np.nan
    assert np.array_equal(whole(written(tmp_path / "a.set", known)).values, known["data"], equal_nan=True)


def test_channels_without_description(tmp_path):
    ours = whole(written(tmp_path / "a.set", fields(chanlocs=[], event=[])))
    assert ours.channel.values.tolist() == ["ch1", "ch2", "ch3", "ch4"]


def test_one_array_by_its_name(tmp_path):
    known = fields()
    path = written(tmp_path / "a.set", known)
    assert np.array_equal(whole(path, variable="EEG.data", rate=250).values, known["data"])


@pytest.mark.parametrize(
    "change",
    [dict(srate=[]), dict(srate=0.0), dict(pnts=899.0), dict(nbchan=3.0), dict(data=[]), dict(event=[dict(type="stim")] * 2)],
)
def test_what_is_wrong_is_refused(tmp_path, change):
    assert_refused(lambda: whole(written(tmp_path / "a.set", fields(**change))), "bad_file")


def test_other_storage_is_named(tmp_path):
    path = written(tmp_path / "a.set", fields())
    with h5py.File(path, "r+") as file:
        file["EEG/chanlocs/labels"][1, 0] = file.create_dataset("#refs#/text", data="Cz").ref
    assert_refused(lambda: whole(path), "unsupported")
    with h5py.File(path, "r+") as file:
        del file["EEG/srate"]
        file["EEG/srate"] = h5py.ExternalLink("other.mat", "x")
    assert_refused(lambda: whole(path), "unsupported")
    with h5py.File(path, "r+") as file:
        del file["EEG/event/type"]
        file["EEG/event/type"] = file["EEG/event/latency"][:2]
        del file["EEG/srate"], file["EEG/chanlocs"]
        file["EEG/srate"], file["EEG/chanlocs"] = [[250.0]], np.zeros(2, np.uint64)
    assert_refused(lambda: whole(path), "bad_file")


def test_references_in_a_circle(tmp_path):
    path = written(tmp_path / "a.set", fields())
    with h5py.File(path, "r+") as file:
        file["EEG/event/type"][0, 0] = file["EEG/event"].ref
    assert np.array_equal(without_gaps(whole(path)), fields()["data"])
    with h5py.File(path, "r+") as file:
        event = file["EEG/event"]
        one = event["latency"][0, 0]
        for name in list(event):
            del event[name]
            event.create_dataset(name, (400_000, 1), h5py.ref_dtype, compression="gzip")
        event["latency"][:, 0] = np.full(400_000, one, object)
    assert_refused(lambda: whole(path), "bad_file")


def test_a_file_that_was_cut_off(tmp_path):
    path = written(tmp_path / "a.set", fields())
    data = path.read_bytes()
    for length in range(0, len(data), 997):
        path.write_bytes(data[:length])
        raised = pytest.raises((FileFailed, Unsupported), whole, path)
        assert "a.set" in str(raised.value)
