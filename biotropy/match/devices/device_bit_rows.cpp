// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/devices/device_bit_rows.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>

#include "biotropy/match/devices/kernels_internal.hpp"
#include "biotropy/match/engines/common_order.hpp"
#include "biotropy/match/template_set.hpp"

namespace biotropy::match {

namespace {

constexpr std::uint32_t kBitsPerWord = 32;
constexpr std::uint32_t kMostLanes = 32;
// Shorter rows would waste most of a memory transaction and need one more program.
constexpr std::uint32_t kFewestWords = 8;
constexpr std::uint32_t kItemsPerGroup = 128;
constexpr std::uint32_t kLengthsPerWord = 2;
constexpr std::size_t kIntegersOfProduct = 4;
constexpr std::size_t kTaskFields = 6;
// Places of the common order (common_order.hpp) in one rank word.
constexpr std::size_t kPlacesPerRankWord = 48;

std::uint32_t packed_words(std::uint32_t n_lengths) {
  return (n_lengths + kLengthsPerWord - 1) / kLengthsPerWord;
}

std::size_t samples_of_group(const Query& query, std::size_t group) {
  std::size_t n = 0;
  for (std::size_t s = 0; s < query.group_size; ++s) n += query.series[group * query.group_size + s].size();
  return n;
}

// Marks the positions of a series that are templates, as a row of bits.
void mark_templates(Samples samples, const Query& query, std::uint32_t words, std::uint32_t* row) {
  const TemplateSet set(samples, query.rule);
  const std::size_t n = query.rule.templates == TemplateRule::all
                            ? samples.size()
                            : template_count(query.rule, samples.size(), query.rule.lengths.back());
  for (std::size_t i = 0; i < n; ++i) {
    if (set.contains(i)) row[i % words] |= 1U << (i / words);
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
  const std::size_t first_series = partner.slot * query.group_size, n_lengths = query.rule.lengths.size();
  for (std::size_t i = partner.first_item; i < partner.first_item + partner.n_items; ++i) {
    const BitRowItem& item = batch.items[i];
    const std::uint32_t x = query.pairs[item.pair].x;
    const std::size_t n_x = query.x(item.group, item.pair).size();
    const std::size_t fields[kTaskFields] = {orders.first_samples[partner.slot][x],
                                             n_x,
                                             partner.first_rank,
                                             number,
                                             first_series + x,
                                             first_series + partner.y};
    std::copy_n(fields, kTaskFields, batch.tasks.begin() + static_cast<std::ptrdiff_t>(i * kTaskFields));
    for (std::size_t slot = 0; slot < n_lengths; ++slot) {
      const std::size_t templates = template_count(query.rule, n_x, query.rule.lengths[slot]);
      batch.n_counts[i * n_lengths + slot] = static_cast<std::uint32_t>(templates);
    }
  }
}

}  // namespace

BitRowShape::BitRowShape(const Query& query) {
  for (const Samples samples : query.series) {
    stride = std::max(stride, static_cast<std::uint32_t>(samples.size()));
  }
  const std::uint32_t needed = (stride + kBitsPerWord - 1) / kBitsPerWord;
  words = needed <= kMostLanes ? std::max(kFewestWords, std::bit_ceil(needed))
                               : (needed + kMostLanes - 1) / kMostLanes * kMostLanes;
  lanes = std::min(words, kMostLanes);
  const Rule& rule = query.rule;
  per_template = rule.per_template;
  longest = static_cast<std::uint32_t>(rule.lengths.back());
  length_bits = 0;
  for (const int length : rule.lengths) length_bits |= length <= 32 ? 1U << (length - 1) : 0U;
  n_lengths = static_cast<std::uint32_t>(rule.lengths.size());
  teams = std::max(1U, kItemsPerGroup / lanes / packed_words(n_lengths));
  // A delay or window beyond the longest series changes nothing.
  tau = static_cast<std::uint32_t>(std::min<std::int64_t>(rule.tau, stride));
  reach = static_cast<std::uint32_t>(std::min<std::int64_t>(rule.theiler, stride) + 1);
}

device::Source BitRowShape::source() const {
  return {"bit_rows",
          bit_rows_c,
          {{"WORDS", words},
           {"LANES", lanes},
           {"TEAMS", teams},
           {"LONGEST", longest},
           {"LENGTH_BITS", length_bits},
           {"N_LENGTHS", n_lengths}}};
}

device::Source BitRowShape::source_of_products() const {
  return {"count_products", count_products_c, {{"N_LENGTHS", n_lengths}}};
}

std::size_t BitRowShape::local_bytes() const {
  return std::size_t{packed_words(n_lengths)} * teams * lanes * (lanes + 1) * sizeof(std::uint32_t);
}

std::size_t items_within(const Query& query, const BitRowShape& shape, std::span<const BitRowItem> items,
                         std::size_t bytes) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  const std::size_t results = query.rule.per_template ? shape.stride * shape.n_lengths * sizeof(std::uint16_t)
                                                      : shape.blocks() * shape.n_lengths * word;
  const std::size_t of_item = shape.stride * word + results;
  std::size_t used = 0, group_words = 0;
  for (std::size_t position = 0; position < items.size(); ++position) {
    const bool new_group = position == 0 || items[position].group != items[position - 1].group;
    if (new_group) {
      group_words = samples_of_group(query, items[position].group);
      used += (2 * group_words + query.group_size * shape.words) * word;
    }
    if (new_group || query.pairs[items[position].pair].y != query.pairs[items[position - 1].pair].y) {
      used += (shape.table_words() + shape.stride) * word + group_words / kPlacesPerRankWord * sizeof(std::uint64_t);
    }
    used += of_item;
    if (used > bytes && position > 0) return position;
  }
  return items.size();
}

BitRowBatch prepare(const Query& query, const BitRowShape& shape, std::span<const BitRowItem> items,
                    const CancelFlag* cancel) {
  BitRowBatch batch;
  batch.items = items;
  GroupOrders orders = order_groups(query, items, cancel);
  for (std::size_t slot = 0; slot < orders.groups.size(); ++slot) {
    auto& first_samples = orders.first_samples.emplace_back();
    for (std::size_t s = 0; s < query.group_size; ++s) {
      first_samples.push_back(static_cast<std::uint32_t>(batch.begins.size()));
      const auto begins = orders.orders[slot]->begins(s), ends = orders.orders[slot]->ends(s);
      batch.begins.insert(batch.begins.end(), begins.begin(), begins.end());
      batch.ends.insert(batch.ends.end(), ends.begin(), ends.end());
    }
  }
  batch.templates.assign(orders.groups.size() * query.group_size * shape.words, 0);
  parallel_for(orders.groups.size() * query.group_size, cancel, [&](std::size_t position) {
    const std::size_t group = orders.groups[position / query.group_size], s = position % query.group_size;
    mark_templates(query.series[group * query.group_size + s], query, shape.words,
                   batch.templates.data() + position * shape.words);
  });
  const std::vector<Partner> partners = partners_of(query, items, orders);
  batch.rank_words.resize(partners.empty() ? 0 : partners.back().end_of_ranks());
  batch.times.resize(partners.size() * shape.stride);
  batch.n_present.resize(partners.size());
  batch.tasks.resize(items.size() * kTaskFields);
  batch.n_counts.resize(items.size() * query.rule.lengths.size());
  parallel_for(partners.size(), cancel,
               [&](std::size_t partner) { fill_partner(query, shape, orders, partners, partner, batch); });
  return batch;
}

BitRowKernels::BitRowKernels(device::Device& device, const BitRowShape& shape)
    : BitRowKernels(device, *device.program(shape.source())) {}

BitRowKernels::BitRowKernels(device::Device& device, const device::Program& program)
    : build_tables(device, program, "build_tables"),
      find_runs(device, program, "find_runs"),
      count_rows(device, program, "count_rows") {}

BitRowProducts::BitRowProducts(device::Device& device, MultiplyCounts& kernel, const BitRowShape& shape,
                               const device::Array<std::uint16_t>& counts, const std::vector<std::uint32_t>& n_counts)
    : n_counts_(n_counts),
      n_counts_there_(device, n_counts),
      integers_(device, n_counts.size() * kIntegersOfProduct),
      mantissas_(device, n_counts.size()) {
  constexpr std::size_t group = 64, products_of_group = 8;
  kernel({(n_counts.size() + products_of_group - 1) / products_of_group, group}, counts, n_counts_there_, shape.stride,
         static_cast<std::uint32_t>(n_counts.size()), mantissas_, integers_);
}

std::vector<BitRowProduct> BitRowProducts::read() const {
  const std::vector<double> mantissas = mantissas_.read();
  const std::vector<std::uint32_t> integers = integers_.read();
  std::vector<BitRowProduct> products;
  products.reserve(mantissas.size());
  for (std::size_t i = 0; i < mantissas.size(); ++i) {
    const std::uint32_t* of_product = integers.data() + i * kIntegersOfProduct;
    const auto exponent = static_cast<std::int32_t>(of_product[0]);
    products.push_back({{mantissas[i], exponent, n_counts_[i], of_product[1], of_product[2]}, of_product[3]});
  }
  return products;
}

BitRowLaunch::BitRowLaunch(device::Device& device, BitRowKernels& kernels, MultiplyCounts* products,
                           const BitRowShape& shape, const BitRowBatch& batch)
    : times_(device, batch.times),
      n_present_(device, batch.n_present),
      tables_(device, batch.n_present.size() * shape.table_words()),
      tasks_(device, batch.tasks),
      begins_(device, batch.begins),
      ends_(device, batch.ends),
      rank_words_(device, batch.rank_words),
      runs_(device, batch.items.size() * shape.stride),
      templates_(device, batch.templates),
      counts_(device, shape.per_template ? batch.items.size() * shape.n_lengths * shape.stride : 0),
      totals_(device, batch.items.size() * shape.blocks() * shape.n_lengths) {
  constexpr std::size_t most_column_items = 64;
  const auto n_items = static_cast<std::uint32_t>(batch.items.size());
  const std::size_t column_items = std::min<std::size_t>(shape.words, most_column_items);
  kernels.build_tables({batch.n_present.size(), column_items}, times_, n_present_, shape.stride, tables_);
  kernels.find_runs({(runs_.size() + kItemsPerGroup - 1) / kItemsPerGroup, kItemsPerGroup}, tasks_, n_items, begins_,
                    ends_, rank_words_, shape.stride, runs_);
  const auto n_blocks = static_cast<std::uint32_t>(shape.blocks());
  kernels.count_rows({batch.items.size() * n_blocks, shape.group_size()}, tasks_, runs_, templates_, tables_,
                     shape.stride, shape.tau, shape.reach, n_blocks, shape.per_template ? 1U : 0U, counts_, totals_);
  if (products != nullptr) products_.emplace(device, *products, shape, counts_, batch.n_counts);
}

}  // namespace biotropy::match
