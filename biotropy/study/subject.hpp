// SPDX-License-Identifier: Apache-2.0
//
// A subject is an independent unit of work: one recording, reduced to the mean over epochs of every entry (a pair of
// channels or a channel, each at many scales where scales are asked for), or to the value of every entry in each
// window.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "biotropy/entropy/surrogate_test.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/participants.hpp"
#include "biotropy/progress.hpp"
#include "biotropy/study/description.hpp"
#include "biotropy/study/prepared_recording.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::study {

struct Subject {
  files::Participant participant;
  std::filesystem::path path;  ///< of the recording; empty if there is none
  std::string shown_path;      ///< as written in results: from the table of participants, or from the tree
  std::string sha256;          ///< of the recording, after hash()
  std::string others_sha256;   ///< of the other files that are read with it, after hash(); may be empty
  std::string failure;         ///< reason why there is no recording, or why it cannot be read
  std::string recording;       ///< its name where a participant may have several; otherwise empty

  /// The name under which its values are kept.
  const std::string& name() const { return recording.empty() ? participant.id : recording; }
};

/// Participants of the groups in the study.
/// @param may_lack_group whether participants without a group are left out, or an error; where the description lists
/// the groups, they are left out as those of other groups are.
/// @throws Error as files::read_participants(); invalid_argument for a group of the description without participants,
/// and for an exact p of contrasts with too many.
std::vector<files::Participant> participants_of_groups(const Description& description, bool may_lack_group = false);

/// Participants of the groups in the study, each with its recording. @throws Error as participants_of_groups().
std::vector<Subject> find_subjects(const Description& description);

/// True for the name of a file that is taken for a recording where a folder is searched.
bool is_recording(const std::filesystem::path& path);

/// True for an error caused by the file being read; others would have occurred with any file.
bool is_about_file(ErrorCode code);

/// Sets both SHA-256, or failure. @throws Error cancelled, out_of_memory.
void hash(const Description& description, Subject& subject, const CancelFlag* cancel);

/// An (epoch, channel) that is not in the means.
struct Rejection {
  std::size_t epoch = 0, channel = 0;
  std::string reason;
};

/// Stored values of a subject.
struct SubjectValues {
  std::string format, engine;
  double rate = 1.0;
  bool has_rate = true;
  std::size_t n_epochs = 0;                ///< that were cut
  std::size_t epochs_used = 0;             ///< with at least one usable channel
  std::vector<std::string> labels, units;  ///< one per channel, or for all together; labels differ
  /// Mean over the epochs with a finite value, (channel[, partner][, scale]); with windows the value of each,
  /// (channel[, partner][, scale], window).
  std::vector<double> values;
  std::vector<double> valid_epochs;            ///< epochs in that mean; of a window 1 or 0
  std::vector<double> onsets;                  ///< of the windows, seconds (samples without a rate); empty: no windows
  std::optional<entropy::SurrogateTest> test;  ///< of the values; its columns are parallel to them
  std::vector<Rejection> rejections;
  Notices notices;      ///< of reading, preparation and measuring
  std::string failure;  ///< reason for missing values; everything above is then empty
};

/// Called when a part of the work on a subject begins; returns the callback for its progress.
using BeginPart = std::function<ProgressCallback(const char* part, const char* unit)>;

/// The recording of a subject after hash(), ready to be measured.
/// @throws Error as the readers and prepared() do; io if the file is not the one that was hashed.
PreparedRecording prepare_subject(const Description& description, const Subject& subject, const Execution& execution);

/// Measures what `recording` returns, which is or throws what prepare_subject() does, and tests the values against
/// surrogates where the description has any. Errors caused by the recording itself become a failure.
/// @param store of surrogates of an interrupted test.
/// @throws Error cancelled, no_engine, internal; and file_not_found, io, out_of_memory or device, which a retry may
/// avoid.
SubjectValues measure(const Description& description, const Subject& subject,
                      const std::function<PreparedRecording()>& recording, const Execution& execution,
                      const BeginPart& begin = {}, entropy::SurrogateStore* store = nullptr);

/// Values of a pair of channels, or of a channel, at each scale and window, counted by the engine `direct`; fuzzy
/// measures have only one engine.
struct Recount {
  std::string channel, partner;  ///< labels; equal for a measure of one series
  std::vector<double> values;
};

/// Computes the values.
/// @throws Error invalid_data for a missing channel; as the readers, prepare::prepare() and the measures do.
void recount(const Description& description, const Subject& subject, std::vector<Recount>& entries,
             const Execution& execution);

}  // namespace biotropy::study
