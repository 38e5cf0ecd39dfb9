# SPDX-License-Identifier: Apache-2.0
"""Blocks of epochs of recordings: formats that MNE reads, `.npy` files, and files that a function of the caller opens."""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from . import _bad_segments, _edf_checks, _edf_records, _zarr_array
from ._dimensions import channel_names, in_order, is_xarray
from ._edf_records import EdfRecords
from ._inputs import numeric, time_last, warn_of_orientation
from ._mne_data import bad_channels, channels, is_mne, is_raw, require_samples
from ._one_unit import units_of
from ._packages import needed
from ._stores import checksums, local
from .errors import FileMissing, InvalidInput

Reader = Callable[[str], Any] | None
_NONE_KNOWN: Mapping[Path, str] = {}


@dataclass(frozen=True)
class Described:
    """Epochs and channels of a recording; `sha256` is the checksum of all its files, and `bads` are channels marked as bad."""

    path: str
    n_epochs: int
    channels: list[str]
    sha256: str
    version: str | None = None  #: of the files in their store
    bads: Sequence[str] = ()
    units: dict[str, str] = field(default_factory=dict)  #: those that are known, and what to call a channel that has each
    marks: Sequence[Any] = ()  #: what other files may have said: bad samples, or the checksum of an array that `read` made


def _of_caller(path: str, read: Callable[[str], Any]) -> Any:
    data = read(path)
    if is_mne(data):
        require_samples(data, f"what read returns of {path}")
        if not is_raw(data) and not hasattr(data, "drop_bad"):
            raise InvalidInput(f"what read returns of {path} is a {type(data).__name__} of MNE: Raw or Epochs is needed")
    return in_order(data, f"what read returns of {path}") if is_xarray(data) else data


def _opened(path: str, read: Reader, picks: Any) -> Any:
    if not Path(path).exists():
        raise FileMissing(f"{path}: no such file")
    if read is not None:
        return _of_caller(path, read)
    if path.endswith(".npy"):
        return np.load(path, mmap_mode="r")
    records = _edf_records.opened(path, picks)
    if records is not None:
        return records
    mne = needed("mne", "mne")
    if path.removesuffix(".gz").endswith(("-epo.fif", "_epo.fif")):
        return mne.read_epochs(path, preload=False, verbose="WARNING")
    return mne.io.read_raw(path, verbose="WARNING")


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


def _array(data: Any, picks: Any) -> Any:
    is_file = isinstance(data, np.ndarray) and not isinstance(data, np.ma.MaskedArray) or _zarr_array.is_array(data)
    array = data if is_file else time_last(data, "a recording")
    if array.ndim not in (2, 3) or 0 in array.shape:
        raise InvalidInput(f"a recording of shape {array.shape}: (n_epochs, n_channels, n_times) is needed, nothing empty")
    warn_of_orientation(array, data, "the recording")
    if not isinstance(picks, str) or picks != "data":
        raise InvalidInput(f"picks = {picks!r} is not allowed: an array has no types or names of channels to pick by")
    return array


def _cut(samples: np.ndarray, epoch: int) -> np.ndarray:
    """(n_channels, n_times) as (n_epochs, n_channels, epoch), without incomplete epochs."""
    n_epochs = samples.shape[1] // epoch
    return samples[:, : n_epochs * epoch].reshape(len(samples), n_epochs, epoch).swapaxes(0, 1)


def _length(n_times: int, epoch: int | None, path: str) -> int:
    if epoch is None:
        return n_times
    if not 1 <= epoch <= n_times:
        raise InvalidInput(f"epoch = {epoch} is not allowed: {path} has {n_times} samples")
    return epoch


def _require_length(n_times: int, epoch: int | None, path: str) -> None:
    """Refuse another length than that of epochs that the recording has."""
    if epoch not in (None, n_times):
        raise InvalidInput(f"epoch = {epoch} is not allowed: {path} has epochs of {n_times} samples, which are not cut again")


def _names(data: Any, picks: Any, n_channels: int) -> list[str]:
    if isinstance(data, EdfRecords):
        return data.names
    if is_mne(data):
        return channels(data, picks, "the recording")
    if _zarr_array.is_array(data):
        return _zarr_array.channel_names(data, n_channels)
    return channel_names(data) if is_xarray(data) else [str(channel) for channel in range(n_channels)]


def describe(path: str, epoch: int | None, picks: Any, read: Reader) -> Described:
    """Description of the recording from which `block` reads."""
    return begin(path, epoch, picks, read, 0)[0]


def begin(
    path: str, epoch: int | None, picks: Any, read: Reader, most: int, gap: int = 1
) -> tuple[Described, np.ndarray | None]:
    """As `describe`, and all epochs, as `block` has them, if they are at most `most`: the file is opened once."""
    if _zarr_array.is_name(path) and read is None:
        data = _zarr_array.opened(path)
        described = _described(path, data, epoch, picks)  # of unknown units
        return described, _all(path, data, epoch, picks, described, most, gap)
    with local(path, has_table=read is not None) as (here, version):
        data = _opened(here, read, picks)
        if read is None and is_raw(data):
            _edf_checks.refuse_missing_time(here, path)
        known = {} if version is None else checksums(here)
        described = _described(path, data, epoch, picks, here, known, read is not None)
        described = replace(described, version=version, units=units_of(data, picks, path))
        return described, _all(path, data, epoch, picks, described, most, gap)


def _all(
    path: str, data: Any, epoch: int | None, picks: Any, described: Described, most: int, gap: int
) -> np.ndarray | None:
    if described.n_epochs > most:
        return None
    return _cut_out(path, data, epoch, picks, 0, described.n_epochs, gap)


def _described(
    path: str,
    data: Any,
    epoch: int | None,
    picks: Any,
    here: str = "",
    known: Mapping[Path, str] = _NONE_KNOWN,
    is_of_caller: bool = False,
) -> Described:
    if is_raw(data) or isinstance(data, EdfRecords):
        n_epochs, names = data.n_times // _length(data.n_times, epoch, path), _names(data, picks, 0)
        if is_raw(data):
            _edf_checks.refuse_interpolated(data, names, path)
        bads, marks = (bad_channels(data, names), list(_bad_segments.marks(data))) if is_raw(data) else ((), ())
        return Described(path, n_epochs, names, _hash(here, data, known), bads=bads, marks=marks)
    if is_mne(data):
        data.drop_bad(verbose="ERROR")
        if len(data) == 0:
            raise InvalidInput(f"{path} has no epochs")
        _require_length(len(data.times), epoch, path)
        names = _names(data, picks, 0)
        return Described(path, len(data), names, _hash(here, data, known), bads=bad_channels(data, names))
    array = _array(data, picks)
    if array.ndim == 3:
        _require_length(array.shape[2], epoch, path)
    n_epochs = len(array) if array.ndim == 3 else array.shape[1] // _length(array.shape[1], epoch, path)
    names = _names(data, picks, array.shape[-2])
    if not here:
        return Described(path, n_epochs, names, _zarr_array.digest(array))
    marks = (_zarr_array.digest(array),) if is_of_caller else ()
    return Described(path, n_epochs, names, _hash(here, data, known), marks=marks)


def block(
    path: str,
    epoch: int | None,
    picks: Any,
    read: Reader,
    first: int,
    last: int,
    gap: int = 1,
    version: str | None = None,
) -> np.ndarray:
    """Epochs [first, last) as (n_epochs, n_channels, n_times); only these are read if the format allows it. `gap` samples
    are missing after a boundary of recordings that MNE concatenated, unless it is between two epochs. `version` is that of
    the description."""
    if _zarr_array.is_name(path) and read is None:
        return _cut_out(path, _zarr_array.opened(path), epoch, picks, first, last, gap)
    with local(path, version, has_table=read is not None) as (here, _):
        return _cut_out(path, _opened(here, read, picks), epoch, picks, first, last, gap)


def _cut_out(path: str, data: Any, epoch: int | None, picks: Any, first: int, last: int, gap: int) -> np.ndarray:
    if isinstance(data, EdfRecords):
        return data.epochs(first, last, _length(data.n_times, epoch, path))
    if is_raw(data):
        length = _length(data.n_times, epoch, path)
        names = channels(data, picks, "the recording")
        samples = _bad_segments.samples(data, names, first * length, last * length, epoch=length, gap=gap)
        return _cut(samples, length)
    if is_mne(data):
        data.drop_bad(verbose="ERROR")
        indices = [data.ch_names.index(name) for name in channels(data, picks, "the recording")]
        return data[first:last].get_data(picks=indices)
    array = _array(data, picks)
    if array.ndim == 3:
        return numeric(np.asarray(array[first:last]), path)
    length = _length(array.shape[1], epoch, path)
    return _cut(numeric(np.asarray(array[:, first * length : last * length]), path), length)
