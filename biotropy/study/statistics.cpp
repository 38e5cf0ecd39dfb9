// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/statistics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace biotropy::study {

namespace {

/// Subjects in the tests, and their groups.
struct Used {
  std::vector<std::size_t> subjects;
  std::vector<int> group_of;        // index into `groups`
  std::vector<int> groups;          // indices into Cohort::groups
  std::vector<int> place_of_group;  // -1: no subject

  std::vector<double> rows(const std::vector<double>& all, std::size_t entries) const {
    std::vector<double> some;
    for (const std::size_t subject : subjects) {
      const auto row = all.begin() + static_cast<std::ptrdiff_t>(subject * entries);
      some.insert(some.end(), row, row + static_cast<std::ptrdiff_t>(entries));
    }
    return some;
  }
};

Used used_subjects(const Cohort& cohort) {
  Used used;
  used.place_of_group.assign(cohort.groups.size(), -1);
  for (std::size_t group = 0; group < cohort.groups.size(); ++group) {
    const bool has_any = std::any_of(cohort.subjects.begin(), cohort.subjects.end(), [&](const CohortSubject& one) {
      return one.used() && one.group == static_cast<int>(group);
    });
    if (!has_any) continue;
    used.place_of_group[group] = static_cast<int>(used.groups.size());
    used.groups.push_back(static_cast<int>(group));
  }
  for (std::size_t subject = 0; subject < cohort.subjects.size(); ++subject) {
    const CohortSubject& one = cohort.subjects[subject];
    if (!one.used()) continue;
    used.subjects.push_back(subject);
    used.group_of.push_back(used.place_of_group[static_cast<std::size_t>(one.group)]);
  }
  return used;
}

// Without the windows that not every subject has, which follow the others.
std::vector<double> of_common_windows(std::vector<double> rows, const Cohort& cohort) {
  if (cohort.common_windows == cohort.onsets.size()) return rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % cohort.n_windows() >= cohort.common_windows) rows[i] = kNaN;
  }
  return rows;
}

// Without entries whose tests do not count.
std::vector<double> of_counted(std::vector<double> rows, const Cohort& cohort) {
  for (std::size_t i = 0; i < rows.size() && cohort.symmetric; ++i) {
    if (!cohort.counts(i % cohort.entries())) rows[i] = kNaN;
  }
  return rows;
}

groups::Values values_of(const std::vector<double>& rows, std::size_t entries, const Used& used) {
  return {rows, entries, used.group_of, static_cast<int>(used.groups.size())};
}

// Rows of the tested groups, from the rows of all groups.
template <typename Number>
std::vector<double> of_all_groups(const std::vector<Number>& some, std::size_t entries, const Used& used, double none) {
  std::vector<double> all(used.place_of_group.size() * entries, none);
  for (std::size_t place = 0; place < used.groups.size(); ++place) {
    const auto from = some.begin() + static_cast<std::ptrdiff_t>(place * entries);
    const auto to = all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(used.groups[place]) * entries);
    std::transform(from, from + static_cast<std::ptrdiff_t>(entries), to,
                   [](Number number) { return static_cast<double>(number); });
  }
  return all;
}

std::array<std::vector<double>*, 8> numbers_of(TestOfGroups& test) {
  return {&test.h, &test.p, &test.effect, &test.u, &test.q_bh, &test.q_by, &test.permutation_p, &test.familywise_p};
}

void no_test(TestOfGroups& test, std::size_t entries, double alpha) {
  for (std::vector<double>* numbers : numbers_of(test)) numbers->assign(entries, kNaN);
  test.p_below = test.q_below = groups::share_below(test.p, alpha);
}

// Without ties the largest H is that of groups that follow each other, in any order (smallest_kruskal_p).
double smallest_permutation_p(const TestOfGroups& test, std::size_t n_groups) {
  const auto arrangements = static_cast<double>(test.arrangements);
  return test.exact ? std::tgamma(static_cast<double>(n_groups) + 1.0) / arrangements : 1.0 / (arrangements + 1.0);
}

class Comparison {
 public:
  Comparison(const Cohort& cohort, const Description& description, const Execution& execution,
             const ProgressCallback& progress)
      : cohort_(cohort),
        description_(description),
        execution_(execution),
        progress_(progress),
        used_(used_subjects(cohort)),
        entries_(cohort.entries()),
        rows_(used_.rows(cohort.values, entries_)),
        tested_rows_(of_counted(of_common_windows(rows_, cohort), cohort)),
        values_(values_of(tested_rows_, entries_, used_)) {}

  Statistics run() {
    notices_of_recordings();
    find_contrasts();
    for (std::size_t group = 0; group < cohort_.groups.size(); ++group) {
      if (used_.place_of_group[group] >= 0) continue;
      warn("group_empty",
           fmt::format("no subject of {} could be used: the tests are of the others", cohort_.groups[group]));
    }
    warn_of_alike_groups();
    warn_of_windows();
    const auto summary = groups::summarise(values_of(rows_, entries_, used_), execution_);
    result_.count = of_all_groups(summary.count, entries_, used_, 0.0);
    result_.mean = of_all_groups(summary.mean, entries_, used_, kNaN);
    result_.median = of_all_groups(summary.median, entries_, used_, kNaN);
    result_.sd = of_all_groups(summary.sd, entries_, used_, kNaN);
    test_all();
    for (ContrastOfGroups& contrast : result_.contrasts) test(contrast);
    if (cohort_.pairs) summarise_nodes();
    test_networks();
    return std::move(result_);
  }

 private:
  bool tested() const { return used_.groups.size() >= 2; }

  int place(const std::string& group) const {
    return static_cast<int>(std::find(cohort_.groups.begin(), cohort_.groups.end(), group) - cohort_.groups.begin());
  }

  std::size_t subjects_of(std::size_t group) const {
    return static_cast<std::size_t>(
        std::count(used_.group_of.begin(), used_.group_of.end(), used_.place_of_group[group]));
  }

  bool is_tested(std::size_t entry) const {
    const bool is_common = cohort_.onsets.empty() || entry % cohort_.n_windows() < cohort_.common_windows;
    return is_common && cohort_.counts(entry);
  }

  void notices_of_recordings() {
    NoticesOfRecordings recordings;
    for (const std::size_t subject : used_.subjects) {
      recordings.add(cohort_.subjects[subject].participant.id, cohort_.subjects[subject].notices);
    }
    result_.notices = recordings.all(used_.subjects.size());
  }

  void warn(const char* code, std::string text) { result_.notices.push_back(warning(code, std::move(text))); }

  void warn_of_alike_groups() {
    const auto small = [](char letter) { return 'A' <= letter && letter <= 'Z' ? letter - 'A' + 'a' : letter; };
    for (std::size_t second = 1; second < cohort_.groups.size(); ++second) {
      for (std::size_t first = 0; first < second; ++first) {
        if (!std::ranges::equal(cohort_.groups[first], cohort_.groups[second], {}, small, small)) continue;
        warn("groups_alike", fmt::format("groups {} and {} differ in capital letters alone, and are two groups",
                                         cohort_.groups[first], cohort_.groups[second]));
      }
    }
  }

  void warn_of_windows() {
    if (cohort_.common_windows == cohort_.onsets.size()) return;
    warn("windows_not_tested", fmt::format("the shortest recording has {} of the {} windows: the others are not tested",
                                           cohort_.common_windows, cohort_.onsets.size()));
  }

  // Warns of effects that these groups are too small to show. Ties can make p smaller.
  void warn_of_test(const TestOfGroups& test, const std::vector<std::size_t>& groups, const std::string& name,
                    groups::ContrastP kind) {
    const double alpha = description_.statistics.alpha;
    if (test.smallest_p >= alpha && test.p_below.below == 0) {
      std::vector<std::size_t> sizes;
      for (const std::size_t group : groups) sizes.push_back(subjects_of(group));
      warn(
          "groups_small",
          fmt::format(
              "{}: {} subjects are too few for {} below alpha = {}: the smallest is {:.3g}, and of permutations {:.3g}",
              name, fmt::join(sizes, " and "), kind == groups::ContrastP::exact ? "exact p" : "p by chi-squared", alpha,
              test.smallest_p, smallest_permutation_p(test, groups.size())));
    }
    std::size_t no_value = 0, untested = 0, of = 0;
    for (std::size_t entry = 0; entry < entries_; ++entry) {
      of += cohort_.counts(entry);
      if (!std::isnan(test.p[entry]) || !is_tested(entry)) continue;
      ++untested;
      no_value += std::any_of(groups.begin(), groups.end(),
                              [&](std::size_t group) { return result_.count[group * entries_ + entry] == 0.0; });
    }
    if (untested == 0) return;
    warn("entries_not_tested",
         fmt::format(
             "{}: {} of {} entries could not be tested: in {} a group has no value, in {} all values are the same",
             name, untested, of, no_value, untested - no_value));
  }

  void find_contrasts() {
    for (const auto& [first, second] : description_.statistics.contrasts) {
      result_.contrasts.emplace_back();
      result_.contrasts.back().first = place(first);
      result_.contrasts.back().second = place(second);
    }
    if (!description_.statistics.contrasts.empty()) return;
    for (std::size_t group = 0; group + 1 < cohort_.groups.size(); ++group) {
      result_.contrasts.emplace_back();
      result_.contrasts.back().first = static_cast<int>(group);
      result_.contrasts.back().second = static_cast<int>(group) + 1;
    }
  }

  // Adds what follows from the p-values, and the permutations.
  void complete(TestOfGroups& test, const std::optional<groups::Contrast>& contrast) {
    const StatisticsSettings& settings = description_.statistics;
    test.q_bh = groups::q_values(test.p, groups::FalseDiscovery::benjamini_hochberg);
    test.q_by = groups::q_values(test.p, groups::FalseDiscovery::benjamini_yekutieli);
    test.p_below = groups::share_below(test.p, settings.alpha);
    test.q_below = groups::share_below(test.q_bh, settings.alpha);
    const std::size_t n_tests = result_.contrasts.size() + 1;
    ProgressCallback of_all;
    if (progress_) {
      of_all = [this, n_tests](std::uint64_t done, std::uint64_t total) {
        progress_(n_done_ * total + done, n_tests * total);
      };
    }
    const groups::PermutationTest permuted =
        groups::permutation_test(values_, contrast, settings.permutations, execution_, of_all);
    test.permutation_p = permuted.p;
    test.familywise_p = permuted.familywise_p;
    test.arrangements = permuted.arrangements;
    test.exact = permuted.exact;
    mirror(test);
    ++n_done_;
  }

  // The entry (b, a) of symmetric pairs has the numbers of (a, b).
  void mirror(TestOfGroups& test) const {
    const std::size_t n = cohort_.labels.size(), cells = cohort_.cells();
    for (std::size_t entry = 0; entry < entries_ && cohort_.symmetric; ++entry) {
      const std::size_t pair = entry / cells, image = ((pair % n) * n + pair / n) * cells + entry % cells;
      if (!cohort_.counts(image)) continue;
      for (std::vector<double>* numbers : numbers_of(test)) {
        if (!numbers->empty()) (*numbers)[entry] = (*numbers)[image];
      }
    }
  }

  void test_all() {
    TestOfGroups& test = result_.all;
    if (!tested()) {
      warn("groups_few", "fewer than two groups have subjects that could be used: nothing is tested");
      no_test(test, entries_, description_.statistics.alpha);
      return;
    }
    groups::KruskalWallis found = groups::kruskal_wallis(values_, execution_);
    test.h = std::move(found.h);
    test.p = std::move(found.p);
    test.effect = std::move(found.epsilon_squared);
    std::vector<std::size_t> groups, sizes;
    for (const int group : used_.groups) {
      groups.push_back(static_cast<std::size_t>(group));
      sizes.push_back(subjects_of(groups.back()));
    }
    test.smallest_p = groups::smallest_kruskal_p(sizes);
    complete(test, {});
    warn_of_test(test, groups, "all groups", groups::ContrastP::chi_squared);
  }

  void test(ContrastOfGroups& contrast) {
    const groups::Contrast places{used_.place_of_group[static_cast<std::size_t>(contrast.first)],
                                  used_.place_of_group[static_cast<std::size_t>(contrast.second)]};
    if (places.first < 0 || places.second < 0) {
      no_test(contrast, entries_, description_.statistics.alpha);
      return;
    }
    const groups::ContrastP kind = description_.statistics.contrast_p;
    groups::ContrastTest found = groups::compare(values_, places, kind, execution_);
    contrast.h = std::move(found.h);
    contrast.u = std::move(found.u);
    contrast.p = std::move(found.p);
    contrast.effect = std::move(found.rank_biserial);
    const auto first = static_cast<std::size_t>(contrast.first), second = static_cast<std::size_t>(contrast.second);
    contrast.smallest_p = groups::smallest_contrast_p(subjects_of(first), subjects_of(second), kind);
    complete(contrast, places);
    warn_of_test(contrast, {first, second}, cohort_.contrast(contrast.first, contrast.second), kind);
  }

  // A matrix of each subject at every scale and window, and what it says of the channels.
  void find_nodes(NodeStatistics& nodes) const {
    const std::size_t n = cohort_.labels.size(), cells = cohort_.cells(), n_subjects = cohort_.subjects.size();
    nodes.out.resize(n_subjects * n * cells);
    nodes.in.resize(nodes.out.size());
    std::vector<double> matrix(n * n);
    for (std::size_t of = 0; of < n_subjects * cells; ++of) {
      const std::size_t subject = of / cells, cell = of % cells;
      for (std::size_t pair = 0; pair < n * n; ++pair) {
        matrix[pair] = cohort_.values[(subject * n * n + pair) * cells + cell];
      }
      const groups::Nodes means = groups::node_means(matrix, n);
      for (std::size_t channel = 0; channel < n; ++channel) {
        nodes.out[(subject * n + channel) * cells + cell] = means.out[channel];
        nodes.in[(subject * n + channel) * cells + cell] = means.in[channel];
      }
    }
  }

  void summarise_nodes() {
    const std::size_t n = cohort_.labels.size() * cohort_.cells();
    NodeStatistics& nodes = result_.nodes;
    find_nodes(nodes);
    const auto summarise = [&](const std::vector<double>& all, std::vector<double>& mean, std::vector<double>& p) {
      const std::vector<double> rows = used_.rows(all, n), tested_rows = of_common_windows(rows, cohort_);
      mean = of_all_groups(groups::summarise(values_of(rows, n, used_), execution_).mean, n, used_, kNaN);
      p = tested() ? groups::kruskal_wallis(values_of(tested_rows, n, used_), execution_).p
                   : std::vector<double>(n, kNaN);
    };
    summarise(nodes.out, nodes.out_mean, nodes.out_p);
    summarise(nodes.in, nodes.in_mean, nodes.in_p);
  }

  void test_networks() {
    if (!tested()) return;
    std::vector<std::pair<int, int>> contrasts;
    for (const ContrastOfGroups& one : result_.contrasts) contrasts.emplace_back(one.first, one.second);
    result_.networks = compare_networks(cohort_, description_, contrasts, execution_, result_.notices);
  }

  const Cohort& cohort_;
  const Description& description_;
  const Execution& execution_;
  const ProgressCallback& progress_;
  Used used_;
  std::size_t entries_;
  std::vector<double> rows_, tested_rows_;
  groups::Values values_;
  Statistics result_;
  std::size_t n_done_ = 0;
};

}  // namespace

Statistics compare(const Cohort& cohort, const Description& description, const Execution& execution,
                   const ProgressCallback& progress) {
  return Comparison(cohort, description, execution, progress).run();
}

}  // namespace biotropy::study
