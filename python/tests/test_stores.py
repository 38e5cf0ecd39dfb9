# SPDX-License-Identifier: Apache-2.0
"""Recordings at addresses: a web server on the loopback address, the memory of the process, and Zarr arrays. `make store-check`
does so with a server of objects."""

import hashlib
import os
import subprocess
import threading

import numpy as np
import pytest
from conftest import assert_refused, refused, warned
from range_server import RangeServer

import biotropy
from biotropy._work import scratch as scratch_folders
from biotropy._work import stores
from biotropy.errors import FileFailed, FileMissing

fsspec = pytest.importorskip("fsspec")
pytest.importorskip("aiohttp")


@pytest.fixture(autouse=True)
def scratch(small_pieces):
    return small_pieces


@pytest.fixture
def server(shelf):
    with RangeServer(shelf) as running:
        yield running


@pytest.fixture
def recording(shelf, rng):
    samples = rng.standard_normal((3, 2000))
    np.save(shelf / "x.npy", samples)
    return samples


def copies(scratch):
    return sorted(path.name for path in scratch.glob("*/files/*"))


def test_signals_of_a_web_server_in_pieces(server, recording, shelf, scratch):
    signals = biotropy.read_signals(f"{server.address}/x.npy", rate=100)
    assert np.array_equal(signals.values, recording)
    assert signals.attrs["path"] == f"{server.address}/x.npy"
    firsts = [first for method, name, first in server.requests if method == "GET" and name == "x.npy"]
    assert firsts == list(range(0, (shelf / "x.npy").stat().st_size, 4096))
    (said,) = scratch.glob("*/sha256")
    assert said.read_text() == f"{hashlib.sha256((shelf / 'x.npy').read_bytes()).hexdigest()}  x.npy\n"
    server.requests.clear()
    biotropy.read_signals(f"{server.address}/x.npy", rate=100)
    assert not [request for request in server.requests if request[:2] == ("GET", "x.npy")]


def test_a_server_without_ranges(shelf, recording):
    with RangeServer(shelf, ranges=False) as plain:
        assert np.array_equal(biotropy.read_signals(f"{plain.address}/x.npy", rate=1).values, recording)


def test_what_may_pass_is_tried_again(server, recording):
    seen = []

    def trouble(method, name, first):
        if name == "x.npy" and method == "GET":
            seen.append(first)
            return {8192: 503, 16384: "drop", 20480: 429}.get(first) if seen.count(first) < 3 else None
        return None

    server.trouble = trouble
    assert np.array_equal(biotropy.read_signals(f"{server.address}/x.npy", rate=1).values, recording)
    assert [seen.count(first) for first in (0, 8192, 16384, 20480)] == [1, 3, 3, 3]


def test_a_table_that_cannot_be_looked_for_is_no_missing_table(server, shelf, rng):
    np.save(shelf / "sub-1_eeg.npy", rng.standard_normal((2, 100)))
    server.trouble = lambda method, name, first: 503 if name == "sub-1_channels.tsv" else None
    with pytest.raises(FileFailed, match="sub-1_channels.tsv: 4 attempts failed, the last with: .*503"):
        biotropy.read_signals(f"{server.address}/sub-1_eeg.npy", rate=1)


def test_what_does_not_pass_is_an_error(server, recording, scratch):
    address = f"{server.address}/x.npy"
    assert_refused(lambda: biotropy.read_signals(f"{server.address}/none.npy", rate=1), "file_not_found")
    server.trouble = lambda method, name, first: 503 if first == 4096 else None
    assert_refused(lambda: biotropy.read_signals(address, rate=1), "io")
    server.trouble = lambda method, name, first: 403
    assert_refused(lambda: biotropy.read_signals(address, rate=1), "file_not_found")
    server.trouble = lambda method, name, first: 416 if first else None
    assert_refused(lambda: biotropy.read_signals(address, rate=1), "io")
    assert copies(scratch) == []
    assert_refused(lambda: biotropy.read_signals("http://127.0.0.1:9/x.npy", rate=1), "io")
    assert_refused(lambda: biotropy.read_signals("nothing://x/y.npy", rate=1))
    assert_refused(lambda: biotropy.read_signals(f"{server.address}/", rate=1))


def test_a_file_that_changes_while_it_is_read(server, recording, shelf, scratch):
    def trouble(method, name, first):
        if name == "x.npy" and first == 8192:
            np.save(shelf / "x.npy", recording + 1)

    server.trouble = trouble
    assert_refused(lambda: biotropy.read_signals(f"{server.address}/x.npy", rate=1), "io")
    assert copies(scratch) == []
    server.trouble = lambda method, name, first: None
    assert np.array_equal(biotropy.read_signals(f"{server.address}/x.npy", rate=1).values, recording + 1)


def test_bytes_that_are_not_those_of_the_store(monkeypatch):
    system = fsspec.filesystem("memory")
    system.pipe("/shelf/x.txt", b"1\n2\n3\n")
    remote = stores.Remote("memory://shelf/x.txt", 6, "", hashlib.md5(b"1\n2\n4\n").hexdigest())
    assert_refused(lambda: stores.fetch(remote, scratch_folders.folder() / "x"), "io")


def test_companions_come_too(server, shelf, rng):
    header = ("Brain Vision Data Exchange Header File Version 1.0\n[Common Infos]\nCodepage=UTF-8\nDataFile=other.eeg\n"
              "MarkerFile=$b.vmrk\nDataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=2\n"
              "SamplingInterval=1000\n[Binary Infos]\nBinaryFormat=IEEE_FLOAT_32\n[Channel Infos]\nCh1=A,,1,uV\n"
              "Ch2=B,,1,uV\n")  # fmt: skip
    (shelf / "sub-1_eeg.vhdr").write_text(header)
    (shelf / "sub-1_eeg.vmrk").write_text("Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n")
    (shelf / "sub-1_channels.tsv").write_text("name\ttype\tunits\tstatus\nA\tEEG\tuV\tgood\nB\tEEG\tuV\tbad\n")
    samples = rng.standard_normal((100, 2)).astype("<f4")
    samples.tofile(shelf / "other.eeg")
    with warned("channels_bad"):
        signals = biotropy.read_signals(f"{server.address}/sub-1_eeg.vhdr")
    assert np.array_equal(signals.values, samples.T.astype(float))
    assert signals.attrs["bads"] == ["B"]


def write_segment(shelf, name, **signals):
    """A segment of signals of the format 16, each in a file of its own."""
    lines = [f"{name} {len(signals)} 100 {len(next(iter(signals.values())))}"]
    for label, samples in signals.items():
        np.array(samples, "<i2").tofile(shelf / f"{name}{label}.dat")
        lines.append(f"{name}{label}.dat 16 10/mV 16 0 {samples[0]} {sum(samples)} 0 {label}")
    (shelf / f"{name}.hea").write_text("\r\n".join(lines) + "\r\n")


def write_segments(shelf):
    """A record of three segments and a gap, whose layout has a signal that the second does not have."""
    (shelf / "rec.hea").write_text("# a comment\nrec/5 2 100 12\nrec_layout 0\na 4\n~ 2\nb 3\nc 3\n")
    (shelf / "rec_layout.hea").write_text("rec_layout 2 100 0\n~ 0 10/mV 16 0 0 0 0 II\n~ 0 10/mV 16 0 0 0 0 V\n")
    write_segment(shelf, "a", II=[1, 2, 3, 4], V=[5, 6, 7, 8])
    write_segment(shelf, "b", V=[9, 10, 11])
    write_segment(shelf, "c", V=[15, 16, 17], II=[12, 13, 14])
    (shelf / "d.hea").write_text("of no segment")


def in_memory(shelf, name):
    """The address of a copy of the folder in a store in memory."""
    fsspec.filesystem("memory").put(f"{shelf}/", f"/{name}/", recursive=True)
    return f"memory://{name}"


@pytest.mark.parametrize("place", ["web", "memory"])
def test_segments_of_a_record_come_with_their_samples(server, shelf, tmp_path, scratch, place):
    write_segments(shelf)
    address = server.address if place == "web" else in_memory(shelf, tmp_path.name)
    near, far = (biotropy.read_signals(f"{place}/rec.hea", gap_fill=2) for place in (shelf, address))
    nan = np.nan
    of_two = np.array([[1, 2, 3, 4, nan, nan, nan, nan, nan, 12, 13, 14], [5, 6, 7, 8, nan, nan, 9, 10, 11, 15, 16, 17]]) / 10
    assert np.array_equal(near.values, of_two, equal_nan=True)
    assert np.array_equal(near.values, far.values, equal_nan=True)
    assert {**near.attrs, "path": ""} == {**far.attrs, "path": ""}
    assert copies(scratch) == sorted(["aII.dat", "aV.dat", "bV.dat", "cII.dat", "cV.dat", "a.hea", "b.hea", "c.hea", "rec.hea", "rec_layout.hea"])


@pytest.mark.parametrize("place", ["web", "memory"])
def test_segments_and_signals_in_folders(server, shelf, tmp_path, scratch, place):
    for folder in ("one/deep", "two/samples"):
        (shelf / folder).mkdir(parents=True)
    write_segment(shelf / "one" / "deep", "a", II=[1, 2, 3, 4])
    write_segment(shelf / "two", "a", II=[5, 6, 7])
    (shelf / "two" / "aII.dat").rename(shelf / "two" / "samples" / "aII.dat")
    header = shelf / "two" / "a.hea"
    header.write_text(header.read_text().replace("aII.dat", "samples/aII.dat"))
    (shelf / "rec.hea").write_text("rec/2 1 100 7\none/deep/a 4\ntwo/a 3\n")
    address = server.address if place == "web" else in_memory(shelf, tmp_path.name)
    near, far = (biotropy.read_signals(f"{place}/rec.hea", ["II"]) for place in (shelf, address))
    assert near.values.tolist() == far.values.tolist() == [[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]]
    (said,) = scratch.glob("*/sha256")
    names = [line.split("  ")[1] for line in said.read_text().splitlines()]
    assert sorted(names) == ["one/deep/a.hea", "one/deep/aII.dat", "rec.hea", "two/a.hea", "two/samples/aII.dat"]


@pytest.mark.parametrize("name", ["../a", "/etc/a", "b/../../a", "b\\a"])
def test_names_that_lead_out_of_the_folder_are_not_followed(server, shelf, tmp_path, name):
    write_segment(tmp_path, "a", II=[1, 2])
    (shelf / "rec.hea").write_text(f"rec/1 1 100 2\n{name} 2\n")
    pytest.raises((FileFailed, FileMissing), biotropy.read_signals, f"{server.address}/rec.hea")
    assert {name for _, name, _ in server.requests} == {"rec.hea", "rec_channels.tsv"}


def test_a_segment_that_is_missing_or_changes(server, shelf):
    write_segments(shelf)
    address = f"{server.address}/rec.hea"
    (shelf / "b.hea").rename(shelf / "away")
    assert_refused(lambda: biotropy.read_signals(address, gap_fill=2), "file_not_found")
    (shelf / "away").rename(shelf / "b.hea")

    def trouble(method, name, first):
        if name == "cV.dat" and method == "GET":
            write_segment(shelf, "b", V=[21, 22, 23])

    server.trouble = trouble
    with pytest.raises(FileFailed, match=r"/bV\.dat has changed while it was read"):
        biotropy.read_signals(address, gap_fill=2)
    server.trouble = lambda method, name, first: None
    assert biotropy.read_signals(address, gap_fill=2).values[1, 6:9].tolist() == [2.1, 2.2, 2.3]


def test_a_header_of_annotations_brings_no_samples(server, shelf, scratch):
    write_segments(shelf)
    (shelf / "rec.atr").write_bytes(bytes([50, 4, 80, 4, 90, 4, 0, 0]))
    assert len(biotropy.read_rr(f"{server.address}/rec.atr", max=5).rr) == 2
    assert copies(scratch) == ["rec.atr", "rec.hea"]


def test_intervals_and_results(server, shelf, tmp_path):
    (shelf / "rr.txt").write_text("0.8\n0.81\n0.79\n0.8\n")
    assert biotropy.read_rr(f"{server.address}/rr.txt").rr.tolist() == biotropy.read_rr(shelf / "rr.txt").rr.tolist()
    xarray = pytest.importorskip("xarray")
    xarray.Dataset({"value": ("epoch", [1.0, 2.0])}).to_netcdf(shelf / "r.nc", engine="netcdf4")
    assert biotropy.open_results(f"{server.address}/r.nc")["value"].values.tolist() == [1, 2]


def test_scratch_has_a_bound(server, shelf, scratch, monkeypatch, rng):
    for name in "abc":
        np.save(shelf / f"{name}.npy", rng.standard_normal(1000))  # 8128 bytes
    monkeypatch.setenv("BIOTROPY_SCRATCH_SIZE", "20000")
    for turn, name in enumerate("ab"):
        biotropy.read_signals(f"{server.address}/{name}.npy", rate=1)
        (entry,) = {path.parents[1] for path in scratch.glob(f"*/files/{name}.npy")}
        os.utime(entry, (turn, turn))
    with stores.local(f"{server.address}/a.npy") as (here, _):
        biotropy.read_signals(f"{server.address}/c.npy", rate=1)
        assert os.path.exists(here)
        assert copies(scratch) == ["a.npy", "c.npy"]
        monkeypatch.setenv("BIOTROPY_SCRATCH_SIZE", "9K")
        assert_refused(lambda: biotropy.read_signals(f"{server.address}/b.npy", rate=1), "io")
    monkeypatch.setenv("BIOTROPY_SCRATCH_SIZE", "8K")
    biotropy.read_signals(f"{server.address}/b.npy", rate=1)
    assert copies(scratch) == ["b.npy"]
    monkeypatch.setenv("BIOTROPY_SCRATCH_SIZE", "7K")
    assert_refused(lambda: biotropy.read_signals(f"{server.address}/a.npy", rate=1), "io")
    for wrong in ("0", "G", "1.5G", "-1", "2X"):
        monkeypatch.setenv("BIOTROPY_SCRATCH_SIZE", wrong)
        assert_refused(lambda: biotropy.read_signals(f"{server.address}/a.npy", rate=1))


def test_a_copy_of_a_process_that_died_is_made_again(server, recording, scratch):
    address = f"{server.address}/x.npy"
    with stores.local(address) as (here, _):
        pass
    entry = next(scratch.glob("*/files")).parent
    (entry / "whole").unlink()
    (entry / "files" / "x.npy").write_bytes(b"half")
    assert np.array_equal(biotropy.read_signals(address, rate=1).values, recording)


def test_one_of_many_readers_fetches(server, recording):
    threads = [threading.Thread(target=biotropy.read_signals, args=(f"{server.address}/x.npy",), kwargs={"rate": 1}) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([1 for method, name, first in server.requests if (method, name, first) == ("GET", "x.npy", 4096)]) == 1


def test_a_local_address_is_not_copied(recording, shelf, scratch):
    assert np.array_equal(biotropy.read_signals(f"file://{shelf}/x.npy", rate=1).values, recording)
    assert not scratch.exists()


@pytest.fixture
def client():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as connected,
    ):
        yield connected


def test_distributed_work_reads_addresses(client, server, shelf, tmp_path, rng):
    from biotropy import distributed

    samples = rng.standard_normal((6, 3, 128))
    np.save(shelf / "e.npy", samples)
    (remote,) = distributed.pairwise([f"{server.address}/e.npy"], folder=tmp_path / "remote", client=client, block_size=2, m=1).values()
    (near,) = distributed.pairwise([shelf / "e.npy"], folder=tmp_path / "near", client=client, block_size=2, m=1).values()
    one, other = biotropy.open_results(remote), biotropy.open_results(near)
    assert np.array_equal(one["value"], other["value"])
    assert one.attrs["sha256"] == other.attrs["sha256"]
    assert one.attrs["path"] == f"{server.address}/e.npy"


def test_a_recording_that_changes_between_its_blocks(client, server, shelf, tmp_path, rng, scratch):
    from biotropy._work import blocks

    np.save(shelf / "e.npy", rng.standard_normal((6, 3, 128)))
    address = f"{server.address}/e.npy"
    with blocks.opened(address, None, "data", None) as recording:
        found = recording.describe()
    np.save(shelf / "e.npy", rng.standard_normal((6, 3, 128)))
    with blocks.opened(address, None, "data", None, version=found.version) as recording:
        recording.signal(0, 2)  # of the copy
    subprocess.run(["rm", "-r", str(scratch)], check=True)
    with refused("io"):
        with blocks.opened(address, None, "data", None, version=found.version):
            pass


@pytest.mark.parametrize("place", ["folder", "memory"])
def test_zarr_arrays_are_read_in_pieces(client, tmp_path, rng, place):
    zarr = pytest.importorskip("zarr")
    from biotropy import distributed

    samples = rng.standard_normal((3, 1100))
    path = f"memory://{tmp_path.name}/x.zarr" if place == "memory" else str(tmp_path / "x.zarr")
    array = zarr.create_array(path, shape=samples.shape, chunks=(3, 256), dtype="f8")
    array[:] = samples
    array.attrs["ch_names"] = ["Fz", "Cz", "Pz"]
    (result,) = distributed.pairwise([path], folder=tmp_path / "out", client=client, epoch=256, block_size=1, m=1).values()
    table = biotropy.open_results(result)
    assert table["channel"].values.tolist() == ["Fz", "Cz", "Pz"]
    assert np.array_equal(table["value"], biotropy.pairwise(samples[:, :1024].reshape(3, 4, 256).swapaxes(0, 1), m=1))
    with refused("io"):
        distributed.pairwise([path.replace("x.zarr", "none.zarr")], folder=tmp_path, client=client, m=1)


def test_a_table_of_physiology_comes_with_its_json(server, shelf):
    import gzip
    import json

    (shelf / "sub-1_task-x_physio.json").write_text(json.dumps({"SamplingFrequency": 4, "StartTime": 0, "Columns": ["beat"]}))
    (shelf / "sub-1_task-x_physio.tsv.gz").write_bytes(gzip.compress(b"1\n0\n0\n1\n0\n0\n0\n1\n"))
    assert biotropy.read_rr(f"{server.address}/sub-1_task-x_physio.tsv.gz").rr.tolist() == [0.75, 1.0]


@pytest.mark.parametrize("naming", ["neuromag", "bids"])
def test_parts_of_a_split_recording_come_too(server, shelf, rng, scratch, monkeypatch, naming, mne):
    monkeypatch.setattr(stores, "_PIECE", 2**20)
    raw = mne.io.RawArray(rng.standard_normal((8, 70_000)), mne.create_info(8, 1000.0, "eeg"), verbose="ERROR")
    whole, first = ("one_raw.fif", "one_raw.fif") if naming == "neuromag" else ("sub-1_meg.fif", "sub-1_split-01_meg.fif")
    raw.save(shelf / whole, fmt="double", split_size="2MB", buffer_size_sec=1.0, split_naming=naming, verbose="ERROR")
    parts = sorted(path.name for path in shelf.glob("*.fif"))
    (shelf / "one_raw-9.fif").write_bytes(b"of another recording")
    (shelf / "sub-2_split-01_meg.fif").write_bytes(b"of another recording")
    assert len(parts) >= 3
    assert np.array_equal(biotropy.read_signals(f"{server.address}/{first}").values, raw.get_data())
    assert copies(scratch) == parts
    (shelf / parts[-1]).unlink()
    assert_refused(lambda: biotropy.read_signals(f"{server.address}/{first}"), "file_not_found")


def test_copies_are_looked_at_only_when_there_is_no_room(server, shelf, scratch, monkeypatch, rng):
    looked, look = [], scratch_folders._remove_oldest
    monkeypatch.setattr(scratch_folders, "_remove_oldest", lambda *arguments: looked.append(arguments) or look(*arguments))
    monkeypatch.setenv("BIOTROPY_SCRATCH_SIZE", "44000")

    def fetch(name, turn):
        np.save(shelf / f"{name}.npy", rng.standard_normal(1000))  # 8128 bytes
        biotropy.read_signals(f"{server.address}/{name}.npy", rate=1)
        (entry,) = {path.parents[1] for path in scratch.glob(f"*/files/{name}.npy")}
        os.utime(entry, (turn, turn))
        return entry

    entries = [fetch(name, turn) for turn, name in enumerate("abcde")]
    assert len(looked) == 1  # the first time nothing is known
    fetch("f", 6)
    assert len(looked) == 2
    assert copies(scratch) == ["c.npy", "d.npy", "e.npy", "f.npy"]  # an eighth of the bound is free again
    # What is removed by hand is noticed when there seems to be no room.
    subprocess.run(["rm", "-r", *map(str, entries[2:])], check=True)
    fetch("g", 7)
    fetch("h", 8)
    assert len(looked) == 3
    assert copies(scratch) == ["f.npy", "g.npy", "h.npy"]
    (scratch / ".taken").write_text("")  # as a process leaves it that is killed
    fetch("i", 9)
    assert len(looked) == 4
    assert (scratch / ".taken").read_text() == str(4 * 8128)
