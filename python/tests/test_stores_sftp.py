# SPDX-License-Identifier: Apache-2.0
"""Recordings at sftp addresses of OpenSSH's server."""

import os

import numpy as np
import pytest
from conftest import assert_refused
import ssh_server

import biotropy
from biotropy._work import stores
from biotropy.errors import FileFailed

fsspec = pytest.importorskip("fsspec")
pytest.importorskip("paramiko")
pytestmark = pytest.mark.skipif(ssh_server.PROGRAM is None, reason="openssh-server is not installed")


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with ssh_server.SshServer(tmp_path_factory.mktemp("ssh")) as server:
        yield server


@pytest.fixture
def server(running, small_pieces, monkeypatch):
    monkeypatch.setitem(fsspec.config.conf, "sftp", {"key_filename": str(running.key)})
    yield running
    fsspec.get_filesystem_class("sftp").clear_instance_cache()


@pytest.fixture
def recording(shelf, rng):
    samples = rng.standard_normal((3, 2000))
    np.save(shelf / "x.npy", samples)
    return samples


def test_signals_come_in_pieces_with_what_is_beside_them(server, shelf, rng):
    samples = rng.standard_normal((2, 1500))
    np.save(shelf / "sub-1_eeg.npy", samples)
    signals = biotropy.read_signals(f"{server.address}{shelf}/sub-1_eeg.npy", rate=100)
    assert np.array_equal(signals.values, samples)
    (shelf / "rr.txt").write_text("0.8\n0.81\n0.79\n0.8\n")
    assert biotropy.read_rr(f"{server.address}{shelf}/rr.txt").rr.tolist() == biotropy.read_rr(shelf / "rr.txt").rr.tolist()


def test_connections_that_end_are_made_again(server, shelf, recording, monkeypatch):
    address = f"{server.address}{shelf}/x.npy"
    remote = stores.look(address)
    assert server.drop() >= 1
    ended = []

    def drop(pieces=stores._pieces):
        def between(remote):
            for piece in pieces(remote):
                ended.append(server.drop())
                yield piece

        return between

    monkeypatch.setattr(stores, "_pieces", drop())
    stores.fetch(remote, shelf / "copy")
    assert (shelf / "copy").read_bytes() == (shelf / "x.npy").read_bytes()
    assert len(ended) == -(-remote.size // 4096) and min(ended) >= 1


def test_a_file_that_changes_while_it_is_read(server, shelf, recording, monkeypatch):
    remote = stores.look(f"{server.address}{shelf}/x.npy")
    os.utime(shelf / "x.npy", (1, 1))
    assert_refused(lambda: stores.fetch(remote, shelf / "copy"), "io")


def test_what_does_not_pass_is_an_error(server, shelf, recording):
    assert_refused(lambda: biotropy.read_signals(f"{server.address}{shelf}/none.npy", rate=1), "file_not_found")
    assert_refused(lambda: biotropy.read_signals(f"{server.address}{shelf}", rate=1), "io")


def test_a_user_that_may_not_log_in(server, shelf, recording, monkeypatch):
    monkeypatch.setitem(fsspec.config.conf, "sftp", {"look_for_keys": False, "allow_agent": False})
    with pytest.raises(FileFailed, match="127.0.0.1.*[Aa]uthentication"):
        biotropy.read_signals(f"{server.address}{shelf}/x.npy", rate=1)
