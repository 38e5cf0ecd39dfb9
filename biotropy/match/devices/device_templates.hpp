// SPDX-License-Identifier: Apache-2.0
//
// Long series on a device, sorted there (kernels/sort_templates.c), and the windows of a pair of them
// (kernels/find_windows.c). The processor only passes the samples on.
#pragma once

#include <cstdint>
#include <memory>

#include "biotropy/device/device.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

/// Work items of a group of count_windows, and candidates of a tile.
constexpr std::uint32_t kWindowGroup = 128;
/// Work items of a group that sorts.
constexpr std::uint32_t kSortGroup = 256;
constexpr std::size_t kSortLocalBytes = std::size_t{18} * kSortGroup * sizeof(std::uint32_t);
constexpr std::size_t kStretchFields = 4;

device::Source sort_templates_source(const Rule& rule);
device::Source find_windows_source(const Rule& rule);

using DeviceWords = device::Array<std::uint32_t>;
using DeviceNumbers = device::Array<std::uint64_t>;

/// Samples and templates of one series by value.
struct SortedSeries {
  SortedSeries(device::Pool& pool, const Rule& rule, std::size_t n);

  /// Bytes of the device for n samples.
  static std::size_t bytes(const Rule& rule, std::size_t n);

  std::uint32_t n = 0, n_present = 0, n_templates = 0;
  DeviceNumbers keys;           ///< of the samples, by value; those of missing ones are last
  DeviceWords order, ranks;     ///< time of each of these samples, and place of each time
  DeviceNumbers template_keys;  ///< of the first samples of the templates, by value
  DeviceWords times;            ///< start of each template
  DeviceWords templates_at;     ///< template that starts at each time
  DeviceWords following;        ///< ranks of the following samples of the templates, sample after sample
};

class TemplateSorter {
 public:
  TemplateSorter(device::Pool& pool, const Rule& rule);

  /// The samples must stay valid until the next read() or finish().
  SortedSeries sort(Samples samples);

 private:
  // Moves keys and order into another pair of arrays, sorted by a digit. starts: room for each digit of each tile.
  void pass(const DeviceNumbers& digits, std::uint32_t shift, const DeviceNumbers& keys, const DeviceWords& order,
            std::uint32_t n, const DeviceNumbers& keys_moved, const DeviceWords& order_moved,
            const DeviceWords& starts);

  device::Pool& pool_;
  const Rule& rule_;
  using Number = std::uint32_t;
  template <typename... Parameters>
  using Entry = device::Entry<Parameters...>;
  std::shared_ptr<const device::Program> program_;
  Entry<device::Array<double>, Number, DeviceNumbers, DeviceWords> make_keys_;
  Entry<DeviceNumbers, Number, Number, Number, DeviceWords> count_digits_;
  Entry<DeviceWords, Number> start_digits_;
  Entry<DeviceNumbers, Number, Number, Number, DeviceWords, DeviceNumbers, DeviceWords, DeviceNumbers, DeviceWords>
      move_items_;
  Entry<DeviceWords, Number, Number, DeviceWords> rank_samples_;
  Entry<DeviceWords, DeviceWords, Number, Number, Number, Number, DeviceNumbers, DeviceWords> mark_templates_;
  Entry<DeviceWords, Number, DeviceWords, Number, Number, DeviceWords, DeviceWords> place_candidates_;
};

/// Windows of the templates of one series among those of another.
struct TemplateWindows {
  TemplateWindows(device::Pool& pool, const Rule& rule, const SortedSeries& x);

  std::uint32_t n_groups;      ///< of kWindowGroup templates
  bool is_upper_half = false;  ///< only templates of higher place, which suffice for totals of one series
  bool counts_itself = false;  ///< and the matches of each template with itself, left out there, count
  DeviceWords from, to;        ///< the candidates whose first sample matches
  DeviceWords begins, widths;  ///< the ranks that following samples match, sample after sample
  DeviceWords stretches;       ///< candidates of each group, and those in all of its windows
};

class WindowFinder {
 public:
  WindowFinder(device::Pool& pool, const Rule& rule);

  TemplateWindows find(const SortedSeries& x, const SortedSeries& y);

 private:
  device::Pool& pool_;
  const Rule& rule_;
  using Number = std::uint32_t;
  template <typename... Parameters>
  using Entry = device::Entry<Parameters...>;
  std::shared_ptr<const device::Program> program_;
  Entry<DeviceNumbers, DeviceWords, Number, Number, DeviceNumbers, Number, std::uint64_t, DeviceNumbers> find_runs_;
  Entry<DeviceNumbers, DeviceWords, Number, DeviceNumbers, Number, std::uint64_t, Number, DeviceNumbers, Number, Number,
        DeviceWords, DeviceWords, DeviceWords, DeviceWords>
      find_windows_;
  Entry<DeviceWords, DeviceWords, Number, Number, DeviceWords> find_stretches_;
};

}  // namespace biotropy::match
