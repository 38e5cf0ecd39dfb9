# SPDX-License-Identifier: Apache-2.0
"""Fails on an include, or a library a room is linked to, that the floors do not allow.

The table in biotropy/README.md is the law: a file may include its own room and rooms of a lower floor. A public
header may be installed, so it includes nothing but the C++ standard library and other public headers; headers named
*-inl.hpp or *_internal.hpp stay inside their room. biotropy/biotropy.hpp lists the public headers of all rooms for
other programs, and no room includes it.

Usage: floors.py SOURCE_FOLDER
"""

import re
import sys
from pathlib import Path

from sources import cpp_files, report

ROW = re.compile(r"^\|\s*(\d+)\s*\|\s*`([^`]+)/`\s*\|", re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)[">]', re.MULTILINE)
ROOM_CALL = re.compile(r"biotropy_room\s*\(([^)]*)\)")
ROOM_KEYWORDS = {"SOURCES", "USES", "LIBRARIES"}
GROUND = "biotropy"
PUBLIC_INTERFACE = "biotropy/biotropy.hpp"
# The sources of an R package are built separately: its own headers are named as R's compiler finds them.
PACKAGE_SOURCES = "r/src"
PRIVATE_HEADER = re.compile(r"(-inl|_internal)\.hpp$")

STANDARD_HEADERS = set("""
algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits
clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint
cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream
functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore
set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view strstream
syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray
variant vector version
""".split())


def read_floors(root):
    """The table of biotropy/README.md: room (a folder from the root) to floor."""
    text = (Path(root) / "biotropy" / "README.md").read_text()
    return {room: int(floor) for floor, room in ROW.findall(text)}


def room_of(path, floors):
    """The room that a path from the root lies in; None outside every room."""
    parts = Path(path).parts
    for length in range(len(parts) - 1, 0, -1):
        room = "/".join(parts[:length])
        if room in floors:
            is_ground_file = room != GROUND or length == len(parts) - 1
            return room if is_ground_file else None
    return None


def is_allowed(source_room, target_room, floors):
    """Downward, or within the room."""
    return source_room == target_room or floors[target_room] < floors[source_room]


def relation(source_room, target_room, floors):
    return "sideways" if floors[source_room] == floors[target_room] else "upward"


def is_public_header(path):
    return str(path).startswith("biotropy/") and path.suffix == ".hpp" and not PRIVATE_HEADER.search(path.name)


def check_include(path, target, quoted, floors, root):
    """The problem with one include of a file (a path from the root), or None."""
    in_project = target.split("/")[0] in {room.split("/")[0] for room in floors} | {"tests", "bench"}
    if not in_project:
        if is_public_header(path) and target not in STANDARD_HEADERS:
            return f"public header includes {target}, which is not of the C++ standard library"
        if quoted and (root / path.parent / target).exists() and str(path.parent) != PACKAGE_SOURCES:
            return f"include {target} is not written from the root of the sources"
        return None
    source_room, target_room = room_of(path, floors), room_of(target, floors)
    if target == PUBLIC_INTERFACE:
        return f"include {target}: it is for other programs"
    if target_room is None:
        return f"include {target} lies in no room of the table"
    if str(path) != PUBLIC_INTERFACE and not is_allowed(source_room, target_room, floors):
        return f"{relation(source_room, target_room, floors)} include {target} ({source_room} -> {target_room})"
    if is_public_header(path) and PRIVATE_HEADER.search(target):
        return f"public header includes the private header {target}"
    return None


def check_includes(root, floors):
    problems = []
    rooms_folders = sorted({room.split("/")[0] for room in floors})
    for file in cpp_files(root, rooms_folders):
        path = file.relative_to(root)
        if room_of(path, floors) is None:
            problems.append(f"{path}: lies in no room of the table in biotropy/README.md")
            continue
        for bracket, target in INCLUDE.findall(file.read_text()):
            problem = check_include(path, target, bracket == '"', floors, root)
            if problem:
                problems.append(f"{path}: {problem}")
    return problems


def room_uses(text):
    """(name, rooms it uses) of every biotropy_room(...) call."""
    for arguments in ROOM_CALL.findall(text):
        words = re.sub(r"#.*", "", arguments).split()
        keyword, uses = None, []
        for word in words[1:]:
            if word in ROOM_KEYWORDS:
                keyword = word
            elif keyword == "USES":
                uses.append(word)
        yield words[0], uses


def check_links(root, floors):
    """Rooms linked to rooms that they may not use."""
    folder = {room.removeprefix("biotropy/"): room for room in floors} | {"ground": GROUND}
    problems = []
    for file in sorted((root / "biotropy").rglob("CMakeLists.txt")):
        for name, uses in room_uses(file.read_text()):
            for used in uses:
                if name not in folder or used not in folder:
                    problems.append(f"{file.relative_to(root)}: {name} uses {used}: one of them is not in the table")
                elif not is_allowed(folder[name], folder[used], floors) or name == used:
                    problems.append(f"{file.relative_to(root)}: {name} is linked to {used}, which it may not know")
    return problems


def check(root):
    root = Path(root)
    floors = read_floors(root)
    if not floors:
        return ["biotropy/README.md: no table of floors found"]
    missing = [f"biotropy/README.md: no folder {room}/" for room in floors if not (root / room).is_dir()]
    return missing + check_includes(root, floors) + check_links(root, floors)


if __name__ == "__main__":
    sys.exit(report("floors", check(sys.argv[1])))
