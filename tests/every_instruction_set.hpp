// SPDX-License-Identifier: Apache-2.0
//
// A loop over the instruction sets of this machine.
#pragma once

#include <string>
#include <vector>

#include "biotropy/cpu.hpp"

namespace biotropy {

/// for (const std::string& set : EveryInstructionSet()): the library uses no more than this set in its turn, and all
/// again behind the loop, however it ends.
class EveryInstructionSet {
 public:
  EveryInstructionSet() = default;
  ~EveryInstructionSet() { limit_instruction_set(""); }
  EveryInstructionSet(const EveryInstructionSet&) = delete;
  EveryInstructionSet& operator=(const EveryInstructionSet&) = delete;

  struct Iterator {
    std::vector<std::string>::const_iterator at;
    const std::string& operator*() const {
      limit_instruction_set(*at);
      return *at;
    }
    Iterator& operator++() { return ++at, *this; }
    bool operator==(const Iterator& other) const = default;
  };
  Iterator begin() const { return {all_.begin()}; }
  Iterator end() const { return {all_.end()}; }

 private:
  const std::vector<std::string> all_ = instruction_sets();
};

}  // namespace biotropy
