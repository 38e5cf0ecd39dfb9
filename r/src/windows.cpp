// SPDX-License-Identifier: Apache-2.0
//
// Measures in windows that slide over samples as they come.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "biotropy/live/entropy_stream.hpp"
#include "biotropy/study/signal.hpp"
#include "execution.hpp"
#include "module.hpp"
#include "parameters.hpp"
#include "pointers.hpp"
#include "values.hpp"

namespace biotropy::r {

template <>
constexpr const char* kTag<live::EntropyStream> = "biotropy_windows";

namespace {

using entropy::Entropy;
using entropy::Measure;
using live::EntropyStream;
using namespace cpp11::literals;

// Samples between two looks at the flag of an interruption.
constexpr std::size_t kBlock = 256;

// Numbers of windows. With a reason of its own a series was not measured.
cpp11::writable::list columns_of(const std::vector<Entropy>& entries) {
  std::vector<double> values, matches_m, matches_m1, tolerances;
  std::vector<std::string> reasons;
  for (const Entropy& one : entries) {
    const bool passed = one.reason == kPassed;
    const auto number = [&](double value) { return passed || std::isnan(value) ? NA_REAL : value; };
    values.push_back(number(one.value));
    matches_m.push_back(number(static_cast<double>(one.matches_m)));
    matches_m1.push_back(number(static_cast<double>(one.matches_m1)));
    tolerances.push_back(number(one.r));
    reasons.push_back(one.reason);
  }
  return {"value"_nm = to_r(values), "matches_m"_nm = to_r(matches_m), "matches_m1"_nm = to_r(matches_m1),
          "tolerance"_nm = to_r(tolerances), "reason"_nm = to_r(reasons)};
}

void add_description(cpp11::writable::list& list, Measure measure, const entropy::Parameters& parameters) {
  describe(measure, parameters, [&](const char* name, const auto& value) { add(list, name, value); });
}

live::EntropyStreamSettings settings_of(Measure measure, const entropy::Parameters& parameters, const Named& given) {
  live::EntropyStreamSettings settings;
  settings.measure = measure;
  settings.parameters = parameters;
  settings.window = static_cast<std::size_t>(given.integer("window"));
  settings.step = static_cast<std::size_t>(given.integer("step"));
  const auto positive = [&](const char* name, const char* allowed) {
    return given.has(name) ? std::optional(positive_number(name, given.value(name), allowed)) : std::nullopt;
  };
  settings.sampling_rate = positive("rate", "a number above 0 (samples per second)");
  settings.gap = positive("gap", "a number of seconds above 0");
  return settings;
}

}  // namespace

SEXP samples_of(SEXP value, SEXP rate, SEXP name) {
  return guarded([&]() -> SEXP {
    const std::string called = to_string(name);
    std::optional<double> known;
    if (rate != R_NilValue) known = positive_number("rate", rate, "a number above 0 (samples per second)");
    const OptionValue length = value_of(length_option(called), called.c_str(), value);
    const std::size_t samples = biotropy::samples_of(called.c_str(), length, known);
    return cpp11::safe[Rf_ScalarReal](static_cast<double>(samples));
  });
}

SEXP open_windows(SEXP name, SEXP channels, SEXP settings, SEXP action, SEXP options) {
  return guarded([&]() -> SEXP {
    const Arguments given(options);
    const Named of_windows(settings);
    entropy::Settings asked = request_of(name, given, na_action(action).missing).for_stream();
    study::require_one_unit({{1, 0, 0, {}}}, nullptr, asked);
    const Measure measure = asked.measure;
    const auto parameters = asked.parameters(static_cast<std::size_t>(of_windows.integer("window")));
    auto stream = std::make_unique<EntropyStream>(static_cast<std::size_t>(Rf_asInteger(channels)),
                                                  settings_of(measure, parameters, of_windows));
    std::vector<int> from, in;
    for (const match::Pair& pair : stream->pairs()) {
      from.push_back(static_cast<int>(pair.x) + 1);
      in.push_back(static_cast<int>(pair.y) + 1);
    }
    cpp11::writable::list list(
        {"channel"_nm = to_r(from), "partner"_nm = to_r(in), "pointer"_nm = tagged(std::move(stream))});
    list.push_back("is_cross"_nm = entropy::is_cross(measure));
    add_description(list, measure, parameters);
    return list;
  });
}

// @param x channels in rows. A call that is interrupted has taken a part of the samples.
SEXP push_windows(SEXP stream, SEXP x, SEXP times) {
  return guarded([&]() -> SEXP {
    auto& open = pointed<EntropyStream>(stream);
    const Columns samples(x), stamps(times);
    const std::size_t channels = open.channels();
    std::vector<live::EntropyWindow> windows;
    const double guess = static_cast<double>(samples.columns() * open.pairs().size()) * 1e-6;
    run_interruptibly({1}, guess, [&](const Execution& execution) {
      for (std::size_t at = 0; at < samples.columns(); at += kBlock) {
        if (execution.cancel != nullptr) execution.cancel->check();
        const std::size_t count = std::min(kBlock, samples.columns() - at);
        const series::Samples of_block = stamps.all().empty() ? series::Samples() : stamps.all().subspan(at, count);
        open.push(samples.all().subspan(at * channels, count * channels), of_block, windows);
      }
    });
    std::vector<double> onsets;
    std::vector<Entropy> entries;
    for (live::EntropyWindow& one : windows) {
      onsets.push_back(one.onset);
      std::move(one.values.begin(), one.values.end(), std::back_inserter(entries));
    }
    cpp11::writable::list list = columns_of(entries);
    list.push_back("onset"_nm = to_r(onsets));
    Notices notices;
    while (auto notice = open.take_notice()) notices.push_back(std::move(*notice));
    list.push_back("notices"_nm = to_r(notices));
    return list;
  });
}

SEXP mark_window_gap(SEXP stream, SEXP lost) {
  return guarded([&]() -> SEXP {
    pointed<EntropyStream>(stream).mark_gap(static_cast<std::uint64_t>(Rf_asInteger(lost)));
    return R_NilValue;
  });
}

}  // namespace biotropy::r
