// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/measure_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/series/unit.hpp"

namespace biotropy::study {

namespace {

bool is_absolute(const entropy::Settings& settings) {
  return entropy::has(settings.measure, entropy::kTolerance) &&
         entropy::r_unit_of(settings.measure, settings.parameters()) == series::RUnit::absolute;
}

}  // namespace

files::ParameterValue recorded(const OptionValue& value) {
  return std::visit(
      [](const auto& held) -> files::ParameterValue {
        using Held = std::remove_cvref_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, bool>) return std::string(held ? "true" : "false");
        if constexpr (!std::is_same_v<Held, bool>) return held;
      },
      value);
}

std::size_t gap_fill(const entropy::Settings& settings, bool at_scales) {
  const entropy::Parameters parameters = settings.parameters();
  if (parameters.missing != entropy::Missing::omit) return 0;
  return at_scales ? 1 : static_cast<std::size_t>(entropy::longest_delay(settings.measure, parameters));
}

bool unit_matters_to_membership(const entropy::Settings& settings) {
  const match::Membership membership = settings.parameters().membership;
  return entropy::has(settings.measure, entropy::kMembership) && membership.form == match::MembershipForm::chen &&
         membership.n != 1.0;
}

bool needs_all_channels(const entropy::Settings& settings, const entropy::SurrogateSettings& surrogates) {
  return entropy::is_multivariate(settings.measure) || surrogates.given() || is_absolute(settings) ||
         unit_matters_to_membership(settings);
}

void join_channels(std::vector<std::string>& labels, std::vector<std::string>& units) {
  const bool same_unit = std::all_of(units.begin(), units.end(), [&](const std::string& unit) {
    return series::usual_unit(unit) == series::usual_unit(units.front());
  });
  units = {same_unit && !units.empty() ? units.front() : std::string()};
  labels = {"all"};
}

OneUnit::OneUnit(entropy::Settings settings)
    : settings_(std::move(settings)),
      is_absolute_(is_absolute(settings_)),
      is_membership_(unit_matters_to_membership(settings_)) {}

entropy::Settings OneUnit::settings_for(const series::Epochs& epochs) {
  entropy::Settings found = settings_;
  if (!is_absolute_ && !is_membership_) return found;
  const std::string given = settings_.r_in;
  const bool knows_all = !epochs.units.empty() && std::count(epochs.units.begin(), epochs.units.end(), "") == 0;
  if (!given.empty() && !knows_all) {
    throw Error::argument("r", "a number in " + given, "a number alone, as the unit of the samples is not known");
  }
  if (!given.empty()) unit_.clear();
  const std::string before = unit_.empty() ? "" : " in a recording before";
  for (std::size_t channel = 0; channel < epochs.units.size(); ++channel) {
    const std::string &unit = epochs.units[channel], &label = epochs.labels[channel];
    if (unit.empty()) continue;
    if (!series::is_same_unit(unit, unit_)) {
      throw Error::argument(
          is_absolute_ ? "r_unit" : "membership", is_absolute_ ? "absolute" : "chen",
          fmt::format("one unit of all channels ({} has {}{}, {} {}), or {}", label_, unit_, before, label, unit,
                      is_absolute_ ? "an r in units of SD" : "the membership exponential"));
    }
    if (!unit_.empty()) continue;
    unit_ = unit;
    label_ = label;
  }
  for (double& r : found.r) {
    if (given.empty()) break;
    // In exp(-d^n / r) it is no amount of its unit, and is not converted.
    const bool stays = is_membership_ && !series::is_same_unit(given, unit_);
    const auto number = stays ? std::nullopt : series::in_unit(r, given, unit_);
    if (!number) {
      throw Error::argument("r", fmt::format("{} {}", r, given), fmt::format("in {}, the unit of the samples", unit_));
    }
    r = *number;
  }
  if (!given.empty()) found.r_in = unit_;
  return found;
}

void record(const entropy::Request& request, std::vector<files::Parameter>& parameters) {
  for (auto& [name, value] : entropy::parameters_of(request)) {
    const auto* const list = name == "r" ? nullptr : std::get_if<std::vector<double>>(&value);
    parameters.emplace_back(name,
                            list == nullptr ? recorded(value) : std::vector<std::int64_t>(list->begin(), list->end()));
  }
}

entropy::MultiscaleParameters MultiscaleSettings::parameters(const entropy::Settings& measure) const {
  entropy::Request request;
  request.measure = measure;
  put(request);
  return request.at_scales(0);
}

void MultiscaleSettings::put(entropy::Request& request) const {
  request.scales = entropy::scale_list(scales);
  request.of_scales = options;
}

std::span<const OptionRow<MultiscaleSettings>> scales_options() {
  using S = MultiscaleSettings;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("scales", &S::scales,
                    {"LIST", "", "a list such as 1-20",
                     "Scales in samples: 1-20, or 1,2,5,10-15; one number is the largest of those from 1 on"}),
  };
  return rows;
}

}  // namespace biotropy::study
