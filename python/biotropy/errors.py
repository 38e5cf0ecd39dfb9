# SPDX-License-Identifier: Apache-2.0
"""Exceptions of Biotropy, each a `BiotropyError` and a fitting built-in exception, and its notices."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

__all__ = ["BiotropyError", "BiotropyWarning", "FileFailed", "FileMissing", "InvalidInput", "MissingPackage", "Notice", "OutOfMemory", "UnfamiliarRecording", "Unsupported"]
__dir__ = __all__.copy


class Notice(NamedTuple):
    """What a caller should know of work that succeeded.

    Attributes
    ----------
    level : {'note', 'warning'}
        A note says what a person expects; it goes to the logger ``"biotropy"``. A warning says what may change a number; it is
        issued as `BiotropyWarning`, too.
    code : str
        Stable name of the matter: ``"missing_samples"``, ``"gaps"``, ...
    text : str
        The same for people.
    """

    level: str
    code: str
    text: str


class BiotropyError(Exception):
    """Any failure of the library.

    Attributes
    ----------
    code : str
        Stable name of the kind of error: ``"invalid_argument"``, ``"too_short"``, ...
    parameter : str
        The argument that is not allowed; empty if it is none, or not known.
    """

    code = "internal"
    parameter = ""


class InvalidInput(BiotropyError, ValueError):
    """A parameter that is not allowed, or samples that cannot be used."""

    code = "invalid_argument"

    def __init__(self, text: str, parameter: str = "") -> None:
        super().__init__(text)
        self.parameter = parameter if parameter.isidentifier() else ""  # others describe a part of an argument


class FileMissing(BiotropyError, FileNotFoundError):
    """The file does not exist or may not be read."""

    code = "file_not_found"


class FileFailed(BiotropyError, OSError):
    """A file violates its format, or reading or writing it failed."""

    code = "io"


class OutOfMemory(BiotropyError, MemoryError):
    """Not enough memory."""

    code = "out_of_memory"


class Unsupported(BiotropyError, NotImplementedError):
    """A valid request that this version does not support."""

    code = "unsupported"


class MissingPackage(BiotropyError, ImportError):
    """A package that this function needs is not installed."""

    code = "missing_package"


class BiotropyWarning(RuntimeWarning):
    """Something may change a number. Attribute `code`: what, as in `Notice`."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


class UnfamiliarRecording(BiotropyWarning):
    """A recording is unlike those that a model was trained on: its classes may be wrong, however certain they look."""


_OF_INPUT = ("invalid_argument", "invalid_data", "missing_values", "constant_series", "too_short", "no_engine")
_CLASSES = {**dict.fromkeys(_OF_INPUT, InvalidInput), "bad_file": FileFailed,
            **{one.code: one for one in (FileMissing, FileFailed, OutOfMemory, Unsupported)}}  # fmt: skip
# Options of the library that have other names in Python.
_NAMES = {"missing": "nan_policy"}


def in_python(text: str) -> str:
    """A text of the C++ library with its options, `` `missing = omit` ``, as arguments of Python."""
    text = re.sub(r"`(?!time )(\w+) = (\d+)`", r"\1=\2", text)  # the column of time is a text, as are all others
    return re.sub(r"`(\w+) = ([^`]*)`", lambda one: f"{_NAMES.get(one[1], one[1])}={one[2]!r}", text)


@contextmanager
def file_errors(path: str | os.PathLike[str], writes: bool = False,
                kinds: tuple[type[Exception], ...] = (OSError, ValueError)) -> Iterator[None]:  # fmt: skip
    """Errors of the system, or of a reader in Python, which has these `kinds`, become those of the library, with the name of the
    file."""
    try:
        yield
    except BiotropyError:
        raise
    except kinds as error:
        if isinstance(error, FileNotFoundError) and not writes:
            raise FileMissing(f"{os.fspath(path)}: no such file") from None
        text = f"{os.fspath(path)}: {getattr(error, 'strerror', None) or error or type(error).__name__}"
        raise from_code("io" if isinstance(error, OSError) else "bad_file", text) from None


def from_code(code: str, message: str, parameter: str = "") -> BiotropyError:
    """The exception for an error of the C++ library."""
    error = _CLASSES.get(code, BiotropyError)(in_python(message))
    error.code, error.parameter = code, _NAMES.get(parameter, parameter)
    return error
