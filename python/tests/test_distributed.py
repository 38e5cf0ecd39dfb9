# SPDX-License-Identifier: Apache-2.0
"""Recordings on a real cluster of two processes: the same values as in one process, also after failures."""

import fcntl
import functools
import os
import platform
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import assert_refused, refused, silent, warned

import biotropy
from biotropy._surrogate_test import TESTED

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
xarray = pytest.importorskip("xarray")
from biotropy import distributed as scaled  # noqa: E402
from biotropy._work import recording_work, schedule, shards  # noqa: E402


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as connected,
    ):
        yield connected


@pytest.fixture
def recordings(tmp_path, rng):
    paths = {}
    for name in ("a", "b", "c"):
        paths[name] = tmp_path / f"{name}.npy"
        np.save(paths[name], rng.standard_normal((12, 6, 256)))
    return paths


def values_of(results):
    return {name: biotropy.open_results(path)["value"].values for name, path in results.items()}


def expected(recordings):
    return {name: biotropy.pairwise(np.load(path), m=1) for name, path in recordings.items()}


def assert_equal(results, wanted):
    found = values_of(results)
    assert found.keys() == wanted.keys()
    for name, value in wanted.items():
        assert np.array_equal(found[name], value)


def slowly(path):
    time.sleep(0.2)
    return np.load(path)


def test_a_worker_that_is_killed_costs_nothing(client, recordings, tmp_path):
    pids = list(client.run(os.getpid).values())
    killed = []

    def kill_half_way(done, total):
        if done >= 3 and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    results = scaled.pairwise(list(recordings.values()), folder=tmp_path / "out", client=client, read=slowly,
                              block_size=2, m=1, progress=kill_half_way)  # fmt: skip
    assert killed
    assert_equal(results, expected(recordings))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.nc", "b.nc", "c.nc"]


def test_an_interrupted_run_goes_on_where_it_stopped(client, recordings, tmp_path):
    class Interruption(Exception):
        pass

    def stop(done, total):
        if done == 2:
            raise Interruption

    options = {"folder": tmp_path / "out", "client": client, "block_size": 4, "m": 1}
    pytest.raises(Interruption, scaled.pairwise, recordings, progress=stop, **options)
    parts = sorted((tmp_path / "out" / "parts").rglob("*.npz"))
    kept = len(parts) + 3 * len(list((tmp_path / "out").glob("*.nc")))
    assert kept == 2
    blocks = []
    results = scaled.pairwise(recordings, progress=lambda done, total: blocks.append(done), **options)
    assert max(blocks) == 9 - kept
    assert_equal(results, expected(recordings))
    blocks.clear()
    scaled.pairwise(recordings, progress=lambda done, total: blocks.append(done), **options)
    assert not blocks


def test_what_changed_is_done_again(client, recordings, tmp_path, rng):
    options = {"folder": tmp_path / "out", "client": client}
    scaled.pairwise(recordings, m=1, **options)
    np.save(recordings["b"], rng.standard_normal((5, 6, 200)))
    assert_equal(scaled.pairwise(recordings, m=1, **options), expected(recordings))
    with warned("result_replaced"):
        changed = values_of(scaled.pairwise(recordings, m=2, **options))
    assert np.array_equal(changed["b"], biotropy.pairwise(np.load(recordings["b"]), m=2))


def test_surrogates_are_those_of_the_whole_recording(client, recordings, tmp_path):
    options = {"measure": "cross-sampen", "r": 0.5, "surrogates": 9, "surrogate_kind": "shuffle", "surrogate_seed": 3}
    (result,) = scaled.pairwise([recordings["a"]], folder=tmp_path / "out", client=client, block_size=5, **options).values()
    table = biotropy.open_results(result)
    local = biotropy.pairwise(np.load(recordings["a"]), output="dict", **options)
    for name in TESTED:
        assert table[name].dims == ("epoch", "channel", "partner")
        assert np.array_equal(table[name].values, local[name], equal_nan=True), name
    assert np.isfinite(table["z"].values).any()


@pytest.mark.parametrize("options", [{"surrogate_kind": "shuffle"}, {"surrogate_kind": "phases", "surrogate_stop": 2}])
def test_surrogates_of_curves_are_those_of_the_whole_recording(client, recordings, tmp_path, options):
    options |= {"r": 0.5, "surrogates": 9, "surrogate_seed": 3, "method": "rcmse"}
    local = biotropy.multiscale_entropy(np.load(recordings["a"]), [1, 3], full_output=True, **options).surrogates
    for block_size in (5, 100):
        folder = tmp_path / str(block_size)
        done = scaled.multiscale_entropy([recordings["a"]], [1, 3], folder=folder, client=client, block_size=block_size, **options)
        table = biotropy.open_results(done["a"])
        for name, numbers in vars(local).items():
            assert table[name].dims == ("epoch", "channel", "scale")
            assert np.array_equal(table[name].values, numbers, equal_nan=True), name
    assert np.isfinite(table["z"].values).all()


def test_curves_of_a_continuous_recording(client, tmp_path, rng):
    samples = rng.standard_normal((3, 1100))
    np.save(tmp_path / "x.npy", samples)
    (result,) = scaled.multiscale_entropy([tmp_path / "x.npy"], 4, folder=tmp_path, client=client, epoch=500, r=0.15).values()
    table = biotropy.open_results(result)
    assert table["value"].dims == ("epoch", "channel", "scale")
    epochs = np.stack([samples[:, :500], samples[:, 500:1000]])
    assert np.array_equal(table["value"], biotropy.multiscale_entropy(epochs, 4, r=0.15))


def test_what_mne_reads(client, tmp_path, rng, mne):
    info = mne.create_info(["Fp1", "O2", "STI"], 100.0, ["eeg", "eeg", "stim"])
    raw = mne.io.RawArray(rng.standard_normal((3, 1000)) * 1e-6, info, verbose="ERROR")
    raw.save(tmp_path / "one_raw.fif", verbose="ERROR")
    epochs = mne.make_fixed_length_epochs(raw, 2.0, preload=True, verbose="ERROR")
    epochs.save(tmp_path / "two-epo.fif", verbose="ERROR")
    results = scaled.pairwise([tmp_path / "one_raw.fif", tmp_path / "two-epo.fif"], folder=tmp_path / "out", client=client, epoch=200, m=1)
    continuous, cut = (biotropy.open_results(path) for path in results.values())
    assert continuous.channel.values.tolist() == cut.channel.values.tolist() == ["Fp1", "O2"]
    assert continuous.sizes["epoch"] == cut.sizes["epoch"] == 5
    stored = mne.io.read_raw(tmp_path / "one_raw.fif", verbose="ERROR").get_data(picks="eeg")
    epochs_read = stored.reshape(2, 5, 200).swapaxes(0, 1)
    assert np.array_equal(continuous["value"], biotropy.pairwise(epochs_read, m=1))


def test_channels_marked_as_bad_are_named(client, tmp_path, rng, mne):
    info = mne.create_info(["Fp1", "Cz", "O2"], 100.0, "eeg")
    raw = mne.io.RawArray(rng.standard_normal((3, 1000)) * 1e-6, info, verbose="ERROR")
    raw.info["bads"] = ["Cz"]
    raw.save(tmp_path / "one_raw.fif", verbose="ERROR")
    mne.make_fixed_length_epochs(raw, 2.0, preload=True, verbose="ERROR").save(tmp_path / "two-epo.fif", verbose="ERROR")
    given = {"folder": tmp_path / "out", "client": client, "epoch": 200, "m": 1}
    for name in ("one_raw.fif", "two-epo.fif"):
        with warned("channels_bad") as caught:
            (result,) = scaled.pairwise([tmp_path / name], **given).values()
        assert __file__ in {warning.filename for warning in caught}
        table = biotropy.open_results(result)
        assert (np.isfinite(table["value"].values).sum(axis=(0, 2)) == [10, 0, 10]).all()
        with silent(RuntimeWarning):
            (result,) = scaled.pairwise([tmp_path / name], bads="keep", **{**given, "folder": tmp_path / "kept"}).values()
        assert np.isfinite(biotropy.open_results(result)["value"].values).all()
    assert_refused(lambda: scaled.pairwise([tmp_path / "one_raw.fif"], bads="all", **given))
    with silent(RuntimeWarning):
        scaled.pairwise([tmp_path / "one_raw.fif"], picks=["Fp1", "O2"], **{**given, "folder": tmp_path / "picked"})


def test_a_constant_channel_has_a_reason(client, tmp_path, rng):
    samples = rng.standard_normal((4, 3, 200))
    samples[2, 1] = 7
    np.save(tmp_path / "x.npy", samples)
    (result,) = scaled.pairwise([tmp_path / "x.npy"], folder=tmp_path, client=client, block_size=3, m=1).values()
    table = biotropy.open_results(result)
    assert np.isnan(table["value"].values[2, 1]).all()
    assert "constant" in table["reason"].values[2, 1]
    assert table["reason"].values[3, 1] == ""


def of_scale(path, scale):
    return scale * np.load(path) ** 3 + np.load(path)


def test_another_reading_is_another_result(client, recordings, tmp_path):
    found = []
    for scale in (1.0, 10.0):
        results = scaled.pairwise([recordings["a"]], folder=tmp_path / "out", client=client, m=1,
                                  read=functools.partial(of_scale, scale=scale))  # fmt: skip
        found.append(values_of(results)["a"])
        assert np.array_equal(found[-1], biotropy.pairwise(of_scale(recordings["a"], scale), m=1))
    assert not np.array_equal(*found)


def load_of_folder(path):
    return np.load(f"{path}/x.npy")


def test_content_twice_and_folders(client, recordings, tmp_path):
    twice = scaled.pairwise({"one": recordings["a"], "two": recordings["a"]}, folder=tmp_path / "out", client=client, m=1)
    assert np.array_equal(*values_of(twice).values())
    for name in ("b", "c"):
        (tmp_path / f"folder-{name}").mkdir()
        np.save(tmp_path / f"folder-{name}" / "x.npy", np.load(recordings[name]))
    folders = scaled.pairwise([tmp_path / "folder-b", tmp_path / "folder-c"], folder=tmp_path / "out", client=client, m=1,
                              read=load_of_folder)  # fmt: skip
    for name in ("b", "c"):
        assert np.array_equal(values_of(folders)[f"folder-{name}"], biotropy.pairwise(np.load(recordings[name]), m=1))


def test_mistakes(client, recordings, tmp_path):
    where, tested = {"folder": tmp_path / "out", "client": client}, {"surrogates": 9}
    with refused(parameter="surrogate_kind"):
        scaled.multiscale_entropy(recordings, 2, surrogate_kind="shift", **tested, **where)
    np.save(tmp_path / "empty.npy", np.zeros((0, 4, 100)))
    for code, parameter, given, options in (
        ("invalid_argument", "m", recordings, {"m": 0}),
        ("invalid_argument", None, recordings, {"block_size": 0}),
        ("invalid_argument", None, [recordings["a"], "elsewhere/a.npy"], {}),
        ("invalid_argument", None, {"../x": recordings["a"]}, {}),
        ("invalid_argument", None, recordings, {"average": True}),
        ("invalid_argument", None, recordings, {"surrogate_kind": "epochs", **tested}),
        ("invalid_argument", None, recordings, {"measure": "cross-sampen", "pool_epochs": "epoch"}),
        ("invalid_argument", "device", recordings, {"device": 7}),
        ("io", None, [tmp_path / "empty.npy"], {}),
        ("io", None, [recordings["a"]], {"picks": ["0"]}),
    ):
        assert_refused(lambda: scaled.pairwise(given, **options, **where), code, parameter)


def test_a_study_in_shards_has_the_same_bytes(client, program, tmp_path):
    (made_study(program, tmp_path / "study") / "sub-004.edf").write_bytes(b"no recording")
    shutil.copytree(tmp_path / "study", tmp_path / "alone")
    result = scaled.study(tmp_path / "study", client=client, shards=3, program=os.environ["BIOTROPY_PROGRAM"])
    alone = subprocess.run([os.environ["BIOTROPY_PROGRAM"], "study", "run", tmp_path / "alone", "--quiet"], check=False)
    assert alone.returncode == 3
    assert result.read_bytes() == (tmp_path / "alone" / "result.nc").read_bytes()
    for recording in (tmp_path / "study").glob("*.edf"):
        recording.write_bytes(b"no recording")
    with refused("io"):
        scaled.study(tmp_path / "study", client=client, shards=2, program=os.environ["BIOTROPY_PROGRAM"])
    with refused("file_not_found"):
        scaled.study(tmp_path / "none", client=client, shards=1, program=os.environ["BIOTROPY_PROGRAM"])
    assert_refused(lambda: scaled.study(tmp_path / "study", client=client, shards=0))


def test_seams_of_joined_recordings_separate_templates(client, tmp_path, rng, mne):
    info = mne.create_info(["Fz", "Cz"], 100.0, "eeg")
    parts = [mne.io.RawArray(rng.standard_normal((2, length)), info, verbose="ERROR") for length in (350, 450)]
    joined = mne.concatenate_raws(parts, verbose="ERROR")
    path = tmp_path / "joined_raw.fif"
    joined.save(path, fmt="double", verbose="ERROR")
    options = {"tau": 3, "nan_policy": "omit"}
    matrices = scaled.pairwise([path], folder=tmp_path / "pairs", client=client, epoch=200, m=1, **options)
    known = np.insert(joined.get_data(), [350] * 3, np.nan, axis=1)[:, :800].reshape(2, 4, 200).swapaxes(0, 1)
    assert np.array_equal(values_of(matrices)["joined_raw"], biotropy.pairwise(known, m=1, **options))
    curves = scaled.multiscale_entropy([path], [1, 4], folder=tmp_path / "scales", client=client, **options)
    assert np.array_equal(values_of(curves)["joined_raw"][0], biotropy.multiscale_entropy(joined, [1, 4], **options))
    slid = scaled.sliding_entropy([path], folder=tmp_path / "slid", client=client, window=100, step=50, m=1)
    with warned("not_finite"):
        expected = biotropy.sliding_entropy(joined, window=100, step=50, m=1)
    assert np.array_equal(values_of(slid)["joined_raw"][0], expected, equal_nan=True)


STUCK = """#!/bin/bash
# The first one at work on shard 1 takes its lock and never ends.
if [[ " $* " == *" 1/2 "* ]] && mkdir {folder}/begun 2>/dev/null; then
  exec 9>{folder}/study/.shard-1-of-2
  flock 9
  echo $$ $PPID >{folder}/stuck.part && mv {folder}/stuck.part {folder}/stuck
  exec sleep 3600
fi
exec {program} "$@"
"""


def made_study(program, folder):
    program("simulate", "cohort", folder, "--groups", 2, "--subjects", 2, "--channels", 3, "--epochs", 2, "--quiet")
    program("study", "init", folder, "--epoch", 1024)
    return folder


def test_what_a_killed_worker_has_started_ends_with_it(program, tmp_path):
    study = made_study(program, tmp_path / "study")
    stuck = tmp_path / "stuck.sh"
    stuck.write_text(STUCK.format(folder=tmp_path, program=os.environ["BIOTROPY_PROGRAM"]))
    stuck.chmod(0o755)
    pids = []

    def kill_the_worker():
        while not (tmp_path / "stuck").exists():
            time.sleep(0.05)
        pids.extend(int(pid) for pid in (tmp_path / "stuck").read_text().split())
        os.kill(pids[1], signal.SIGKILL)

    killer = threading.Thread(target=kill_the_worker)
    killer.start()
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as own,
    ):
        result = scaled.study(study, client=own, shards=2, program=str(stuck))
    killer.join()
    assert result.exists()
    status = Path(f"/proc/{pids[0]}/stat")  # a process that ended is a zombie until its parent waits for it
    assert not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] == "Z"


def test_a_shard_that_another_process_is_at_work_on_is_waited_for(program, tmp_path, monkeypatch):
    study = made_study(program, tmp_path / "study")
    lock = (study / ".shard-2-of-2").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    waited = []
    monkeypatch.setattr(shards.time, "sleep", lambda seconds: (waited.append(seconds), lock.close()))
    command = [os.environ["BIOTROPY_PROGRAM"], "study", "run", study / "study.toml", "--shard", "2/2"]
    shards._run(command, (0,))
    assert len(waited) == 1
    assert_refused(lambda: shards._run([*command, "--none"], (0,)), "io")


def test_folders_are_those_of_this_machine(recordings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    for call in (scaled.pairwise, scaled.multiscale_entropy):
        assert_refused(lambda: call(recordings, folder="s3://bucket/out"))
    assert_refused(lambda: scaled.study("s3://bucket/study"))
    assert sorted(tmp_path.iterdir()) == before


def small_recordings(folder, rng, number):
    paths = {f"r{i}": folder / f"r{i}.npy" for i in range(number)}
    for path in paths.values():
        np.save(path, rng.standard_normal((2, 3, 100)))
    return paths


def test_tasks_of_several_recordings(client, tmp_path, rng, monkeypatch):
    monkeypatch.setattr(schedule, "_LEAST_TASKS", 4)
    paths = small_recordings(tmp_path, rng, 30)
    paths["r4"].write_bytes(b"no array")
    totals, killed = [], []

    def kill_once(done, total):
        totals.append((done, total))
        if done >= 5 and not killed:
            killed.extend(client.run(os.getpid).values())
            os.kill(killed[0], signal.SIGKILL)

    options = {"folder": tmp_path / "out", "client": client, "m": 1}
    with pytest.warns(RuntimeWarning) as caught:
        assert scaled.pairwise(paths, progress=kill_once, **options).keys() == paths.keys() - {"r4"}
    assert ["r4.npy" in str(one.message) for one in caught] == [True]
    assert killed and totals[-1] == (29, 29)
    np.save(paths["r4"], rng.standard_normal((2, 3, 100)))
    assert_equal(scaled.pairwise(paths, **options), expected(paths))


def test_a_task_leaves_what_it_has_no_time_for(tmp_path, rng, monkeypatch):
    monkeypatch.setattr(schedule, "_LEAST_TASKS", 1)
    monkeypatch.setattr(recording_work, "TASK_SECONDS", 0.0)
    monkeypatch.setattr("distributed.as_completed", InTurn)
    paths = small_recordings(tmp_path, rng, 5)
    work = recording_work.Work("pairwise", "cross-apen", {"m": 1}, None, "data", None, {})
    assert len(work.begin_some([(str(path), None) for path in paths.values()])) == 1
    assert_equal(scaled.pairwise(paths, folder=tmp_path / "out", client=Here(), m=1), expected(paths))


def test_a_recording_that_ends_its_workers_fails_alone(tmp_path, rng, monkeypatch):
    class Deadly(Here):
        def submit(self, task, asked, *, pure):
            future = super().submit(task, asked, pure=pure)
            if any(path.endswith("r2.npy") for path, _ in asked):
                future.status, future.exception = "error", lambda: RuntimeError("four workers ended")
            return future

    monkeypatch.setattr(schedule, "_LEAST_TASKS", 1)
    monkeypatch.setattr("distributed.as_completed", InTurn)
    paths = small_recordings(tmp_path, rng, 5)
    with pytest.warns(RuntimeWarning) as caught:
        scaled.pairwise(paths, folder=tmp_path / "out", client=Deadly(), m=1)
    assert ["r2.npy" in str(one.message) for one in caught] == [True]
    assert sorted(path.stem for path in (tmp_path / "out").glob("*.nc")) == ["r0", "r1", "r3", "r4"]


def test_files_are_those_that_xarray_would_write(client, recordings, tmp_path):
    (path,) = scaled.pairwise([recordings["a"]], folder=tmp_path / "out", client=client, m=1).values()
    core = biotropy.pairwise(np.load(recordings["a"]), m=1, output="dict")
    written = xarray.load_dataset(path)
    cube, names = ("epoch", "channel", "partner"), [str(channel) for channel in range(6)]
    wanted = {name: (cube, core[name]) for name in ("value", "matches_m", "matches_m1")}
    wanted["reason"] = (cube[:2], np.full((12, 6), "", dtype=object))
    known = xarray.Dataset(wanted, {"channel": names, "partner": names}, written.attrs)
    known.to_netcdf(tmp_path / "known.nc", engine="netcdf4")
    assert xarray.load_dataset(tmp_path / "known.nc").identical(written)
    assert written.attrs["path"] == str(recordings["a"])


FAULTS = """
import resource, numpy, biotropy._work.recording_work as work
work._keep_freed_memory()
def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(100):
        numpy.ones(2**17)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
faults()
print(faults())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the threshold is one of glibc")
def test_memory_is_used_again_in_spite_of_the_threshold_of_dask():
    environment = {**os.environ, "MALLOC_TRIM_THRESHOLD_": "65536"}
    said = subprocess.run([sys.executable, "-c", FAULTS], env=environment, text=True, capture_output=True, check=True)
    assert int(said.stdout) < 1000  # of 25,600 pages


def test_a_cluster_of_its_own_does_not_look_at_itself_all_the_time():
    name = "distributed.worker.profile.enabled"
    before = dask.config.get(name)
    with shards.connected(None) as own:
        assert set(own.run(dask.config.get, name).values()) == {False}
    assert dask.config.get(name) == before


class Again:
    """A task whose worker ends when it is done: it is seen as pending once, and then done again."""

    def __init__(self, task, *arguments):
        self.result, self.status = lambda: task(*arguments), "new"

    def exception(self):
        return None


class Here:
    """A client that does its tasks at once."""

    threads = {"here": 1}

    def nthreads(self):
        return self.threads

    def submit(self, task, *arguments, pure):
        return Again(task, *arguments)


class InTurn(list):
    """as_completed of such tasks."""

    add = list.append

    def __iter__(self):
        while self:
            task = self.pop(0)
            task.status = {"new": "pending", "pending": "finished"}.get(task.status, task.status)
            yield task


@pytest.mark.parametrize(("threads", "recordings", "at_once"), [
    (2, 15, 1), (2, 31, 1), (2, 32, 2), (2, 1000, 8), (100, 511, 1), (100, 512, 2), (0, 511, 1), (0, 2047, 7), (0, 9999, 8)])  # fmt: skip
def test_tasks_are_a_few_for_each_thread(threads, recordings, at_once, tmp_path):
    client = Here()
    client.threads = {"some": threads} if threads else {}
    assert schedule.Schedule(None, {}, tmp_path, client, 8).at_once(recordings) == at_once


def test_a_result_that_is_lost_before_it_is_fetched_is_waited_for(recordings, tmp_path, monkeypatch):
    monkeypatch.setattr("distributed.as_completed", InTurn)
    results = scaled.pairwise(recordings, folder=tmp_path / "out", client=Here(), m=1, block_size=2)
    assert_equal(results, expected(recordings))
