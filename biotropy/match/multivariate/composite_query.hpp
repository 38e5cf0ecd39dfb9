// SPDX-License-Identifier: Apache-2.0
//
// Composite delay vectors of several channels (Ahmed and Mandic 2011, 2012), and the number of those that match. The
// vector of time i has, channel after channel, the samples x_k[i], x_k[i + tau_k], ..., m_k of each channel k. Two
// vectors match when every pair of their coordinates does, as in query.hpp. A vector is made longer by the next sample
// of one channel k, x_k[i + m_k tau_k], which stands behind the others of its channel: so there are as many ways as
// there are channels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "biotropy/match/fuzzy/membership.hpp"
#include "biotropy/match/query.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

/// Longer vectors that are compared.
enum class Approach {
  full,  ///< each with every other one, also where another channel was extended: coordinates are then compared as they
         ///< stand, samples of neighbouring channels among them
  naive  ///< only those in which the same channel was extended
};

struct CompositeQuery {
  std::span<const Samples> channels;  ///< of one length
  std::vector<int> m;                 ///< samples of each channel, at least 1
  std::vector<int> tau;               ///< delay of each channel, at least 1
  double r = 0.0;
  Boundary boundary = Boundary::closed;
  /// all: at length m every vector that fits, N - max (m_k - 1) tau_k; common: those that fit with every extension, N -
  /// max m_k tau_k, without a missing sample in any.
  TemplateRule templates = TemplateRule::common;
  Approach approach = Approach::full;

  std::size_t samples() const { return channels.empty() ? 0 : channels.front().size(); }
};

/// Unordered pairs of vectors, without pairs of a vector with itself.
struct CompositeCounts {
  std::uint64_t matches_m = 0, matches_m1 = 0;
  std::uint64_t pairs_m = 0, pairs_m1 = 0;          ///< pairs that are compared
  std::uint64_t templates_m = 0, templates_m1 = 0;  ///< vectors without a missing sample; m + 1: of all extensions

  friend bool operator==(const CompositeCounts&, const CompositeCounts&) = default;
};

/// Vectors of each length: whether those of a time are compared. A time without a mark has no vector.
struct CompositeVectors {
  std::vector<char> at_m;
  std::vector<std::vector<char>> at_m1;  ///< of each extended channel
};
CompositeVectors composite_vectors(const CompositeQuery& query);

/// The numbers of vectors and of pairs, without the matches.
CompositeCounts composite_pairs(const CompositeQuery& query, const CompositeVectors& vectors);

/// Throws unless there is a channel, all have one length, and m, tau and r are allowed.
void validate(const CompositeQuery& query);

/// Counts with the threads of the execution, on the processor. The integers do not depend on the engine.
/// @param engine direct or bits; empty: bits. @throws Error invalid_argument, invalid_data, no_engine, cancelled.
CompositeCounts count_composite(const CompositeQuery& query, std::string_view engine = {},
                                const Execution& execution = {});

/// The engine that count_composite() uses. @throws Error no_engine.
std::string_view composite_engine(std::string_view name);

// Coordinates of composite vectors, in their order.

/// The coordinate of the vector of time i is the sample at i + lag of the channel.
struct Coordinate {
  std::size_t channel, lag;
};
using Coordinates = std::vector<Coordinate>;

/// @param extended the channel that has one more sample; none: vectors of length m.
inline Coordinates coordinates(const CompositeQuery& query, std::optional<std::size_t> extended = {}) {
  Coordinates list;
  for (std::size_t k = 0; k < query.channels.size(); ++k) {
    const int samples = query.m[k] + (extended == k ? 1 : 0);
    for (int sample = 0; sample < samples; ++sample) {
      list.push_back({k, static_cast<std::size_t>(sample) * static_cast<std::size_t>(query.tau[k])});
    }
  }
  return list;
}

// The engines that count matching composite vectors. Each adds the matches to counts that have none.

/// composite_direct.cpp: plain double loop over the vectors; defines the answer.
void count_composite_directly(const CompositeQuery& query, const CompositeVectors& vectors, CompositeCounts& counts,
                              const CancelFlag* cancel);

/// composite_bits.cpp: sets of matching times as rows of bits.
void count_composite_bits(const CompositeQuery& query, const CompositeVectors& vectors, CompositeCounts& counts,
                          const CancelFlag* cancel);

// Sums of membership over pairs of composite delay vectors, in place of their matches: multivariate fuzzy entropy
// (Ahmed et al. 2016). The relative error against the exact sum is below 1e-12, and the bits are the same for every
// number of threads and every instruction set.

struct CompositeSums {
  double at_m = 0.0, at_m1 = 0.0;  ///< over unordered pairs of vectors
  CompositeCounts pairs;           ///< without matches
};

/// @param query its r is that of the membership; the boundary has no effect.
/// @param remove_local_mean subtracts the mean of its coordinates, of all channels, from every vector.
/// @throws Error as count_composite().
CompositeSums composite_sums(const CompositeQuery& query, const Membership& membership, bool remove_local_mean,
                             const Execution& execution = {});

}  // namespace biotropy::match
