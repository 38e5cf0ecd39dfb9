// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/prepare_settings.hpp"

#include <fmt/format.h>

#include "biotropy/error.hpp"

namespace biotropy::study {

prepare::Preparation PrepareSettings::preparation(std::size_t gap_fill) const {
  prepare::Preparation preparation;
  if (!band.empty() && band.size() != 2) {
    throw Error::argument("band", fmt::format("{} numbers", band.size()), "a pair of frequencies");
  }
  if (!band.empty()) preparation.filter.band = {band[0], band[1]};
  preparation.filter.design = filter;
  preparation.filter.order = order;
  preparation.filter.taps = taps;
  preparation.notches = notches;
  preparation.notch_quality = notch_quality;
  if (filter_each == prepare::FilterEach::epoch && band.empty() && notches.empty()) {
    throw Error::argument("filter_each", std::string(word(filter_each)), "a band or a notch");
  }
  preparation.filter_each = filter_each;
  preparation.decimation = decimation;
  preparation.anti_alias = anti_alias;
  preparation.cutting.length = epoch;
  preparation.cutting.overlap = overlap;
  preparation.cutting.gap_fill = gap_fill;
  preparation.rejection.max_peak_to_peak = reject;
  preparation.rejection.min_peak_to_peak = flat;
  preparation.rejection.missing = gap_fill == 0;
  preparation.rejection.padding = padding;
  prepare::validate(preparation.rejection);
  prepare::validate(preparation.cutting);
  return preparation;
}

void record(const PrepareSettings& settings, std::vector<files::Parameter>& parameters) {
  const auto whole = [](auto number) { return static_cast<std::int64_t>(number); };
  if (!settings.channels.empty()) parameters.push_back({"channels", settings.channels});
  if (!settings.band.empty()) {
    parameters.push_back({"band", settings.band});
    parameters.push_back({"filter", std::string(word(settings.filter))});
    if (settings.filter == prepare::FilterDesign::fir) {
      parameters.push_back({"taps", whole(settings.taps)});
    } else {
      parameters.push_back({"order", whole(settings.order)});
    }
  }
  if (!settings.notches.empty()) {
    parameters.push_back({"notch", settings.notches});
    parameters.push_back({"notch_quality", settings.notch_quality});
  }
  if (settings.filter_each != prepare::FilterEach::recording) {
    parameters.push_back({"filter_each", std::string(word(settings.filter_each))});
  }
  if (settings.decimation != 1) {
    parameters.push_back({"decimate", whole(settings.decimation)});
    parameters.push_back({"anti_alias", std::string(word(settings.anti_alias))});
  }
  parameters.push_back({"epoch", whole(settings.epoch)});
  if (settings.overlap != 0.0) parameters.push_back({"overlap", settings.overlap});
  if (settings.reject) parameters.push_back({"reject", *settings.reject});
  if (settings.flat) parameters.push_back({"flat", *settings.flat});
  if (settings.padding != 0) parameters.push_back({"padding", whole(settings.padding)});
}

}  // namespace biotropy::study
