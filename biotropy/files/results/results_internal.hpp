// SPDX-License-Identifier: Apache-2.0
//
// Functions shared by the writers of the three formats.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/output.hpp"
#include "biotropy/files/results/results.hpp"

namespace biotropy::files {

/// Appends the shortest text that reads back as the same number, without an exponent if it is whole; "NaN", "Inf" or
/// "-Inf" otherwise.
void append_number(std::string& text, double value);
void append_number(std::string& text, std::uint64_t value);

/// One entry, in file order.
struct Entry {
  std::size_t epoch = 0, channel = 0, partner = 0, cell = 0;
  std::size_t place = 0;             ///< index in FileResults::values, or in FileResults::mean
  std::size_t place_of_channel = 0;  ///< index in arrays per (epoch, channel[, axes])
  double value = 0.0;
  bool counted = false;  ///< true if its channel, and its partner, had templates in the epoch
};

/// Visits every entry in file order; the mean over epochs with head.mean_only.
void each_entry(const ResultsHead& head, const FileResults& results, const CancelFlag* cancel,
                const std::function<void(const Entry&)>& visit);

/// Number of that kind for the entry.
double number_of(const ResultsHead& head, const FileResults& results, const Entry& entry, std::size_t kind);

/// For each axis, the coordinate of every cell as text.
std::vector<std::vector<std::string>> coordinate_texts(const ResultsHead& head);

/// Reason why the entry is not finite.
std::string reason_of(const ResultsHead& head, const FileResults& results, const Entry& entry);

std::unique_ptr<ResultWriter> netcdf_writer(const std::filesystem::path& path, ResultsHead head);
std::unique_ptr<ResultWriter> csv_writer(std::unique_ptr<Output> output, ResultsHead head);
std::unique_ptr<ResultWriter> json_writer(std::unique_ptr<Output> output, ResultsHead head);

}  // namespace biotropy::files
