// SPDX-License-Identifier: Apache-2.0
//
// MATLAB files for the tests, written by matio.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace biotropy::files::test {

enum class MatKind { v5, v5_compressed, v7_3, v7_3_compressed };

struct MatValue {
  enum class Kind { numbers, text, structure, cells };

  std::string name;
  std::vector<std::size_t> dimensions;
  std::vector<double> numbers;  ///< in column-major order; for a text the codes of its characters
  bool is_int16 = false;        ///< stored as int16, else as double
  bool is_complex = false;      ///< imaginary parts equal to the real ones
  Kind kind = Kind::numbers;
  /// Cells, or fields of a structure; if there are several, all fields of the first one, then those of the second, ...
  std::vector<MatValue> fields{};
  std::vector<std::int64_t> integers{};  ///< stored as int64, in place of numbers
};

void write_mat(const std::filesystem::path& path, MatKind kind, const std::vector<MatValue>& values);

}  // namespace biotropy::files::test
