// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/physio.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "biotropy/error.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/files/formats/gzip_lines_internal.hpp"
#include "biotropy/files/formats/tab_table_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/sidecar_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::files {

namespace {

using nlohmann::json;

constexpr std::string_view kEnding = "_physio.tsv.gz";
constexpr const char* kSidecar = "_physio.json";

Error refusal(const std::filesystem::path& path, const std::string& fault) {
  return Error(ErrorCode::bad_file, fmt::format("{}: {}", path.generic_string(), fault));
}

json merged(const std::filesystem::path& path) {
  json all = json::object();
  for (const std::filesystem::path& one : physio_sidecars(path)) {
    const json sidecar = read_sidecar(one);
    for (const auto& [key, value] : sidecar.items()) all.emplace(key, value);
  }
  return all;
}

double number(const std::filesystem::path& path, const json& about, const char* key) {
  const auto found = about.find(key);
  if (found != about.end() && found->is_number()) return found->get<double>();
  throw refusal(path, fmt::format("no JSON file of it (*{}) gives its {}, a number", kSidecar, key));
}

std::vector<std::string> columns_of(const std::filesystem::path& path, const json& about) {
  const auto found = about.find("Columns");
  std::vector<std::string> names;
  if (found != about.end() && found->is_array()) {
    for (const json& one : *found) {
      if (one.is_string()) names.push_back(one.get<std::string>());
    }
    if (!names.empty() && names.size() == found->size()) return names;
  }
  throw refusal(path, fmt::format("no JSON file of it (*{}) gives its Columns, a list of names", kSidecar));
}

std::size_t position_of(const std::vector<std::string>& names, const std::string& chosen) {
  if (chosen.empty() && names.size() == 1) return 0;
  const auto named = std::find(names.begin(), names.end(), chosen);
  if (named != names.end()) return static_cast<std::size_t>(named - names.begin());
  const auto number = to_integer(chosen);
  if (number && *number >= 1 && static_cast<std::size_t>(*number) <= names.size()) {
    return static_cast<std::size_t>(*number - 1);
  }
  throw Error::argument("columns", chosen.empty() ? "none" : chosen, fmt::format("one of {}", fmt::join(names, ", ")));
}

std::string_view field_of(std::string_view line, std::size_t position, std::size_t& n_fields) {
  std::string_view found;
  n_fields = 0;
  for (std::size_t begin = 0; begin <= line.size(); ++n_fields) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    if (n_fields == position) found = line.substr(begin, end - begin);
    begin = end + 1;
  }
  return found;
}

}  // namespace

bool is_physio(const std::filesystem::path& path) {
  return path.filename().generic_string().ends_with(kEnding);
}

std::vector<std::filesystem::path> physio_sidecars(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> found;
  inherited_file(path, kSidecar, [&](const std::filesystem::path& one) {
    found.push_back(one);
    return false;
  });
  return found;
}

PhysioColumn read_physio(const std::filesystem::path& path, const std::string& chosen) {
  Input input(path);
  const json about = merged(path);
  const std::vector<std::string> names = columns_of(path, about);
  const std::size_t position = position_of(names, chosen);
  PhysioColumn column;
  column.name = names[position];
  column.rate = number(path, about, "SamplingFrequency");
  column.start = number(path, about, "StartTime");
  if (!(column.rate > 0.0)) throw refusal(path, fmt::format("its SamplingFrequency = {} is not positive", column.rate));
  if (const auto of_column = about.find(column.name); of_column != about.end() && of_column->is_object()) {
    if (const auto unit = of_column->find("Units"); unit != of_column->end() && unit->is_string()) column.unit = *unit;
  }
  column.values = read_physio_values(input, position, names.size());
  return column;
}

std::vector<double> read_physio_values(Input& input, std::size_t position, std::size_t n_columns) {
  std::vector<double> values;
  each_gzip_line(input, [&](std::string_view line, std::uint64_t line_number) {
    std::size_t n_fields = 0;
    const std::string_view field = trimmed(field_of(line, position, n_fields));
    if (n_fields != n_columns) {
      throw input.bad_file(
          fmt::format("line {} has {} fields, and Columns {} names", line_number, n_fields, n_columns));
    }
    const auto value = field == kNotKnown ? std::optional(kNaN) : to_double(field);
    if (!value) throw input.bad_file(fmt::format("line {}: {} is not a number", line_number, in_quotes(field)));
    values.push_back(*value);
  });
  if (values.empty()) throw input.bad_file("it has no lines");
  return values;
}

}  // namespace biotropy::files
