// SPDX-License-Identifier: Apache-2.0
#include "naive.hpp"

#include <algorithm>
#include <cmath>

namespace biotropy::match {

namespace {

using Vectors = std::vector<std::vector<double>>;

long long start_times(const CompositeQuery& q, int further) {
  long long n = static_cast<long long>(q.samples());
  for (std::size_t k = 0; k < q.m.size(); ++k) {
    n = std::min(n, static_cast<long long>(q.samples()) - static_cast<long long>(q.m[k] - 1 + further) * q.tau[k]);
  }
  return std::max(0LL, n);
}

// The vector of time i; extended < 0: of length m.
std::vector<double> composite(const CompositeQuery& q, long long i, int extended) {
  std::vector<double> vector;
  for (std::size_t k = 0; k < q.m.size(); ++k) {
    for (int s = 0; s < q.m[k] + (static_cast<int>(k) == extended ? 1 : 0); ++s) {
      vector.push_back(q.channels[k][static_cast<std::size_t>(i + s * q.tau[k])]);
    }
  }
  return vector;
}

bool whole(const std::vector<double>& vector) {
  return std::none_of(vector.begin(), vector.end(), [](double value) { return std::isnan(value); });
}

bool in_every_extension(const CompositeQuery& q, long long i) {
  bool all = true;
  for (int k = 0; k < static_cast<int>(q.m.size()); ++k) all = all && whole(composite(q, i, k));
  return all;
}

Vectors vectors(const CompositeQuery& q, int extended) {
  const bool common = q.templates == TemplateRule::common;
  Vectors list;
  for (long long i = 0; i < start_times(q, common || extended >= 0 ? 1 : 0); ++i) {
    if (common ? in_every_extension(q, i) : whole(composite(q, i, extended))) list.push_back(composite(q, i, extended));
  }
  return list;
}

void count(const CompositeQuery& q, const Vectors& list, std::uint64_t& matches, std::uint64_t& pairs) {
  for (std::size_t a = 0; a < list.size(); ++a) {
    for (std::size_t b = a + 1; b < list.size(); ++b) {
      double distance = 0.0;  // Chebyshev
      for (std::size_t c = 0; c < list[a].size(); ++c) distance = std::max(distance, std::abs(list[a][c] - list[b][c]));
      ++pairs;
      if (q.boundary == Boundary::closed ? distance <= q.r : distance < q.r) ++matches;
    }
  }
}

}  // namespace

CompositeCounts naive_composite(const CompositeQuery& q) {
  CompositeCounts counts;
  const Vectors shorter = vectors(q, -1);
  counts.templates_m = shorter.size();
  count(q, shorter, counts.matches_m, counts.pairs_m);
  Vectors all;
  for (int k = 0; k < static_cast<int>(q.m.size()); ++k) {
    const Vectors longer = vectors(q, k);
    counts.templates_m1 += longer.size();
    if (q.approach == Approach::naive) count(q, longer, counts.matches_m1, counts.pairs_m1);
    all.insert(all.end(), longer.begin(), longer.end());
  }
  if (q.approach == Approach::full) count(q, all, counts.matches_m1, counts.pairs_m1);
  return counts;
}

}  // namespace biotropy::match
