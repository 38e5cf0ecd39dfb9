# SPDX-License-Identifier: Apache-2.0
"""Exceptions of Biotropy, each a `BiotropyError` and a fitting built-in exception, and its warnings."""

__all__ = ["BiotropyError", "FileFailed", "FileMissing", "InvalidInput", "MissingPackage", "OutOfMemory", "UnfamiliarRecording", "Unsupported"]
__dir__ = __all__.copy


class BiotropyError(Exception):
    """Any failure of the library.

    Attributes
    ----------
    code : str
        Stable name of the kind of error: ``"invalid_argument"``, ``"too_short"``, ...
    """

    code = "internal"


class InvalidInput(BiotropyError, ValueError):
    """A parameter that is not allowed, or samples that cannot be used."""

    code = "invalid_argument"


class FileMissing(BiotropyError, FileNotFoundError):
    """The file does not exist or may not be read."""


class FileFailed(BiotropyError, OSError):
    """A file violates its format, or reading or writing it failed."""


class OutOfMemory(BiotropyError, MemoryError):
    """Not enough memory."""


class Unsupported(BiotropyError, NotImplementedError):
    """A valid request that this version does not support."""


class MissingPackage(BiotropyError, ImportError):
    """A package that this function needs is not installed."""

    code = "missing_package"


class UnfamiliarRecording(RuntimeWarning):
    """A recording is unlike those that a model was trained on: its classes may be wrong, however certain they look."""


_CLASSES = {
    "invalid_argument": InvalidInput,
    "invalid_data": InvalidInput,
    "missing_values": InvalidInput,
    "constant_series": InvalidInput,
    "too_short": InvalidInput,
    "no_engine": InvalidInput,
    "file_not_found": FileMissing,
    "bad_file": FileFailed,
    "io": FileFailed,
    "out_of_memory": OutOfMemory,
    "unsupported": Unsupported,
}


# What the library, which has no names of arguments, says about missing samples.
_OMIT = "ask to omit"


def with_argument(message: str) -> str:
    """A message of the C++ library with the argument of Python for what it asks for."""
    return message.replace(_OMIT, "nan_policy='omit' leaves out")


def from_code(code: str, message: str) -> BiotropyError:
    """The exception for an error of the C++ library."""
    error = _CLASSES.get(code, BiotropyError)(with_argument(message))
    error.code = code
    return error
