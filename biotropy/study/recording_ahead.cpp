// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/recording_ahead.hpp"

#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "biotropy/study/key.hpp"
#include "biotropy/study/other_files.hpp"
#include "biotropy/work_beside.hpp"

namespace biotropy::study {

struct RecordingAhead::Next {
  std::size_t position = 0;
  Subject subject;
  bool is_hashed = false;
  std::optional<PreparedRecording> prepared;
  std::optional<WorkBeside> work;  // last, because it writes to the others until it ends
};

namespace {

std::uint64_t bytes_of_files(const Description& description, const std::filesystem::path& recording) {
  std::uint64_t bytes = std::filesystem::file_size(recording);
  for (const std::filesystem::path& other : other_files(description, recording)) {
    bytes += std::filesystem::file_size(other);
  }
  return bytes;
}

}  // namespace

RecordingAhead::RecordingAhead(const Description& description, const StudyFolder& folder, const Execution& execution)
    : description_(description), folder_(folder), execution_(execution) {}

RecordingAhead::~RecordingAhead() = default;

void RecordingAhead::start(std::size_t position, const Subject& subject) {
  next_.reset();
  if (!subject.failure.empty()) return;
  next_ = std::make_unique<Next>();
  next_->position = position;
  next_->subject = subject;
  next_->work.emplace(execution_, [this, &next = *next_] { work(next); });
}

void RecordingAhead::work(Next& next) const {
  Subject& subject = next.subject;
  try {
    if (bytes_of_files(description_, subject.path) > kMostBytes) return;
    hash(description_, subject, execution_.cancel);
    next.is_hashed = subject.failure.empty();
    if (!next.is_hashed) return;
    std::error_code unknown;
    const std::string key = key_of_values(description_, subject);
    if (std::filesystem::exists(folder_.values(subject.name(), key), unknown)) return;
    next.prepared = prepare_subject(description_, subject, execution_);
  } catch (const Error&) {
    // Here as below: in its turn it fails again, and is reported, or does not.
  } catch (const std::filesystem::filesystem_error&) {
  } catch (const std::bad_alloc&) {
  }
}

bool RecordingAhead::has(std::size_t position) {
  if (!next_ || next_->position != position) return false;
  next_->work->finish();
  return true;
}

std::optional<Subject> RecordingAhead::hashed(std::size_t position) {
  if (!has(position) || !next_->is_hashed) return std::nullopt;
  return next_->subject;
}

std::optional<PreparedRecording> RecordingAhead::take(std::size_t position) {
  if (!has(position)) return std::nullopt;
  return std::move(std::exchange(next_, nullptr)->prepared);
}

bool RecordingAhead::drop() {
  return std::exchange(next_, nullptr) != nullptr;
}

}  // namespace biotropy::study
