// SPDX-License-Identifier: Apache-2.0
//
// One sample at a time. Steps and updates of features are timed in runs of some thousands. At 500 Hz the program sleeps
// until each sample is due, as in live use, and the time from waking to the class is measured, with cold caches and
// other activity of the machine; alternatively it repeats the update on copies until then, which keeps caches and
// branch predictors warm. A control that only calculates is timed beside both.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <functional>
#include <thread>
#include <vector>

#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/features/slow_wave.hpp"
#include "interleaved.hpp"
#include "sicamm/plan.hpp"

namespace biotropy::bench {

namespace {

using WallClock = std::chrono::steady_clock;

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

// Calculations on about as much memory as an update of 19 channels and two classes, some at consecutive and some at
// changing addresses, and nothing else: the spread of its times comes from the machine.
class Control {
 public:
  void step() {
    double sum = 0.0;
    for (double& x : row_) sum += x = 0.999 * x + 0.001;
    for (int place = 0; place < kPlaces; ++place) {
      seed_ = 6364136223846793005U * seed_ + 1442695040888963407U;
      const double* line = &scattered_[static_cast<std::size_t>(seed_ >> 33) % (scattered_.size() - kLine)];
      for (std::size_t i = 0; i < kLine; ++i) sum += line[i];
    }
    result_ += sum;
  }
  double result() const { return result_; }

 private:
  static constexpr int kPlaces = 38;
  static constexpr std::size_t kLine = 16;
  std::vector<double> row_ = std::vector<double>(3000, 1.0), scattered_ = std::vector<double>(200000, 1.0);
  std::uint64_t seed_ = 1;
  double result_ = 0.0;
};

struct LiveCase {
  const char* name;
  std::function<void()> update;
  std::function<void()> prewarm;  // until the sample is due, instead of sleeping; none: sleep
  std::vector<double> wall{}, processor{};
  std::size_t late = 0;
};

// One second of samples. Wall time includes other activity of the machine; processor time only interrupts, which the
// kernel charges to the process.
void replay_second(LiveCase& one, WallClock::time_point start) {
  constexpr std::chrono::microseconds prewarming{200};
  const auto period = std::chrono::duration_cast<WallClock::duration>(std::chrono::duration<double>(1.0 / kRate));
  for (int i = 0; i < static_cast<int>(kRate); ++i) {
    const auto due = start + i * period;
    std::this_thread::sleep_until(one.prewarm ? due - prewarming : due);
    while (WallClock::now() < due) one.prewarm();
    const auto awake = WallClock::now();
    const double before = processor_seconds();
    one.update();
    one.processor.push_back((processor_seconds() - before) * 1e6);
    const auto done = WallClock::now();
    one.wall.push_back(std::chrono::duration<double>(done - awake).count() * 1e6);
    if (done - due > period) ++one.late;
  }
}

// Rate at which this machine interrupts a thread that only reads the clock. Longer than a millisecond is another
// program.
double interruptions_per_second() {
  constexpr std::chrono::microseconds shortest{15}, longest{1000};
  constexpr double seconds = 1.0;
  const double begin = processor_seconds();
  int count = 0;
  for (auto last = WallClock::now(); processor_seconds() - begin < seconds;) {
    for (int reading = 0; reading < 10000; ++reading) {
      const auto now = WallClock::now();
      if (now - last > shortest && now - last < longest) ++count;
      last = now;
    }
    last = WallClock::now();
  }
  return count / seconds;
}

// One second of each in turn, because interrupts on the millisecond could otherwise affect only one of them.
void print_replay(const Plan& plan, const PaperCase& paper, const sicamm::Classifier& classifier) {
  sicamm::Stream stream(classifier), prewarming(classifier);
  sicamm::SlowWaves waves({}, kRate, paper.channels), prewarming_waves({}, kRate, paper.channels);
  std::vector<double> features(paper.channels);
  Control control, prewarming_control;
  std::size_t at = 0, prewarmed = 0;
  const auto update = [&] {
    const auto signal = paper.signal(at++ % paper.size());
    waves.step(signal, features);
    stream.step(signal);
  };
  const auto prewarm = [&] {
    const auto signal = paper.signal(prewarmed++ % paper.size());
    prewarming_waves.step(signal, features);
    prewarming.step(signal);
  };
  std::vector<LiveCase> cases{
      {"update after sleep", update, nullptr},
      {"control after sleep", [&] { control.step(); }, nullptr},
      {"update after prewarming", update, prewarm},
      {"control after prewarming", [&] { control.step(); }, [&] { prewarming_control.step(); }}};
  const auto seconds = static_cast<std::size_t>(std::max(1.0, std::round(plan.replay_seconds)));
  auto start = WallClock::now();
  for (std::size_t second = 0; second < seconds * cases.size(); ++second) {
    replay_second(cases[second % cases.size()], start);
    start += std::chrono::seconds(1);
  }
  fmt::print("{} s of samples at 500 Hz for each, features and step (p99.9 wanted: below 20 us)\n", seconds);
  for (LiveCase& one : cases) {
    fmt::print("{}: {} of {} not done when the next was due\n", one.name, one.late, one.wall.size());
    print_quantiles("from waking to the class", one.wall);
    print_quantiles("time of the processor", one.processor);
  }
  const double rate = interruptions_per_second();
  fmt::print(
      "interruptions of 15 us to 1 ms: {:.0f} per second of the processor; they meet {:.2f} of 1000 updates after "
      "sleep, {:.2f} after prewarming\n",
      rate, 1e-3 * rate * quantile(cases[0].processor, 0.5), 1e-3 * rate * quantile(cases[2].processor, 0.5));
  if (!std::isfinite(control.result() + prewarming_control.result())) fmt::print("the control is no number\n");
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
