// SPDX-License-Identifier: Apache-2.0
//
// Measures of signals, and counts of matches.
#include <fmt/format.h>

#include "biotropy/entropy/request.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "biotropy/study/measured_signal.hpp"
#include "c/parameters.hpp"
#include "c/result.hpp"
#include "c/run.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

using entropy::Request;
using series::EpochView;
using study::Signal;

std::optional<std::vector<int>> scale_list(GivenOptions& given) {
  if (given.is_list("scales")) return given.wholes("scales", "integers of at least 1", 1);
  const auto text = given.value(study::scales_options().front());
  return text ? std::optional(entropy::scale_list(std::get<std::string>(*text))) : std::nullopt;
}

std::size_t length_of(const char* name, GivenOptions& given, std::optional<double> rate) {
  const auto value = given.value(length_option(name));
  if (!value) throw Error::argument(name, "missing", std::string(kLengthAllowed));
  return samples_of(name, *value, rate);
}

// Windows of the options `window` and `step`; nothing without both.
std::optional<study::Windows> windows_of(GivenOptions& given, std::optional<double> rate) {
  if (!given.value(length_option("window")) && !given.value(length_option("step"))) return std::nullopt;
  return study::Windows{length_of("window", given, rate), length_of("step", given, rate)};
}

void add_starts(const Signal& given, const Signal& read, const std::vector<std::size_t>& starts,
                biotropy_result& made) {
  const std::vector<double> times = study::times_of(given, read);
  std::vector<double> seconds;
  for (std::size_t i = 0; i < starts.size() && !times.empty(); ++i) seconds.push_back(times[starts[i]]);
  made.add("start", std::vector<std::uint64_t>(starts.begin(), starts.end()));
  made.add("time", std::move(seconds));
}

// Texts, a name and a value in each row; lists are dimensions of the values.
void add_parameters(const Request& request, std::size_t n_times, biotropy_result& made) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : entropy::parameters_of(request, n_times)) {
    if (!std::holds_alternative<std::vector<double>>(value)) texts.insert(texts.end(), {name, text_of(value)});
  }
  const std::size_t rows = texts.size() / 2;
  made.add("parameters", std::move(texts), {rows, 2});
}

}  // namespace

extern "C" {

int biotropy_measure(const char* measure, const biotropy_signal* x, const biotropy_signal* y,
                     const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    needed(result, "result");
    GivenOptions given(options);
    const Run run(options, given, true);
    Request request = request_of(measure, given, scale_list(given));
    const bool is_cross = entropy::is_cross(request.measure.measure);
    if (!is_cross && y != nullptr) throw Error::argument("y", "a series", fmt::format("NULL for {}", measure));
    const std::optional<double> rate = given.real("rate");
    const bool are_gaps = given.flag("missing_are_gaps").value_or(false);
    const Signal of_x = read_signal(needed(x, "x"), "x", rate, are_gaps, run);
    std::optional<Signal> of_y;
    if (y != nullptr) of_y = read_signal(*y, "y", rate, are_gaps, run);
    const std::optional<study::Windows> windows = windows_of(given, of_x.rate);
    if (y != nullptr && windows) throw Error::argument("y", "a series", "NULL, as windows are those of pairs of x");
    request.pairs = given.flag("pairs").value_or(is_cross && y == nullptr);
    if (request.pairs && y != nullptr) throw Error::argument("y", "a series", "NULL, as pairs are those of x");
    const std::size_t first_number = given.flag("from_one").value_or(false) ? 1 : 0;
    request.keep = request.tested = given.flag("average").value_or(false) ? entropy::Keep::mean : entropy::Keep::epochs;
    given.require_all_read();
    const study::SignalUse use = study::use_of(request, windows.has_value());
    Notices notices;
    study::require_measurable(request, of_x, of_y ? &*of_y : nullptr, use, notices);
    run.notify(notices);
    const study::MeasuredSignal first(of_x, "x", request, use, windows);
    std::optional<study::MeasuredSignal> second;
    if (of_y) second.emplace(*of_y, "y", request, use);
    const bool pooled = request.measure.parameters(of_x.view.n_times).pool_epochs != entropy::PoolEpochs::no;
    request.raises = !windows && of_x.view.n_epochs * of_x.view.n_channels == 1 && first.view().reasons.empty() &&
                     !entropy::is_multivariate(request.measure.measure) && !pooled;
    make_result(result, [&](biotropy_result& made) {
      if (windows) add_starts(*x, of_x, first.starts(), made);
      std::vector<NamedArray> found;
      run([&](const Execution& execution, const ProgressCallback& progress) {
        found = entropy::answer(request, first.view(), second ? &second->view() : nullptr, execution, progress);
      });
      if (const auto notice = entropy::not_finite(found, {of_x.channels, {}, first_number})) run.notify({*notice});
      for (NamedArray& one : found) made.add(std::move(one));
      made.add("channels", of_x.channels);
      add_parameters(request, first.view().n_times, made);
    });
    warn_of_padding(run, of_x, "x");
    if (of_y) warn_of_padding(run, *of_y, "y");
  });
}

int biotropy_count_matches(const biotropy_signal* x, const biotropy_signal* y, double r,
                           const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    GivenOptions given(options);
    const Run run(options, given, true);
    entropy::Parameters parameters;
    for (const char* name : {"tau", "boundary", "templates", "theiler", "engine"}) {
      const entropy::Option& option = *entropy::find_option(name);
      if (const auto value = given.value(option)) option.set(option, parameters, *value);
    }
    std::vector<int> lengths =
        given.wholes("lengths", "increasing integers of at least 1", 1).value_or(std::vector{2, 3});
    const bool per_template = given.flag("per_template").value_or(false);
    const bool are_gaps = given.flag("missing_are_gaps").value_or(false);
    const match::Rule rule = entropy::counting_rule(parameters, std::move(lengths), r, per_template);
    given.require_all_read();
    const Signal of_x = read_signal(needed(x, "x"), "x", {}, are_gaps, run);
    std::optional<Signal> of_y;
    if (y != nullptr) of_y = read_signal(*y, "y", {}, are_gaps, run);
    make_result(result, [&](biotropy_result& made) {
      match::Counts counts;
      run([&](const Execution& execution, const ProgressCallback&) {
        counts = study::count_matches(of_x, of_y ? &*of_y : nullptr, rule, parameters, execution);
      });
      made.add_counts("lengths", rule.lengths, {rule.lengths.size()});
      made.add("totals", std::move(counts.totals));
      for (std::size_t i = 0; i < counts.per_template.size(); ++i) {
        const auto& of_length = counts.per_template[i];
        made.add_counts(fmt::format("templates_{}", rule.lengths[i]), of_length, {of_length.size()});
      }
    });
    warn_of_padding(run, of_x, "x");
    if (of_y) warn_of_padding(run, *of_y, "y");
  });
}

}  // extern "C"

}  // namespace biotropy::c
