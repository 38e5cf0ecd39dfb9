// SPDX-License-Identifier: Apache-2.0
//
// Whether a result is as it was written, by its checksum, and what the plain double loop finds: a random sample of its
// entries is measured again from the recordings, with the engine `direct`, and compared bit for bit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "biotropy/study/study.hpp"

namespace biotropy::study {

struct VerifySettings {
  std::size_t entries = 20;  ///< pairs of channels, or channels with all their scales; at most all there are
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

/// @throws Error file_not_found where the result of the description as it is does not exist; bad_file where its
/// checksum is not that of its bytes; of the recordings; cancelled.
Verification verify(const Description& description, const StudyFolder& folder, const VerifySettings& settings,
                    const Execution& execution, const Listener& listener = {});

}  // namespace biotropy::study
