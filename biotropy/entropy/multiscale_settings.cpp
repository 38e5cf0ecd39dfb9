// SPDX-License-Identifier: Apache-2.0
#include "biotropy/entropy/multiscale_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/entropy/option_fields_internal.hpp"

namespace biotropy::entropy {

namespace {

constexpr auto kAlways = [](const MultiscaleParameters&) { return true; };
constexpr auto kRmse = [](const MultiscaleParameters& p) { return p.method == MultiscaleMethod::rmse; };
constexpr auto kChosenValue = [](const MultiscaleParameters&, const auto& value) { return value; };
constexpr auto kToleranceOf = [](const MultiscaleParameters& p, const auto&) { return tolerance_of(p); };

template <typename Stored, typename Effective = decltype(kChosenValue)>
MultiscaleOption scale_option(std::string_view name, Stored MultiscaleParameters::*field,
                              const Description& description, bool (*is_used)(const MultiscaleParameters&) = kAlways,
                              std::string_view used_by = {}, std::string_view otherwise = {},
                              Effective effective = kChosenValue) {
  using T = typename Held<Stored>::Type;
  MultiscaleOption row{option_text<T>(name, description), {}, {}, is_used, used_by, otherwise};
  row.get = [=](const MultiscaleParameters& p) { return to_value<T>(effective(p, p.*field)); };
  row.set = [=](const OptionText& self, MultiscaleParameters& p, const OptionValue& value) {
    p.*field = from_value<T>(self, value);
  };
  return row;
}

const std::vector<MultiscaleOption>& scale_table() {
  using P = MultiscaleParameters;
  static const std::vector<MultiscaleOption> rows{
      scale_option(
          "method", &P::method,
          {"", "", "",
           "mse: coarse-graining; cmse, rcmse: from every start, values or counts taken together; rmse: low-pass "
           "filter and thinning",
           "Costa et al. (2002), Wu et al. (2013), Wu et al. (2014), Valencia et al. (2009)."}),
      scale_option("grain", &P::grain,
                   {"", "", "", "Statistic of a window of samples; variance: generalised multiscale entropy"}),
      scale_option(
          "tolerance_of", &P::tolerance_of,
          {"", "", "", "The series whose standard deviation r is a multiple of: the original, or that of each scale"},
          kAlways, {}, "rmse, variance: scale", kToleranceOf),
      scale_option("cutoff", &P::cutoff,
                   {"F", "cycles per sample", "a number above 0",
                    "rmse: edge of the low-pass filter times the scale, in cycles per sample"},
                   kRmse, "the method rmse, which alone filters,"),
  };
  return rows;
}

}  // namespace

std::string MultiscaleOption::usual() const {
  return otherwise.empty() ? text_of(get({})) : fmt::format("{}; {}", text_of(get({})), otherwise);
}

std::span<const MultiscaleOption> multiscale_options() {
  return scale_table();
}

const MultiscaleOption* find_multiscale_option(std::string_view name) {
  const auto found = std::find_if(scale_table().begin(), scale_table().end(),
                                  [&](const auto& option) { return option.is_named(name); });
  return found == scale_table().end() ? nullptr : &*found;
}

void MultiscaleSettings::set(const MultiscaleOption& option, const OptionValue& value) {
  MultiscaleParameters scratch;
  option.set(option, scratch, value);
  options[option.name] = value;
}

const OptionValue* MultiscaleSettings::given(std::string_view option) const {
  const auto found = options.find(option);
  return found == options.end() ? nullptr : &found->second;
}

MultiscaleParameters MultiscaleSettings::parameters(const Settings& measure, std::vector<int> scales,
                                                    std::size_t n_samples) const {
  MultiscaleParameters chosen;
  for (const auto& [name, value] : options) {
    const MultiscaleOption& option = *find_multiscale_option(name);
    option.set(option, chosen, value);
  }
  MultiscaleParameters parameters = conventional_multiscale(measure.convention, measure.measure, chosen.method);
  const MultiscaleParameters usual = parameters;
  parameters.entropy = measure.parameters(n_samples);
  parameters.scales = std::move(scales);
  for (const auto& [name, value] : options) {
    const MultiscaleOption& option = *find_multiscale_option(name);
    option.set(option, parameters, value);
    if (option.is_used(parameters) || value == option.get(usual)) continue;
    throw Error::argument(std::string(option.name), text_of(value), std::string(option.used_by));
  }
  validate(parameters);
  return parameters;
}

std::string title(const MultiscaleParameters& parameters) {
  std::string method(word(parameters.method));
  std::transform(method.begin(), method.end(), method.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  return fmt::format("{} of {}", method, title(parameters.measure));
}

}  // namespace biotropy::entropy
