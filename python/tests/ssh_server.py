# SPDX-License-Identifier: Apache-2.0
"""OpenSSH's server on the loopback address, for one user with one key, and nothing but sftp."""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

PROGRAM = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def _children(process):
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for children in lists for child in children.read_text().split()]


class SshServer:
    """Serves files at `address` within `with`, to the user that runs the tests, with the private key `key`."""

    def __init__(self, folder):
        self.key, self.folder = folder / "key", folder

    def __enter__(self):
        for name in ("key", "host"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
        if os.getuid() == 0:
            Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # as Debian's service does
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        (self.folder / "config").write_text(
            f"ListenAddress 127.0.0.1:{port}\nHostKey {self.folder}/host\nPidFile none\nUsePAM no\nStrictModes no\n"
            f"AuthorizedKeysFile {self.key}.pub\nAuthenticationMethods publickey\nPermitRootLogin prohibit-password\n"
            "AllowTcpForwarding no\nForceCommand internal-sftp\nSubsystem sftp internal-sftp\n"
        )
        command = [PROGRAM, "-D", "-e", "-f", self.folder / "config"]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.address = f"sftp://{getpass.getuser()}@127.0.0.1:{port}"
        try:
            self._wait(port)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.drop()
        self.process.terminate()
        self.process.wait()

    def drop(self):
        """End all connections, and return their number."""
        dropped = _children(self.process.pid)
        for child in dropped:
            for process in (*_children(child), child):
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass  # it ended with the other
        return len(dropped)

    def _wait(self, port):
        while self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.01)
        raise RuntimeError(f"sshd ended: {(self.folder / 'log').read_text()}")
