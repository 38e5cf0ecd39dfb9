// SPDX-License-Identifier: Apache-2.0
//
// Entropies of the channels of a recording, as columns for the writers of results.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/files/results/results.hpp"

namespace biotropy::cli {

/// Adds a dimension for m and for r if there are several.
void add_axes(files::ResultsHead& head, const entropy::Grid& grid);

/// Adds the dimension of the scales.
void add_axis(files::ResultsHead& head, const entropy::MultiscaleParameters& scales);

/// Declares the complexity index, behind the numbers of describe_entries().
void describe_complexity(files::ResultsHead& head);

/// Declares the numbers that some measures have in place of matches.
void describe_entries(files::ResultsHead& head, entropy::Measure measure);

/// The channels of a multivariate measure have one entry together, with the label "all"; so have pooled epochs, with
/// the onset of the first.
void join_entries(files::FileResults& results, entropy::Measure measure, const entropy::Parameters& parameters);

class EntryColumns {
 public:
  /// Columns of n entries; `entry(place)` is called for places below n.
  EntryColumns(entropy::Measure measure, std::size_t n,
               const std::function<const entropy::Entropy&(std::size_t place)>& entry);

  /// Points the results at the columns, which must outlive them.
  void show(files::FileResults& results, const files::ResultsHead& head) const;

 private:
  entropy::Measure measure_;
  std::vector<double> values_, tolerances_;
  std::vector<std::vector<double>> numbers_;  // in the order of numbers_of()
  std::vector<std::uint64_t> matches_m_, matches_m1_, templates_m_, templates_m1_;
  std::vector<std::string> reasons_;
  std::string engine_;  // the engines, separated by commas
};

}  // namespace biotropy::cli
