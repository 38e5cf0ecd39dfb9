// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/common_space_internal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/samples_internal.hpp"

namespace biotropy::sicamm {

namespace {

// The steps in which samples were stored, as integers or with a few decimals. In a direction in which samples vary by
// no more than their rounding, such as that of an average reference, a density would be one of rounding: its variance
// is a twelfth of a squared step, far above that of the rounding of doubles, which a rank tolerance is for.

// The smallest difference of two values, of which all others are multiples; 0 if they are not, or if few values differ.
double step_of(std::vector<double> values) {
  constexpr std::size_t fewest = 5;
  constexpr double off = 0.01;  // steps, of values that were scaled
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() == 1) return std::numeric_limits<double>::infinity();
  if (values.size() < fewest) return 0.0;
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < values.size(); ++i) step = std::min(step, values[i] - values[i - 1]);
  const bool are_multiples = std::all_of(values.begin(), values.end(), [&](double value) {
    const double steps = (value - values.front()) / step;
    return std::abs(steps - std::round(steps)) <= off;
  });
  return are_multiples ? step : 0.0;
}

// The step of each channel; infinite for a constant one. Empty unless every channel has one.
Vector stored_steps(std::span<const double> samples, std::size_t channels) {
  Vector steps(static_cast<Index>(channels));
  std::vector<double> values(samples.size() / channels);
  for (std::size_t c = 0; c < channels; ++c) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = samples[i * channels + c];
    const double step = step_of(values);
    if (step == 0.0) return {};
    steps[static_cast<Index>(c)] = step;
  }
  return steps;
}

// How many directions of this covariance have at most the variance of rounding to these steps.
Index rounded_directions(const Matrix& covariance, const Vector& steps) {
  constexpr double most = 0.2;  // squared steps: of rounding 1/12, and of its dependence on the samples
  const Vector inverse = steps.cwiseInverse();
  return (eigenvalues_of(scaled(inverse, covariance, inverse)).array() <= most).count();
}

// Entries of about 1 stay. Those of rounding errors become 0, because in channels of other units they would be large.
Matrix without_entries_below(double least, const Matrix& matrix) {
  return (matrix.array().abs() < least).select(0.0, matrix);
}

// One over the deviations of coordinates of these root mean squares; 0 for those that are constant.
Vector inverse_deviations(const Matrix& covariance, const Vector& magnitude) {
  // Rounding of the mean leaves a constant coordinate with this relative deviation.
  constexpr double rounding = 1e-13;
  const Vector deviation = covariance.diagonal().cwiseMax(0.0).cwiseSqrt();
  return (deviation.array() > rounding * magnitude.array()).select(deviation.cwiseInverse(), 0.0);
}

// Combinations of coordinates, in rows, that do not vary. The coordinates have this covariance and root mean squares.
Matrix null_covectors(const Matrix& covariance, const Vector& magnitude, double tolerance) {
  const Vector inverse = inverse_deviations(covariance, magnitude);
  const Spectrum spectrum = spectrum_of(scaled(inverse, covariance, inverse));
  const Index count = (spectrum.values.array() <= tolerance).count();
  if (count == 0) return Matrix(0, covariance.rows());
  // Echelon form: eigenvectors of equal eigenvalues mix what belongs apart, such as dependent channels of EEG and those
  // of MEG, whose units differ by many orders of magnitude.
  const Matrix echelon = echelon_form(spectrum.vectors.leftCols(count).transpose());
  constexpr double no_part = 1e-9;  // its variance is far below every tolerance
  return without_entries_below(no_part, echelon) * (inverse.array() > 0.0).select(inverse, 1.0).matrix().asDiagonal();
}

std::vector<Place> all_finite_samples(std::span<const Labelled> recordings, std::size_t channels) {
  std::vector<Place> result;
  for (std::size_t r = 0; r < recordings.size(); ++r) {
    for (std::size_t i = 0; i < recordings[r].labels.size(); ++i) {
      if (is_finite(recordings[r].samples.subspan(i * channels, channels))) result.push_back({r, i});
    }
  }
  return result;
}

// A few thousand from the first to the last, as a channel may be flat for long, or in one of the groups.
std::vector<Place> some_of(const std::vector<std::vector<Place>>& groups, std::size_t places) {
  constexpr std::size_t enough = 4096;
  const std::size_t apart = places / enough + 1;
  std::vector<Place> result;
  for (const auto& group : groups) {
    for (std::size_t i = 0; i < group.size(); i += apart) result.push_back(group[i]);
  }
  return result;
}

std::size_t labelled_samples(std::span<const Labelled> recordings, std::int32_t which) {
  std::ptrdiff_t sum = 0;
  for (const Labelled& one : recordings) sum += std::count(one.labels.begin(), one.labels.end(), which);
  return static_cast<std::size_t>(sum);
}

// Channels, or features, that no sample of a class has.
std::string never_finite(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                         std::int32_t which) {
  std::vector<std::size_t> finite(channels.size(), 0);
  std::size_t samples = 0;
  for (const Labelled& one : recordings) {
    for (std::size_t i = 0; i < one.labels.size(); ++i) {
      if (one.labels[i] != which) continue;
      ++samples;
      for (std::size_t c = 0; c < channels.size(); ++c) {
        finite[c] += std::isfinite(one.samples[i * channels.size() + c]) ? 1 : 0;
      }
    }
  }
  std::vector<std::string> names;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    if (samples > 0 && finite[c] == 0) names.push_back(channels[c]);
  }
  if (names.empty()) return {};
  return fmt::format(" (always missing or without power: '{}')", fmt::join(names, "', '"));
}

}  // namespace

struct CommonSpace::Moments {
  double count = 0.0;
  Vector mean;
  Matrix scatter;  // sum of products of deviations
};

CommonSpace::CommonSpace(std::span<const Labelled> recordings, const std::vector<std::string>& channels,
                         const std::vector<std::string>& classes, Pooling pooling, double tolerance)
    : channels_(channels), tolerance_(tolerance) {
  std::vector<std::vector<Place>> of_classes;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const auto which = static_cast<std::int32_t>(k);
    of_classes.push_back(finite_samples_of(recordings, channels.size(), which));
    constexpr std::size_t least = 2;
    if (pooling == Pooling::all || of_classes[k].size() >= least) continue;
    throw Error(
        ErrorCode::too_short,
        fmt::format("class '{}': {} samples, and {} of them are finite in every channel; there must be at least {}{}",
                    classes[k], labelled_samples(recordings, which), of_classes[k].size(), least,
                    never_finite(recordings, channels, which)));
  }
  std::vector<std::vector<Place>> groups = {all_finite_samples(recordings, channels.size())};
  if (pooling == Pooling::classes) groups = of_classes;
  std::size_t samples = 0;
  for (const auto& group : groups) samples += group.size();
  if (samples < channels.size() + groups.size()) {
    throw Error(ErrorCode::too_short,
                fmt::format("{} for {}; there must be at least {}: are channels and samples interchanged?",
                            counted(samples, "finite sample"), counted(channels.size(), "channel"),
                            channels.size() + groups.size()));
  }
  const auto m = static_cast<Index>(channels.size());
  mean_ = Vector::Zero(m);
  null_space_.resize(0, m);
  basis_ = Matrix::Identity(m, m);
  std::vector<Moments> moments_of_groups, moments_of_classes;
  for (const auto& group : groups) moments_of_groups.push_back(moments(recordings, group));
  for (const Moments& one : moments_of_groups) mean_ += one.mean * (one.count / static_cast<double>(samples));
  Matrix scatter = Matrix::Zero(m, m);
  Vector squares = Vector::Zero(m);
  for (const Moments& one : moments_of_groups) {
    scatter += one.scatter;
    squares += one.count * one.mean.cwiseAbs2();
  }
  const auto count = static_cast<double>(samples);
  const Vector magnitude = (squares / count).cwiseSqrt();
  leave_out_of_all(scatter / count, magnitude);
  warn_of_rounding(scatter / count, magnitude, gather(recordings, channels.size(), some_of(groups, samples)));
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (static_cast<Index>(of_classes[k].size()) <= basis_.cols()) continue;
    leave_out_of_class(pooling == Pooling::classes ? moments_of_groups[k] : moments(recordings, of_classes[k]),
                       classes[k]);
  }
  if (pooling == Pooling::classes) warn_of_means(moments_of_groups);
}

CommonSpace::Moments CommonSpace::moments(std::span<const Labelled> recordings, std::span<const Place> places) const {
  constexpr std::size_t at_once = 4096;
  const auto m = static_cast<Index>(channels_.size());
  Moments result{static_cast<double>(places.size()), Vector::Zero(m), Matrix::Zero(m, m)};
  const auto for_each_part = [&](const auto& use) {
    for (std::size_t first = 0; first < places.size(); first += at_once) {
      const auto part = places.subspan(first, std::min(at_once, places.size() - first));
      const std::vector<double> samples = gather(recordings, channels_.size(), part);
      use(Eigen::Map<const Matrix>(samples.data(), m, static_cast<Index>(part.size())));
    }
  };
  for_each_part([&](const auto& samples) { result.mean += samples.rowwise().sum(); });
  result.mean /= result.count;
  for_each_part([&](const auto& samples) {
    const Matrix deviations = samples.colwise() - result.mean;
    result.scatter.noalias() += deviations * deviations.transpose();
  });
  return result;
}

void CommonSpace::leave_out_of_all(const Matrix& covariance, const Vector& magnitude) {
  const Matrix covectors = null_covectors(covariance, magnitude, tolerance_);
  if (covectors.rows() == 0) return;
  leave_out(covectors);
  notices_.push_back(warning(
      "directions_left_out",
      fmt::format("{} channels vary in {} (tolerance {}{}); the classes are compared in these alone", channels_.size(),
                  counted(static_cast<std::size_t>(basis_.cols()), "direction"), tolerance_, named(covectors))));
}

// Names a tolerance between the eigenvalues of the correlation that are of rounding and the others, where they are far
// apart.
void CommonSpace::warn_of_rounding(const Matrix& covariance, const Vector& magnitude,
                                   const std::vector<double>& some_samples) {
  const Vector inverse = inverse_deviations(covariance, magnitude);
  const Vector steps = stored_steps(some_samples, channels_.size());
  // The samples that were looked at do not show the step of a channel that seldom varies.
  if (steps.size() == 0 || (steps.array().isInf() && inverse.array() > 0.0).any()) return;
  const Index rounded = rounded_directions(covariance, steps), known = null_space_.rows();
  if (rounded <= known || rounded == covariance.rows()) return;
  const Vector eigenvalues = eigenvalues_of(scaled(inverse, covariance, inverse));
  const double largest = eigenvalues[rounded - 1], next = eigenvalues[rounded];
  constexpr double far = 10.0;
  const std::string way_out = next > far * largest
                                  ? fmt::format(": a rank tolerance of {:.0e} leaves {} out", std::sqrt(largest * next),
                                                rounded - known == 1 ? "it" : "them")
                                  : "";
  notices_.push_back(warning(
      "directions_of_rounding",
      fmt::format(
          "channels vary in {} by no more than the rounding of their samples, as after an average reference, and "
          "a density there is one of rounding{}",
          counted(static_cast<std::size_t>(rounded - known), "direction"), way_out)));
}

void CommonSpace::leave_out_of_class(const Moments& moments, const std::string& name) {
  const Matrix covariance = basis_.transpose() * (moments.scatter / moments.count) * basis_;
  const Vector magnitude = basis_.transpose().cwiseAbs() * moments.mean.cwiseAbs();
  const Matrix covectors = null_covectors(covariance, magnitude, tolerance_) * basis_.transpose();
  if (covectors.rows() == 0) return;
  const Index before = basis_.cols();
  leave_out(covectors);
  notices_.push_back(
      warning("directions_left_out",
              fmt::format("class '{}' varies in {} of {} (tolerance {}{}); the others are left out for every class",
                          name, basis_.cols(), counted(static_cast<std::size_t>(before), "direction"), tolerance_,
                          named(covectors))));
}

// The channels that are directions by themselves.
std::string CommonSpace::named(const Matrix& covectors) const {
  std::string text;
  for (Index row = 0; row < covectors.rows(); ++row) {
    Index channel = 0;
    covectors.row(row).cwiseAbs().maxCoeff(&channel);
    if ((covectors.row(row).array() != 0.0).count() > 1) continue;
    text += fmt::format("{} '{}'", text.empty() ? "; without" : ",", channels_[static_cast<std::size_t>(channel)]);
  }
  return text;
}

void CommonSpace::leave_out(const Matrix& covectors) {
  const Index m = basis_.rows(), directions = null_space_.rows() + covectors.rows();
  if (directions == m) {
    throw Error(ErrorCode::constant_series, fmt::format("{} and no direction in which every class varies",
                                                        counted(static_cast<std::size_t>(m), "channel")));
  }
  Matrix all(m, directions);
  all << null_space_.transpose(), covectors.rowwise().normalized().transpose();
  // With a channel of each covector in front, reflections mix no channels but those that a covector combines.
  constexpr double rounding = 1e-14;
  const Matrix rotation = without_entries_below(rounding, pivoted_rotation_of(all));
  null_space_ = rotation.leftCols(directions).transpose();
  basis_ = rotation.rightCols(m - directions);
}

// By more than rounding, and than what is left of the variation there.
void CommonSpace::warn_of_means(const std::vector<Moments>& groups) {
  constexpr double rounding = 1e-6;
  bool differ = false;
  for (const Moments& one : groups) {
    const Vector squares = one.mean.cwiseAbs2() + mean_.cwiseAbs2() + one.scatter.diagonal() / one.count;
    const Vector left = (null_space_ * (one.scatter / one.count) * null_space_.transpose()).diagonal();
    const Vector apart = (null_space_ * (one.mean - mean_)).cwiseAbs();
    const auto least = rounding * (null_space_.cwiseAbs2() * squares).array().sqrt();
    differ = differ || (apart.array() > least.max(left.array().cwiseMax(0.0).sqrt())).any();
  }
  if (differ) {
    notices_.push_back(warning("means_left_out",
                               "the means of the classes differ where a class does not vary, which is left out, too"));
  }
}

std::vector<std::string> CommonSpace::coordinates() const {
  if (is_whole()) return channels_;
  std::vector<std::string> result;
  for (Index i = 1; i <= basis_.cols(); ++i) result.push_back(fmt::format("direction {}", i));
  return result;
}

std::vector<double> CommonSpace::project(std::span<const double> samples) const {
  const Index m = basis_.rows(), rank = basis_.cols(), n = static_cast<Index>(samples.size()) / m;
  std::vector<double> result(static_cast<std::size_t>(n * rank));
  for (Index i = 0; i < n; ++i) {
    const auto sample = samples.subspan(static_cast<std::size_t>(i * m), static_cast<std::size_t>(m));
    Eigen::Map<Vector> target(result.data() + i * rank, rank);
    if (is_finite(sample)) {
      target.noalias() = basis_.transpose() * (Eigen::Map<const Vector>(sample.data(), m) - mean_);
    } else {
      target.setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
  return result;
}

void CommonSpace::lift(Model& model) const {
  const Index m = basis_.rows(), rank = basis_.cols();
  model.notes.emplace_back("rank", fmt::format("{} of {}", rank, m));
  model.notes.emplace_back("rank tolerance", fmt::format("{}", tolerance_));
  if (is_whole()) return;
  const auto kept = [](const RowMatrix& matrix) {
    return std::vector<double>(matrix.data(), matrix.data() + matrix.size());
  };
  model.channels = channels_;
  model.null_space = kept(null_space_);
  for (ClassModel& one : model.classes) {
    const Vector bias = mean_ + basis_ * Eigen::Map<const Vector>(one.bias.data(), rank);
    one.bias.assign(bias.data(), bias.data() + m);
    one.unmixing = kept(Eigen::Map<const RowMatrix>(one.unmixing.data(), rank, rank) * basis_.transpose());
  }
}

Projected::Projected(const CommonSpace& space, std::span<const Labelled> recordings) : recordings_(recordings) {
  if (space.is_whole()) return;
  for (const Labelled& one : recordings) {
    coordinates_.push_back(space.project(one.samples));
    projected_.push_back(one);
    projected_.back().samples = coordinates_.back();
  }
  recordings_ = projected_;
}

}  // namespace biotropy::sicamm
