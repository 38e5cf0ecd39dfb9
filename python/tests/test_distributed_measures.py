# SPDX-License-Identifier: Apache-2.0
"""Every kind of measure of recordings, in blocks, has the values of one process; folders and patterns are recordings."""

import numpy as np
import pytest

import biotropy
from biotropy.errors import FileFailed, FileMissing, InvalidInput

distributed = pytest.importorskip("distributed")
pytest.importorskip("xarray")
from biotropy._work import recording_work, schedule  # noqa: E402
from biotropy import distributed as scaled  # noqa: E402


@pytest.fixture(scope="module")
def client():
    where = {"n_workers": 1, "threads_per_worker": 2, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(**where) as cluster, distributed.Client(cluster) as connected:
        yield connected


@pytest.fixture
def cube(tmp_path, rng):
    samples = rng.standard_normal((5, 3, 200))
    np.save(tmp_path / "x.npy", samples)
    return samples


def table_of(results, name="x"):
    return biotropy.open_results(results[name])


@pytest.mark.parametrize(("measure", "known"), [
    ("sampen", biotropy.sample_entropy), ("apen", biotropy.approximate_entropy), ("fuzzyen", biotropy.fuzzy_entropy),
    ("permen", biotropy.permutation_entropy), ("mvsampen", biotropy.multivariate_sample_entropy),
    ("mvfuzzyen", biotropy.multivariate_fuzzy_entropy)])  # fmt: skip
@pytest.mark.parametrize("block_size", [2, None])
def test_entropies(client, cube, tmp_path, measure, known, block_size):
    table = table_of(scaled.entropy([tmp_path / "x.npy"], measure, folder=tmp_path, client=client, block_size=block_size, tau=2))
    assert np.array_equal(table["value"], known(cube, tau=2))
    assert table["value"].dims == (("epoch",) if measure.startswith("mv") else ("epoch", "channel"))
    assert table["reason"].dims == table["value"].dims


def test_windows(client, cube, tmp_path):
    given = {"window": 60, "step": 25}
    table = table_of(scaled.sliding_entropy([tmp_path / "x.npy"], folder=tmp_path, client=client, block_size=2, **given))
    assert np.array_equal(table["value"], biotropy.sliding_entropy(cube, **given), equal_nan=True)
    assert table["time"].values.tolist() == [0, 25, 50, 75, 100, 125]
    table = table_of(scaled.sliding_entropy([tmp_path / "x.npy"], "mvsampen", folder=tmp_path, client=client, block_size=2, m=1, **given))
    assert table["value"].dims == table["reason"].dims == ("epoch", "time")
    assert np.array_equal(table["value"], [biotropy.sliding_entropy(one, "mvsampen", m=1, **given) for one in cube])
    with pytest.raises(FileFailed):
        scaled.sliding_entropy([tmp_path / "x.npy"], folder=tmp_path, client=client, window=201, step=1)


@pytest.mark.parametrize("measure", ["mvsampen", "fuzzyen"])
def test_curves(client, cube, tmp_path, measure):
    function = biotropy.multivariate_multiscale_entropy if measure == "mvsampen" else biotropy.multiscale_entropy
    table = table_of(scaled.multiscale_entropy([tmp_path / "x.npy"], 2, measure=measure, folder=tmp_path, client=client, block_size=2))
    assert np.array_equal(table["value"], function(cube, 2, measure=measure), equal_nan=True)
    with pytest.raises(InvalidInput):
        scaled.multiscale_entropy([tmp_path / "x.npy"], 2, measure="mvsampen", folder=tmp_path, client=client, surrogates=9)


def test_matrices_at_scales(client, cube, tmp_path):
    cube[3, 1] = 7.0
    np.save(tmp_path / "x.npy", cube)
    table = table_of(scaled.multiscale_pairwise([tmp_path / "x.npy"], 3, folder=tmp_path, client=client, block_size=2))
    with pytest.warns(RuntimeWarning):
        known = biotropy.multiscale_pairwise(cube, 3)
    assert np.array_equal(table["value"], known, equal_nan=True)
    assert table["value"].dims == ("epoch", "channel", "partner", "scale")
    assert (table["reason"].values[3, 1] != "").all()
    assert (table["reason"].values[2] == "").all()


def test_a_task_has_as_many_epochs_as_it_has_time_for(client, cube, tmp_path, monkeypatch):
    work = recording_work.Work("entropy", "sampen", {}, None, "data", None, {})
    assert work.begin(str(tmp_path / "x.npy"), None).n_epochs == 5
    assert work.begin(str(tmp_path / "x.npy"), 3).n_epochs == 3
    monkeypatch.setattr(recording_work, "TASK_SECONDS", 1e-9)
    assert work.begin(str(tmp_path / "x.npy"), None).n_epochs == 1
    blocks = []
    table = table_of(scaled.entropy([tmp_path / "x.npy"], folder=tmp_path, client=client, progress=lambda *at: blocks.append(at)))
    assert blocks[-1] == (5, 5)
    assert np.array_equal(table["value"], biotropy.sample_entropy(cube))


def test_blocks_of_another_size_are_used_again(client, cube, tmp_path):
    class Interruption(Exception):
        pass

    def stop(done, total):
        if done == 2:
            raise Interruption

    with pytest.raises(Interruption):
        scaled.entropy([tmp_path / "x.npy"], folder=tmp_path, client=client, block_size=2, progress=stop)
    (first, second) = sorted((tmp_path / "parts").rglob("*.npz"))
    second.rename(second.with_name("1-3.npz"))  # it overlaps the first one, as that of another run may
    table = table_of(scaled.entropy([tmp_path / "x.npy"], folder=tmp_path, client=client, block_size=3))
    assert np.array_equal(table["value"], biotropy.sample_entropy(cube))
    assert not (tmp_path / "parts").exists()


def test_a_folder_and_a_pattern(client, tmp_path, rng):
    for name in ("a/sub-1.npy", "a/sub-2.npy", "b/sub-3.npy", ".hidden/sub-4.npy", "a/sub-5_split-02_meg.npy"):
        (tmp_path / "rec" / name).parent.mkdir(parents=True, exist_ok=True)
        np.save(tmp_path / "rec" / name, rng.standard_normal((2, 100)))
    (tmp_path / "rec" / "participants.tsv").write_text("participant_id\n")
    (tmp_path / "rec" / "b" / "sub-6.edf").write_bytes(b"0       " + b" " * 100)
    options = {"folder": tmp_path / "out", "client": client}
    with pytest.warns(RuntimeWarning) as caught:
        assert sorted(scaled.entropy(tmp_path / "rec", **options)) == ["sub-1", "sub-2", "sub-3"]
    known = pytest.raises(FileFailed, biotropy.read_signals, tmp_path / "rec" / "b" / "sub-6.edf")
    assert sum(str(known.value) in str(one.message) for one in caught) == 1
    assert sorted(scaled.entropy(tmp_path / "rec" / "*" / "sub-[12].npy", **options)) == ["sub-1", "sub-2"]
    pytest.raises(FileMissing, scaled.entropy, tmp_path / "rec" / "*.gdf", **options)


def test_formats_that_mne_does_not_read(client, tmp_path, rng):
    samples = rng.standard_normal((400, 2))
    np.savetxt(tmp_path / "x.csv", samples, delimiter=",", header="Fz,Cz", comments="")
    table = table_of(scaled.entropy([tmp_path / "x.csv"], folder=tmp_path, client=client, epoch=200))
    assert table["channel"].values.tolist() == ["Fz", "Cz"]
    assert np.array_equal(table["value"], biotropy.sample_entropy(samples.T.reshape(2, 2, 200).swapaxes(0, 1)))


def test_names_of_arrays_in_stores():
    assert schedule._name("s3://bucket/sub-1.zarr/eeg_250hz/0") == "sub-1"
    assert schedule._name("rec/sub-1_eeg.edf") == "sub-1_eeg"


def test_tests_and_errors_are_those_of_one_process(client, cube, tmp_path):
    task = {"folder": tmp_path, "client": client, "block_size": 2}
    for number, (function, known, given) in enumerate([
        (scaled.entropy, biotropy.sample_entropy, {"standard_error": True}),
        (scaled.sliding_entropy, biotropy.sliding_entropy, {"window": 60, "step": 70, "m": 1, "standard_error": True}),
        (scaled.multiscale_pairwise, biotropy.multiscale_pairwise, {"scales": 2}),
    ]):  # fmt: skip
        given |= {"surrogates": 19, "surrogate_kind": "shuffle"}
        table = table_of(function({f"x{number}": tmp_path / "x.npy"}, **task, **given), f"x{number}")
        wanted = known(cube, output="dict", **given)
        for name in ("value", "p", "q", "surrogate_mean", *(["lower"] if "standard_error" in given else [])):
            assert np.array_equal(table[name], wanted[name], equal_nan=True), name
