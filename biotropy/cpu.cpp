// SPDX-License-Identifier: Apache-2.0
#include "biotropy/cpu.hpp"

#include <hwy/highway.h>

#include <cstdlib>

#include "biotropy/error.hpp"

namespace biotropy {

namespace {

std::vector<std::int64_t> generated_targets() {
  return hwy::SupportedAndGeneratedTargets();
}

std::string joined(const std::vector<std::int64_t>& targets) {
  std::string list;
  for (const auto target : targets) list += (list.empty() ? "" : ", ") + std::string(hwy::TargetName(target));
  return list;
}

// Lower bits are better targets: everything from the named bit upwards stays usable.
void allow(std::int64_t mask) {
  hwy::SetSupportedTargetsForTest(mask);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (const auto target : generated_targets()) names.emplace_back(hwy::TargetName(target));
  return names;
}

void limit_instruction_set(std::string_view name) {
  allow(0);
  if (name.empty()) return;
  const auto targets = generated_targets();
  std::int64_t mask = 0;
  for (const auto target : targets) {
    if (mask != 0 || name == hwy::TargetName(target)) mask |= target;
  }
  if (mask == 0) throw Error::argument("instruction set", std::string(name), "one of " + joined(targets));
  allow(mask);
}

void limit_instruction_set_by_environment() {
  const char* wanted = std::getenv("BIOTROPY_SIMD");
  if (wanted != nullptr) limit_instruction_set(wanted);
}

}  // namespace biotropy
