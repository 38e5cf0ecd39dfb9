// SPDX-License-Identifier: Apache-2.0
//
// One sample at a time. Steps and updates of features are timed in runs of some thousands; at 500 Hz the program
// sleeps until each sample is due, as it would live, and the time from waking to the class is measured, with cold
// caches and whatever else the machine does.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <thread>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/slow_wave.hpp"
#include "interleaved.hpp"
#include "sicamm/plan.hpp"

namespace biotropy::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kSteps = 5000;

double processor_seconds() {
  timespec time = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

bool equal_to_batch(const PaperCase& paper, const sicamm::Classifier& classifier) {
  sicamm::Stream stream(classifier);
  const auto batch = classifier.classify(std::span(paper.signals).first(kSteps * paper.channels));
  for (std::size_t i = 0; i < kSteps; ++i) {
    if (stream.step(paper.signal(i)).posterior[0] != batch.posteriors[2 * i]) return false;
  }
  return true;
}

void print_times(const Plan& plan, const PaperCase& paper, const sicamm::Classifier& classifier) {
  sicamm::Stream stream(classifier);
  sicamm::SlowWaves waves({}, kRate, paper.channels);
  std::vector<double> features(paper.channels);
  const double per_sample = 1.0 / static_cast<double>(kSteps);
  std::size_t at = 0;
  const auto next = [&] { return paper.signal(at++ % paper.size()); };
  const std::vector<TimedCase> cases{{"step",
                                      [&] {
                                        for (std::size_t i = 0; i < kSteps; ++i) stream.step(next());
                                      },
                                      per_sample},
                                     {"features",
                                      [&] {
                                        for (std::size_t i = 0; i < kSteps; ++i) waves.step(next(), features);
                                      },
                                      per_sample}};
  const auto seconds = interleaved_medians(cases, plan.rounds);
  fmt::print("step, 19 channels, 2 classes: {:.3f} us (wanted: at most 1)\n", seconds[0] * 1e6);
  fmt::print("features (TSI), 19 channels:  {:.3f} us (wanted: below 6)\n", seconds[1] * 1e6);
}

void print_quantiles(const char* name, std::vector<double>& microseconds) {
  std::sort(microseconds.begin(), microseconds.end());
  fmt::print("  {:<26} p50 {:6.1f}  p99 {:6.1f}  p99.9 {:6.1f}  most {:6.1f} us\n", name, quantile(microseconds, 0.5),
             quantile(microseconds, 0.99), quantile(microseconds, 0.999), microseconds.back());
}

// Wall time holds what else the machine did in between; time of the processor does not.
void print_replay(const Plan& plan, const PaperCase& paper, const sicamm::Classifier& classifier) {
  sicamm::Stream stream(classifier);
  sicamm::SlowWaves waves({}, kRate, paper.channels);
  std::vector<double> features(paper.channels), wall, processor;
  const auto n = static_cast<std::size_t>(plan.replay_seconds * kRate);
  wall.reserve(n);
  processor.reserve(n);
  const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / kRate));
  const auto start = Clock::now();
  std::size_t late = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto due = start + static_cast<Clock::rep>(i) * period;
    std::this_thread::sleep_until(due);
    const auto awake = Clock::now();
    const double before = processor_seconds();
    waves.step(paper.signal(i % paper.size()), features);
    stream.step(paper.signal(i % paper.size()));
    processor.push_back((processor_seconds() - before) * 1e6);
    const auto done = Clock::now();
    wall.push_back(std::chrono::duration<double>(done - awake).count() * 1e6);
    if (done - due > period) ++late;
  }
  fmt::print(
      "{:.0f} s at 500 Hz, features and step (p99.9 wanted: below 20); {} of {} not done when the next was due\n",
      plan.replay_seconds, late, n);
  print_quantiles("from waking to the class", wall);
  print_quantiles("time of the processor", processor);
}

}  // namespace

bool print_live(const Plan& plan) {
  const PaperCase& paper = paper_case();
  const sicamm::Classifier classifier(paper.model);
  fmt::print("\nOne sample at a time\n");
  if (!equal_to_batch(paper, classifier)) {
    fmt::print("steps differ from the batch\n");
    return false;
  }
  print_times(plan, paper, classifier);
  print_replay(plan, paper, classifier);
  return true;
}

}  // namespace biotropy::bench
