// SPDX-License-Identifier: Apache-2.0
//
// Figures 5 and 6 and table 1 of Martinez-Zarzuela et al. 2013. Their kernels are timed with and without the copies
// between host and device; times of kernels and copies are the device's.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <thread>

#include "device/watched_device.hpp"
#include "interleaved.hpp"
#include "papers/plan.hpp"
#include "papers/trials.hpp"

namespace biotropy::bench {

namespace {

constexpr const char* kVariants[] = {"registers", "halo", "shifted"};
// Values of single precision, which misjudges a few pairs near the tolerance.
constexpr double kAgreement = 1e-3;

bool agree(const char* name, std::span<const double> found, std::span<const double> right, double agreement) {
  const double difference = greatest_difference(found, right);
  if (difference <= agreement) return true;
  fmt::print("different values: {} is {} away\n", name, difference);
  return false;
}

// Seconds of the parts of a call.
struct Steps {
  double step1 = 0.0, step2 = 0.0, step3 = 0.0, copies = 0.0, host = 0.0, whole = 0.0;
};

// Medians of each part over the rounds.
Steps median_of(const std::vector<Steps>& rounds) {
  Steps result;
  for (const auto part : {&Steps::step1, &Steps::step2, &Steps::step3, &Steps::copies, &Steps::host, &Steps::whole}) {
    std::vector<double> values;
    for (const Steps& one : rounds) values.push_back(one.*part);
    result.*part = median(values);
  }
  return result;
}

Steps account(WatchedDevice& device, const std::function<void()>& run) {
  device.reset();
  const Stopwatch watch;
  run();
  Steps steps;
  steps.whole = watch.seconds(Clock::wall);
  for (const WatchedDevice::Work& work : device.kernels()) {
    const bool is_first = work.name == "normalise",
               is_third = work.name == "mean_logarithm" || work.name == "multiply_counts";
    (is_first ? steps.step1 : is_third ? steps.step3 : steps.step2) += work.seconds;
  }
  steps.copies = device.copies_to().seconds + device.copies_from().seconds;
  steps.host = std::max(0.0, steps.whole - steps.step1 - steps.step2 - steps.step3 - steps.copies);
  return steps;
}

void print_steps_of(const char* name, const Steps& steps) {
  constexpr double ms = 1e3;
  fmt::print("{:<12} {:>10.3f} {:>10.3f} {:>10.3f} {:>10.3f} {:>10.3f} {:>10.3f} {:>16.3f}\n", name, steps.step1 * ms,
             steps.step2 * ms, steps.step3 * ms, steps.copies * ms, steps.host * ms, steps.whole * ms,
             (steps.whole - steps.copies) * ms);
  std::fflush(stdout);
}

bool print_steps_on(const Plan& plan, device::Device& device, const Trials& trials) {
  fmt::print("{}: {}\n{:<12} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>16}\n", device.description().name,
             device.description().model, "program", "step 1", "step 2", "steps 3, 4", "copies", "host", "whole",
             "without copies");
  WatchedDevice watched(device);
  const std::vector<double> expected = trials.values(nullptr);
  std::vector<PublishedCrossApen> published;
  bool right = true;
  for (const char* variant : kVariants) {
    published.push_back(trials.published(watched, variant));
    right = agree(variant, published.back().values(), expected, kAgreement) && right;
  }
  const auto engine = engine_for_trials(watched, trials.u(0).size());
  right = agree("biotropy", trials.values(engine.get()), expected, 0.0) && right;
  std::vector<std::vector<Steps>> rounds(std::size(kVariants) + 1);
  for (int round = 0; round < plan.rounds; ++round) {
    for (std::size_t which = 0; which < published.size(); ++which) {
      rounds[which].push_back(account(watched, [&] { published[which].values(); }));
    }
    double first = 0.0;
    Steps ours = account(watched, [&] {
      const Stopwatch watch;
      const std::vector<double> scores = trials.scores();
      first = watch.seconds(Clock::wall);
      trials.values_of(scores, engine.get());
    });
    ours.step1 = first;  // on the processor
    ours.host -= std::min(first, ours.host);
    rounds.back().push_back(ours);
  }
  for (std::size_t which = 0; which < rounds.size(); ++which) {
    print_steps_of(which < published.size() ? kVariants[which] : "biotropy", median_of(rounds[which]));
  }
  return right;
}

// Cases for one number and length of trials on a device: their best kernel, and the library.
bool add_cases(const Trials& trials, device::Device& device, std::vector<TimedCase>& cases) {
  const auto theirs = std::make_shared<const PublishedCrossApen>(trials.published(device, "shifted"));
  const std::shared_ptr<const match::DeviceEngine> ours = engine_for_trials(device, trials.u(0).size());
  const std::vector<double> expected = trials.values(nullptr);
  cases.push_back({"shifted", [theirs] { theirs->values(); }, 1.0, Clock::wall});
  cases.push_back({"biotropy", [ours, &trials] { trials.values(ours.get()); }, 1.0, Clock::wall});
  const bool right = agree("shifted", theirs->values(), expected, kAgreement);
  return agree("biotropy", trials.values(ours.get()), expected, 0.0) && right;
}

// Device time of their best kernels and of the library's, without copies and host.
double kernel_seconds(device::Device& device, const std::function<std::function<void()>(device::Device&)>& make,
                      int rounds) {
  WatchedDevice watched(device);
  const auto run = make(watched);
  std::vector<double> seconds;
  for (int round = 0; round < rounds; ++round) {
    const Steps steps = account(watched, run);
    seconds.push_back(steps.step1 + steps.step2 + steps.step3);
  }
  return median(seconds);
}

}  // namespace

bool print_steps(const Plan& plan) {
  fmt::print("\nMartinez-Zarzuela et al. 2013, figure 5: milliseconds of the steps, {} trials of {} samples\n",
             plan.trials, plan.samples);
  const Trials trials(plan.trials, plan.samples);
  bool right = true;
  for (device::Device* device : plan.devices) right = print_steps_on(plan, *device, trials) && right;
  return right;
}

bool print_sizes(const Plan& plan) {
  fmt::print("\nMartinez-Zarzuela et al. 2013, figure 6: milliseconds over the number M and length N of trials\n");
  bool right = true;
  for (device::Device* device : plan.devices) {
    fmt::print("{}\n{:>6} {:>8} {:>14} {:>14} {:>16}\n", device->description().name, "M", "N", "shifted", "biotropy",
               "times as fast");
    for (const std::size_t number : plan.trial_numbers) {
      for (const std::size_t length : plan.lengths) {
        const Trials trials(number, length);
        std::vector<TimedCase> cases;
        right = add_cases(trials, *device, cases) && right;
        const auto seconds = interleaved_medians(cases, plan.rounds);
        fmt::print("{:>6} {:>8} {:>14.3f} {:>14.3f} {:>16.1f}\n", number, length, seconds[0] * 1e3, seconds[1] * 1e3,
                   seconds[0] / seconds[1]);
        std::fflush(stdout);
      }
    }
  }
  return right;
}

bool print_cores(const Plan& plan) {
  constexpr double agreement = 1e-12;
  const Trials trials(plan.trials, plan.samples);
  std::vector<int> cores;
  const int all = thread_count({});
  for (const int number : {1, 2, 4, 6, all}) {
    if (number <= all && std::ranges::find(cores, number) == cores.end()) cores.push_back(number);
  }
  const std::vector<double> expected = trials.values(nullptr);
  bool right = agree("Algorithm 1", trials.algorithm_one(1, 1), std::span(expected).first(1), agreement);
  std::vector<TimedCase> cases;
  for (const int number : cores) {
    const std::size_t part = std::min<std::size_t>(static_cast<std::size_t>(number), trials.count());
    cases.push_back({fmt::format("Algorithm 1, {} of {} cores", number, all),
                     [&trials, part, number] { trials.algorithm_one(part, number); },
                     static_cast<double>(trials.count()) / static_cast<double>(part), Clock::wall});
  }
  cases.push_back({"biotropy, all cores", [&trials] { trials.values(nullptr); }, 1.0, Clock::wall});
  for (device::Device* device : plan.devices) {
    right = add_cases(trials, *device, cases) && right;
    for (std::size_t i = cases.size() - 2; i < cases.size(); ++i) cases[i].name += ", " + device->description().name;
  }
  std::vector<double> seconds = interleaved_medians(cases, plan.rounds);
  for (device::Device* device : plan.devices) {
    const auto theirs = [&](device::Device& on) -> std::function<void()> {
      return [program = trials.published(on, "shifted")] { program.values(); };
    };
    const auto ours = [&](device::Device& on) -> std::function<void()> {
      return [&, engine = std::shared_ptr<match::DeviceEngine>(engine_for_trials(on, plan.samples))] {
        trials.values(engine.get());
      };
    };
    cases.push_back({"shifted, kernels alone, " + device->description().name, nullptr});
    seconds.push_back(kernel_seconds(*device, theirs, plan.rounds));
    cases.push_back({"biotropy, kernels alone, " + device->description().name, nullptr});
    seconds.push_back(kernel_seconds(*device, ours, plan.rounds));
  }
  fmt::print(
      "\nMartinez-Zarzuela et al. 2013, table 1: {} trials of {} samples, in times as fast as Algorithm 1 on the cores "
      "of the processor (their GPU: 1493, 741, 374 and 256 for 1, 2, 4 and 6)\n{:<40} {:>12}",
      plan.trials, plan.samples, "program", "ms");
  for (const int number : cores) fmt::print(" {:>10}", fmt::format("{} core{}", number, number == 1 ? "" : "s"));
  fmt::print("\n");
  for (std::size_t which = 0; which < cases.size(); ++which) {
    fmt::print("{:<40} {:>12.3f}", cases[which].name, seconds[which] * 1e3);
    for (std::size_t core = 0; core < cores.size(); ++core) fmt::print(" {:>10.2f}", seconds[core] / seconds[which]);
    fmt::print("\n");
  }
  return right;
}

}  // namespace biotropy::bench
