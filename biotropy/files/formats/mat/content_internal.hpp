// SPDX-License-Identifier: Apache-2.0
//
// Whole values of a MATLAB file of any version: texts, small arrays, structures and cells, for formats that keep their
// facts in them. As bytes they come out of the process that reads files of version 7.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/formats/mat/variable_internal.hpp"
#include "biotropy/files/input.hpp"

namespace biotropy::files {

struct MatContent {
  std::string class_name;
  std::vector<std::uint64_t> dimensions;
  std::string text;                ///< of characters, in UTF-8
  std::vector<double> numbers;     ///< real ones in column-major order; none for a large array (kMostMatNumbers)
  std::vector<std::string> names;  ///< of the fields of a structure
  std::vector<MatContent>
      elements;  ///< of cells; of structures all fields of the first one, then those of the second, ...

  /// Number of structures.
  std::size_t size() const { return names.empty() ? 0 : elements.size() / names.size(); }
  /// A field of a structure; null if it has none of that name.
  const MatContent* field(std::size_t structure, std::string_view name) const;
};

/// Longer arrays are samples, which go to a MatSink.
constexpr std::uint64_t kMostMatNumbers = 4096;

using MatContents = std::map<std::string, MatContent>;

/// Adds a UTF-16 unit to a text in UTF-8; halves of pairs, which rare characters have, become question marks.
void add_character(double unit, std::string& text);

/// What describes the samples of a data set (of EEGLAB), and these.
struct MatDataSet {
  MatVariable data;    ///< its header; its fields are not kept
  MatContents values;  ///< by the names of the fields of the data set
};

/// Sends the samples of a data set, as rows and the product of all further dimensions as columns.
using MatSamples = std::function<void(MatSink&)>;

/// Takes a data set. The samples can be had during the call, and need not be.
using MatDataSetReader = std::function<void(const MatDataSet&, const MatSamples&)>;

std::string to_bytes(const MatDataSet& set);

/// Nothing for other bytes than to_bytes() makes. The memory is at most a small multiple of the bytes.
std::optional<MatDataSet> data_set_of(std::string_view bytes);

}  // namespace biotropy::files
