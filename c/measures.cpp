// SPDX-License-Identifier: Apache-2.0
//
// Measures of every channel, of pairs of channels and of epochs; matrices; counts of matches.
#include <fmt/format.h>

#include <optional>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/series/gaps.hpp"
#include "c/entropies.hpp"
#include "c/parameters.hpp"
#include "c/run.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

using entropy::Entropy;
using entropy::Measure;
using entropy::Parameters;
using series::EpochView;
using series::Samples;

struct Request {
  Measure measure;
  Parameters parameters;
  entropy::SurrogateSettings surrogates;
  bool missing_are_gaps = false;

  entropy::Grid grid() const { return {{entropy::length_of(measure, parameters)}, {parameters.r}}; }
};

// The samples with gaps so wide that the delay steps over none of them.
std::vector<double> widened(const Request& request, Samples samples) {
  return series::with_wide_gaps(samples, request.parameters.tau);
}

// The channels of y behind those of x, epoch by epoch.
std::vector<double> side_by_side(const EpochView& x, const EpochView& y) {
  std::vector<double> both;
  both.reserve(x.data.size() + y.data.size());
  const std::size_t size = x.n_channels * x.n_times;
  for (std::size_t epoch = 0; epoch < x.n_epochs; ++epoch) {
    for (const Samples data : {x.data, y.data}) {
      const Samples of_epoch = data.subspan(epoch * size, size);
      both.insert(both.end(), of_epoch.begin(), of_epoch.end());
    }
  }
  return both;
}

// One value for all channels of each epoch, or for all epochs, or both.
void measure_epochs(const Request& request, const EpochView& x, const Run& run, biotropy_result& result) {
  const bool pooled = request.parameters.pool_epochs != entropy::PoolEpochs::no;
  Dimensions dims{pooled ? 1 : x.n_epochs};
  if (!entropy::is_multivariate(request.measure)) dims.push_back(x.n_channels);
  std::vector<Entropy> found;
  std::optional<entropy::SurrogateTest> test;
  run([&](const Execution& execution, const ProgressCallback& progress) {
    found = entropy::grid_each_channel(x, request.measure, request.grid(), request.parameters, execution, progress);
    if (!request.surrogates.given()) return;
    test = entropy::test_each_channel(x, request.measure, request.grid(), request.parameters, found,
                                      entropy::Keep::epochs, request.surrogates, execution, progress);
  });
  add_entropies(result, found, dims);
  if (test) add_test(result, run, std::move(*test), {x.n_epochs, x.n_channels}, dims);
}

// @param y the view of x for measures of one series.
void measure_channels(const Request& request, const EpochView& x, const EpochView& y, const Run& run,
                      biotropy_result& result) {
  const Dimensions dims{x.n_epochs, x.n_channels};
  std::vector<Entropy> found(x.n_epochs * x.n_channels);
  const auto compute =
      found.size() == 1
          ? static_cast<Entropy (*)(Measure, Samples, Samples, const Parameters&, const Execution&)>(entropy::compute)
          : entropy::compute_or_reason;
  run.for_each(found.size(), [&](std::size_t index, const Execution& execution) {
    const std::size_t epoch = index / x.n_channels, channel = index % x.n_channels;
    const Samples of_x = x.samples(epoch, channel), of_y = y.samples(epoch, channel);
    if (!request.missing_are_gaps) {
      found[index] = compute(request.measure, of_x, of_y, request.parameters, execution);
      return;
    }
    const std::vector<double> wide_x = widened(request, of_x), wide_y = widened(request, of_y);
    found[index] = compute(request.measure, wide_x, wide_y, request.parameters, execution);
  });
  add_entropies(result, found, dims);
  if (!request.surrogates.given()) return;
  entropy::SurrogateTest test;
  run([&](const Execution& execution, const ProgressCallback& progress) {
    if (entropy::is_cross(request.measure)) {
      const std::vector<double> both = side_by_side(x, y);
      test = entropy::test_two_series({x.n_epochs, 2 * x.n_channels, x.n_times, both}, request.measure,
                                      request.parameters, found, request.surrogates, execution, progress);
    } else {
      test = entropy::test_each_channel(x, request.measure, request.grid(), request.parameters, found,
                                        entropy::Keep::epochs, request.surrogates, execution, progress);
    }
  });
  add_test(result, run, std::move(test), {x.n_epochs, x.n_channels, entropy::is_cross(request.measure)}, dims);
}

void add_pairwise(biotropy_result& result, entropy::Pairwise found) {
  const std::size_t epochs = found.n_epochs, channels = found.n_channels;
  const Dimensions cube{epochs, channels, channels}, matrix{channels, channels}, table{epochs, channels};
  const bool has_epochs = !found.values.empty();
  result.add("mean", std::move(found.mean), matrix);
  result.add_counts("valid_epochs", found.valid_epochs, matrix);
  result.add("templates_m", std::move(found.templates_m), table);
  result.add("templates_m1", std::move(found.templates_m1), table);
  result.add("reason", std::move(found.reasons), table);
  if (!has_epochs) return;
  result.add("value", std::move(found.values), cube);
  result.add("matches_m", std::move(found.matches_m), cube);
  result.add("matches_m1", std::move(found.matches_m1), cube);
}

match::Rule rule_of(GivenOptions& given, double r, Parameters& parameters) {
  for (const char* name : {"tau", "boundary", "templates", "theiler", "engine"}) {
    const entropy::Option& option = *entropy::find_option(name);
    if (const auto value = given.value(option)) option.set(option, parameters, *value);
  }
  match::Rule rule;
  rule.lengths = given.wholes("lengths", "increasing integers of at least 1", 1).value_or(std::vector{2, 3});
  rule.tau = parameters.tau;
  rule.r = r;
  rule.boundary = parameters.boundary;
  rule.templates = parameters.templates.value_or(rule.templates);
  rule.theiler = parameters.theiler.value_or(rule.theiler);
  rule.per_template = given.flag("per_template").value_or(false);
  return rule;
}

}  // namespace

extern "C" {

int biotropy_measure(const char* measure, const double* x, const double* y, size_t n_epochs, size_t n_channels,
                     size_t n_times, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    needed(result, "result");
    const auto kind = measure_named(measure);
    const bool is_cross = entropy::is_cross(kind);
    const EpochView of_x = epochs_of(x, n_epochs, n_channels, n_times);
    if (!is_cross && y != nullptr) throw Error::argument("y", "a series", fmt::format("NULL for {}", measure));
    const EpochView of_y = is_cross ? epochs_of(y, n_epochs, n_channels, n_times, "y") : of_x;
    GivenOptions given(options);
    const Run run(options, given, true);
    Request request{kind, settings_of(kind, given).parameters(n_times), surrogates_of(given, kind)};
    request.missing_are_gaps = given.flag("missing_are_gaps").value_or(false);
    given.require_all_read();
    if (is_cross) refuse_pooling(request.parameters, "channels of x with those of y");
    const bool pooled = request.parameters.pool_epochs != entropy::PoolEpochs::no;
    if (request.missing_are_gaps && (entropy::is_multivariate(kind) || pooled)) {
      throw Error::argument("missing_are_gaps", "true", "false for several channels or epochs together");
    }
    make_result(result, [&](biotropy_result& made) {
      if (entropy::is_multivariate(kind) || pooled) {
        measure_epochs(request, of_x, run, made);
      } else {
        measure_channels(request, of_x, of_y, run, made);
      }
      warn_of_padding(run, of_x);
      warn_of_tolerance(run, of_x, kind, request.parameters);
      if (!is_cross) return;
      warn_of_padding(run, of_y, "y");
      warn_of_tolerance(run, of_y, kind, request.parameters, "y");
    });
  });
}

int biotropy_pairwise(const char* measure, const double* x, size_t n_epochs, size_t n_channels, size_t n_times,
                      const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const auto kind = measure_named(measure);
    const EpochView epochs = epochs_of(x, n_epochs, n_channels, n_times);
    GivenOptions given(options);
    const Run run(options, given, true);
    const Request request{kind, settings_of(kind, given).parameters(n_times), surrogates_of(given, kind)};
    const bool average = given.flag("average").value_or(false);
    given.require_all_read();
    const auto keep = average ? entropy::Keep::mean : entropy::Keep::epochs;
    make_result(result, [&](biotropy_result& made) {
      entropy::Pairwise found;
      std::optional<entropy::SurrogateTest> test;
      run([&](const Execution& execution, const ProgressCallback& progress) {
        found = entropy::pairwise(epochs, kind, request.parameters, keep, execution, progress);
        if (!request.surrogates.given()) return;
        test = entropy::test_pairwise(epochs, kind, request.grid(), request.parameters, {&found, 1}, keep,
                                      request.surrogates, execution, progress);
      });
      Dimensions dims{found.n_epochs, found.n_channels, found.n_channels};
      if (average) dims.erase(dims.begin());
      add_pairwise(made, std::move(found));
      if (test) add_test(made, run, std::move(*test), {epochs.n_epochs, epochs.n_channels}, dims);
      warn_of_padding(run, epochs);
      warn_of_tolerance(run, epochs, kind, request.parameters);
    });
  });
}

int biotropy_count_matches(const double* x, size_t n_x, const double* y, size_t n_y, double r,
                           const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const Samples of_x = epochs_of(x, 1, 1, n_x).data;
    const Samples of_y = y == nullptr ? of_x : epochs_of(y, 1, 1, n_y, "y").data;
    GivenOptions given(options);
    const Run run(options, given, true);
    Parameters parameters;
    const match::Rule rule = rule_of(given, r, parameters);
    given.require_all_read();
    make_result(result, [&](biotropy_result& made) {
      match::Counts counts;
      run([&](const Execution& execution, const ProgressCallback&) {
        counts = match::count_matches(of_x, of_y, rule, execution, parameters.engine);
      });
      made.add_counts("lengths", rule.lengths, {rule.lengths.size()});
      made.add("totals", std::move(counts.totals));
      for (std::size_t i = 0; i < counts.per_template.size(); ++i) {
        const auto& of_length = counts.per_template[i];
        made.add_counts(fmt::format("templates_{}", rule.lengths[i]), of_length, {of_length.size()});
      }
      warn_of_padding(run, epochs_of(x, 1, 1, n_x));
      if (y != nullptr) warn_of_padding(run, epochs_of(y, 1, 1, n_y, "y"), "y");
    });
  });
}

}  // extern "C"

}  // namespace biotropy::c
