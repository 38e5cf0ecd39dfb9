# SPDX-License-Identifier: Apache-2.0
"""Tables and sidecars of a BIDS dataset in a store that hold for a recording, which are looked for by name.

Not every store lists its folders. The names that can hold are few, though: some of the entities of the recording
("sub-1", "task-rest"), or the beginning of its name, and an ending. Those with more parts go first, in the folder of the
recording, then in those above it, up to the one of the dataset.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..errors import InvalidInput

_SUBJECT = "sub-"
_MOST_LEVELS = 3  # of folders below that of the dataset: subject, session, modality
_MOST_ENTITIES = 8  # any number of them may be in the name of a table


def split(path: str) -> tuple[str, str]:
    """The address of the folder of the dataset, and the path of the recording in it; of a recording that is not in the
    folder of its subject, those of its own folder."""
    folders, name = path.split("/")[:-1], path.rsplit("/", 1)[1].split("?")[0]
    subject = name.split("_")[0]
    for level in range(1, _MOST_LEVELS + 1):
        above = len(folders) - level
        # Before the folders are the scheme, an empty text, and the server or bucket.
        if above > 2 and subject.startswith(_SUBJECT) and folders[above] == subject:
            return "/".join(folders[:above]), "/".join([*folders[above:], name])
    return "/".join(folders), name


def candidates(recording: str, ending: str) -> Iterator[list[str]]:
    """Paths in the dataset that may hold for a recording, which is such a path, too: those of each list hold equally, and
    more than those of the lists after it. @throws InvalidInput for more than eight entities."""
    *folders, name = recording.split("/")
    parts = name.rsplit(".", 1)[0].split("_")
    entities = [part for part in parts if "-" in part]
    if len(entities) > _MOST_ENTITIES:
        raise InvalidInput(f"{name} has {len(entities)} entities: files that hold for it are looked for with {_MOST_ENTITIES} at most")
    for level in range(len(folders), -1, -1):
        for size in range(len(parts), 0, -1):
            chosen = dict.fromkeys([tuple(parts[:size]), *itertools.combinations(entities, size)])
            names = ["/".join([*folders[:level], "_".join(some) + ending]) for some in chosen]
            yield [one for one in names if one != recording]
