// SPDX-License-Identifier: Apache-2.0
//
// The time-stamped annotation lists of EDF+ and BDF+: onset, optional duration and texts, separated by the bytes 20 and
// 21 and ended by 0. The first list of a record tells when the record begins. Bytes arrive in pieces of any size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Seconds that no recording has; a list with a later onset is damaged.
constexpr double kMostEdfSeconds = 1e12;

class AnnotationParser {
 public:
  /// The part of an annotation signal that lies in one record.
  /// @param keeps_time the first annotation signal of a record carries the record's onset.
  void begin_signal(bool keeps_time);
  void feed(std::string_view bytes);
  void end_signal();

  /// Seconds, of the record that was read last; nothing where it does not say.
  std::optional<double> record_onset() const { return record_onset_; }

  /// Onsets as the file counts them.
  std::vector<series::Annotation>& annotations() { return annotations_; }

  /// Lists that could not be read.
  std::uint64_t damaged() const { return damaged_; }

  /// Texts that are not UTF-8 and were read as Latin-1.
  std::uint64_t foreign() const { return foreign_; }

 private:
  void finish_list();

  std::string list_;
  bool keeps_time_ = false;
  bool first_list_ = true;
  std::optional<double> record_onset_;
  std::vector<series::Annotation> annotations_;
  std::uint64_t damaged_ = 0, foreign_ = 0;
};

}  // namespace biotropy::files
