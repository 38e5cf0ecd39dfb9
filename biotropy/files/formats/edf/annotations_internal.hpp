// SPDX-License-Identifier: Apache-2.0
//
// Time-stamped annotation lists of EDF+ and BDF+: onset, optional duration and texts, separated by the bytes 20 and 21
// and ended by 0. The first list of a record holds the onset of the record. Bytes arrive in pieces of any size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Longer than any recording; a list with a later onset is damaged.
constexpr double kMostEdfSeconds = 1e12;

class AnnotationParser {
 public:
  /// Begins the part of an annotation signal inside one record.
  /// @param keeps_time true for the first annotation signal, which holds the onset of the record.
  void begin_signal(bool keeps_time);
  void feed(std::string_view bytes);
  void end_signal();

  /// Onset of the last record in seconds; nothing if it has none.
  std::optional<double> record_onset() const { return record_onset_; }

  /// The unit of the last decimal of that onset: 0.001 s for +12.500.
  double record_onset_step() const { return record_onset_step_; }

  /// Annotations with onsets as stored in the file.
  std::vector<series::Annotation>& annotations() { return annotations_; }

  /// Number of unreadable lists.
  std::uint64_t damaged() const { return damaged_; }

  /// Number of texts that are not UTF-8 and were read as Latin-1.
  std::uint64_t foreign() const { return foreign_; }

 private:
  void finish_list();

  std::string list_;
  bool keeps_time_ = false;
  bool first_list_ = true;
  std::optional<double> record_onset_;
  double record_onset_step_ = 1.0;
  std::vector<series::Annotation> annotations_;
  std::uint64_t damaged_ = 0, foreign_ = 0;
};

}  // namespace biotropy::files
