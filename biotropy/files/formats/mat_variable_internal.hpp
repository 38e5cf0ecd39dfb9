// SPDX-License-Identifier: Apache-2.0
//
// What a MATLAB file holds, and which of it is read. A file often has several arrays (samples, times, weights): which
// one holds the samples is said by the caller, never guessed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "biotropy/files/input.hpp"

namespace biotropy::files {

/// A variable, or a field of a structure, as its header describes it.
struct MatVariable {
  std::string name;        ///< of a field behind those of its structures: "EEG.data"
  std::string class_name;  ///< as MATLAB has it: "double", "char", "struct"
  std::vector<std::uint64_t> dimensions;
  bool is_complex = false;
  std::string obstacle;             ///< why its numbers are not read, whatever its class
  std::string damage;               ///< the whole message, where its header cannot be read
  std::vector<std::string> path;    ///< names, from the variable to the field
  std::uint64_t element = 0;        ///< its place among the variables of the file
  std::vector<MatVariable> fields;  ///< of a structure of 1 x 1
};

/// More than any file of a person holds; the list is kept in memory.
constexpr std::uint64_t kMostMatVariables = 100'000;
constexpr int kMostMatDepth = 8;

/// The named variable or field; where the name is empty, the only array of more than one number. Logical arrays and
/// single numbers are read when they are named, or when there is nothing else.
/// @throws Error invalid_argument where there are several such arrays, or none of that name, with a list of what is
/// there; unsupported for what is no real two-dimensional array of numbers; bad_file where a header is damaged.
const MatVariable& chosen_variable(const Input& input, const std::vector<MatVariable>& variables,
                                   const std::string& name);

/// The most memory that the numbers of a file may take: 128 MiB, or 100 bytes for each of the file. Deflate could make
/// 1032 bytes of one, as no signal does, and each may be a number of 8 bytes in memory.
constexpr std::uint64_t most_mat_bytes(std::uint64_t file_size) {
  constexpr std::uint64_t least = std::uint64_t{128} << 20, factor = 100;
  return std::max(least, factor * file_size);
}

/// The array on its way into a recording.
struct MatShape {
  std::string name;
  std::uint64_t rows = 0, columns = 0;
  bool is_wide = false;  ///< 64-bit integers, which doubles may not hold
};

class MatSink {
 public:
  virtual ~MatSink() = default;
  /// @throws Error bad_file for more numbers than the file can hold.
  virtual void begin(const MatShape& shape) = 0;
  /// In column-major order.
  virtual void take(std::span<const double> numbers) = 0;
};

}  // namespace biotropy::files
