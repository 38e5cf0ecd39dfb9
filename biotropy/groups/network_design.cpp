// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "biotropy/error.hpp"
#include "biotropy/groups/network_design_internal.hpp"

namespace biotropy::groups {

namespace {

// Sums of squares below this share of the original one are rounding errors.
constexpr double kNothing = 1e-24;

double product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Squares must neither vanish nor become infinite. A power of two changes no other bit.
void scale_to_one(std::span<double> values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (double& value : values) value = std::ldexp(value, -exponent);
}

void subtract_part(std::span<double> values, std::span<const double> unit) {
  const double part = product(values, unit);
  for (std::size_t row = 0; row < values.size(); ++row) values[row] -= part * unit[row];
}

}  // namespace

DesignMatrix::DesignMatrix(const Values& values, const NetworkDesign& design, const std::optional<Contrast>& contrast)
    : rows_(participants(values, contrast)), position_(rows_.subjects.size()), block_size_(rows_.subjects.size()) {
  const std::size_t n_rows = values.group_of.size();
  if (!design.subject_of.empty() && design.subject_of.size() != n_rows) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("there are {} subjects of rows; there must be {}", design.subject_of.size(), n_rows));
  }
  std::iota(position_.begin(), position_.end(), 0u);
  if (!design.subject_of.empty()) sort_by_subject(design);
  add_covariates(design);
  add_groups();
  if (residual_degrees() < 1.0) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{} rows are too few for {} {} and {}: no degree of freedom is left", size(), rows_.groups,
                            paired() ? "groups of paired rows" : "groups",
                            covariates_ == 1 ? "1 covariate" : fmt::format("{} covariates", covariates_)));
  }
}

void DesignMatrix::sort_by_subject(const NetworkDesign& design) {
  const std::span<const int> subject_of = design.subject_of;
  const auto incomplete = [&](int subject) {
    const auto place = static_cast<std::size_t>(subject);
    const std::string name = place < design.subjects.size() ? design.subjects[place] : std::to_string(subject);
    return Error(ErrorCode::invalid_data, fmt::format("subject {} must have one matrix in each of the {} groups, as "
                                                      "matrices are paired",
                                                      name, rows_.groups));
  };
  std::ranges::sort(position_, {},
                    [&](std::uint32_t row) { return std::pair(subject_of[rows_.subjects[row]], rows_.group[row]); });
  const Participants before = rows_;
  block_size_ = rows_.groups;
  for (std::size_t row = 0; row < size(); ++row) {
    rows_.subjects[row] = before.subjects[position_[row]];
    rows_.group[row] = before.group[position_[row]];
    const int subject = subject_of[rows_.subjects[row]];
    const std::size_t of_block = row % block_size_;
    const bool same = of_block == 0 || subject == subject_of[rows_.subjects[row - 1]];
    if (same && rows_.group[row] == of_block) continue;
    throw incomplete(same ? subject : subject_of[rows_.subjects[row - 1]]);
  }
  if (size() % block_size_ != 0) throw incomplete(subject_of[rows_.subjects.back()]);
}

void DesignMatrix::add_covariates(const NetworkDesign& design) {
  const std::size_t n = design.covariate_count;
  const std::size_t least = rows_.subjects.empty() ? 0 : *std::ranges::max_element(rows_.subjects) + 1;
  if (n == 0 ? !design.covariates.empty() : design.covariates.size() % n != 0 || design.covariates.size() / n < least) {
    throw Error(ErrorCode::invalid_data, fmt::format("there are {} numbers of {} covariates; there must be one for "
                                                     "each row and covariate",
                                                     design.covariates.size(), n));
  }
  for (std::size_t covariate = 0; covariate < n; ++covariate) {
    std::vector<double> column;
    for (const std::size_t row : rows_.subjects) column.push_back(design.covariates[row * n + covariate]);
    const auto bad = std::ranges::find_if(column, [](double value) { return !std::isfinite(value); });
    if (bad != column.end()) {
      throw Error(ErrorCode::missing_values,
                  fmt::format("covariate {} is {} in row {}; it must be a number", covariate + design.first, *bad,
                              rows_.subjects[static_cast<std::size_t>(bad - column.begin())] + design.first));
    }
    if (add(std::move(column))) continue;
    throw Error(ErrorCode::invalid_data,
                fmt::format("covariate {} is a linear combination of {} and the covariates before it: leave it out",
                            covariate + design.first, paired() ? "the subjects" : "a constant"));
  }
  covariates_ = n;
}

void DesignMatrix::add_groups() {
  for (std::size_t group = 1; group < rows_.groups; ++group) {
    std::vector<double> column;
    for (const std::uint16_t of_row : rows_.group) column.push_back(of_row == group ? 1.0 : 0.0);
    if (add(std::move(column))) continue;
    throw Error(
        ErrorCode::invalid_data,
        fmt::format(
            "the {} covariates separate the groups, so that a difference between groups may be theirs; leave out one",
            covariates_));
  }
}

double DesignMatrix::residual_degrees() const {
  const std::size_t n_blocks = size() / block_size_;
  return static_cast<double>(size()) - static_cast<double>(n_blocks) - static_cast<double>(columns());
}

void DesignMatrix::subtract_means(std::span<double> column) const {
  for (std::size_t first = 0; first < column.size(); first += block_size_) {
    const std::span<double> block = column.subspan(first, block_size_);
    const double mean = std::accumulate(block.begin(), block.end(), 0.0) / static_cast<double>(block.size());
    for (double& value : block) value -= mean;
  }
}

// Rows with equal numbers in all columns have equal numbers in the new one, bit for bit.
bool DesignMatrix::add(std::vector<double> column) {
  scale_to_one(column);
  const double before = product(column, column);
  subtract_means(column);
  // The second time removes what the rounding of the first left.
  for (int time = 0; time < 2; ++time) {
    for (const std::vector<double>& other : columns_) subtract_part(column, other);
  }
  const double norm = std::sqrt(product(column, column));
  if (!(norm * norm > kNothing * before)) return false;
  for (double& value : column) value /= norm;
  columns_.push_back(std::move(column));
  return true;
}

std::vector<std::uint16_t> DesignMatrix::labels() const {
  std::vector<std::uint16_t> labels(size());
  for (std::size_t row = 0; row < size(); ++row) {
    const auto of_block = static_cast<std::ptrdiff_t>(row / block_size_ * block_size_);
    const auto first = std::find(rows_.group.begin() + of_block, rows_.group.end(), rows_.group[row]);
    labels[row] =
        static_cast<std::uint16_t>(covariates_ > 0 ? static_cast<std::ptrdiff_t>(row) : first - rows_.group.begin());
  }
  return labels;
}

std::vector<std::uint16_t> DesignMatrix::labels_of(std::span<const std::uint32_t> order) const {
  std::vector<std::uint32_t> sorted_position(size());
  for (std::size_t row = 0; row < size(); ++row) sorted_position[position_[row]] = static_cast<std::uint32_t>(row);
  std::vector<std::uint16_t> labels(size());
  std::vector<bool> taken(size());
  for (std::size_t row = 0; row < size(); ++row) {
    const std::uint32_t from = order[row];
    if (from >= size() || taken[from]) {
      throw Error::argument("orders", std::to_string(from), fmt::format("each of the {} rows once, from 0", size()));
    }
    taken[from] = true;
    const std::size_t to_row = sorted_position[row], from_row = sorted_position[from];
    if (to_row / block_size_ != from_row / block_size_) {
      throw Error::argument("orders", std::to_string(from), fmt::format("a row of the same subject as row {}", row));
    }
    labels[from_row] = static_cast<std::uint16_t>(to_row);
  }
  return labels;
}

void DesignMatrix::weights(std::span<const std::uint16_t> labels, double* columns_by_rows) const {
  for (const std::vector<double>& column : columns_) {
    for (const std::uint16_t label : labels) *columns_by_rows++ = column[label];
  }
}

bool DesignMatrix::residuals(std::span<double> values) const {
  scale_to_one(values);
  const double before = product(values, values);
  subtract_means(values);
  for (int time = 0; time < 2; ++time) {
    for (std::size_t covariate = 0; covariate < covariates_; ++covariate) subtract_part(values, columns_[covariate]);
  }
  const double squares = product(values, values);
  if (!(squares > kNothing * before)) return false;
  const double norm = std::sqrt(squares);
  for (double& value : values) value /= norm;
  return true;
}

}  // namespace biotropy::groups
