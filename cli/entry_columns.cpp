// SPDX-License-Identifier: Apache-2.0
#include "cli/entry_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/study/measure_settings.hpp"
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

std::string left_out(const series::Epochs& epochs, entropy::Measure measure, const entropy::Parameters& parameters,
                     std::span<const std::uint64_t> templates_m) {
  const match::Rule rule = entropy::rule_of(measure, parameters, parameters.r);
  const std::uint64_t positions = match::template_count(rule, epochs.n_times, rule.lengths.front());
  std::uint64_t left_out = 0, all = 0;
  for (const std::uint64_t valid : templates_m) {
    if (valid == 0) continue;  // rejected, with its own reason
    left_out += positions - valid;
    all += positions;
  }
  if (left_out == 0) return {};
  return fmt::format("{} of {} templates touch a missing sample or a gap and were left out", left_out, all);
}

}  // namespace

void add_axes(files::ResultsHead& head, const entropy::Grid& grid) {
  if (grid.m.size() > 1) {
    head.axes.push_back({"m", "length of the templates", std::vector<std::int64_t>(grid.m.begin(), grid.m.end())});
  }
  if (grid.r.size() > 1) head.axes.push_back({"r", "tolerance, in the unit that r_unit says", grid.r});
}

void add_axis(files::ResultsHead& head, const entropy::MultiscaleParameters& scales) {
  head.axes.push_back({"scale", "scale, in samples of the prepared recording",
                       std::vector<std::int64_t>(scales.scales.begin(), scales.scales.end())});
}

void describe_complexity(files::ResultsHead& head) {
  head.numbers.push_back({"complexity_index", "sum of the values over the scales", head.unit, false});
}

void describe_entries(files::ResultsHead& head, entropy::Measure measure) {
  for (const entropy::Number& number : entropy::numbers_of(measure)) {
    head.has_matches = false;
    head.numbers.push_back({std::string(number.name), std::string(number.long_name), "1", true, number.whole});
  }
}

void join_entries(files::FileResults& results, entropy::Measure measure, const entropy::Parameters& parameters) {
  results.onsets.resize(entropy::epochs_of_values(parameters, results.n_epochs()));
  if (entropy::is_multivariate(measure)) study::join_channels(results.labels, results.units);
}

EntryColumns::EntryColumns(entropy::Measure measure, std::size_t n,
                           const std::function<const entropy::Entropy&(std::size_t place)>& entry)
    : measure_(measure), numbers_(entropy::numbers_of(measure).size()) {
  for (std::size_t place = 0; place < n; ++place) {
    const entropy::Entropy& one = entry(place);
    values_.push_back(one.value);
    tolerances_.push_back(one.r);
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
      numbers_[k].push_back(one.templates_m > 0 ? entropy::numbers_of(measure)[k].of(one) : kNaN);
    }
    matches_m_.push_back(one.matches_m);
    matches_m1_.push_back(one.matches_m1);
    templates_m_.push_back(one.templates_m);
    templates_m1_.push_back(one.templates_m1);
    reasons_.push_back(one.reason);
    if (engine_.find(one.engine) == std::string::npos) {
      engine_ += (engine_.empty() ? "" : ", ") + std::string(one.engine);
    }
  }
}

void EntryColumns::show(files::FileResults& results, const files::ResultsHead& head) const {
  results.engine = engine_;
  results.values = values_;
  if (entropy::has(measure_, entropy::kTolerance)) results.tolerances = tolerances_;
  results.matches_m = matches_m_;
  results.matches_m1 = matches_m1_;
  results.templates_m = templates_m_;
  if (entropy::has(measure_, entropy::kPairs)) results.templates_m1 = templates_m1_;
  results.reasons = reasons_;
  results.numbers.assign(numbers_.begin(), numbers_.end());
  results.reason_of = [this, n_channels = results.n_channels(), n_cells = head.cells()](
                          std::size_t epoch, std::size_t channel, std::size_t, std::size_t cell) {
    return reasons_[(epoch * n_channels + channel) * n_cells + cell];
  };
}

Table entry_table(const files::ResultsHead& head, const files::FileResults& results, std::string_view measure) {
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
    table.add(row);
  }
  return table;
}

Table summary_table(const files::ResultsHead& head, const files::FileResults& results) {
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
    table.add(row);
  }
  return table;
}

Notices omitted_templates(const series::Epochs& epochs, const entropy::Settings& measuring,
                          const std::function<std::vector<std::uint64_t>(std::size_t cell)>& templates_m) {
  Notices notices;
  const entropy::Grid grid = measuring.grid();
  // The numbers of templates would be those of no single channel and epoch.
  if (entropy::is_multivariate(measuring.measure) || measuring.parameters().pool_epochs != entropy::PoolEpochs::no) {
    return notices;
  }
  for (std::size_t cell = 0; cell < grid.size(); cell += grid.r.size()) {
    const entropy::Parameters parameters = grid.at(cell, measuring.parameters());
    const std::string text = left_out(epochs, measuring.measure, parameters, templates_m(cell));
    if (text.empty()) continue;
    notices.push_back(
        note("templates_left_out", grid.m.size() > 1 ? fmt::format("m = {}: {}", *parameters.m, text) : text));
  }
  return notices;
}

entropy::PooledWindows WindowLengths::in(const series::Epochs& epochs) const {
  const auto rate = epochs.has_rate ? std::optional(epochs.rate) : std::nullopt;
  return {window.samples(rate, "window"), step.samples(rate, "step")};
}

entropy::Request in_windows(entropy::Request request, const std::optional<WindowLengths>& windows,
                            const series::Epochs& epochs) {
  if (windows) request.windows = windows->in(epochs);
  return request;
}

std::optional<WindowLengths> take_windows(PrepareOptions& prepare, const entropy::Parameters& parameters) {
  if (!prepare.window || !prepare.step || parameters.pool_epochs == entropy::PoolEpochs::no) return std::nullopt;
  if (prepare.epoch.is_zero()) {
    throw Error::argument("pool_epochs", std::string(biotropy::word(parameters.pool_epochs)),
                          "no, or with windows '--epoch' must be given, over which they slide");
  }
  const WindowLengths windows{*prepare.window, *prepare.step};
  prepare.window.reset();
  prepare.step.reset();
  return windows;
}

void record(const WindowLengths& windows, std::vector<files::Parameter>& parameters) {
  parameters.push_back({"window", study::recorded(value_of_length(windows.window))});
  parameters.push_back({"step", study::recorded(value_of_length(windows.step))});
}

std::vector<double> onsets(const entropy::PooledWindows& windows, const series::Epochs& epochs) {
  std::vector<double> starts;
  for (std::size_t k = 0; k < windows.count(epochs.n_times); ++k) {
    starts.push_back(static_cast<double>(k * windows.step) / (epochs.has_rate ? epochs.rate : 1.0));
  }
  return starts;
}

}  // namespace biotropy::cli
