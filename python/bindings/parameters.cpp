// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/parameters.hpp"

#include <algorithm>
#include <string>

#include "biotropy/entropy/settings.hpp"
#include "biotropy/error.hpp"
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

}  // namespace

entropy::Parameters parameters_of(entropy::Measure measure, const nb::dict& options, std::size_t n_samples) {
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
  return settings.parameters(n_samples);
}

}  // namespace biotropy::python
