// SPDX-License-Identifier: Apache-2.0
//
// `biotropy devices`: the accelerators of this machine, their limits, and their self tests.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "biotropy/device/devices.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

using Json = nlohmann::ordered_json;

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

// Fault of the engines of a device; empty if all are correct.
std::string self_test(device::Device& device) {
  std::string wrong;
  for (const auto& engine : match::device_engines(device)) {
    const std::string of_engine = engine->self_test();
    if (!of_engine.empty()) wrong += (wrong.empty() ? "" : "; ") + of_engine;
  }
  return wrong;
}

// A device and the fault of its engines.
struct TestedDevice {
  device::Description about;
  std::string wrong;
};

void print_json(const std::vector<TestedDevice>& devices) {
  Json json = {{"devices", Json::array()}, {"remarks", device::remarks()}};
  for (const auto& [about, wrong] : devices) {
    json["devices"].push_back({{"name", about.name},
                               {"model", about.model},
                               {"units", about.units},
                               {"memory_bytes", about.memory},
                               {"largest_buffer_bytes", about.largest_buffer},
                               {"local_memory_bytes", about.local_memory},
                               {"largest_group", about.largest_group},
                               {"has_doubles", about.has_doubles},
                               {"driver", about.driver},
                               {"compiler", about.compiler},
                               {"self_test", wrong.empty() ? "passed" : wrong}});
  }
  print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void print_table(const std::vector<TestedDevice>& devices) {
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
  for (const auto& [about, wrong] : devices) {
    table.add({about.name, about.model, fmt::format("{}", about.units), amount(about.memory),
               amount(about.largest_buffer), amount(about.local_memory), fmt::format("{}", about.largest_group),
               about.has_doubles ? "yes" : "no", about.driver, about.compiler, wrong.empty() ? "passed" : "failed"});
  }
  print(devices.empty() ? "there is no device\n" : table.text());
}

ExitCode run_devices(bool json, Context& context) {
  std::vector<TestedDevice> devices;
  bool all_passed = true;
  for (device::Device* device : device::devices()) {
    devices.push_back({device->description(), self_test(*device)});
    const std::string& wrong = devices.back().wrong;
    if (!wrong.empty()) context.console.error(wrong);
    all_passed = all_passed && wrong.empty();
  }
  if (json) {
    print_json(devices);
  } else {
    print_table(devices);
    for (const std::string& remark : device::remarks()) context.console.note(remark);
  }
  return all_passed ? ExitCode::done : ExitCode::failed;
}

}  // namespace

void add_devices_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_command(
      program, "devices",
      "The OpenCL and CUDA devices of this machine: their limits, and whether they count a known query rightly");
  const auto options = std::make_shared<RunOptions>();
  add_run_option(command, *options, "json");
  add_footer(command,
             "  biotropy devices\n"
             "  biotropy cross meg.edf --device cuda        # 'auto' takes a GPU where it is faster, all told\n"
             "  biotropy cross meg.edf --device opencl:1\n"
             "  biotropy cross meg.edf --device cuda:0,cuda:1   # together; cuda:all takes every CUDA device\n"
             "  BIOTROPY_NVRTC=/opt/cuda/lib64/libnvrtc.so.13 biotropy devices\n");
  set_work(command, chosen, [options](Context& context) { return run_devices(options->json, context); });
}

}  // namespace biotropy::cli
