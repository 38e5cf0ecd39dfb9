# SPDX-License-Identifier: Apache-2.0
"""Files of MATLAB's version 7.3, written with h5py in the layout that MATLAB's own have."""

import h5py
import numpy as np

_HEADER = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Mon Jul 31 10:52:38 2017 HDF5 schema 1.00 ."
_WORDS = {"float64": "double", "float32": "single", "bool": "logical"}


class Cell(list):
    """Elements of a cell array, in a row."""


def save(path, variables, **storage):
    """Write arrays, numbers, texts, cells, dicts (structures of 1 x 1) and lists of dicts (arrays of structures in a row).
    `storage` is that of arrays of more than 1000 numbers, such as compression="gzip"."""
    with h5py.File(path, "w", userblock_size=512) as file:
        writer = _Writer(file, storage)
        for name, value in variables.items():
            writer.write(file, name, value)
    with open(path, "r+b") as file:
        file.write(_HEADER.ljust(124) + b"\x00\x02IM")


class _Writer:
    def __init__(self, file, storage):
        self.file, self.storage, self.n_referred = file, storage, 0

    def write(self, place, name, value):
        if isinstance(value, dict):
            group = place.create_group(name)
            self.describe(group, "struct", value)
            for field, inner in value.items():
                self.write(group, field, inner)
            return group
        if isinstance(value, Cell):
            return self.describe(self.references(place, name, value), "cell")
        if isinstance(value, list) and value:
            group = place.create_group(name)
            self.describe(group, "struct", value[0])
            for field in value[0]:
                self.references(group, field, [one[field] for one in value])
            return group
        if isinstance(value, str) and value:
            codes = np.frombuffer(value.encode("utf-16-le"), np.uint16)[:, None]
            data = self.describe(place.create_dataset(name, data=codes), "char")
            data.attrs["MATLAB_int_decode"] = np.int32(2)
            return data
        return self.array(place, name, value)

    def array(self, place, name, value):
        numbers = np.atleast_2d([] if isinstance(value, str) else value)
        word = "char" if isinstance(value, str) else _WORDS.get(numbers.dtype.name, numbers.dtype.name)
        if numbers.size == 0:
            data = self.describe(place.create_dataset(name, data=np.zeros(2, np.uint64)), word)
            data.attrs["MATLAB_empty"] = np.uint8(1)
            return data
        storage = self.storage if numbers.size > 1000 else {}
        return self.describe(place.create_dataset(name, data=numbers.T, **storage), word)

    def references(self, place, name, values):
        data = place.create_dataset(name, (len(values), 1), h5py.ref_dtype)
        for k, value in enumerate(values):
            data[k, 0] = self.referred(value).ref
        return data

    def referred(self, value):
        self.n_referred += 1
        return self.write(self.file.require_group("#refs#"), f"v{self.n_referred}", value)

    @staticmethod
    def describe(thing, word, fields=()):
        thing.attrs["MATLAB_class"] = np.bytes_(word)
        if fields:
            letters = [np.array([c.encode() for c in one], "S1") for one in fields]
            names = np.empty(len(letters), object)
            names[:] = letters
            thing.attrs.create("MATLAB_fields", names, dtype=h5py.vlen_dtype(np.dtype("S1")))
        return thing
