// SPDX-License-Identifier: Apache-2.0
//
// The tables of options and of measures, for programs that offer them to their users.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/surrogate_settings.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "c/result.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

constexpr std::array kOptionColumns{"name", "kind", "words", "usual", "unit", "allowed", "help", "used_by"};

std::string kind_name(OptionKind kind) {
  switch (kind) {
    case OptionKind::flag:
      return "flag";
    case OptionKind::whole:
      return "whole";
    case OptionKind::real:
      return "real";
    case OptionKind::word:
      return "word";
    case OptionKind::length:
      return "length";
    case OptionKind::numbers:
      return "numbers";
    case OptionKind::name:
      break;
  }
  return "name";
}

std::string used_by(const entropy::Option& option) {
  std::vector<std::string_view> measures;
  for (const entropy::Measure measure : entropy::kMeasures) {
    if (option.applies(measure)) measures.push_back(word(measure));
  }
  return fmt::format("{}", fmt::join(measures, ","));
}

class OptionRows {
 public:
  void add(const OptionText& option, std::string usual, std::string used_by) {
    const std::vector<std::string> words = option.words == nullptr ? std::vector<std::string>() : option.words();
    const std::array<std::string, kOptionColumns.size()> row{
        std::string(option.name), kind_name(option.kind),   fmt::format("{}", fmt::join(words, "|")),
        std::move(usual),         std::string(option.unit), std::string(option.allowed),
        std::string(option.help), std::move(used_by)};
    for (std::size_t i = 0; i < row.size(); ++i) columns_[i].push_back(row[i]);
  }

  void move_to(biotropy_result& result) {
    for (std::size_t i = 0; i < columns_.size(); ++i) result.add(kOptionColumns[i], std::move(columns_[i]));
  }

 private:
  std::array<std::vector<std::string>, kOptionColumns.size()> columns_;
};

}  // namespace

extern "C" {

int biotropy_option_table(biotropy_result** result) {
  return guarded([&] {
    make_result(result, [](biotropy_result& made) {
      OptionRows rows;
      for (const auto& option : entropy::options()) rows.add(option, option.usual(entropy::kMeasures), used_by(option));
      for (const auto& option : entropy::multiscale_options()) rows.add(option, option.usual(), "multiscale");
      for (const auto& option : entropy::uncertainty_options()) rows.add(option, option.usual(), "sampen");
      for (const auto& option : entropy::surrogate_options()) rows.add(option, option.usual(), "surrogates");
      for (const auto& option : study::prepare_options()) rows.add(option, option.usual(), "prepare");
      for (const auto& option : files::open_options()) rows.add(option, option.usual(), "read_signals,read_rr");
      for (const auto& option : heartbeats::rr_options()) {
        const bool cleans = find_row(heartbeats::cleaning_options(), option.name) != nullptr;
        rows.add(option, option.usual(), cleans ? "read_rr,clean_rr" : "read_rr");
      }
      rows.move_to(made);
    });
  });
}

int biotropy_measure_table(biotropy_result** result) {
  return guarded([&] {
    make_result(result, [](biotropy_result& made) {
      std::vector<std::string> names, titles, descriptions;
      std::vector<std::uint64_t> series;
      for (const entropy::MeasureRow& row : entropy::kMeasureRows) {
        names.emplace_back(row.word);
        titles.emplace_back(row.title);
        descriptions.emplace_back(row.name);
        series.push_back(entropy::is_multivariate(row.measure) ? 0 : row.cross ? 2 : 1);
      }
      made.add("name", std::move(names));
      made.add("title", std::move(titles));
      made.add("description", std::move(descriptions));
      made.add("series", std::move(series));
    });
  });
}

}  // extern "C"

}  // namespace biotropy::c
