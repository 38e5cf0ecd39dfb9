// SPDX-License-Identifier: Apache-2.0
#include "naive_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace biotropy::match {

namespace {

long long templates(long long n, long long length, const Rule& rule) {
  const long long used = rule.templates == TemplateRule::all ? length : rule.lengths.back();
  return std::max(0LL, n - (used - 1) * rule.tau);
}

// Under TemplateRule::common a template of any length must be complete at the longest one.
bool is_template(Samples x, long long i, int length, const Rule& rule) {
  const int used = rule.templates == TemplateRule::all ? length : rule.lengths.back();
  bool whole = true;
  for (int k = 0; k < used; ++k) whole = whole && !std::isnan(x[static_cast<std::size_t>(i + k * rule.tau)]);
  return whole;
}

bool match(Samples x, Samples y, long long i, long long j, int length, const Rule& rule) {
  bool all = true;
  for (int k = 0; k < length; ++k) {
    const double distance =
        std::abs(x[static_cast<std::size_t>(i + k * rule.tau)] - y[static_cast<std::size_t>(j + k * rule.tau)]);
    all = all && (rule.boundary == Boundary::closed ? distance <= rule.r : distance < rule.r);
  }
  return all;
}

}  // namespace

std::vector<std::vector<std::uint64_t>> naive_counts(Samples x, Samples y, const Rule& rule) {
  std::vector<std::vector<std::uint64_t>> counts;
  for (const int length : rule.lengths) {
    std::vector<std::uint64_t> per_template;
    for (long long i = 0; i < templates(static_cast<long long>(x.size()), length, rule); ++i) {
      std::uint64_t found = 0;
      for (long long j = 0; j < templates(static_cast<long long>(y.size()), length, rule); ++j) {
        if (std::abs(i - j) <= rule.theiler) continue;
        if (!is_template(x, i, length, rule) || !is_template(y, j, length, rule)) continue;
        if (match(x, y, i, j, length, rule)) ++found;
      }
      per_template.push_back(found);
    }
    counts.push_back(per_template);
  }
  return counts;
}

}  // namespace biotropy::match
