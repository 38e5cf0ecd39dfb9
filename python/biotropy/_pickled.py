# SPDX-License-Identifier: Apache-2.0
"""A fitted `SICAMM` in a pickle: its model as the bytes of its file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from . import _core


class Pickled:
    """The part of `SICAMM` that pickles and copies call."""

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        state.pop("_stream", None)
        if "_model" in state:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "model.nc"
                state["_model"].save(str(path))
                state["_model"] = path.read_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        if isinstance(state.get("_model"), bytes):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "model.nc"
                path.write_bytes(state["_model"])
                state["_model"] = _core.load_model(str(path))
            state["_stream"] = None
        super().__setstate__(state)
