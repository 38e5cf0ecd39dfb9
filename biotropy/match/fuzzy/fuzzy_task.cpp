// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/fuzzy_task_internal.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "biotropy/match/engines/argsort.hpp"
#include "biotropy/match/fuzzy/compensated_sum_internal.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kNeighbours = 16;  // neighbours of each template, for the lower bound
constexpr double kNegligible = 0x1p-60;

// Number of pairs of templates that are not excluded.
std::uint64_t pair_count(const FuzzyTemplates& x, const FuzzyTemplates& y, std::int64_t theiler) {
  std::uint64_t pairs = static_cast<std::uint64_t>(x.size()) * y.size();
  if (theiler < 0) return pairs;
  std::vector<double> of_x(x.times().begin(), x.times().end()), of_y(y.times().begin(), y.times().end());
  std::sort(of_x.begin(), of_x.end());
  std::sort(of_y.begin(), of_y.end());
  const auto window = static_cast<double>(theiler);
  std::size_t begin = 0, end = 0;
  for (const double time : of_x) {
    while (begin < of_y.size() && of_y[begin] < time - window) ++begin;
    while (end < of_y.size() && of_y[end] <= time + window) ++end;
    pairs -= end - begin;
  }
  return pairs;
}

// Order of two sets of templates by content: below 0 if x comes first, 0 if they are equal.
int order(const FuzzyTemplates& x, const FuzzyTemplates& y) {
  if (&x == &y) return 0;
  const auto compare = [](std::span<const double> of_x, std::span<const double> of_y) {
    if (std::ranges::equal(of_x, of_y)) return 0;
    return std::ranges::lexicographical_compare(of_x, of_y) ? -1 : 1;
  };
  for (std::size_t k = 0; k < x.places().coordinates.size(); ++k) {
    const int found = compare(x.coordinate(k), y.coordinate(k));
    if (found != 0) return found;
  }
  return compare(x.times(), y.times());
}

}  // namespace

FuzzyTask::FuzzyTask(const FuzzyTemplates& x, const FuzzyTemplates& y, const FuzzyQuery& fuzzy,
                     const CancelFlag* cancel)
    : x_(&x), y_(&y), fuzzy_(fuzzy) {
  // Exchanging two series must not change a bit of the sum, so their order is fixed by content; equal series are a self
  // comparison.
  const int found = order(x, y);
  if (found > 0) std::swap(x_, y_);
  if (found == 0) y_ = x_;
  const Rule& rule = fuzzy.query.rule;
  pairs_ = pair_count(*x_, *y_, rule.theiler);
  if (pairs_ == 0) return;
  begins_.resize(x_->size());
  ends_.resize(x_->size());
  is_half() ? take_half_of_neighbours() : take_neighbours();
  const double least = compensated_sum(block_sums(cancel)) * (kNegligible / static_cast<double>(pairs_));
  const double distance = least > 0.0 ? reach(fuzzy.membership, rule.r, least) : HUGE_VAL;
  is_half() ? take_half(distance) : take_all(distance);
}

// Takes the columns after a row that lie within `distance` of it in the first coordinate.
void FuzzyTask::take_half(double distance) {
  const auto first = x_->coordinate(0);
  std::size_t end = 0;
  for (std::size_t row = 0; row < first.size(); ++row) {
    while (end < first.size() && first[end] - first[row] <= distance) ++end;
    set(row, row + 1, std::max(end, row + 1));
  }
}

void FuzzyTask::take_all(double distance) {
  const auto rows = x_->coordinate(0), columns = y_->coordinate(0);
  std::size_t begin = 0, end = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    while (begin < columns.size() && rows[row] - columns[begin] > distance) ++begin;
    while (end < columns.size() && columns[end] - rows[row] <= distance) ++end;
    set(row, begin, std::max(begin, end));
  }
}

// Takes the nearest columns only.
void FuzzyTask::take_half_of_neighbours() {
  for (std::size_t row = 0; row < x_->size(); ++row) set(row, row + 1, std::min(row + 1 + kNeighbours, x_->size()));
}

void FuzzyTask::take_neighbours() {
  const auto rows = x_->coordinate(0), columns = y_->coordinate(0);
  std::size_t place = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    while (place < columns.size() && columns[place] < rows[row]) ++place;
    const std::size_t begin = place > kNeighbours / 2 ? place - kNeighbours / 2 : 0;
    set(row, begin, std::min(begin + kNeighbours, columns.size()));
  }
}

void FuzzyTask::set(std::size_t row, std::size_t begin, std::size_t end) {
  begins_[row] = static_cast<std::uint32_t>(begin);
  ends_[row] = static_cast<std::uint32_t>(end);
}

// Pairs of start times at most this far apart are excluded; below 0: none.
std::int64_t FuzzyTask::excluded_time() const {
  // One half of the pairs of a series never pairs a template with itself.
  const std::int64_t least_exclusion = is_half() ? kExcludeSelf + 1 : kExcludeSelf;
  const std::int64_t theiler = fuzzy_.query.rule.theiler;
  return theiler >= least_exclusion ? theiler : -1;
}

double FuzzyTask::block_sum(std::size_t block) const {
  FuzzyBlock job;
  job.x = x_->places();
  job.y = y_->places();
  job.first = block * kRowsPerBlock;
  job.last = std::min(job.first + kRowsPerBlock, x_->size());
  job.begins = begins_.data();
  job.ends = ends_.data();
  job.excluded_time = static_cast<double>(excluded_time());
  job.membership = fuzzy_.membership;
  job.r = fuzzy_.query.rule.r;
  return sum_membership(job);
}

std::vector<double> FuzzyTask::block_sums(const CancelFlag* cancel) const {
  std::vector<double> sums(blocks());
  parallel_for(sums.size(), cancel, [&](std::size_t block) { sums[block] = block_sum(block); });
  return sums;
}

FuzzySum FuzzyTask::result(std::span<const double> block_sums) const {
  FuzzySum sum{compensated_sum(block_sums), pairs_};
  if (!is_half() || pairs_ == 0) return sum;
  const Rule& rule = fuzzy_.query.rule;
  sum.total *= 2.0;
  if (rule.theiler < kExcludeSelf) {
    sum.total += static_cast<double>(x_->size()) * degree(fuzzy_.membership, rule.r, 0.0);
  }
  return sum;
}

namespace {

// The distance of the mean from the median, in units of r, from which rounding of the difference from the mean matters.
constexpr double kFarOff = 1024.0;

// A value in the middle of the samples, subtracted before local means are removed: subtracting a large offset is nearly
// exact, while a mean of samples with that offset is not. The mean or, where outliers carry it away, the median.
double offset_of(Samples samples, double r) {
  double sum = 0.0;
  std::size_t present = 0;
  for (const double value : samples) {
    if (std::isnan(value)) continue;
    sum += value;
    ++present;
  }
  if (present == 0) return 0.0;
  const double mean = sum / static_cast<double>(present);
  const auto is_far = [&](double value) { return std::abs(value - mean) > kFarOff * r; };
  if (std::ranges::none_of(samples, is_far)) return mean;
  std::vector<double> sorted;
  std::ranges::copy_if(samples, std::back_inserter(sorted), [](double value) { return !std::isnan(value); });
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(present / 2);
  std::ranges::nth_element(sorted, middle);
  return is_far(*middle) ? *middle : mean;
}

}  // namespace

FuzzyTemplates::FuzzyTemplates(Samples samples, const Rule& rule, const TemplateSet& set, int length,
                               bool remove_local_mean) {
  const auto coordinates = static_cast<std::size_t>(length), delay = static_cast<std::size_t>(rule.tau);
  const std::size_t templates = template_count(rule, samples.size(), length);
  const double offset = remove_local_mean ? offset_of(samples, rule.r) : 0.0;
  // NaN where a position has no template, so that the sort omits it.
  std::vector<double> first(templates), means(remove_local_mean ? templates : 0);
  for (std::size_t i = 0; i < templates; ++i) {
    double sum = 0.0;
    for (std::size_t k = 0; k < coordinates; ++k) sum += samples[i + k * delay] - offset;
    first[i] = samples[i] - offset;
    if (std::isnan(sum) || !set.contains(i)) first[i] = std::numeric_limits<double>::quiet_NaN();
    if (!remove_local_mean) continue;
    means[i] = sum / static_cast<double>(length);
    first[i] -= means[i];
  }
  const std::vector<std::uint32_t> order = argsort(first);
  size_ = order.size();
  for (std::size_t k = 0; k < coordinates; ++k) {
    auto& column = coordinates_.emplace_back(size_ + kFuzzyPadding);
    for (std::size_t place = 0; place < size_; ++place) {
      const double value = samples[order[place] + k * delay] - offset;
      column[place] = remove_local_mean ? value - means[order[place]] : value;
    }
  }
  for (const auto& column : coordinates_) pointers_.push_back(column.data());
  times_.resize(size_ + kFuzzyPadding);
  for (std::size_t place = 0; place < size_; ++place) times_[place] = order[place];
}

}  // namespace biotropy::match
