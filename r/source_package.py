# SPDX-License-Identifier: Apache-2.0
"""Makes the source package of R that needs no other sources: `R CMD INSTALL biotropy_VERSION.tar.gz`.

Usage: source_package.py OUTPUT_FOLDER [OPTION OF R CMD BUILD...]

The package of the folder r has only the code that R calls. This adds the sources of the rooms that it uses, without those
whose headers nothing in it includes, with the kernels of devices as C++ texts and a list of what is compiled, and gives the whole to
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
CALLED = ["entropy", "groups", "heartbeats", "live", "sicamm", "study"]
GROUP = 16  # sources of a release that are compiled together, unless a room says otherwise


def arguments(text: str, command: str, keyword: str) -> list[str]:
    """The words after a keyword of a CMake command, up to the next keyword."""
    found = re.search(rf"{command}\(([^)]*)\)", re.sub(r'"[^"]*"', "", text))  # expressions have brackets
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


def room_sources(room: str) -> list[str]:
    folder = room_folder(room)
    listed = arguments((folder / "CMakeLists.txt").read_text(), "biotropy_room", "SOURCES")
    return [str((folder / source).relative_to(ROOT)) for source in listed]


def groups(room: str) -> list[list[str]]:
    """The sources of a room that a release compiles together, by the rules of cmake/rooms.cmake."""
    text = (room_folder(room) / "CMakeLists.txt").read_text()
    size = int((re.findall(r"CMAKE_UNITY_BUILD_BATCH_SIZE (\d+)", text) or [GROUP])[0])
    alone = " ".join(re.findall(r"set_source_files_properties\(([^)]*) PROPERTIES SKIP_UNITY", text)).split()
    pattern = (re.findall(r'ALONE "([^"]*)"', text) or ["^$"])[0]
    together = []
    for source in room_sources(room):
        name = os.path.relpath(ROOT / source, room_folder(room))
        per_instruction_set = "#define HWY_TARGET_INCLUDE" in (ROOT / source).read_text()
        if not (per_instruction_set or name in alone or re.search(pattern, name)):
            together.append(source)
    return [together[first : first + size] for first in range(0, len(together), size)]


def included(file: str) -> set[str]:
    return set(re.findall(r'#include "(biotropy/[^"]+)"', (ROOT / file).read_text()))


def own_headers(source: str) -> set[str]:
    """The headers of a source's name, which of one for a single system are in the folder above."""
    stem = source.removesuffix(".cpp")
    stems = [stem, re.sub(r"/system/\w+/", "/system/", stem)]
    return {name for stem in stems for end in (".hpp", "_internal.hpp") if (ROOT / (name := stem + end)).is_file()}


def reached(sources: list[str]) -> list[str]:
    """The sources whose headers the code of R includes, by way of other headers and sources. Those whose functions another
    header declares, as engines are in that of all engines, have no header that anything else includes: they are all taken, but
    for those of studies, of which R has the signals alone."""
    files = {str(file.relative_to(ROOT)) for end in ("cpp", "hpp") for file in (ROOT / "biotropy").rglob(f"*.{end}")}
    files |= {str(file.relative_to(ROOT)) for folder in ("cli", "python", "r") for file in (ROOT / folder).rglob("*.cpp")}
    includes = {file: included(file) for file in files}
    waiting = {file for file in files if file.startswith("r/src/")}
    declared: dict[str, set[str]] = {}
    for source in sources:
        headers = {header for header in own_headers(source) if any(header in includes[file] for file in files - {source})}
        for header in headers:
            declared.setdefault(header, set()).add(source)
        if not headers and not source.startswith("biotropy/study/"):
            waiting.add(source)
    found: set[str] = set()
    while waiting:
        file = waiting.pop()
        found.add(file)
        waiting |= (includes[file] | declared.get(file, set())) - found
    return [source for source in sources if source in found]


def copy(name: str, package: pathlib.Path) -> None:
    (package / "src" / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / name, package / "src" / name)


def add_sources(package: pathlib.Path) -> None:
    rooms = used_rooms()
    sources = reached([source for room in rooms for source in room_sources(room)])
    for source in sources:
        copy(source, package)
    for room in rooms:
        folder = room_folder(room)
        for header in folder.glob("*.hpp") if room == "ground" else folder.rglob("*.hpp"):
            copy(str(header.relative_to(ROOT)), package)
        made = embedded(room, (folder / "CMakeLists.txt").read_text())
        for number, group in enumerate(groups(room)):
            if taken := [source for source in group if source in sources]:
                made[f"group_{number}.cpp"] = "".join(f'#include "{source}"\n' for source in taken)
                sources = [source for source in sources if source not in taken]
        for name, body in made.items():
            name = f"biotropy/{room}/{name}"
            (package / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            (package / "src" / name).write_text(body)
            sources.append(name)
    sources += [file.name for file in (package / "src").glob("*.cpp")]
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
