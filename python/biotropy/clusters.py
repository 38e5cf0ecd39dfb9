# SPDX-License-Identifier: Apache-2.0
"""A connection to a cluster of `dask.distributed`: the caller's, or one on this machine for as long as it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .packages import needed


@contextmanager
def connected(client: Any) -> Iterator[Any]:
    """The caller's client, or that of a cluster with one process for each core."""
    distributed = needed("distributed", "distributed")
    if client is not None:
        yield client
        return
    with (
        distributed.LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as own,
    ):
        yield own
