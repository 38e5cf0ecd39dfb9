# SPDX-License-Identifier: Apache-2.0
"""Positions of electrodes in a dataset of BIDS: tables `*_electrodes.tsv` with the system and unit of `*_coordsystem.json`.

Maps of the scalp need the frame of a head: x to the right ear, y to the nose, z up, from between the ears. Systems that are
one but for a turn are turned; any other one is moved there by the landmarks (nasion and both ears) where the dataset has
them in the same system. The rest of the systems, of brains and of templates, say nothing about the scalp.
"""

from __future__ import annotations

import csv
import json
import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .._arguments import one_of
from ..errors import FileFailed, FileMissing, InvalidInput, file_errors

# Right, front, up; from between the ears.
_RAS = ("CapTrak", "ElektaNeuromag", "ChietiItab")
# Front, left, up; from between the ears.
_ALS = ("CTF", "4DBti", "KitYokogawa", "EEGLAB", "EEGLAB-HJ")
_METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001}
_TABLE, _SYSTEM = "_electrodes.tsv", "_coordsystem.json"
_LANDMARKS = ("NAS", "LPA", "RPA")
_UNKNOWN = "n/a"
# What mne-bids writes for a dataset that nobody named.
_UNNAMED = " [Unspecified]"


@dataclass(frozen=True)
class Electrodes:
    """Electrodes of a table of BIDS."""

    names: list[str]
    positions: np.ndarray  # (n_electrodes, 3) in metres, in the frame of the head: right, front, up; NaN where unknown
    system: str  # of coordinates, in the table

    def of(self, names: Sequence[str]) -> np.ndarray:
        """Positions of these channels; NaN for those without one."""
        known = dict(zip(self.names, self.positions, strict=True))
        return np.array([known.get(name, np.full(3, np.nan)) for name in names]).reshape(-1, 3)


def _rows(path: Path) -> list[dict[str, str]]:
    with file_errors(path), path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    missing = [column for column in ("name", "x", "y", "z") if not rows or column not in rows[0]]
    if missing:
        raise FileFailed(f"{path}: a table of electrodes needs lines and the column {missing[0]}")
    return rows


def _number(path: Path, row: dict[str, str], axis: str) -> float:
    text = (row[axis] or "").strip()
    try:
        return float("nan" if text in ("", _UNKNOWN) else text)
    except ValueError:
        raise FileFailed(f"{path}: {axis} of {row['name']} is {text!r}; it must be a number") from None


def _holding(path: Path, own: str, ending: str, but: tuple[str, ...] = ()) -> list[Path]:
    """Files that hold for one with entities of its `own`: of the closest folder that has any, with these entities alone `but` for
    those that begin so."""
    entities = set(own.split("_"))

    def holds(name: str) -> bool:
        return {part for part in name.removesuffix(ending).split("_") if not part.startswith(but)} <= entities

    for folder in path.parents:
        found = [one for one in sorted(folder.glob(f"*{ending}")) if holds(one.name)]
        if found or (folder / "dataset_description.json").exists():
            return found
    return []


def _described(path: Path) -> tuple[Path, dict[str, Any]]:
    """The coordinate system that holds for a table."""
    holding = _holding(path, path.name.removesuffix(_TABLE), _SYSTEM)
    if not holding:
        raise FileMissing(f"{path}: its coordinate system is not known; put a file *{_SYSTEM} beside it")
    # What has a space is for electrodes of that space.
    system = max(holding, key=lambda one: len(one.name.split("_")))
    with file_errors(system):
        content = json.loads(system.read_text("utf-8"))
    if not isinstance(content, dict):
        raise FileFailed(f"{system}: no JSON object")
    return system, content


def _said(content: dict[str, Any], key: str) -> Any:
    """A key that has the data type before it: EEGCoordinateSystem, iEEGCoordinateSystem."""
    found = [value for name, value in content.items() if name in (key, f"EEG{key}", f"iEEG{key}")]
    return found[0] if found else None


def _to_head(path: Path, positions: np.ndarray, system: Any, content: dict[str, Any], scale: float) -> np.ndarray:
    if system in _RAS:
        return positions
    if system in _ALS:
        return np.column_stack([-positions[:, 1], positions[:, 0], positions[:, 2]])
    marks = content.get("AnatomicalLandmarkCoordinates")
    same = content.get("AnatomicalLandmarkCoordinateSystem", system) == system
    if not isinstance(marks, dict) or not same or any(name not in marks for name in _LANDMARKS):
        allowed = ", ".join((*_RAS, *_ALS))
        raise InvalidInput(
            f"{path}: the coordinate system {system!r} is not that of a head; give one of {allowed}, "
            f"or the landmarks {', '.join(_LANDMARKS)}"
        )
    try:
        nasion, left, right = (np.array(marks[name], dtype=float).reshape(3) * scale for name in _LANDMARKS)
    except (TypeError, ValueError):
        nasion = left = right = np.zeros(3)
    if not np.linalg.norm(np.cross(right - left, nasion - left)) > 0:
        raise FileFailed(f"{path}: each of the landmarks {', '.join(_LANDMARKS)} must have three numbers, and they must not be on one line")
    ear = (right - left) / np.linalg.norm(right - left)
    middle = left + ((nasion - left) @ ear) * ear
    front = (nasion - middle) / np.linalg.norm(nasion - middle)
    return (positions - middle) @ np.column_stack([ear, front, np.cross(ear, front)])


def read_electrodes(path: str | os.PathLike[str]) -> Electrodes:
    """Read a file ``*_electrodes.tsv`` in the frame of the head; its ``*_coordsystem.json`` is found as BIDS says.

    Raises FileMissing, FileFailed for a damaged one, and InvalidInput where the unit is not m, cm or mm, or the coordinate system is
    none of a head and has no landmarks.
    """
    table = Path(path)
    rows = _rows(table)
    described, content = _described(table)
    unit, system = _said(content, "CoordinateUnits"), _said(content, "CoordinateSystem")
    one_of(f"{described}: the unit of the coordinates", unit, list(_METRES))
    positions = np.array([[_number(table, row, axis) for axis in "xyz"] for row in rows]) * _METRES[unit]
    names = [row["name"] for row in rows]
    if len(set(names)) != len(names):
        raise FileFailed(f"{table}: the electrode {next(one for one in names if names.count(one) > 1)} occurs more than once")
    return Electrodes(names, _to_head(described, positions, system, content, _METRES[unit]), str(system))


def _root_of(results: Path) -> Path:
    """The folder that recordings of a result are named in: of derivatives, the dataset that they come from; of a study, that of
    its description."""
    try:
        links = json.loads((results.parent / "dataset_description.json").read_text("utf-8"))["DatasetLinks"]
        return results.parent / links["raw"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    try:
        study = tomllib.loads((results.parent / "study.toml").read_text("utf-8"))
        return results.parent / str(study.get("recordings") or Path(study["participants"]).parent)
    except (OSError, ValueError, KeyError, TypeError):
        return results.parent


def positions_in_dataset(table: Any, names: Sequence[str]) -> tuple[np.ndarray | None, list[str]]:
    """Positions of the channels of a study in its dataset: the mean over the recordings with a table of electrodes.

    None where no recording has one, or none can be used for all channels; then with the reason.
    """
    source = table.encoding.get("source")
    if not source or "file" not in table or not names:
        return None, []
    root = _root_of(Path(source))
    found, reasons = [], []
    for file in dict.fromkeys(str(one) for one in np.ravel(table["file"].values)):
        for one in _holding(root / file, Path(file).name.split(".")[0], _TABLE, ("space-",)) if file else []:
            try:
                positions = read_electrodes(one).of(names)
            except (FileMissing, FileFailed, InvalidInput) as error:
                reasons.append(str(error))
                continue
            unknown = [name for name, place in zip(names, positions, strict=True) if not np.isfinite(place).all()]
            if unknown:
                reasons.append(f"{one}: no position of {', '.join(unknown[:3])}{', ...' if len(unknown) > 3 else ''}")
                continue
            found.append(positions)
            break
    if found:
        return np.mean(found, axis=0), []
    return None, reasons[:1]


def dataset_name(table: Any) -> str:
    """The name of the dataset that the recordings of a result are of, from its dataset_description.json; empty if it has none."""
    source = table.encoding.get("source")
    files = [str(one) for one in np.ravel(table["file"].values)] if "file" in table.variables else [str(table.attrs.get("file", ""))]
    for file in files[:1] if source and files[:1] != [""] else []:
        for folder in (_root_of(Path(source)) / file).resolve().parents:
            try:
                name = json.loads((folder / "dataset_description.json").read_text("utf-8")).get("Name", "")
            except FileNotFoundError:
                continue
            except (OSError, ValueError, AttributeError):
                return ""
            return name if isinstance(name, str) and name != _UNNAMED else ""
    return ""
