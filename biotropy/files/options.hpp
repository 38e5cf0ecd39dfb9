// SPDX-License-Identifier: Apache-2.0
//
// Facts about a recording that its file may not contain.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/option.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

/// Dimension of a two-dimensional array that counts the channels.
enum class Orientation {
  automatic,  ///< arrays: the shorter dimension, an error if the longer one is not twice as long; text: columns
  rows,
  columns
};

/// Between the columns of text; blank: any run of blanks and tabs; none: a line is one field.
enum class Separator : char { comma = ',', semicolon = ';', tab = '\t', blank = ' ', none = '\n' };

/// Before the decimals of a number.
enum class DecimalMark : char { point = '.', comma = ',' };

/// Whether the first line of text has the names of the columns.
enum class Header { automatic, yes, no };

/// Unit of a column of time; samples: it counts them.
enum class StampUnit { automatic, s, ms, us, ns, min, h, samples };

/// Programs and devices that write text in a form of their own.
enum class TextFormat {
  automatic,
  table,         ///< none of these
  openbci,       ///< "%OpenBCI" or "%OBCI" in front
  empatica,      ///< the start and the rate above the samples, or the start beside "IBI"
  acqknowledge,  ///< the number of samples below the names
  kubios         ///< time and RR intervals
};

/// Positions of the channels whose samples are needed, in a recording whose channels are described but not read:
/// labels, units, types, rates, bad channels and lengths (0 in text, whose lines are not counted yet).
using NeededChannels = std::function<std::vector<std::size_t>(const series::Recording& described)>;

/// Those that series::select_channels() finds; none if it refuses the list, which the caller's own use of it then
/// tells.
NeededChannels needed_channels(const std::string& list);

/// None: lengths, gaps, annotations and all that headers say, from the fewest bytes that tell them.
NeededChannels no_channels();

/// What becomes of channels and spans that the file, or its tables of channels and events, mark as bad.
enum class Bads { reject, keep };

struct OpenOptions {
  /// Samples of other channels are neither kept nor, where the format allows, read. Not set: all channels are needed.
  NeededChannels needed{};

  /// Of the needed channels, those in front of this place in their order are left out, and those behind it as soon as
  /// the samples are more than so many, but for one channel. Only readers that need not decode what they leave out do
  /// so; others read all. What is left out has `n_unread`.
  std::size_t first_needed = 0, most_samples = std::numeric_limits<std::size_t>::max();

  /// Samples per second of formats without a rate (text, NPY, MAT). EDF and BDF keep their own, with a warning if it
  /// differs.
  std::optional<double> rate;

  Orientation orientation = Orientation::automatic;

  /// MAT: the name of the variable, or of a field of a structure ("EEG.data"); empty: the only array of numbers.
  std::string variable;

  /// Text: the ten rules of docs/files.md.
  TextFormat input_format = TextFormat::automatic;
  std::uint32_t skip_lines = 0;
  std::string comments = "#%";
  std::optional<Separator> separator;
  Header header = Header::automatic;
  DecimalMark decimal = DecimalMark::point;
  std::string missing_words;  ///< with commas between them
  std::string columns;        ///< with commas between names, numbers from 1 on and ranges of these; empty: all numbers
  std::string time;           ///< a column as above, or "none"; empty: by its name
  StampUnit time_unit = StampUnit::automatic;

  /// Text: the one column holds intervals between beats, so that times beside them show where beats are missing.
  bool intervals = false;

  /// WFDB: the annotator, which is the extension of annotation files ("atr", "wqrs"); empty: the first of atr, ecg and
  /// qrs beside a header, otherwise the only file beside it that holds annotations.
  std::string annotator;

  /// WFDB, BrainVision, EEGLAB and FIF: files may lie outside the folder of the header that names them.
  bool outside_files = false;

  /// Takes types and bad channels from the file alone, although a table of channels (BIDS) holds for the recording.
  bool ignore_channel_table = false;

  Bads bads = Bads::reject;

  /// FIF: recordings with internal active shielding (MaxShield) are read as they are, distorted, with a warning.
  bool allow_maxshield = false;
};

/// The options that users give, in the order of the help.
std::span<const OptionRow<OpenOptions>> open_options();

/// Lists the options that are not at their defaults as those with which the file is read alike.
void set_decided(const OpenOptions& options, series::Recording& recording);

/// @throws Error invalid_argument unless the rate is positive and finite, and the annotator is made of letters, digits,
/// '_', '-' and '~'.
void validate(const OpenOptions& options);

}  // namespace biotropy::files

namespace biotropy {

template <>
inline constexpr std::array kWords<files::Bads>{Word{"reject", files::Bads::reject}, Word{"keep", files::Bads::keep}};
template <>
inline constexpr std::array kWords<files::Orientation>{
    Word{"automatic", files::Orientation::automatic},
    Word{"rows", files::Orientation::rows},
    Word{"columns", files::Orientation::columns},
};

template <>
inline constexpr std::array kWords<files::Separator>{
    Word{"comma", files::Separator::comma}, Word{"semicolon", files::Separator::semicolon},
    Word{"tab", files::Separator::tab},     Word{"blank", files::Separator::blank},
    Word{"none", files::Separator::none},
};

template <>
inline constexpr std::array kWords<files::Header>{
    Word{"automatic", files::Header::automatic},
    Word{"yes", files::Header::yes},
    Word{"no", files::Header::no},
};

template <>
inline constexpr std::array kWords<files::StampUnit>{
    Word{"automatic", files::StampUnit::automatic},
    Word{"s", files::StampUnit::s},
    Word{"ms", files::StampUnit::ms},
    Word{"us", files::StampUnit::us},
    Word{"ns", files::StampUnit::ns},
    Word{"min", files::StampUnit::min},
    Word{"h", files::StampUnit::h},
    Word{"samples", files::StampUnit::samples},
};

template <>
inline constexpr std::array kWords<files::TextFormat>{
    Word{"automatic", files::TextFormat::automatic},       Word{"table", files::TextFormat::table},
    Word{"openbci", files::TextFormat::openbci},           Word{"empatica", files::TextFormat::empatica},
    Word{"acqknowledge", files::TextFormat::acqknowledge}, Word{"kubios", files::TextFormat::kubios},
};

template <>
inline constexpr std::array kWords<files::DecimalMark>{
    Word{"point", files::DecimalMark::point},
    Word{"comma", files::DecimalMark::comma},
};

}  // namespace biotropy
