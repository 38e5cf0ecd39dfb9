// SPDX-License-Identifier: Apache-2.0
#include "biotropy/groups/rank_tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/special_functions/binomial.hpp>
#include <functional>

#include "biotropy/error.hpp"
#include "biotropy/groups/ranks_internal.hpp"
#include "biotropy/groups/share_of_ranks_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::groups {

namespace {

// Neighbouring entries share cache lines, so a thread takes a run of them.
constexpr std::size_t kEntriesOfARun = 256;

/// Ranks of a testable entry, and their sums.
struct Entry {
  std::size_t at = 0;
  const Ranks& ranks;
  std::vector<std::int64_t> sums;
  std::vector<std::uint32_t> counts;

  double h() const {
    double between = 0.0;
    for (std::size_t group = 0; group < sums.size(); ++group) {
      const auto sum = static_cast<double>(sums[group]);
      between += sum * sum / counts[group];
    }
    return static_cast<double>(ranks.count() - 1) * between / static_cast<double>(ranks.squares());
  }
};

void for_tested_entries(const Values& values, const Participants& participants, const Execution& execution,
                        const std::function<void(const Entry&)>& test) {
  const auto run_of_entries = [&](std::size_t run) {
    Ranks ranks(values, participants);
    Entry entry{0, ranks, {}, {}};
    const std::size_t end = std::min((run + 1) * kEntriesOfARun, values.entries);
    for (entry.at = run * kEntriesOfARun; entry.at < end; ++entry.at) {
      ranks.rank(entry.at);
      ranks.add_up(entry.sums, entry.counts);
      const bool all_have_values = std::find(entry.counts.begin(), entry.counts.end(), 0u) == entry.counts.end();
      if (all_have_values && ranks.squares() > 0) test(entry);
    }
  };
  with_threads(execution, [&] {
    parallel_for((values.entries + kEntriesOfARun - 1) / kEntriesOfARun, execution.cancel, run_of_entries);
  });
}

double chi_squared_tail(std::size_t groups, double h) {
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(static_cast<double>(groups - 1)), h));
}

}  // namespace

// If groups do not overlap, the ranks within a group of n contribute (n^3 - n) / 12, whatever the order of the groups;
// the rest of (N^3 - N) / 12 lies between the groups.
double smallest_kruskal_p(const std::vector<std::size_t>& sizes) {
  const auto spread = [](double n) { return n * n * n - n; };
  double all = 0.0, within = 0.0;
  for (const std::size_t size : sizes) {
    all += static_cast<double>(size);
    within += spread(static_cast<double>(size));
  }
  return chi_squared_tail(sizes.size(), (all - 1.0) * (1.0 - within / spread(all)));
}

double smallest_contrast_p(std::size_t first, std::size_t second, ContrastP p) {
  if (p == ContrastP::chi_squared) return smallest_kruskal_p({first, second});
  // Two of all choices of the first group: the lowest ranks, and the highest.
  return 2.0 /
         boost::math::binomial_coefficient<double>(static_cast<unsigned>(first + second), static_cast<unsigned>(first));
}

KruskalWallis kruskal_wallis(const Values& values, const Execution& execution) {
  validate(values);
  const std::vector<double> untested(values.entries, kNaN);
  KruskalWallis result{untested, untested, untested};
  const Participants all = participants(values);
  for_tested_entries(values, all, execution, [&](const Entry& entry) {
    const double h = entry.h();
    result.h[entry.at] = h;
    result.p[entry.at] = chi_squared_tail(all.groups, h);
    result.epsilon_squared[entry.at] = h / static_cast<double>(entry.ranks.count() - 1);
  });
  return result;
}

ContrastTest compare(const Values& values, const Contrast& contrast, ContrastP p, const Execution& execution) {
  validate(values);
  validate(contrast, values);
  const Participants two = participants(values, contrast);
  if (p == ContrastP::exact && two.subjects.size() > kMostSubjectsExact) {
    throw Error(ErrorCode::unsupported,
                fmt::format("the groups have {} subjects together; for an exact p they must have at most {}, and the "
                            "chi-squared approximation has no limit",
                            two.subjects.size(), kMostSubjectsExact));
  }
  const std::vector<double> untested(values.entries, kNaN);
  ContrastTest result{untested, untested, untested, untested};
  SharedRankTails tails;
  for_tested_entries(values, two, execution, [&](const Entry& entry) {
    const auto sum = static_cast<double>(entry.sums[0]);  // 2 U - n_first n_second
    const double pairs = static_cast<double>(entry.counts[0]) * entry.counts[1];
    const double h = entry.h();
    result.h[entry.at] = h;
    result.u[entry.at] = (sum + pairs) / 2.0;
    result.rank_biserial[entry.at] = -sum / pairs;
    result.p[entry.at] =
        p == ContrastP::exact ? tails.p(entry.ranks, entry.counts[0], entry.sums[0]) : chi_squared_tail(2, h);
  });
  return result;
}

}  // namespace biotropy::groups
