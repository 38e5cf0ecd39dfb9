// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/matrices_of_starts_internal.hpp"
#include "biotropy/entropy/pooled_internal.hpp"
#include "biotropy/entropy/scale_series_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

template <typename T>
void add_each(std::vector<T>& sum, const std::vector<T>& one) {
  sum.resize(one.size(), T{});
  for (std::size_t i = 0; i < one.size(); ++i) sum[i] += one[i];
}

}  // namespace

MatricesOfStarts::MatricesOfStarts(const MultiscaleParameters& parameters, std::size_t starts)
    : parameters_(parameters), starts_(starts) {}

void MatricesOfStarts::add(Pairwise one) {
  if (!is_composite(parameters_.method)) {
    all_ = std::move(one);
    return;
  }
  add_reasons(one);
  add_values(one);
  add_counts_of(one);
  if (added_++ > 0) return;
  all_.n_epochs = one.n_epochs;
  all_.n_channels = one.n_channels;
  all_.engine = one.engine;
  all_.valid_epochs = one.valid_epochs;
}

// What one start lacks, the mean of the values lacks; the sum of the counts is that of the others.
void MatricesOfStarts::add_reasons(const Pairwise& one) {
  all_.reasons.resize(one.reasons.size());
  unusable_.resize(one.reasons.size(), 0);
  for (std::size_t i = 0; i < one.reasons.size(); ++i) {
    if (one.reasons[i].empty()) continue;
    ++unusable_[i];
    if (all_.reasons[i].empty()) all_.reasons[i] = one.reasons[i];
  }
}

void MatricesOfStarts::add_values(const Pairwise& one) {
  if (parameters_.method == MultiscaleMethod::cmse) add_each(all_.values, one.values);
}

void MatricesOfStarts::add_counts_of(const Pairwise& one) {
  add_each(all_.matches_m, one.matches_m);
  add_each(all_.matches_m1, one.matches_m1);
  add_each(all_.membership_m, one.membership_m);
  add_each(all_.membership_m1, one.membership_m1);
  add_each(all_.pairs_m, one.pairs_m);
  add_each(all_.pairs_m1, one.pairs_m1);
  add_each(all_.templates_m, one.templates_m);
  add_each(all_.templates_m1, one.templates_m1);
  if (parameters_.method != MultiscaleMethod::rcmse) return;
  const Family& family = row_of(parameters_.measure).family();
  const std::size_t n = one.n_channels, entries = n * n;
  ratios_m_.resize(one.values.size(), 0.0);
  ratios_m1_.resize(one.values.size(), 0.0);
  pairs_m1_.resize(one.values.size(), 0);
  for (std::size_t i = 0; i < one.values.size(); ++i) {
    const Entropy entry = entry_of(one, parameters_.measure, i / entries, i % entries / n, i % n);
    if (entry.pairs_m1 == 0) continue;
    const Ratio ratio = family.ratio(entry);
    ratios_m_[i] += ratio.at_m;
    ratios_m1_[i] += ratio.at_m1;
    pairs_m1_[i] += entry.pairs_m1;
  }
}

Pairwise MatricesOfStarts::get() {
  if (!is_composite(parameters_.method)) return std::move(all_);
  const auto starts = static_cast<double>(starts_);
  if (parameters_.method == MultiscaleMethod::cmse) {
    for (double& value : all_.values) value /= starts;
  } else {
    for (std::size_t i = 0; i < ratios_m_.size(); ++i) {
      Entropy entry;
      entry.value = kNaN;
      entry.pairs_m1 = pairs_m1_[i];
      if (entry.pairs_m1 > 0) {
        logarithm_of_ratio(entry, parameters_.measure, ratios_m_[i], ratios_m1_[i], parameters_.entropy);
      }
      all_.values.push_back(entry.value);
    }
  }
  for (std::size_t i = 0; i < all_.reasons.size(); ++i) {
    if (parameters_.method == MultiscaleMethod::rcmse && unusable_[i] < starts_) all_.reasons[i].clear();
  }
  if (parameters_.entropy.pool_epochs != PoolEpochs::no) all_.mean = all_.values;
  return std::move(all_);
}

}  // namespace biotropy::entropy
