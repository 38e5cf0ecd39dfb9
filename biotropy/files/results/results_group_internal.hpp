// SPDX-License-Identifier: Apache-2.0
//
// Dimensions and variables of one group of a NetCDF-4 file, with the results of one input, or of several with equal
// channels along a dimension `file`.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/files/results/netcdf_definitions_internal.hpp"
#include "biotropy/files/results/results_internal.hpp"

namespace biotropy::files {

class ResultGroup {
 public:
  /// Defines everything. `first` gives the number of epochs and the channels. The head must live as long.
  ResultGroup(int group, const ResultsHead& head, const FileResults& first, bool along_files);

  /// True if the results have the channels of the group.
  bool fits(const FileResults& results) const;

  /// `index` is the position along the dimension `file`; 0 without it.
  void put(const FileResults& results, std::size_t index, const CancelFlag* cancel);

 private:
  using Sizes = std::vector<std::size_t>;

  struct Region {
    Sizes start, count;
  };

  int define(const char* name, nc_type type, std::initializer_list<int> dimensions, const char* long_name);
  void define_coordinates();
  int define_filled(const std::string& name, nc_type type, std::vector<int> dimensions, const std::string& long_name);
  void define_entries(const FileResults& first);
  void define_file_properties();
  void put_entries(const FileResults& results, std::size_t index, const CancelFlag* cancel) const;
  void put_counts(int variable, const FileResults& results, std::span<const std::uint64_t> counts, std::size_t index,
                  std::size_t epoch) const;
  void put_channels_of_epochs(const FileResults& results, std::size_t index) const;
  void put_file_properties(const FileResults& results, std::size_t index) const;
  void put_coordinate(int variable, const Axis& axis) const;
  void put_templates(int variable, std::span<const std::uint64_t> templates, const Sizes& start,
                     const Sizes& count) const;
  void put_strings(int variable, const Sizes& start, const Sizes& count, std::span<const std::string> texts) const;
  /// Region of a variable, with the dimension `file` in front if there is one, and all axes at the end.
  Region region(std::size_t index, Sizes start, Sizes count, bool along_axes = true) const;
  /// All entries of one epoch.
  Region entries_of(std::size_t index, std::size_t epoch, bool along_axes = true) const;

  int group_;
  const ResultsHead& head_;
  bool pairs_, mean_only_, along_files_;
  std::size_t n_cells_;
  std::size_t epochs_in_chunk_;
  std::vector<std::string> labels_, units_;
  std::size_t most_epochs_ = 0;  // number of coordinates already written

  struct {
    int file = -1, epoch = -1, channel = -1, partner = -1;
    std::vector<int> axes;
  } dimension_;
  struct {
    int epoch = -1, channel = -1, partner = -1, unit = -1, onset = -1;
    int value = -1, matches_m = -1, matches_m1 = -1, mean = -1, valid_epochs = -1;
    int templates_m = -1, templates_m1 = -1, tolerance = -1, reason = -1;
    std::vector<int> axes, numbers;
    int file = -1, sha256 = -1, other_files = -1, format = -1, rate = -1, n_epochs = -1, engine = -1, notices = -1,
        notice_codes = -1;
  } variable_;
};

}  // namespace biotropy::files
