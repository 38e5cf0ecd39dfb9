// SPDX-License-Identifier: Apache-2.0
//
// Rate of every kernel of the library on every device, by the device's own clock: rows, candidates, pairs or sums a
// second, and their share of the limit. The limit is counted: instructions of a unit of work in the machine code (the
// table of docs/devices.md), four of which a multiprocessor issues in a cycle, at the clock that nvidia-smi reports
// meanwhile. Results are compared with the processor first.
//
// Usage: bench_kernels [--device=NAME] [--seconds=S] [--smoke]   exit code: 1 for wrong results, 4 for less than wanted
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

#include "biotropy/device/devices.hpp"
#include "biotropy/error.hpp"
#include "device/board_clock.hpp"
#include "interleaved.hpp"
#include "kernels/instruction_table.hpp"
#include "kernels/workload.hpp"
#include "ratio_report.hpp"

namespace biotropy::bench {

extern const char* const devices_md;

namespace {

constexpr double kWantedShare = 0.5;

struct Options {
  std::string device;    // empty: all
  double seconds = 1.0;  // of each workload, at least
  bool smoke = false;
};

// Medians of the runs of a workload.
struct Measured {
  std::map<std::string, double> kernel_seconds, launches;
  double bytes_to = 0.0, bytes_from = 0.0, seconds_to = 0.0, seconds_from = 0.0, wall = 0.0;
};

Measured measure(const Workload& workload, WatchedDevice& device, double least_seconds) {
  constexpr int fewest_runs = 3;
  std::map<std::string, std::vector<double>> seconds;
  std::vector<double> to, from, wall;
  Measured found;
  double spent = 0.0;
  for (int run = 0; run < fewest_runs || spent < least_seconds; ++run) {
    device.reset();
    const Stopwatch watch;
    workload.run();
    wall.push_back(watch.seconds(Clock::wall));
    for (const WatchedDevice::Work& work : device.kernels()) {
      seconds[work.name].push_back(work.seconds);
      found.launches[work.name] = static_cast<double>(work.times);
    }
    to.push_back(device.copies_to().seconds);
    from.push_back(device.copies_from().seconds);
    found.bytes_to = static_cast<double>(device.copies_to().bytes);
    found.bytes_from = static_cast<double>(device.copies_from().bytes);
    spent += wall.back();
  }
  for (const auto& [name, of_runs] : seconds) found.kernel_seconds[name] = median(of_runs);
  found.seconds_to = median(to);
  found.seconds_from = median(from);
  found.wall = median(wall);
  return found;
}

// Units a second that the instructions allow; NAN if the clock is not known.
double limit_of(const KernelWork& work, const device::Description& about, const BoardState& board) {
  constexpr double issued_in_a_cycle = 4.0, cycles_of_megahertz = 1e6;
  static const InstructionTable table(devices_md);
  const double instructions = table.per_unit(work.kernel, work.which, board.architecture);
  return about.units * issued_in_a_cycle * board.megahertz * cycles_of_megahertz / instructions;
}

std::string number(double value, const char* format) {
  return std::isnan(value) ? "unknown" : fmt::format(fmt::runtime(format), value);
}

// Returns false if less than wanted was measured.
bool print_kernel(const KernelWork& work, const Measured& found, double limit) {
  constexpr double millions = 1e6;
  const double seconds = found.kernel_seconds.at(work.kernel), rate = work.units / seconds, share = rate / limit;
  const bool missed = work.is_judged && share < kWantedShare;
  fmt::print("  {:<18} {:>8.0f} {:>12.4f} {:>14.1f} {:>16} {:>9}{}  {}\n", work.kernel, found.launches.at(work.kernel),
             seconds * 1e3, rate / millions, number(limit / millions, "{:.1f}"), number(100.0 * share, "{:.1f} %"),
             missed ? fmt::format("  MISSED: {:.0f} % wanted", 100.0 * kWantedShare) : "", work.unit);
  return !missed;
}

bool print_workload(const Workload& workload, WatchedDevice& device, BoardClock* clock, double seconds) {
  if (clock != nullptr) clock->reset();
  const Measured found = measure(workload, device, seconds);
  const BoardState board = clock != nullptr ? clock->state() : BoardState();
  bool as_wanted = true;
  double in_kernels = 0.0;
  for (const KernelWork& work : workload.kernels) {
    as_wanted = print_kernel(work, found, limit_of(work, device.description(), board)) && as_wanted;
  }
  for (const auto& [name, of_kernel] : found.kernel_seconds) {
    in_kernels += of_kernel;
    const auto is_named = [&name = name](const KernelWork& work) { return work.kernel == name; };
    if (std::ranges::any_of(workload.kernels, is_named)) continue;
    fmt::print("  {:<18} {:>8.0f} {:>12.4f}\n", name, found.launches.at(name), of_kernel * 1e3);
  }
  constexpr double mega = 1e6, giga = 1e9;
  fmt::print(
      "  to the device {:.3f} MB ({:.2f} GB/s), back {:.3f} MB ({:.2f} GB/s); call {:.3f} ms, kernels {:.1f} % of it; "
      "clock {} MHz, {} W\n",
      found.bytes_to / mega, found.bytes_to / found.seconds_to / giga, found.bytes_from / mega,
      found.bytes_from / found.seconds_from / giga, found.wall * 1e3, 100.0 * in_kernels / found.wall,
      number(board.megahertz, "{:.0f}"), number(board.watts, "{:.0f}"));
  std::fflush(stdout);
  return as_wanted;
}

// 0, 1 for wrong results, or kSlowerThanWanted.
int measure_device(device::Device& device, const Options& options) {
  const device::Description& about = device.description();
  const Size size = options.smoke ? Size::smoke : about.is_gpu ? Size::gpu : Size::processor;
  fmt::print("\n{}: {}\n", about.name, about.model);
  std::unique_ptr<BoardClock> clock;
  if (about.api == device::Api::cuda) {
    clock = std::make_unique<BoardClock>(std::atoi(about.name.substr(about.name.find(':') + 1).c_str()));
  }
  WatchedDevice watched(device);
  std::vector<Workload> workloads;
  add_counting(watched, size, workloads);
  add_sums(watched, size, workloads);
  int status = 0;
  for (const Workload& workload : workloads) {
    fmt::print("{}\n", workload.title);
    if (!workload.is_right()) {
      fmt::print("  WRONG: the processor finds something else\n");
      status = 1;
      continue;
    }
    const bool as_wanted = print_workload(workload, watched, clock.get(), options.smoke ? 0.0 : options.seconds);
    if (!as_wanted && status == 0) status = kSlowerThanWanted;
  }
  return status;
}

int measure_devices(const Options& options) {
  if (device::devices().empty()) {
    fmt::print("there is no device\n");
    return 0;
  }
  fmt::print("  {:<18} {:>8} {:>12} {:>14} {:>16} {:>9}\n", "kernel", "launches", "device ms", "million/s",
             "limit million/s", "share");
  fmt::print("  The limit is counted for CUDA; it is unknown without the clock, that is, without nvidia-smi.\n");
  int worst = 0;
  for (device::Device* device : device::devices()) {
    if (!options.device.empty() && device != &device::find(options.device)) continue;
    int status = 1;
    try {
      status = measure_device(*device, options);
    } catch (const Error& error) {
      fmt::print("  FAILED: {}\n", error.what());
    }
    worst = worst == 1 || status == 1 ? 1 : std::max(worst, status);
  }
  return worst;
}

}  // namespace
}  // namespace biotropy::bench

int main(int argc, char** argv) {
  biotropy::bench::Options options;
  for (int argument = 1; argument < argc; ++argument) {
    const std::string_view word = argv[argument];
    constexpr std::string_view device = "--device=", seconds = "--seconds=";
    if (word == "--smoke") {
      options.smoke = true;
    } else if (word.starts_with(device)) {
      options.device = word.substr(device.size());
    } else if (word.starts_with(seconds)) {
      options.seconds = std::atof(argv[argument] + seconds.size());
    } else {
      fmt::print(stderr, "usage: {} [--device=NAME] [--seconds=S] [--smoke]\n", argv[0]);
      return 2;
    }
  }
  try {
    return biotropy::bench::measure_devices(options);
  } catch (const biotropy::Error& error) {
    fmt::print(stderr, "bench_kernels: {}\n", error.what());
    return 2;
  }
}
