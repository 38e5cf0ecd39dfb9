// SPDX-License-Identifier: Apache-2.0
//
// Whole values of a MATLAB 5 file: texts, small arrays, structures and cells, for formats that keep their facts in
// them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/mat_variable_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct Mat5Value {
  std::string class_name;
  std::vector<std::uint64_t> dimensions;
  std::string text;                ///< of characters, in UTF-8
  std::vector<double> numbers;     ///< real ones in column-major order; none for a large array (kMostMat5Numbers)
  std::vector<std::string> names;  ///< of the fields of a structure
  std::vector<Mat5Value>
      elements;  ///< of cells; of structures all fields of the first one, then those of the second, ...

  /// Number of structures.
  std::size_t size() const { return names.empty() ? 0 : elements.size() / names.size(); }
  /// A field of a structure; null if it has none of that name.
  const Mat5Value* field(std::size_t structure, std::string_view name) const;
};

/// Longer arrays are samples, which are read by read_mat5().
constexpr std::uint64_t kMostMat5Numbers = 4096;

/// The values of these names among the fields of a structure, or among the variables of the file if `parent` is null.
/// @throws Error bad_file for damaged ones, and for values that would need more memory than a file of this size is read
/// to.
std::map<std::string, Mat5Value> read_mat5_values(Input& input, bool big_endian,
                                                  const std::vector<MatVariable>& variables, const MatVariable* parent,
                                                  const std::vector<std::string>& names);

}  // namespace biotropy::files
