// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/multivariate/composite_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::match {

namespace {

constexpr std::array<std::string_view, 2> kEngines{"bits", "direct"};

std::size_t lag(const CompositeQuery& query, std::size_t channel, int sample) {
  return static_cast<std::size_t>(sample) * static_cast<std::size_t>(query.tau[channel]);
}

// Marks the times below `times` at which the samples before lag `end` of the channel are all there.
void require_samples(const CompositeQuery& query, std::size_t channel, int begin, int end, std::vector<char>& marks) {
  for (std::size_t i = 0; i < marks.size(); ++i) {
    for (int sample = begin; sample < end && marks[i] != 0; ++sample) {
      if (std::isnan(query.channels[channel][i + lag(query, channel, sample)])) marks[i] = 0;
    }
  }
}

std::size_t times(const CompositeQuery& query, int further) {
  std::size_t reach = 0;
  for (std::size_t k = 0; k < query.channels.size(); ++k) {
    reach = std::max(reach, lag(query, k, query.m[k] - 1 + further));
  }
  return query.samples() > reach ? query.samples() - reach : 0;
}

std::uint64_t pairs_of(std::uint64_t vectors) {
  return vectors * (vectors - std::min<std::uint64_t>(vectors, 1)) / 2;
}

}  // namespace

CompositeVectors composite_vectors(const CompositeQuery& query) {
  const std::size_t n_channels = query.channels.size();
  CompositeVectors vectors;
  std::vector<char> all(times(query, 0), 1);
  for (std::size_t k = 0; k < n_channels; ++k) require_samples(query, k, 0, query.m[k], all);
  std::vector<char> longer(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(times(query, 1)));
  if (query.templates == TemplateRule::common) {
    for (std::size_t k = 0; k < n_channels; ++k) require_samples(query, k, query.m[k], query.m[k] + 1, longer);
    return {longer, std::vector(n_channels, longer)};
  }
  vectors.at_m = std::move(all);
  vectors.at_m1.assign(n_channels, longer);
  for (std::size_t k = 0; k < n_channels; ++k) {
    require_samples(query, k, query.m[k], query.m[k] + 1, vectors.at_m1[k]);
  }
  return vectors;
}

CompositeCounts composite_pairs(const CompositeQuery& query, const CompositeVectors& vectors) {
  const auto marked = [](const std::vector<char>& marks) {
    return static_cast<std::uint64_t>(std::count(marks.begin(), marks.end(), 1));
  };
  CompositeCounts counts;
  counts.templates_m = marked(vectors.at_m);
  counts.pairs_m = pairs_of(counts.templates_m);
  for (const auto& of_channel : vectors.at_m1) {
    counts.templates_m1 += marked(of_channel);
    if (query.approach == Approach::naive) counts.pairs_m1 += pairs_of(marked(of_channel));
  }
  if (query.approach == Approach::full) counts.pairs_m1 = pairs_of(counts.templates_m1);
  return counts;
}

void validate(const CompositeQuery& query) {
  if (query.channels.empty()) throw Error::argument("channels", "0", "at least one channel");
  const auto require_each = [&](const char* name, const std::vector<int>& list) {
    if (list.size() != query.channels.size()) {
      throw Error::argument(name, fmt::format("a list of {}", list.size()),
                            fmt::format("one number for each of the {} channels", query.channels.size()));
    }
    for (const int number : list) {
      if (number < 1) throw Error::argument(name, std::to_string(number), "an integer of at least 1");
    }
  };
  require_each("m", query.m);
  require_each("tau", query.tau);
  for (const Samples channel : query.channels) {
    if (channel.size() != query.samples()) {
      throw Error::argument("channels", fmt::format("lengths {} and {}", query.samples(), channel.size()),
                            "channels of one length");
    }
  }
  // The checks of r and of the samples are those of every query.
  validate(Query{query.channels, query.channels.size(), {}, {{1}, 1, query.r}});
}

std::string_view composite_engine(std::string_view name) {
  if (name.empty()) return kEngines.front();
  const auto found = std::find(kEngines.begin(), kEngines.end(), name);
  if (found != kEngines.end()) return *found;
  throw Error(ErrorCode::no_engine,
              fmt::format("the engine '{}' does not count several channels together: choose bits or direct", name));
}

CompositeCounts count_composite(const CompositeQuery& query, std::string_view engine, const Execution& execution) {
  validate(query);
  const bool direct = composite_engine(engine) == "direct";
  CompositeCounts counts;
  with_threads(execution, [&] {
    const CompositeVectors vectors = composite_vectors(query);
    counts = composite_pairs(query, vectors);
    (direct ? count_composite_directly : count_composite_bits)(query, vectors, counts, execution.cancel);
  });
  return counts;
}

}  // namespace biotropy::match
