// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "biotropy/entropy/joined_pairwise_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

void append_epochs(Pairwise& all, const Pairwise& more, Keep keep) {
  const std::size_t entries = more.n_channels * more.n_channels;
  all.n_channels = more.n_channels;
  all.n_epochs += more.n_epochs;
  if (all.engine.find(more.engine) == std::string::npos) {
    all.engine += (all.engine.empty() ? "" : ", ") + more.engine;
  }
  all.mean.resize(entries, 0.0);
  all.valid_epochs.resize(entries, 0);
  for (std::size_t i = 0; i < more.values.size(); ++i) {
    if (!std::isfinite(more.values[i])) continue;
    all.mean[i % entries] += more.values[i];
    ++all.valid_epochs[i % entries];
  }
  append(all.templates_m, more.templates_m);
  append(all.templates_m1, more.templates_m1);
  append(all.reasons, more.reasons);
  if (keep == Keep::mean) return;
  append(all.values, more.values);
  append(all.matches_m, more.matches_m);
  append(all.matches_m1, more.matches_m1);
  append(all.membership_m, more.membership_m);
  append(all.membership_m1, more.membership_m1);
  append(all.pairs_m, more.pairs_m);
  append(all.pairs_m1, more.pairs_m1);
}

void divide_means(Pairwise& all) {
  for (std::size_t i = 0; i < all.mean.size(); ++i) {
    all.mean[i] = all.valid_epochs[i] > 0 ? all.mean[i] / all.valid_epochs[i] : kNaN;
  }
}

}  // namespace biotropy::entropy
