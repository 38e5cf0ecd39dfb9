# SPDX-License-Identifier: Apache-2.0
"""OpenStack Swift with its S3 interface on this machine: the proxy and one server each of accounts, containers and objects, with
all their files in a folder."""

import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

KEY, SECRET = "check:tester", "testing"
CONSTRAINTS = "[swift-hash]\nswift_hash_path_suffix = check\nswift_hash_path_prefix = check\n"
SERVER = """[DEFAULT]
devices = {folder}/devices
mount_check = false
bind_ip = 127.0.0.1
bind_port = {port}
workers = {workers}
swift_dir = {folder}
user = {user}
log_level = WARNING
log_udp_host = 127.0.0.1
log_udp_port = 9
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""
PROXY = """[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
workers = 2
swift_dir = {folder}
user = {user}
log_udp_host = 127.0.0.1
log_udp_port = 9
[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{cache}
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_check_tester = testing .admin
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Swift:
    """Runs within `with`; `address` is that of its S3 interface."""

    def __init__(self, folder):
        self.folder, self.processes = Path(folder), {}
        self.kinds = ("account", "container", "object")
        self.ports = {kind: free_port() for kind in (*self.kinds, "proxy", "cache")}
        self.address = f"http://127.0.0.1:{self.ports['proxy']}"

    def __enter__(self):
        import getpass

        (self.folder / "devices" / "disk").mkdir(parents=True)
        (self.folder / "swift.conf").write_text(CONSTRAINTS)
        for kind in self.kinds:
            ring = self.folder / f"{kind}.builder"
            self.ring(ring, "create", "4", "1", "1")
            self.ring(ring, "add", f"r1z1-127.0.0.1:{self.ports[kind]}/disk", "1")
            self.ring(ring, "rebalance")
        shared = {"folder": self.folder, "user": getpass.getuser()}
        for kind in self.kinds:
            self.write(kind, SERVER.format(kind=kind, port=self.ports[kind], workers=2 if kind == "object" else 1, **shared))
        self.write("proxy", PROXY.format(port=self.ports["proxy"], cache=self.ports["cache"], **shared))
        try:
            for kind in (*self.kinds, "proxy"):
                self.start(kind)
            self.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for kind in list(self.processes):
            self.kill(kind)

    def write(self, kind, text):
        (self.folder / f"{kind}-server.conf").write_text(text)

    def ring(self, *words):
        said = subprocess.run(["swift-ring-builder", *map(str, words)], capture_output=True, text=True)
        if said.returncode > 1:  # 1 is a warning
            raise SystemExit(f"store-check: swift-ring-builder {words}: {said.stdout}{said.stderr}")

    def start(self, kind):
        log = (self.folder / f"{kind}.log").open("a")
        program = shutil.which(f"swift-{kind}-server")
        if program is None:
            raise SystemExit("store-check: Swift is not installed")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        # A group of its own: a server and its workers end together.
        self.processes[kind] = subprocess.Popen(
            ["/usr/bin/python3", program, self.folder / f"{kind}-server.conf", "-v"], stdout=log, stderr=log,
            env={**environment, "SWIFT_DIR": str(self.folder)}, start_new_session=True)  # fmt: skip

    def kill(self, kind):
        process = self.processes.pop(kind)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def wait(self, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                urllib.request.urlopen(f"{self.address}/", timeout=5)
                return
            except urllib.error.HTTPError:
                return  # it answers that a signature is needed
            except OSError:
                time.sleep(0.2)
        raise SystemExit(f"store-check: Swift does not answer: see {self.folder}/proxy.log")

    def options(self):
        """What s3fs is told."""
        return {"key": KEY, "secret": SECRET, "endpoint_url": self.address}
