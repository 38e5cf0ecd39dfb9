# SPDX-License-Identifier: Apache-2.0
"""Blocks of epochs of recordings: files that the library reads, FIF and others that MNE alone reads, `.npy` files, Zarr arrays, and
files that a function of the caller opens. Samples of files are in the units of the file."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .. import _bad_segments, _core, _edf_checks
from .._arguments import one_of, shaped, whole
from .._dimensions import bad_channels as bads_of_array
from .._dimensions import channel_names, in_order, is_xarray
from .._inputs import doubles, numeric
from .._mne_data import bad_channels, channels, file_units, is_mne, is_raw, mne_units, refuse_other_objects
from .._packages import needed
from .._samples_by_time import units_by_channel
from .._signal import REASON, Signal, read, refuse_picks, warn_of_orientation
from ..errors import file_errors
from . import file_samples, zarr_array
from .file_samples import ArraySamples, EdfRecords
from .stores import checksums, local
from .zarr_array import ZarrSamples

Reader = Callable[[str], Any] | None


@dataclass(frozen=True)
class Described:
    """Epochs and channels of a recording; `sha256` is the checksum of all its files, and `bads` are channels marked as bad."""

    path: str
    n_epochs: int
    n_times: int  #: samples of an epoch
    channels: list[str]
    sha256: str
    version: str | None = None  #: of the files in their store
    bads: Sequence[str] = ()
    units: Sequence[str] = ()  #: of the channels, empty where it is not known
    marks: Sequence[Any] = ()  #: what other files may have said: bad samples, or the checksum of an array that `read` made


def _of_caller(path: str, read: Callable[[str], Any], picks: Any) -> Any:
    data = read(path)
    if is_mne(data):
        refuse_other_objects(data, f"what read returns of {path}", evoked=False)
        return data
    if zarr_array.is_array(data):
        data = zarr_array.of(data, f"what read returns of {path}")
    return _array(in_order(data, f"what read returns of {path}") if is_xarray(data) else data, picks)


def _npy(path: str) -> np.ndarray:
    try:
        return np.load(path, mmap_mode="r")
    except ValueError:  # NumPy takes other things than arrays for a pickle
        _core.read_signals(path, "", 0, {})
        raise


def _opened(path: str, read: Reader, picks: Any) -> Any:
    with file_errors(path):
        Path(path).stat()
    if read is not None:
        return _of_caller(path, read, picks)
    if path.endswith(".npy") and (epochs := _npy(path)).ndim > 2:  # otherwise files of arrays, too, say which dimension is time
        return _array(epochs, picks)
    bare = path.removesuffix(".gz")
    if not Path(path).is_dir() and not bare.endswith(".fif") and _core.is_recording(Path(path).name):
        return file_samples.opened(path, picks)
    try:
        mne = needed("mne", "mne")
        if bare.endswith(("-epo.fif", "_epo.fif")):
            return mne.read_epochs(path, preload=False, verbose="WARNING")
        return mne.io.read_raw(path, verbose="WARNING")
    except Exception:  # MNE has no class for files that it cannot read
        if Path(path).is_dir():
            raise
        return file_samples.opened(path, picks)


def _files_of(path: str, data: Any) -> list[Path]:
    """The file and files that belong to it: content of a folder, sample files of a header, parts of a split recording."""
    whole = Path(path)
    if whole.is_dir():
        return sorted(file for file in whole.rglob("*") if file.is_file())
    others = {Path(name).absolute() for name in getattr(data, "filenames", ()) if name is not None}
    if is_mne(data) and not is_raw(data):
        bare = whole.name.removesuffix(".gz").removesuffix(".fif")
        others |= {part.absolute() for part in whole.parent.glob(f"{glob.escape(bare)}-[0-9]*.fif*")}
    return [whole, *sorted(file for file in others - {whole.absolute()} if file.is_file())]


def _hash(path: str, data: Any, known: Mapping[Path, str]) -> str:
    """Checksum of the checksums of all files, of which some are known."""
    digest = hashlib.sha256()
    for file in _files_of(path, data):
        if file in known:
            digest.update(bytes.fromhex(known[file]))
            continue
        with file.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()


def _array(data: Any, picks: Any) -> ArraySamples:
    """An array, which may be one that a function of the caller returned."""
    is_file = isinstance(data, np.ndarray) and not isinstance(data, np.ma.MaskedArray) or isinstance(data, ZarrSamples)
    array = data if is_file else read(data, None, "a recording").without_gaps().array()
    shaped("a recording", np.broadcast_to(0.0, array.shape), "n_epochs", "n_channels", "n_times", least=2)
    warn_of_orientation(Signal(array, array.shape[:-1], data=data), "the recording")
    refuse_picks(None if isinstance(picks, str) and picks == "data" else picks, "an array")
    if isinstance(data, ZarrSamples):
        return ArraySamples(array, data.names, data.units)
    if is_xarray(data):
        return ArraySamples(array, channel_names(data), units_by_channel(data), bads=bads_of_array(data))
    return ArraySamples(array, [str(channel) for channel in range(array.shape[-2])], [])


def _cut(samples: np.ndarray, epoch: int) -> np.ndarray:
    """(n_channels, n_times) as (n_epochs, n_channels, epoch)."""
    return samples.reshape(len(samples), -1, epoch).swapaxes(0, 1)


def _digest(array: Any) -> str:
    return array.digest() if isinstance(array, ZarrSamples) else zarr_array.digest(array, array.dtype.str)


@dataclass(frozen=True)
class Opened:
    """A recording whose epochs can be read. `path` is what the caller calls it, and `here` the file on this machine."""

    path: str
    here: str
    version: str | None
    data: Any
    epoch: int | None
    picks: Any
    fill: int | None  #: missing samples that are put into each gap; None: it stays one, for windows
    is_of_caller: bool
    bads: str = "reject"

    def describe(self) -> Described:
        data, names, is_array = self.data, self.names(), isinstance(self.data, ArraySamples)
        marks: tuple[Any, ...] = (_digest(data.array),) if is_array and self.is_of_caller else ()
        if is_raw(data):
            _edf_checks.refuse_interpolated(data, names, self.path)
            marks = tuple(self.marks())
        if is_array and isinstance(data.array, ZarrSamples) and not self.is_of_caller:
            sha256 = data.array.digest()
        else:
            sha256 = _hash(self.here, data, {} if self.version is None else checksums(self.here))
        units = file_units(data, names)[0] if self.is_in_volts() else self.units(names)
        n_epochs, n_times = self.shape()
        return Described(self.path, n_epochs, n_times, names, sha256, self.version, self.left_out(), units, marks)

    def left_out(self) -> list[str]:
        """Names of the channels that have no value, as they are marked as bad."""
        if self.bads == "keep":
            return []
        return bad_channels(self.data, self.names()) if is_mne(self.data) else list(self.data.bads)

    def names(self) -> list[str]:
        return channels(self.data, self.picks, "the recording") if is_mne(self.data) else self.data.names

    def units(self, names: list[str]) -> list[str]:
        """The unit of each channel, empty where it is not known."""
        if is_mne(self.data):
            return mne_units(self.data, names)
        held = {name: _core.usual_unit(unit) for unit, name in self.data.units}
        return [held.get(name, "") for name in names]

    def is_in_volts(self) -> bool:
        """Whether MNE has opened a file of the caller, whose samples become those in the unit of the file."""
        return is_raw(self.data) and not self.is_of_caller

    def marks(self) -> list[_bad_segments.Mark]:
        """Bad segments, unless `bads` keeps them, and seams as segments without samples."""
        found = [(begin, end, (), text) for begin, end, text in getattr(self.data, "missing", ())]
        found = list(_bad_segments.marks(self.data)) if is_raw(self.data) else found
        return [mark for mark in found if self.bads != "keep" or mark[0] >= mark[1]]

    def _gaps(self) -> np.ndarray:
        """The first sample of each gap: a missing one that is put there, or the first one behind it."""
        n = self.data.array.shape[-1] if isinstance(self.data, ArraySamples) else getattr(self.data, "n_times", 0)
        seams = _bad_segments.seams(self.marks(), n)
        return np.array(seams, dtype=int) + (self.fill or 0) * np.arange(len(seams))

    def shape(self) -> tuple[int, int]:
        """How many epochs there are, and their samples."""
        data, epoch = self.data, self.epoch
        if isinstance(data, ArraySamples):
            n_epochs, n_times = data.array.shape[0] if data.array.ndim == 3 else None, data.array.shape[-1]
        elif isinstance(data, EdfRecords) or is_raw(data):
            n_epochs, n_times = None, data.n_times
        else:
            data.drop_bad(verbose="ERROR")
            n_epochs, n_times = len(data), len(data.times)
        n_times += (self.fill or 0) * len(self._gaps())
        if n_epochs is not None:  # which are not cut again
            return whole(f"the number of epochs of {self.path}", n_epochs, 1), one_of("epoch", epoch, (None, n_times)) or n_times
        length = n_times if epoch is None else whole("epoch", epoch, 1, n_times)
        return n_times // length, length

    def signal(self, first: int, last: int) -> Signal:
        """Epochs [first, last); only these are read if the format allows it. As in the program, epochs are cut where gaps are already
        filled. Without a fill an epoch with a gap has a missing sample there."""
        length, gaps, fill = self.shape()[1], self._gaps(), self.fill or 0
        begin, end = first * length, last * length
        recorded = [place - int(np.clip(place - gaps, 0, fill).sum()) for place in (begin, end)]
        samples = self._samples(first, last, *recorded)
        gaps = gaps - begin
        if fill and samples.ndim == 2 and samples.shape[1] < end - begin:
            is_missing = np.isin(np.arange(end - begin), gaps[:, np.newaxis] + np.arange(fill))
            wide = np.full((len(samples), end - begin), np.nan)
            wide[:, ~is_missing] = samples
            samples = wide
        gaps = gaps[(gaps + fill > 0) & (gaps < end - begin)]
        if self.fill == 0 and len(gaps):
            samples = samples.copy()
            samples[:, gaps[gaps % length > 0]] = np.nan
        epochs = doubles(samples if samples.ndim == 3 else _cut(samples, length))
        names, bads = self.names(), self.left_out()
        reasons = [REASON if name in bads else "" for name in names] * len(epochs) if bads else []
        held = _core.Signal(epochs, "data", gaps=(gaps + fill).tolist(), reasons=reasons)
        return Signal(epochs.reshape(-1, length), epochs.shape[:2], None, held, reasons, name="data")

    def _samples(self, first: int, last: int, begin: int, end: int) -> np.ndarray:
        """Epochs [first, last) (n_epochs, n_channels, n_times) of a recording that has epochs, or samples [begin, end) of another, NaN
        in bad segments."""
        data = self.data
        if isinstance(data, EdfRecords):
            return data.epochs(first, last, self.shape()[1])
        if isinstance(data, ArraySamples):
            is_cut = data.array.ndim == 3
            samples = numeric(np.asarray(data.array[first:last] if is_cut else data.array[:, begin:end]), self.path)
            return _bad_segments.without_marked(samples.copy(), data.names, self.marks(), begin) if data.missing else samples
        names = self.names()
        if not is_raw(data):
            return data[first:last].get_data(picks=[data.ch_names.index(name) for name in names])
        samples = _bad_segments.samples(data, names, begin, end, self.bads)
        return samples * file_units(data, names)[1][:, np.newaxis] if self.is_in_volts() else samples


@contextmanager
def opened(
    path: str, epoch: int | None, picks: Any, read: Reader, fill: int | None = 0, version: str | None = None, bads: str = "reject"
) -> Iterator[Opened]:
    """A recording, for the time of the context. `version` is that of its description."""
    if zarr_array.is_name(path) and read is None:
        yield Opened(path, path, None, _array(zarr_array.opened(path), picks), epoch, picks, fill, False, bads)
        return
    with local(path, version, ("_channels.tsv", "_events.tsv")) as (here, found):
        yield Opened(path, here, found, _opened(here, read, picks), epoch, picks, fill, read is not None, bads)
