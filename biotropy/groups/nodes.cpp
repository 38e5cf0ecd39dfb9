// SPDX-License-Identifier: Apache-2.0
#include "biotropy/groups/nodes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "biotropy/error.hpp"

namespace biotropy::groups {

namespace {

void add_matrix(std::span<const double> matrix, std::size_t channels, std::size_t first, Nodes& nodes) {
  for (std::size_t channel = 0; channel < channels; ++channel) {
    for (std::size_t partner = 0; partner < channels; ++partner) {
      const double value = matrix[channel * channels + partner];
      if (channel == partner || std::isnan(value)) continue;
      nodes.out[first + channel] += value;
      nodes.in[first + partner] += value;
      ++nodes.out_count[first + channel];
      ++nodes.in_count[first + partner];
    }
  }
}

}  // namespace

Nodes node_means(std::span<const double> matrices, std::size_t channels) {
  if (channels == 0) throw Error::argument("channels", "0", "at least 1");
  // The square of the channels could overflow; the quotients cannot.
  if (matrices.size() % channels != 0 || matrices.size() / channels % channels != 0) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("there are {} values; they must be whole matrices of {} x {} channels", matrices.size(),
                            channels, channels));
  }
  const std::size_t size = matrices.size() / channels;
  Nodes nodes{std::vector<double>(size), std::vector<double>(size), std::vector<std::uint32_t>(size),
              std::vector<std::uint32_t>(size)};
  for (std::size_t first = 0; first < size; first += channels) {
    add_matrix(matrices.subspan(first * channels, channels * channels), channels, first, nodes);
  }
  for (std::size_t node = 0; node < size; ++node) {
    nodes.out[node] /= nodes.out_count[node];  // 0 / 0 gives NaN for a channel without partners
    nodes.in[node] /= nodes.in_count[node];
  }
  return nodes;
}

}  // namespace biotropy::groups
