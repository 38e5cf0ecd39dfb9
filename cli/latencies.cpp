// SPDX-License-Identifier: Apache-2.0
#include "cli/latencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace biotropy::cli {

namespace {

constexpr double kShortest = 0.1, kPerOctave = 8.0;

}  // namespace

void Latencies::add(double microseconds) {
  const double bin = std::ceil(kPerOctave * std::log2(std::max(microseconds, kShortest) / kShortest));
  ++counts_[std::min(static_cast<std::size_t>(bin), counts_.size() - 1)];
  ++total_;
  most_ = std::max(most_, microseconds);
}

double Latencies::quantile(double share) const {
  const double wanted = share * static_cast<double>(total_);
  double seen = 0.0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += static_cast<double>(counts_[i]);
    if (seen >= wanted) return std::min(most_, kShortest * std::exp2(static_cast<double>(i) / kPerOctave));
  }
  return most_;
}

std::string Latencies::text() const {
  return fmt::format("p50 {:.3g}, p99 {:.3g}, p99.9 {:.3g}, most {:.3g} us", quantile(0.5), quantile(0.99),
                     quantile(0.999), most_);
}

}  // namespace biotropy::cli
