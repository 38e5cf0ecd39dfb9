// SPDX-License-Identifier: Apache-2.0
#include "device/published.hpp"

namespace biotropy::bench {

extern const char* const cross_apen_kernels_c;

namespace {

constexpr std::uint32_t kBlock = 256;  // threads, as in the paper

}  // namespace

PublishedCrossApen::PublishedCrossApen(device::Device& device, std::string variant, std::span<const double> data,
                                       std::size_t n, std::span<const std::pair<std::size_t, std::size_t>> tasks,
                                       double r)
    : device_(device),
      program_(device.program({"cross_apen_kernels", cross_apen_kernels_c, {{"TILE", kBlock}}})),
      variant_(std::move(variant)),
      n_(static_cast<std::uint32_t>(n)),
      r_(static_cast<float>(r)) {
  for (const double value : data) samples_.push_back(static_cast<float>(value));
  shifted_.assign(samples_.begin() + 1, samples_.end());
  shifted_.push_back(0.0F);
  for (const auto& [x, y] : tasks) {
    tasks_.push_back(static_cast<std::uint32_t>(x * n));
    tasks_.push_back(static_cast<std::uint32_t>(y * n));
  }
}

void PublishedCrossApen::count(const Floats& series, const Floats& shifted, const Words& tasks,
                               const Words& counts) const {
  const std::uint32_t blocks = (n_ + kBlock - 1) / kBlock;
  const device::Grid grid{tasks_.size() / 2 * blocks, kBlock};
  if (variant_ == "shifted") {
    device::Entry<Floats, Floats, Words, std::uint32_t, std::uint32_t, float, Words> entry(device_, *program_,
                                                                                           variant_);
    entry(grid, series, shifted, tasks, n_, blocks, r_, counts);
  } else {
    device::Entry<Floats, Words, std::uint32_t, std::uint32_t, float, Words> entry(device_, *program_, variant_);
    entry(grid, series, tasks, n_, blocks, r_, counts);
  }
}

std::pair<std::uint64_t, std::uint64_t> PublishedCrossApen::totals() const {
  const Floats samples(device_, samples_), shifted(device_, shifted_);
  const Words tasks(device_, tasks_), counts(device_, tasks_.size() * n_);
  count(samples, shifted, tasks, counts);
  std::pair<std::uint64_t, std::uint64_t> totals{0, 0};
  const std::vector<std::uint32_t> found = counts.read();
  for (std::size_t place = 0; place < found.size(); ++place) {
    (place / n_ % 2 == 0 ? totals.first : totals.second) += found[place];
  }
  return totals;
}

std::vector<double> PublishedCrossApen::values() const {
  device::Entry<Floats, std::uint32_t, Floats, Floats> normalise(device_, *program_, "normalise");
  device::Entry<Words, std::uint32_t, Floats> mean_logarithm(device_, *program_, "mean_logarithm");
  const Floats samples(device_, samples_), scores(device_, samples_.size()), shifted(device_, samples_.size());
  const Words tasks(device_, tasks_), counts(device_, tasks_.size() * n_);
  const Floats phis(device_, tasks_.size());
  normalise({samples_.size() / n_, kBlock}, samples, n_, scores, shifted);
  count(scores, shifted, tasks, counts);
  mean_logarithm({tasks_.size(), kBlock}, counts, n_, phis);
  const std::vector<float> found = phis.read();
  std::vector<double> values;
  for (std::size_t task = 0; task < tasks_.size() / 2; ++task) {
    values.push_back(static_cast<double>(found[2 * task]) - static_cast<double>(found[2 * task + 1]));
  }
  return values;
}

}  // namespace biotropy::bench
