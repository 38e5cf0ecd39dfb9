// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/device_bit_rows.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <numeric>

#include "biotropy/match/devices/kernels_internal.hpp"
#include "biotropy/match/engines/common_order.hpp"
#include "biotropy/match/query.hpp"

namespace biotropy::match {

using device::HostAllocator;

namespace {

constexpr std::uint32_t kBitsOfRowWord = 32;
constexpr std::uint32_t kFewestLanes = 8, kMostLanes = 32;
constexpr std::uint32_t kMostLoaded = 4;
constexpr std::uint32_t kItemsPerGroup = 128, kItemsOfRuns = 256;
// A group of count_rows_shared.c: a warp for each pair.
constexpr std::uint32_t kWarp = 32, kWarps = 32;
// Rows of a chain for each one that only serves the templates of the others.
constexpr std::size_t kFewestPerServing = 4;
constexpr std::uint32_t kLengthsPerWord = 2;
constexpr std::uint32_t kMostRankWords = 4096;
constexpr std::size_t kIntegersOfProduct = 4;
constexpr std::size_t kTaskFields = 5, kPartnerFields = 4;
// Places of the common order (common_order.hpp) in one rank word.
constexpr std::size_t kPlacesPerRankWord = 48;
// Work (BitRowShape::work_of_task) of one launch, per compute unit: some hundredths of a second, so that a display
// stays responsive; and launches of one batch.
constexpr std::uint64_t kWorkPerUnit = 10'000'000;
constexpr std::uint64_t kLaunchesOfBatch = 16;
// Keeps all units of a device busy.
constexpr std::size_t kGroupsOfLaunch = 1024;

std::uint32_t packed_words(std::uint32_t n_lengths) {
  return (n_lengths + kLengthsPerWord - 1) / kLengthsPerWord;
}

std::size_t samples_of_group(const Query& query, std::size_t group) {
  std::size_t n = 0;
  for (std::size_t s = 0; s < query.group_size; ++s) n += query.series[group * query.group_size + s].size();
  return n;
}

// Marks the positions of a series that are templates, as a row of a table.
void mark_templates(Samples samples, const Query& query, const BitRowShape& shape, std::uint32_t* row) {
  const TemplateSet set(samples, query.rule);
  const std::size_t n = query.rule.templates == TemplateRule::all
                            ? samples.size()
                            : template_count(query.rule, samples.size(), query.rule.lengths.back());
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t part = i % shape.lanes, bit = i / shape.lanes;
    if (set.contains(i)) row[part * shape.depth + bit / kBitsOfRowWord] |= 1U << (bit % kBitsOfRowWord);
  }
}

// Common orders of the groups of a batch, and the first samples of their series in its arrays.
struct GroupOrders {
  std::vector<std::size_t> groups;
  std::vector<std::unique_ptr<const CommonOrder>> orders;
  std::vector<std::vector<std::uint32_t>> first_samples;  // of each series, among begins and ends
};

GroupOrders order_groups(const Query& query, std::span<const BitRowItem> items, const CancelFlag* cancel) {
  GroupOrders result;
  for (const BitRowItem& item : items) {
    if (result.groups.empty() || result.groups.back() != item.group) result.groups.push_back(item.group);
  }
  result.orders.resize(result.groups.size());
  parallel_for(result.groups.size(), cancel, [&](std::size_t slot) {
    const auto series = query.series.subspan(result.groups[slot] * query.group_size, query.group_size);
    result.orders[slot] = std::make_unique<const CommonOrder>(series, query.rule.r, query.rule.boundary);
  });
  return result;
}

// Items with the same partner series: they share its table.
struct Partner {
  std::size_t slot, y;              // position of the group among the orders, and of the series in the group
  std::size_t first_item, n_items;  // in the batch
  std::size_t first_rank, n_ranks;  // words
  std::size_t end_of_ranks() const { return first_rank + n_ranks; }
};

std::vector<Partner> partners_of(const Query& query, std::span<const BitRowItem> items, const GroupOrders& orders) {
  std::vector<Partner> partners;
  std::size_t slot = 0;
  for (std::size_t position = 0; position < items.size(); ++position) {
    const bool new_group = position == 0 || items[position].group != items[position - 1].group;
    if (new_group && position > 0) ++slot;
    const std::size_t y = query.pairs[items[position].pair].y;
    if (new_group || y != partners.back().y) {
      const std::size_t first = partners.empty() ? 0 : partners.back().end_of_ranks();
      partners.push_back({slot, y, position, 0, first, orders.orders[slot]->rank_word_count()});
    }
    ++partners.back().n_items;
  }
  return partners;
}

// Fills in one partner and its items.
void fill_partner(const Query& query, const BitRowShape& shape, const GroupOrders& orders,
                  const std::vector<Partner>& partners, std::size_t number, BitRowBatch& batch) {
  const Partner& partner = partners[number];
  const CommonOrder& order = *orders.orders[partner.slot];
  std::vector<std::uint64_t> words;
  order.rank_words(partner.y, words);
  std::copy(words.begin(), words.end(), batch.rank_words.begin() + static_cast<std::ptrdiff_t>(partner.first_rank));
  const auto times = order.sorted_times(partner.y);
  batch.n_present[number] = static_cast<std::uint32_t>(times.size());
  std::copy(times.begin(), times.end(), batch.times.begin() + static_cast<std::ptrdiff_t>(number * shape.stride));
  const std::size_t of_partner[kPartnerFields] = {partner.first_item, partner.first_item + partner.n_items,
                                                  partner.first_rank, partner.n_ranks};
  std::copy_n(of_partner, kPartnerFields,
              batch.partners.begin() + static_cast<std::ptrdiff_t>(number * kPartnerFields));
  const std::size_t first_series = partner.slot * query.group_size, n_lengths = query.rule.lengths.size();
  for (std::size_t i = partner.first_item; i < partner.first_item + partner.n_items; ++i) {
    const BitRowItem& item = batch.items[i];
    const std::uint32_t x = query.pairs[item.pair].x;
    const std::size_t n_x = query.x(item.group, item.pair).size();
    const std::size_t fields[kTaskFields] = {orders.first_samples[partner.slot][x], n_x, number, first_series + x,
                                             first_series + partner.y};
    std::copy_n(fields, kTaskFields, batch.tasks.begin() + static_cast<std::ptrdiff_t>(i * kTaskFields));
    for (std::size_t slot = 0; slot < n_lengths; ++slot) {
      const std::size_t templates = template_count(query.rule, n_x, query.rule.lengths[slot]);
      batch.n_counts[i * n_lengths + slot] = static_cast<std::uint32_t>(templates);
    }
  }
}

}  // namespace

BitRowShape::BitRowShape(const Query& query, RowKernel row_kernel) : kernel(row_kernel) {
  for (const Samples samples : query.series) {
    stride = std::max(stride, static_cast<std::uint32_t>(samples.size()));
  }
  // Few parts of many words: more is loaded at once, and fewer sums are added up.
  const std::uint32_t needed = (stride + kBitsOfRowWord - 1) / kBitsOfRowWord;
  for (lanes = kFewestLanes; lanes < kMostLanes && needed > lanes * kMostLoaded;) lanes *= 2;
  depth = (needed + lanes - 1) / lanes;
  depth = depth <= kMostLoaded ? std::bit_ceil(depth) : (depth + 1) / 2 * 2;
  loaded = depth % kMostLoaded == 0 ? kMostLoaded : std::min(depth, 2U);
  const Rule& rule = query.rule;
  per_template = rule.per_template;
  masked = rule.templates != TemplateRule::all;
  longest = static_cast<std::uint32_t>(rule.lengths.back());
  length_bits = 0;
  for (const int length : rule.lengths) length_bits |= length <= 32 ? 1U << (length - 1) : 0U;
  n_lengths = static_cast<std::uint32_t>(rule.lengths.size());
  const bool is_shared = kernel == RowKernel::shared_table;
  team = is_shared ? kWarp : lanes;
  teams = is_shared ? kWarps : std::bit_floor(std::max(1U, kItemsPerGroup / lanes / packed_words(n_lengths)));
  // A delay or window beyond the longest series changes nothing. Few delays: each has its own program.
  tau = static_cast<std::uint32_t>(std::min<std::int64_t>(rule.tau, std::bit_ceil(stride)));
  // Chains side by side have the parts that the steps of one chain leave out. The registers suffice for two rows: a
  // group of 1024 work items leaves each of them 64.
  rows_of_item = is_shared ? 2 : 1;
  chains = is_shared ? std::gcd(rows_of_item * tau, lanes) : 1;
  reach = static_cast<std::uint32_t>(std::min<std::int64_t>(rule.theiler, stride) + 1);
  std::size_t most_samples = 0;
  for (std::size_t group = 0; group < query.groups(); ++group) {
    most_samples = std::max(most_samples, samples_of_group(query, group));
  }
  rank_words = most_samples / kPlacesPerRankWord < kMostRankWords ? kMostRankWords : 0;
}

device::Source BitRowShape::source_of_tables() const {
  return {"bit_tables", bit_tables_c, {{"LANES", lanes}, {"DEPTH", depth}, {"RANK_WORDS", rank_words}}};
}

device::Source BitRowShape::source_of_counts() const {
  device::Source source{"count_rows",
                        count_rows_c,
                        {{"LANES", lanes},
                         {"DEPTH", depth},
                         {"TEAMS", teams},
                         {"LONGEST", longest},
                         {"LENGTH_BITS", length_bits},
                         {"N_LENGTHS", n_lengths},
                         {"TAU", tau},
                         {"MASKED", masked ? 1U : 0U},
                         {"PER_TEMPLATE", per_template ? 1U : 0U}}};
  if (kernel == RowKernel::shared_table) {
    source.name = "count_rows_shared";
    source.text = count_rows_shared_c;
    source.constants.emplace_back("ROWS_OF_ITEM", rows_of_item);
    source.constants.emplace_back("CHAINS", chains);
    source.constants.emplace_back("MASK_WORDS", mask_words());
    source.constants.emplace_back("TABLE_WORDS", (kBitsOfRowWord * words() + 1) * words());
    return source;
  }
  constexpr std::uint32_t unrolled = 16;
  source.constants.emplace_back("LOADED", loaded);
  source.constants.emplace_back("EXCLUDES", reach > 0 ? 1U : 0U);
  source.constants.emplace_back("ROWS_AT_ONCE", std::clamp(unrolled * loaded / depth / longest, 1U, kFewestLanes));
  return source;
}

device::Source BitRowShape::source_of_products() const {
  return {"count_products", count_products_c, {{"N_LENGTHS", n_lengths}}};
}

std::size_t BitRowShape::local_bytes() const {
  std::size_t of_counts = 0;
  if (kernel == RowKernel::global_table) {
    const std::size_t near = reach > 0 ? std::size_t{teams} * (2 * lanes - 1) * depth : 0;
    of_counts = std::size_t{packed_words(n_lengths)} * group_size() * (lanes + 1) + near;
  }
  return std::max(rank_words * sizeof(std::uint64_t), of_counts * sizeof(std::uint32_t));
}

// A shift of a part, and the positions masked at its end, stay within a word.
bool BitRowShape::suits_shared_table() const {
  if (lanes != kFewestLanes || depth > kMostLoaded || std::size_t{longest - 1} * kFewestPerServing > chain_rows()) {
    return false;
  }
  const std::uint32_t latest = (walked_parts() - 1) / lanes, masked_bits = ((longest - 1) * tau + lanes - 1) / lanes;
  return latest + masked_bits <= kBitsOfRowWord;
}

std::size_t BitRowShape::mask_words() const {
  constexpr std::size_t loaded_together = 4;
  const std::size_t words = std::size_t{walked_parts()} * (masked ? depth : longest);
  return (words + loaded_together - 1) / loaded_together * loaded_together;
}

std::size_t BitRowShape::shared_table_bytes() const {
  return (mask_words() + table_words()) * sizeof(std::uint32_t);
}

std::size_t BitRowShape::largest_shared_bytes() const {
  const std::size_t table = (kBitsOfRowWord * words() + 1) * words(), exchanged = group_size() + kWarp;
  return (mask_words() + table + exchanged) * sizeof(std::uint32_t);
}

std::size_t BitRowShape::runs_of_task() const {
  const std::size_t in_groups = std::size_t{(stride + kItemsPerGroup - 1) / kItemsPerGroup} * kItemsPerGroup;
  return in_groups + std::size_t{longest - 1} * tau + 1;
}

std::size_t BitRowShape::sums_of_task() const {
  return kernel == RowKernel::shared_table ? 1 : (stride + group_size() - 1) / group_size();
}

std::size_t items_within(const Query& query, const BitRowShape& shape, std::span<const BitRowItem> items,
                         std::size_t bytes, std::uint32_t units) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  const std::size_t results = query.rule.per_template
                                  ? std::size_t{shape.stride} * shape.n_lengths * sizeof(std::uint16_t)
                                  : shape.sums_of_task() * shape.n_lengths * word;
  const std::size_t of_item = shape.runs_of_task() * sizeof(std::uint64_t) + results;
  const std::uint64_t most = std::max<std::uint64_t>(1, kLaunchesOfBatch * kWorkPerUnit * units / shape.work_of_task());
  std::size_t used = 0, group_words = 0;
  for (std::size_t position = 0; position < std::min<std::uint64_t>(most, items.size()); ++position) {
    const bool new_group = position == 0 || items[position].group != items[position - 1].group;
    if (new_group) {
      group_words = samples_of_group(query, items[position].group);
      used += (2 * group_words + query.group_size * shape.words()) * word;
    }
    if (new_group || query.pairs[items[position].pair].y != query.pairs[items[position - 1].pair].y) {
      used += (shape.table_words() + shape.stride) * word + group_words / kPlacesPerRankWord * sizeof(std::uint64_t);
    }
    used += of_item;
    if (used > bytes && position > 0) return position;
  }
  return static_cast<std::size_t>(std::min<std::uint64_t>(most, items.size()));
}

BitRowBatch::BitRowBatch(device::Device& device)
    : begins(HostAllocator<std::uint32_t>(device)),
      ends(begins.get_allocator()),
      rank_words(begins.get_allocator()),
      times(begins.get_allocator()),
      n_present(begins.get_allocator()),
      templates(begins.get_allocator()),
      tasks(begins.get_allocator()),
      partners(begins.get_allocator()),
      n_counts(begins.get_allocator()) {}

BitRowResults::BitRowResults(device::Device& device)
    : counts(HostAllocator<std::uint16_t>(device)),
      mantissas(counts.get_allocator()),
      integers(counts.get_allocator()),
      totals(counts.get_allocator()) {}

void prepare(const Query& query, const BitRowShape& shape, std::span<const BitRowItem> items, const CancelFlag* cancel,
             BitRowBatch& batch) {
  batch.items = items;
  batch.begins.clear();
  batch.ends.clear();
  batch.most_tasks = 0;
  GroupOrders orders = order_groups(query, items, cancel);
  std::size_t n_samples = 0;
  for (const std::size_t group : orders.groups) n_samples += samples_of_group(query, group);
  batch.begins.reserve(n_samples);
  batch.ends.reserve(n_samples);
  for (std::size_t slot = 0; slot < orders.groups.size(); ++slot) {
    auto& first_samples = orders.first_samples.emplace_back();
    for (std::size_t s = 0; s < query.group_size; ++s) {
      first_samples.push_back(static_cast<std::uint32_t>(batch.begins.size()));
      const auto begins = orders.orders[slot]->begins(s), ends = orders.orders[slot]->ends(s);
      batch.begins.insert(batch.begins.end(), begins.begin(), begins.end());
      batch.ends.insert(batch.ends.end(), ends.begin(), ends.end());
    }
  }
  batch.templates.assign(orders.groups.size() * query.group_size * shape.words(), 0);
  parallel_for(orders.groups.size() * query.group_size, cancel, [&](std::size_t position) {
    const std::size_t group = orders.groups[position / query.group_size], s = position % query.group_size;
    mark_templates(query.series[group * query.group_size + s], query, shape,
                   batch.templates.data() + position * shape.words());
  });
  const std::vector<Partner> partners = partners_of(query, items, orders);
  batch.rank_words.resize(partners.empty() ? 0 : partners.back().end_of_ranks());
  batch.times.resize(partners.size() * shape.stride);
  batch.n_present.resize(partners.size());
  batch.tasks.resize(items.size() * kTaskFields);
  batch.partners.resize(partners.size() * kPartnerFields);
  for (const Partner& partner : partners) batch.most_tasks = std::max(batch.most_tasks, partner.n_items);
  batch.n_counts.resize(items.size() * query.rule.lengths.size());
  parallel_for(partners.size(), cancel,
               [&](std::size_t partner) { fill_partner(query, shape, orders, partners, partner, batch); });
}

BitRowKernels::BitRowKernels(device::Device& device, const BitRowShape& shape)
    : BitRowKernels(device, shape, *device.program(shape.source_of_tables())) {}

BitRowKernels::BitRowKernels(device::Device& device, const BitRowShape& shape, const device::Program& tables)
    : build_tables(device, tables, "build_tables"), find_runs(device, tables, "find_runs") {
  const auto counts = device.program(shape.source_of_counts());
  if (shape.kernel == RowKernel::shared_table) {
    count_rows_shared.emplace(device, *counts, "count_rows_shared");
  } else {
    count_rows.emplace(device, *counts, "count_rows");
  }
}

BitRowProducts::BitRowProducts(device::Pool& pool, MultiplyCounts& kernel, const BitRowShape& shape,
                               const device::Array<std::uint16_t>& counts, std::span<const std::uint32_t> n_counts_here)
    : n_counts(pool, n_counts_here),
      integers(pool, n_counts.size() * kIntegersOfProduct),
      mantissas(pool, n_counts.size()) {
  constexpr std::size_t group = 64, products_of_group = 8;
  kernel({(n_counts.size() + products_of_group - 1) / products_of_group, group}, counts, n_counts, shape.stride,
         static_cast<std::uint32_t>(n_counts.size()), mantissas, integers);
}

BitRowProduct BitRowResults::product(std::size_t position, std::span<const std::uint32_t> n_counts) const {
  const std::uint32_t* of_product = integers.data() + position * kIntegersOfProduct;
  const auto exponent = static_cast<std::int32_t>(of_product[0]);
  return {{mantissas[position], exponent, n_counts[position], of_product[1], of_product[2]}, of_product[3]};
}

namespace {

// Groups that share the tasks of a partner, at least `at_once` each.
std::uint32_t parts_of_partner(const BitRowBatch& batch, std::size_t at_once) {
  const std::size_t n_partners = std::max<std::size_t>(1, batch.n_present.size());
  const std::size_t wanted = (kGroupsOfLaunch + n_partners - 1) / n_partners;
  const std::size_t most = std::max<std::size_t>(1, (batch.most_tasks + at_once - 1) / at_once);
  return static_cast<std::uint32_t>(std::min(wanted, most));
}

}  // namespace

BitRowLaunch::BitRowLaunch(device::Pool& pool, BitRowKernels& kernels, MultiplyCounts* products,
                           const BitRowShape& shape, const BitRowBatch& batch)
    : device_(pool.device()),
      times_(pool, batch.times),
      n_present_(pool, batch.n_present),
      tables_(pool, batch.n_present.size() * shape.table_words()),
      tasks_(pool, batch.tasks),
      partners_(pool, batch.partners),
      begins_(pool, batch.begins),
      ends_(pool, batch.ends),
      rank_words_(pool, batch.rank_words),
      runs_(pool, batch.items.size() * shape.runs_of_task()),
      templates_(pool, batch.templates),
      counts_(pool, shape.per_template ? batch.items.size() * shape.n_lengths * shape.stride : 0),
      totals_(pool, shape.per_template ? 0 : batch.items.size() * shape.sums_of_task() * shape.n_lengths) {
  constexpr std::size_t most_column_items = 64;
  const std::size_t column_items = std::min<std::size_t>(shape.words(), most_column_items);
  kernels.build_tables({batch.n_present.size(), column_items}, times_, n_present_, shape.stride, tables_);
  const std::uint32_t n_parts = parts_of_partner(batch, 1);
  kernels.find_runs({batch.n_present.size() * n_parts, kItemsOfRuns}, partners_, n_parts, tasks_, begins_, ends_,
                    rank_words_, static_cast<std::uint32_t>(shape.runs_of_task()), runs_);
  count(kernels, shape, batch);
  if (products != nullptr) products_.emplace(pool, *products, shape, counts_, batch.n_counts);
  done_ = device_.stamp();
}

void BitRowLaunch::read(BitRowResults& results) const {
  const auto read = [this](const auto& array, bool is_wanted, auto& values) {
    values.resize(is_wanted ? array.size() : 0);
    array.read_after(*done_, values);
  };
  read(counts_, !products_, results.counts);
  read(totals_, true, results.totals);
  if (!products_) return;
  read(products_->mantissas, true, results.mantissas);
  read(products_->integers, true, results.integers);
}

void BitRowLaunch::count(BitRowKernels& kernels, const BitRowShape& shape, const BitRowBatch& batch) {
  const auto runs_of_task = static_cast<std::uint32_t>(shape.runs_of_task());
  const bool is_shared = shape.kernel == RowKernel::shared_table;
  const std::uint32_t n_parts = parts_of_partner(batch, shape.teams);
  const auto n_blocks = static_cast<std::uint32_t>(shape.sums_of_task());
  const std::size_t n_groups = is_shared ? batch.n_present.size() * n_parts : batch.items.size() * n_blocks;
  const std::uint64_t work = batch.items.size() * shape.work_of_task() / std::max<std::size_t>(1, n_groups) + 1;
  const auto at_once =
      static_cast<std::size_t>(std::max<std::uint64_t>(1, kWorkPerUnit * device_.description().units / work));
  for (std::size_t done = 0; done < n_groups; done += at_once) {
    const auto first = static_cast<std::uint32_t>(done);
    device::Grid grid{std::min(at_once, n_groups - done), shape.group_size(), 0};
    if (is_shared) {
      grid.local_bytes = shape.shared_table_bytes();
      (*kernels.count_rows_shared)(grid, partners_, n_parts, tasks_, runs_, runs_of_task, templates_, tables_,
                                   shape.stride, first, counts_, totals_);
    } else {
      (*kernels.count_rows)(grid, tasks_, runs_, runs_of_task, templates_, tables_, shape.stride, shape.reach, n_blocks,
                            first, counts_, totals_);
    }
  }
}

}  // namespace biotropy::match
