// SPDX-License-Identifier: Apache-2.0
//
// Tests of groups as in the papers, for one entry; simulated values; values from SciPy.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "biotropy/groups/values.hpp"
#include "biotropy/nan.hpp"
#include "tests/error_of.hpp"

namespace biotropy::groups {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Owns the values of a view.
struct Table {
  std::vector<double> values;  // subjects x entries
  std::size_t entries = 1;
  std::vector<int> group_of;
  int groups = 2;

  Values view() const { return {values, entries, group_of, groups}; }
  double at(std::size_t subject, std::size_t entry) const { return values[subject * entries + entry]; }
};

/// The values of an entry, of each group, without missing ones.
std::vector<std::vector<double>> by_group(const Table& table, std::size_t entry);

/// Kruskal and Wallis 1952: 12 / (N (N + 1)) sum R^2 / n - 3 (N + 1), over 1 - sum (t^3 - t) / (N^3 - N). Groups
/// without a value contribute nothing; NaN if all values are equal.
double naive_h(const std::vector<std::vector<double>>& groups);

/// Pairs in which the first is larger; ties count 1/2.
double naive_u(const std::vector<double>& first, const std::vector<double>& second);

/// Calls the function with every arrangement of the labels.
void for_each_arrangement(std::vector<int> labels, const std::function<void(const std::vector<int>&)>& call);

/// Random values, some of them missing, of 1 to `most` subjects in each group; `distinct` 0: continuous.
Table random_table(unsigned seed, int groups, std::size_t most, std::size_t entries, unsigned distinct, double missing);

/// The numbers between colons of every line of a kind.
std::vector<std::vector<std::vector<double>>> fixtures(const std::string& kind);

/// One entry from its labels and values.
Table table_of(const std::vector<double>& labels, const std::vector<double>& values);

}  // namespace biotropy::groups
