// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/null_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "biotropy/sicamm/ica/whitening.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

// Finite samples in columns, at most 2^16 of them.
Matrix examined(std::span<const double> samples, std::size_t channels) {
  constexpr std::size_t most = std::size_t{1} << 16;
  const std::size_t n = samples.size() / channels, step = (n + most - 1) / most;
  std::vector<double> kept;
  for (std::size_t i = 0; i < n; i += step) {
    const auto sample = samples.subspan(i * channels, channels);
    if (is_finite(sample)) kept.insert(kept.end(), sample.begin(), sample.end());
  }
  const auto m = static_cast<Index>(channels);
  return Eigen::Map<const Matrix>(kept.data(), m, static_cast<Index>(kept.size()) / m);
}

// Number of directions of the model in which samples vary.
std::size_t rank_of(const Model& model, const Matrix& samples) {
  constexpr double rounding = 1e-13;
  const Index m = samples.rows(), directions = m - static_cast<Index>(model.rank());
  const Eigen::Map<const RowMatrix> null_space(model.null_space.data(), directions, m);
  const Vector mean = samples.rowwise().mean();
  Matrix deviations = samples.colwise() - mean;
  const Vector size = (deviations.array().square().rowwise().mean() + mean.array().square()).sqrt();
  deviations -= (null_space.transpose() * (null_space * deviations)).eval();
  const Vector spread = deviations.array().square().rowwise().mean().sqrt();
  const Vector inverse = (spread.array() > rounding * size.array()).select(spread.cwiseInverse(), 0.0);
  deviations.array().colwise() *= inverse.array();
  const Matrix correlation = deviations * deviations.transpose() / static_cast<double>(samples.cols());
  return static_cast<std::size_t>((eigenvalues_of(correlation).array() > kRankTolerance).count());
}

}  // namespace

void NullSpaceShare::Sums::add(std::size_t channel, double value) {
  values[channel] += value;
  squares[channel] += value * value;
}

double NullSpaceShare::Sums::variance(std::size_t channel, double count) const {
  const double mean = values[channel] / count;
  return std::max(0.0, squares[channel] / count - mean * mean);
}

NullSpaceShare::NullSpaceShare(const Model& model)
    : channels_(model.channels), null_space_(model.null_space), left_out_(model.channels.size()) {
  for (Sums* sums : {&samples_, &ignored_}) {
    sums->values.resize(channels_.size());
    sums->squares.resize(channels_.size());
  }
  first_.reserve(channels_.size());
}

void NullSpaceShare::add(std::span<const double> sample) {
  if (null_space_.empty() || !is_finite(sample)) return;
  const std::size_t m = channels_.size();
  if (count_ == 0) first_.assign(sample.begin(), sample.end());
  ++count_;
  std::fill(left_out_.begin(), left_out_.end(), 0.0);
  for (std::size_t row = 0; row < null_space_.size(); row += m) {
    double sum = 0.0;
    for (std::size_t c = 0; c < m; ++c) sum += null_space_[row + c] * (sample[c] - first_[c]);
    for (std::size_t c = 0; c < m; ++c) left_out_[c] += sum * null_space_[row + c];
  }
  for (std::size_t c = 0; c < m; ++c) {
    samples_.add(c, sample[c] - first_[c]);
    ignored_.add(c, left_out_[c]);
  }
}

std::optional<Notice> NullSpaceShare::fault() const {
  if (count_ < 2) return std::nullopt;
  const auto n = static_cast<double>(count_);
  double most = 0.0;
  std::size_t channel = 0;
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    const double variance = samples_.variance(c, n);
    const double share = variance > 0.0 ? ignored_.variance(c, n) / variance : 0.0;
    if (share > most) channel = c;
    most = std::max(most, share);
  }
  if (!(most > kMostShareOfNullSpace)) return std::nullopt;
  return warning("directions_ignored", fmt::format("the model ignores {:.3g} % of the variance of channel '{}', as it "
                                                   "leaves out {} of {} directions: were its "
                                                   "recordings referenced or cleaned in another way?",
                                                   100.0 * most, channels_[channel],
                                                   null_space_.size() / channels_.size(), channels_.size()));
}

Notices null_space_faults(const Model& model, std::span<const double> samples) {
  Notices faults;
  const Matrix kept = examined(samples, model.channels.size());
  const auto m = static_cast<std::size_t>(kept.rows());
  NullSpaceShare share(model);
  for (Index i = 0; i < kept.cols(); ++i) share.add({kept.col(i).data(), m});
  if (auto fault = share.fault()) faults.push_back(std::move(*fault));
  if (kept.cols() <= kept.rows()) return faults;
  const std::size_t rank = rank_of(model, kept);
  if (rank < model.rank()) {
    faults.push_back(warning(
        "directions_missing",
        fmt::format("it varies in {} of the {} directions of the model: were channels or components removed, or is a "
                    "channel constant or copied?",
                    rank, model.rank())));
  }
  return faults;
}

}  // namespace biotropy::sicamm
