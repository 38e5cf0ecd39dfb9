// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/folds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "biotropy/error.hpp"

namespace biotropy::sicamm {

namespace {

// For each piece, the rank of its recording in order of their beginning.
std::vector<std::size_t> recordings_of(std::span<const Labelled> pieces, std::size_t& recordings) {
  std::map<std::size_t, std::size_t> known;
  std::vector<std::size_t> result;
  recordings = 0;
  for (const Labelled& piece : pieces) {
    std::size_t place = recordings;
    if (piece.recording) place = known.try_emplace(*piece.recording, recordings).first->second;
    recordings = std::max(recordings, place + 1);
    result.push_back(place);
  }
  return result;
}

const std::string& person_of(const Labelled& piece, const FoldSettings& settings) {
  if (piece.recording && *piece.recording < settings.persons.size()) return settings.persons[*piece.recording];
  throw Error::argument("fold_unit", "persons",
                        "automatic, recordings or blocks, as the persons of recordings are not known");
}

// For each piece, the rank of its person in order of their beginning.
std::vector<std::size_t> persons_of(std::span<const Labelled> pieces, const FoldSettings& settings,
                                    std::size_t& persons) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> result;
  for (const Labelled& piece : pieces) {
    result.push_back(known.try_emplace(person_of(piece, settings), known.size()).first->second);
  }
  persons = known.size();
  return result;
}

}  // namespace

void validate(const FoldSettings& settings) {
  if (settings.folds < 2) {
    throw Error::argument("n_folds", fmt::format("{}", settings.folds), "an integer of at least 2");
  }
}

Folds make_folds(std::span<const Labelled> recordings, const FoldSettings& settings) {
  validate(settings);
  constexpr std::size_t blocks_in_fold = 4;
  std::size_t distinct = 0;
  const bool by_person = settings.unit == FoldUnit::persons;
  const std::vector<std::size_t> places =
      by_person ? persons_of(recordings, settings, distinct) : recordings_of(recordings, distinct);
  const bool enough = distinct >= settings.folds;
  if ((by_person || settings.unit == FoldUnit::recordings) && !enough) {
    throw Error::argument("n_folds", fmt::format("{}", settings.folds),
                          fmt::format("at most the number of {}, {}", by_person ? "persons" : "recordings", distinct));
  }
  const bool whole = settings.unit != FoldUnit::blocks && enough;
  const std::size_t total = total_samples(recordings), parts = settings.folds * blocks_in_fold;
  const std::size_t block = settings.block > 0 ? settings.block : std::max<std::size_t>(1, (total + parts - 1) / parts);
  Folds result;
  std::size_t next = 0;
  for (std::size_t r = 0; r < recordings.size(); ++r) {
    auto& fold =
        result.emplace_back(recordings[r].labels.size(), static_cast<std::uint32_t>(places[r] % settings.folds));
    for (std::size_t first = 0; !whole && first < fold.size(); first += block) {
      const auto begin = fold.begin() + static_cast<std::ptrdiff_t>(first);
      std::fill(begin, begin + static_cast<std::ptrdiff_t>(std::min(block, fold.size() - first)),
                static_cast<std::uint32_t>(next++ % settings.folds));
    }
  }
  return result;
}

FoldSettings folds_for_other_persons(std::span<const Labelled> recordings, FoldSettings settings) {
  std::size_t distinct = 0;
  persons_of(recordings, settings, distinct);
  if (distinct < 2) {
    throw Error(ErrorCode::too_short, fmt::format("{} person: intervals of persons need at least 2", distinct));
  }
  if (settings.unit == FoldUnit::automatic) settings.unit = FoldUnit::persons;
  const Folds folds = make_folds(recordings, settings);
  std::map<std::string, std::uint32_t> fold_of;
  for (std::size_t r = 0; r < recordings.size(); ++r) {
    const std::string& person = person_of(recordings[r], settings);
    for (const std::uint32_t fold : folds[r]) {
      if (fold_of.try_emplace(person, fold).first->second == fold) continue;
      throw Error::argument("fold_unit", settings.unit == FoldUnit::blocks ? "blocks" : "recordings",
                            fmt::format("'persons': '{}' is in the training and in the scored part of one fold, and "
                                        "intervals of persons are for new people",
                                        person));
    }
  }
  return settings;
}

namespace {

// Times within a recording, both ends included.
struct Span {
  double first, last;
};

// Samples left out of each recording, extended by `gap` on both sides: in order and disjoint.
std::vector<std::vector<Span>> spans_left_out(std::span<const Labelled> pieces, std::span<const std::size_t> places,
                                              const Folds& folds, std::uint32_t left_out, double gap) {
  std::vector<std::vector<Span>> result(pieces.size());
  for (std::size_t r = 0; r < pieces.size(); ++r) {
    for (std::size_t i = 0; i < folds[r].size(); ++i) {
      if (folds[r][i] != left_out) continue;
      auto& spans = result[places[r]];
      const double time = pieces[r].begin + static_cast<double>(i);
      if (i > 0 && folds[r][i - 1] == left_out)
        spans.back().last = time + gap;
      else
        spans.push_back({time - gap, time + gap});
    }
  }
  for (auto& spans : result) {
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (const Span& span : spans) {
      if (kept > 0 && span.first <= spans[kept - 1].last)
        spans[kept - 1].last = std::max(spans[kept - 1].last, span.last);
      else
        spans[kept++] = span;
    }
    spans.resize(kept);
  }
  return result;
}

}  // namespace

std::vector<std::vector<std::int32_t>> labels_without(std::span<const Labelled> recordings, const Folds& folds,
                                                      std::uint32_t left_out, std::size_t gap) {
  std::size_t distinct = 0;
  const std::vector<std::size_t> places = recordings_of(recordings, distinct);
  const auto spans = spans_left_out(recordings, places, folds, left_out, static_cast<double>(gap));
  std::vector<std::vector<std::int32_t>> result;
  for (std::size_t r = 0; r < recordings.size(); ++r) {
    auto& labels = result.emplace_back(recordings[r].labels.begin(), recordings[r].labels.end());
    const auto& of_recording = spans[places[r]];
    auto span = std::lower_bound(of_recording.begin(), of_recording.end(), recordings[r].begin,
                                 [](const Span& one, double time) { return one.last < time; });
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const double time = recordings[r].begin + static_cast<double>(i);
      while (span != of_recording.end() && span->last < time) ++span;
      const bool near = span != of_recording.end() && span->first <= time;
      if (near || folds[r][i] == left_out) labels[i] = kUnlabelled;
    }
  }
  return result;
}

std::vector<Labelled> parts_of(std::span<const Labelled> recordings, std::size_t channels, const Folds& folds,
                               std::uint32_t fold) {
  std::vector<Labelled> result;
  for (std::size_t r = 0; r < recordings.size(); ++r) {
    const auto& of = folds[r];
    for (std::size_t first = 0; first < of.size();) {
      std::size_t end = first;
      while (end < of.size() && of[end] == of[first]) ++end;
      if (of[first] == fold) {
        result.push_back({recordings[r].samples.subspan(first * channels, (end - first) * channels),
                          recordings[r].labels.subspan(first, end - first), recordings[r].recording.value_or(r),
                          recordings[r].begin + static_cast<double>(first)});
      }
      first = end;
    }
  }
  return result;
}

}  // namespace biotropy::sicamm
