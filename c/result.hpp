// SPDX-License-Identifier: Apache-2.0
//
// Results: named arrays of any dimensions, which own their numbers and texts.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <variant>
#include <vector>

#include "c/biotropy.h"

namespace biotropy::c {

using Dimensions = std::vector<std::size_t>;

struct NamedArray {
  std::string name;
  Dimensions dims;
  std::variant<std::vector<double>, std::vector<std::uint64_t>, std::vector<std::string>> values;
  std::vector<const char*> texts{};  // of values, if they are texts
};

}  // namespace biotropy::c

struct biotropy_result {
  /// Integers of other types become counts. Without dimensions the array has one of all its values.
  void add(std::string name, std::vector<double> values, biotropy::c::Dimensions dims);
  void add(std::string name, std::vector<std::uint64_t> values, biotropy::c::Dimensions dims);
  void add(std::string name, std::vector<std::string> values, biotropy::c::Dimensions dims);

  template <typename Whole>
  void add_counts(std::string name, const std::vector<Whole>& values, biotropy::c::Dimensions dims) {
    add(std::move(name), std::vector<std::uint64_t>(values.begin(), values.end()), std::move(dims));
  }

  /// A list.
  template <typename T>
  void add(std::string name, std::vector<T> values) {
    const std::size_t size = values.size();
    add(std::move(name), std::move(values), {size});
  }

  /// A single text or number.
  template <typename T>
  void add_one(std::string name, T value) {
    add(std::move(name), std::vector<T>{std::move(value)}, {});
  }

  std::deque<biotropy::c::NamedArray> arrays;
};
