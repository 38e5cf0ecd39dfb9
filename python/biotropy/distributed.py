# SPDX-License-Identifier: Apache-2.0
"""Many recordings on many machines: blocks of epochs are tasks of `dask.distributed`.

The values of a block are written to disk as soon as they are computed, under a key made of the content of the recording,
every parameter and the version. So an interrupted run continues where it stopped, and values are never reused after a
change. If a worker dies, Dask gives its blocks to another one. Only the caller writes files.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Unpack

from ._arguments import whole
from ._multiscale import Scales, scale_list
from ._options import (
    CrossMeasure,
    MultivariateMeasure,
    RecordingCubeOptions,
    RecordingCurveOptions,
    RecordingMatrixOptions,
    RecordingOptions,
    Tasks,
    UnivariateMeasure,
    explicit,
    names_of,
)
from ._work.recording_work import Work
from ._work.schedule import Recordings, run
from ._work.shards import study

__all__ = ["entropy", "multiscale_entropy", "multiscale_pairwise", "pairwise", "sliding_entropy", "study"]
__dir__ = __all__.copy


def _run(
    kind: str, measure: str, recordings: Recordings, folder: str | os.PathLike[str], own: dict[str, Any], options: dict[str, Any]
) -> dict[str, Path]:
    """`own` are parameters of this kind, and `options` the others, with those of the tasks."""
    tasks = {name: options.pop(name) for name in names_of(Tasks) if name in options}
    machine = {name: tasks.get(name) for name in ("n_jobs", "device")}
    work = Work(kind, measure, {**own, **options}, tasks.get("epoch"), tasks.get("picks", "data"), tasks.get("read"), machine,
                tasks.get("bads") or "reject")  # fmt: skip
    return run(work, recordings, folder, tasks.get("client"), tasks.get("block_size"), tasks.get("progress", False))


@explicit(RecordingMatrixOptions, m=2, picks="data")
def pairwise(
    recordings: Recordings,
    measure: CrossMeasure = "cross-apen",
    *,
    folder: str | os.PathLike[str],
    **options: Unpack[RecordingMatrixOptions],
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
    {options}

    Returns
    -------
    dict of str and Path
        The result of each recording that can be used; the others have a `RuntimeWarning` with the reason. Samples and an absolute `r`
        are in the unit of the file, which is the variable `channel_unit`; those of an object of MNE that `read` returns are in its.

    Examples
    --------
    >>> import biotropy, distributed, numpy as np, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> np.save(folder / "rest.npy", np.random.default_rng(0).standard_normal((3, 2, 300)))
    >>> with distributed.Client(processes=False, dashboard_address=None) as client:
    ...     found = biotropy.distributed.pairwise(folder / "rest.npy", folder=folder, client=client)
    >>> dict(biotropy.open_results(found["rest"])["value"].sizes)
    {'epoch': 3, 'channel': 2, 'partner': 2}

    Raises
    ------
    BiotropyError
        For parameters that are not allowed, before any recording is read, and where no recording can be used.
    """
    return _run("pairwise", measure, recordings, folder, {}, {**options})


@explicit(RecordingOptions, picks="data")
def entropy(
    recordings: Recordings,
    measure: UnivariateMeasure | MultivariateMeasure = "sampen",
    *,
    folder: str | os.PathLike[str],
    **options: Unpack[RecordingOptions],
) -> dict[str, Path]:
    """An entropy of every epoch and channel of many recordings, or of all channels of an epoch together, as tasks of Dask.

    Parameters
    ----------
    recordings, folder
        As for `pairwise`; the dimensions of the results are epoch and channel, of a measure of all channels epoch alone.
    measure : {'sampen', 'apen', 'fuzzyen', 'permen', 'mvsampen', 'mvfuzzyen'}, default 'sampen'
        As the functions of these measures, such as `biotropy.sample_entropy`. An argument below that the measure does not use is an
        error.
    {options}

    Returns
    -------
    dict of str and Path
        As `pairwise`.

    Examples
    --------
    >>> import biotropy, distributed, numpy as np, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> np.save(folder / "rest.npy", np.random.default_rng(0).standard_normal((3, 2, 300)))
    >>> with distributed.Client(processes=False, dashboard_address=None) as client:
    ...     found = biotropy.distributed.entropy(folder / "rest.npy", folder=folder, client=client)
    >>> dict(biotropy.open_results(found["rest"])["value"].sizes)
    {'epoch': 3, 'channel': 2}

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    return _run("entropy", measure, recordings, folder, {}, {**options})


@explicit(RecordingCurveOptions, picks="data")
def multiscale_entropy(
    recordings: Recordings,
    scales: Scales = 20,
    *,
    folder: str | os.PathLike[str],
    measure: UnivariateMeasure | MultivariateMeasure = "sampen",
    **options: Unpack[RecordingCurveOptions],
) -> dict[str, Path]:
    """Multiscale curves of every epoch and channel of many recordings, or of all channels of an epoch together, as tasks of Dask.

    Parameters
    ----------
    recordings, folder
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

    Examples
    --------
    >>> import biotropy, distributed, numpy as np, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> np.save(folder / "rest.npy", np.random.default_rng(0).standard_normal((3, 2, 300)))
    >>> with distributed.Client(processes=False, dashboard_address=None) as client:
    ...     found = biotropy.distributed.multiscale_entropy(folder / "rest.npy", 4, folder=folder, client=client)
    >>> dict(biotropy.open_results(found["rest"])["value"].sizes)
    {'epoch': 3, 'channel': 2, 'scale': 4}

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    return _run("multiscale", measure, recordings, folder, {"scales": scale_list(scales)}, {**options})


@explicit(RecordingOptions, picks="data")
def sliding_entropy(
    recordings: Recordings,
    measure: UnivariateMeasure | MultivariateMeasure = "sampen",
    *,
    window: int,
    step: int,
    folder: str | os.PathLike[str],
    **options: Unpack[RecordingOptions],
) -> dict[str, Path]:
    """An entropy in windows that slide over every epoch, or over the whole of many recordings, as tasks of Dask.

    Parameters
    ----------
    recordings, folder
        As for `pairwise`; the dimensions of the results are epoch, channel and time, the first sample of a window in its epoch; of
        a measure of all channels epoch and time.
    measure, window, step
        As for `biotropy.sliding_entropy`.
    {options}

    Returns
    -------
    dict of str and Path
        As `pairwise`.

    Examples
    --------
    >>> import biotropy, distributed, numpy as np, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> np.save(folder / "rest.npy", np.random.default_rng(0).standard_normal((3, 2, 300)))
    >>> with distributed.Client(processes=False, dashboard_address=None) as client:
    ...     found = biotropy.distributed.sliding_entropy(folder / "rest.npy", window=100, step=50, folder=folder, client=client)
    >>> dict(biotropy.open_results(found["rest"])["value"].sizes)
    {'epoch': 3, 'channel': 2, 'time': 5}

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    return _run("sliding", measure, recordings, folder, {"window": whole("window", window, 1), "step": whole("step", step, 1)}, {**options})


@explicit(RecordingCubeOptions, picks="data")
def multiscale_pairwise(
    recordings: Recordings,
    scales: Scales = 20,
    measure: CrossMeasure = "cross-sampen",
    *,
    folder: str | os.PathLike[str],
    **options: Unpack[RecordingCubeOptions],
) -> dict[str, Path]:
    """Matrices of a cross measure at many scales of every epoch of many recordings, as tasks of Dask.

    Parameters
    ----------
    recordings, folder
        As for `pairwise`; the dimensions of the results are epoch, channel, partner and scale.
    scales, measure
        As for `biotropy.multiscale_pairwise`.
    {options}

    Returns
    -------
    dict of str and Path
        As `pairwise`.

    Examples
    --------
    >>> import biotropy, distributed, numpy as np, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> np.save(folder / "rest.npy", np.random.default_rng(0).standard_normal((3, 2, 300)))
    >>> with distributed.Client(processes=False, dashboard_address=None) as client:
    ...     found = biotropy.distributed.multiscale_pairwise(folder / "rest.npy", 4, folder=folder, client=client)
    >>> dict(biotropy.open_results(found["rest"])["value"].sizes)
    {'epoch': 3, 'channel': 2, 'partner': 2, 'scale': 4}

    Raises
    ------
    BiotropyError
        As `pairwise`.
    """
    return _run("multiscale_pairwise", measure, recordings, folder, {"scales": scale_list(scales)}, {**options})
