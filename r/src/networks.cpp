// SPDX-License-Identifier: Apache-2.0
//
// Tests of networks between groups. Matrices come with the partner fastest; R code transposes them.
#include <cmath>
#include <optional>

#include "biotropy/groups/network_options.hpp"
#include "execution.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using namespace cpp11::literals;

groups::NetworkSettings settings_of(const Arguments& options) {
  groups::NetworkOptions made;
  groups::PermutationSettings permutations;
  read_rows(options, groups::network_options(), made);
  read_rows(options, groups::permutation_options(), permutations);
  return made.settings(permutations);
}

cpp11::sexp matrix(std::vector<double> values, std::size_t channels) {
  for (double& value : values) value = std::isnan(value) ? NA_REAL : value;
  return shaped(to_r(values), {channels, channels});
}

SEXP to_list(const groups::NetworkTest& test, std::size_t channels) {
  const auto column = [&](auto groups::Component::*of) {
    std::vector<double> values;
    for (const groups::Component& one : test.components) values.push_back(static_cast<double>(one.*of));
    return to_r(values);
  };
  const auto scores = [&](const std::vector<double>& values) -> SEXP {
    return values.empty() ? R_NilValue : static_cast<SEXP>(matrix(values, channels));
  };
  const auto notice = groups::untested_notice(test);
  cpp11::writable::list list({"kind"_nm = to_r(std::string(word(test.kind))),
                              "directed"_nm = test.directed,
                              "threshold"_nm = test.threshold,
                              "degrees_of_freedom"_nm = test.degrees_of_freedom,
                              "statistic"_nm = matrix(test.statistic, channels),
                              "component"_nm = shaped(to_r(test.component), {channels, channels}),
                              "n_channels"_nm = column(&groups::Component::channels),
                              "extent"_nm = column(&groups::Component::extent),
                              "intensity"_nm = column(&groups::Component::intensity),
                              "p_extent"_nm = column(&groups::Component::p_extent),
                              "p_intensity"_nm = column(&groups::Component::p_intensity),
                              "score"_nm = scores(test.score),
                              "score_p"_nm = scores(test.score_p),
                              "largest_extent"_nm = to_r(test.largest_extent),
                              "largest_intensity"_nm = to_r(test.largest_intensity),
                              "largest_score"_nm = to_r(test.largest_score),
                              "notices"_nm = to_r(notice ? Notices{*notice} : Notices{}),
                              "tested_edges"_nm = static_cast<double>(test.tested_edges),
                              "untested_edges"_nm = static_cast<double>(test.untested_edges),
                              "arrangements"_nm = static_cast<double>(test.arrangements),
                              "exact"_nm = test.exact});
  return list;
}

std::vector<int> whole(SEXP numbers) {
  std::vector<int> list;
  for (const int number : cpp11::integers(numbers)) list.push_back(number);
  return list;
}

}  // namespace

SEXP network_test(SEXP matrices, SEXP channels, SEXP group_of, SEXP n_groups, SEXP covariates, SEXP subject_of,
                  SEXP subjects, SEXP orders, SEXP options, SEXP threads) {
  return guarded([&]() -> SEXP {
    const Columns all(matrices), columns(covariates);
    const std::size_t n = to_sizes(channels)[0];
    const std::vector<int> group = whole(group_of), subject = whole(subject_of), rows = whole(orders);
    const auto people = cpp11::as_cpp<std::vector<std::string>>(subjects);
    const std::vector<std::uint32_t> order(rows.begin(), rows.end());
    const groups::Values values{all.all(), n * n, group, whole(n_groups)[0]};
    const groups::NetworkDesign design{columns.all(), columns.rows(), subject, order, people, 1};
    const groups::NetworkSettings settings = settings_of(Arguments(options));
    const double arrangements = order.empty() ? static_cast<double>(settings.permutations.permutations)
                                              : static_cast<double>(order.size() / group.size());
    groups::NetworkTest found;
    run_interruptibly(
        execution_of(threads, R_NilValue), arrangements * static_cast<double>(all.all().size()) * 1e-9,
        [&](const Execution& execution) { found = groups::network_test(values, settings, design, {}, execution); });
    return to_list(found, n);
  });
}

}  // namespace biotropy::r
