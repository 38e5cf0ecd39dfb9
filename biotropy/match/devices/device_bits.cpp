// SPDX-License-Identifier: Apache-2.0
//
// Many pairs of short series on a device: tables of bit rows and the rows of every pair. One queue of launches holds as
// many epochs, channels and subjects as the device memory allows. While the device counts one batch, the processor
// sorts the next.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/devices/device_bit_rows.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "biotropy/match/tally.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kLongestInBits = 16384;
constexpr std::uint32_t kLongestTemplate = 32;
// A batch takes at most this part of the device memory, and no more than keeps the device busy, because the host holds
// the counts of a batch too.
constexpr std::size_t kPartForBits = 4;
constexpr std::size_t kLargestBatch = std::size_t{256} << 20;
// With products the host holds little, so batches may be larger.
constexpr std::size_t kLargestBatchOfProducts = std::size_t{3} << 30;

// Batches of one query: the first is sorted before the device has any work.
constexpr std::size_t kFewestBatches = 8;

class BitRowRun {
 public:
  BitRowRun(device::Device& device, const Query& query, RowKernel kernel, const Sink& sink, const CancelFlag* cancel)
      : pool_(device), query_(query), sink_(sink), cancel_(cancel), shape_(query, kernel), kernels_(device, shape_) {
    const device::Description& limits = device.description();
    if (query.rule.per_template && query.rule.products_suffice && limits.has_doubles) {
      products_.emplace(device, *device.program(shape_.source_of_products()), "multiply_counts");
    }
    const std::size_t largest = products_ ? kLargestBatchOfProducts : kLargestBatch;
    const std::size_t groups_at_once = std::max<std::size_t>(thread_count({}), query.groups() / kFewestBatches);
    most_items_ = groups_at_once * query.pairs.size();
    budget_ = static_cast<std::size_t>(
        std::min<std::uint64_t>({largest, device.free_memory() / kPartForBits, limits.largest_buffer}));
    for (std::size_t group = 0; group < query.groups(); ++group) {
      for (std::size_t pair = 0; pair < query.pairs.size(); ++pair) items_.push_back({group, pair});
    }
    // Pairs with the same partner share its table, so they stand together.
    std::stable_sort(items_.begin(), items_.end(), [&](const BitRowItem& a, const BitRowItem& b) {
      return a.group != b.group ? a.group < b.group : query.pairs[a.pair].y < query.pairs[b.pair].y;
    });
  }

  void run() {
    while (n_delivered_ < items_.size()) {
      try {
        run_batches();
      } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory || is_delivering_ || largest_batch_ <= 1) throw;
        budget_ /= 2;
      }
    }
  }

 private:
  // A batch while the device counts it, and afterwards. Two take turns, with the arrays of the batch before the last.
  struct Turn {
    explicit Turn(device::Device& device) : batch(device), results(device) {}

    BitRowBatch batch;
    std::optional<BitRowLaunch> launch;
    BitRowResults results;
  };

  // Starts at the first item not yet delivered. While the device counts a batch, the next is prepared and put into its
  // queue, so that it never waits for the processor to read results.
  void run_batches() {
    largest_batch_ = 0;
    std::array<Turn, 2> turns{Turn(pool_.device()), Turn(pool_.device())};
    const device::FinishAtEnd finish(pool_.device());  // before the arrays that the device reads are freed
    Turn* running = nullptr;
    Turn* next = turns.data();
    for (std::size_t first = n_delivered_; first < items_.size() || running != nullptr;) {
      if (cancel_ != nullptr) cancel_->check();
      const auto rest = std::span(items_).subspan(first, std::min(most_items_, items_.size() - first));
      const std::size_t size = rest.empty() ? 0 : items_within(query_, shape_, rest, budget_, units());
      if (size > 0) {
        largest_batch_ = std::max(largest_batch_, size);
        prepare(query_, shape_, rest.first(size), cancel_, next->batch);
        next->launch.emplace(pool_, kernels_, products_ ? &*products_ : nullptr, shape_, next->batch);
        first += size;
      }
      if (running != nullptr) {
        running->launch->read(running->results);
        running->launch.reset();
        deliver(*running);
      }
      running = size > 0 ? next : nullptr;
      next = next == turns.data() ? &turns.back() : turns.data();
    }
  }

  std::uint32_t units() { return pool_.device().description().units; }

  void deliver(const Turn& turn) {
    is_delivering_ = true;
    const auto& items = turn.batch.items;
    parallel_for(items.size(), nullptr, [&](std::size_t position) {
      products_ ? deliver_products(items[position], position, turn)
                : deliver_counts(items[position], position, turn.results);
    });
    n_delivered_ += items.size();
    is_delivering_ = false;
  }

  std::uint64_t total(std::size_t position, std::size_t slot, const BitRowResults& arrived) const {
    std::uint64_t sum = 0;
    const std::size_t sums = shape_.sums_of_task();
    for (std::size_t part = 0; part < sums; ++part) {
      sum += arrived.totals[(position * sums + part) * shape_.n_lengths + slot];
    }
    return sum;
  }

  void deliver_counts(const BitRowItem& item, std::size_t position, const BitRowResults& arrived) {
    Tally tally(query_.rule, query_.x(item.group, item.pair).size());
    for (std::size_t slot = 0; slot < shape_.n_lengths; ++slot) {
      if (!shape_.per_template) {
        tally.add_total(slot, total(position, slot, arrived));
        continue;
      }
      const auto destination = tally.per_template(slot);
      const auto* source = arrived.counts.data() + (position * shape_.n_lengths + slot) * shape_.stride;
      std::copy_n(source, destination.size(), destination.begin());
      tally.add_total(slot, std::accumulate(destination.begin(), destination.end(), std::uint64_t{0}));
    }
    tally.send(item.group, item.pair, sink_);
  }

  void deliver_products(const BitRowItem& item, std::size_t position, const Turn& turn) {
    std::vector<BitRowProduct> found(shape_.n_lengths);
    std::vector<LengthCounts> lengths;
    for (std::size_t slot = 0; slot < shape_.n_lengths; ++slot) {
      found[slot] = turn.results.product(position * shape_.n_lengths + slot, turn.batch.n_counts);
      lengths.push_back({found[slot].total, {}, &found[slot].product});
    }
    sink_({item.group, item.pair, lengths});
  }

  device::Pool pool_;
  const Query& query_;
  const Sink& sink_;
  const CancelFlag* cancel_;
  BitRowShape shape_;
  BitRowKernels kernels_;
  std::optional<MultiplyCounts> products_;
  std::vector<BitRowItem> items_;
  std::size_t budget_ = 0, most_items_ = 0, largest_batch_ = 0, n_delivered_ = 0;
  bool is_delivering_ = false;  // an error of the sink must not count as a failure of the device
};

// Both engines of bit rows.
class DeviceBitRows : public DeviceEngine {
 public:
  /// @param cycles of a compute unit for 1024 positions of a row at one length.
  DeviceBitRows(const std::string& kind, const std::string& method, device::Device& device, RowKernel kernel,
                double cycles)
      : DeviceEngine(kind, method, device), kernel_(kernel), cycles_(cycles) {}

  bool can(const Query& query) const override;

 protected:
  double seconds(const Query& query) const override;
  std::size_t samples_of_test(const Query& query) const override { return BitRowShape(query, kernel_).stride; }
  void run(const Query& query, const Sink& sink, const CancelFlag* cancel) const override;

 private:
  RowKernel kernel_;
  double cycles_;
};

bool DeviceBitRows::can(const Query& query) const {
  const bool short_enough = std::all_of(query.series.begin(), query.series.end(),
                                        [](Samples samples) { return samples.size() <= kLongestInBits; });
  if (!short_enough || query.rule.lengths.back() > static_cast<int>(kLongestTemplate)) return false;
  const BitRowShape shape(query, kernel_);
  const device::Description& limits = device()->description();
  return shape.local_bytes() <= limits.local_memory && shape.group_size() <= limits.largest_group &&
         shape.table_words() * sizeof(std::uint32_t) <= limits.largest_buffer;
}

double DeviceBitRows::seconds(const Query& query) const {
  constexpr double host_seconds_per_sample = 100e-9;  // sorting, walks, rank words: on every core
  constexpr double words_of_row = 32.0;
  const BitRowShape shape(query, kernel_);
  const auto groups = static_cast<double>(query.groups()), pairs = static_cast<double>(query.pairs.size());
  const double samples = groups * static_cast<double>(query.group_size) * shape.stride;
  const double rows = groups * pairs * shape.stride * shape.longest * static_cast<double>(shape.words()) / words_of_row;
  const double result_bytes =
      query.rule.per_template ? groups * pairs * shape.stride * shape.n_lengths * sizeof(std::uint16_t) : 0.0;
  return samples * host_seconds_per_sample / thread_count({}) + result_bytes / device::kBytesPerSecond +
         rows * cycles_ / device::cycles_per_second(*device());
}

void DeviceBitRows::run(const Query& query, const Sink& sink, const CancelFlag* cancel) const {
  if (query.pairs.empty() || query.groups() == 0) return;
  BitRowRun(*device(), query, kernel_, sink, cancel).run();
}

class DeviceBits final : public DeviceBitRows {
 public:
  explicit DeviceBits(device::Device& which)
      : DeviceBitRows("bits", "bit rows in rank space; many pairs of short series", which, RowKernel::global_table,
                      5.0) {}
};

// For a device whose local memory has room for the table of a partner. OpenCL has neither that much on most devices nor
// an exchange of registers, so this engine is for CUDA; the tests run it on OpenCL.
class DeviceSharedBits final : public DeviceBitRows {
 public:
  explicit DeviceSharedBits(device::Device& which)
      : DeviceBitRows("bits_shared", "bit rows in shared memory; many pairs of short series", which,
                      RowKernel::shared_table, which.description().api == device::Api::cuda ? 3.0 : 60.0) {}

  bool can(const Query& query) const override {
    const Rule& rule = query.rule;
    if (!DeviceBitRows::can(query) || rule.theiler >= 0) return false;
    const BitRowShape shape(query, RowKernel::shared_table);
    const device::Description& limits = device()->description();
    const bool is_cuda = limits.api == device::Api::cuda;
    return shape.suits_shared_table() &&
           (is_cuda ? shape.shared_table_bytes() : shape.largest_shared_bytes()) <= limits.large_local_memory;
  }

 protected:
  bool can_exclude() const override { return false; }
};

}  // namespace

std::unique_ptr<DeviceEngine> device_bits(device::Device& device) {
  return std::make_unique<DeviceBits>(device);
}

std::unique_ptr<DeviceEngine> device_shared_bits(device::Device& device) {
  return std::make_unique<DeviceSharedBits>(device);
}

}  // namespace biotropy::match
