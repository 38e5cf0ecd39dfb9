# SPDX-License-Identifier: Apache-2.0
"""``python -m biotropy report RESULT.nc -o report.html``: the command of the program that is written in Python."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import Any, NoReturn

from . import __version__
from .errors import BiotropyError, FileMissing, InvalidInput, MissingPackage
from .report import write_report

# Exit codes of the program.
_FAILED, _USAGE, _NO_INPUT, _NOT_WRITTEN, _STOPPED = 1, 2, 3, 5, 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(_USAGE, f"biotropy: {message}; see '{self.prog} --help'\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m biotropy", description="Commands of the program biotropy that are written in Python.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    text = "An interactive page of a result, in one HTML file that needs no network."
    report = commands.add_parser("report", help=text, description=text, allow_abbrev=False)
    report.add_argument("result", metavar="RESULT", help="the NetCDF file (.nc) that a command of biotropy wrote")
    report.add_argument(
        "-o", "--output", metavar="FILE", help="the page; by default the name of the result with the ending .html"
    )
    return parser


def _stop(*_: Any) -> NoReturn:
    raise KeyboardInterrupt


def main(arguments: list[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : list of str, optional
        By default the arguments of the process.

    Returns
    -------
    int
        Exit code, as of the program.
    """
    given = _parser().parse_args(arguments)
    output = os.path.splitext(given.result)[0] + ".html" if given.output is None else given.output
    signal.signal(signal.SIGTERM, _stop)
    try:
        write_report(given.result, output)
    except KeyboardInterrupt:
        return _STOPPED
    except BiotropyError as error:
        print(f"biotropy: {error}", file=sys.stderr)
        is_output = str(error).startswith(f"{output}:")
        codes = {MissingPackage: _FAILED, FileMissing: _NO_INPUT, InvalidInput: _USAGE if is_output else _NO_INPUT}
        return codes.get(type(error), _NOT_WRITTEN if is_output else _NO_INPUT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
