// SPDX-License-Identifier: Apache-2.0
#include "long_series/programs.hpp"

#include "biotropy/entropy/entropy.hpp"
#include "device/published_sampen.hpp"

namespace biotropy::bench {

bool Program::is_run(std::size_t n, const Plan& plan) const {
  constexpr std::size_t short_enough = 20000;
  return plan.full || is_fast || n <= short_enough;
}

std::vector<Program> programs(const Plan& plan) {
  std::vector<Program> list{
      {"k-d tree", baselines::kd_tree},
      {"lightweight", baselines::lightweight},
      {"sort, break", baselines::sort_and_break},
      {"sliding tree", baselines::sliding_kd_tree},
      {"biotropy", [](series::Samples x, int m, double r) { return library_counts(x, m, r); }, Clock::processor, true}};
  for (device::Device* device : plan.devices) {
    const device::Description& about = device->description();
    list.push_back({"Dong " + about.name,
                    [device](series::Samples x, int m, double r) { return published_sampen(*device, x, m, r); },
                    Clock::wall, about.is_gpu, false});
    list.push_back(
        {"ours " + about.name,
         [name = about.name](series::Samples x, int m, double r) { return library_counts(x, m, r, 0, {}, name); },
         Clock::wall, about.is_gpu});
  }
  return list;
}

}  // namespace biotropy::bench
