# SPDX-License-Identifier: Apache-2.0
"""Compiles the gateway for Octave against an installed tree, runs the test scripts, and interrupts a long call.

Usage: run.py OCTAVE TREE MATLAB_FOLDER TEST_FOLDER DATA_FOLDER
"""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

LONG_CALL = "x = rand(200000, 1); printf('started\\n'); fflush(stdout); biotropy.fuzzyen(x, 'local_mean', 'kept');"
SECONDS = 300


def command(octave, folders, *arguments):
    paths = [word for folder in folders for word in ("--path", str(folder))]
    return [octave, "--quiet", "--norc", "--no-history", *paths, *arguments]


def run(arguments, folder, variables):
    done = subprocess.run(arguments, cwd=folder, env=variables, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=SECONDS)  # fmt: skip
    print(done.stdout, end="")
    return done.returncode == 0


def interrupt(arguments, folder, variables):
    """Whether a call that would take minutes ends when it is interrupted."""
    running = subprocess.Popen(arguments, cwd=folder, env=variables, text=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)  # fmt: skip
    try:
        if running.stdout.readline() != "started\n":
            print("the long call did not start")
            return False
        running.send_signal(signal.SIGINT)
        printed, _ = running.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        print("an interrupted call went on")
        return False
    finally:
        running.kill()
        running.wait()
    print(f"interrupted: {printed.strip() or 'nothing printed'}; status {running.returncode}")
    return running.returncode != 0


def main():
    octave, tree, functions, tests, data = sys.argv[1], *(Path(place).resolve() for place in sys.argv[2:])
    libraries = next(tree.rglob("libbiotropy_c.so*")).parent
    program = tree / "bin" / "biotropy"
    variables = os.environ | {"BIOTROPY_PROGRAM": str(program), "BIOTROPY_DATA": str(data), "BIOTROPY_FUNCTIONS": str(functions)}
    variables["PKG_CONFIG_PATH"] = str(libraries / "pkgconfig")
    with tempfile.TemporaryDirectory(prefix="biotropy-matlab-") as folder:
        setup = f"biotropy_setup('', '{folder}')"
        if not run(command(octave, [functions], "--eval", setup), folder, variables):
            sys.exit("the gateway was not compiled")
        folders = [functions, folder, tests, tests / "eeglab"]
        passed = [run(command(octave, folders, str(script)), folder, variables) for script in sorted(tests.glob("check_*.m"))]
        passed.append(interrupt(command(octave, folders, "--eval", LONG_CALL), folder, variables))
    sys.exit(0 if all(passed) and len(passed) > 3 else 1)


if __name__ == "__main__":
    main()
