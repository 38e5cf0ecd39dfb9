# SPDX-License-Identifier: Apache-2.0
"""Many recordings on many machines: blocks of epochs are tasks of `dask.distributed`.

The values of a block are written to disk as soon as they are computed, under a key made of the content of the recording,
every parameter and the version. So an interrupted run continues where it stopped, and values are never reused after a
change. If a worker dies, Dask gives its blocks to another one. Only the caller writes files.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Unpack

from ._inputs import whole
from ._multiscale import Scales, scale_list
from ._options import (
    CrossMeasure,
    MultivariateMeasure,
    Progress,
    RecordingCubeOptions,
    RecordingCurveOptions,
    RecordingMatrixOptions,
    RecordingOptions,
    RecordingWindowOptions,
    UnivariateMeasure,
    explicit,
)
from ._recording_work import Work
from ._schedule import Recordings, run
from ._shards import study

__all__ = ["entropy", "multiscale_entropy", "multiscale_pairwise", "pairwise", "sliding_entropy", "study"]
__dir__ = __all__.copy


@explicit(RecordingMatrixOptions, m=2)
def pairwise(
    recordings: Recordings,
    measure: CrossMeasure = "cross-apen",
    *,
    folder: str | os.PathLike[str],
    client: Any = None,
    epoch: int | None = None,
    picks: Any = "data",
    read: Callable[[str], Any] | None = None,
    block_size: int | None = None,
    n_jobs: int | None = None,
    device: str | None = None,
    progress: Progress = False,
    **parameters: Unpack[RecordingMatrixOptions],
) -> dict[str, Path]:
    """Matrices of a cross measure of many recordings, as tasks of Dask.

    Parameters
    ----------
    recordings : path, list of paths, or dict of names and paths
        Files, folders that are searched for recordings, as a study does, and patterns (``"sub-*/eeg/*_eeg.edf"``), which workers must
        find under these paths, or addresses (s3, http, sftp and others of fsspec): the formats of `read_signals`, others that MNE
        reads, and Zarr arrays. Arrays have the shape (n_epochs, n_channels, n_times) or (n_channels, n_times). Default names are
        those of the files without suffix.
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-apen'
        As for `biotropy.pairwise`.
    folder : path-like
        Folder of the results: NAME.nc for each recording, with the dimensions epoch, channel and partner; one of another measure
        or recording, or of other parameters, is replaced, with a warning. With `surrogates`
        the numbers of the tests are among the variables; they are those of `biotropy.pairwise` of the whole recording.
    client : distributed.Client, optional
        By default a cluster on this machine with one process for each core, for the time of the call.
    epoch : int, optional
        Samples of an epoch of continuous recordings; by default the whole recording. Incomplete epochs are left out. Recordings
        that have epochs keep theirs, and another length is an error.
    picks : str or list, default 'data'
        Channels, as in MNE. Of EDF, BDF and GDF with several rates, names of channels of one rate.
    read : callable, optional
        Function that opens a path and returns an array, `mne.io.Raw`, `mne.Epochs` or `xarray.DataArray`. It is sent to
        the workers. The key of the results covers its code, its arguments, the content of the path, an array that it returns and
        the bad segments of a Raw, but no other files that it reads.
    block_size : int, optional
        Epochs of one task; by default as many as are measured in two seconds.
    n_jobs : int, optional
        Threads of a task: None is 1.
    device : str, optional
        Device of a worker, as for `biotropy.pairwise`; the results are the same.
    progress : bool or callable, default False
        Report the number of blocks on the standard error stream, or call ``progress(done, total)``.
    {options}

    Returns
    -------
    dict of str and Path
        The result of each recording that can be used; the others have a `RuntimeWarning` with the reason. Samples and an absolute `r`
        are in the unit of the file, which is the variable `channel_unit`; those of an object of MNE that `read` returns are in its.

    Raises
    ------
    BiotropyError
        For parameters that are not allowed, before any recording is read, and where no recording can be used.
    """
    return run(
        Work("pairwise", measure, {**parameters}, epoch, picks, read, {"n_jobs": n_jobs, "device": device}),
        recordings, folder, client, block_size, progress,
    )  # fmt: skip


@explicit(RecordingOptions)
def entropy(
    recordings: Recordings,
    measure: UnivariateMeasure | MultivariateMeasure = "sampen",
    *,
    folder: str | os.PathLike[str],
    client: Any = None,
    epoch: int | None = None,
    picks: Any = "data",
    read: Callable[[str], Any] | None = None,
    block_size: int | None = None,
    n_jobs: int | None = None,
    device: str | None = None,
    progress: Progress = False,
    **parameters: Unpack[RecordingOptions],
) -> dict[str, Path]:
    """An entropy of every epoch and channel of many recordings, or of all channels of an epoch together, as tasks of Dask.

    Parameters
    ----------
    recordings, folder, client, epoch, picks, read, block_size, n_jobs, device, progress
        As for `pairwise`; the dimensions of the results are epoch and channel, of a measure of all channels epoch alone.
    measure : {'sampen', 'apen', 'fuzzyen', 'permen', 'mvsampen', 'mvfuzzyen'}, default 'sampen'
        As the functions of these measures, such as `biotropy.sample_entropy`. An argument below that the measure does not use is an
        error.
    {options}

    Returns
    -------
    dict of str and Path
        As `pairwise`.

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    given = {**parameters}
    return run(
        Work("entropy", measure, given, epoch, picks, read, {"n_jobs": n_jobs, "device": device}),
        recordings, folder, client, block_size, progress,
    )  # fmt: skip


@explicit(RecordingCurveOptions)
def multiscale_entropy(
    recordings: Recordings,
    scales: Scales = 20,
    *,
    folder: str | os.PathLike[str],
    measure: UnivariateMeasure | MultivariateMeasure = "sampen",
    client: Any = None,
    epoch: int | None = None,
    picks: Any = "data",
    read: Callable[[str], Any] | None = None,
    block_size: int | None = None,
    n_jobs: int | None = None,
    device: str | None = None,
    progress: Progress = False,
    **parameters: Unpack[RecordingCurveOptions],
) -> dict[str, Path]:
    """Multiscale curves of every epoch and channel of many recordings, or of all channels of an epoch together, as tasks of Dask.

    Parameters
    ----------
    recordings, folder, client, epoch, picks, read, block_size, n_jobs, device, progress
        As for `pairwise`; the dimensions of the results are epoch, channel and scale, without channel for a measure of all
        channels. With `surrogates` the numbers of the tests are those of `biotropy.multiscale_entropy` of the whole recording.
    scales, measure
        As for `biotropy.multiscale_entropy`, or `biotropy.multivariate_multiscale_entropy` ('mvsampen', 'mvfuzzyen'), of which no
        surrogates are measured.
    {options}

    Returns
    -------
    dict of str and Path
        As `pairwise`.

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    given = {"scales": scale_list(scales), **parameters}
    return run(
        Work("multiscale", measure, given, epoch, picks, read, {"n_jobs": n_jobs, "device": device}),
        recordings, folder, client, block_size, progress,
    )  # fmt: skip


@explicit(RecordingWindowOptions)
def sliding_entropy(
    recordings: Recordings,
    measure: UnivariateMeasure = "sampen",
    *,
    window: int,
    step: int,
    folder: str | os.PathLike[str],
    client: Any = None,
    epoch: int | None = None,
    picks: Any = "data",
    read: Callable[[str], Any] | None = None,
    block_size: int | None = None,
    n_jobs: int | None = None,
    device: str | None = None,
    progress: Progress = False,
    **parameters: Unpack[RecordingWindowOptions],
) -> dict[str, Path]:
    """An entropy in windows that slide over every epoch, or over the whole of many recordings, as tasks of Dask.

    Parameters
    ----------
    recordings, folder, client, epoch, picks, read, block_size, n_jobs, device, progress
        As for `pairwise`; the dimensions of the results are epoch, channel and time, the first sample of a window in its epoch.
    measure, window, step
        As for `biotropy.sliding_entropy`.
    {options}

    Returns
    -------
    dict of str and Path
        As `pairwise`.

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    given = {"window": whole("window", window, 1), "step": whole("step", step, 1), **parameters}
    return run(
        Work("sliding", measure, given, epoch, picks, read, {"n_jobs": n_jobs, "device": device}),
        recordings, folder, client, block_size, progress,
    )  # fmt: skip


@explicit(RecordingCubeOptions)
def multiscale_pairwise(
    recordings: Recordings,
    scales: Scales = 20,
    measure: CrossMeasure = "cross-sampen",
    *,
    folder: str | os.PathLike[str],
    client: Any = None,
    epoch: int | None = None,
    picks: Any = "data",
    read: Callable[[str], Any] | None = None,
    block_size: int | None = None,
    n_jobs: int | None = None,
    device: str | None = None,
    progress: Progress = False,
    **parameters: Unpack[RecordingCubeOptions],
) -> dict[str, Path]:
    """Matrices of a cross measure at many scales of every epoch of many recordings, as tasks of Dask.

    Parameters
    ----------
    recordings, folder, client, epoch, picks, read, block_size, n_jobs, device, progress
        As for `pairwise`; the dimensions of the results are epoch, channel, partner and scale.
    scales, measure
        As for `biotropy.multiscale_pairwise`.
    {options}

    Returns
    -------
    dict of str and Path
        As `pairwise`.

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    given = {"scales": scale_list(scales), **parameters}
    return run(
        Work("multiscale_pairwise", measure, given, epoch, picks, read, {"n_jobs": n_jobs, "device": device}),
        recordings, folder, client, block_size, progress,
    )  # fmt: skip
