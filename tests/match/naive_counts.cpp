// SPDX-License-Identifier: Apache-2.0
#include "naive.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace biotropy::match {

namespace {

// Which templates have no missing sample. Under TemplateRule::common one of any length must be complete at the longest.
std::vector<bool> whole_templates(Samples x, int length, const Rule& rule) {
  const int used = rule.templates == TemplateRule::all ? length : rule.lengths.back();
  const auto n = static_cast<long long>(x.size());
  std::vector<bool> whole(static_cast<std::size_t>(std::max(0LL, n - (used - 1LL) * rule.tau)), true);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (int k = 0; k < used; ++k) {
      if (std::isnan(x[i + static_cast<std::size_t>(k) * static_cast<std::size_t>(rule.tau)])) whole[i] = false;
    }
  }
  return whole;
}

bool match(Samples x, Samples y, std::size_t i, std::size_t j, int length, const Rule& rule) {
  for (int k = 0; k < length; ++k) {
    const std::size_t at = static_cast<std::size_t>(k) * static_cast<std::size_t>(rule.tau);
    const double distance = std::abs(x[i + at] - y[j + at]);
    if (!(rule.boundary == Boundary::closed ? distance <= rule.r : distance < rule.r)) return false;
  }
  return true;
}

bool is_excluded(std::size_t i, std::size_t j, const Rule& rule) {
  return std::abs(static_cast<long long>(i) - static_cast<long long>(j)) <= rule.theiler;
}

}  // namespace

std::vector<std::vector<std::uint64_t>> naive_counts(Samples x, Samples y, const Rule& rule) {
  std::vector<std::vector<std::uint64_t>> counts;
  for (const int length : rule.lengths) {
    const auto of_x = whole_templates(x, length, rule), of_y = whole_templates(y, length, rule);
    auto& per_template = counts.emplace_back(of_x.size(), 0);
    for (std::size_t i = 0; i < of_x.size(); ++i) {
      for (std::size_t j = 0; j < of_y.size(); ++j) {
        if (is_excluded(i, j, rule) || !of_x[i] || !of_y[j]) continue;
        if (match(x, y, i, j, length, rule)) ++per_template[i];
      }
    }
  }
  return counts;
}

}  // namespace biotropy::match
