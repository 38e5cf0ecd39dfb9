// SPDX-License-Identifier: Apache-2.0
//
// Verifies a result by its checksum, and a random sample of its entries by measuring them again from the recordings
// with the engine `direct`; values are compared bit for bit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/study/study.hpp"

namespace biotropy::study {

struct VerifySettings {
  std::size_t entries = 20;  ///< pairs of channels, or channels with all their scales; limited to the existing ones
  std::uint64_t seed = 1;    ///< of the sample
};

struct VerifiedEntry {
  std::string subject, channel, partner;  ///< partner is empty for a measure of one series
  std::vector<double> written, counted;   ///< one for each scale, or one
  bool equal = false;
};

struct Verification {
  std::filesystem::path result;
  std::vector<VerifiedEntry> entries;

  std::size_t n_different() const;
};

/// @throws Error file_not_found if there is no result of the current description; bad_file if its checksum does not
/// match its bytes; errors of the recordings; cancelled.
Verification verify(const Description& description, const StudyFolder& folder, const VerifySettings& settings,
                    const Execution& execution, const Listener& listener = {});

}  // namespace biotropy::study
