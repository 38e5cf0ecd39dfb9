// SPDX-License-Identifier: Apache-2.0
//
// Entropies of the channels of a recording: columns for the writers of results, and printed ones; templates that were
// left out, and windows over all epochs (--window and --step with --epoch and --pool-epochs).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/pooled_windows.hpp"
#include "biotropy/entropy/settings.hpp"
#include "biotropy/files/results/results.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/series/epochs.hpp"
#include "cli/measure_options.hpp"
#include "cli/table.hpp"

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

/// One row for each entry of (epoch, channel[, axes]). @param measure header of the values.
Table entry_table(const files::ResultsHead& head, const files::FileResults& results, std::string_view measure);

/// A row for each (epoch, channel) with the numbers that do not vary along the axes.
Table summary_table(const files::ResultsHead& head, const files::FileResults& results);

/// For each m a note: "37 of 998 templates touch a missing sample or a gap and were left out", over every (epoch,
/// channel) with at least one template; none where none was left out.
/// @param templates_m valid templates of each (epoch, channel) of a cell of the grid.
Notices omitted_templates(const series::Epochs& epochs, const entropy::Settings& measuring,
                          const std::function<std::vector<std::uint64_t>(std::size_t cell)>& templates_m);

/// Windows over all epochs together, in samples or seconds.
struct WindowLengths {
  Length window, step;

  entropy::PooledWindows in(const series::Epochs& epochs) const;
};

/// The request with the windows of a file.
entropy::Request in_windows(entropy::Request request, const std::optional<WindowLengths>& windows,
                            const series::Epochs& epochs);

/// Takes the windows out of the preparation, which then cuts epochs; nothing without pooled epochs, or without windows.
/// @throws Error invalid_argument for pooled epochs in windows without epochs.
std::optional<WindowLengths> take_windows(PrepareOptions& prepare, const entropy::Parameters& parameters);

/// Appends them to the parameters of a result.
void record(const WindowLengths& windows, std::vector<files::Parameter>& parameters);

/// Starts of the windows after that of an epoch, in seconds (samples without a rate).
std::vector<double> onsets(const entropy::PooledWindows& windows, const series::Epochs& epochs);

}  // namespace biotropy::cli
