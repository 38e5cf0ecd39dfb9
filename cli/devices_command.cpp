// SPDX-License-Identifier: Apache-2.0
//
// `biotropy devices`: the accelerators of this machine, their limits, and whether they count rightly.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/device_counter.hpp"
#include "cli/commands.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

// "10.3 GiB", "48 KiB".
std::string amount(std::uint64_t bytes) {
  constexpr double step = 1024.0;
  auto number = static_cast<double>(bytes);
  const char* unit = "B";
  for (const char* larger : {"KiB", "MiB", "GiB", "TiB"}) {
    if (number < step) break;
    number /= step;
    unit = larger;
  }
  return fmt::format("{:.{}f} {}", number, number < 100.0 && number != static_cast<int>(number) ? 1 : 0, unit);
}

// What is wrong with the engines of a device; empty where all answer rightly.
std::string self_test(device::Device& device) {
  std::string wrong;
  for (const auto& engine : match::device_counters(device)) {
    const std::string of_engine = engine->self_test();
    if (!of_engine.empty()) wrong += (wrong.empty() ? "" : "; ") + of_engine;
  }
  return wrong;
}

ExitCode run_devices(Context& context) {
  Table table({{"device"},
               {"model"},
               {"units", true},
               {"memory", true},
               {"buffer", true},
               {"local", true},
               {"group", true},
               {"doubles"},
               {"driver"},
               {"compiler"},
               {"self test"}});
  bool all_passed = true;
  for (device::Device* device : device::devices()) {
    const device::Description& about = device->description();
    const std::string wrong = self_test(*device);
    if (!wrong.empty()) context.console.error(wrong);
    all_passed = all_passed && wrong.empty();
    table.add({about.name, about.model, fmt::format("{}", about.units), amount(about.memory),
               amount(about.largest_buffer), amount(about.local_memory), fmt::format("{}", about.largest_group),
               about.has_doubles ? "yes" : "no", about.driver, about.compiler, wrong.empty() ? "passed" : "failed"});
  }
  print(device::devices().empty() ? "there is no device\n" : table.text());
  for (const std::string& remark : device::remarks()) context.console.note(remark);
  return all_passed ? ExitCode::done : ExitCode::failed;
}

}  // namespace

void add_devices_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand(
      "devices",
      "The OpenCL and CUDA devices of this machine: their limits, and whether they count a known query rightly");
  add_footer(command,
             "  biotropy devices\n"
             "  biotropy cross meg.edf --device cuda        # 'auto' takes a GPU where it is faster, all told\n"
             "  biotropy cross meg.edf --device opencl:1\n"
             "  BIOTROPY_NVRTC=/opt/cuda/lib64/libnvrtc.so.13 biotropy devices\n");
  command.callback([&chosen] { chosen = run_devices; });
}

}  // namespace biotropy::cli
