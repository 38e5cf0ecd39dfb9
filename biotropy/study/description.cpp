// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/description.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "biotropy/error.hpp"
#include "biotropy/groups/permutation.hpp"

namespace biotropy::study {

namespace {

void validate(const StatisticsSettings& statistics) {
  if (!(statistics.alpha > 0.0 && statistics.alpha < 1.0)) {
    throw Error::argument("alpha", fmt::format("{}", statistics.alpha), "a number between 0 and 1");
  }
  groups::validate(groups::PermutationSettings{.permutations = statistics.permutations});
  groups::contrast_p(statistics.contrast_p);
  const std::set<std::string> distinct(statistics.groups.begin(), statistics.groups.end());
  if (distinct.size() != statistics.groups.size()) {
    throw Error::argument("groups", "a repeated group", "every group once");
  }
  for (const auto& [first, second] : statistics.contrasts) {
    if (first == second) throw Error::argument("contrasts", fmt::format("{} and {}", first, second), "a second group");
  }
}

// BIDS: labels are letters and digits.
void require_entity(const std::string& key, const std::string& value) {
  const bool plain = std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  if (!plain) throw Error::argument(key, value, "letters and digits (rest, not task-rest),");
}

}  // namespace

std::filesystem::path Description::recordings_path() const {
  return recordings.empty() ? participants_path().parent_path() : folder / recordings;
}

std::optional<entropy::MultiscaleParameters> Description::scales() const {
  if (!multiscale) return std::nullopt;
  if (pairs())
    throw Error::argument("measure", std::string(word(measure.measure)), "a measure of one series for several scales");
  return multiscale->parameters(measure);
}

prepare::Preparation Description::preparation() const {
  return prepare.preparation(gap_fill(measure, scales().has_value()));
}

void validate(const Description& description) {
  for (const auto& [key, value] :
       {std::pair{"session", description.session}, {"task", description.task}, {"run", description.run}}) {
    require_entity(key, value);
  }
  description.measure.require_single("for a study");
  description.measure.parameters();
  description.read.open_options();
  description.preparation();
  if (description.least_epochs < 1) throw Error::argument("least-epochs", "0", "a whole number of at least 1");
  validate(description.statistics);
}

std::vector<files::Parameter> parameters_of_values(const Description& description) {
  std::vector<files::Parameter> parameters;
  record(description.measure, parameters);
  if (const auto scales = description.scales()) record(*scales, parameters);
  record(description.prepare, parameters);
  record(description.read, parameters);
  return parameters;
}

std::vector<files::Parameter> parameters_of_statistics(const Description& description) {
  const StatisticsSettings& statistics = description.statistics;
  return {{"least_epochs", static_cast<std::int64_t>(description.least_epochs)},
          {"alpha", statistics.alpha},
          {"contrast_p", statistics.contrast_p},
          {"permutations", static_cast<std::int64_t>(statistics.permutations)},
          {"seed", statistics.seed}};
}

std::string title(const Description& description) {
  const auto scales = description.scales();
  return scales ? title(*scales) : std::string(entropy::title(description.measure.measure));
}

}  // namespace biotropy::study
