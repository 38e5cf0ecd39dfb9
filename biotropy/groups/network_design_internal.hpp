// SPDX-License-Identifier: Apache-2.0
//
// Linear model of a network test: constant (or subjects), covariates, groups. Its columns are orthonormal, so the sum
// of squares that a column explains is the square of one product. The constant (or the means of subjects) is the same
// in every arrangement; covariates and groups meet other residuals each time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "biotropy/groups/network_test.hpp"
#include "biotropy/groups/ranks_internal.hpp"

namespace biotropy::groups {

class DesignMatrix {
 public:
  /// @throws Error as network_test().
  DesignMatrix(const Values& values, const NetworkDesign& design, const std::optional<Contrast>& contrast);

  /// Included rows, those of a subject together.
  const Participants& rows() const { return rows_; }
  std::size_t size() const { return rows_.subjects.size(); }
  /// Rows of a block, within which labels are exchanged.
  std::size_t block_size() const { return block_size_; }
  bool paired() const { return block_size_ < size(); }
  std::size_t covariates() const { return covariates_; }
  std::size_t columns() const { return columns_.size(); }  ///< covariates, then groups
  std::size_t group_columns() const { return columns_.size() - covariates_; }
  double residual_degrees() const;

  /// Label of each row: another row whose place in the design it has. Rows that the design does not distinguish share a
  /// label, so that arrangements that differ in them are one.
  std::vector<std::uint16_t> labels() const;
  /// Labels of the arrangement `order` of all rows, which are numbered among the included ones.
  std::vector<std::uint16_t> labels_of(std::span<const std::uint32_t> order) const;
  /// Columns x rows: what a row with each label is multiplied by.
  void weights(std::span<const std::uint16_t> labels, double* columns_by_rows) const;

  /// Leaves the part of the values that neither constant nor covariates explain, with a sum of squares of 1.
  /// @return false if nothing is left.
  bool residuals(std::span<double> values) const;

 private:
  void sort_by_subject(const NetworkDesign& design);
  void add_covariates(const NetworkDesign& design);
  void add_groups();
  void subtract_means(std::span<double> column) const;
  bool add(std::vector<double> column);

  Participants rows_;
  std::vector<std::uint32_t> position_;  // of each included row in `rows_`, before rows were sorted by subject
  std::size_t block_size_, covariates_ = 0;
  std::vector<std::vector<double>> columns_;
};

}  // namespace biotropy::groups
