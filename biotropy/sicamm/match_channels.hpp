// SPDX-License-Identifier: Apache-2.0
//
// Finds the channels of a model among those of a recording or of a live stream, whatever their order.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "biotropy/series/recording.hpp"

namespace biotropy::sicamm {

/// A channel of a recording or of a stream; an empty text is not known.
struct ChannelName {
  std::string label, type{}, unit{};
};

/// Channels of a recording that enter a model where none is named.
struct ModelChannels {
  std::vector<std::size_t> chosen;
  std::vector<std::string> left_out;  ///< labels
};

/// Those of series::select_channels() without a list, but for an ECG and for references (A1, A2, M1, M2, REF and
/// differences of these; not of a cap with a channel A3), unless all are such. @throws Error as select_channels() does.
ModelChannels model_channels(const series::Recording& recording);

/// Indices of the wanted channels among those found. Labels have to be equal, or the wanted one is the type and the
/// label of a channel: "EEG Fp1" is the channel Fp1 of type EEG. All other channels are ignored.
/// @param units of the wanted channels; none, or empty texts: not known, which fits any unit.
/// @param source where they were found, for messages.
/// @throws Error invalid_data that names the channels that are missing, found or wanted more than once, or in another
/// unit.
std::vector<std::size_t> match_channels(const std::vector<std::string>& labels, const std::vector<std::string>& units,
                                        std::span<const ChannelName> found, const std::string& source);

}  // namespace biotropy::sicamm
