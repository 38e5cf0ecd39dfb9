// SPDX-License-Identifier: Apache-2.0
//
// Signals: what a program knows of a recording beside its samples, for the library's rules.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "biotropy/series/unit.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "c/parameters.hpp"
#include "c/result.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

using study::Signal;
using study::SignalUse;

void require_size(const std::string& name, std::size_t n, std::size_t allowed) {
  if (n == allowed) return;
  throw Error::argument(name, fmt::format("{} values", n), fmt::format("{}, as the samples have it", allowed));
}

SignalUse use_of(const std::string& measure, GivenOptions& given) {
  const std::string use = given.text("use").value_or("series");
  if (measure == "count_matches") return SignalUse::matches;
  if (use == "scales") return SignalUse::scales;
  if (use == "windows") return SignalUse::windows;
  if (use != "series") throw Error::argument("use", use, "series, scales or windows");
  return SignalUse::series;
}

// Of counts of matches the delay alone.
entropy::Settings settings_for(SignalUse use, const char* measure, GivenOptions& given) {
  if (use != SignalUse::matches) return request_of(measure, given).measure;
  entropy::Settings settings;
  const entropy::Option& tau = *entropy::find_option("tau");
  if (const auto value = given.value(tau)) settings.set(tau, *value);
  return settings;
}

void add_widened(biotropy_result& made, const std::string& name, const Signal& signal, std::size_t width,
                 bool missing_are_gaps) {
  if (width == 0) return;
  study::Widened wide = study::widened(signal, width, missing_are_gaps);
  made.add(name, std::move(wide.samples), {1, signal.view.n_channels, wide.n_times});
  made.add_counts("places_" + name, wide.places, {wide.places.size()});
}

}  // namespace

study::Signal read_signal(const biotropy_signal& given, const std::string& name, std::optional<double> rate,
                          const Run& run) {
  Notices notices;
  study::Signal signal = study::read(given, name, notices);
  if (rate) study::set_rate(signal, *rate, "rate");
  run.notify(notices);
  return signal;
}

extern "C" {

int biotropy_signal_create(const double* samples, size_t n_epochs, size_t n_channels, size_t n_times,
                           biotropy_signal** signal) {
  return guarded([&] {
    biotropy_signal*& place = needed(signal, "signal");
    place = new biotropy_signal{{epochs_of(samples, n_epochs, n_channels, n_times, "samples")}};
  });
}

void biotropy_signal_destroy(biotropy_signal* signal) {
  delete signal;
}

int biotropy_signal_set_texts(biotropy_signal* signal, const char* name, const char* const* texts, size_t n) {
  return guarded([&] {
    biotropy_signal& of = needed(signal, "signal");
    const std::string what = text(name, "name");
    if (what != "channels" && what != "units") throw Error::argument("name", what, "channels or units");
    require_size(what, n, of.view.n_channels);
    needed(texts, "texts");
    std::vector<std::string> all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(text(texts[i], "texts"));
    if (what == "units") {
      for (std::string& unit : all) unit = series::usual_unit(unit);
      of.units = std::move(all);
      return;
    }
    const auto is_empty = [](const std::string& label) { return label.empty(); };
    if (std::all_of(all.begin(), all.end(), is_empty)) return;
    for (std::size_t i = 0; i < n; ++i) {
      if (all[i].empty()) all[i] = fmt::format("ch{}", i + 1);
    }
    of.channels = std::move(all);
  });
}

int biotropy_signal_set_numbers(biotropy_signal* signal, const char* name, const double* numbers, size_t n) {
  return guarded([&] {
    biotropy_signal& of = needed(signal, "signal");
    const std::string what = text(name, "name");
    const std::span<const double> all(&needed(numbers, "numbers"), n);
    if (what == "rate") {
      require_size(what, n, 1);
      if (!(all[0] > 0.0) || !std::isfinite(all[0])) {
        throw Error::argument("rate", fmt::format("{}", all[0]), "a finite number above 0");
      }
      of.rate = all[0];
    } else if (what == "starts") {
      require_size(what, n, of.view.n_epochs);
      of.starts.assign(all.begin(), all.end());
    } else if (what == "stamps") {
      require_size(what, n, n == of.view.n_times ? n : of.view.n_epochs * of.view.n_times);
      of.stamps.assign(all.begin(), all.end());
    } else if (what == "gaps") {
      for (const double gap : all) {
        if (!(gap >= 0.0 && gap < 9e15) || gap != std::floor(gap)) {
          throw Error::argument("gaps", fmt::format("{}", gap), "the number of a sample");
        }
        of.gaps.push_back(static_cast<std::size_t>(gap));
      }
    } else {
      throw Error::argument("name", what, "rate, starts, stamps or gaps");
    }
  });
}

int biotropy_prepare_signals(const char* measure, const biotropy_signal* x, const biotropy_signal* y,
                             const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    GivenOptions given(options);
    const Run run(options, given, false);
    const SignalUse use = use_of(text(measure, "measure"), given);
    const bool are_gaps = use == SignalUse::matches && given.flag("missing_are_gaps").value_or(false);
    const entropy::Settings settings = settings_for(use, measure, given);
    const std::optional<double> rate = given.real("rate");
    const Signal of_x = read_signal(needed(x, "x"), "x", rate, run);
    const Signal of_y = y == nullptr ? of_x : read_signal(*y, "y", rate, run);
    if (const auto found = study::orientation_notice(of_x, "x")) run.notify({*found});
    if (const auto found = study::orientation_notice(of_y, "y"); found && y != nullptr) run.notify({*found});
    require_single(of_x, "x", use);
    require_single(of_y, "y", use);
    require_alike(of_x, of_y);
    if (use != SignalUse::matches) require_same_size(of_x, of_y);
    require_one_unit(of_x, y == nullptr ? nullptr : &of_y, settings, use);
    make_result(result, [&](biotropy_result& made) {
      made.add("channels", of_x.channels);
      made.add("rate", of_x.rate ? std::vector{*of_x.rate} : std::vector<double>{});
      made.add("times", times_of(*x, of_x));
      add_widened(made, "x", of_x, gap_width(of_x, settings, use, "x", are_gaps), are_gaps);
      if (y != nullptr) add_widened(made, "y", of_y, gap_width(of_y, settings, use, "y", are_gaps), are_gaps);
    });
  });
}

int biotropy_prepare(const biotropy_signal* x, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    GivenOptions given(options);
    const Run run(options, given, false);
    study::PrepareSettings settings;
    given.read(study::prepare_options(), settings);
    const std::optional<double> rate = given.real("rate");
    given.require_all_read();
    const Signal signal = read_signal(needed(x, "x"), "x", rate, run);
    make_result(result, [&](biotropy_result& made) {
      series::Epochs epochs;
      run([&](const Execution& execution, const ProgressCallback&) {
        epochs = study::prepared(signal, settings, execution);
      });
      const Dimensions series{epochs.n_epochs, epochs.n_channels};
      made.add("rate", epochs.has_rate ? std::vector{epochs.rate} : std::vector<double>{});
      made.add("samples", std::move(epochs.data), {epochs.n_epochs, epochs.n_channels, epochs.n_times});
      made.add("onsets", std::move(epochs.onsets));
      made.add("channels", signal.channels.empty() ? std::vector<std::string>() : std::move(epochs.labels));
      made.add("units", std::move(epochs.units));
      made.add("reason", std::move(epochs.reasons), series);
    });
  });
}

}  // extern "C"

}  // namespace biotropy::c
