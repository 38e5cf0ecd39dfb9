// SPDX-License-Identifier: Apache-2.0
#include "cli/matrix_columns.hpp"

namespace biotropy::cli {

namespace {

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
