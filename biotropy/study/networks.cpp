// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "biotropy/counted.hpp"

namespace biotropy::study {

namespace {

std::optional<double> number_of(const std::string& text) {
  double value = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool has_decimal_comma(std::string text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return false;
  text[comma] = '.';
  return number_of(text).has_value();
}

/// Recordings of a comparison, with one matrix each.
struct Rows {
  std::vector<const CohortSubject*> subjects;
  std::vector<double> values;
  std::vector<int> group_of;
  std::vector<int> person_of;       // empty unless paired
  std::vector<std::string> people;  // by that number
};

struct CovariateColumn {
  std::string name;
  std::vector<double> values;
};

/// Columns of a covariate: its numbers, or for each category but the first whether a recording is of it.
std::vector<CovariateColumn> columns_of(const Rows& rows, std::size_t covariate, const std::string& name) {
  std::set<std::string> categories;
  std::vector<double> numbers;
  for (const CohortSubject* one : rows.subjects) {
    const std::string& text = one->participant.covariates[covariate];
    if (const auto number = number_of(text)) {
      numbers.push_back(*number);
    } else {
      categories.insert(text);
    }
  }
  if (categories.empty()) return {{name, numbers}};
  std::vector<CovariateColumn> columns;
  for (auto category = std::next(categories.begin()); category != categories.end(); ++category) {
    std::vector<double>& column =
        columns.emplace_back(CovariateColumn{fmt::format("{} {}", name, *category), {}}).values;
    for (const CohortSubject* one : rows.subjects)
      column.push_back(one->participant.covariates[covariate] == *category);
  }
  return columns;
}

class NetworkComparisons {
 public:
  NetworkComparisons(const Cohort& cohort, const Description& description, const Execution& execution, Notices& notices)
      : cohort_(cohort),
        settings_(*description.networks),
        test_(settings_.test(description.statistics.permutations)),
        execution_(execution),
        notices_(notices) {}

  std::vector<NetworkComparison> run(const std::vector<std::pair<int, int>>& contrasts) {
    if (cohort_.groups.size() > 2) compare_all();
    for (const auto& [first, second] : contrasts) {
      compare(cohort_.contrast(first, second), {first, second});
    }
    return std::move(made_);
  }

 private:
  void compare_all() {
    if (settings_.statistic == groups::EdgeStatistic::t || settings_.alternative != groups::Alternative::two_sided)
      return;
    if (settings_.threshold && !settings_.statistic) {
      notices_.push_back(
          warning("network_not_tested",
                  "networks, all groups: not compared, as the threshold is one of t: threshold-p suits F as well"));
      return;
    }
    std::vector<int> all(cohort_.groups.size());
    std::iota(all.begin(), all.end(), 0);
    compare("all groups", all);
  }

  void warn(const char* code, const std::string& name, const std::string& text) {
    notices_.push_back(warning(code, fmt::format("networks, {}: {}", name, text)));
  }

  /// Whether each of the people has a recording in every group.
  std::set<std::string> complete_people(const std::vector<const CohortSubject*>& subjects, std::size_t groups) const {
    std::map<std::string, std::set<int>> groups_of;
    for (const CohortSubject* one : subjects) groups_of[one->participant.person].insert(one->group);
    std::set<std::string> complete;
    for (const auto& [person, found] : groups_of) {
      if (found.size() == groups) complete.insert(person);
    }
    return complete;
  }

  Rows rows_of(const std::string& name, const std::vector<int>& groups) {
    std::vector<const CohortSubject*> known;
    std::size_t used = 0;
    for (const CohortSubject& one : cohort_.subjects) {
      if (!one.used() || std::ranges::find(groups, one.group) == groups.end()) continue;
      ++used;
      const files::Participant& own = one.participant;
      const bool is_paired = !settings_.subject_column.empty();
      if (std::ranges::find(own.covariates, "") == own.covariates.end() && !(is_paired && own.person.empty())) {
        known.push_back(&one);
      }
    }
    if (known.size() < used) {
      warn("recordings_left_out", name,
           fmt::format("{} of {} recordings left out, whose covariates or person are not known", used - known.size(),
                       used));
    }
    return paired(name, groups, known);
  }

  Rows paired(const std::string& name, const std::vector<int>& groups, const std::vector<const CohortSubject*>& known) {
    Rows rows;
    const bool is_paired = !settings_.subject_column.empty();
    const std::set<std::string> complete = complete_people(known, groups.size());
    rows.people = {complete.begin(), complete.end()};
    for (const CohortSubject* one : known) {
      const auto person = complete.find(one->participant.person);
      if (is_paired && person == complete.end()) continue;
      rows.subjects.push_back(one);
      rows.group_of.push_back(static_cast<int>(std::ranges::find(groups, one->group) - groups.begin()));
      if (is_paired) rows.person_of.push_back(static_cast<int>(std::distance(complete.begin(), person)));
      const auto position = static_cast<std::size_t>(one - cohort_.subjects.data());
      const auto begin = cohort_.values.begin() + static_cast<std::ptrdiff_t>(position * cohort_.entries());
      rows.values.insert(rows.values.end(), begin, begin + static_cast<std::ptrdiff_t>(cohort_.entries()));
    }
    if (rows.subjects.size() < known.size()) {
      warn("recordings_left_out", name,
           fmt::format("{} of {} recordings left out, whose person has none in another group",
                       known.size() - rows.subjects.size(), known.size()));
    }
    return rows;
  }

  void compare(const std::string& name, const std::vector<int>& groups) {
    const Rows rows = rows_of(name, groups);
    std::vector<CovariateColumn> columns;
    for (std::size_t covariate = 0; covariate < settings_.covariates.size(); ++covariate) {
      for (auto& column : columns_of(rows, covariate, settings_.covariates[covariate]))
        columns.push_back(std::move(column));
    }
    std::vector<double> covariates;
    std::string names;
    for (std::size_t row = 0; row < rows.subjects.size(); ++row) {
      for (const CovariateColumn& column : columns) covariates.push_back(column.values[row]);
    }
    for (std::size_t column = 0; column < columns.size(); ++column) {
      names += fmt::format("{}{} {}", column == 0 ? " (covariates: " : ", ", column, columns[column].name);
    }
    if (!names.empty()) names += ")";
    try {
      const groups::Values values{rows.values, cohort_.entries(), rows.group_of, static_cast<int>(groups.size())};
      const groups::NetworkDesign design{covariates, columns.size(), rows.person_of, {}, rows.people};
      made_.push_back({name, groups::network_test(values, test_, design, {}, execution_)});
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::internal) throw;
      return warn("network_not_tested", name, error.what() + names);
    }
    const auto notice = groups::untested_notice(made_.back().test);
    if (notice) notices_.push_back(notice->at(fmt::format("networks, {}", name)));
  }

  const Cohort& cohort_;
  const NetworkSettings& settings_;
  groups::NetworkSettings test_;
  const Execution& execution_;
  Notices& notices_;
  std::vector<NetworkComparison> made_;
};

}  // namespace

groups::NetworkSettings NetworkSettings::test(const groups::PermutationSettings& permutations) const {
  groups::NetworkSettings made = settings(permutations);
  try {
    groups::validate(made);
  } catch (const Error& error) {  // in the words of study.toml
    throw Error::argument(hyphenated(error.parameter()), error.value(), hyphenated(error.allowed()));
  }
  return made;
}

void require_covariates(const Description& description, const std::vector<files::Participant>& participants) {
  if (!description.networks) return;
  const std::vector<std::string>& names = description.networks->covariates;
  for (std::size_t covariate = 0; covariate < names.size(); ++covariate) {
    std::string number, text;
    for (const files::Participant& one : participants) {
      const std::string& own = one.covariates[covariate];
      if (has_decimal_comma(own)) {
        throw Error::argument(
            "covariates", names[covariate],
            fmt::format("a column of numbers with decimal points, or of categories, and not {}", own));
      }
      if (!own.empty()) (number_of(own) ? number : text) = own;
    }
    if (number.empty() || text.empty()) continue;
    throw Error::argument(
        "covariates", names[covariate],
        fmt::format("a column of numbers, or one of categories, and not both ({} and {})", number, text));
  }
}

std::vector<NetworkComparison> compare_networks(const Cohort& cohort, const Description& description,
                                                const std::vector<std::pair<int, int>>& contrasts,
                                                const Execution& execution, Notices& notices) {
  if (!description.networks) return {};
  return NetworkComparisons(cohort, description, execution, notices).run(contrasts);
}

}  // namespace biotropy::study
