# SPDX-License-Identifier: Apache-2.0
"""BIDS datasets at addresses: the tables that hold for a recording are those that hold for it in a folder of this machine."""

import gzip
import json
import warnings

import numpy as np
import pytest
from conftest import assert_refused
from range_server import RangeServer

import biotropy

fsspec = pytest.importorskip("fsspec")
pytest.importorskip("aiohttp")
pytest.importorskip("xarray")

NAME = "sub-1_ses-2_task-rest_run-3_eeg"
RECORDING = f"sub-1/ses-2/eeg/{NAME}.csv"


@pytest.fixture(autouse=True)
def scratch(small_pieces):
    return small_pieces


@pytest.fixture
def dataset(shelf, rng):
    (shelf / RECORDING).parent.mkdir(parents=True)
    np.savetxt(shelf / RECORDING, rng.standard_normal((50, 2)), delimiter=",", header="A,B", comments="")
    return shelf


@pytest.fixture(params=["web", "memory"])
def address(request, dataset, tmp_path):
    """Gives the address of the dataset as it is now; the web server lists no folders."""
    if request.param == "memory":

        def placed():
            fsspec.filesystem("memory").put(f"{dataset}/", f"/{tmp_path.name}/", recursive=True)
            return f"memory://{tmp_path.name}"

        yield placed
        return
    with RangeServer(dataset) as server:
        yield lambda: server.address


def mark_bad(file, *labels):
    rows = [f"{label}\t{'bad' if label in labels else 'good'}" for label in "AB"]
    file.write_text("\n".join(["name\tstatus", *rows]) + "\n")


def bads(path, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return biotropy.read_signals(path, rate=100, **options).attrs["bads"]


@pytest.mark.parametrize(
    "table",
    [f"sub-1/ses-2/eeg/{NAME}", "sub-1/ses-2/eeg/sub-1_ses-2_task-rest_run-3", "sub-1/ses-2/eeg/sub-1_run-3", "sub-1/ses-2/run-3",
     "sub-1/sub-1_ses-2", "task-rest", "task-rest_run-3"],
)  # fmt: skip
def test_a_table_of_any_folder_of_the_dataset_holds(dataset, address, table):
    mark_bad(dataset / f"{table}_channels.tsv", "B")
    (dataset / "task-move_channels.tsv").write_text("of another task")
    assert bads(dataset / RECORDING) == bads(f"{address()}/{RECORDING}") == ["B"]
    assert bads(f"{address()}/{RECORDING}", ignore_channel_table=True) == []


def test_signals_of_a_task_have_the_table_too(dataset, address):
    from biotropy._work import blocks

    (dataset / "task-rest_channels.tsv").write_text("name\ttype\nA\tEOG\nB\tEEG\n")
    place = f"{address()}/{RECORDING}"

    def read(path):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            return biotropy.read_signals(path, rate=100)

    with blocks.opened(place, 10, "data", read) as recording:
        described = recording.describe()
    assert described.channels == ["B"]
    with blocks.opened(place, 10, "data", read, version=described.version) as recording:
        block = recording.signal(0, 2).epochs()
    assert np.array_equal(block, read(dataset / RECORDING).values[:, :20].reshape(1, 2, 10).swapaxes(0, 1))


def test_the_closest_table_with_the_most_entities_holds(dataset, address):
    mark_bad(dataset / "task-rest_channels.tsv", "A", "B")
    mark_bad(dataset / "sub-1" / "sub-1_channels.tsv", "A")
    assert bads(dataset / RECORDING) == bads(f"{address()}/{RECORDING}") == ["A"]
    mark_bad(dataset / "sub-1" / "sub-1_run-3_channels.tsv", "B")
    assert bads(dataset / RECORDING) == bads(f"{address()}/{RECORDING}") == ["B"]
    mark_bad(dataset / "sub-1" / "task-rest_run-3_channels.tsv", "B")
    for path in (dataset / RECORDING, f"{address()}/{RECORDING}"):
        assert_refused(lambda: bads(path), "bad_file")


def test_a_recording_in_another_folder_has_the_tables_beside_it(dataset, address):
    (dataset / "flat").mkdir()
    (dataset / RECORDING).rename(dataset / "flat" / "sub-1_task-rest_eeg.csv")
    mark_bad(dataset / "task-rest_channels.tsv", "A")
    assert bads(dataset / "flat" / "sub-1_task-rest_eeg.csv") == bads(f"{address()}/flat/sub-1_task-rest_eeg.csv") == []
    mark_bad(dataset / "flat" / "sub-1_channels.tsv", "B")
    assert bads(dataset / "flat" / "sub-1_task-rest_eeg.csv") == bads(f"{address()}/flat/sub-1_task-rest_eeg.csv") == ["B"]


def test_a_table_that_does_not_fit_is_an_error(dataset, address):
    (dataset / "task-rest_channels.tsv").write_text("name\tstatus\nA\tgood\n")
    assert_refused(lambda: bads(f"{address()}/{RECORDING}"), "bad_file")


def test_physiology_takes_its_sidecar_from_above(dataset, address):
    (dataset / "task-rest_physio.json").write_text(json.dumps({"SamplingFrequency": 4, "StartTime": 0, "Columns": ["beat"]}))
    table = RECORDING.replace("_eeg.csv", "_physio.tsv.gz")
    (dataset / table).write_bytes(gzip.compress(b"1\n0\n0\n1\n0\n0\n0\n1\n"))
    assert biotropy.read_rr(f"{address()}/{table}").rr.tolist() == [0.75, 1.0]


def test_too_many_entities(dataset, address):
    name = "_".join(f"e{i}-x" for i in range(9)) + ".csv"
    (dataset / RECORDING).rename(dataset / name)
    assert_refused(lambda: bads(f"{address()}/{name}"))
    assert bads(f"{address()}/{name}", ignore_channel_table=True) == []
