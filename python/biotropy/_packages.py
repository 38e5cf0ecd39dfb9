# SPDX-License-Identifier: Apache-2.0
"""Import of packages that only some functions need."""

from __future__ import annotations

import importlib
from types import ModuleType

from .errors import MissingPackage


def needed(module: str, extra: str) -> ModuleType:
    """Import a module of an optional package; `extra` is the extra of Biotropy that installs it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.split(".")[0]
        if error.name is None or error.name.split(".")[0] != package:
            raise
        text = f"{package} is not installed: pip install {package}, or, in a checkout of Biotropy, pip install '.[{extra}]'"
        raise MissingPackage(text, name=package) from None
