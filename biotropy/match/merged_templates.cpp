// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/merged_templates.hpp"

#include <algorithm>
#include <utility>

#include "biotropy/match/template_set.hpp"
#include "biotropy/pieces.hpp"
#include "biotropy/threads.hpp"
namespace biotropy::match {

namespace {

constexpr std::size_t kWorthAThread = 16384;

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

// Counting sort by first code: every piece of the templates has its own places in every group.
void MergedTemplates::place(Samples samples, const SampleCodes& codes, const Rule& rule) {
  const Reader templates(samples, codes, rule);
  const Pieces pieces(templates.count(), kWorthAThread);
  std::vector<std::vector<std::size_t>> starts(pieces.size(), std::vector<std::size_t>(none_ + 1, 0));
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    for (std::size_t time = begin; time < end; ++time) ++starts[piece][templates.first(time)];
  });
  std::size_t place = 0;
  for (std::uint32_t first = 0; first < none_; ++first) {
    begins_[first] = place;
    for (auto& of_piece : starts) place += std::exchange(of_piece[first], place);
  }
  begins_[none_] = place;
  items_ = std::make_unique_for_overwrite<CodedTemplate[]>(place);
  merged_ = std::make_unique_for_overwrite<CodedTemplate[]>(place);
  for_each_piece(pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    for (std::size_t time = begin; time < end; ++time) {
      const std::uint32_t first = templates.first(time);
      if (first != none_) items_[starts[piece][first]++] = templates.rest(time);
    }
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
