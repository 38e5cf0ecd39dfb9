// SPDX-License-Identifier: Apache-2.0
//
// The next recording of a study, read and prepared while the one before it is measured: a device that counts leaves the
// processor free, and reading a file, its checksum and short steps between the loops of counting use one core. One
// recording at most is ahead. What fails is dropped and done again in its turn, so that results, errors and their order
// are those without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "biotropy/study/prepared_recording.hpp"
#include "biotropy/study/study_folder.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

class RecordingAhead {
 public:
  /// Bytes of the files of a recording, beyond which it waits for its turn: of 16-bit samples, what is read takes up to
  /// four times as much, and so do its epochs.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

  /// The arguments must outlive the object.
  RecordingAhead(const Description& description, const StudyFolder& folder, const Execution& execution);
  ~RecordingAhead();

  /// Begins with the subject at this position, and drops the one before it. A subject that has values is hashed only.
  void start(std::size_t position, const Subject& subject);

  /// The subject with its hashes, if it was started and could be read. Waits for it.
  std::optional<Subject> hashed(std::size_t position);

  /// The subject's recording, if it was prepared. Waits for it.
  std::optional<PreparedRecording> take(std::size_t position);

  /// Gives up what was started. @returns whether anything was.
  bool drop();

 private:
  struct Next;
  bool has(std::size_t position);
  void work(Next& next) const;

  const Description& description_;
  const StudyFolder& folder_;
  const Execution& execution_;
  std::unique_ptr<Next> next_;
};

}  // namespace biotropy::study
