// SPDX-License-Identifier: Apache-2.0
//
// Conversion of arrays: arguments are views of contiguous doubles, without copies; results own their values.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "biotropy/named_array.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::python {

namespace nb = nanobind;

/// Series in rows, made contiguous by the Python code.
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
/// (epoch, channel, sample).
using EpochArray = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

inline std::span<const double> row(const Rows& rows, std::size_t i) {
  return {rows.data() + i * rows.shape(1), rows.shape(1)};
}

/// A NumPy array of the given shape that owns the values.
nb::object to_array(std::vector<double> values, std::vector<std::size_t> shape);
nb::object to_array(std::vector<std::uint64_t> values, std::vector<std::size_t> shape);
nb::object to_array(std::vector<std::uint32_t> values, std::vector<std::size_t> shape);

/// A list of str, or None if all of them are empty.
nb::object to_reasons(const std::vector<std::string>& reasons);

/// The values of an array with its shape; texts as to_reasons().
nb::object to_python(NamedArray array);

/// Tuples of level, code and text.
nb::list to_list(const Notices& notices);

}  // namespace biotropy::python
