# SPDX-License-Identifier: Apache-2.0
"""The exceptions of Biotropy. Each is a `BiotropyError` and the built-in exception that fits."""


class BiotropyError(Exception):
    """Any failure of the library.

    Attributes
    ----------
    code : str
        What happened, as a stable word: ``"invalid_argument"``, ``"too_short"``, ...
    """

    code = "internal"


class InvalidInput(BiotropyError, ValueError):
    """A parameter outside what is allowed, or samples that cannot be used."""

    code = "invalid_argument"


class FileMissing(BiotropyError, FileNotFoundError):
    """No such file, or no permission to read it."""


class FileFailed(BiotropyError, OSError):
    """A file is not what its format says, or reading or writing it failed."""


class OutOfMemory(BiotropyError, MemoryError):
    """An allocation that the request needs was refused."""


class Unsupported(BiotropyError, NotImplementedError):
    """A well-formed request that this version cannot serve."""


class MissingPackage(BiotropyError, ImportError):
    """A package that this function needs is not installed."""

    code = "missing_package"


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


def from_code(code: str, message: str) -> BiotropyError:
    """The exception for an error of the core."""
    error = _CLASSES.get(code, BiotropyError)(message)
    error.code = code
    return error
