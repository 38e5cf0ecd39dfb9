// SPDX-License-Identifier: Apache-2.0
//
// Variables of a MATLAB file, and the choice of the one to read. A file often has several arrays (samples, times,
// weights); the caller names the samples, they are never guessed.
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
  std::string name;        ///< of a field, with the names of its structures: "EEG.data"
  std::string class_name;  ///< in MATLAB's terms: "double", "char", "struct"
  std::vector<std::uint64_t> dimensions;
  bool is_complex = false;
  bool holds_arrays = false;        ///< cells, or an array of structures, with an array of several numbers inside
  std::string obstacle;             ///< reason why its numbers cannot be read, whatever its class
  std::string damage;               ///< full message if its header is unreadable
  std::vector<std::string> path;    ///< names, from the variable to the field
  std::uint64_t element = 0;        ///< position of the variable, or of the one it is a field of, in the file
  std::vector<MatVariable> fields;  ///< of a 1 x 1 structure
};

/// More than real files hold; limits the list in memory.
constexpr std::uint64_t kMostMatVariables = 100'000;
constexpr int kMostMatDepth = 8;

/// The named variable or field; if the name is empty, the only array of more than one number, if there are none in
/// cells, arrays of structures, sparse matrices or tables, which are not read. Logical arrays and single numbers are
/// read if named, or if there is nothing else.
/// @throws Error invalid_argument for several such arrays, or none of that name, with a list of the variables;
/// unsupported for anything but a real two-dimensional array of numbers; bad_file if a header is damaged.
const MatVariable& chosen_variable(const Input& input, const std::vector<MatVariable>& variables,
                                   const std::string& name);

/// The samples of an EEGLAB data set, or the name of their file: in a structure or, in newer files, beside its other
/// fields; null if the file is none.
const MatVariable* eeglab_data(const std::vector<MatVariable>& variables);

/// Largest memory for the numbers of a file: 128 MiB, or 100 bytes for each byte of the file. Deflate could make 1032
/// bytes of one, as for no real signal, and each may be a number of 8 bytes in memory.
constexpr std::uint64_t most_mat_bytes(std::uint64_t file_size) {
  constexpr std::uint64_t least = std::uint64_t{128} << 20, factor = 100;
  return std::max(least, factor * file_size);
}

/// Shape of the array that is read into a recording.
struct MatShape {
  std::string name;
  std::uint64_t rows = 0, columns = 0;
  bool is_wide = false;  ///< 64-bit integers, not always exact as doubles
};

class MatSink {
 public:
  virtual ~MatSink() = default;
  /// False if no number is needed: none is then sent.
  /// @throws Error bad_file for more numbers than the file can hold.
  virtual bool begin(const MatShape& shape) = 0;
  /// Receives numbers in column-major order.
  virtual void take(std::span<const double> numbers) = 0;
};

}  // namespace biotropy::files
