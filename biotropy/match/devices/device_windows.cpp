// SPDX-License-Identifier: Apache-2.0
//
// Long series on a device: every template of x against the window of candidates whose first sample matches, one pair of
// series after the other. Short launches allow cancellation and keep a display responsive.
#include "biotropy/match/devices/device_windows.hpp"

#include <algorithm>

#include "biotropy/device/offload.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "biotropy/match/devices/kernels_internal.hpp"
#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/match/engines/rank_space.hpp"
#include "biotropy/match/tally.hpp"
#include "biotropy/match/template_set.hpp"

namespace biotropy::match {

namespace {

// Candidates in one launch, per compute unit: some hundredths of a second.
constexpr std::uint64_t kCandidatesPerUnit = std::uint64_t{1} << 28;

std::uint32_t clamped_reach(const Rule& rule, std::size_t n) {
  return static_cast<std::uint32_t>(std::min<std::int64_t>(rule.theiler, static_cast<std::int64_t>(n)) + 1);
}

class WindowKernel {
 public:
  WindowKernel(device::Device& device, const Rule& rule)
      : device_(device), rule_(rule), count_(device, *device.program(windows_source(rule)), "count_windows") {}

  /// For each length and template, the number of candidates that match.
  std::vector<std::uint32_t> count(const SortedTemplates& sorted, std::uint32_t reach, const CancelFlag* cancel) {
    const device::FinishAtEnd finish(device_);  // the copies must be done before `sorted` is destroyed
    const Copies copies(device_, sorted, rule_);
    launch(copies, sorted, reach, cancel);
    return copies.counts.read();
  }

 private:
  using Words = device::Array<std::uint32_t>;

  struct Copies {
    Copies(device::Device& device, const SortedTemplates& sorted, const Rule& rule)
        : from(device, sorted.from),
          to(device, sorted.to),
          begins(device, sorted.begins),
          widths(device, sorted.widths),
          times_x(device, sorted.times_x),
          ranks(device, sorted.ranks),
          candidates_at(device, sorted.candidates_at),
          stretches(device, sorted.stretches),
          counts(device, sorted.n_templates() * rule.lengths.size()) {}

    Words from, to, begins, widths, times_x, ranks, candidates_at, stretches, counts;
  };

  void launch(const Copies& copies, const SortedTemplates& sorted, std::uint32_t reach, const CancelFlag* cancel) {
    const std::uint64_t most = kCandidatesPerUnit * std::max(1U, device_.description().units);
    for (std::size_t first = 0; first < sorted.n_groups();) {
      if (cancel != nullptr) cancel->check();
      std::size_t last = first;
      for (std::uint64_t work = 0; last < sorted.n_groups() && work < most; ++last) {
        const std::uint32_t* stretch = sorted.stretches.data() + kStretchFields * last;
        work += std::uint64_t{kWindowGroup} * (stretch[1] - stretch[0]);
      }
      count_({last - first, kWindowGroup}, copies.from, copies.to, copies.begins, copies.widths, copies.times_x,
             static_cast<std::uint32_t>(sorted.n_templates()), copies.ranks,
             static_cast<std::uint32_t>(sorted.n_candidates()), copies.candidates_at,
             static_cast<std::uint32_t>(sorted.candidates_at.size()), copies.stretches,
             static_cast<std::uint32_t>(first), reach, copies.counts);
      device_.finish();
      first = last;
    }
  }

  device::Device& device_;
  const Rule& rule_;
  device::Entry<Words, Words, Words, Words, Words, std::uint32_t, Words, std::uint32_t, Words, std::uint32_t, Words,
                std::uint32_t, std::uint32_t, Words>
      count_;
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
    const std::size_t local_bytes = std::size_t{longest} * kWindowGroup * sizeof(std::uint32_t);
    const std::size_t buffer_bytes = n * std::max<std::size_t>(longest, query.rule.lengths.size());
    return local_bytes <= limits.local_memory && kWindowGroup <= limits.largest_group &&
           buffer_bytes * sizeof(std::uint32_t) <= limits.largest_buffer;
  }

 protected:
  double seconds(const Query& query) const override {
    constexpr double typical_window = 1.0 / 7.0;        // part of the candidates, at r = 0.2 SD
    constexpr double host_seconds_per_sample = 250e-9;  // sorting and ranks, on one core
    constexpr double candidates_per_cycle = 16.0;       // on one unit, for each sample of a template
    const double per_second = candidates_per_cycle * device::cycles_per_second(*device());
    const double longest = query.rule.lengths.back();
    double sum = 0.0;
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        const auto x = static_cast<double>(query.x(group, pair).size()),
                   y = static_cast<double>(query.y(group, pair).size());
        sum += (x + y) * (host_seconds_per_sample + 2.0 * longest * sizeof(std::uint32_t) / device::kBytesPerSecond) +
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
    WindowKernel kernel(*device(), query.rule);
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) {
        if (cancel != nullptr) cancel->check();
        const Samples x = query.x(group, pair), y = query.y(group, pair);
        const SortedTemplates sorted(x, y, query.rule);
        const std::uint32_t reach = clamped_reach(query.rule, std::max(x.size(), y.size()));
        const std::vector<std::uint32_t> counts = kernel.count(sorted, reach, cancel);
        Tally tally(query.rule, x.size());
        for (std::size_t slot = 0; slot < query.rule.lengths.size(); ++slot) {
          const std::uint32_t* found = counts.data() + slot * sorted.n_templates();
          const auto destination = tally.per_template(slot);
          tally.add_total(slot, sorted.matches_with_itself[slot]);
          for (std::size_t place = 0; place < sorted.n_templates(); ++place) {
            tally.add_total(slot, std::uint64_t{sorted.times_counted} * found[place]);
            // A template of the shortest length may be none at a longer length; it has no count there.
            if (sorted.times_x[place] < destination.size()) destination[sorted.times_x[place]] = found[place];
          }
        }
        tally.send(group, pair, sink);
      }
    }
  }
};

// Start positions of the templates of the shortest length, ordered by first sample.
std::vector<std::uint32_t> sorted_starts(Samples samples, const Rule& rule, const std::vector<std::uint32_t>& order) {
  const TemplateSet set(samples, rule);
  const std::size_t n = template_count(rule, samples.size(), rule.lengths.front());
  std::vector<std::uint32_t> starts;
  for (const std::uint32_t time : order) {
    if (time < n && set.contains(time)) starts.push_back(time);
  }
  return starts;
}

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
           {"EXCLUDES", rule.theiler >= 0 ? 1U : 0U}}};
}

SortedTemplates::SortedTemplates(Samples x, Samples y, const Rule& rule) {
  const RankSpace space(x, y, rule.r, rule.boundary);
  const bool same = x.data() == y.data() && x.size() == y.size();
  times_y = sorted_starts(y, rule, space.times);
  times_x = same ? times_y : sorted_starts(x, rule, argsort(x));
  // Ranks refer to all samples of y, windows to the candidates among them.
  std::vector<std::uint32_t> candidates_before(space.times.size() + 1, 0);
  for (const std::uint32_t time : times_y) candidates_before[space.ranks[time] + 1] = 1;
  for (std::size_t k = 1; k < candidates_before.size(); ++k) candidates_before[k] += candidates_before[k - 1];
  for (const std::uint32_t time : times_x) {
    from.push_back(candidates_before[space.runs[time].begin]);
    to.push_back(candidates_before[space.runs[time].end]);
  }
  for (int k = 1; k < rule.lengths.back(); ++k) {
    const std::size_t step = static_cast<std::size_t>(k) * static_cast<std::size_t>(rule.tau);
    for (const std::uint32_t time : times_x) {
      const PlaceRun run = time + step < x.size() ? space.runs[time + step] : PlaceRun();
      begins.push_back(run.begin);
      widths.push_back(run.end - run.begin);
    }
    for (const std::uint32_t time : times_y) {
      ranks.push_back(time + step < y.size() ? space.ranks[time + step] : RankSpace::kNowhere);
    }
  }
  if (rule.theiler >= 0) {
    candidates_at.assign(y.size(), RankSpace::kNowhere);
    for (std::size_t k = 0; k < times_y.size(); ++k) candidates_at[times_y[k]] = static_cast<std::uint32_t>(k);
  }
  matches_with_itself.assign(rule.lengths.size(), 0);
  if (same && !rule.per_template) keep_upper_half(rule);
  find_stretches();
}

// A match of two templates of one series is one of both: those of lower place need not be looked at.
void SortedTemplates::keep_upper_half(const Rule& rule) {
  times_counted = 2;
  for (std::uint32_t place = 0; place < n_templates(); ++place) {
    const bool matches_first = from[place] <= place && place < to[place];
    from[place] = std::max(from[place], std::min(place + 1, to[place]));
    if (rule.theiler >= 0 || !matches_first) continue;
    std::size_t slot = 0;
    for (int length = 1; length <= rule.lengths.back(); ++length) {
      if (length > 1) {
        const std::size_t following = static_cast<std::size_t>(length - 2) * n_templates() + place;
        if (ranks[following] - begins[following] >= widths[following]) break;
      }
      if (rule.lengths[slot] == length) ++matches_with_itself[slot++];
    }
  }
}

void SortedTemplates::find_stretches() {
  for (std::size_t first = 0; first < n_templates(); first += kWindowGroup) {
    const std::size_t last = std::min<std::size_t>(first + kWindowGroup, n_templates());
    std::uint32_t begin = RankSpace::kNowhere, end = 0, inner_begin = 0, inner_end = RankSpace::kNowhere;
    for (std::size_t place = first; place < last; ++place) {
      inner_begin = std::max(inner_begin, from[place]);
      inner_end = std::min(inner_end, to[place]);
      if (from[place] == to[place]) continue;
      begin = std::min(begin, from[place]);
      end = std::max(end, to[place]);
    }
    stretches.insert(stretches.end(), {std::min(begin, end), end, inner_begin, std::max(inner_begin, inner_end)});
  }
}

std::unique_ptr<DeviceEngine> device_windows(device::Device& device) {
  return std::make_unique<DeviceWindows>(device);
}

}  // namespace biotropy::match
