// SPDX-License-Identifier: Apache-2.0
//
// Measures of every channel, of pairs, of epochs, at scales and in windows; counts of matches.
#include <fmt/format.h>

#include <numeric>

#include "biotropy/entropy/request.hpp"
#include "biotropy/study/signal.hpp"
#include "c/parameters.hpp"
#include "c/result.hpp"
#include "c/run.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

using entropy::Request;
using series::EpochView;

constexpr int kMostScales = 1000000;

// A list, or the largest of those from 1 on.
std::vector<int> scale_list(GivenOptions& given) {
  constexpr const char* kAllowed = "the number of scales (at most 1000000), or a list of integers of at least 1,";
  const bool is_list = given.is_list("scales");
  std::vector<int> scales = given.wholes("scales", kAllowed, 1).value_or(std::vector{20});
  if (is_list) return scales;
  if (scales.front() > kMostScales) throw Error::argument("scales", std::to_string(scales.front()), kAllowed);
  scales.resize(static_cast<std::size_t>(scales.front()));
  std::iota(scales.begin(), scales.end(), 1);
  return scales;
}

std::size_t length_of(const char* name, GivenOptions& given, std::optional<double> rate) {
  const auto value = given.value(length_option(name));
  if (!value) throw Error::argument(name, "missing", std::string(kLengthAllowed));
  return samples_of(name, *value, rate);
}

// Answers a request. @param padded what is looked through for padding, beside y.
void answer(const Request& request, const EpochView& x, const EpochView* y, const EpochView& padded, const Run& run,
            biotropy_result& made) {
  run([&](const Execution& execution, const ProgressCallback& progress) {
    for (NamedArray& one : entropy::answer(request, x, y, execution, progress)) made.add(std::move(one));
  });
  warn_of_padding(run, padded, "x");
  if (y != nullptr) warn_of_padding(run, *y, "y");
}

}  // namespace

extern "C" {

int biotropy_measure(const char* measure, const double* x, const double* y, size_t n_epochs, size_t n_channels,
                     size_t n_times, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    needed(result, "result");
    GivenOptions given(options);
    const Run run(options, given, true);
    Request request = request_of(measure, given);
    const bool is_cross = entropy::is_cross(request.measure.measure);
    const EpochView of_x = epochs_of(x, n_epochs, n_channels, n_times);
    if (!is_cross && y != nullptr) throw Error::argument("y", "a series", fmt::format("NULL for {}", measure));
    const EpochView of_y = is_cross ? epochs_of(y, n_epochs, n_channels, n_times, "y") : of_x;
    const bool pooled = request.measure.parameters(n_times).pool_epochs != entropy::PoolEpochs::no;
    request.raises = n_epochs * n_channels == 1 && !entropy::is_multivariate(request.measure.measure) && !pooled;
    given.require_all_read();
    make_result(result,
                [&](biotropy_result& made) { answer(request, of_x, is_cross ? &of_y : nullptr, of_x, run, made); });
  });
}

int biotropy_pairwise(const char* measure, const double* x, size_t n_epochs, size_t n_channels, size_t n_times,
                      const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const EpochView epochs = epochs_of(x, n_epochs, n_channels, n_times);
    GivenOptions given(options);
    const Run run(options, given, true);
    Request request = request_of(measure, given);
    request.pairs = true;
    request.keep = request.tested = given.flag("average").value_or(false) ? entropy::Keep::mean : entropy::Keep::epochs;
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) { answer(request, epochs, nullptr, epochs, run, made); });
  });
}

int biotropy_multiscale(const char* measure, const double* x, size_t n_epochs, size_t n_channels, size_t n_times,
                        const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const EpochView epochs = epochs_of(x, n_epochs, n_channels, n_times);
    GivenOptions given(options);
    const Run run(options, given, true);
    Request request = request_of(measure, given, scale_list(given));
    request.raises = n_epochs * n_channels == 1 && !entropy::is_multivariate(request.measure.measure);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) { answer(request, epochs, nullptr, epochs, run, made); });
  });
}

int biotropy_sliding(const char* measure, const double* x, size_t n_channels, size_t n_times,
                     const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    needed(result, "result");
    const EpochView whole = epochs_of(x, 1, n_channels, n_times);
    GivenOptions given(options);
    const Run run(options, given, true);
    Request request = request_of(measure, given);
    const std::optional<double> rate = given.real("rate");
    const std::size_t window = length_of("window", given, rate), step = length_of("step", given, rate);
    const series::Epochs windows = study::sliding_windows(whole, window, step);
    request.pairs = entropy::is_cross(request.measure.measure);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) {
      std::vector<std::uint64_t> starts(windows.n_epochs);
      for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = i * step;
      made.add("start", std::move(starts));
      answer(request, windows, nullptr, whole, run, made);
    });
  });
}

int biotropy_count_matches(const double* x, size_t n_x, const double* y, size_t n_y, double r,
                           const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const EpochView of_x = epochs_of(x, 1, 1, n_x), of_y = y == nullptr ? of_x : epochs_of(y, 1, 1, n_y, "y");
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
    const match::Rule rule = entropy::counting_rule(parameters, std::move(lengths), r, per_template);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) {
      match::Counts counts;
      run([&](const Execution& execution, const ProgressCallback&) {
        counts = match::count_matches(of_x.data, of_y.data, rule, execution, parameters.engine);
      });
      made.add_counts("lengths", rule.lengths, {rule.lengths.size()});
      made.add("totals", std::move(counts.totals));
      for (std::size_t i = 0; i < counts.per_template.size(); ++i) {
        const auto& of_length = counts.per_template[i];
        made.add_counts(fmt::format("templates_{}", rule.lengths[i]), of_length, {of_length.size()});
      }
      warn_of_padding(run, of_x, "x");
      if (y != nullptr) warn_of_padding(run, of_y, "y");
    });
  });
}

}  // extern "C"

}  // namespace biotropy::c
