# SPDX-License-Identifier: Apache-2.0
"""Small files of an S3 store, by one request; whatever goes wrong with it is left to the library of the store."""

import hashlib
import threading

import numpy as np
import pytest
from conftest import assert_refused, warned
from range_server import RangeServer

import biotropy
from biotropy._work import plain_get, stores

pytest.importorskip("s3fs")
ADDRESS = "s3://bucket/x.npy"


@pytest.fixture(autouse=True)
def scratch(small_pieces, monkeypatch):
    monkeypatch.setattr(stores, "_PIECE", 2**20)
    monkeypatch.setattr(plain_get, "_OPEN", plain_get._Open())
    return small_pieces


@pytest.fixture
def server(shelf, monkeypatch):
    fsspec = pytest.importorskip("fsspec")
    (shelf / "bucket").mkdir()
    with RangeServer(shelf, etag=hashlib.md5) as running:
        for name, value in (("AWS_ACCESS_KEY_ID", "key"), ("AWS_SECRET_ACCESS_KEY", "secret"), ("AWS_ENDPOINT_URL", running.address)):
            monkeypatch.setenv(name, value)
        fsspec.get_filesystem_class("s3").clear_instance_cache()
        yield running
    fsspec.get_filesystem_class("s3").clear_instance_cache()


@pytest.fixture
def samples(shelf, server, rng):
    values = rng.standard_normal((3, 2000))
    np.save(shelf / "bucket" / "x.npy", values)
    return values


def asked(server, name="bucket/x.npy"):
    return [method for method, one, _ in server.requests if one == name]


def read(address=ADDRESS):
    return biotropy.read_signals(address, rate=1, ignore_channel_table=True).values


def test_one_request_brings_a_file(server, samples, shelf, scratch):
    assert np.array_equal(read(), samples)
    assert asked(server) == ["GET"]
    (said,) = scratch.glob("*/sha256")
    assert said.read_text() == f"{hashlib.sha256((shelf / 'bucket' / 'x.npy').read_bytes()).hexdigest()}  x.npy\n"


def test_the_connection_stays_open(server, shelf, rng):
    values, used = rng.standard_normal((2, 50)), []
    for name in "abcd":
        np.save(shelf / "bucket" / f"{name}.npy", values)
        assert np.array_equal(read(f"s3://bucket/{name}.npy"), values)
        ((connection,),) = plain_get._OPEN.idle.values()
        used.append(connection)
        if name == "c":
            connection.sock.shutdown(2)  # one that the server has closed in the meantime is replaced
    assert used[0] is used[1] is used[2] is not used[3]
    assert asked(server, "bucket/d.npy") == ["GET"]


def test_threads_have_connections_of_their_own(server, samples):
    found = []

    def open_one():
        read()
        found.extend(plain_get._OPEN.idle.values())

    threads = [threading.Thread(target=open_one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not plain_get._OPEN.idle
    assert found


@pytest.mark.parametrize("what", ["drop", 500, 503, 403, 301])
def test_trouble_is_left_to_the_library(server, samples, what):
    seen = []

    def trouble(method, name, first):
        seen.append(method)
        return what if len(seen) == 1 else None

    server.trouble = trouble
    assert np.array_equal(read(), samples)
    assert len(seen) > 1


def test_other_bytes_than_the_store_says(server, samples, monkeypatch):
    class Wrong:
        def __init__(self, content):
            self.content = content

        def hexdigest(self):
            return hashlib.md5(self.content + b"x").hexdigest()

    server.etag = Wrong
    assert_refused(lambda: read(), "io")


@pytest.mark.parametrize(
    "header", [{"x-amz-server-side-encryption": "aws:kms"}, {"x-amz-server-side-encryption-customer-algorithm": "AES256"}]
)
def test_an_etag_of_an_encrypted_object_is_no_md5(server, samples, header):
    server.headers = header
    server.etag = lambda content: hashlib.md5(content + b"x")
    assert np.array_equal(read(), samples)


def test_what_the_store_encrypts_itself_has_an_md5(server, samples):
    server.headers = {"x-amz-server-side-encryption": "AES256"}
    assert np.array_equal(read(), samples)
    assert asked(server) == ["GET"]


def test_a_file_larger_than_a_piece_comes_in_pieces(server, samples, shelf, monkeypatch):
    monkeypatch.setattr(stores, "_PIECE", 4096)
    assert np.array_equal(read(), samples)
    firsts = [first for method, name, first in server.requests if method == "GET" and name == "bucket/x.npy"]
    size = (shelf / "bucket" / "x.npy").stat().st_size
    assert firsts == [0, *range(0, size, 4096)]


def test_a_server_without_ranges_or_behind_a_proxy(shelf, samples, server, monkeypatch):
    server.ranges = False
    assert np.array_equal(read(), samples)
    monkeypatch.setattr(plain_get, "_OPEN", plain_get._Open())
    monkeypatch.setattr(plain_get.urllib.request, "getproxies", lambda: {"http": "http://127.0.0.1:9"})
    monkeypatch.setattr(plain_get.urllib.request, "proxy_bypass", lambda host: False)
    assert plain_get.ask(*stores._system(ADDRESS), 2**20) is None


def test_companions_that_are_missing_cost_a_request_each(server, shelf, rng):
    np.save(shelf / "bucket" / "sub-1_eeg.npy", rng.standard_normal((2, 100)))
    (shelf / "bucket" / "sub-1_channels.tsv").write_text("name\ttype\tunits\tstatus\nch1\tEEG\tuV\tgood\nch2\tEEG\tuV\tbad\n")
    with warned("channels_bad"):
        assert biotropy.read_signals("s3://bucket/sub-1_eeg.npy", rate=1).attrs["bads"] == ["ch2"]
    assert asked(server, "bucket/sub-1_eeg_channels.tsv") == asked(server, "bucket/sub-1_channels.tsv") == ["GET"]


def test_a_copy_that_is_there_is_not_fetched_again(server, samples):
    with stores.local(ADDRESS) as (first, version):
        pass
    server.requests.clear()
    with stores.local(ADDRESS) as (again, same):
        assert (again, same) == (first, version)
    with stores.local(ADDRESS, version) as (again, _):
        assert again == first
    assert asked(server) == ["GET"]  # whose bytes were not read
    assert not any(plain_get._OPEN.idle.values())


def test_many_answers_do_not_wait_at_once(server, shelf, monkeypatch):
    monkeypatch.setattr(stores, "_MOST_WAITING", 2)
    lines = ["rec/3 1 100 6"]
    for name in "abc":
        (shelf / "bucket" / f"{name}.hea").write_text(f"{name} 1 100 2\n{name}.dat 16 10/mV 16 0 1 3 0 II\n")
        np.array([1, 2], "<i2").tofile(shelf / "bucket" / f"{name}.dat")
        lines.append(f"{name} 2")
    (shelf / "bucket" / "rec.hea").write_text("\n".join(lines) + "\n")
    assert biotropy.read_signals("s3://bucket/rec.hea").values.tolist() == [[0.1, 0.2] * 3]


def test_checksums_of_a_copy_are_those_of_its_files(server, samples, shelf):
    with stores.local(ADDRESS) as (here, _):
        (found,) = stores.checksums(here).items()
        assert found == (stores.Path(here), hashlib.sha256((shelf / "bucket" / "x.npy").read_bytes()).hexdigest())
