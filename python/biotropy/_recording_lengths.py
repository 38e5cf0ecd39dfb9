# SPDX-License-Identifier: Apache-2.0
"""Lengths of recordings whose samples stand one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._labels import refuse_missing_names


def recording_lengths(recordings: Any, n_samples: int) -> list[int]:
    """Lengths of consecutive recordings."""
    if recordings is None:
        return [n_samples]
    refuse_missing_names(recordings, "recordings")
    ids = np.asarray(recordings)
    if ids.shape != (n_samples,):
        raise ValueError(f"recordings has the shape {ids.shape}; it must be ({n_samples},), one for each sample")
    begins = np.flatnonzero(np.append(True, ids[1:] != ids[:-1]))
    if len(np.unique(ids)) != len(begins):
        raise ValueError("recordings: the samples of a recording have to stand together")
    return np.diff(np.append(begins, n_samples)).tolist()
