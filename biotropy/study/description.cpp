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
  groups::validate(statistics.permutations);
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
  const groups::NetworkSettings test = networks.test(description.statistics.permutations);
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

std::span<const OptionRow<StatisticsSettings>> statistics_options() {
  using S = StatisticsSettings;
  const auto always = [](const S&) { return true; };
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("contrast_p", &S::contrast_p,
                    {"", "", "", "p of a contrast: Kruskal-Wallis of the two groups, or all arrangements of the ranks"},
                    {}, {}, always),
      option_row<S>(
          "alpha", &S::alpha,
          {"A", "", "a number between 0 and 1", "Level below which a p-value counts as significant in the summary"}, {},
          {}, always),
  };
  return rows;
}

std::span<const OptionRow<Description>> description_options() {
  using D = Description;
  static const std::vector<OptionRow<D>> rows{
      option_row<D>("participants", &D::participants,
                    {"FILE", "", "a file",
                     "Table of the participants (BIDS): participant_id, a column of groups, and file or a tree"}),
      option_row<D>("group_column", &D::group_column, {"NAME", "", "a name", "Its column that says the group"}),
      option_row<D>("recordings", &D::recordings,
                    {"FOLDER", "", "a folder",
                     "Folder in which recordings are looked for, as sub-X/**/sub-X*.edf, where the table has no column "
                     "file"},
                    "\"..\""),
      option_row<D>("session", &D::session,
                    {"LABEL", "", "a label", "Of the recordings in that folder, those of this session (ses-01)"},
                    "\"01\""),
      option_row<D>("task", &D::task,
                    {"LABEL", "", "a label", "Of the recordings in that folder, those of this task (task-rest)"},
                    "\"rest\""),
      option_row<D>("run", &D::run,
                    {"LABEL", "", "a label", "Of the recordings in that folder, those of this run (run-1)"}, "\"1\""),
      option_row<D>(
          "least_epochs", &D::least_epochs,
          {"N", "", "an integer of at least 0", "Epochs that an entry of a subject needs; with fewer it has no value"}),
  };
  return rows;
}

std::filesystem::path Description::recordings_path() const {
  return recordings.empty() ? participants_path().parent_path() : folder / recordings;
}

entropy::Request Description::request() const {
  entropy::Request request;
  request.measure = measure;
  if (multiscale) multiscale->put(request);
  request.pairs = pairs();
  request.keep = windows() ? entropy::Keep::epochs : entropy::Keep::mean;
  request.tested = pairs() ? request.keep : entropy::Keep::mean;
  request.surrogates = surrogates;
  return request;
}

std::optional<entropy::MultiscaleParameters> Description::scales() const {
  if (!multiscale) return std::nullopt;
  return multiscale->parameters(measure);
}

std::size_t Description::gap_fill() const {
  return study::gap_fill(measure, scales().has_value());
}

void validate(const Description& description) {
  for (const auto& [key, value] :
       {std::pair{"session", description.session}, {"task", description.task}, {"run", description.run}}) {
    require_entity(key, value);
  }
  description.measure.require_single("for a study");
  if (description.heartbeats && description.pairs()) {
    throw Error::argument("measure", std::string(word(description.measure.measure)),
                          "a measure of one series, as heartbeats are one");
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
  record(description.request(), parameters);
  record(prepare_options(), description.prepare, parameters);
  record(files::open_options(), description.read, parameters);
  if (description.heartbeats) record(heartbeats::rr_options(), *description.heartbeats, parameters, "rr_");
  return parameters;
}

std::vector<files::Parameter> parameters_of_statistics(const Description& description) {
  const StatisticsSettings& statistics = description.statistics;
  std::vector<files::Parameter> parameters{{"least_epochs", static_cast<std::int64_t>(description.least_epochs)}};
  record(statistics_options(), statistics, parameters);
  record(groups::permutation_options(), statistics.permutations, parameters);
  if (!description.networks) return parameters;
  const NetworkSettings& networks = *description.networks;
  record<groups::NetworkOptions>(groups::network_options(), networks, parameters, "networks_");
  parameters.emplace_back("networks_covariates", fmt::format("{}", fmt::join(networks.covariates, "\t")));
  parameters.emplace_back("networks_subject_column", networks.subject_column);
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
