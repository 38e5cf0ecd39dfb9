// SPDX-License-Identifier: Apache-2.0
#include "cli/entry_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "biotropy/series/recording.hpp"
#include "cli/console.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

std::string epoch_text(const files::ResultsHead& head, const files::FileResults& results, std::size_t epoch) {
  if (head.windows) return fmt::format("{}", results.onsets[epoch]);
  return results.n_epochs() > 1 ? fmt::format("{}", epoch) : std::string();
}

// Coordinates of a cell, the last axis fastest.
std::vector<std::string> coordinates(const files::ResultsHead& head, std::size_t cell) {
  std::vector<std::string> texts(head.axes.size());
  for (std::size_t axis = head.axes.size(); axis-- > 0;) {
    const std::size_t position = cell % head.axes[axis].size();
    cell /= head.axes[axis].size();
    texts[axis] =
        std::visit([&](const auto& list) { return fmt::format("{}", list[position]); }, head.axes[axis].values);
  }
  return texts;
}

}  // namespace

std::string entry_table(const files::ResultsHead& head, const files::FileResults& results, std::string_view measure) {
  std::vector<Table::Column> columns{{head.windows ? "onset" : "epoch", true}, {"channel"}};
  for (const files::Axis& axis : head.axes) columns.push_back({axis.name, true});
  columns.push_back({std::string(measure), true});
  for (const files::NumberKind& kind : head.numbers) {
    if (kind.along_axes) columns.push_back({kind.name, true});
  }
  if (head.has_matches) columns.insert(columns.end(), {{"matches_m", true}, {"matches_m1", true}});
  columns.insert(columns.end(), {{"templates", true}, {"reason"}});
  Table table(columns);
  const std::size_t n_cells = head.cells(), n_channels = results.n_channels();
  const std::vector<std::string> labels = series::distinct(results.labels);
  for (std::size_t place = 0; place < results.values.size(); ++place) {
    const bool counted = results.templates_m[place] > 0;
    const auto count = [&](std::uint64_t number) { return counted ? fmt::format("{}", number) : std::string("-"); };
    const std::size_t index = place / n_cells;
    std::vector<std::string> row{epoch_text(head, results, index / n_channels), labels[index % n_channels]};
    for (std::string& text : coordinates(head, place % n_cells)) row.push_back(std::move(text));
    row.push_back(shown(results.values[place]));
    for (std::size_t kind = 0; kind < head.numbers.size(); ++kind) {
      if (!head.numbers[kind].along_axes) continue;
      const double number = results.numbers[kind][place];
      row.push_back(!counted                                            ? "-"
                    : head.numbers[kind].whole && std::isfinite(number) ? fmt::format("{}", number)
                                                                        : shown(number));
    }
    if (head.has_matches) {
      row.push_back(count(results.matches_m[place]));
      row.push_back(count(results.matches_m1[place]));
    }
    row.push_back(count(results.templates_m[place]));
    row.push_back(in_options(results.reasons[place]));
    table.add(std::move(row));
  }
  return table.text();
}

std::string summary_table(const files::ResultsHead& head, const files::FileResults& results) {
  std::vector<Table::Column> columns{{head.windows ? "onset" : "epoch", true}, {"channel"}};
  for (const files::NumberKind& kind : head.numbers) {
    if (!kind.along_axes) columns.push_back({kind.name, true});
  }
  Table table(columns);
  const std::size_t n_channels = results.n_channels();
  const std::vector<std::string> labels = series::distinct(results.labels);
  for (std::size_t index = 0; index < results.n_epochs() * n_channels; ++index) {
    std::vector<std::string> row{epoch_text(head, results, index / n_channels), labels[index % n_channels]};
    for (std::size_t kind = 0; kind < head.numbers.size(); ++kind) {
      if (!head.numbers[kind].along_axes) row.push_back(shown(results.numbers[kind][index]));
    }
    table.add(std::move(row));
  }
  return table.text();
}

}  // namespace biotropy::cli
