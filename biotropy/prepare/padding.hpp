// SPDX-License-Identifier: Apache-2.0
//
// Padding: runs of equal samples, one behind the other, at the beginning or the end of a channel, as recorders and
// programs write where there was no signal.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/series/epochs.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::prepare {

/// Samples in runs of one value at the beginning and at the end of a channel.
struct Padding {
  std::size_t head = 0, tail = 0;
};

/// Shorter runs than `least` do not count. In a constant channel all samples are head and none is tail; in one of such
/// runs alone only the first and the last one count.
Padding find_padding(series::Samples samples, std::size_t least);

/// So many equal samples are unlikely by chance: they are reported where padding was not asked for.
constexpr std::size_t kSuspiciousRun = 100;

/// A warning of series that seem to have padding; not of constant ones, which have no value and a reason.
/// @param name of the samples. Series without labels are counted from 1, epochs one behind the other.
std::optional<Notice> padding_notice(const series::EpochView& epochs, std::string_view name);

/// Of each channel that is neither constant nor bad and has padding: "channel Fp1 ends in 486 samples without signal".
std::vector<std::string> padded_channels(const series::Recording& recording, std::span<const std::size_t> channels,
                                         std::size_t least);

}  // namespace biotropy::prepare
