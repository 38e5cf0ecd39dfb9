# SPDX-License-Identifier: Apache-2.0
"""A Slurm of one node on this machine: munged, slurmctld and slurmd of Debian, with all their files in a folder.

It needs root, as the node starts jobs as their users. Every process that belongs to it has SLURM_CONF in its environment,
by which it is found and ended: no other Slurm of the machine is touched.
"""

import os
import secrets
import signal
import socket
import subprocess
import time
from pathlib import Path

SETTINGS = """ClusterName=check
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={controller_port}
SlurmdPort={node_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire={wait}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=5
KillWait=2
MinJobAge=3600
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} RealMemory=8192 State=UNKNOWN
DefMemPerNode=1024
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""

# Seconds that a task of a lost node waits before Slurm starts it again; 120 in a Slurm whose settings do not say.
WAIT = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    """Start with `with`; what it started ends with it."""

    def __init__(self, folder, processors):
        self.folder = Path(folder)
        self.host = socket.gethostname().split(".")[0]
        self.configuration = self.folder / "slurm.conf"
        self.processors = processors
        self.ports = {"slurmctld": free_port(), "slurmd": free_port()}

    def __enter__(self):
        if os.geteuid() != 0:
            raise SystemExit("slurm-check: root is needed, as slurmd starts jobs")
        os.environ["SLURM_CONF"] = str(self.configuration)
        self.folder.chmod(0o755)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        (self.folder / "munge.key").write_bytes(secrets.token_bytes(1024))
        (self.folder / "munge.key").chmod(0o400)
        self.configuration.write_text(SETTINGS.format(
            host=self.host, folder=self.folder, processors=self.processors, wait=WAIT,
            controller_port=self.ports["slurmctld"], node_port=self.ports["slurmd"]))  # fmt: skip
        options = {"socket": "munge.socket", "key-file": "munge.key", "log-file": "munged.log",
                   "pid-file": "munged.pid", "seed-file": "munge.seed"}  # fmt: skip
        subprocess.run(["munged", *(f"--{name}={self.folder / file}" for name, file in options.items())], check=True)
        try:
            self.start("slurmctld")
            self.start("slurmd")
            self.wait_for_node()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)

    def start(self, daemon):
        """Start slurmctld or slurmd, which go into the background. One that cannot have its port, which something left of a
        killed one may still hold, ends there without a word: so it must answer."""
        for _ in range(20):
            subprocess.run([daemon, *(["-N", self.host] if daemon == "slurmd" else [])])
            if self.answers(daemon):
                return
            time.sleep(1)
        raise SystemExit(f"slurm-check: {daemon} does not start: see {self.folder}/{daemon}.log")

    def answers(self, daemon, seconds=10):
        end = time.monotonic() + seconds
        while self.processes(daemon) and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.ports[daemon]), timeout=1).close()
                return True
            except OSError:
                time.sleep(0.2)
        return False

    def wait_for_node(self, seconds=60):
        for _ in range(seconds):
            said = subprocess.run(["sinfo", "-h", "-o", "%T"], capture_output=True, text=True).stdout
            if said.strip() in ("idle", "mixed", "allocated"):
                return
            time.sleep(1)
        raise SystemExit(f"slurm-check: the node is '{said.strip()}': see {self.folder}/slurmctld.log")

    def processes(self, name=None):
        """Processes of this cluster: daemons, and what jobs have started."""
        mark = f"SLURM_CONF={self.configuration}".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if int(entry.name) == os.getpid() or mark not in (entry / "environ").read_bytes().split(b"\0"):
                    continue
                if name is None or (entry / "comm").read_text().strip() == name:
                    found.append(int(entry.name))
            except OSError:
                pass  # it has ended
        return found

    def of_jobs(self, word):
        """Processes inside jobs whose command line has the word."""
        found = []
        for pid in self.processes():
            try:
                in_job = b"\0SLURM_JOB_ID=" in Path(f"/proc/{pid}/environ").read_bytes()
                if in_job and word.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
            except OSError:
                pass
        return found

    def kill(self, pids, seconds=30):
        """Kill processes and wait until they are gone: until then they hold ports and locks."""
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        end = time.monotonic() + seconds
        while left := [pid for pid in pids if self.runs(pid)]:
            if time.monotonic() > end:
                raise SystemExit(f"slurm-check: {seconds} s after they were killed these processes run: {left}")
            time.sleep(0.05)

    def runs(self, pid):
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
        except OSError:
            return False

    def has_saved_jobs(self, since):
        """Whether the controller has written its jobs to the disk after a time of the clock."""
        try:
            return (self.folder / "state" / "job_state").stat().st_mtime > since
        except FileNotFoundError:
            return False

    def lose_node(self):
        """What a loss of power does: the daemon of the node and all its jobs end without a word."""
        self.kill([*self.processes("slurmd"), *self.processes("slurmstepd"), *self.of_jobs("")])

    def queue(self):
        said = subprocess.run(["squeue", "-h", "-o", "%i %T %r"], capture_output=True, text=True)
        return None if said.returncode else said.stdout.splitlines()

    def wait_until_empty(self, seconds):
        end = time.monotonic() + seconds
        while (waiting := self.queue()) != []:
            if time.monotonic() > end:
                raise SystemExit(f"slurm-check: jobs after {seconds} s: {waiting}")
            time.sleep(0.5)
