// SPDX-License-Identifier: Apache-2.0
//
// States of a dataset as a derivative of BIDS: tables of the recordings, a model and scores of each participant, and
// the scores of all in one table. Scores are read again only with the options, recordings and files that they are of.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/study/dataset.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::study {

/// A column of a table and what it means.
struct MeantColumn {
  std::string name, meaning, unit{};
};

/// Scores of all participants.
struct ScoresOfAll {
  std::size_t participants = 0;
  std::string accuracy, kappa;  ///< means
  std::filesystem::path table;
  Notices notices;
};

class ScoredParticipants {
 public:
  /// Options that scores depend on, and their values.
  using Parameters = std::vector<std::pair<std::string, std::string>>;

  /// @param command is kept with results. @throws Error as require_derivatives().
  ScoredParticipants(const Dataset& dataset, std::filesystem::path folder, std::string label, Parameters parameters,
                     std::string command);

  /// begin_derivatives().
  void begin() const;

  /// Path for the model of a participant, in a folder that is made. @throws Error io.
  std::filesystem::path model_of(const std::string& participant) const;

  /// Writes sub-..._desc-LABEL_SUFFIX.tsv, and JSON with the description of its columns. @throws Error io.
  void write_table(const Subject& recording, const std::string& suffix, std::span<const MeantColumn> columns,
                   const std::string& table) const;

  /// Writes the scores of a participant. @param files all that were read. @param scores a JSON object. @throws Error
  /// io; cancelled.
  void write_scores(std::span<const Subject> recordings, const std::vector<std::string>& files,
                    const std::vector<std::string>& classes, const std::string& scores, const CancelFlag* cancel) const;

  /// Writes the table of all participants with scores. @throws Error invalid_data if none has, and for scores of other
  /// options, recordings, files or classes; bad_file; io; cancelled.
  ScoresOfAll write_all(const CancelFlag* cancel) const;

 private:
  std::filesystem::path scores_of(const std::string& participant) const;

  const Dataset& dataset_;
  std::filesystem::path folder_;
  std::string label_;
  Parameters parameters_;
  std::string command_;
};

}  // namespace biotropy::study
