# SPDX-License-Identifier: Apache-2.0
"""Fixtures: series, recordings, the program and a browser."""

import os
import signal
import subprocess
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from biotropy.errors import _CLASSES, BiotropyError, BiotropyWarning
from browser import find_browser
from report_browser import ReportBrowser

DATA = Path(os.environ.get("BIOTROPY_DATA", Path(__file__).parents[2] / "tests" / "data"))


def portable(seed: int, n: int = 1000) -> np.ndarray:
    """A series that is the same in every language: s <- (1103515245 s + 12345) mod 2^31, x = s / 2^31."""
    values, s = np.empty(n), seed
    for i in range(n):
        s = (1103515245 * s + 12345) % 2**31
        values[i] = s / 2**31
    return values


@contextmanager
def refused(code: str = "invalid_argument", parameter: str | None = None):
    """What raises the error of this code, about this parameter."""
    with pytest.raises(_CLASSES.get(code, BiotropyError)) as caught:
        yield caught
    assert (caught.value.code, caught.value.parameter) == (code, caught.value.parameter if parameter is None else parameter)


def assert_refused(call, code: str = "invalid_argument", parameter: str | None = None) -> None:
    """The call raises the error of this code, about this parameter."""
    with refused(code, parameter):
        call()


@contextmanager
def warned(*codes: str):
    """What warns of these matters."""
    with pytest.warns(BiotropyWarning) as caught:
        yield caught
    assert {getattr(one.message, "code", None) for one in caught} >= set(codes)


@contextmanager
def silent(category=Warning):
    """What says no warning of this category."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", category)
        yield


def block(path, epoch, picks, read, first, last, fill=0, **options) -> np.ndarray:
    """Epochs of a recording, as a worker reads them."""
    from biotropy._work.blocks import opened

    with opened(path, epoch, picks, read, fill, **options) as recording:
        return recording.signal(first, last).epochs()


def brainvision(folder, rng) -> str:
    """Writes a recording of two channels, a.vhdr with what belongs to it; returns the text of its markers."""
    header = "Brain Vision Data Exchange Header File Version 1.0\n\n[Common Infos]\nDataFile=a.eeg\nMarkerFile=a.vmrk\n"
    header += "DataFormat=BINARY\nDataOrientation=MULTIPLEXED\nNumberOfChannels=2\nSamplingInterval=10000\n\n"
    header += "[Binary Infos]\nBinaryFormat=IEEE_FLOAT_32\n\n[Channel Infos]\nCh1=Fz,,1,uV\nCh2=Cz,,1,uV\n"
    markers = "Brain Vision Data Exchange Marker File, Version 1.0\n\n[Common Infos]\nDataFile=a.eeg\n\n[Marker Infos]\n"
    markers += "Mk1=New Segment,,1,1,0,20260101120000000000\n"
    (30 * rng.standard_normal((600, 2))).astype("<f4").tofile(folder / "a.eeg")
    (folder / "a.vhdr").write_text(header)
    (folder / "a.vmrk").write_text(markers)
    return markers


def optional(name: str):
    """A fixture: this package, without which the test is skipped."""
    return pytest.fixture(scope="session", name=name)(lambda: pytest.importorskip(name))


mne, pandas, xarray = (optional(name) for name in ("mne", "pandas", "xarray"))


@pytest.fixture
def raw(mne, rng):
    """A recording of MNE: three channels of EEG, 600 samples at 100 Hz."""
    info = mne.create_info(["Fp1", "Cz", "O2"], 100.0, "eeg")
    return mne.io.RawArray(rng.standard_normal((3, 600)), info, verbose="ERROR")


@pytest.fixture(scope="session")
def u() -> np.ndarray:
    return portable(1)


@pytest.fixture(scope="session")
def v() -> np.ndarray:
    return portable(2)


@pytest.fixture(autouse=True)
def closed_figures():
    """No figure stays open behind the test that drew it."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture
def heard():
    """Ctrl-C is heard, also where a shell started the tests in the background, with the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20)


@pytest.fixture(scope="session")
def recording():
    """Path of a real recording from its name in the data folder; skips the test if it is missing."""

    def find(name: str) -> Path:
        path = DATA / name
        if not path.exists():
            pytest.skip(f"{path} is not here")
        return path

    return find


@pytest.fixture(scope="session")
def program():
    """Run the program `biotropy` of the build."""
    path = os.environ.get("BIOTROPY_PROGRAM")
    if path is None:
        pytest.skip("BIOTROPY_PROGRAM does not name the program")

    def run(*arguments: object) -> str:
        done = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True, check=True)
        return done.stdout

    return run


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """A headless browser; skips the test if there is none."""
    path = find_browser()
    if path is None:
        pytest.skip("Chromium is not installed")
    opened = ReportBrowser(path, tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture
def page_in_browser(browser, tmp_path):
    """Open the page of a result, return the result, and check at the end that it made no other request and reported no error."""
    from biotropy.report import write_report

    page = tmp_path / "page.html"

    def open_page(results, width=None):
        write_report(results, page)
        browser.open_report(page, width)
        return results

    yield open_page
    browser.evaluate("1")  # its answer follows all earlier messages of the page
    addresses = [address for address in browser.requests if not address.startswith(("data:", "blob:"))]
    assert addresses == [page.as_uri()]
    assert browser.problems == []


@pytest.fixture
def small_pieces(tmp_path, monkeypatch):
    """Recordings at addresses come in pieces of 4 KiB, without pauses, to the folder that this returns."""
    from biotropy._work import stores

    monkeypatch.setenv("BIOTROPY_SCRATCH", str(tmp_path / "scratch"))
    monkeypatch.setattr(stores, "_PAUSES", (0.0, 0.0, 0.0))
    monkeypatch.setattr(stores, "_PIECE", 4096)
    return tmp_path / "scratch"


@pytest.fixture
def shelf(tmp_path):
    """The folder that a server of recordings serves."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    return folder
