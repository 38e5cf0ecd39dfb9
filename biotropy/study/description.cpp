// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/entropy/words.hpp"
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

void validate_networks(const Description& description) {
  if (!description.pairs()) {
    throw Error::argument("measure", std::string(word(description.measure.measure)),
                          "a measure of two series for [networks]");
  }
  if (description.multiscale || description.windows()) {
    throw Error::argument("networks", description.multiscale ? "with [multiscale]" : "with a window",
                          "one matrix of each subject");
  }
  const NetworkSettings& networks = *description.networks;
  const groups::NetworkSettings test = networks.test({.permutations = description.statistics.permutations});
  const bool for_t = !test.statistic || test.statistic == groups::EdgeStatistic::t;
  if (!for_t && test.alternative != groups::Alternative::two_sided) {
    throw Error::argument("alternative", std::string(word(test.alternative)), "two-sided for f and h");
  }
  if (test.statistic == groups::EdgeStatistic::h && !(networks.covariates.empty() && networks.subject_column.empty())) {
    throw Error::argument("statistic", "h", "t or f for covariates and for paired recordings");
  }
  const std::set<std::string> distinct(networks.covariates.begin(), networks.covariates.end());
  if (distinct.size() != networks.covariates.size()) {
    throw Error::argument("covariates", "a repeated column", "every column once");
  }
}

// Windows have values of their own, each of a single epoch.
void validate_windows(const Description& description) {
  if (description.surrogates.given()) {
    throw Error::argument("surrogates", fmt::format("{}", description.surrogates.surrogates), "0 for windows");
  }
  if (const entropy::PoolEpochs pool = description.measure.parameters().pool_epochs; pool != entropy::PoolEpochs::no) {
    throw Error::argument("pool_epochs", std::string(word(pool)), "no for windows");
  }
  if (description.least_epochs != 1) {
    throw Error::argument("least-epochs", fmt::format("{}", description.least_epochs),
                          "1 for windows, each of which has a value");
  }
}

// BIDS: labels are letters and digits.
void require_entity(const std::string& key, const std::string& value) {
  const bool plain = std::all_of(value.begin(), value.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  if (!plain) throw Error::argument(key, value, "letters and digits (rest, not task-rest)");
}

}  // namespace

std::filesystem::path Description::recordings_path() const {
  return recordings.empty() ? participants_path().parent_path() : folder / recordings;
}

std::optional<entropy::MultiscaleParameters> Description::scales() const {
  if (!multiscale) return std::nullopt;
  return multiscale->parameters(measure);
}

std::size_t Description::gap_fill() const {
  return study::gap_fill(measure, scales().has_value());
}

void record(const NetworkSettings& networks, std::vector<files::Parameter>& list) {
  const auto add = [&](const char* name, files::ParameterValue value) {
    list.push_back({std::string("networks_") + name, std::move(value)});
  };
  if (networks.threshold) add("threshold", *networks.threshold);
  if (networks.threshold_p) add("threshold_p", *networks.threshold_p);
  add("threshold_free", static_cast<std::int64_t>(networks.threshold_free));
  add("statistic", networks.statistic ? std::string(word(*networks.statistic)) : std::string("t, f"));
  add("alternative", std::string(word(networks.alternative)));
  add("covariates", fmt::format("{}", fmt::join(networks.covariates, "\t")));
  add("subject_column", networks.subject_column);
  if (networks.directed) add("directed", static_cast<std::int64_t>(*networks.directed));
  if (!networks.threshold_free) return;
  add("extent_power", networks.scores.extent_power);
  add("height_power", networks.scores.height_power);
  add("step", networks.scores.step);
}

void validate(const Description& description) {
  for (const auto& [key, value] :
       {std::pair{"session", description.session}, {"task", description.task}, {"run", description.run}}) {
    require_entity(key, value);
  }
  if (entropy::is_multivariate(description.measure.measure)) {
    throw Error::argument("measure", std::string(word(description.measure.measure)),
                          "in a study a measure of single channels or of pairs of them");
  }
  description.measure.require_single("for a study");
  if (description.heartbeats) {
    if (description.pairs()) {
      throw Error::argument("measure", std::string(word(description.measure.measure)),
                            "a measure of one series, as heartbeats are one");
    }
  }
  if (const entropy::PoolEpochs pool = description.measure.parameters().pool_epochs;
      pool != entropy::PoolEpochs::no && description.surrogates.given()) {
    throw Error::argument("pool_epochs", std::string(word(pool)), "no for a test against surrogates");
  }
  description.measure.parameters();
  entropy::validate(description.surrogates, description.measure.measure);
  files::validate(description.read);
  description.prepare.preparation(description.gap_fill());
  if (description.least_epochs < 1) throw Error::argument("least-epochs", "0", "a whole number of at least 1");
  if (description.windows()) validate_windows(description);
  validate(description.statistics);
  if (description.networks) validate_networks(description);
}

std::vector<files::Parameter> parameters_of_values(const Description& description) {
  std::vector<files::Parameter> parameters;
  record(description.measure, parameters);
  if (const auto scales = description.scales()) record(*scales, parameters);
  record(description.surrogates, parameters);
  record(prepare_options(), description.prepare, parameters);
  record(files::open_options(), description.read, parameters);
  if (description.heartbeats) record(heartbeats::rr_options(), *description.heartbeats, parameters, "rr_");
  return parameters;
}

std::vector<files::Parameter> parameters_of_statistics(const Description& description) {
  const StatisticsSettings& statistics = description.statistics;
  std::vector<files::Parameter> parameters{{"least_epochs", static_cast<std::int64_t>(description.least_epochs)},
                                           {"alpha", statistics.alpha},
                                           {"contrast_p", statistics.contrast_p},
                                           {"permutations", static_cast<std::int64_t>(statistics.permutations)},
                                           {"seed", statistics.seed}};
  if (description.networks) record(*description.networks, parameters);
  return parameters;
}

std::string over_epochs(const Description& description) {
  if (description.windows()) return "of each window";
  const bool pooled = description.measure.parameters().pool_epochs != entropy::PoolEpochs::no;
  return pooled ? "counts of all epochs pooled" : "mean over epochs";
}

std::string title(const Description& description) {
  const auto scales = description.scales();
  return scales ? title(*scales) : std::string(entropy::title(description.measure.measure));
}

}  // namespace biotropy::study
