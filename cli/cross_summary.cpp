// SPDX-License-Identifier: Apache-2.0
#include "cli/cross_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "biotropy/series/recording.hpp"
#include "cli/console.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

constexpr std::size_t kPairsShown = 3;

std::string line(const std::string& name, const std::string& text) {
  return fmt::format("  {:<16}  {}\n", name, text);
}

std::string epochs_used(const entropy::Pairwise& pairs) {
  std::size_t whole = 0, none = 0;
  for (std::size_t epoch = 0; epoch < pairs.n_epochs; ++epoch) {
    std::size_t used = 0;
    for (std::size_t channel = 0; channel < pairs.n_channels; ++channel) {
      used += pairs.reasons[epoch * pairs.n_channels + channel].empty() ? 1 : 0;
    }
    whole += used == pairs.n_channels ? 1 : 0;
    none += used == 0 ? 1 : 0;
  }
  const std::size_t part = pairs.n_epochs - whole - none;
  if (whole == pairs.n_epochs) return fmt::format("all {}", whole);
  return fmt::format("{} whole, {} in part, {} rejected", whole, part, none);
}

// Number of (epoch, channel) not used, with the first of them as an example.
std::string rejected(const series::Epochs& epochs, const entropy::Pairwise& pairs) {
  const auto is_reason = [](const std::string& reason) { return !reason.empty(); };
  const auto first = std::find_if(pairs.reasons.begin(), pairs.reasons.end(), is_reason);
  if (first == pairs.reasons.end()) return {};
  const auto index = static_cast<std::size_t>(first - pairs.reasons.begin());
  return line("rejected", fmt::format("{} of {} (epoch, channel); the first is ({}, {}): {}",
                                      std::count_if(first, pairs.reasons.end(), is_reason), pairs.reasons.size(),
                                      index / pairs.n_channels,
                                      series::distinct(epochs.labels)[index % pairs.n_channels], in_options(*first)));
}

// Number of values that are not finite though both channels were used, of those that could be.
std::string without_match(std::span<const entropy::Pairwise> cells) {
  std::size_t without = 0, all = 0;
  for (const entropy::Pairwise& pairs : cells) {
    const std::size_t n = pairs.n_channels;
    for (std::size_t cell = 0; cell < n * n; ++cell) {
      std::size_t used = 0;
      for (std::size_t epoch = 0; epoch < pairs.n_epochs; ++epoch) {
        used += pairs.reasons[epoch * n + cell / n].empty() && pairs.reasons[epoch * n + cell % n].empty() ? 1 : 0;
      }
      all += used;
      const std::size_t valid = std::isfinite(pairs.mean[cell]) ? pairs.valid_epochs[cell] : 0;
      without += used - std::min(used, valid);
    }
  }
  if (without == 0) return {};
  return line("without a match", fmt::format("{} of {} values of pairs are not finite", without, all));
}

// Positions of the finite entries of the mean, the smallest first.
std::vector<std::size_t> sorted_pairs(const entropy::Pairwise& pairs, bool diagonal) {
  std::vector<std::size_t> order;
  for (std::size_t cell = 0; cell < pairs.mean.size(); ++cell) {
    const bool on_diagonal = cell / pairs.n_channels == cell % pairs.n_channels;
    if (on_diagonal == diagonal && std::isfinite(pairs.mean[cell])) order.push_back(cell);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return pairs.mean[a] < pairs.mean[b]; });
  return order;
}

std::string mean_over(const entropy::Pairwise& pairs, const std::vector<std::size_t>& cells) {
  double sum = 0.0;
  for (const std::size_t cell : cells) sum += pairs.mean[cell];
  return cells.empty() ? "no value"
                       : fmt::format("{} over {}", shown(sum / static_cast<double>(cells.size())), cells.size());
}

std::string heading(const std::string& path, const std::string& measure, const series::Epochs& epochs,
                    std::span<const entropy::Pairwise> cells) {
  const entropy::Pairwise& pairs = cells.front();
  return fmt::format("{}: {}, {} x {} channels, {} {} of {} samples\n", path, measure, pairs.n_channels,
                     pairs.n_channels, pairs.n_epochs, pairs.n_epochs == 1 ? "epoch" : "epochs", epochs.n_times) +
         line("epochs used", epochs_used(pairs)) + rejected(epochs, pairs) + without_match(cells);
}

// Nothing for a single cell, which needs no copy.
template <typename Entry>
std::vector<Entry> side_by_side(std::span<const entropy::Pairwise> cells,
                                std::vector<Entry> entropy::Pairwise::*column) {
  std::vector<Entry> together;
  if (cells.size() == 1) return together;
  const std::size_t size = (cells.front().*column).size();
  together.reserve(size * cells.size());
  for (std::size_t place = 0; place < size; ++place) {
    for (const entropy::Pairwise& cell : cells) together.push_back((cell.*column)[place]);
  }
  return together;
}

}  // namespace

std::string summary(const std::string& path, const std::string& measure, const series::Epochs& epochs,
                    const entropy::Pairwise& pairs) {
  std::string text = heading(path, measure, epochs, {&pairs, 1});
  const std::vector<std::size_t> order = sorted_pairs(pairs, false);
  text += line("mean over pairs", mean_over(pairs, order));
  text += line("with itself", mean_over(pairs, sorted_pairs(pairs, true)));
  const std::vector<std::string> labels = series::distinct(epochs.labels);
  const auto add_pair = [&](const char* name, std::size_t cell) {
    text += line(name, fmt::format("{}  {} -> {}", shown(pairs.mean[cell]), labels[cell / pairs.n_channels],
                                   labels[cell % pairs.n_channels]));
  };
  const std::size_t n_shown = std::min(order.size(), kPairsShown);
  for (std::size_t i = 0; i < n_shown; ++i) add_pair(i == 0 ? "smallest" : "", order[i]);
  for (std::size_t i = 0; i < n_shown; ++i) add_pair(i == 0 ? "largest" : "", order[order.size() - 1 - i]);
  return text;
}

std::string summary(const std::string& path, const std::string& title, const series::Epochs& epochs,
                    const std::vector<int>& scales, const std::vector<entropy::Pairwise>& matrices) {
  Table table(
      {{"scale", true}, {"mean over pairs", true}, {"with itself", true}, {"smallest", true}, {"largest", true}});
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    const entropy::Pairwise& at = matrices[k];
    const std::vector<std::size_t> order = sorted_pairs(at, false);
    const auto end = [&](bool largest) {
      return order.empty() ? std::string("-") : shown(at.mean[largest ? order.back() : order.front()]);
    };
    table.add({fmt::format("{}", scales[k]), mean_over(at, order), mean_over(at, sorted_pairs(at, true)), end(false),
               end(true)});
  }
  return heading(path, title, epochs, matrices) + table.text();
}

MatrixColumns::MatrixColumns(std::span<const entropy::Pairwise> cells)
    : cells_(cells),
      values_(side_by_side(cells, &entropy::Pairwise::values)),
      mean_(side_by_side(cells, &entropy::Pairwise::mean)),
      membership_m_(side_by_side(cells, &entropy::Pairwise::membership_m)),
      membership_m1_(side_by_side(cells, &entropy::Pairwise::membership_m1)),
      matches_m_(side_by_side(cells, &entropy::Pairwise::matches_m)),
      matches_m1_(side_by_side(cells, &entropy::Pairwise::matches_m1)),
      templates_m_(side_by_side(cells, &entropy::Pairwise::templates_m)),
      templates_m1_(side_by_side(cells, &entropy::Pairwise::templates_m1)),
      valid_epochs_(side_by_side(cells, &entropy::Pairwise::valid_epochs)),
      reasons_(side_by_side(cells, &entropy::Pairwise::reasons)) {
  for (const entropy::Pairwise& cell : cells) {
    if (engine_.find(cell.engine) != std::string::npos) continue;
    engine_ += (engine_.empty() ? "" : ", ") + cell.engine;
  }
}

void MatrixColumns::show(files::FileResults& results, const files::ResultsHead& head) const {
  const entropy::Pairwise& first = cells_.front();
  const auto view = [&]<typename Entry>(const std::vector<Entry>& alone, const std::vector<Entry>& together) {
    return std::span<const Entry>(cells_.size() == 1 ? alone : together);
  };
  results.engine = engine_;
  results.values = view(first.values, values_);
  results.matches_m = view(first.matches_m, matches_m_);
  results.matches_m1 = view(first.matches_m1, matches_m1_);
  if (!head.has_matches) {
    results.numbers = {view(first.membership_m, membership_m_), view(first.membership_m1, membership_m1_)};
  }
  results.templates_m = view(first.templates_m, templates_m_);
  results.templates_m1 = view(first.templates_m1, templates_m1_);
  results.reasons = view(first.reasons, reasons_);
  results.mean = view(first.mean, mean_);
  results.valid_epochs = view(first.valid_epochs, valid_epochs_);
  results.reason_of = [this](std::size_t epoch, std::size_t channel, std::size_t partner, std::size_t cell) {
    return cells_[cell].reason(epoch, channel, partner);
  };
}

}  // namespace biotropy::cli
