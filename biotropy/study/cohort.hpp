// SPDX-License-Identifier: Apache-2.0
//
// Subjects of a study side by side: one value for every subject and entry, over the channels that they share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/study/subject.hpp"

namespace biotropy::study {

struct CohortSubject {
  files::Participant participant;
  std::string path, sha256, format, engine;
  int group = 0;
  std::string exclusion;  ///< reason for exclusion from all numbers; empty: included
  std::size_t n_epochs = 0, epochs_used = 0;
  double rate = 1.0;  ///< samples per second after preparation; NaN if unknown
  Notices notices;    ///< as in SubjectValues
  std::vector<Rejection> rejections;

  bool used() const { return exclusion.empty(); }
};

struct Cohort {
  std::vector<CohortSubject> subjects;  ///< in the order of the table of participants
  std::vector<std::string> groups;      ///< CohortSubject::group is an index into this list
  std::vector<std::string> labels, units;
  bool pairs = false;
  bool symmetric = false;   ///< of pairs: that of the measure; a pair is tested once
  std::vector<int> scales;  ///< empty: no such dimension

  /// Starts of the windows of the longest recording, seconds (samples without a rate); empty: no such dimension.
  std::vector<double> onsets;
  std::size_t common_windows = 0;  ///< that every included subject has

  /// subjects x entries, NaN if missing; entries are (channel[, partner][, scale][, window]).
  std::vector<double> values;
  std::vector<double> valid_epochs;            ///< epochs in the value, NaN for an excluded subject
  std::optional<entropy::SurrogateTest> test;  ///< of the values; its columns are parallel to them

  std::size_t n_scales() const { return scales.empty() ? 1 : scales.size(); }
  std::size_t n_windows() const { return onsets.empty() ? 1 : onsets.size(); }
  /// Numbers of a channel, or of a pair of channels: at every scale and window.
  std::size_t cells() const { return n_scales() * n_windows(); }
  std::size_t entries() const { return labels.size() * (pairs ? labels.size() : 1) * cells(); }
  std::size_t n_used() const;
  /// Whether a test of the entry counts: of symmetric pairs not the mirror image, nor a channel with itself.
  bool counts(std::size_t entry) const;
  /// Name of the comparison of two groups, the second less the first, as effects are positive where the second is
  /// larger.
  std::string contrast(int first, int second) const;
};

/// Joins subjects. The channels and the rate are the most common ones, channels in any order. Excluded, each with the
/// reason, are subjects with other channels or another rate, with other units if a tolerance or limit is in these
/// units, with the same recording as another subject, with fewer epochs than required, and with windows that a gap has
/// moved in time.
/// @param found one for each subject.
Cohort join(const Description& description, const std::vector<Subject>& subjects, std::vector<SubjectValues> found);

}  // namespace biotropy::study
