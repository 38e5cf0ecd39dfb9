// SPDX-License-Identifier: Apache-2.0
//
// Chosen channels, received from a stream of the Lab Streaming Layer. Time stamps are raw: the smoothing of the
// library would spread a pause over the stamps of the seconds after it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/live/lsl_library.hpp"
#include "biotropy/words.hpp"

namespace biotropy::live {

/// How channels are found.
enum class LslMatch {
  label,    ///< and type and unit, in any order
  position  ///< channels are the wanted ones in their order; labels, types and units are not compared
};

/// Which stream, and which of its channels.
struct LslSelection {
  std::string name{};                   ///< of the stream
  std::string type{};                   ///< of its channels; empty: any
  std::string unit{};                   ///< of channels that do not say theirs
  std::vector<std::string> channels{};  ///< labels of those that are wanted, in the order of the samples
  std::vector<std::string> units{};     ///< of these channels ("uV", empty: any), or none
  LslMatch match = LslMatch::label;
};

class LslInlet {
 public:
  /// @param info of the stream; stays the caller's. @param rate (Hz) that it needs to have, if it says one; unset: any.
  /// @return null where the sender does not answer within these seconds, as one that has just ended.
  /// @throws Error invalid_data where its channels or its rate are not those wanted, or its samples are texts;
  /// invalid_argument for a unit that is needed and not said.
  static std::unique_ptr<LslInlet> open(void* info, const LslSelection& selection, std::optional<double> rate,
                                        double seconds);
  ~LslInlet();
  LslInlet(const LslInlet&) = delete;
  LslInlet& operator=(const LslInlet&) = delete;

  /// Waits for a sample at most that long. False where there is none, and where the stream is lost.
  bool pull(double seconds);

  bool lost() const { return lost_; }

  /// Of a stream that is lost: samples that the library had, and gives no more.
  std::size_t left() const;

  /// Time of the sample that was pulled, in the clock of its sender, and its values in the channels that are wanted.
  double time() const { return time_; }
  void copy_to(std::span<double> values) const;

  /// Why that sample cannot be taken: an infinite time, an integer above 2^53; otherwise nothing.
  std::string_view fault() const;

  /// Seconds to add to a time for that in the clock of this machine, as lately measured.
  double clock_offset();

  const std::string& source_id() const { return source_id_; }

  /// Units of the wanted channels, "" for one that is not known; none where channels that are taken by position are not
  /// described.
  const std::vector<std::string>& units() const { return units_; }

 private:
  LslInlet(void* info, const std::string& name, std::int32_t most_buffered);
  bool connect(const LslSelection& selection, double seconds);
  void choose_channels(void* info, const LslSelection& selection);
  [[noreturn]] void refuse(const std::string& fault) const;

  const LslLibrary& library_;
  std::string name_, source_id_;
  void* inlet_ = nullptr;
  std::size_t channels_;
  std::vector<double> sample_;
  std::vector<std::size_t> chosen_;  // indices of the wanted channels
  std::vector<std::string> units_;
  double time_ = 0.0, offset_ = 0.0;
  bool lost_ = false, is_int64_;
};

}  // namespace biotropy::live

namespace biotropy {

template <>
inline constexpr std::array kWords<live::LslMatch>{
    Word{"label", live::LslMatch::label},
    Word{"position", live::LslMatch::position},
};

}  // namespace biotropy
