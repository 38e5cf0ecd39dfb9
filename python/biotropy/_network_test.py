# SPDX-License-Identifier: Apache-2.0
"""Tests of whether groups of matrices differ as networks."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arguments import require_channels, shaped, whole
from ._dimensions import is_frame, is_pandas, is_xarray
from ._inputs import doubles, numeric, reporter, threads
from ._labels import refuse_missing_labels
from ._measure_options import Integer
from ._options import Progress, named
from ._signal import is_count
from ._warn import issue
from .errors import InvalidInput


@dataclass(frozen=True)
class NetworkTest:
    """How groups of matrices differ as networks. Components are numbered from 1, the largest extent first.

    Attributes
    ----------
    groups : list
        Groups in their order; a positive t says that the second one has larger values.
    kind : {'t', 'f', 'h'}
        The statistic of an edge.
    directed : bool
        Whether (a, b) and (b, a) are two edges.
    threshold : float
        Of the statistic; NaN without components.
    degrees_of_freedom : float
        Of the residuals (t, F), or of chi-squared (H).
    statistic : array, shape (n_channels, n_channels)
        NaN on the diagonal and of edges that are not tested.
    component : array of int, shape (n_channels, n_channels)
        Number of the component of each edge; 0 for none.
    n_channels : array of int, shape (n_components,)
        Channels that each component connects.
    extent, intensity : array, shape (n_components,)
        Number of its edges, and the sum of what their statistics have above the threshold.
    p_extent, p_intensity : array, shape (n_components,)
        Family-wise p of both.
    score, score_p : array, shape (n_channels, n_channels), or None
        Threshold-free score of each edge and its family-wise p, with `threshold_free`.
    largest_extent, largest_intensity, largest_score : array, shape (arrangements,), or None
        The largest of each arrangement, in the order of `permutations` if they were given.
    tested_edges, untested_edges : int
        Edges with a statistic and without.
    arrangements : int
        Arrangements of the rows that were compared.
    exact : bool
        They are all there are, the observed one among them: p is k / n and not (k + 1) / (n + 1).
    """

    groups: list[Any]
    kind: str
    directed: bool
    threshold: float
    degrees_of_freedom: float
    statistic: NDArray[np.float64]
    component: NDArray[np.int64]
    n_channels: NDArray[np.int64]
    extent: NDArray[np.int64]
    intensity: NDArray[np.float64]
    p_extent: NDArray[np.float64]
    p_intensity: NDArray[np.float64]
    score: NDArray[np.float64] | None
    score_p: NDArray[np.float64] | None
    largest_extent: NDArray[np.float64] | None
    largest_intensity: NDArray[np.float64] | None
    largest_score: NDArray[np.float64] | None
    tested_edges: int
    untested_edges: int
    arrangements: int
    exact: bool


def _numbered(labels: Any, name: str, n_rows: int) -> tuple[list[int], list[Any]]:
    """Number of the label of each row, and the labels as they first appear."""
    listed = shaped(name, np.asarray(labels), n_rows).tolist()
    refuse_missing_labels(labels, name)
    names = list(dict.fromkeys(listed))
    places = {label: number for number, label in enumerate(names)}
    return [places[label] for label in listed], names


def _require_one_order(matrices: Any) -> None:
    """Refuse DataArrays, or DataFrames, whose channels are in different orders, also in rows and columns of one."""
    if not isinstance(matrices, list | tuple):
        return
    for number, matrix in enumerate(matrices):
        if is_xarray(matrix) and is_xarray(matrices[0]):
            of_first, names = ([str(one) for one in array.indexes.get("channel", ())] for array in (matrices[0], matrix))
            require_channels(f"matrices[{number}]", names, of_first)
        if is_frame(matrix):
            columns = list(map(str, matrix.columns))
            require_channels(f"matrices[{number}]", columns, list(map(str, getattr(matrices[0], "columns", columns))))
            rows = columns if is_count(matrix.index) else list(map(str, matrix.index))
            require_channels(f"the index of matrices[{number}]", rows, columns)


def _by_name(matrices: Any) -> Any:
    """A `DataArray`, or those of a list, with the dimension partner behind channel, and these behind that of the matrices; other
    data are returned unchanged."""
    if isinstance(matrices, list | tuple):
        return [_by_name(matrix) for matrix in matrices]
    if not is_xarray(matrices) or not {"channel", "partner"} <= set(matrices.dims):
        return matrices
    ordered = matrices.transpose(..., "channel", "partner")
    if {"channel", "partner"} <= ordered.indexes.keys():
        rows, columns = (list(map(str, ordered.indexes[dim])) for dim in ("channel", "partner"))
        require_channels("the coordinate 'partner' of matrices", columns, rows)
    return ordered


def _rows_beside(data: Any, other: Any) -> Any:
    """The labels of rows beside those of another object; numbers of rows are labels beside whole numbers alone."""
    if is_pandas(data):
        return data.index if not is_count(data.index) or (is_pandas(other) and other.index.dtype.kind in "iu") else None
    return data.indexes.get(data.dims[0]) if is_xarray(data) else None


def _require_one_order_of_rows(**named: Any) -> None:
    """Refuse matrices, groups, subjects and covariates whose rows have other labels, such as those of a sorted table."""
    for (first, x), (second, y) in itertools.combinations(named.items(), 2):
        rows, others = _rows_beside(x, y), _rows_beside(y, x)
        if rows is not None and others is not None and not rows.equals(others):
            raise InvalidInput(f"{first} and {second} have other labels of their rows; they must be the same, in one order")


def _covariates(covariates: Any, n_rows: int) -> np.ndarray:
    if covariates is None:
        return np.empty((n_rows, 0))
    columns = doubles(numeric(covariates, "covariates"))
    columns = columns[:, np.newaxis] if columns.ndim == 1 else columns
    return np.ascontiguousarray(shaped("covariates", columns, n_rows, "n_covariates", empty=True))


def _orders(permutations: Any, n_rows: int) -> np.ndarray | None:
    """Arrangements that are given instead of their number."""
    if np.ndim(permutations) == 0:
        return None
    orders = shaped("permutations", np.asarray(permutations), "n_permutations", n_rows)
    for end in (orders.min(), orders.max()):
        whole("a row of permutations", end, 0, n_rows - 1)
    return np.ascontiguousarray(orders, dtype=np.uint32)


def _result(core: dict[str, Any], names: list[Any]) -> NetworkTest:
    for name in ("component", "n_channels", "extent"):
        core[name] = core[name].astype(np.int64)
    issue(core.pop("notices"))
    return NetworkTest(groups=names, **core)


def network_test(
    matrices: ArrayLike, groups: Sequence[Any] | ArrayLike, *, threshold: float | None = None,
    threshold_p: float | None = None, threshold_free: bool = False, statistic: Literal["t", "f", "h"] | None = None,
    alternative: Literal["two-sided", "greater", "less"] = "two-sided", covariates: ArrayLike | None = None,
    subjects: Sequence[Any] | ArrayLike | None = None, directed: bool | None = None,
    permutations: Integer | ArrayLike = 10_000, seed: Integer = 1, extent_power: float = 0.4, height_power: float = 3.0,
    step: float = 0.1, n_jobs: Integer | None = None, progress: Progress = False,
) -> NetworkTest:  # fmt: skip
    """Whether groups of matrices differ as networks: the network-based statistic (Zalesky et al. 2010).

    Parameters
    ----------
    matrices : array-like, shape (n_matrices, n_channels, n_channels)
        The diagonal is ignored, and a `DataArray` has its dimensions channel and partner by name. An edge with a NaN (an infinite
        value unless the statistic is 'h'), or without variance beyond the covariates, is not tested, with a `RuntimeWarning`.
    groups : sequence, shape (n_matrices,)
        Group or condition of each matrix; their order is that of their first matrices.
    threshold, threshold_p : float, optional
        Edges above it form components: in units of the statistic, or as p of a single edge. One of them or
        `threshold_free` is needed.
    threshold_free : bool, default False
        Give each edge a score over all thresholds (Baggio et al. 2018).
    statistic : {'t', 'f', 'h'}, optional
        't' of two groups (equal variances; paired with `subjects`), 'f' of two or more, or 'h' of Kruskal and Wallis (no
        covariates, no pairs). By default 't' for two groups and 'f' for more.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        For 't': differences of any sign, or a second group with larger, or smaller, values.
    covariates : array-like, shape (n_matrices, n_covariates), optional
        Removed as Freedman and Lane (1983) do.
    subjects : sequence, shape (n_matrices,), optional
        Paired matrices: the subject of each, who has one in every group. By default each matrix is a subject.
    directed : bool, optional
        Whether (a, b) and (b, a) are two edges; by default unless all matrices are symmetric. Components are weak.
    permutations : int or array of int, shape (n_permutations, n_matrices), default 10000
        Random arrangements; all are enumerated if they are no more. Or the arrangements: position i of the design
        receives the matrix permutations[k, i].
    seed : int, default 1
        Of the arrangements.
    extent_power, height_power, step : float, default 0.4, 3.0, 0.1
        E, H and the distance of thresholds of the score.
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.
    progress : bool or callable, default False

    Returns
    -------
    NetworkTest

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a parameter outside what is allowed, a design that cannot be fitted, no edge that can be tested.

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> matrices = np.random.default_rng(1).normal(size=(20, 6, 6))
    >>> matrices[10:, 0, 1:4] += 2
    >>> biotropy.network_test(matrices, ["young"] * 10 + ["old"] * 10, threshold=3, permutations=999).p_extent
    array([0.003])
    """
    given = locals()
    options = {name: given[name] for name in named("networks")}
    matrices = _by_name(matrices)
    _require_one_order(matrices)
    _require_one_order_of_rows(matrices=matrices, groups=groups, subjects=subjects, covariates=covariates)
    cube = shaped("matrices", numeric(matrices, "matrices"), "n_matrices", "n_channels", "n_channels")
    group_of, names = _numbered(groups, "groups", len(cube))
    people, labels = ([], []) if subjects is None else _numbered(subjects, "subjects", len(cube))
    orders, columns = _orders(permutations, len(cube)), _covariates(covariates, len(cube))
    options["permutations"] = permutations if orders is None else None
    return _result(_core.network_test(doubles(cube), group_of, len(names), columns, people, [str(one) for one in labels], orders,
                                      options, threads(n_jobs), reporter(progress)), names)  # fmt: skip
