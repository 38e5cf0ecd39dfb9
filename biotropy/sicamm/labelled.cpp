// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/labelled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

void require_lengths(std::span<const std::size_t> lengths, std::size_t values, std::size_t channels) {
  const std::size_t sum = std::accumulate(lengths.begin(), lengths.end(), std::size_t{0});
  if (sum * channels == values) return;
  throw Error(ErrorCode::invalid_data,
              fmt::format("{} recordings of {} samples of {} channels in all: there are {} numbers", lengths.size(),
                          sum, channels, values));
}

std::vector<Labelled> consecutive(std::span<const double> samples, std::span<const std::int32_t> labels,
                                  std::span<const std::size_t> lengths, std::size_t channels) {
  require_lengths(lengths, samples.size(), channels);
  require_lengths(lengths, labels.size(), 1);
  std::vector<Labelled> recordings;
  std::size_t begin = 0;
  for (const std::size_t length : lengths) {
    recordings.push_back({samples.subspan(begin * channels, length * channels), labels.subspan(begin, length)});
    begin += length;
  }
  return recordings;
}

std::vector<std::size_t> lengths_of(std::span<const std::int32_t> recordings) {
  std::vector<std::size_t> lengths;
  std::set<std::int32_t> seen;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    if (i == 0 || recordings[i] != recordings[i - 1]) {
      if (!seen.insert(recordings[i]).second) {
        throw Error::argument("recordings", fmt::format("that of an earlier recording at sample {}", i),
                              "one value for each sample, those of a recording side by side");
      }
      lengths.push_back(0);
    }
    ++lengths.back();
  }
  return lengths;
}

std::vector<std::int32_t> persons_of(std::span<const std::int32_t> persons, std::span<const std::size_t> lengths) {
  require_lengths(lengths, persons.size(), 1);
  std::vector<std::int32_t> result;
  std::size_t begin = 0;
  for (const std::size_t length : lengths) {
    const auto own = persons.subspan(begin, length);
    if (std::adjacent_find(own.begin(), own.end(), std::not_equal_to<>()) != own.end()) {
      throw Error::argument("persons", fmt::format("not the same in the recording of sample {}", begin),
                            "one person for each of the `recordings`");
    }
    if (!own.empty()) result.push_back(own.front());
    begin += length;
  }
  return result;
}

namespace {

void require_apart(std::span<const Labelled> pieces) {
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r < pieces.size(); ++r) {
    const double begin = pieces[r].begin;
    constexpr double most = 9007199254740992.0;  // 2^53
    if (!(std::abs(begin) < most && begin == std::floor(begin))) {
      throw Error(
          ErrorCode::invalid_data,
          fmt::format("recording {}: it begins at sample {}; that must be a whole number within 2^53", r, begin));
    }
    if (pieces[r].recording && !pieces[r].labels.empty()) order.push_back(r);
  }
  const auto key = [&](std::size_t r) { return std::pair(*pieces[r].recording, pieces[r].begin); };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Labelled &one = pieces[order[i - 1]], &next = pieces[order[i]];
    if (one.recording == next.recording && next.begin - one.begin < static_cast<double>(one.labels.size())) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("recordings {} and {}: two pieces of one recording, of {} samples from {} and of {} "
                              "samples from {}, overlap",
                              order[i - 1], order[i], one.labels.size(), one.begin, next.labels.size(), next.begin));
    }
  }
}

}  // namespace

void validate(std::span<const Labelled> recordings, std::size_t channels, std::size_t classes) {
  if (channels == 0) throw Error::argument("channels", "0", "an integer of at least 1");
  if (classes == 0) throw Error::argument("classes", "0", "an integer of at least 1");
  for (std::size_t r = 0; r < recordings.size(); ++r) {
    const auto& samples = recordings[r].samples;
    const auto& labels = recordings[r].labels;
    if (samples.size() != labels.size() * channels) {
      throw Error(ErrorCode::invalid_data, fmt::format("recording {}: {} labels for {} numbers of {} channels", r,
                                                       labels.size(), samples.size(), channels));
    }
    for (const std::int32_t label : labels) {
      if (label != kUnlabelled && (label < 0 || static_cast<std::size_t>(label) >= classes)) {
        throw Error(ErrorCode::invalid_data,
                    fmt::format("recording {}: label {} is none of {} classes", r, label, classes));
      }
    }
  }
  require_apart(recordings);
}

std::size_t total_samples(std::span<const Labelled> recordings) {
  std::size_t sum = 0;
  for (const Labelled& one : recordings) sum += one.labels.size();
  return sum;
}

std::vector<Place> finite_samples_of(std::span<const Labelled> recordings, std::size_t channels, std::int32_t which) {
  std::vector<Place> result;
  for (std::size_t r = 0; r < recordings.size(); ++r) {
    const Labelled& one = recordings[r];
    for (std::size_t i = 0; i < one.labels.size(); ++i) {
      if (one.labels[i] != which || !one.is_fitted(i)) continue;
      const auto sample = one.samples.subspan(i * channels, channels);
      if (std::all_of(sample.begin(), sample.end(), [](double x) { return std::isfinite(x); }))
        result.push_back({r, i});
    }
  }
  return result;
}

std::vector<double> gather(std::span<const Labelled> recordings, std::size_t channels, std::span<const Place> places) {
  std::vector<double> result;
  result.reserve(places.size() * channels);
  for (const auto& [recording, position] : places) {
    const auto sample = recordings[recording].samples.subspan(position * channels, channels);
    result.insert(result.end(), sample.begin(), sample.end());
  }
  return result;
}

}  // namespace biotropy::sicamm
