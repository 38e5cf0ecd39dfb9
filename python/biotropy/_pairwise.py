# SPDX-License-Identifier: Apache-2.0
"""Matrices of a cross measure between all channels, at one time scale or many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack, get_args, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._answer import Answer, Labels, Output, attributes, output_of
from ._dimensions import in_order, is_xarray
from ._arguments import flag, grid_of, one_each, shaped
from ._inputs import taken_run
from ._multiscale import Scales, scale_list
from ._options import CrossMeasure, MultiscalePairwiseOptions, PairwiseOptions, Signal, explicit
from ._packages import needed
from ._signal import read, require_one_unit, require_same_times, warn_of_orientation, warn_of_values
from ._signal import Signal as Series
from ._surrogate_test import TESTED

if TYPE_CHECKING:
    from xarray import DataArray

# Threads, device, progress.
Run = tuple[int, str | None, Callable[[int, int], Any] | None]

_ENTRIES = ("value", "matches_m", "matches_m1")
_OF_EPOCHS = ("templates_m", "templates_m1")
_MEANS = ("mean", "valid_epochs")


def _to_mne(values: np.ndarray, names: list[str], origin: dict[str, Any]) -> Any:
    """An object of `mne_connectivity` with the parameters in its `attrs`."""
    made = needed("mne_connectivity", "mne")
    given = {"n_nodes": len(names), "names": names, "indices": "all", "method": origin["measure"], **origin}
    if values.ndim == 2:
        return made.Connectivity(values.ravel(), **given)
    return made.EpochConnectivity(values.reshape(len(values), -1), **given)


def _is_pooled(given: dict[str, Any]) -> bool:
    return given.get("pool_epochs") not in (None, "no")


def _axes_last(values: np.ndarray, sizes: Sequence[int], n_held: int) -> np.ndarray:
    """With the axes of these sizes last; the first `n_held` dimensions are those that are not of one value alone."""
    whole, n_axes = values.reshape(*sizes, *values.shape[n_held:]), len(sizes)
    return np.ascontiguousarray(np.moveaxis(whole, range(n_axes), range(-n_axes, 0)))


def matrices(
    of: Series, names: list[str], measure: str, given: dict[str, Any], average: bool, run: Run, first_epoch: int = 0,
    scales: list[int] | None = None, grid: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Values, counts, reasons and the test of all epochs, with scales, or several m and r, the last `axes`. `first_epoch` is the
    number of the first epoch in the recording, on which surrogates depend."""
    core: dict[str, Any] = _core.answer(
        measure, of.core(), None, given, *run, scales=scales, pairs=True, average=average, first_epoch=first_epoch, grid=grid, names=names
    )
    warn_of_values(core.pop("not_finite"), of.data)
    core["axes"] = axes = grid_of(given) if scales is None else {"scale": scales}
    if axes:
        sizes = [len(values) for values in axes.values()]
        n_held = sum(size > 1 or scales is not None for size in sizes)
        core |= {key: _axes_last(core[key], sizes, n_held) for key in (*_ENTRIES, *_OF_EPOCHS, *_MEANS) if key in core}
        core |= {key: core[key].reshape(*core[key].shape[: core[key].ndim - n_held], *sizes) for key in TESTED if key in core}
    return core


def reasons_of(core: dict[str, Any], n_channels: int) -> np.ndarray | None:
    """The reasons of `matrices`: (epoch, channel), and its axes."""
    if core["reason"] is None:
        return None
    sizes = [len(values) for values in core["axes"].values()]
    return _axes_last(np.array(core["reason"], dtype=object).reshape(*sizes, -1, n_channels), sizes, len(sizes))


def _answer(core: dict[str, Any], measure: str, labels: Labels, n_channels: int, average: bool, is_one: bool, whole: bool,
            origin: dict[str, Any]) -> Answer:  # fmt: skip
    """All that `matrices` has, or the values or means alone. `is_one`: there is one epoch, without a dimension of its own."""
    axes = core["axes"]
    pair, rows = ("channel", "partner", *axes), ("channel", *axes)
    variables: dict[str, tuple[tuple[str, ...], np.ndarray]] = {}
    for key in ["mean", *_ENTRIES] if average else [*_ENTRIES, "mean"]:
        if key in core:
            variables[key] = pair if key == "mean" else ("epoch", *pair), core[key]
    if whole:
        variables |= {key: (pair, core[key]) for key in _MEANS[1:]} | {key: (("epoch", *rows), core[key]) for key in _OF_EPOCHS}
        variables |= {key: (pair if average else ("epoch", *pair), core[key]) for key in TESTED if key in core}
        if "scale" in axes:
            index = core["complexity_index"]
            variables |= {"complexity_index": (("epoch", "channel", "partner")[3 - index.ndim :], index), "samples": (("scale",), core["samples"])}
    else:
        variables = dict([next(iter(variables.items()))])
    if is_one:
        variables = {key: (dims[1:], values[0]) if dims[0] == "epoch" else (dims, values) for key, (dims, values) in variables.items()}
    reasons, of_reasons = reasons_of(core, n_channels), ("epoch", *rows)
    if reasons is not None and is_one:
        reasons, of_reasons = reasons[0], rows
    coords: dict[str, Any] = {"partner": ("partner", labels.names())} if labels.names() else {}
    coords |= {name: (name, values) for name, values in axes.items()}
    origin = {name: value for name, value in origin.items() if name not in axes}
    labels = labels if not is_one or "epoch" not in labels.dims else labels.only([dim for dim in labels.dims if dim != "epoch"])
    return Answer(measure, labels, variables, (of_reasons, reasons), coords, origin)


def _measure(data: Any, measure: str, scales: list[int] | None, average: bool, output: Any, ch_names: Any,
             options: dict[str, Any]) -> Any:  # fmt: skip
    """What `pairwise` returns and, with scales, `multiscale_pairwise`."""
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    output = output_of(output, data, *(() if scales or grid_of(given) else ("mne",)))
    average, whole = flag("average", average), bool(given.get("surrogates") or output == "dict")
    picks, bads, run = given.pop("picks", None), given.pop("bads", "reject"), taken_run(given)
    of = read(in_order(data, "data") if is_xarray(data) else data, None, "data", picks, bads)
    if isinstance(data, list | tuple):
        require_same_times(**{f"data[{number}]": one for number, one in enumerate(data)})
    shaped("data", of.array(), "n_epochs", "n_channels", "n_times", least=2, empty=True)
    warn_of_orientation(of, "data")
    require_one_unit(measure, given, of, use="series" if scales is None else "scales")
    array, labels, n_channels = of.array(), of.labelled(), of.n_channels
    n_names = n_channels if labels.measured is None else labels.sizes()["channel"]
    if ch_names is not None:
        labels = labels.named(one_each("ch_names", ch_names, n_names, "channel"))
    names = labels.measured_names(n_channels)
    core = matrices(of, names, measure, given, average, run, scales=scales, grid=True)
    is_one = array.ndim == 2 or _is_pooled(given)
    values = core["mean"] if average else core["value"][0] if is_one else core["value"]
    if output == "array" and not whole and labels.measured is None:  # short calls
        return values
    origin = attributes(measure, given, array.shape[-1], scales=scales is not None)
    if output == "mne":
        kept = [place for place in range(n_channels) if not (of.reasons and place in of.marked)]
        return _to_mne(values[..., kept, :][..., kept], [names[place] for place in kept], origin)
    made = _answer(core, measure, labels, n_channels, average, is_one, whole, origin)
    return made.rendered("dict" if whole and output == "array" else output, whole)


@overload
def pairwise(data: DataArray, measure: CrossMeasure = "cross-apen", *, average: bool = False, output: None = None,
             ch_names: Sequence[str] | None = None, **options: Unpack[PairwiseOptions]) -> DataArray: ...
@overload
def pairwise(data: Signal, measure: CrossMeasure = "cross-apen", *, average: bool = False,
             output: Literal["array"] | None = None, ch_names: Sequence[str] | None = None,
             **options: Unpack[PairwiseOptions]) -> NDArray[np.float64]: ...
@overload
def pairwise(data: Signal, measure: CrossMeasure = "cross-apen", *, average: bool = False,
             output: Literal["xarray"], ch_names: Sequence[str] | None = None,
             **options: Unpack[PairwiseOptions]) -> DataArray: ...
@overload
def pairwise(data: Signal, measure: CrossMeasure = "cross-apen", *, average: bool = False,
             output: Literal["pandas", "dict", "mne"], ch_names: Sequence[str] | None = None,
             **options: Unpack[PairwiseOptions]) -> Any: ...
@explicit(PairwiseOptions, measures=get_args(CrossMeasure), m=2)
def pairwise(data: Any, measure: CrossMeasure = "cross-apen", *, average: bool = False,
             output: Output | Literal["mne"] | None = None, ch_names: Sequence[str] | None = None,
             **options: Unpack[PairwiseOptions]) -> Any:
    """A cross measure between all ordered pairs of channels, diagonal included.

    A matrix for each epoch, from which networks and tests of groups are made. All pairs together take a small part of the time
    of single calls.

    Parameters
    ----------
    data : array-like, shape (n_epochs, n_channels, n_times) or (n_channels, n_times), DataArray, DataFrame or mne object
        The recording. Channels are z-scored in every epoch unless `r` is absolute. Dimensions of a `DataArray` are
        identified by their names, epoch, channel and time; one of them may have another name.
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-apen'
        Entry (channel, partner) compares templates of `channel` with those of `partner`. An argument below that the
        measure does not use is an error.
    average : bool, default False
        Return the mean over the epochs whose value is finite, in memory that does not grow with their number.
    output : {'array', 'xarray', 'pandas', 'dict', 'mne'}, optional
        As for `sample_entropy`; a DataFrame has the partners in its columns, and a dict all counts, templates, valid epochs and
        reasons. 'mne': an `mne_connectivity` object of the measured channels. With `surrogates` an array becomes a dict.
    ch_names : list of str, optional
        Names of the channels; by default those of `data`, or numbers.
    {options}

    Returns
    -------
    array, DataArray, Dataset, DataFrame, dict or Connectivity
        Shape (n_epochs, n_channels, n_channels); without the first axis for a single epoch, a mean or pooled epochs. An entry that
        cannot be computed (for example of a constant channel) is NaN, with the reason in a `RuntimeWarning`.

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> eeg = np.random.default_rng(0).standard_normal((10, 4, 500))
    >>> biotropy.pairwise(eeg, "cross-apen", m=1, r=0.2).shape
    (10, 4, 4)

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a parameter that is not allowed, or an array of another shape.

    See Also
    --------
    network_test : Compare the matrices of groups.
    cross_approximate_entropy, cross_sample_entropy, cross_fuzzy_entropy : Equations and papers.
    """
    return _measure(data, measure, None, average, output, ch_names, {**options})


@overload
def multiscale_pairwise(data: DataArray, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *, average: bool = False,
                        output: None = None, ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> DataArray: ...
@overload
def multiscale_pairwise(data: Signal, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *, average: bool = False,
                        output: Literal["array"] | None = None, ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> NDArray[np.float64]: ...
@overload
def multiscale_pairwise(data: Signal, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *, average: bool = False,
                        output: Literal["xarray"], ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> DataArray: ...
@overload
def multiscale_pairwise(data: Signal, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *, average: bool = False,
                        output: Literal["pandas", "dict"], ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> Any: ...
@explicit(MultiscalePairwiseOptions, measures=get_args(CrossMeasure))
def multiscale_pairwise(data: Any, scales: Scales = 20, measure: CrossMeasure = "cross-sampen", *,
                        average: bool = False, output: Output | None = None, ch_names: Sequence[str] | None = None,
                        **options: Unpack[MultiscalePairwiseOptions]) -> Any:
    """A cross measure between all ordered pairs of channels at many time scales.

    Parameters
    ----------
    data : array-like, shape (n_epochs, n_channels, n_times) or (n_channels, n_times), DataArray, DataFrame or mne object
        The recording. Channels are z-scored in every epoch, unless `r` is absolute, and coarse-grained; with
        `tolerance_of` 'scale' they are z-scored at every scale.
    scales : int or iterable of int, default 20
        The scales, or the largest one of those from 1 on.
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-sampen'
        The measure at every scale. An argument below that it does not use is an error.
    average : bool, default False
        Return the mean over the epochs whose value is finite, in memory that does not grow with their number.
    output : {'array', 'xarray', 'pandas', 'dict'}, optional
        As for `pairwise`; a dict has the complexity index of every entry and the `samples` of each scale, too.
    ch_names : list of str, optional
        Names of the channels; by default those of `data`, or numbers.
    {options}

    Returns
    -------
    array, DataArray, Dataset, DataFrame or dict
        Shape (n_epochs, n_channels, n_channels, n_scales); without the first axis for a single epoch, a mean or pooled epochs.
        An entry that cannot be computed (at a scale that is too short, say) is NaN, with the reason in a `RuntimeWarning`.

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> noise = np.random.default_rng(0).standard_normal((2, 2000))
    >>> biotropy.multiscale_pairwise(noise, scales=3)[0, 1].round(1).tolist()
    [2.2, 1.8, 1.6]

    Raises
    ------
    BiotropyError
        As `pairwise`.

    Notes
    -----
    Yan et al. (2009); Jamin and Humeau-Heurtier (2020), https://doi.org/10.3390/e22010045.
    """
    return _measure(data, measure, scale_list(scales), average, output, ch_names, {**options})
