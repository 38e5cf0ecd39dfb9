// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/device_fuzzy_internal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "biotropy/error.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kRun = 1024;  // columns, as in the kernel
// Part of the device memory for sums of runs.
constexpr std::size_t kPartForRuns = 16;
constexpr std::size_t kLargestPart = std::size_t{64} << 20;
// Pairs of templates in one launch, per compute unit: some hundredths of a second.
constexpr std::uint64_t kPairsPerUnit = std::uint64_t{1} << 25;

// Factor a and position b of the kernel's functions.
struct Shape {
  double a = 0.0, b = 0.0;
};

Shape shape_of(const Membership& membership, double r) {
  const double n = membership.n;
  const bool is_power = kind_of(membership) == MembershipKind::power;
  switch (membership.form) {
    case MembershipForm::exponential:
      return {std::pow(std::numbers::log2e, 1.0 / n) / r, is_power ? n : 0.0};
    case MembershipForm::chen:
      return {std::pow(std::numbers::log2e / r, 1.0 / n), is_power ? n : 0.0};
    case MembershipForm::gaussian:
      return {std::sqrt(0.5 * std::numbers::log2e) / r, 0.0};
    case MembershipForm::constant_gaussian:
      return {1.0 / r, r};
    case MembershipForm::sigmoid:
      return {std::numbers::log2e / r, membership.corner};
    case MembershipForm::bell:
      return {1.0 / r, 2.0 * n};
    case MembershipForm::triangular:
      return {1.0 / (r - 0.0), r};
    case MembershipForm::trapezoidal1:
      return {1.0 / (2.0 * r - r), 2.0 * r};
    case MembershipForm::trapezoidal2:
      return {1.0 / (membership.corner - r), membership.corner};
    case MembershipForm::z_shaped:
      return {1.0 / r, 0.0};
    case MembershipForm::gudermannian:
      break;
  }
  return {};
}

// Precision of the device: number format of positions, and which results can be used.
template <typename Real>
struct Precision;

template <>
struct Precision<double> {
  static Shape shape(const FuzzyQuery& fuzzy) { return shape_of(fuzzy.membership, fuzzy.query.rule.r); }
  static void append(double place, double, std::vector<double>& high, std::vector<double>&) { high.push_back(place); }
  static bool holds(const FuzzyTemplates&, double) { return true; }
  static bool is_known(double, double) { return true; }
};

template <>
struct Precision<float> {
  // Positions are in units of r, whatever the scale of the samples.
  static Shape shape(const FuzzyQuery& fuzzy) {
    const double r = fuzzy.query.rule.r;
    Shape shape = shape_of(fuzzy.membership, r);
    shape.a *= r;
    const MembershipKind kind = kind_of(fuzzy.membership).value();
    if (kind != MembershipKind::power && kind != MembershipKind::bell) shape.b /= r;
    return shape;
  }
  static void append(double place, double r, std::vector<float>& high, std::vector<float>& low) {
    const auto upper = static_cast<float>(place / r);
    high.push_back(upper);
    low.push_back(static_cast<float>(place / r - static_cast<double>(upper)));
  }
  // Keeps values far below the largest number, where differences of infinities would give NaN.
  static bool holds(const FuzzyTemplates& templates, double r) {
    constexpr double largest = 1e30;
    for (std::size_t k = 0; k < templates.places().coordinates.size(); ++k) {
      const auto places = templates.coordinate(k);
      if (!std::all_of(places.begin(), places.end(), [r](double place) { return std::abs(place) <= largest * r; })) {
        return false;
      }
    }
    return true;
  }
  // True where the terms that the device rounds to 0, below 2^-120 each, are negligible.
  static bool is_known(double sum, double pairs) { return sum >= pairs * 0x1p-90; }
};

// Device data for some tasks: their templates, each once, their windows, and the blocks (see the kernel).
template <typename Real>
struct Batch {
  Batch(const FuzzyQuery& fuzzy, std::span<const std::unique_ptr<const FuzzyTask>> tasks) {
    std::map<const FuzzyTemplates*, std::pair<std::uint64_t, std::uint64_t>> where;  // positions and times
    const auto place_of = [&](const FuzzyTemplates& templates) {
      const auto [found, is_new] = where.try_emplace(&templates, places.size(), times.size());
      if (!is_new) return found->second;
      for (std::size_t k = 0; k < templates.places().coordinates.size(); ++k) {
        for (const double place : templates.coordinate(k)) {
          Precision<Real>::append(place, fuzzy.query.rule.r, places, low_places);
        }
      }
      for (const double time : templates.times()) times.push_back(static_cast<std::uint32_t>(time));
      return found->second;
    };
    for (const auto& task : tasks) {
      const auto x = place_of(task->x()), y = place_of(task->y());
      const std::size_t windows = begins.size(), rows = task->begins().size();
      add_windows(*task);
      for (std::size_t first = 0; first < rows; first += FuzzyTask::kRowsPerBlock) {
        const std::size_t last = std::min(first + FuzzyTask::kRowsPerBlock, rows);
        blocks.insert(blocks.end(),
                      {x.first, task->x().size(), y.first, task->y().size(), x.second, y.second, windows, first, last});
      }
    }
  }

  std::size_t n_blocks() const { return blocks.size() / kBlockFields; }
  std::uint64_t first_run(std::size_t block) const {
    return first_runs[blocks[block * kBlockFields + kWindows] + blocks[block * kBlockFields + kFirstRow]];
  }
  std::uint64_t end_of_runs(std::size_t block) const {
    return first_runs[blocks[block * kBlockFields + kWindows] + blocks[block * kBlockFields + kLastRow]];
  }

  static constexpr std::size_t kBlockFields = 9, kWindows = 6, kFirstRow = 7, kLastRow = 8;

  std::vector<Real> places, low_places;
  std::vector<std::uint32_t> times, begins, ends;
  std::vector<std::uint64_t> first_runs, blocks;

 private:
  // One entry more than rows: the last is the end of the runs.
  void add_windows(const FuzzyTask& task) {
    begins.insert(begins.end(), task.begins().begin(), task.begins().end());
    ends.insert(ends.end(), task.ends().begin(), task.ends().end());
    begins.push_back(0);
    ends.push_back(0);
    for (std::size_t row = 0; row < task.begins().size(); ++row) {
      first_runs.push_back(n_runs_);
      n_runs_ += (task.ends()[row] - task.begins()[row] + kRun - 1) / kRun;
    }
    first_runs.push_back(n_runs_);
  }

  std::uint64_t n_runs_ = 0;
};

template <typename Real>
class SumsIn final : public DeviceFuzzy::Sums {
 public:
  SumsIn(device::Device& device, const FuzzyQuery& fuzzy)
      : pool_(device), fuzzy_(fuzzy), shape_(Precision<Real>::shape(fuzzy)) {
    const device::Description& limits = device.description();
    most_runs_ = std::min<std::uint64_t>({kLargestPart, device.free_memory() / kPartForRuns, limits.largest_buffer}) /
                 sizeof(Real);
  }

  std::vector<std::vector<double>> block_sums(int length, std::span<const std::unique_ptr<const FuzzyTask>> tasks,
                                              const CancelFlag* cancel) override {
    const Batch<Real> batch(fuzzy_, tasks);
    std::vector<double> all;
    if (batch.n_blocks() > 0) all = sums_of(batch, length, cancel);
    std::vector<std::vector<double>> result;
    auto place = all.begin();
    for (const auto& task : tasks) {
      const auto end = place + static_cast<std::ptrdiff_t>(task->blocks());
      auto& sums = result.emplace_back(place, end);
      place = end;
      double total = 0.0, pairs = 0.0;
      for (const double sum : sums) total += sum;
      for (std::size_t row = 0; row < task->begins().size(); ++row) pairs += task->ends()[row] - task->begins()[row];
      const double r = fuzzy_.query.rule.r;
      if (Precision<Real>::is_known(total, pairs) && Precision<Real>::holds(task->x(), r) &&
          Precision<Real>::holds(task->y(), r)) {
        continue;
      }
      std::fill(sums.begin(), sums.end(), std::numeric_limits<double>::quiet_NaN());
    }
    return result;
  }

 private:
  using Reals = device::Array<Real>;
  using Words = device::Array<std::uint32_t>;
  using Places = device::Array<std::uint64_t>;

  struct Kernels {
    Kernels(device::Device& device, const device::Program& program)
        : sum_runs(device, program, "sum_runs"), sum_blocks(device, program, "sum_blocks") {}
    device::Entry<Places, std::uint32_t, Reals, Reals, Words, Words, Words, Places, std::uint64_t, std::uint32_t, Real,
                  Real, Reals>
        sum_runs;
    device::Entry<Places, std::uint32_t, std::uint32_t, Places, std::uint64_t, Reals, Reals> sum_blocks;
  };

  struct OnDevice {
    OnDevice(device::Pool& pool, const Batch<Real>& batch)
        : places(pool, batch.places),
          low_places(pool, batch.low_places),
          times(pool, batch.times),
          begins(pool, batch.begins),
          ends(pool, batch.ends),
          first_runs(pool, batch.first_runs),
          blocks(pool, batch.blocks) {}
    Reals places, low_places;
    Words times, begins, ends;
    Places first_runs, blocks;
  };

  std::vector<double> sums_of(const Batch<Real>& batch, int length, const CancelFlag* cancel) {
    const bool doubles = sizeof(Real) == sizeof(double);
    Kernels kernels(pool_.device(), *pool_.device().program(DeviceFuzzy::source(fuzzy_, length, doubles)));
    const device::FinishAtEnd finish(pool_.device());
    const OnDevice on_device(pool_, batch);
    std::vector<double> all;
    const std::uint64_t most_pairs = kPairsPerUnit * pool_.device().description().units;
    while (all.size() < batch.n_blocks()) {
      if (cancel != nullptr) cancel->check();
      const std::size_t first = all.size();
      std::size_t last = first + 1;
      while (last < batch.n_blocks() && batch.end_of_runs(last) - batch.first_run(first) <= most_runs_ &&
             (batch.end_of_runs(last) - batch.first_run(first)) * kRun <= most_pairs) {
        ++last;
      }
      try {
        const std::vector<Real> part = part_of(batch, on_device, kernels, first, last);
        all.insert(all.end(), part.begin(), part.end());
      } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory || last == first + 1) throw;
        most_runs_ = (batch.end_of_runs(last - 1) - batch.first_run(first)) / 2;
      }
    }
    return all;
  }

  std::vector<Real> part_of(const Batch<Real>& batch, const OnDevice& on_device, Kernels& kernels, std::size_t first,
                            std::size_t last) {
    constexpr std::size_t group = 64;
    const std::uint64_t before = batch.first_run(first);
    const auto block = static_cast<std::uint32_t>(first), n = static_cast<std::uint32_t>(last - first);
    const Reals runs(pool_, batch.end_of_runs(last - 1) - before), sums(pool_, n);
    kernels.sum_runs({n, kFuzzyGroup}, on_device.blocks, block, on_device.places, on_device.low_places, on_device.times,
                     on_device.begins, on_device.ends, on_device.first_runs, before, reach(),
                     static_cast<Real>(shape_.a), static_cast<Real>(shape_.b), runs);
    kernels.sum_blocks({(n + group - 1) / group, group}, on_device.blocks, block, n, on_device.first_runs, before, runs,
                       sums);
    return sums.read();
  }

  // Pairs of start times nearer than this are excluded. Times stay below 2^31. In a self comparison no window holds the
  // template itself.
  std::uint32_t reach() const {
    constexpr std::int64_t all = (std::int64_t{1} << 31) - 1;
    return static_cast<std::uint32_t>(std::min(fuzzy_.query.rule.theiler, all) + 1);
  }

  device::Pool pool_;
  const FuzzyQuery& fuzzy_;
  Shape shape_;
  std::uint64_t most_runs_ = 0;
};

}  // namespace

double power_of(const Membership& membership) {
  const bool has_own = membership.form == MembershipForm::exponential || membership.form == MembershipForm::chen;
  return has_own ? membership.n : 2.0;
}

std::optional<MembershipKind> kind_of(const Membership& membership) {
  using enum MembershipForm;
  constexpr double largest_product = 16.0;
  const double n = power_of(membership);
  switch (membership.form) {
    case exponential:
    case chen:
      if (n == 2.0) return MembershipKind::square;
      return n <= largest_product && n == std::floor(n) ? MembershipKind::product : MembershipKind::power;
    case gaussian:
      return MembershipKind::square;
    case constant_gaussian:
      return MembershipKind::product;
    case sigmoid:
      return MembershipKind::sigmoid;
    case bell:
      return MembershipKind::bell;
    case triangular:
    case trapezoidal1:
    case trapezoidal2:
      return MembershipKind::ramp;
    case z_shaped:
      return MembershipKind::z_shaped;
    case gudermannian:
      break;
  }
  return std::nullopt;
}

std::unique_ptr<DeviceFuzzy::Sums> double_sums(device::Device& device, const FuzzyQuery& fuzzy) {
  return std::make_unique<SumsIn<double>>(device, fuzzy);
}

std::unique_ptr<DeviceFuzzy::Sums> single_sums(device::Device& device, const FuzzyQuery& fuzzy) {
  return std::make_unique<SumsIn<float>>(device, fuzzy);
}

}  // namespace biotropy::match
