// SPDX-License-Identifier: Apache-2.0
//
// Many pairs of short series on a device: tables of bit rows and the rows of every pair. One queue of launches holds as
// many epochs, channels and subjects as the device memory allows. While the device counts one batch, the processor
// sorts the next.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "biotropy/device/offload.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/devices/device_bits_internal.hpp"
#include "biotropy/match/tally.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kLongestSeries = 16384;
constexpr std::uint32_t kLongestTemplate = 32;
// A batch takes at most this part of the device memory, and no more than keeps the device busy, because the host holds
// the counts of a batch too.
constexpr std::size_t kPartOfMemory = 4;
constexpr std::size_t kLargestBatch = std::size_t{256} << 20;
// With products the host holds little, so batches may be larger, with enough groups to sort on all cores.
constexpr std::size_t kLargestBatchOfProducts = std::size_t{3} << 30;

class BitRowRun {
 public:
  BitRowRun(device::Device& device, const Query& query, RowKernel kernel, const Sink& sink, const CancelFlag* cancel)
      : device_(device), query_(query), sink_(sink), cancel_(cancel), shape_(query, kernel), kernels_(device, shape_) {
    const device::Description& limits = device.description();
    if (query.rule.per_template && query.rule.products_suffice && limits.has_doubles) {
      products_.emplace(device, *device.program(shape_.source_of_products()), "multiply_counts");
    }
    const std::size_t largest = products_ ? kLargestBatchOfProducts : kLargestBatch;
    budget_ = std::min<std::size_t>({largest, device.free_memory() / kPartOfMemory, limits.largest_buffer});
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
  struct Running {
    Running(device::Device& device, BitRowBatch prepared) : batch(std::move(prepared)), finish(device) {}

    BitRowBatch batch;
    std::optional<BitRowLaunch> launch;
    device::FinishAtEnd finish;
  };

  // Results of a batch: counts, products or neither.
  struct Arrived {
    std::vector<std::uint16_t> counts;
    std::vector<BitRowProduct> products;
    std::vector<std::uint32_t> totals;
  };

  // Starts at the first item not yet delivered. One batch is counted while the next is prepared.
  void run_batches() {
    largest_batch_ = 0;
    std::unique_ptr<Running> running;
    for (std::size_t first = n_delivered_; first < items_.size() || running;) {
      if (cancel_ != nullptr) cancel_->check();
      std::unique_ptr<Running> next;
      if (first < items_.size()) {
        const auto rest = std::span(items_).subspan(first);
        const std::size_t size = items_within(query_, shape_, rest, budget_, device_.description().units);
        largest_batch_ = std::max(largest_batch_, size);
        next = std::make_unique<Running>(device_, prepare(query_, shape_, rest.first(size), cancel_));
        first += size;
      }
      Arrived arrived;
      if (running) {
        arrived = {running->launch->counts(), running->launch->products(), running->launch->totals()};
        running->finish.dismiss();
        running->launch.reset();
      }
      if (next) next->launch.emplace(device_, kernels_, products_ ? &*products_ : nullptr, shape_, next->batch);
      if (running) deliver(running->batch.items, arrived);
      running = std::move(next);
    }
  }

  void deliver(std::span<const BitRowItem> items, const Arrived& arrived) {
    is_delivering_ = true;
    parallel_for(items.size(), nullptr, [&](std::size_t position) {
      arrived.products.empty() ? deliver_counts(items[position], position, arrived)
                               : deliver_products(items[position], position, arrived);
    });
    n_delivered_ += items.size();
    is_delivering_ = false;
  }

  std::uint64_t total(std::size_t position, std::size_t slot, const Arrived& arrived) const {
    std::uint64_t sum = 0;
    const std::size_t sums = shape_.sums_of_task();
    for (std::size_t part = 0; part < sums; ++part) {
      sum += arrived.totals[(position * sums + part) * shape_.n_lengths + slot];
    }
    return sum;
  }

  void deliver_counts(const BitRowItem& item, std::size_t position, const Arrived& arrived) {
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

  void deliver_products(const BitRowItem& item, std::size_t position, const Arrived& arrived) {
    std::vector<LengthCounts> lengths;
    for (std::size_t slot = 0; slot < shape_.n_lengths; ++slot) {
      const BitRowProduct& found = arrived.products[position * shape_.n_lengths + slot];
      lengths.push_back({found.total, {}, &found.product});
    }
    sink_({item.group, item.pair, lengths});
  }

  device::Device& device_;
  const Query& query_;
  const Sink& sink_;
  const CancelFlag* cancel_;
  BitRowShape shape_;
  BitRowKernels kernels_;
  std::optional<MultiplyCounts> products_;
  std::vector<BitRowItem> items_;
  std::size_t budget_ = 0, largest_batch_ = 0, n_delivered_ = 0;
  bool is_delivering_ = false;  // an error of the sink must not count as a failure of the device
};

class DeviceBits final : public DeviceBitRows {
 public:
  explicit DeviceBits(device::Device& which)
      : DeviceBitRows("bits", "bit rows in rank space; many pairs of short series", which, RowKernel::global_table,
                      5.0) {}
};

}  // namespace

bool DeviceBitRows::can(const Query& query) const {
  const bool short_enough = std::all_of(query.series.begin(), query.series.end(),
                                        [](Samples samples) { return samples.size() <= kLongestSeries; });
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

std::unique_ptr<DeviceEngine> device_bits(device::Device& device) {
  return std::make_unique<DeviceBits>(device);
}

}  // namespace biotropy::match
