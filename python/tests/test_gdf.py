# SPDX-License-Identifier: Apache-2.0
"""GDF files, made of bytes by the specification, read by MNE and by the library: samples, rates and events."""

import json
import struct

import biotropy
import numpy as np
import pytest

mne = pytest.importorskip("mne")
mne.set_log_level("ERROR")

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

TYPES = {1: "<i1", 2: "<u1", 3: "<i2", 4: "<u2", 5: "<i4", 6: "<u4", 7: "<i8", 8: "<u8", 16: "<f4", 17: "<f8"}
MICROVOLT = 4275


def gdf(version, kind, samples, physical, digital, events=(), *, mode=3, n_records=5, duration=(1, 2)):
    """Bytes of a file with one type of samples, in microvolts; events are (position from 1, code, duration)."""
    n, n_times = samples.shape
    second = version >= 1.9
    head = f"GDF {version:.2f}".encode()
    if second:
        head += b"X X".ljust(66) + bytes(10 + 4) + b"X".ljust(64) + bytes(16)
        head += struct.pack("<QQHH", 0, 0, n + 1, 0) + bytes(48)
        count = struct.pack("<HH", n, 0)
    else:
        head += b"X X X".ljust(80) + b"X".ljust(80) + b"2020010203040500" + struct.pack("<q", 256 * (n + 1)) + bytes(44)
        count = struct.pack("<I", n)
    head += struct.pack("<qII", n_records, *duration) + count
    assert len(head) == 256
    fields = [b"".join(f"C{k}".encode().ljust(16) for k in range(n)), bytes(80 * n)]
    fields.append(bytes(6 * n) + struct.pack("<H", MICROVOLT) * n if second else b"uV".ljust(8) * n)
    fields += [np.full(n, end, "<f8").tobytes() for end in physical]
    fields += [np.full(n, end, "<f8" if second else "<i8").tobytes() for end in digital]
    fields.append(bytes(80 * n) if second else b"HP:0.1Hz LP:75Hz".ljust(80) * n)
    fields += [np.full(n, n_times // n_records, "<u4").tobytes(), np.full(n, kind, "<u4").tobytes(), bytes(32 * n)]
    data = samples.astype(TYPES[kind]).reshape(n, n_records, -1).swapaxes(0, 1).tobytes()
    rate = n_times // n_records * duration[1] / duration[0]
    position, code, length = np.array(events, int).reshape(-1, 3).T
    if version < 1.94:
        table = bytes([mode]) + int(rate).to_bytes(3, "little") + struct.pack("<I", len(events))
    else:
        table = bytes([mode]) + len(events).to_bytes(3, "little") + struct.pack("<f", rate)
    table += position.astype("<u4").tobytes() + code.astype("<u2").tobytes()
    if mode == 3:
        table += bytes(2 * len(events)) + length.astype("<u4").tobytes()
    return head + b"".join(fields) + data + table


@pytest.mark.parametrize("version", [1.25, 1.95, 2.20])
@pytest.mark.parametrize("kind", TYPES)
def test_samples_of_every_type(rng, tmp_path, version, kind):
    dtype = np.dtype(TYPES[kind])
    if dtype.kind == "f":
        samples, digital = rng.standard_normal((3, 1000)) * 50, (-2, 2)
    else:
        limits = np.iinfo(dtype)
        digital = (max(limits.min, -(2**40)), min(limits.max, 2**40))
        samples = rng.integers(*digital, (3, 1000), endpoint=True)
    path = tmp_path / "one.gdf"
    path.write_bytes(gdf(version, kind, samples, (-350.5, 701.25), digital))
    ours, theirs = biotropy.read_signals(path), mne.io.read_raw_gdf(path, preload=True)
    assert ours.attrs["format"] == f"GDF {version:.2f}"
    assert ours.attrs["rate"] == theirs.info["sfreq"] == 400.0
    assert ours.channel.values.tolist() == theirs.ch_names
    assert set(ours.unit.values) == {"uV"}
    # MNE rounds four times and has volts; what it keeps out of the digital range is kept here too.
    assert np.allclose(ours.values * 1e-6, theirs.get_data(), rtol=1e-13, atol=1e-18)
    assert np.ptp(ours.values) > 500


@pytest.mark.parametrize("version", [1.25, 1.95, 2.20])
@pytest.mark.parametrize("mode", [1, 3])
def test_events(rng, tmp_path, program, version, mode):
    path = tmp_path / "one.gdf"
    events = [(1, 768, 40), (101, 769, 1), (205, 1023, 250)]
    path.write_bytes(gdf(version, 3, rng.integers(-99, 99, (2, 1000)), (-1, 1), (-100, 100), events, mode=mode))
    theirs = mne.io.read_raw_gdf(path)
    ours = json.loads(program("info", path, "--json"))[0]["annotations"]
    assert [one["text"] for one in ours] == list(theirs.annotations.description) == ["768", "769", "1023"]
    assert [one["onset"] for one in ours] == pytest.approx(theirs.annotations.onset, abs=1e-9)
    if mode == 3:
        assert [one["duration"] for one in ours] == pytest.approx(theirs.annotations.duration, abs=1e-9)
    else:
        assert [one["duration"] for one in ours] == [None] * 3  # MNE: one sample


def test_new_segments_are_gaps(rng, tmp_path):
    path = tmp_path / "one.gdf"
    samples = rng.integers(-99, 99, (2, 1000))
    path.write_bytes(gdf(2.2, 3, samples, (-100, 100), (-100, 100), [(1, 32766, 0), (501, 32766, 0)]))
    ours = biotropy.read_signals(path, gap_fill=1)
    assert np.flatnonzero(np.isnan(ours.values[0])).tolist() == [500]
    assert np.allclose(ours.values[:, np.r_[0:500, 501:1001]], samples, rtol=0, atol=1e-12)
