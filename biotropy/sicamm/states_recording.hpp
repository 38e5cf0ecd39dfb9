// SPDX-License-Identifier: Apache-2.0
//
// Recordings in files for training and classifying: features of the channels of a model, and a class for each vector
// from events of tables, of files of their own or of the recording.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "biotropy/files/options.hpp"
#include "biotropy/notice.hpp"
#include "biotropy/option.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/sicamm/event_labels.hpp"
#include "biotropy/sicamm/feature_training.hpp"
#include "biotropy/sicamm/features/features.hpp"
#include "biotropy/sicamm/model.hpp"

namespace biotropy::sicamm {

/// Takes notices of a file.
using NotifyOfFile = std::function<void(const Notices&, const std::string& path)>;

/// Which events are labels.
struct LabelSettings {
  std::vector<std::string> events;  ///< one table for each recording; none: the table beside it, or its own annotations
  std::string event_column = "trial_type";
  std::string rename, classes;  ///< separated by commas; without classes: all
  /// Recordings are some of those that `rename` was written for, so that they may lack some of its names.
  bool some_recordings = false;

  std::vector<std::string> class_names() const;
  /// New names by old ones. @throws Error invalid_argument.
  std::map<std::string, std::string> new_names() const;
  /// A warning for each name in `rename` that is none of these names of events.
  Notices without_event(const std::set<std::string>& renamed) const;
};

/// Those but the tables of events.
std::span<const OptionRow<LabelSettings>> label_options();

/// Names separated by commas. @throws Error invalid_argument for an empty one.
std::vector<std::string> list_of_names(const char* option, const std::string& list);

/// The same, each once. @throws Error invalid_argument.
std::vector<std::string> list_of_distinct_names(const char* option, const std::string& list);

/// Channels of a recording without features, and their gaps.
struct RawRecording {
  std::string path;
  series::Recording described;           ///< without samples
  std::vector<std::string> other_files;  ///< read in addition
  std::vector<std::string> channels, units;
  double rate = 1.0;
  bool has_rate = true;
  std::vector<double> samples;  ///< [sample * channels + channel]
  std::vector<series::Piece> pieces;
  std::vector<series::Annotation> annotations;
};

/// What becomes of vectors of time that events mark as bad: those without a class are classified all the same, missing
/// ones are not learned from either.
enum class BadTime { unlabelled, missing };

struct StatesRecording {
  std::string path;
  series::Recording described;           ///< without samples
  std::vector<std::string> other_files;  ///< read in addition, including tables of events
  std::vector<std::string> channels, units;
  double rate = 1.0;
  bool has_rate = true;
  std::size_t samples = 0;
  std::vector<series::Piece> pieces;  ///< pieces of the samples between gaps
  Features features;
  std::vector<series::Annotation> events;
  bool has_table = false;            ///< of events, whose unit its file may not tell
  std::set<std::string> renamed;     ///< names that events had before they were renamed
  std::vector<std::int32_t> labels;  ///< of each feature vector, after label()

  std::size_t vectors() const { return features.size == 0 ? 0 : features.values.size() / features.size; }

  /// Vectors in a second; with a hop fewer than samples.
  double vector_rate() const { return rate / static_cast<double>(features.hop); }

  /// Seconds from the start, gaps included, or the number of the sample without a rate.
  double time(std::size_t vector) const;

  /// Seconds from the start, gaps included, to the end of the last sample of a piece.
  double end_of_piece(std::size_t piece) const;

  /// Vectors that follow a gap.
  std::vector<std::size_t> gaps() const;

  /// Sets the labels from the events, with warnings about problems.
  /// @throws Error invalid_argument for events without a rate; invalid_data for events that cannot be in seconds.
  void label(const std::vector<std::string>& classes, const NotifyOfFile& notify,
             BadTime bad_time = BadTime::unlabelled);
};

/// Pieces of all recordings, each by itself, with the number of their recording. Labels are those of label().
std::vector<Labelled> labelled(const std::vector<StatesRecording>& recordings);

/// What a model keeps of the recordings that it is trained on; no units where no channel says its unit.
RecordedFrom recorded_from(const StatesRecording& recording);

/// Selection of channels, and their features.
struct ChannelSelection {
  std::string selection;                   ///< as series::select_channels() has it
  std::vector<std::string> labels, units;  ///< alternatively: exactly these, in this order
  FeatureRecipe recipe;
  bool for_model = true;  ///< without names: those of model_channels()

  bool is_preset() const { return for_model && labels.empty() && selection.empty(); }
};

/// The channels that a model was trained on, and its features.
ChannelSelection channels_of(const Model& model);

/// @param notify takes the notices of the reader. Events are the annotations of the recording.
/// @throws Error as the readers do; invalid_argument for missing channels, and for features without a rate;
/// invalid_data as match_channels() does; bad_file for channels of different rates, lengths or gaps.
StatesRecording read_states(const std::string& path, const files::OpenOptions& open, const ChannelSelection& selection,
                            const NotifyOfFile& notify, const Execution& execution);

/// read_states() without features.
RawRecording read_raw(const std::string& path, const files::OpenOptions& open, const ChannelSelection& selection,
                      const NotifyOfFile& notify);

/// Several recordings. Events are those of the given tables, of those beside the recordings, or their
/// annotations.
/// @throws Error as read_states() and read_events() do; invalid_data for recordings of different rates;
/// invalid_argument for a renamed name that no event has.
std::vector<StatesRecording> read_all_states(const std::vector<std::string>& files, const files::OpenOptions& open,
                                             const LabelSettings& labels, ChannelSelection selection,
                                             const NotifyOfFile& notify, const Execution& execution);

/// @throws Error invalid_data for another rate than that of the model; invalid_argument for an unknown one.
void require_rate(const Model& model, const StatesRecording& recording);

/// @throws Error invalid_argument for an unknown rate.
void require_rate(const StatesRecording& recording);

/// Leaves the events that are labels: those of the classes, or all. @throws Error for one that the model does not have.
void keep_classes(const LabelSettings& options, const std::vector<std::string>& classes, StatesRecording& recording);

/// @throws Error invalid_data where no recording has an event, but for those that mark bad time.
void require_events(const std::vector<StatesRecording>& recordings);

/// Given names, or those of all events but the ones that mark bad time. @throws Error invalid_data if there are none,
/// or too many.
std::vector<std::string> class_names(const LabelSettings& options, const std::vector<StatesRecording>& recordings);

}  // namespace biotropy::sicamm
