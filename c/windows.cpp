// SPDX-License-Identifier: Apache-2.0
//
// A measure of a window that slides over samples as they come.
#include <memory>
#include <utility>

#include "biotropy/entropy/request.hpp"
#include "biotropy/entropy/sliding_entropy.hpp"
#include "biotropy/entropy/tolerance_warning.hpp"
#include "biotropy/study/signal.hpp"
#include "c/parameters.hpp"
#include "c/result.hpp"
#include "c/run.hpp"
#include "c/status.hpp"

struct biotropy_window {
  biotropy::entropy::SlidingEntropy sliding;
  biotropy::entropy::Parameters parameters;
  biotropy_notify notify = nullptr;  // until the first full window was looked at
  void* notify_context = nullptr;
};

namespace biotropy::c {

namespace {

void warn_of_tolerance_once(biotropy_window& window) {
  const biotropy_notify notify = std::exchange(window.notify, nullptr);
  const entropy::SlidingEntropy& sliding = window.sliding;
  std::vector<series::Samples> both;
  for (std::size_t i = 0; i < sliding.series(); ++i) both.push_back(sliding.samples(i));
  if (const auto found = entropy::tolerance_notice(both, sliding.measure(), window.parameters)) {
    notify(window.notify_context, static_cast<int>(found->level), found->code.c_str(), found->text.c_str());
  }
}

}  // namespace

extern "C" {

int biotropy_window_create(const char* measure, size_t window, const biotropy_options* options,
                           biotropy_window** made) {
  return guarded([&] {
    biotropy_window*& place = needed(made, "made");
    GivenOptions given(options);
    entropy::Settings settings = request_of(measure, given).for_stream();
    study::require_one_unit({{1, 0, 0, {}}}, nullptr, settings);  // the samples have no unit
    const entropy::Parameters parameters = settings.parameters(window);
    given.require_all_read();
    place = new biotropy_window{entropy::SlidingEntropy(settings.measure, window, parameters), parameters};
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
    make_result(result, [&](biotropy_result& made) {
      for (NamedArray& one : entropy::arrays_of(sliding.value())) made.add(std::move(one));
    });
  });
}

void biotropy_window_destroy(biotropy_window* window) {
  delete window;
}

}  // extern "C"

}  // namespace biotropy::c
