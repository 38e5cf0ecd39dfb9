// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/merged_templates.hpp"

#include <algorithm>
#include <utility>

#include "biotropy/match/template_set.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

namespace {

// Templates that one thread places by itself.
constexpr std::size_t kBlock = 1 << 18;

// Reads the templates of a coded series.
class Reader {
 public:
  Reader(Samples samples, const SampleCodes& codes, const Rule& rule)
      : codes_(codes.codes),
        none_(static_cast<std::uint32_t>(codes.values.size())),
        longest_(rule.lengths.back()),
        tau_(static_cast<std::size_t>(rule.tau)),
        count_(template_count(rule, samples.size(), 1)),
        set_(samples, rule) {}

  std::size_t count() const { return count_; }

  /// Code of the first sample; none where no template starts.
  std::uint32_t first(std::size_t time) const { return set_.contains(time) ? codes_[time] : none_; }

  CodedTemplate rest(std::size_t time) const {
    const std::uint32_t second = at(time, 1);
    const std::uint32_t third = second == none_ ? none_ : at(time, 2);
    return {second, third, static_cast<std::uint32_t>(time)};
  }

 private:
  std::uint32_t at(std::size_t time, int k) const {
    const std::size_t sample = time + static_cast<std::size_t>(k) * tau_;
    return k < longest_ && sample < codes_.size() ? codes_[sample] : none_;
  }

  std::span<const std::uint16_t> codes_;
  std::uint32_t none_;
  int longest_;
  std::size_t tau_, count_;
  TemplateSet set_;
};

template <typename Digit>
void counting_sort(std::span<const CodedTemplate> from, CodedTemplate* to, std::vector<std::uint32_t>& starts,
                   Digit digit) {
  std::fill(starts.begin(), starts.end(), 0);
  for (const CodedTemplate item : from) ++starts[digit(item)];
  std::uint32_t begin = 0;
  for (std::uint32_t& start : starts) begin += std::exchange(start, begin);
  for (const CodedTemplate item : from) to[starts[digit(item)]++] = item;
}

}  // namespace

MergedTemplates::MergedTemplates(Samples samples, const SampleCodes& codes, const Rule& rule)
    : none_(static_cast<std::uint32_t>(codes.values.size())), begins_(none_ + 1, 0), merged_ends_(none_, 0) {
  place(samples, codes, rule);
  // Groups differ in size; neighbours share a task where there are many.
  constexpr std::uint32_t tasks = 64;
  parallel_for(tasks, nullptr, [&](std::size_t task) {
    for (auto first = static_cast<std::uint32_t>(task); first < none_; first += tasks) {
      sort_group(first);
      merge_group(first);
    }
  });
}

// Counting sort by first code: every block of templates has its own places in every group.
void MergedTemplates::place(Samples samples, const SampleCodes& codes, const Rule& rule) {
  const Reader templates(samples, codes, rule);
  const std::size_t blocks = (templates.count() + kBlock - 1) / kBlock;
  std::vector<std::vector<std::size_t>> starts(blocks, std::vector<std::size_t>(none_ + 1, 0));
  const auto for_block = [&](std::size_t b, auto visit) {
    const std::size_t end = std::min(templates.count(), (b + 1) * kBlock);
    for (std::size_t time = b * kBlock; time < end; ++time) visit(time, templates.first(time));
  };
  parallel_for(blocks, nullptr,
               [&](std::size_t b) { for_block(b, [&](std::size_t, std::uint32_t first) { ++starts[b][first]; }); });
  std::size_t begin = 0;
  for (std::uint32_t first = 0; first < none_; ++first) {
    begins_[first] = begin;
    for (auto& of_block : starts) begin += std::exchange(of_block[first], begin);
  }
  begins_[none_] = begin;
  items_ = std::make_unique_for_overwrite<CodedTemplate[]>(begin);
  merged_ = std::make_unique_for_overwrite<CodedTemplate[]>(begin);
  parallel_for(blocks, nullptr, [&](std::size_t b) {
    for_block(b, [&](std::size_t time, std::uint32_t first) {
      if (first != none_) items_[starts[b][first]++] = templates.rest(time);
    });
  });
}

void MergedTemplates::sort_group(std::uint32_t first) {
  constexpr std::size_t items_per_bucket = 4;  // with fewer the buckets are more work than comparisons
  CodedTemplate* const items = items_.get() + begins_[first];
  const std::size_t size = begins_[first + 1] - begins_[first];
  if (size * items_per_bucket < none_) {
    std::sort(items, items + size);
    return;
  }
  std::vector<std::uint32_t> starts(none_ + 1);
  CodedTemplate* const other = merged_.get() + begins_[first];
  counting_sort({items, size}, other, starts, [](CodedTemplate item) { return item.third(); });
  counting_sort({other, size}, items, starts, [](CodedTemplate item) { return item.second(); });
}

void MergedTemplates::merge_group(std::uint32_t first) {
  std::size_t end = begins_[first];
  for (std::size_t item = begins_[first]; item < begins_[first + 1];) {
    const std::size_t begin = item;
    while (item < begins_[first + 1] && items_[item].same_codes(items_[begin])) ++item;
    merged_[end++] = {items_[begin].second(), items_[begin].third(), static_cast<std::uint32_t>(item - begin)};
  }
  merged_ends_[first] = end;
}

}  // namespace biotropy::match
