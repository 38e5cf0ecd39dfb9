// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/result_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/version.hpp"

namespace biotropy::study {

namespace {

using Names = std::vector<std::string>;

/// Limits texts for readers in other languages.
constexpr std::size_t kLongestText = 20'000;

std::string short_lines(const Notices& notices, std::string Notice::*part) {
  std::string joined = lines(notices, part);
  if (joined.size() > kLongestText) joined = joined.substr(0, kLongestText) + "\n... and more";
  return joined;
}

class ResultFile {
 public:
  ResultFile(const Description& description, const Cohort& cohort, const Statistics& statistics)
      : description_(description), cohort_(cohort), statistics_(statistics), entry_{"channel"} {
    if (cohort.pairs) entry_.push_back("partner");
    if (!cohort.scales.empty()) entry_.push_back("scale");
    if (!cohort.onsets.empty()) entry_.push_back("time");
  }

  files::Arrays arrays(const std::string& key) {
    put_attributes(key);
    put_coordinates();
    put_subjects();
    put_values();
    if (cohort_.test) put_surrogates(*cohort_.test);
    put_tests();
    put_contrasts();
    if (cohort_.pairs) put_nodes();
    put_networks();
    put_rejections();
    return std::move(arrays_);
  }

 private:
  void attribute(const std::string& name, files::ParameterValue value) {
    arrays_.attributes.push_back({name, std::move(value)});
  }

  void text(const std::string& name, Names dimensions, const std::string& long_name, Names texts) {
    arrays_.variables.push_back({name, std::move(dimensions), {}, std::move(texts), true, {{"long_name", long_name}}});
  }

  void number(const std::string& name, Names dimensions, const std::string& long_name, std::vector<double> numbers,
              const std::string& unit = "1") {
    arrays_.variables.push_back(
        {name, std::move(dimensions), std::move(numbers), {}, false, {{"long_name", long_name}, {"units", unit}}});
  }

  // Appends the dimensions of entries to others.
  Names behind(Names first) const {
    first.insert(first.end(), entry_.begin(), entry_.end());
    return first;
  }

  template <typename Of>
  auto of_subjects(Of of) const {
    std::vector<std::decay_t<decltype(of(cohort_.subjects.front()))>> list;
    for (const CohortSubject& one : cohort_.subjects) list.push_back(of(one));
    return list;
  }

  void put_attributes(const std::string& key) {
    attribute("title", title(description_));
    attribute("kind", std::string("study"));
    attribute("biotropy_version", std::string(version()));
    attribute("key", key);
    for (const files::Parameter& one : parameters_of_values(description_)) arrays_.attributes.push_back(one);
    for (const files::Parameter& one : parameters_of_statistics(description_)) arrays_.attributes.push_back(one);
    const TestOfGroups& all = statistics_.all;
    if (cohort_.pairs) attribute("symmetric", static_cast<std::int64_t>(cohort_.symmetric));
    attribute("tested_entries", static_cast<std::int64_t>(all.p_below.tested));
    attribute("percent_below_alpha", all.p_below.percent);
    attribute("percent_q_below_alpha", all.q_below.percent);
    attribute("smallest_p", all.smallest_p);
    attribute("arrangements", static_cast<std::int64_t>(all.arrangements));
    attribute("arrangements_are_all", static_cast<std::int64_t>(all.exact));
    attribute("notices", short_lines(statistics_.notices, &Notice::text));
    attribute("notice_codes", short_lines(statistics_.notices, &Notice::code));
  }

  void put_coordinates() {
    const auto dimension = [&](const char* name, std::size_t length) { arrays_.dimensions.emplace_back(name, length); };
    dimension("subject", cohort_.subjects.size());
    dimension("group", cohort_.groups.size());
    dimension("channel", cohort_.labels.size());
    text("group", {"group"}, "group of subjects", cohort_.groups);
    text("channel", {"channel"}, "channel; of a pair the one whose templates are taken", cohort_.labels);
    text("channel_unit", {"channel"}, "unit of the samples", cohort_.units);
    if (cohort_.pairs) {
      dimension("partner", cohort_.labels.size());
      text("partner", {"partner"}, "channel in which the templates are matched", cohort_.labels);
    }
    if (!cohort_.scales.empty()) {
      dimension("scale", cohort_.scales.size());
      number("scale", {"scale"}, "scale, in samples of the prepared recording",
             {cohort_.scales.begin(), cohort_.scales.end()});
    }
    if (!cohort_.onsets.empty()) {
      dimension("time", cohort_.onsets.size());
      const bool has_rate = std::any_of(cohort_.subjects.begin(), cohort_.subjects.end(),
                                        [](const CohortSubject& one) { return one.used() && !std::isnan(one.rate); });
      number("time", {"time"}, "start of the window after that of the recording", cohort_.onsets, has_rate ? "s" : "1");
    }
  }

  void put_subjects() {
    const auto own_text = [&](const char* name, const char* long_name, auto of) {
      text(name, {"subject"}, long_name, of_subjects(of));
    };
    const auto own_number = [&](const char* name, const char* long_name, const char* unit, auto of) {
      number(name, {"subject"}, long_name, of_subjects(of), unit);
    };
    using One = const CohortSubject&;
    own_text("subject", "participant_id", [](One one) { return one.participant.id; });
    own_text("subject_group", "group of the subject", [](One one) { return one.participant.group; });
    own_text("status", "whether the subject is in the numbers",
             [](One one) { return std::string(one.used() ? "used" : "excluded"); });
    own_text("reason", "why the subject is excluded", [](One one) { return one.exclusion; });
    own_text("file", "recording", [](One one) { return one.path; });
    own_text("sha256", "SHA-256 of the recording", [](One one) { return one.sha256; });
    own_text("format", "format of the recording", [](One one) { return one.format; });
    own_text("engine", "engine that counted", [](One one) { return one.engine; });
    own_text("subject_notices", "notices of reading, preparation and measuring",
             [](One one) { return short_lines(one.notices, &Notice::text); });
    own_text("subject_notice_codes", "their codes", [](One one) { return short_lines(one.notices, &Notice::code); });
    own_number("sampling_rate", "samples per second after preparation", "Hz", [](One one) { return one.rate; });
    own_number("n_epochs", "epochs of the recording", "1", [](One one) { return static_cast<double>(one.n_epochs); });
    own_number("epochs_used", "epochs with a channel that could be used", "1",
               [](One one) { return static_cast<double>(one.epochs_used); });
  }

  void put_values() {
    number("value", behind({"subject"}), title(description_) + ", " + over_epochs(description_), cohort_.values, unit_);
    number("valid_epochs", behind({"subject"}), "epochs in the value", cohort_.valid_epochs);
    number("mean", behind({"group"}), "mean over the subjects of the group", statistics_.mean, unit_);
    number("median", behind({"group"}), "median over the subjects of the group", statistics_.median, unit_);
    number("sd", behind({"group"}), "standard deviation over the subjects of the group", statistics_.sd, unit_);
    number("count", behind({"group"}), "subjects of the group with a value", statistics_.count);
  }

  void put_surrogates(const entropy::SurrogateTest& test) {
    for (const entropy::SurrogateNumber& one : entropy::kSurrogateNumbers) {
      number(std::string(one.name), behind({"subject"}), std::string(one.long_name), test.*one.column,
             one.in_unit ? unit_ : "1");
    }
  }

  void put_tests() {
    const TestOfGroups& all = statistics_.all;
    number("kruskal_h", entry_, "Kruskal-Wallis H of all groups, corrected for ties", all.h);
    number("kruskal_p", entry_, "p of H, from the chi-squared distribution", all.p);
    number("epsilon_squared", entry_, "effect size, H / (N - 1)", all.effect);
    number("q_bh", entry_, "false discovery rate of Benjamini and Hochberg", all.q_bh);
    number("q_by", entry_, "false discovery rate of Benjamini and Yekutieli", all.q_by);
    number("permutation_p", entry_, "p of H, from permutations of the group labels of subjects", all.permutation_p);
    number("familywise_p", entry_, "the same for the largest H of all entries", all.familywise_p);
  }

  void put_contrasts() {
    const auto& contrasts = statistics_.contrasts;
    if (contrasts.empty()) return;
    arrays_.dimensions.emplace_back("contrast", contrasts.size());
    Names names, first, second;
    std::vector<double> tested, p_below, q_below, smallest;
    for (const ContrastOfGroups& one : contrasts) {
      first.push_back(cohort_.groups[static_cast<std::size_t>(one.first)]);
      second.push_back(cohort_.groups[static_cast<std::size_t>(one.second)]);
      names.push_back(cohort_.contrast(one.first, one.second));
      tested.push_back(static_cast<double>(one.p_below.tested));
      p_below.push_back(one.p_below.percent);
      q_below.push_back(one.q_below.percent);
      smallest.push_back(one.smallest_p);
    }
    text("contrast", {"contrast"}, "two groups that are compared: the second less the first", std::move(names));
    text("contrast_first", {"contrast"}, "the first group", std::move(first));
    text("contrast_second", {"contrast"}, "the second group", std::move(second));
    number("contrast_tested_entries", {"contrast"}, "entries that could be tested", std::move(tested));
    number("contrast_percent_below_alpha", {"contrast"}, "of them with p below alpha", std::move(p_below), "percent");
    number("contrast_percent_q_below_alpha", {"contrast"}, "of them with q_bh below alpha", std::move(q_below),
           "percent");
    number("contrast_smallest_p", {"contrast"}, "smallest p that groups of these sizes can have, without ties",
           std::move(smallest));
    const auto put = [&](const char* name, const char* long_name, std::vector<double> TestOfGroups::*of) {
      std::vector<double> all;
      for (const ContrastOfGroups& one : contrasts) all.insert(all.end(), (one.*of).begin(), (one.*of).end());
      number(name, behind({"contrast"}), long_name, std::move(all));
    };
    put("contrast_h", "Kruskal-Wallis H of the two groups, corrected for ties", &TestOfGroups::h);
    put("contrast_u", "Mann-Whitney U: pairs of subjects in which the first group has the larger value",
        &TestOfGroups::u);
    put("contrast_p", "p of H", &TestOfGroups::p);
    put("contrast_rank_biserial", "effect size, positive where the second group has the larger values",
        &TestOfGroups::effect);
    put("contrast_q_bh", "false discovery rate of Benjamini and Hochberg", &TestOfGroups::q_bh);
    put("contrast_q_by", "false discovery rate of Benjamini and Yekutieli", &TestOfGroups::q_by);
    put("contrast_permutation_p", "p of H, from permutations of the group labels of subjects",
        &TestOfGroups::permutation_p);
    put("contrast_familywise_p", "the same for the largest H of all entries", &TestOfGroups::familywise_p);
  }

  void put_nodes() {
    const NodeStatistics& nodes = statistics_.nodes;
    const auto of_nodes = [&](Names first) {
      first = behind(std::move(first));
      std::erase(first, "partner");
      return first;
    };
    number("node_out", of_nodes({"subject"}), "mean over partners, templates from the channel", nodes.out, unit_);
    number("node_in", of_nodes({"subject"}), "mean over partners, matches in the channel", nodes.in, unit_);
    number("mean_node_out", of_nodes({"group"}), "mean of node_out over the group", nodes.out_mean, unit_);
    number("mean_node_in", of_nodes({"group"}), "mean of node_in over the group", nodes.in_mean, unit_);
    number("node_out_p", of_nodes({}), "Kruskal-Wallis p of node_out", nodes.out_p);
    number("node_in_p", of_nodes({}), "Kruskal-Wallis p of node_in", nodes.in_p);
  }

  /// One number for each comparison of networks.
  template <typename Of>
  void number_of_networks(const std::string& name, const std::string& long_name, Of of) {
    std::vector<double> numbers;
    for (const NetworkComparison& one : statistics_.networks) numbers.push_back(static_cast<double>(of(one.test)));
    number(name, {"network"}, long_name, std::move(numbers));
  }

  /// One number for each comparison and edge.
  template <typename Number>
  void edges(const std::string& name, const std::string& long_name, std::vector<Number> groups::NetworkTest::*of) {
    std::vector<double> numbers;
    for (const NetworkComparison& one : statistics_.networks) {
      numbers.insert(numbers.end(), (one.test.*of).begin(), (one.test.*of).end());
    }
    number(name, {"network", "channel", "partner"}, long_name, std::move(numbers));
  }

  void put_networks() {
    if (statistics_.networks.empty()) return;
    using groups::NetworkTest;
    arrays_.dimensions.emplace_back("network", statistics_.networks.size());
    Names names, kinds;
    for (const NetworkComparison& one : statistics_.networks) {
      names.push_back(one.name);
      kinds.emplace_back(word(one.test.kind));
    }
    text("network", {"network"}, "groups that are compared as networks", std::move(names));
    text("network_kind", {"network"}, "statistic of an edge", std::move(kinds));
    number_of_networks("network_threshold", "edges above it form components; NaN: none do",
                       [](const NetworkTest& test) { return test.threshold; });
    number_of_networks("network_degrees_of_freedom", "of the residuals, for h of chi-squared",
                       [](const NetworkTest& test) { return test.degrees_of_freedom; });
    number_of_networks("network_directed", "1 where (a, b) and (b, a) are two edges",
                       [](const NetworkTest& test) { return test.directed; });
    number_of_networks("network_tested_edges", "edges that could be tested",
                       [](const NetworkTest& test) { return test.tested_edges; });
    number_of_networks("network_arrangements", "arrangements of the recordings",
                       [](const NetworkTest& test) { return test.arrangements; });
    number_of_networks("network_arrangements_are_all", "1 if every arrangement was enumerated",
                       [](const NetworkTest& test) { return test.exact; });
    edges("network_statistic", "statistic of the edge; t is positive where the second group is larger",
          &NetworkTest::statistic);
    edges("network_component", "number of the component of the edge, from 1; 0: none", &NetworkTest::component);
    if (description_.networks->threshold_free) {
      edges("network_score", "threshold-free score", &NetworkTest::score);
      edges("network_score_p", "family-wise p of the score", &NetworkTest::score_p);
    }
    put_components();
  }

  void put_components() {
    std::vector<double> network, numbers[6];
    for (std::size_t k = 0; k < statistics_.networks.size(); ++k) {
      double own = 0.0;
      for (const groups::Component& one : statistics_.networks[k].test.components) {
        network.push_back(static_cast<double>(k));
        const double row[] = {++own,
                              static_cast<double>(one.channels),
                              static_cast<double>(one.extent),
                              one.intensity,
                              one.p_extent,
                              one.p_intensity};
        for (std::size_t column = 0; column < std::size(row); ++column) numbers[column].push_back(row[column]);
      }
    }
    // NetCDF treats a dimension of length 0 as unlimited.
    if (network.empty()) return;
    arrays_.dimensions.emplace_back("component", network.size());
    number("component_network", {"component"}, "index of the comparison, from 0", std::move(network));
    number("component_number", {"component"}, "number in network_component", std::move(numbers[0]));
    number("component_n_channels", {"component"}, "channels that it connects", std::move(numbers[1]));
    number("component_extent", {"component"}, "number of its edges", std::move(numbers[2]));
    number("component_intensity", {"component"}, "what their statistics have above the threshold",
           std::move(numbers[3]));
    number("component_p_extent", {"component"}, "family-wise p of the extent", std::move(numbers[4]));
    number("component_p_intensity", {"component"}, "family-wise p of the intensity", std::move(numbers[5]));
  }

  void put_rejections() {
    Names subjects, channels, reasons;
    std::vector<double> epochs;
    for (const CohortSubject& one : cohort_.subjects) {
      for (const Rejection& rejection : one.rejections) {
        subjects.push_back(one.participant.id);
        epochs.push_back(static_cast<double>(rejection.epoch));
        channels.push_back(cohort_.labels[rejection.channel]);
        reasons.push_back(rejection.reason);
      }
    }
    // NetCDF treats a dimension of length 0 as unlimited.
    if (reasons.empty()) return;
    arrays_.dimensions.emplace_back("rejection", reasons.size());
    text("rejected_subject", {"rejection"}, "subject of an epoch and channel that is in no mean", std::move(subjects));
    number("rejected_epoch", {"rejection"}, "its epoch, from 0", std::move(epochs));
    text("rejected_channel", {"rejection"}, "its channel", std::move(channels));
    text("rejected_reason", {"rejection"}, "why", std::move(reasons));
  }

  const Description& description_;
  const std::string unit_{entropy::unit_of(description_.measure.measure, description_.measure.parameters())};
  const Cohort& cohort_;
  const Statistics& statistics_;
  Names entry_;
  files::Arrays arrays_;
};

}  // namespace

void write_result(const std::filesystem::path& path, const std::string& key, const Description& description,
                  const Cohort& cohort, const Statistics& statistics) {
  files::write_arrays(path, ResultFile(description, cohort, statistics).arrays(key));
}

}  // namespace biotropy::study
