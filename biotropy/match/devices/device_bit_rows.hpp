// SPDX-License-Identifier: Apache-2.0
//
// Bit rows on a device (kernels/bit_tables.c, count_rows.c, count_rows_shared.c): host data of a batch of pairs, and
// the launches that count it. The processor sorts each group once and finds the runs of the common order; the device
// makes tables, the runs of each pair and the counts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "biotropy/device/device.hpp"
#include "biotropy/device/host_memory.hpp"
#include "biotropy/match/engine.hpp"

namespace biotropy::match {

/// Kernel that counts the rows.
enum class RowKernel {
  global_table,  ///< count_rows.c
  shared_table,  ///< count_rows_shared.c: the table of a partner in local memory
};

/// Sizes passed from a query to the kernels.
struct BitRowShape {
  BitRowShape(const Query& query, RowKernel row_kernel);

  device::Source source_of_tables() const;
  device::Source source_of_counts() const;
  device::Source source_of_products() const;
  /// Bytes of local memory that the kernels declare, the largest of them.
  std::size_t local_bytes() const;
  /// Whether count_rows_shared.c can count it. The functions of its chains hold where it can.
  bool suits_shared_table() const;
  /// Bytes of local memory for the table of a partner, and for all that count_rows_shared.c declares in OpenCL.
  std::size_t shared_table_bytes() const;
  std::size_t largest_shared_bytes() const;
  std::size_t group_size() const { return std::size_t{teams} * team; }
  /// Rows of a chain, those of them that are counted, parts that a team walks through, and words of their masks.
  std::uint32_t chain_rows() const { return team / chains * rows_of_item; }
  std::uint32_t counted_of_chain() const { return chain_rows() - (longest - 1); }
  std::uint32_t walked_parts() const { return chains + (chain_rows() - 1) * tau + lanes - 1; }
  std::size_t mask_words() const;
  std::size_t words() const { return std::size_t{lanes} * depth; }
  std::size_t table_words() const { return (std::size_t{stride} + 1) * words(); }
  /// Runs of one pair, with those of rows beyond the end of x.
  std::size_t runs_of_task() const;
  /// Work of one pair: rows of 1024 positions, for each sample of a template.
  std::uint64_t work_of_task() const { return std::uint64_t{stride} * longest * ((words() + 31) / 32); }
  /// Sums of one pair and length.
  std::size_t sums_of_task() const;

  RowKernel kernel;
  std::uint32_t stride = 1;            ///< samples of the longest series
  std::uint32_t lanes = 1, depth = 1;  ///< parts of a row, and words of a part
  std::uint32_t loaded = 1;            ///< words loaded together
  std::uint32_t team = 1, teams = 1;   ///< work items that share a pair or a row, and how many such are in a group
  std::uint32_t rows_of_item = 1, chains = 1;  ///< of count_rows_shared.c
  std::uint32_t longest = 1, length_bits = 1, n_lengths = 1;
  std::uint32_t tau = 1;
  std::uint32_t reach = 0;       ///< pairs with |i - j| below it are excluded
  std::uint32_t rank_words = 0;  ///< room in local memory
  bool masked = false;           ///< some samples start no template
  bool per_template = false;
};

/// A pair of a group.
struct BitRowItem {
  std::size_t group, pair;
};

/// Device data for some items, all of whose counts fit its memory at once. Its arrays are used again by prepare().
struct BitRowBatch {
  explicit BitRowBatch(device::Device& device);

  template <typename T>
  using HostVector = device::HostVector<T>;

  std::span<const BitRowItem> items;
  HostVector<std::uint32_t> begins, ends;      // for every sample of the groups, in their common orders
  HostVector<std::uint64_t> rank_words;        // for every partner
  HostVector<std::uint32_t> times, n_present;  // for every partner: positions by value, and their number
  HostVector<std::uint32_t> templates;         // for every series of the groups: positions that are templates
  HostVector<std::uint32_t> tasks, partners;   // see the kernels
  HostVector<std::uint32_t> n_counts;          // for every item and length: number of templates
  std::size_t most_tasks = 0;                  // of a partner
};

/// Number of items, from the first on, that take at most this many bytes on the device, and that one with so many units
/// counts in less than a second, as launches are not interrupted; at least one.
std::size_t items_within(const Query& query, const BitRowShape& shape, std::span<const BitRowItem> items,
                         std::size_t bytes, std::uint32_t units);

void prepare(const Query& query, const BitRowShape& shape, std::span<const BitRowItem> items, const CancelFlag* cancel,
             BitRowBatch& batch);

/// Kernels compiled for one shape.
class BitRowKernels {
 public:
  BitRowKernels(device::Device& device, const BitRowShape& shape);

  template <typename... Parameters>
  using Entry = device::Entry<Parameters...>;
  template <typename T>
  using Array = device::Array<T>;
  using Words = Array<std::uint32_t>;
  using Runs = Array<std::uint64_t>;

  Entry<Words, Words, std::uint32_t, Words> build_tables;
  Entry<Words, std::uint32_t, Words, Words, Words, Array<std::uint64_t>, std::uint32_t, Runs> find_runs;
  // One of them, as the shape says.
  std::optional<Entry<Words, Runs, std::uint32_t, Words, Words, std::uint32_t, std::uint32_t, std::uint32_t,
                      std::uint32_t, Array<std::uint16_t>, Words>>
      count_rows;
  std::optional<Entry<Words, std::uint32_t, Words, Runs, std::uint32_t, Words, Words, std::uint32_t, std::uint32_t,
                      Array<std::uint16_t>, Words>>
      count_rows_shared;

 private:
  BitRowKernels(device::Device& device, const BitRowShape& shape, const device::Program& tables);
};

/// Kernel of products, compiled for one shape.
using MultiplyCounts = device::Entry<device::Array<std::uint16_t>, BitRowKernels::Words, std::uint32_t, std::uint32_t,
                                     device::Array<double>, BitRowKernels::Words>;

struct BitRowProduct {
  CountProduct product;
  std::uint32_t total;  ///< the sum of the counts
};

/// Results of a batch: counts, products or neither. Its arrays are used again.
struct BitRowResults {
  explicit BitRowResults(device::Device& device);

  /// @param n_counts as in the batch.
  BitRowProduct product(std::size_t position, std::span<const std::uint32_t> n_counts) const;

  device::HostVector<std::uint16_t> counts;    ///< for every item, length and template
  device::HostVector<double> mantissas;        ///< for every item and length
  device::HostVector<std::uint32_t> integers;  ///< of the products
  device::HostVector<std::uint32_t> totals;    ///< sums_of_task() for every item, each of n_lengths numbers
};

/// Products of the counts of every item and length, while the device computes them.
struct BitRowProducts {
  BitRowProducts(device::Pool& pool, MultiplyCounts& kernel, const BitRowShape& shape,
                 const device::Array<std::uint16_t>& counts, std::span<const std::uint32_t> n_counts);

  BitRowKernels::Words n_counts, integers;
  device::Array<double> mantissas;
};

/// A batch being counted by the device. The batch must outlive it.
class BitRowLaunch {
 public:
  /// @param products the kernel if products are requested, else null.
  BitRowLaunch(device::Pool& pool, BitRowKernels& kernels, MultiplyCounts* products, const BitRowShape& shape,
               const BitRowBatch& batch);

  /// Waits for this batch alone: the device may already be counting the next.
  void read(BitRowResults& results) const;

 private:
  void count(BitRowKernels& kernels, const BitRowShape& shape, const BitRowBatch& batch);

  device::Device& device_;
  BitRowKernels::Words times_, n_present_, tables_, tasks_, partners_, begins_, ends_;
  device::Array<std::uint64_t> rank_words_, runs_;
  BitRowKernels::Words templates_;
  device::Array<std::uint16_t> counts_;
  BitRowKernels::Words totals_;
  std::optional<BitRowProducts> products_;
  std::unique_ptr<device::Stamp> done_;
};

}  // namespace biotropy::match
