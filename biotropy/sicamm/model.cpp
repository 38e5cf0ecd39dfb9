// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "biotropy/error.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/sicamm/dense_internal.hpp"
#include "biotropy/sicamm/features/feature_recipe.hpp"

namespace biotropy::sicamm {

namespace {

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_data, what);
}

// Rows and columns scaled to a largest entry of 1, so that channels in V beside channels in nV do not look singular.
RowMatrix equilibrated(RowMatrix matrix) {
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    const double largest = matrix.row(row).cwiseAbs().maxCoeff();
    if (largest > 0.0) matrix.row(row) /= largest;
  }
  for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
    const double largest = matrix.col(column).cwiseAbs().maxCoeff();
    if (largest > 0.0) matrix.col(column) /= largest;
  }
  return matrix;
}

void validate_null_space(const Model& model) {
  constexpr double rounding = 1e-9;
  const std::size_t channels = model.channels.size(), directions = model.null_space.size() / channels;
  if (directions * channels != model.null_space.size() || directions >= channels || !all_finite(model.null_space)) {
    refuse(fmt::format("{} numbers are not a null space of {} channels", model.null_space.size(), channels));
  }
  const auto rows = static_cast<Eigen::Index>(directions);
  const Eigen::Map<const RowMatrix> space(model.null_space.data(), rows, static_cast<Eigen::Index>(channels));
  if (!(space * space.transpose()).isIdentity(rounding)) refuse("the null space is not orthonormal");
}

void require_orthogonal(const Model& model, const ClassModel& one) {
  constexpr double rounding = 1e-9;
  const auto channels = static_cast<Eigen::Index>(model.channels.size());
  const auto rank = static_cast<Eigen::Index>(model.rank());
  const Eigen::Map<const RowMatrix> unmixing(one.unmixing.data(), rank, channels);
  const Eigen::Map<const RowMatrix> space(model.null_space.data(), channels - rank, channels);
  const RowMatrix size = unmixing.cwiseAbs() * space.cwiseAbs().transpose();
  if (((unmixing * space.transpose()).array().abs() <= rounding * size.array()).all()) return;
  refuse(fmt::format("class '{}': the unmixing matrix is not orthogonal to the null space", one.name));
}

void validate(const Model& model, const ClassModel& one) {
  const std::size_t channels = model.channels.size(), components = model.rank();
  const std::string who = fmt::format("class '{}'", one.name);
  if (one.bias.size() != channels || !all_finite(one.bias)) {
    refuse(fmt::format("{}: the bias must be {} finite numbers", who, channels));
  }
  if (!std::isfinite(one.offset)) refuse(fmt::format("{}: the offset is {}", who, one.offset));
  if (one.unmixing.size() != components * channels || !all_finite(one.unmixing)) {
    refuse(fmt::format("{}: the unmixing matrix must be {} x {} finite numbers", who, components, channels));
  }
  if (one.sources.size() != components) {
    refuse(fmt::format("{}: {} source densities for {} components", who, one.sources.size(), components));
  }
  require_orthogonal(model, one);
  try {
    log_abs_determinant(completed_unmixing(model, one), channels);
  } catch (const Error& error) {
    refuse(fmt::format("{}: {}", who, error.what()));
  }
}

}  // namespace

std::vector<double> completed_unmixing(const Model& model, const ClassModel& one) {
  std::vector<double> result = one.unmixing;
  result.insert(result.end(), model.null_space.begin(), model.null_space.end());
  return result;
}

double log_abs_determinant(const std::vector<double>& matrix, std::size_t rows) {
  if (matrix.size() != rows * rows) refuse(fmt::format("{} numbers for {} x {}", matrix.size(), rows, rows));
  const auto n = static_cast<Eigen::Index>(rows);
  const RowMatrix copy = Eigen::Map<const RowMatrix>(matrix.data(), n, n);
  constexpr double singular = 1e-15;
  const double sum = log_abs_determinant(copy);
  if (!std::isfinite(sum) || !(reciprocal_condition(equilibrated(copy)) > singular))
    refuse("the unmixing matrix is singular");
  return sum;
}

void validate(const Model& model) {
  require_names(model.channels, "channel");
  const std::size_t recorded = model.units.empty() ? 0 : recorded_channels(model).size();
  if (model.units.size() != recorded) refuse(fmt::format("{} units for {} channels", model.units.size(), recorded));
  require_class_names(class_names(model));
  validate_null_space(model);
  if (model.chain.classes() != model.classes.size()) {
    refuse(fmt::format("a chain of {} classes for {}", model.chain.classes(), model.classes.size()));
  }
  validate(model.chain);
  for (const ClassModel& one : model.classes) validate(model, one);
  if (!(model.beta > 0.0 && model.beta <= 1.0)) refuse(fmt::format("beta = {} is outside (0, 1]", model.beta));
  if (std::isnan(model.outlier_level) || model.outlier_level == std::numeric_limits<double>::infinity()) {
    refuse(fmt::format("outlier_level = {} is not a level", model.outlier_level));
  }
  const auto& rate = model.sampling_rate;
  if (rate && !(*rate > 0.0 && std::isfinite(*rate))) refuse(fmt::format("{} Hz is not a sampling rate", *rate));
}

std::vector<std::string> class_names(const Model& model) {
  std::vector<std::string> names;
  for (const ClassModel& one : model.classes) names.push_back(one.name);
  return names;
}

void require_names(const std::vector<std::string>& names, const char* what) {
  if (names.empty()) refuse(fmt::format("a model needs at least one {}", what));
  std::set<std::string_view> known;
  for (const std::string& name : names) {
    if (!known.insert(name).second)
      refuse(fmt::format("two of the name '{}', where each {} needs its own", name, what));
  }
}

void require_class_names(const std::vector<std::string>& names) {
  require_names(names, "class");
  if (std::find(names.begin(), names.end(), "") != names.end()) refuse("a class without a name");
}

void require_sampling_rate(const Model& model, const std::string& samples, double rate) {
  if (!model.sampling_rate || series::is_same_rate(*model.sampling_rate, rate)) return;
  refuse(
      fmt::format("{}: {:.10g} Hz, and the model was trained at {:.10g} Hz; its classes would follow each other at "
                  "another pace",
                  samples, rate, *model.sampling_rate));
}

}  // namespace biotropy::sicamm
