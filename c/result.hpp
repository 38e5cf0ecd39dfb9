// SPDX-License-Identifier: Apache-2.0
//
// Results: named arrays of any dimensions, which own their numbers and texts.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/named_array.hpp"
#include "c/biotropy.h"

namespace biotropy::c {

using Dimensions = std::vector<std::size_t>;

struct HeldArray {
  NamedArray array;
  std::vector<const char*> texts{};  // of its values, if they are texts
  std::vector<const char*> names{};  // of its dimensions, if they have any
};

/// Makes a result, which the caller owns only if it became whole.
void make_result(biotropy_result** place, const std::function<void(biotropy_result&)>& fill);

}  // namespace biotropy::c

struct biotropy_result {
  void add(biotropy::NamedArray array);

  /// Reals, counts or texts.
  template <typename T>
  void add(std::string name, std::vector<T> values, biotropy::c::Dimensions dims) {
    add(biotropy::NamedArray{std::move(name), {}, std::move(dims), std::move(values)});
  }

  /// Integers of other types.
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

  std::deque<biotropy::c::HeldArray> arrays;
};
