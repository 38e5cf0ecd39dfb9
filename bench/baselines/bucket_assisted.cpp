// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "baselines/baselines.hpp"

namespace biotropy::baselines {

namespace {

// Templates of m + 1 samples, one after the other: by the bucket of the sum of their first m samples, then by the
// first.
class Buckets {
 public:
  Buckets(std::span<const double> x, std::size_t length, double r) : length_(length), r_(r) {
    constexpr double split = 5.0;  // buckets in a width of r
    std::vector<double> sums(x.size() - length);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto one = x.subspan(i, length);
      sums[i] = std::accumulate(one.begin(), one.end(), 0.0);
    }
    const auto [least, greatest] = std::ranges::minmax(sums);
    const double width = std::max(r / split, (greatest - least) / static_cast<double>(sums.size()));
    std::vector<std::size_t> starts(sums.size()), bucket_of(sums.size());
    std::iota(starts.begin(), starts.end(), std::size_t{0});
    for (const std::size_t i : starts) {
      bucket_of[i] = width > 0.0 ? static_cast<std::size_t>((sums[i] - least) / width) : 0;
      begins_.resize(std::max(begins_.size(), bucket_of[i] + 2));
      ++begins_[bucket_of[i] + 1];
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    std::ranges::sort(starts, {}, [&](std::size_t i) { return std::pair(bucket_of[i], x[i]); });
    for (const std::size_t start : starts) {
      const auto one = x.subspan(start, length + 1);
      templates_.insert(templates_.end(), one.begin(), one.end());
    }
    // Sums of templates that match differ by at most m r; one bucket more, because sums are rounded.
    if (width > 0.0) reach_ = static_cast<std::size_t>(static_cast<double>(length) * r / width) + 1;
  }

  SampleCounts count() const {
    SampleCounts counts;
    for (std::size_t bucket = 0; bucket + 1 < begins_.size(); ++bucket) {
      for (std::size_t other = bucket - std::min(bucket, reach_); other <= bucket; ++other) add(bucket, other, counts);
    }
    return counts;
  }

 private:
  bool is_near(const double* one, const double* other, std::size_t k) const {
    return std::abs(one[k] - other[k]) <= r_;
  }

  // Partners of a template are a run of the other bucket, whose ends only move forward.
  void add(std::size_t bucket, std::size_t other, SampleCounts& counts) const {
    const std::size_t size = length_ + 1, last = begins_[other + 1] * size;
    std::size_t begin = begins_[other] * size;
    for (std::size_t i = begins_[bucket] * size; i < begins_[bucket + 1] * size; i += size) {
      const double* const one = &templates_[i];
      if (bucket == other) begin = i + size;
      while (begin < last && templates_[begin] < one[0] && !is_near(one, &templates_[begin], 0)) begin += size;
      for (std::size_t j = begin; j < last && is_near(one, &templates_[j], 0); j += size) {
        std::size_t k = 1;
        while (k < length_ && is_near(one, &templates_[j], k)) ++k;
        if (k < length_) continue;
        ++counts.b;
        if (is_near(one, &templates_[j], length_)) ++counts.a;
      }
    }
  }

  std::size_t length_, reach_ = 0;
  double r_;
  std::vector<std::size_t> begins_;
  std::vector<double> templates_;
};

}  // namespace

SampleCounts bucket_assisted(std::span<const double> x, int m, double r) {
  const auto length = static_cast<std::size_t>(m);
  return x.size() <= length ? SampleCounts() : Buckets(x, length, r).count();
}

}  // namespace biotropy::baselines
