// SPDX-License-Identifier: Apache-2.0
//
// Signals: what a program knows of a recording beside its samples, for the library's rules.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "biotropy/series/recording.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/study/prepare_settings.hpp"
#include "c/parameters.hpp"
#include "c/result.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

using study::Signal;

void require_size(const std::string& name, std::size_t n, std::size_t allowed) {
  if (n == allowed) return;
  throw Error::argument(name, fmt::format("{} values", n), fmt::format("{}, as the samples have it", allowed));
}

}  // namespace

study::Signal read_signal(const biotropy_signal& given, const std::string& name, std::optional<double> rate,
                          bool missing_are_gaps, const Run& run) {
  Notices notices;
  study::Signal signal = study::read(given, name, notices);
  signal.missing_are_gaps = missing_are_gaps;
  if (rate) study::set_rate(signal, *rate, "rate");
  if (auto found = study::orientation_notice(signal, name)) notices.push_back(std::move(*found));
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

int biotropy_signal_of_recording(const biotropy_result* recording, biotropy_signal** signal) {
  return guarded([&] {
    needed(recording, "recording");
    biotropy_signal*& place = needed(signal, "signal");
    const auto array = [&](const char* name) -> const NamedArray& {
      for (const HeldArray& one : recording->arrays) {
        if (one.array.name == name) return one.array;
      }
      throw Error::argument("recording", fmt::format("a result without {}", name), "one of biotropy_read_signals()");
    };
    const auto numbers = [&](const char* name) { return std::get<std::vector<double>>(array(name).values); };
    const auto texts = [&](const char* name) { return std::get<std::vector<std::string>>(array(name).values); };
    array("notice_levels");  // results of other functions have none
    const NamedArray& samples = array("samples");
    Signal made{{1, samples.shape[0], samples.shape[1], std::get<std::vector<double>>(samples.values)}};
    made.channels = texts("channels");
    for (const std::string& unit : texts("units")) made.units.push_back(series::usual_unit(unit));
    made.bads = texts("bads");
    const std::vector<double> rate = numbers("rate");
    if (!rate.empty()) made.rate = rate[0];
    const auto& gaps = std::get<std::vector<std::uint64_t>>(array("gaps").values);
    made.gaps.assign(gaps.begin(), gaps.end());
    if (!gaps.empty()) made.stamps = numbers("times");
    place = new biotropy_signal{std::move(made)};
  });
}

void biotropy_signal_destroy(biotropy_signal* signal) {
  delete signal;
}

int biotropy_signal_set_texts(biotropy_signal* signal, const char* name, const char* const* texts, size_t n) {
  return guarded([&] {
    biotropy_signal& of = needed(signal, "signal");
    const std::string what = text(name, "name");
    if (what != "channels" && what != "units" && what != "types" && what != "bads") {
      throw Error::argument("name", what, "channels, units, types or bads");
    }
    require_size(what, n, of.view.n_channels);
    needed(texts, "texts");
    std::vector<std::string> all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(text(texts[i], "texts"));
    if (what == "units") std::transform(all.begin(), all.end(), all.begin(), &series::usual_unit);
    if (what == "types") std::transform(all.begin(), all.end(), all.begin(), &series::usual_type);
    if (what != "channels") {
      (what == "units" ? of.units : what == "types" ? of.types : of.bads) = std::move(all);
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

int biotropy_prepare(const biotropy_signal* x, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    GivenOptions given(options);
    const Run run(options, given, false);
    study::PrepareSettings settings;
    given.read(study::prepare_options(), settings);
    const std::optional<double> rate = given.real("rate");
    const std::size_t first_number = given.flag("from_one").value_or(false) ? 1 : 0;
    given.require_all_read();
    const Signal signal = read_signal(needed(x, "x"), "x", rate, false, run);
    make_result(result, [&](biotropy_result& made) {
      series::Epochs epochs;
      run([&](const Execution& execution, const ProgressCallback&) {
        epochs = study::prepared(signal, settings, execution);
      });
      const Dimensions series{epochs.n_epochs, epochs.n_channels};
      std::vector<std::uint64_t> gaps;
      for (std::size_t i = 0; i < epochs.gaps.size(); ++i) {
        if (epochs.gaps[i] != 0) gaps.push_back(i);
      }
      for (double& time : epochs.times) time += x->starts.empty() ? 0.0 : x->starts.front();
      made.add("gaps", std::move(gaps));
      made.add("times", std::move(epochs.times));
      const NamedArray reason{"reason", {"epoch", "channel"}, series, epochs.reasons};
      if (const auto notice = entropy::not_finite({&reason, 1}, {signal.channels, {}, first_number}))
        run.notify({*notice});
      made.add("rate", epochs.has_rate ? std::vector{epochs.rate} : std::vector<double>{});
      made.add("samples", std::move(epochs.data), {epochs.n_epochs, epochs.n_channels, epochs.n_times});
      for (double& onset : epochs.onsets) onset += x->starts.empty() ? 0.0 : x->starts.front();
      made.add("onsets", std::move(epochs.onsets));
      made.add("channels", signal.channels.empty() ? std::vector<std::string>() : std::move(epochs.labels));
      made.add("units", std::move(epochs.units));
      made.add("reason", std::move(epochs.reasons), series);
    });
  });
}

}  // extern "C"

}  // namespace biotropy::c
