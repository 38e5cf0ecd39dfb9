// SPDX-License-Identifier: Apache-2.0
//
// Description of a study: participants, reading and preparation of recordings, measure, and comparison of groups. It is
// stored in a TOML file, study.toml, in the folder of the study (docs/study.md lists the keys).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/request.hpp"
#include "biotropy/groups/network_options.hpp"
#include "biotropy/groups/permutation.hpp"
#include "biotropy/groups/rank_tests.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "biotropy/study/prepare_settings.hpp"

namespace biotropy::study {

/// Settings of network tests in a study.
struct NetworkSettings : groups::NetworkOptions {
  std::vector<std::string> covariates;  ///< columns of the participants: numbers, or categories
  std::string subject_column;           ///< paired recordings: column that names the person; empty: not paired

  /// @throws Error invalid_argument.
  groups::NetworkSettings test(const groups::PermutationSettings& permutations) const;
};

/// Name of the description in the folder of a study.
inline constexpr const char* kDescriptionName = "study.toml";

struct StatisticsSettings {
  std::vector<std::string> groups;  ///< in this order; empty: all, as they first appear among the participants
  /// Pairs of groups to compare; empty: each group with the next one.
  std::vector<std::pair<std::string, std::string>> contrasts;
  groups::ContrastP contrast_p = groups::ContrastP::chi_squared;
  double alpha = 0.01;  ///< Martinez-Zarzuela et al. 2013, section 4.2
  groups::PermutationSettings permutations;
};

std::span<const OptionRow<StatisticsSettings>> statistics_options();

struct Description {
  Description() { prepare.padding = prepare::kSuspiciousRun; }  // nobody wants a constant in a mean

  std::filesystem::path folder = ".";  ///< folder of the description, which relative paths start from

  std::string participants = "participants.tsv", group_column = "group";
  std::string recordings;          ///< folder of a BIDS tree; empty: that of the participants
  std::string session, task, run;  ///< entities of the recordings in that tree, without "ses-" and so on; empty: any
  std::size_t least_epochs = 1;

  files::OpenOptions read;
  std::optional<heartbeats::Reading> heartbeats;  ///< the recordings hold heartbeats; a dataset of BIDS alone can
  PrepareSettings prepare;
  entropy::Settings measure{entropy::Measure::cross_apen, {}, {}, {}, {}};
  std::optional<MultiscaleSettings> multiscale;
  entropy::SurrogateSettings surrogates;  ///< of the means over epochs of every subject
  StatisticsSettings statistics;
  std::optional<NetworkSettings> networks;  ///< empty: networks are not compared

  bool pairs() const { return entropy::is_cross(measure.measure); }
  /// Whether values are those of windows, one after the other, in place of means over epochs.
  bool windows() const { return prepare.window.has_value(); }
  std::filesystem::path participants_path() const { return folder / participants; }
  std::filesystem::path recordings_path() const;

  /// What is asked of the epochs of a subject. @throws Error invalid_argument.
  entropy::Request request() const;
  /// Multiscale parameters; nothing without a table [multiscale]. @throws Error invalid_argument.
  std::optional<entropy::MultiscaleParameters> scales() const;
  /// Missing samples at each gap, for PrepareSettings::preparation(). @throws Error invalid_argument.
  std::size_t gap_fill() const;
};

/// The participants and their recordings.
std::span<const OptionRow<Description>> description_options();

/// @throws Error invalid_argument for every error that shows before a recording is read.
void validate(const Description& description);

/// All parameters that the values of a subject depend on, besides the recording.
std::vector<files::Parameter> parameters_of_values(const Description& description);

/// Parameters that the statistics depend on, besides the values.
std::vector<files::Parameter> parameters_of_statistics(const Description& description);

/// How a value comes from the epochs, for people: "mean over epochs", "of each window".
std::string over_epochs(const Description& description);

/// "SampEn", "Cross-ApEn", "MSE of SampEn".
std::string title(const Description& description);

/// @param path the file, or the folder that contains study.toml.
/// @throws Error file_not_found, io; bad_file, with the line, for invalid TOML, an unknown key and a value of another
/// type; invalid_argument as validate().
Description read_description(const std::filesystem::path& path);

/// Text of study.toml: defaults are commented out, and every key is explained.
std::string description_text(const Description& description);

}  // namespace biotropy::study
