// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/results/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/results/results_internal.hpp"

namespace biotropy::files {

namespace {

void require_possible(const ResultsHead& head) {
  if (head.mean_only && !head.pairs) {
    throw Error::argument("mean_only", "true", "false for results without pairs of channels");
  }
  for (const Axis& axis : head.axes) {
    if (axis.size() == 0) throw Error::argument(axis.name, "an empty list", "at least one value");
  }
}

std::unique_ptr<ResultWriter> text_writer(std::unique_ptr<Output> output, ResultFormat format, ResultsHead head) {
  if (format == ResultFormat::csv) return csv_writer(std::move(output), std::move(head));
  return json_writer(std::move(output), std::move(head));
}

}  // namespace

std::size_t ResultsHead::cells() const {
  std::size_t product = 1;
  for (const Axis& axis : axes) product *= axis.size();
  return product;
}

ResultFormat result_format(const std::filesystem::path& path) {
  std::string ending = path.extension().generic_string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (ending == ".nc" || ending == ".nc4") return ResultFormat::netcdf;
  if (ending == ".csv") return ResultFormat::csv;
  if (ending == ".json") return ResultFormat::json;
  throw Error::argument("output", path.generic_string(), "a name that ends in .nc, .csv or .json, or a format by name");
}

void append_number(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += std::isnan(value) ? "NaN" : value > 0.0 ? "Inf" : "-Inf";
    return;
  }
  std::array<char, 32> digits;
  char *begin = digits.data(), *beyond = begin + digits.size();
  const bool is_whole = std::abs(value) < 1e15 && value == std::trunc(value);  // 100000, not 1e+05
  const auto [end, failure] =
      is_whole ? std::to_chars(begin, beyond, value, std::chars_format::fixed) : std::to_chars(begin, beyond, value);
  text.append(begin, end);
}

void append_number(std::string& text, std::uint64_t value) {
  std::array<char, 32> digits;
  const auto [end, failure] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), end);
}

void each_entry(const ResultsHead& head, const FileResults& results, const CancelFlag* cancel,
                const std::function<void(const Entry&)>& visit) {
  const std::size_t n_channels = results.n_channels(), n_cells = head.cells();
  const std::size_t n_epochs = head.mean_only ? 1 : results.n_epochs();
  const std::size_t n_partners = head.pairs ? n_channels : 1;
  const std::span<const double> values = head.mean_only ? results.mean : results.values;
  Entry entry;
  const auto place_of = [&](std::size_t channel) {
    return (entry.epoch * n_channels + channel) * n_cells + entry.cell;
  };
  for (entry.epoch = 0; entry.epoch < n_epochs; ++entry.epoch) {
    for (entry.channel = 0; entry.channel < n_channels; ++entry.channel) {
      if (cancel != nullptr) cancel->check();
      for (std::size_t k = 0; k < n_partners * n_cells; ++k, ++entry.place) {
        entry.partner = k / n_cells;
        entry.cell = k % n_cells;
        entry.value = values[entry.place];
        entry.place_of_channel = place_of(entry.channel);
        entry.counted = !head.mean_only && results.templates_m[entry.place_of_channel] > 0 &&
                        (!head.pairs || results.templates_m[place_of(entry.partner)] > 0);
        visit(entry);
      }
    }
  }
}

double number_of(const ResultsHead& head, const FileResults& results, const Entry& entry, std::size_t kind) {
  const std::size_t place = head.numbers[kind].along_axes ? entry.place : entry.place / head.cells();
  return results.numbers[kind][place];
}

std::vector<std::vector<std::string>> coordinate_texts(const ResultsHead& head) {
  std::vector<std::vector<std::string>> texts;
  const std::size_t n_cells = head.cells();
  std::size_t stride = n_cells;
  for (const Axis& axis : head.axes) {
    stride /= axis.size();
    std::vector<std::string>& of_axis = texts.emplace_back(n_cells);
    for (std::size_t cell = 0; cell < n_cells; ++cell) {
      const std::size_t position = cell / stride % axis.size();
      const auto append = [&](const auto& list) {
        if constexpr (std::is_same_v<decltype(list), const std::vector<double>&>) {
          append_number(of_axis[cell], list[position]);
        } else {
          of_axis[cell] = std::to_string(list[position]);
        }
      };
      std::visit(append, axis.values);
    }
  }
  return texts;
}

std::string reason_of(const ResultsHead& head, const FileResults& results, const Entry& entry) {
  if (head.mean_only) return "no epoch has a value";
  return results.reason_of ? results.reason_of(entry.epoch, entry.channel, entry.partner, entry.cell) : std::string();
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
