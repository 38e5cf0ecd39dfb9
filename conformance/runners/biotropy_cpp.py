# SPDX-License-Identifier: CC0-1.0
"""Biotropy through its C++ library, by the program of answer_cases.cpp. BIOTROPY_CASES_CPP names it."""

import os
import subprocess

from .calls import asked


def program():
    if "BIOTROPY_CASES_CPP" not in os.environ:
        raise ImportError("BIOTROPY_CASES_CPP does not name the program of answer_cases.cpp")
    return os.environ["BIOTROPY_CASES_CPP"]


def name():
    done = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True)
    return f"Biotropy {done.stdout.strip()} (C++)"


def answers(cases, series):
    return asked(lambda *files: [program(), *files], cases, series)
