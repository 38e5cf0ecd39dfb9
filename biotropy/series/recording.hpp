// SPDX-License-Identifier: Apache-2.0
//
// Contents of a file: channels with their own rate and unit, gaps in time, annotations, and notices of the reader.
#pragma once

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "biotropy/notice.hpp"
#include "biotropy/option.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::series {

struct Channel {
  std::string label;
  std::string unit;   ///< as written in the file ("uV", "T"); empty if unknown
  std::string type;   ///< as BIDS names it ("EEG", "VEOG"); empty if unknown
  std::string bad;    ///< why it has no values ("marked bad in sub-1_channels.tsv"); empty if it is good
  double rate = 1.0;  ///< samples per second; 1 with has_rate false: positions are sample numbers
  bool has_rate = true;
  std::vector<double> samples;
  std::size_t n_unread = 0;  ///< samples that the file holds and that were not asked for; then `samples` is empty
  /// Increasing positions p such that time is missing between samples p - 1 and p (EDF+D, removed beats).
  std::vector<std::size_t> gap_starts;
  /// Duration of each gap in seconds; negative if time runs backwards. Empty if unknown.
  std::vector<double> gap_seconds;

  /// Samples in the file, read or not.
  std::size_t length() const { return samples.size() + n_unread; }
};

/// Samples of a channel without a gap between them.
struct Piece {
  std::size_t begin = 0, end = 0;  ///< positions
  double onset = 0.0;              ///< of the first one, in seconds from the start of the recording, gaps included
};

/// A channel without gaps is one piece. A gap of unknown length counts as 0 in the onsets.
std::vector<Piece> pieces(const Channel& channel);

struct Annotation {
  double onset = 0.0;              ///< seconds from the start of the recording
  std::optional<double> duration;  ///< seconds, if the file gives one
  std::string text;
};

struct Recording {
  std::string path;
  std::string format;  ///< "EDF", "EDF+C", "BDF", "NPY", ...
  std::vector<Channel> channels;
  std::vector<Annotation> annotations;
  std::vector<std::string> other_files;                      ///< read in addition to `path`: the files of a WFDB record
  Notices notices;                                           ///< faults of the file and how it was read
  std::vector<std::pair<std::string, OptionValue>> decided;  ///< options with which the file is read alike
  bool keeps_bad = false;  ///< channels and spans that are marked as bad are measured as all others
  /// Of the first sample, by the clock of the recording place; nothing if it is not known.
  std::optional<std::chrono::sys_time<std::chrono::microseconds>> start;
};

/// True for types that record the brain: EEG, ECOG, SEEG, DBS, magnetometers and gradiometers of MEG, NIRS.
bool is_brain(const std::string& type);

/// BIDS' name of a type in letters of any case; empty for one that BIDS does not have.
std::string usual_type(std::string_view word);

/// Positions of the channels named by a comma-separated list of labels, 1-based numbers or ranges ("Fp1,O2", "1-8").
/// A label goes before a number or a range; "=2" is the second channel in any case. Blanks around a name are no part of
/// it, unless a channel has that label. For an empty list all channels; where their types are known, those of the
/// brain. A repeated label selects all channels with it.
/// @throws Error invalid_argument for an unknown name, listing the labels, for a channel that is named twice, and for
/// an empty list where types are known and none is of the brain.
std::vector<std::size_t> select_channels(const Recording& recording, const std::string& list);

/// Notices of names of the list that are the label of one channel and the number of another: select_channels()
/// takes a number for a label where there is one, but a range for numbers. Unknown names give none.
Notices ambiguous_names(const Recording& recording, const std::string& list);

/// Makes labels unique: "Fz", "Fz", "Cz" become "Fz", "Fz (2)", "Cz".
std::vector<std::string> distinct(const std::vector<std::string>& labels);

// Marks of bad time, and of time that is missing, among the annotations of a recording.

/// True for text that begins with "bad" in any case, as in MNE (BAD_muscle, bad blink, BAD boundary).
inline bool marks_bad(std::string_view text) {
  constexpr std::string_view beginning = "BAD";
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](char a, char b) { return a == std::toupper(static_cast<unsigned char>(b)); });
}

/// True for what programs write in place of an event where the samples before and behind it did not follow each other,
/// in any case: "boundary", to which EEGLAB may add more, or -99 in its place, "New Segment" (BrainVision, with more
/// behind it in MNE), "EDGE boundary" and, beside it, "BAD boundary" (MNE).
inline bool marks_boundary(std::string_view text, bool of_eeglab) {
  const auto begins = [&](std::string_view word) {
    return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) {
             return a == std::tolower(static_cast<unsigned char>(b));
           });
  };
  constexpr std::string_view boundary = "boundary", edge = "edge boundary";
  if (begins("new segment") || begins("bad boundary")) return true;
  if (of_eeglab) return begins(boundary) || text == "-99" || text == "-99.0";
  return (begins(boundary) && text.size() == boundary.size()) || (begins(edge) && text.size() == edge.size());
}

// When two recordings have one sampling rate. Files round it: FIF keeps 24 bits (600.61499 of 600.615), EDF the length
// of its records in eight characters (255.9974 of 256), BrainVision often whole microseconds (512.033 of 512). The
// clock of a recorder is not more exact than that. At the limit an epoch of 10 s is 1 ms longer, and a day 9 s; rates
// that are meant to differ lie farther apart.

/// Relative difference up to which rates are the same.
inline constexpr double kSameRate = 1e-4;

inline bool is_same_rate(double one, double other) {
  return std::abs(one - other) <= kSameRate * std::max(one, other);
}

}  // namespace biotropy::series
