// SPDX-License-Identifier: Apache-2.0
//
// Conversion of arrays: arguments are views of contiguous doubles, without copies; results own their values.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/named_array.hpp"
#include "biotropy/notice.hpp"

namespace biotropy::python {

namespace nb = nanobind;

using Labels = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Series = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
/// Series in rows, made contiguous by the Python code.
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
/// (epoch, channel, sample).
using EpochArray = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

inline std::span<const double> row(const Rows& rows, std::size_t i) {
  return {rows.data() + i * rows.shape(1), rows.shape(1)};
}

/// A NumPy array of the given shape that owns the values.
template <typename T>
nb::object to_array(std::vector<T> values, const std::vector<std::size_t>& shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* const data = owned->data();
  nb::capsule owner(owned.get(), [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  owned.release();
  return nb::cast(nb::ndarray<nb::numpy, T>(data, shape.size(), shape.data(), owner));
}

/// An array of one axis.
template <typename T>
nb::object to_array(std::vector<T> values) {
  const std::size_t n = values.size();
  return to_array(std::move(values), {n});
}

/// A list of str, or None if all of them are empty.
nb::object to_reasons(const std::vector<std::string>& reasons);

/// The text of a notice; None without one.
nb::object text_of(const std::optional<Notice>& notice);

/// The values of an array with its shape; texts as to_reasons().
nb::object to_python(NamedArray array);

/// Tuples of level, code and text.
nb::list to_list(const Notices& notices);

}  // namespace biotropy::python
