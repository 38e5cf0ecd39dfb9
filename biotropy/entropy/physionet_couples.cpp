// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/physionet_couples_internal.hpp"

#include <algorithm>
#include <vector>

#include "biotropy/match/engine.hpp"

namespace biotropy::entropy {

namespace {

using match::Rule;
using match::Samples;

// For every e, whether the templates of `length` samples that end at e - lag and at e match.
std::vector<char> matches_at(std::size_t lag, int length, Samples x, const Rule& rule) {
  std::vector<char> matched(x.size(), 0);
  int run = 0;
  for (std::size_t e = lag; e < x.size(); ++e) {
    run = match::matches(x[e - lag], x[e], rule.r, rule.boundary) ? run + 1 : 0;
    matched[e] = run >= length ? 1 : 0;
  }
  return matched;
}

double couples(Samples x, int length, std::span<const std::uint32_t> matches, const Rule& rule) {
  const auto m = static_cast<std::size_t>(rule.lengths.front());
  const std::size_t n = x.size();
  std::vector<double> later(n, 0.0);  // matches of the template that ends at a sample
  std::copy(matches.begin(), matches.end(), later.begin() + (length - 1));
  std::vector<double> earlier = later;
  double sum = 0.0;
  for (const double count : later) sum += count * (count - 1.0);
  const auto take_off_before = [&](const std::vector<char>& matched, std::size_t lag) {
    for (std::size_t e = lag + 1; e < n; ++e) later[e] -= matched[e];
  };
  const auto take_off_after = [&](const std::vector<char>& matched, std::size_t lag) {
    for (std::size_t e = 0; e < n; ++e) earlier[e] -= matched[std::min(e + lag, n - 1)];
  };
  std::vector<char> previous;
  for (std::size_t d = 1; d <= m; ++d) {
    const std::vector<char> odd = matches_at(2 * d - 1, length, x, rule);
    if (d > 1) take_off_after(previous, 2 * d - 2);
    take_off_after(odd, 2 * d - 1);
    take_off_before(odd, 2 * d - 1);
    previous = matches_at(2 * d, length, x, rule);
    take_off_before(previous, 2 * d);
    for (std::size_t e = d; e < n; ++e) sum += 2.0 * later[e] * earlier[e - d];
  }
  return sum;
}

}  // namespace

PhysionetCouples physionet_couples(Samples x, const Rule& rule, const Execution& execution) {
  Rule all = rule;
  all.templates = match::TemplateRule::all;
  all.theiler = match::kExcludeSelf;
  all.per_template = true;
  const match::Counts counts = match::count_matches(x, x, all, execution);
  return {couples(x, rule.lengths[0], counts.per_template[0], rule),
          couples(x, rule.lengths[1], counts.per_template[1], rule)};
}

}  // namespace biotropy::entropy
