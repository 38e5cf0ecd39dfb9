# SPDX-License-Identifier: Apache-2.0
"""Makes the source package of R that needs no other sources: `R CMD INSTALL biotropy_VERSION.tar.gz`.

Usage: source_package.py OUTPUT_FOLDER [OPTION OF R CMD BUILD...]

The package of the folder r has only the code that R calls. This adds the sources of the rooms that it uses, without those
that nothing in it reaches, with the kernels of devices as C++ texts and a list of what is compiled, and gives the whole to
`R CMD build`. The archive is then packed again with the time of SOURCE_DATE_EPOCH (the last commit, if that is not set), in
the order of names and without an owner, so that two builds are equal to the last bit.
"""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Rooms from which the code of R includes headers; those that they use come with them.
CALLED = ["entropy", "groups", "heartbeats", "live", "sicamm"]
# Sources of these rooms that nothing reaches: live sources, evaluation, filters and tables of studies. One that is needed
# after all is an undefined symbol when the installed package is loaded.
LEFT_OUT = """
entropy/physionet_couples entropy/pooled_windows entropy/uncertainty
files/bids_dataset files/events files/formats/edf_plan files/formats/edf_writer files/line_frequency files/participants
groups/nodes groups/rank_tests groups/share_of_ranks groups/summary
heartbeats/onset
live/lsl_inlet live/lsl_library live/lsl_outlet live/lsl_source live/replay_source live/sample_queue live/sample_reader
live/socket_source live/state_writer live/text_source
match/overlap
prepare/chebyshev prepare/decimate prepare/epochs prepare/filter prepare/fir prepare/notch prepare/preparation
prepare/reject prepare/simultaneous prepare/with_unit
sicamm/evaluation sicamm/event_labels sicamm/event_scores sicamm/match_channels sicamm/problem sicamm/published
sicamm/sampling sicamm/scores sicamm/state_events sicamm/validation
system/posix/interruption
""".split()


def arguments(text: str, command: str, keyword: str) -> list[str]:
    """The words after a keyword of a CMake command, up to the next keyword."""
    found = re.search(rf"{command}\(([^)]*)\)", text)
    if found is None:
        return []
    words, taken = found.group(1).split(), []
    if keyword in words:
        for word in words[words.index(keyword) + 1 :]:
            if word.isupper():
                break
            taken.append(word)
    return taken


def room_folder(room: str) -> pathlib.Path:
    return ROOT / "biotropy" / ("" if room == "ground" else room)


def used_rooms() -> list[str]:
    rooms, waiting = [], list(CALLED)
    while waiting:
        room = waiting.pop()
        if room not in rooms:
            rooms.append(room)
            waiting += arguments((room_folder(room) / "CMakeLists.txt").read_text(), "biotropy_room", "USES")
    return sorted(rooms)


def embedded(room: str, text: str) -> dict[str, str]:
    """The texts of a room that cmake/embed.cmake would write as C++."""
    namespace = "".join(arguments(text, "biotropy_embed", "NAMESPACE"))
    sources = {}
    for name in arguments(text, "biotropy_embed", "FILES"):
        file = room_folder(room) / name
        symbol = re.sub(r"\W", "_", file.name)
        sources[f"{file.stem}_{file.suffix[1:]}.cpp"] = (
            f"// SPDX-License-Identifier: Apache-2.0\nnamespace {namespace} {{\nextern const char* const {symbol};\n"
            f'const char* const {symbol} = R"biotropy({file.read_text()})biotropy";\n}}  // namespace {namespace}\n'
        )
    return sources


def copy_room(room: str, package: pathlib.Path) -> list[str]:
    """Copies what a room compiles; the names of its sources below src."""
    folder = room_folder(room)
    text = (folder / "CMakeLists.txt").read_text()
    headers = folder.glob("*.hpp") if room == "ground" else folder.rglob("*.hpp")
    names = [str(header.relative_to(ROOT)) for header in headers]
    sources = []
    for source in arguments(text, "biotropy_room", "SOURCES"):
        name = str((folder / source).relative_to(ROOT))
        if name.removeprefix("biotropy/").removesuffix(".cpp") not in LEFT_OUT:
            sources.append(name)
    for name in names + sources:
        (package / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, package / "src" / name)
    for name, body in embedded(room, text).items():
        name = f"biotropy/{room}/{name}"
        (package / "src" / name).write_text(body)
        sources.append(name)
    return sources


def add_sources(package: pathlib.Path) -> None:
    sources = [file.name for file in (package / "src").glob("*.cpp")]
    for room in used_rooms():
        sources += copy_room(room, package)
    gone = [name for name in LEFT_OUT if not (ROOT / "biotropy" / f"{name}.cpp").is_file()]
    if gone:
        sys.exit(f"LEFT_OUT names sources that do not exist: {' '.join(gone)}")
    objects = sorted(source.removesuffix(".cpp") + ".o" for source in sources)
    (package / "src" / "objects.mk").write_text("OBJECTS = \\\n  " + " \\\n  ".join(objects) + "\n")


def moment() -> int:
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    return int(subprocess.check_output(["git", "-C", ROOT, "log", "-1", "--format=%ct"], text=True))


def pack(folder: pathlib.Path, archive: pathlib.Path, when: int) -> None:
    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = when, 0, 0, "", ""
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with archive.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=when) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for file in sorted([folder, *folder.rglob("*")]):
                tar.add(file, str(file.relative_to(folder.parent)), recursive=False, filter=plain)


def main(output: str, options: list[str]) -> None:
    when = moment()
    with tempfile.TemporaryDirectory() as work_name:
        work = pathlib.Path(work_name)
        shutil.copytree(ROOT / "r", work / "r", ignore=shutil.ignore_patterns("*.o", "*.so*", "Makevars", "__pycache__"))
        add_sources(work / "r")
        # The moment also tells the vignette to leave out what takes another time whenever it is made.
        environment = os.environ | {"TZ": "UTC", "SOURCE_DATE_EPOCH": str(when)}
        subprocess.run(["R", "CMD", "build", *options, "r"], cwd=work, env=environment, check=True)
        (made,) = work.glob("biotropy_*.tar.gz")
        with tarfile.open(made) as tar:
            tar.extractall(work / "unpacked")
        folder = work / "unpacked" / "biotropy"
        described = re.sub(
            r"(?m)^Packaged: .*$",
            time.strftime("Packaged: %Y-%m-%d %H:%M:%S UTC; biotropy", time.gmtime(when)),
            (folder / "DESCRIPTION").read_text(),
        )
        (folder / "DESCRIPTION").write_text(described)
        pathlib.Path(output).mkdir(parents=True, exist_ok=True)
        pack(folder, pathlib.Path(output) / made.name, when)
        print(pathlib.Path(output) / made.name)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
