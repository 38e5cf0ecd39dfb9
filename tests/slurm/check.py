# SPDX-License-Identifier: Apache-2.0
"""A study and distributed work on a real Slurm, with everything killed in the middle: the bytes are those of an undisturbed
run.

Usage: check.py PROGRAM   with the Python package and dask-jobqueue; starts and ends a Slurm of its own
"""

import filecmp
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from cluster import Cluster
from dask_jobqueue import SLURMCluster
from distributed import Client

from biotropy import distributed

LIMIT = 1200  # seconds for the jobs of one check, on a busy machine
SUBJECTS, TASKS = 24, 12


def say(text):
    print(f"slurm-check: {text}", flush=True)


def program(*words):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"slurm-check: biotropy {words}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def require_same(one, other):
    if not filecmp.cmp(one, other, shallow=False):
        raise SystemExit(f"slurm-check: {one} and {other} differ")


def wait_for(condition, what):
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"slurm-check: after {LIMIT} s still not: {what}")
        time.sleep(0.05)


def measured(folder):
    return len(list((folder / "subjects").glob("*.values")))


def study_runs(cluster, folder):
    study = folder / "study"
    program("simulate", "cohort", study, "--groups", 3, "--subjects", SUBJECTS // 3, "--channels", 128, "--epochs", 24, "--quiet")
    program("study", "init", study, "--epoch", 1024, "--permutations", 200, "--quiet")
    began = time.monotonic()
    program("study", "run", study, "-o", folder / "whole", "--threads", 1, "--quiet")
    say(f"study of {SUBJECTS} subjects without Slurm, one thread: {time.monotonic() - began:.1f} s")

    began = time.monotonic()
    program("study", "submit", study, "-o", folder / "quiet", "--shards", TASKS)
    cluster.wait_until_empty(LIMIT)
    require_same(folder / "quiet" / "result.nc", folder / "whole" / "result.nc")
    say(f"{TASKS} tasks and a job that merges: same bytes, {time.monotonic() - began:.1f} s")

    began = time.monotonic()
    killed = folder / "killed"
    program("study", "submit", study, "-o", killed, "--shards", TASKS)
    wait_for(lambda: cluster.of_jobs("--shard"), "a task measures")
    cluster.kill(cluster.of_jobs("\0--shard")[:1])
    say("killed: a process that measured")
    wait_for(lambda: measured(killed) >= 2, "two subjects are measured")
    # Slurm writes its jobs to the disk within seconds of a change. A controller that is killed before that forgets new jobs, and
    # starts those again that it had started: the node has two with one number then, and is drained.
    since = time.time()
    wait_for(lambda: cluster.has_saved_jobs(since), "the controller has written its jobs")
    cluster.kill(cluster.processes("slurmctld"))
    say(f"killed: slurmctld, {measured(killed)} of {SUBJECTS} subjects measured")
    time.sleep(2)
    cluster.start("slurmctld")
    wait_for(lambda: measured(killed) >= 4 and cluster.of_jobs("\0--shard"), "four subjects are measured")
    cluster.lose_node()
    say(f"killed: slurmd and all its jobs, {measured(killed)} of {SUBJECTS} subjects measured")
    cluster.start("slurmd")
    wait_for(lambda: measured(killed) >= 6, "six subjects are measured")
    cluster.kill(cluster.processes("slurmd"))
    say(f"killed: slurmd alone, its jobs go on, {measured(killed)} of {SUBJECTS} subjects measured")
    time.sleep(2)
    cluster.start("slurmd")
    cluster.wait_for_node()
    cluster.wait_until_empty(LIMIT)
    require_same(killed / "result.nc", folder / "whole" / "result.nc")
    say(f"after all of these: same bytes, {time.monotonic() - began:.1f} s")


def dask_runs(cluster, folder):
    rng = np.random.default_rng(1)
    recordings = {}
    for name in ("a", "b", "c", "d"):
        recordings[name] = folder / f"{name}.npy"
        np.save(recordings[name], rng.standard_normal((24, 32, 1024)))
    jobs = SLURMCluster(cores=1, processes=1, memory="1GiB", walltime="01:00:00", queue="main", interface="lo",
                        log_directory=str(folder / "logs"), local_directory=str(folder),
                        python=sys.executable, scheduler_options={"dashboard_address": ":0"},
                        job_extra_directives=["--open-mode=append"])  # fmt: skip
    with jobs, Client(jobs) as client:
        jobs.adapt(minimum_jobs=2, maximum_jobs=2, interval="1s")
        options = {"client": client, "m": 1, "block_size": 2}
        began = time.monotonic()
        whole = distributed.pairwise(recordings, folder=folder / "dask-whole", **options)
        say(f"dask-jobqueue, 4 recordings by 2 workers: {time.monotonic() - began:.1f} s")
        harms = [
            (4, "a worker", lambda: cluster.kill(cluster.of_jobs("distributed.cli")[:1])),
            (10, "slurmctld", lambda: (cluster.kill(cluster.processes("slurmctld")), time.sleep(2), cluster.start("slurmctld"))),
            (20, "slurmd and all its jobs", lambda: (cluster.lose_node(), cluster.start("slurmd"))),
        ]

        def kill(done, total):
            while harms and done >= harms[0][0]:
                _, what, harm = harms.pop(0)
                harm()
                say(f"killed: {what}, {done} of {total} blocks done")

        began = time.monotonic()
        killed = distributed.pairwise(recordings, folder=folder / "dask-killed", progress=kill, **options)
        if harms:
            raise SystemExit("slurm-check: the work ended before everything was killed")
        for name in recordings:
            require_same(whole[name], killed[name])
        say(f"after all of these: same bytes, {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="slurm-check-", ignore_cleanup_errors=True) as temporary:
        place = Path(temporary)
        with Cluster(place, processors=2) as running:
            study_runs(running, place)
            dask_runs(running, place)
    say("passed")
