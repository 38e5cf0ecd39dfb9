// SPDX-License-Identifier: Apache-2.0
//
// Long series on a device: every template of x against the window of candidates whose first sample matches, one pair of
// series after the other. Short launches allow cancellation and keep a display responsive.

#include <algorithm>
#include <map>
#include <numeric>

#include "biotropy/device/offload.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "biotropy/match/devices/device_templates.hpp"
#include "biotropy/match/devices/kernels_internal.hpp"
#include "biotropy/match/tally.hpp"

namespace biotropy::match {

namespace {

constexpr std::uint32_t kLongestWindowTemplate = 32;
// Candidates in one launch, per compute unit: some hundredths of a second.
constexpr std::uint64_t kCandidatesPerUnit = std::uint64_t{1} << 28;
// Sorted series that may be of use again take at most this part of the device memory.
constexpr std::size_t kPartForWindows = 4;

std::uint32_t clamped_reach(const Rule& rule, std::size_t n) {
  return static_cast<std::uint32_t>(std::min<std::int64_t>(rule.theiler, static_cast<std::int64_t>(n)) + 1);
}

// The series of one group after the other, sorted when they are first needed.
class SortedGroup {
 public:
  SortedGroup(device::Pool& pool, const Query& query)
      : query_(query), sorter_(pool, query.rule), room_(pool.device().free_memory() / kPartForWindows) {}

  void start(std::size_t group) {
    group_ = group;
    sorted_.clear();
    used_ = 0;
  }

  /// @param kept another series that stays valid.
  const SortedSeries& at(std::uint32_t number, std::uint32_t kept) {
    if (const auto found = sorted_.find(number); found != sorted_.end()) return found->second;
    const Samples samples = query_.series[group_ * query_.group_size + number];
    const std::size_t bytes = SortedSeries::bytes(query_.rule, samples.size());
    if (used_ + bytes > room_) {
      std::erase_if(sorted_, [kept](const auto& series) { return series.first != kept; });
      used_ = sorted_.empty() ? 0 : SortedSeries::bytes(query_.rule, sorted_.begin()->second.n);
    }
    used_ += bytes;
    return sorted_.emplace(number, sorter_.sort(samples)).first->second;
  }

 private:
  const Query& query_;
  TemplateSorter sorter_;
  std::size_t room_, used_ = 0, group_ = 0;
  std::map<std::uint32_t, SortedSeries> sorted_;
};

class WindowRun {
 public:
  WindowRun(device::Device& device, const Query& query, const Sink& sink, const CancelFlag* cancel)
      : query_(query),
        sink_(sink),
        cancel_(cancel),
        pool_(device),
        finder_(pool_, query.rule),
        series_(pool_, query),
        program_(device.program(windows_source(query.rule))),
        clear_counts_(device, *program_, "clear_counts"),
        count_windows_(device, *program_, "count_windows") {}

  void run() {
    const device::FinishAtEnd finish(pool_.device());  // copies of samples must be done before the caller's memory goes
    for (std::size_t group = 0; group < query_.groups(); ++group) {
      series_.start(group);
      for (std::size_t pair = 0; pair < query_.pairs.size(); ++pair) {
        if (cancel_ != nullptr) cancel_->check();
        count(group, pair);
      }
    }
  }

 private:
  using Words = DeviceWords;
  using Number = std::uint32_t;

  void count(std::size_t group, std::size_t pair) {
    const auto [number_x, number_y] = query_.pairs[pair];
    const SortedSeries& x = series_.at(number_x, number_y);
    const SortedSeries& y = series_.at(number_y, number_x);
    const TemplateWindows windows = finder_.find(x, y);
    const std::size_t n_lengths = query_.rule.lengths.size();
    const bool per_template = query_.rule.per_template;
    const Words counts(pool_, per_template ? n_lengths * x.n : 0);
    const DeviceNumbers totals(pool_, per_template ? 0 : n_lengths * windows.n_groups);
    if (per_template) {
      clear_counts_({(counts.size() + kWindowGroup - 1) / kWindowGroup, kWindowGroup}, counts, counts.size());
    }
    launch(x, y, windows, counts, totals);
    Tally tally(query_.rule, x.n);
    per_template ? add_counts(counts, x.n, tally) : add_totals(totals, tally);
    tally.send(group, pair, sink_);
  }

  void launch(const SortedSeries& x, const SortedSeries& y, const TemplateWindows& windows, const Words& counts,
              const DeviceNumbers& totals) {
    stretches_.resize(windows.n_groups * kStretchFields);
    windows.stretches.read_first(stretches_);
    const std::uint32_t reach = clamped_reach(query_.rule, std::max(x.n, y.n));
    const std::uint64_t most = kCandidatesPerUnit * std::max(1U, pool_.device().description().units);
    for (Number first = 0; first < windows.n_groups;) {
      if (cancel_ != nullptr) cancel_->check();
      Number last = first;
      for (std::uint64_t work = 0; last < windows.n_groups && work < most; ++last) {
        const std::uint32_t* stretch = stretches_.data() + kStretchFields * last;
        work += std::uint64_t{kWindowGroup} * (stretch[1] - stretch[0]);
      }
      count_windows_({last - first, kWindowGroup}, windows.from, windows.to, windows.begins, windows.widths, x.times,
                     x.n_templates, y.following, y.n_templates, y.templates_at, y.n, windows.stretches, first, reach,
                     windows.is_upper_half ? 1U : 0U, windows.counts_itself ? 1U : 0U, x.n, counts, totals);
      pool_.device().finish();
      first = last;
    }
  }

  void add_counts(const Words& counts, std::size_t n, Tally& tally) {
    counts_.resize(counts.size());
    counts.read_first(counts_);
    for (std::size_t slot = 0; slot < query_.rule.lengths.size(); ++slot) {
      // A template of the shortest length may be none at a longer length; it has no matches there.
      const auto destination = tally.per_template(slot);
      std::copy_n(counts_.data() + slot * n, destination.size(), destination.begin());
      tally.add_total(slot, std::accumulate(destination.begin(), destination.end(), std::uint64_t{0}));
    }
  }

  void add_totals(const DeviceNumbers& totals, Tally& tally) {
    totals_.resize(totals.size());
    totals.read_first(totals_);
    const std::size_t n_lengths = query_.rule.lengths.size();
    for (std::size_t place = 0; place < totals_.size(); ++place) tally.add_total(place % n_lengths, totals_[place]);
  }

  const Query& query_;
  const Sink& sink_;
  const CancelFlag* cancel_;
  device::Pool pool_;
  WindowFinder finder_;
  SortedGroup series_;
  std::shared_ptr<const device::Program> program_;
  device::Entry<Words, std::uint64_t> clear_counts_;
  device::Entry<Words, Words, Words, Words, Words, Number, Words, Number, Words, Number, Words, Number, Number, Number,
                Number, Number, Words, DeviceNumbers>
      count_windows_;
  std::vector<std::uint32_t> stretches_, counts_;
  std::vector<std::uint64_t> totals_;
};

class DeviceWindows final : public DeviceEngine {
 public:
  explicit DeviceWindows(device::Device& which)
      : DeviceEngine("sorted", "windows of sorted templates; long series", which) {}

  bool can(const Query& query) const override {
    const auto longest = static_cast<std::uint32_t>(query.rule.lengths.back());
    if (longest > kLongestWindowTemplate) return false;
    std::size_t n = 1;
    for (const Samples samples : query.series) n = std::max(n, samples.size());
    const device::Description& limits = device()->description();
    // Ranks of a tile and the sums of a group, or places in a tile of the sort.
    const std::size_t local_bytes =
        std::max(kSortLocalBytes, kWindowGroup * (longest * sizeof(std::uint32_t) + sizeof(std::uint64_t)));
    const std::size_t words = std::max<std::size_t>({2, longest, query.rule.lengths.size()});
    return local_bytes <= limits.local_memory && std::max(kSortGroup, kWindowGroup) <= limits.largest_group &&
           n * words * sizeof(std::uint32_t) <= limits.largest_buffer;
  }

 protected:
  double seconds(const Query& query) const override {
    constexpr double typical_window = 1.0 / 7.0;      // part of the candidates, at r = 0.2 SD
    constexpr double host_seconds_per_sample = 5e-9;  // looking for missing samples, and copying
    constexpr double sort_cycles_per_sample = 100.0;  // of one unit
    constexpr double candidates_per_cycle = 16.0;     // on one unit, for each sample of a template
    const double per_second = candidates_per_cycle * device::cycles_per_second(*device());
    const double longest = query.rule.lengths.back();
    double sum = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        const auto x = static_cast<double>(query.x(group, pair).size()),
                   y = static_cast<double>(query.y(group, pair).size());
        sum += (x + y) * (host_seconds_per_sample + sizeof(double) / device::kBytesPerSecond +
                          sort_cycles_per_sample / device::cycles_per_second(*device())) +
               x * y * typical_window * longest / per_second;
      }
    }
    return sum;
  }

  // The program is the same for every length of the series.
  std::size_t samples_of_test(const Query& query) const override {
    constexpr std::size_t n_templates = 1024;
    return n_templates + static_cast<std::size_t>(required_length(query.rule, query.rule.lengths.back()));
  }

  void run(const Query& query, const Sink& sink, const CancelFlag* cancel) const override {
    if (query.pairs.empty() || query.groups() == 0) return;
    WindowRun(*device(), query, sink, cancel).run();
  }
};

}  // namespace

device::Source windows_source(const Rule& rule) {
  std::uint32_t length_bits = 0;
  for (const int length : rule.lengths) length_bits |= 1U << (length - 1);
  return {"windows",
          windows_c,
          {{"GROUP", kWindowGroup},
           {"LONGEST", static_cast<std::uint32_t>(rule.lengths.back())},
           {"LENGTH_BITS", length_bits},
           {"N_LENGTHS", static_cast<std::uint32_t>(rule.lengths.size())},
           {"CANDIDATES_AT_ONCE", rule.lengths.back() <= 4 ? 32U : 4U},
           {"EXCLUDES", rule.theiler >= 0 ? 1U : 0U},
           {"PER_TEMPLATE", rule.per_template ? 1U : 0U}}};
}

std::unique_ptr<DeviceEngine> device_windows(device::Device& device) {
  return std::make_unique<DeviceWindows>(device);
}

}  // namespace biotropy::match
