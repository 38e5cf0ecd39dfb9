// SPDX-License-Identifier: Apache-2.0
//
// Bit rows on a device (kernels/bit_rows.c): what the host makes for a batch of pairs, and the launches that count it.
// The processor sorts each group once and finds the runs of the common order; tables, the runs of each pair and the
// counts are the device's work.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/match/counter.hpp"

namespace biotropy::match {

/// The sizes that a query gives the kernels.
struct BitRowShape {
  explicit BitRowShape(const Query& query);

  device::Source source() const;
  device::Source source_of_products() const;
  std::size_t local_bytes() const;
  std::size_t group_size() const { return std::size_t{teams} * lanes; }
  std::size_t table_words() const { return (std::size_t{stride} + 1) * words; }
  /// Groups that count one pair.
  std::size_t blocks() const { return (stride + group_size() - 1) / group_size(); }

  std::uint32_t stride = 1;  ///< samples of the longest series
  std::uint32_t words = 1, lanes = 1, teams = 1;
  std::uint32_t longest = 1, length_bits = 1, n_lengths = 1;
  std::uint32_t tau = 1;
  std::uint32_t reach = 0;  ///< pairs with |i - j| below it are left out
  bool per_template = false;
};

/// A pair of a group.
struct BitRowItem {
  std::size_t group, pair;
};

/// What the device gets for some items, all of whose counts fit its memory at once.
struct BitRowBatch {
  std::span<const BitRowItem> items;
  std::vector<std::uint32_t> begins, ends;      // of every sample of the groups in their common orders
  std::vector<std::uint64_t> rank_words;        // of every partner
  std::vector<std::uint32_t> times, n_present;  // of every partner: positions by value, and how many
  std::vector<std::uint32_t> templates;         // of every series of the groups: which positions are templates
  std::vector<std::uint32_t> tasks;             // see the kernel
  std::vector<std::uint32_t> n_counts;          // of every item and length: templates, as many as there are counts
};

/// How many of the items, from the first one on, take at most so many bytes on the device; at least one.
std::size_t items_within(const Query& query, const BitRowShape& shape, std::span<const BitRowItem> items,
                         std::size_t bytes);

BitRowBatch prepare(const Query& query, const BitRowShape& shape, std::span<const BitRowItem> items,
                    const CancelFlag* cancel);

/// The kernels, compiled for one shape.
class BitRowKernels {
 public:
  BitRowKernels(device::Device& device, const BitRowShape& shape);

  template <typename... Parameters>
  using Entry = device::Entry<Parameters...>;
  template <typename T>
  using Array = device::Array<T>;
  using Words = Array<std::uint32_t>;

  Entry<Words, Words, std::uint32_t, Words> build_tables;
  Entry<Words, std::uint32_t, Words, Words, Array<std::uint64_t>, std::uint32_t, Words> find_runs;
  Entry<Words, Words, Words, Words, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
        Array<std::uint16_t>, Words>
      count_rows;

 private:
  BitRowKernels(device::Device& device, const device::Program& program);
};

/// The kernel of products, compiled for one shape.
using MultiplyCounts = device::Entry<device::Array<std::uint16_t>, BitRowKernels::Words, std::uint32_t, std::uint32_t,
                                     device::Array<double>, BitRowKernels::Words>;

struct BitRowProduct {
  CountProduct product;
  std::uint32_t total;  ///< the sum of the counts
};

/// The products of the counts of every item and length, on their way.
class BitRowProducts {
 public:
  BitRowProducts(device::Device& device, MultiplyCounts& kernel, const BitRowShape& shape,
                 const device::Array<std::uint16_t>& counts, const std::vector<std::uint32_t>& n_counts);

  /// Waits. For every item and length.
  std::vector<BitRowProduct> read() const;

 private:
  const std::vector<std::uint32_t>& n_counts_;
  BitRowKernels::Words n_counts_there_, integers_;
  device::Array<double> mantissas_;
};

/// A batch on its way through the device. The batch must outlive it.
class BitRowLaunch {
 public:
  /// @param products the kernel where they are wanted, else null.
  BitRowLaunch(device::Device& device, BitRowKernels& kernels, MultiplyCounts* products, const BitRowShape& shape,
               const BitRowBatch& batch);

  /// Waits. For every item, length and template; empty unless wanted per template.
  std::vector<std::uint16_t> counts() const { return products_ ? std::vector<std::uint16_t>() : counts_.read(); }
  /// Waits. For every item and length; empty unless wanted.
  std::vector<BitRowProduct> products() const { return products_ ? products_->read() : std::vector<BitRowProduct>(); }
  /// Waits. For every item, block and length; their sums over blocks are the totals. Empty where products are wanted.
  std::vector<std::uint32_t> totals() const { return products_ ? std::vector<std::uint32_t>() : totals_.read(); }

 private:
  BitRowKernels::Words times_, n_present_, tables_, tasks_, begins_, ends_;
  device::Array<std::uint64_t> rank_words_;
  BitRowKernels::Words runs_, templates_;
  device::Array<std::uint16_t> counts_;
  BitRowKernels::Words totals_;
  std::optional<BitRowProducts> products_;
};

}  // namespace biotropy::match
