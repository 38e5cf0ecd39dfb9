// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/groups/network_options.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/match/engine.hpp"
#include "biotropy/sicamm/state_options.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "python/bindings/options.hpp"

namespace biotropy::python {

namespace {

// Name of the policy for missing samples in SciPy.
constexpr const char* kMissing = "nan_policy";

nb::object to_python(const OptionValue& value) {
  return std::visit([](const auto& held) { return nb::cast(held); }, value);
}

nb::dict to_row(const OptionText& option, const std::string& usual) {
  nb::dict row;
  row["name"] = option.name == "missing" ? std::string(kMissing) : std::string(option.name);
  static constexpr const char* kKinds[]{"flag", "whole", "real", "length", "word", "name", "numbers"};
  row["kind"] = kKinds[static_cast<int>(option.kind)];
  row["words"] = option.words == nullptr ? std::vector<std::string>() : option.words();
  row["unit"] = std::string(option.unit);
  row["allowed"] = std::string(option.allowed);
  row["help"] = std::string(option.help);
  row["more"] = std::string(option.more);
  row["usual"] = usual;
  return row;
}

}  // namespace

entropy::Request request_of(const std::string& measure, const nb::dict& options,
                            std::optional<std::vector<int>> scales) {
  entropy::Request request;
  request.measure.measure = named<entropy::Measure>("measure", measure);
  request.scales = std::move(scales);
  set_each(options, [&](const std::string& name, const nb::handle& value) {
    request.set(name == kMissing ? "missing" : name,
                [&](const OptionText& option) { return value_of(option, name.c_str(), value); });
    return true;
  });
  return request;
}

entropy::Parameters parameters_of(const nb::dict& options) {
  entropy::Parameters parameters;
  for (const auto& [name, value] : request_of("sampen", options).measure.options) {
    const entropy::Option& option = *entropy::find_option(name);
    option.set(option, parameters, value);
  }
  return parameters;
}

nb::dict described(const std::string& name, const nb::dict& options, std::size_t n_samples, bool scales) {
  const entropy::Request given = request_of(name, options, scales ? std::optional(std::vector{1}) : std::nullopt);
  const entropy::Measure measure = given.measure.measure;
  const entropy::Parameters values = given.measure.parameters(n_samples);
  nb::dict made;
  made["title"] = std::string(title(measure));
  made["units"] = std::string(unit_of(measure, values));
  if (scales) made["title"] = title(given.at_scales(n_samples));
  for (const auto& [option, value] : entropy::parameters_of(given, n_samples)) {
    if (!std::holds_alternative<std::vector<double>>(value)) made[option.c_str()] = to_python(value);  // a dimension
  }
  return made;
}

nb::list option_table() {
  nb::list table;
  for (const entropy::Option& option : entropy::options()) {
    nb::dict row = to_row(option, option.usual(entropy::kMeasures)), defaults;
    for (const entropy::Measure measure : entropy::kMeasures) {
      if (option.applies(measure)) defaults[std::string(word(measure)).c_str()] = to_python(option.get(measure, {}));
    }
    row["defaults"] = defaults;
    table.append(row);
  }
  for (const entropy::MultiscaleOption& option : entropy::multiscale_options()) {
    nb::dict row = to_row(option, option.usual()), defaults;
    defaults["multiscale"] = to_python(*option.get({}));
    if (!option.otherwise.empty()) defaults["otherwise"] = std::string(option.otherwise);
    row["defaults"] = defaults;
    table.append(row);
  }
  const auto add_rows = [&](const char* name, const auto& rows) {
    for (const auto& option : rows) {
      nb::dict row = to_row(option, option.usual()), defaults;
      const auto value = option.get({});
      defaults[name] = value ? to_python(*value) : nb::none();
      row["defaults"] = defaults;
      table.append(row);
    }
  };
  add_rows("uncertainty", entropy::uncertainty_options());
  add_rows("surrogates", entropy::surrogate_options());
  add_rows("clean", heartbeats::cleaning_options());
  add_rows("rr", heartbeats::rr_options().subspan(heartbeats::cleaning_options().size()));
  add_rows("read", files::open_options());
  add_rows("prepare", study::prepare_options());
  add_rows("features", sicamm::feature_options());
  add_rows("training", sicamm::training_options());
  add_rows("folds", sicamm::fold_options());
  add_rows("decoding", sicamm::decoding_options());
  add_rows("networks", groups::network_options());
  add_rows("networks", groups::permutation_options());
  return table;
}

nb::dict measure_table() {
  nb::dict table;
  for (const entropy::MeasureRow& measure : entropy::kMeasureRows) {
    nb::dict row;
    row["title"] = std::string(measure.title);
    row["name"] = std::string(measure.name);
    row["cross"] = measure.cross;
    row["multivariate"] = entropy::is_multivariate(measure.measure);
    table[std::string(measure.word).c_str()] = row;
  }
  return table;
}

}  // namespace biotropy::python
