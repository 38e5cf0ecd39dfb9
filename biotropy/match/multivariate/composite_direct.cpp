// SPDX-License-Identifier: Apache-2.0
//
// Plain double loop: every composite vector against every later one, stopping at the first coordinate that does not
// match.
#include "biotropy/match/multivariate/composite_query.hpp"

namespace biotropy::match {

namespace {

bool vectors_match(const CompositeQuery& query, const Coordinates& a, const Coordinates& b, std::size_t i,
                   std::size_t j) {
  for (std::size_t c = 0; c < a.size(); ++c) {
    const double x = query.channels[a[c].channel][i + a[c].lag], y = query.channels[b[c].channel][j + b[c].lag];
    if (!matches(x, y, query.r, query.boundary)) return false;
  }
  return true;
}

// Matching pairs of vectors of two kinds; of one kind with itself only the unordered pairs.
std::uint64_t count_kinds(const CompositeQuery& query, const Coordinates& a, const Coordinates& b,
                          const std::vector<char>& of_a, const std::vector<char>& of_b, bool same,
                          const CancelFlag* cancel) {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    if (cancel != nullptr) cancel->check();
    if (of_a[i] == 0) continue;
    for (std::size_t j = same ? i + 1 : 0; j < of_b.size(); ++j) {
      if (of_b[j] != 0 && vectors_match(query, a, b, i, j)) ++found;
    }
  }
  return found;
}

}  // namespace

void count_composite_directly(const CompositeQuery& query, const CompositeVectors& vectors, CompositeCounts& counts,
                              const CancelFlag* cancel) {
  const Coordinates shorter = coordinates(query);
  counts.matches_m = count_kinds(query, shorter, shorter, vectors.at_m, vectors.at_m, true, cancel);
  for (std::size_t k = 0; k < query.channels.size(); ++k) {
    const std::size_t end = query.approach == Approach::full ? query.channels.size() : k + 1;
    for (std::size_t l = k; l < end; ++l) {
      counts.matches_m1 += count_kinds(query, coordinates(query, k), coordinates(query, l), vectors.at_m1[k],
                                       vectors.at_m1[l], k == l, cancel);
    }
  }
}

}  // namespace biotropy::match
