// SPDX-License-Identifier: Apache-2.0
//
// An array with a name and named dimensions: what results are made of, in every language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace biotropy {

struct NamedArray {
  std::string name;
  std::vector<std::string_view> dims;  ///< names of literal lifetime, the slowest first; none: a single value
  std::vector<std::size_t> shape;
  std::variant<std::vector<double>, std::vector<std::uint64_t>, std::vector<std::string>> values;
};

}  // namespace biotropy
