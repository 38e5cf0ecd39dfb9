// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/parameters.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "biotropy/entropy/settings.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/counter.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

// NumPy and SciPy call the policy for missing samples so.
constexpr const char* kMissing = "nan_policy";

entropy::OptionValue value_of(const entropy::Option& option, const char* name, const nb::handle& value) {
  const std::string allowed = option.allowed_values("'");
  switch (option.kind) {
    case entropy::OptionKind::flag:
      return number<bool>(name, value, "True or False");
    case entropy::OptionKind::whole:
      return number<std::int64_t>(name, value, allowed.c_str());
    case entropy::OptionKind::real:
      return number<double>(name, value, allowed.c_str());
    case entropy::OptionKind::word:
    case entropy::OptionKind::name:
      break;
  }
  const auto text = number<std::string>(name, value, allowed.c_str());
  if (option.words != nullptr) {
    const auto words = option.words();
    if (std::find(words.begin(), words.end(), text) == words.end()) throw Error::argument(name, shown(value), allowed);
  }
  return text;
}

entropy::Settings settings_of(entropy::Measure measure, const nb::dict& options) {
  entropy::Settings settings;
  settings.measure = measure;
  for (const auto& [key, value] : options) {
    if (value.is_none()) continue;
    const auto name = nb::cast<std::string>(key);
    if (name == "convention") {
      settings.convention = named<entropy::Convention>("convention", text("convention", value));
      continue;
    }
    const entropy::Option* option = entropy::find_option(name == kMissing ? "missing" : name);
    if (option == nullptr) throw Error(ErrorCode::invalid_argument, "there is no parameter named " + name);
    settings.set(*option, value_of(*option, name.c_str(), value));
  }
  return settings;
}

nb::object to_python(const entropy::OptionValue& value) {
  return std::visit([](const auto& held) { return nb::cast(held); }, value);
}

}  // namespace

entropy::Parameters parameters_of(entropy::Measure measure, const nb::dict& options, std::size_t n_samples) {
  return settings_of(measure, options).parameters(n_samples);
}

nb::dict described(entropy::Measure measure, const nb::dict& options, std::size_t n_samples) {
  const entropy::Settings settings = settings_of(measure, options);
  const entropy::Parameters values = settings.parameters(n_samples);
  nb::dict made;
  made["convention"] = std::string(word(settings.convention));
  for (const entropy::Option& option : entropy::options()) {
    // The engine changes no value.
    if (!option.applies(measure) || option.name == "counter") continue;
    made[std::string(option.name).c_str()] = to_python(option.get(measure, values));
  }
  return made;
}

nb::list option_table() {
  nb::list table;
  for (const entropy::Option& option : entropy::options()) {
    nb::dict row, defaults;
    for (const entropy::Measure measure : entropy::kMeasures) {
      if (option.applies(measure)) defaults[std::string(word(measure)).c_str()] = to_python(option.get(measure, {}));
    }
    row["name"] = option.name == "missing" ? std::string(kMissing) : std::string(option.name);
    row["words"] = option.words == nullptr ? std::vector<std::string>() : option.words();
    row["defaults"] = defaults;
    table.append(row);
  }
  return table;
}

}  // namespace biotropy::python
