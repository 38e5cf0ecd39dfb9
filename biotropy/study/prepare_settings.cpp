// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/prepare_settings.hpp"

#include <fmt/format.h>

#include "biotropy/error.hpp"

namespace biotropy::study {

namespace {

prepare::EpochSettings cutting_of(const PrepareSettings& settings) {
  if (!settings.window && !settings.step) return {settings.epoch, settings.overlap};
  if (!settings.window || *settings.window == 0) {
    throw Error::argument("window", settings.window ? "0" : "not given", "with a step, at least 1 sample");
  }
  if (!settings.step || *settings.step == 0) {
    throw Error::argument("step", settings.step ? "0" : "not given", "with a window, at least 1 sample");
  }
  if (settings.epoch != 0 || settings.overlap != 0.0) {
    throw Error::argument("window", fmt::format("{}, with epochs", *settings.window), "either windows or epochs");
  }
  return {*settings.window, 0.0, *settings.step};
}

// The default of the other filter's option cannot be told from one that was not given.
void refuse_options_of_other_filters(const PrepareSettings& settings) {
  if (settings.band.empty()) return;
  const bool fir = settings.filter == prepare::FilterDesign::fir;
  if (fir && settings.order != prepare::BandFilter().order) {
    throw Error::argument("order", fmt::format("{}", settings.order),
                          "the filter butterworth with it, as fir has taps,");
  }
  if (!fir && settings.taps != 0) {
    throw Error::argument("taps", fmt::format("{}", settings.taps),
                          "the filter fir with it, as butterworth has an order,");
  }
}

}  // namespace

prepare::Preparation PrepareSettings::preparation(std::size_t gap_fill) const {
  prepare::Preparation preparation;
  if (!band.empty() && band.size() != 2) {
    throw Error::argument("band", fmt::format("{} numbers", band.size()), "a pair of frequencies");
  }
  refuse_options_of_other_filters(*this);
  if (!band.empty()) preparation.filter.band = {band[0], band[1]};
  preparation.filter.design = filter;
  preparation.filter.order = order;
  preparation.filter.taps = taps;
  preparation.notches = notches;
  preparation.notch_quality = notch_quality;
  if (filter_each == prepare::FilterEach::epoch && band.empty() && notches.empty() && !notch_line) {
    throw Error::argument("filter_each", std::string(word(filter_each)), "a band or a notch");
  }
  preparation.filter_each = filter_each;
  preparation.decimation = decimation;
  preparation.anti_alias = anti_alias;
  preparation.cutting = cutting_of(*this);
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
  }
  if (settings.notch_line) parameters.push_back({"notch_line", std::string("true")});
  if (!settings.notches.empty() || settings.notch_line) {
    parameters.push_back({"notch_quality", settings.notch_quality});
  }
  if (settings.filter_each != prepare::FilterEach::recording) {
    parameters.push_back({"filter_each", std::string(word(settings.filter_each))});
  }
  if (settings.decimation != 1) {
    parameters.push_back({"decimate", whole(settings.decimation)});
    parameters.push_back({"anti_alias", std::string(word(settings.anti_alias))});
  }
  if (settings.window) {
    parameters.push_back({"window", whole(*settings.window)});
    parameters.push_back({"step", whole(settings.step.value_or(0))});
  } else {
    parameters.push_back({"epoch", whole(settings.epoch)});
  }
  if (settings.overlap != 0.0) parameters.push_back({"overlap", settings.overlap});
  if (settings.reject) parameters.push_back({"reject", *settings.reject});
  if (settings.flat) parameters.push_back({"flat", *settings.flat});
  if (settings.padding != 0) parameters.push_back({"padding", whole(settings.padding)});
  if (settings.bad_spans != BadSpans::reject) {
    parameters.push_back({"bad_spans", std::string(word(settings.bad_spans))});
  }
}

}  // namespace biotropy::study
