// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/edf/annotations_internal.hpp"

#include <cmath>
#include <utility>

#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr char kTextEnd = '\x14';
constexpr char kDurationStart = '\x15';

struct Stamp {
  double onset = 0.0;
  std::optional<double> duration;
};

// "+12.5" or "+12.5", byte 21, "3".
std::optional<Stamp> stamp_of(std::string_view text) {
  if (!text.starts_with('+') && !text.starts_with('-')) return std::nullopt;
  const std::size_t split = text.find(kDurationStart);
  const auto onset = to_finite(text.substr(0, split));
  if (!onset || std::abs(*onset) > kMostEdfSeconds) return std::nullopt;
  Stamp stamp{*onset, std::nullopt};
  if (split == std::string_view::npos || split + 1 == text.size()) return stamp;
  stamp.duration = to_finite(text.substr(split + 1));
  if (!stamp.duration || *stamp.duration < 0.0 || *stamp.duration > kMostEdfSeconds) return std::nullopt;
  return stamp;
}

// Unit of the last decimal of "+12.500", byte 21, "3": 0.001.
double last_decimal(std::string_view text) {
  const std::string_view onset = text.substr(0, text.find(kDurationStart));
  const std::size_t point = onset.find('.');
  return point == std::string_view::npos ? 1.0 : std::pow(10.0, -static_cast<double>(onset.size() - point - 1));
}

}  // namespace

void AnnotationParser::begin_signal(bool keeps_time) {
  keeps_time_ = keeps_time;
  first_list_ = true;
  if (keeps_time) record_onset_.reset();
}

void AnnotationParser::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\0');
    list_ += bytes.substr(0, end);
    if (end == std::string_view::npos) return;
    finish_list();
    bytes.remove_prefix(end + 1);
  }
}

void AnnotationParser::end_signal() {
  finish_list();
}

void AnnotationParser::finish_list() {
  if (list_.empty()) return;
  const std::string list = std::exchange(list_, {});
  const bool first = std::exchange(first_list_, false);
  const std::size_t head = list.find(kTextEnd);
  const std::string_view times = std::string_view(list).substr(0, head);
  const auto stamp = stamp_of(times);
  if (head == std::string::npos || !stamp) {
    ++damaged_;
    return;
  }
  std::string_view rest = std::string_view(list).substr(head + 1);
  // The first text of a list that tells the time of its record is empty; another list is an annotation alone.
  if (first && keeps_time_ && rest.starts_with(kTextEnd)) {
    record_onset_ = stamp->onset;
    record_onset_step_ = last_decimal(times);
  }
  while (!rest.empty()) {
    const std::size_t end = rest.find(kTextEnd);
    const std::string_view text = rest.substr(0, end);
    if (!text.empty()) {
      foreign_ += is_utf8(text) ? 0 : 1;
      annotations_.push_back({stamp->onset, stamp->duration, to_utf8(text)});
    }
    if (end == std::string_view::npos) return;
    rest.remove_prefix(end + 1);
  }
}

}  // namespace biotropy::files
