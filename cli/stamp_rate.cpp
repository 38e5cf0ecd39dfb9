// SPDX-License-Identifier: Apache-2.0
#include "cli/stamp_rate.hpp"

#include <cmath>

namespace biotropy::cli {

void StampRate::add(double spacing, bool gap) {
  if (known()) *this = {};
  if (!(spacing >= 0.0 && std::isfinite(spacing))) return;
  ++spacings_;
  gaps_ += gap ? 1 : 0;
  (gap ? gap_seconds_ : seconds_) += spacing;
}

double StampRate::measured() const {
  if (2 * gaps_ > spacings_) return static_cast<double>(spacings_) / (seconds_ + gap_seconds_);
  return static_cast<double>(spacings_ - gaps_) / seconds_;
}

}  // namespace biotropy::cli
