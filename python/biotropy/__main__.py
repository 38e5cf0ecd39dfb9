# SPDX-License-Identifier: Apache-2.0
"""``python -m biotropy report`` and ``convert``: the commands that are written in Python."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import NoReturn

from . import __version__
from ._convert import convert
from .errors import BiotropyError, FileMissing, InvalidInput, MissingPackage, Unsupported
from .report import write_report

# Exit codes of the program.
_FAILED, _USAGE, _NO_INPUT, _NOT_WRITTEN, _STOPPED = 1, 2, 3, 5, 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(_USAGE, f"biotropy: {message}; see '{self.prog} --help'\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m biotropy", description="Commands of Biotropy that are written in Python.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    text = "An interactive page of a result, in one HTML file that needs no network."
    report = commands.add_parser("report", help=text, description=text, allow_abbrev=False)
    report.add_argument("result", metavar="RESULT", help="the NetCDF file (.nc) that a command of biotropy wrote")
    report.add_argument(
        "-o", "--output", metavar="FILE", help="the page; by default the name of the result with the ending .html"
    )
    text = "A recording of any format that MNE reads, in one that the program reads, with every bit of its samples."
    convert = commands.add_parser("convert", help=text, description=text, allow_abbrev=False)
    convert.add_argument("source", metavar="IN", help="the recording")
    convert.add_argument(
        "output", metavar="OUT",
        help="NAME.vhdr: BrainVision, with NAME.eeg, NAME.vmrk and NAME_channels.tsv; NAME.npy: samples alone, without a rate",
    )
    convert.add_argument(
        "--keep-bad", action="store_true", help="keep samples that annotations mark as bad; by default they become missing"
    )
    return parser


def _run(given: argparse.Namespace) -> None:
    if given.command == "report":
        write_report(given.result, given.output)
    else:
        convert(given.source, given.output, keep_bad=given.keep_bad)


def main(arguments: list[str] | None = None) -> int:
    """Run a command, of the process unless `arguments` are given, and return its exit code, as of the program."""
    given = _parser().parse_args(arguments)
    if given.output is None:
        given.output = os.path.splitext(given.result)[0] + ".html"
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _run(given)
    except KeyboardInterrupt:
        return _STOPPED
    except BiotropyError as error:
        print(f"biotropy: {error}", file=sys.stderr)
        is_output = str(error).startswith(f"{given.output}:")
        codes = {MissingPackage: _FAILED, Unsupported: _USAGE, FileMissing: _NO_INPUT, InvalidInput: _USAGE if is_output else _NO_INPUT}
        return codes.get(type(error), _NOT_WRITTEN if is_output else _NO_INPUT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
