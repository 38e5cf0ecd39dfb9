// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/results_internal.hpp"

namespace biotropy::files {

namespace {

void require_possible(const ResultsHead& head) {
  if (head.mean_only && !head.pairs) {
    throw Error::argument("mean_only", "true", "false for results without pairs of channels");
  }
}

std::unique_ptr<ResultWriter> text_writer(std::unique_ptr<Output> output, ResultFormat format, ResultsHead head) {
  if (format == ResultFormat::csv) return csv_writer(std::move(output), std::move(head));
  return json_writer(std::move(output), std::move(head));
}

}  // namespace

ResultFormat result_format(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (ending == ".nc" || ending == ".nc4") return ResultFormat::netcdf;
  if (ending == ".csv") return ResultFormat::csv;
  if (ending == ".json") return ResultFormat::json;
  throw Error::argument("output", path.string(), "a name that ends in .nc, .csv or .json, or a format by name,");
}

std::vector<std::string> distinct(const std::vector<std::string>& labels) {
  std::set<std::string> taken(labels.begin(), labels.end());
  std::set<std::string> seen;
  std::vector<std::string> result;
  for (const std::string& label : labels) {
    std::string name = label;
    if (!seen.insert(label).second) {
      for (int number = 2; taken.contains(name); ++number) name = fmt::format("{} ({})", label, number);
      taken.insert(name);
    }
    result.push_back(std::move(name));
  }
  return result;
}

void append_number(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += std::isnan(value) ? "NaN" : value > 0.0 ? "Inf" : "-Inf";
    return;
  }
  std::array<char, 32> digits;
  const auto [end, failure] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), end);
}

void append_number(std::string& text, std::uint64_t value) {
  std::array<char, 32> digits;
  const auto [end, failure] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), end);
}

void each_entry(const ResultsHead& head, const FileResults& results, const CancelFlag* cancel,
                const std::function<void(const Entry&)>& visit) {
  const std::size_t n_channels = results.n_channels();
  const std::size_t n_epochs = head.mean_only ? 1 : results.n_epochs();
  const std::size_t n_partners = head.pairs ? n_channels : 1;
  const std::span<const double> values = head.mean_only ? results.mean : results.values;
  const auto has_templates = [&](std::size_t epoch, std::size_t channel) {
    return results.templates_m[epoch * n_channels + channel] > 0;
  };
  Entry entry;
  for (entry.epoch = 0; entry.epoch < n_epochs; ++entry.epoch) {
    for (entry.channel = 0; entry.channel < n_channels; ++entry.channel) {
      if (cancel != nullptr) cancel->check();
      for (entry.partner = 0; entry.partner < n_partners; ++entry.partner, ++entry.place) {
        entry.value = values[entry.place];
        entry.counted = !head.mean_only && has_templates(entry.epoch, entry.channel) &&
                        (!head.pairs || has_templates(entry.epoch, entry.partner));
        visit(entry);
      }
    }
  }
}

std::string reason_of(const ResultsHead& head, const FileResults& results, const Entry& entry) {
  if (head.mean_only) return "no epoch has a value";
  return results.reason_of ? results.reason_of(entry.epoch, entry.channel, entry.partner) : std::string();
}

std::unique_ptr<ResultWriter> write_results(const std::filesystem::path& path, ResultFormat format, ResultsHead head) {
  require_possible(head);
  if (format == ResultFormat::netcdf) return netcdf_writer(path, std::move(head));
  return text_writer(std::make_unique<Output>(path), format, std::move(head));
}

std::unique_ptr<ResultWriter> write_results(int descriptor, const std::string& name, ResultFormat format,
                                            ResultsHead head) {
  require_possible(head);
  if (format == ResultFormat::netcdf) {
    throw Error::argument("format", "netcdf", fmt::format("csv or json for {}", name));
  }
  return text_writer(std::make_unique<Output>(descriptor, name), format, std::move(head));
}

}  // namespace biotropy::files
