// SPDX-License-Identifier: Apache-2.0
//
// Instructions that a warp issues for a unit of work, counted in the machine code: the table of docs/devices.md, which
// tests/kernels/kernel_counts.py prints. With the clock they limit the rate of a kernel.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace biotropy::bench {

class InstructionTable {
 public:
  /// @throws Error invalid_data for a page without the table.
  explicit InstructionTable(std::string_view page);

  /// Instructions for one unit of work, such as a row or a candidate.
  /// @param architecture 90 for sm_90; the newest of the table that is not newer is used.
  /// @throws Error invalid_argument for a case that is not in the table.
  double per_unit(const std::string& kernel, const std::string& which, int architecture) const;

 private:
  std::vector<int> architectures_;
  std::map<std::string, std::vector<double>> rows_;  // per unit, by architecture
};

}  // namespace biotropy::bench
