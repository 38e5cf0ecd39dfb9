// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "biotropy/files/formats/mat/variable_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kMostListed = 20;
constexpr std::string_view kNeeded = "it must be a real two-dimensional array of numbers that is not empty";

bool is_numeric(const MatVariable& variable) {
  constexpr std::array<std::string_view, 11> classes = {"double", "single", "int8",  "uint8",  "int16",  "uint16",
                                                        "int32",  "uint32", "int64", "uint64", "logical"};
  return std::find(classes.begin(), classes.end(), variable.class_name) != classes.end();
}

// The bytes of function handles are in an array without a name.
bool holds_numbers(const MatVariable& variable) {
  const auto& dimensions = variable.dimensions;
  return is_numeric(variable) && !variable.name.empty() && !variable.is_complex && variable.obstacle.empty() &&
         variable.damage.empty() && dimensions.size() == 2 && dimensions[0] > 0 && dimensions[1] > 0;
}

// Samples may be in it, which are not read from there.
bool may_hold_samples(const MatVariable& variable) {
  constexpr std::array<std::string_view, 4> classes = {"sparse", "table", "timetable", "timeseries"};
  return variable.holds_arrays || std::find(classes.begin(), classes.end(), variable.class_name) != classes.end();
}

// True if the variable may be the samples of a file, even if unreadable: beside epochs in three dimensions or trials in
// cells, the array of times must not be chosen. A single number (a sampling rate) or a logical mask does not count.
bool may_be_samples(const MatVariable& variable) {
  if (may_hold_samples(variable)) return true;
  const bool numeric = is_numeric(variable) && variable.class_name != "logical" && !variable.name.empty();
  const bool single =
      std::all_of(variable.dimensions.begin(), variable.dimensions.end(), [](auto n) { return n == 1; });
  const bool empty = std::any_of(variable.dimensions.begin(), variable.dimensions.end(), [](auto n) { return n == 0; });
  return numeric && ((!single && !empty) || !variable.obstacle.empty());
}

std::string described(const MatVariable& variable) {
  std::string what = variable.is_complex ? "complex " + variable.class_name : variable.class_name;
  if (!variable.dimensions.empty()) what += fmt::format(", {}", fmt::join(variable.dimensions, " x "));
  if (may_hold_samples(variable)) {
    what += ": samples in it are not read; save them as one array of numbers";
  } else if (!variable.obstacle.empty()) {
    what += ": " + variable.obstacle;
  }
  return fmt::format("{} ({})", variable.name.empty() ? "without a name" : variable.name, what);
}

void flatten(const std::vector<MatVariable>& variables, std::vector<const MatVariable*>& all) {
  for (const MatVariable& variable : variables) {
    all.push_back(&variable);
    flatten(variable.fields, all);
  }
}

// Readable variables first.
std::string listed(std::vector<const MatVariable*> all) {
  std::stable_partition(all.begin(), all.end(), [](const MatVariable* one) { return may_be_samples(*one); });
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < std::min(all.size(), kMostListed); ++k) texts.push_back(described(*all[k]));
  if (all.size() > kMostListed) texts.push_back(fmt::format("and {} more", all.size() - kMostListed));
  return fmt::format("{}", fmt::join(texts, ", "));
}

const MatVariable* find(const std::vector<MatVariable>& variables, std::string_view name) {
  const auto found = std::find_if(variables.begin(), variables.end(), [&](auto& one) { return one.name == name; });
  return found != variables.end() ? &*found : nullptr;
}

// The data beside the other fields of a data set, whose names begin with the prefix.
const MatVariable* data_among(const std::vector<MatVariable>& variables, const std::string& prefix) {
  const bool is_set = find(variables, prefix + "srate") && find(variables, prefix + "chanlocs");
  return is_set ? find(variables, prefix + "data") : nullptr;
}

const MatVariable& named_variable(const Input& input, const std::vector<const MatVariable*>& all,
                                  const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const MatVariable* one) { return one->name == name; });
  if (found == all.end()) throw Error::argument("variable", name, fmt::format("one of [{}]", listed(all)));
  const MatVariable& variable = **found;
  if (!variable.damage.empty()) throw Error(ErrorCode::bad_file, variable.damage);
  if (holds_numbers(variable)) return variable;
  std::vector<const MatVariable*> inside;
  flatten(variable.fields, inside);
  const std::string fields = inside.empty() ? "" : fmt::format("; in it there is [{}]", listed(inside));
  throw input.error(ErrorCode::unsupported,
                    fmt::format("variable {} cannot be read; {}{}", described(variable), kNeeded, fields));
}

}  // namespace

const MatVariable* eeglab_data(const std::vector<MatVariable>& variables) {
  if (const MatVariable* data = data_among(variables, "")) return data;
  for (const MatVariable& variable : variables) {
    if (const MatVariable* data = data_among(variable.fields, variable.name + ".")) return data;
  }
  return nullptr;
}

const MatVariable& chosen_variable(const Input& input, const std::vector<MatVariable>& variables,
                                   const std::string& name) {
  std::vector<const MatVariable*> all;
  flatten(variables, all);
  if (!name.empty()) return named_variable(input, all, name);
  for (const MatVariable* variable : all) {
    if (!variable->damage.empty()) throw Error(ErrorCode::bad_file, variable->damage);
  }
  std::vector<const MatVariable*> series, numbers;
  for (const MatVariable* variable : all) {
    if (may_be_samples(*variable)) series.push_back(variable);
    if (holds_numbers(*variable)) numbers.push_back(variable);
  }
  const auto& meant = series.empty() ? numbers : series;
  if (meant.size() == 1 && holds_numbers(*meant.front())) return *meant.front();
  if (meant.size() > 1 && !numbers.empty()) {
    throw input.error(
        ErrorCode::invalid_argument,
        fmt::format("{} variables may be the samples; give `variable = NAME`, one of [{}]", meant.size(), listed(all)));
  }
  throw input.error(ErrorCode::unsupported,
                    fmt::format("no variable can be read: {}; there is [{}]", kNeeded, listed(all)));
}

}  // namespace biotropy::files
