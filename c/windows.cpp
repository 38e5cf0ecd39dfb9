// SPDX-License-Identifier: Apache-2.0
//
// Measures in windows that slide: over a recording, and over samples as they come.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/sliding_entropy.hpp"
#include "biotropy/entropy/tolerance_warning.hpp"
#include "c/entropies.hpp"
#include "c/parameters.hpp"
#include "c/run.hpp"
#include "c/status.hpp"
#include "c/warnings.hpp"

struct biotropy_window {
  biotropy::entropy::SlidingEntropy sliding;
  biotropy::entropy::Parameters parameters;
  biotropy_notify notify = nullptr;  // until the first full window was looked at
  void* notify_context = nullptr;
};

namespace biotropy::c {

namespace {

// The samples that fill whole steps; those of a channel are adjacent.
std::vector<double> whole_steps(const series::EpochView& x, std::size_t n_used) {
  std::vector<double> used;
  used.reserve(x.n_channels * n_used);
  for (std::size_t channel = 0; channel < x.n_channels; ++channel) {
    const series::Samples samples = x.samples(0, channel).first(n_used);
    used.insert(used.end(), samples.begin(), samples.end());
  }
  return used;
}

void warn_of_tolerance_once(biotropy_window& window) {
  const biotropy_notify notify = std::exchange(window.notify, nullptr);
  const entropy::SlidingEntropy& sliding = window.sliding;
  std::vector<series::Samples> both;
  for (std::size_t i = 0; i < sliding.series(); ++i) both.push_back(sliding.samples(i));
  if (const auto found = entropy::tolerance_notice(both, sliding.measure(), window.parameters)) {
    notify(window.notify_context, static_cast<int>(found->level), found->code.c_str(), found->text.c_str());
  }
}

void require_windows(std::size_t window, std::size_t step, std::size_t n_times) {
  if (step == 0) throw Error::argument("step", "0", "a number of at least 1");
  if (window > 0 && window <= n_times) return;
  throw Error::argument("window", std::to_string(window),
                        fmt::format("a number from 1 to the {} samples of x", n_times));
}

}  // namespace

extern "C" {

int biotropy_sliding(const char* measure, const double* x, size_t n_channels, size_t n_times, size_t window,
                     size_t step, const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    const entropy::Measure kind = measure_named(measure);
    const series::EpochView whole = epochs_of(x, 1, n_channels, n_times);
    require_windows(window, step, n_times);
    GivenOptions given(options);
    const Run run(options, given, true);
    const entropy::Parameters parameters = settings_of(kind, given).parameters(window);
    const bool are_gaps = given.flag("missing_are_gaps").value_or(false);
    given.require_all_read();
    // Windows are counted in samples, so that gaps are not widened.
    if (are_gaps && parameters.tau > 1 && series::missing_count(whole.data) > 0) {
      throw Error::argument("tau", std::to_string(parameters.tau), "1 for windows of a series with gaps");
    }
    if (entropy::is_multivariate(kind)) throw Error::argument("measure", measure, "a measure of one series");
    refuse_pooling(parameters, "windows");
    const std::size_t n_windows = (n_times - window) / step + 1;
    const std::vector<double> used = whole_steps(whole, (n_windows - 1) * step + window);
    series::EpochView windows(n_windows, n_channels, window, used);
    windows.step = step;
    make_result(result, [&](biotropy_result& made) {
      std::vector<entropy::Entropy> found;
      run([&](const Execution& execution, const ProgressCallback& progress) {
        found = entropy::each_channel(windows, kind, parameters, execution, progress);
      });
      std::vector<std::uint64_t> starts(n_windows);
      for (std::size_t i = 0; i < n_windows; ++i) starts[i] = i * step;
      made.add("start", std::move(starts));
      std::vector<double> values;
      std::vector<std::string> reasons;
      for (entropy::Entropy& one : found) {
        values.push_back(one.value);
        reasons.push_back(std::move(one.reason));
      }
      made.add("value", std::move(values), {n_windows, n_channels});
      made.add("reason", std::move(reasons), {n_windows, n_channels});
      warn_of_padding(run, whole);
      warn_of_tolerance(run, whole, kind, parameters);
    });
  });
}

int biotropy_window_create(const char* measure, size_t window, const biotropy_options* options,
                           biotropy_window** made) {
  return guarded([&] {
    biotropy_window*& place = needed(made, "made");
    const entropy::Measure kind = measure_named(measure);
    GivenOptions given(options);
    const entropy::Parameters parameters = settings_of(kind, given).parameters(window);
    refuse_pooling(parameters, "windows");
    given.require_all_read();
    place = new biotropy_window{entropy::SlidingEntropy(kind, window, parameters), parameters};
    if (options == nullptr) return;
    place->notify = options->notify;
    place->notify_context = options->notify_context;
  });
}

int biotropy_window_push(biotropy_window* window, const double* samples, size_t n) {
  return guarded([&] {
    entropy::SlidingEntropy& sliding = needed(window, "window").sliding;
    const double* next = &needed(samples, "samples");
    for (std::size_t i = 0; i < n; ++i, next += sliding.series()) {
      sliding.push({next, sliding.series()});
      if (window->notify != nullptr && sliding.is_full()) warn_of_tolerance_once(*window);
    }
  });
}

int biotropy_window_value(biotropy_window* window, biotropy_result** result) {
  return guarded([&] {
    entropy::SlidingEntropy& sliding = needed(window, "window").sliding;
    make_result(result, [&](biotropy_result& made) { add_entropies(made, {sliding.value()}, {}); });
  });
}

void biotropy_window_destroy(biotropy_window* window) {
  delete window;
}

}  // extern "C"

}  // namespace biotropy::c
