// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <map>
#include <set>

#include "biotropy/files/input.hpp"
#include "biotropy/files/results/arrays.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/study/key.hpp"
#include "biotropy/study/values_file.hpp"

namespace biotropy::study {

namespace {

/// Parts of a result to verify.
class Written {
 public:
  explicit Written(const std::filesystem::path& path) : path_(path), arrays_(files::read_arrays(path)) {
    subjects_ = variable("subject").texts;
    status_ = variable("status").texts;
    channels_ = variable("channel").texts;
    values_ = variable("value").numbers;
    const std::size_t cells = subjects_.size() * channels_.size();
    if (cells == 0 || status_.size() != subjects_.size() || values_.size() % cells != 0) {
      throw Error(ErrorCode::bad_file, fmt::format("{}: its variables are inconsistent", path.generic_string()));
    }
  }

  const std::vector<std::string>& subjects() const { return subjects_; }
  const std::vector<std::string>& channels() const { return channels_; }
  bool used(std::size_t subject) const { return status_[subject] == "used"; }

  /// Values of a subject at a channel, or at one of its `n_partners` partners: at every scale and window.
  std::vector<double> values(std::size_t subject, std::size_t channel, std::size_t partner,
                             std::size_t n_partners) const {
    const std::size_t cells = values_.size() / (subjects_.size() * channels_.size() * n_partners);
    const std::size_t first = ((subject * channels_.size() + channel) * n_partners + partner) * cells;
    if (values_.size() != subjects_.size() * channels_.size() * n_partners * cells) {
      throw Error(ErrorCode::bad_file, fmt::format("{}: its variables are inconsistent", path_.generic_string()));
    }
    return {values_.begin() + static_cast<std::ptrdiff_t>(first),
            values_.begin() + static_cast<std::ptrdiff_t>(first + cells)};
  }

 private:
  const files::ArrayVariable& variable(const std::string& name) const {
    for (const files::ArrayVariable& one : arrays_.variables) {
      if (one.name == name) return one;
    }
    throw Error(ErrorCode::bad_file, fmt::format("{}: no variable {} in it", path_.generic_string(), name));
  }

  std::filesystem::path path_;
  files::Arrays arrays_;
  std::vector<std::string> subjects_, status_, channels_;
  std::vector<double> values_;
};

struct Place {
  std::size_t subject = 0, channel = 0, partner = 0;
  // The compiler's comparison contains a 0 that clang-tidy takes for a pointer.
  auto operator<=>(const Place&) const = default;  // NOLINT(modernize-use-nullptr)
};

// Distinct entries of included subjects, by subject.
std::set<Place> sample(const Written& written, bool pairs, const VerifySettings& settings) {
  std::vector<std::size_t> used;
  for (std::size_t subject = 0; subject < written.subjects().size(); ++subject) {
    if (written.used(subject)) used.push_back(subject);
  }
  const std::size_t n = written.channels().size();
  const std::uint64_t all = std::uint64_t{used.size()} * n * (pairs ? n : 1);
  boost::random::mt19937_64 random(settings.seed);
  std::set<std::uint64_t> drawn;
  const std::uint64_t wanted = std::min<std::uint64_t>(all, settings.entries);
  // Floyd's algorithm: every subset is equally likely, and no draw is rejected.
  for (std::uint64_t last = all - wanted; last < all; ++last) {
    const std::uint64_t one = boost::random::uniform_int_distribution<std::uint64_t>(0, last)(random);
    if (!drawn.insert(one).second) drawn.insert(last);
  }
  std::set<Place> places;
  for (const std::uint64_t one : drawn) {
    Place place;
    const std::uint64_t entry = pairs ? one / n : one;
    place.partner = pairs ? one % n : entry % n;
    place.channel = entry % n;
    place.subject = used[entry / n];
    places.insert(place);
  }
  return places;
}

// Values (scale, window) as of the longest recording, whose further windows are missing.
std::vector<double> with_all_windows(const std::vector<double>& own, std::size_t n_scales, std::size_t n_all) {
  if (own.size() == n_all) return own;
  const std::size_t windows = own.size() / n_scales, all_windows = n_all / n_scales;
  std::vector<double> all(n_all, kNaN);
  for (std::size_t i = 0; i < own.size() && windows <= all_windows; ++i) {
    all[i / windows * all_windows + i % windows] = own[i];
  }
  return all;
}

// NaNs are equal to each other.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return (x != x && y != y) || std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

// This result and the next one are joined from these files.
void require_undamaged_values(const Description& description, const StudyFolder& folder,
                              const std::vector<Subject>& subjects) {
  for (const Subject& subject : subjects) {
    const std::string& id = subject.participant.id;
    const std::string key = key_of_values(description, subject);
    const std::filesystem::path path = folder.values(id, key);
    if (std::filesystem::exists(files::known_status(path))) read_values(path, id, key, description);
  }
}

}  // namespace

std::size_t Verification::n_different() const {
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(), [](const VerifiedEntry& one) { return !one.equal; }));
}

Verification verify(const Description& description, const StudyFolder& folder, const VerifySettings& settings,
                    const Execution& execution, const Listener& listener) {
  if (settings.entries < 1) throw Error::argument("entries", "0", "a whole number of at least 1");
  validate(description);
  std::vector<Subject> subjects = find_subjects(description);
  for (Subject& one : subjects) hash(description, one, execution.cancel);
  Verification found;
  found.result = folder.result(key_of_study(description, subjects));
  if (!std::filesystem::exists(files::known_status(found.result))) {
    throw Error(ErrorCode::file_not_found, fmt::format("{}: there is no result of the study as it is now; run it first",
                                                       folder.path().generic_string()));
  }
  files::require_checksum(found.result, execution.cancel);
  require_undamaged_values(description, folder, subjects);
  const Written written(found.result);
  if (written.subjects().size() != subjects.size()) {
    throw Error(ErrorCode::bad_file, fmt::format("{}: not the subjects of the study", found.result.generic_string()));
  }
  const bool pairs = description.pairs();
  const auto scales = description.scales();
  std::map<std::size_t, std::vector<Place>> by_subject;
  for (const Place& place : sample(written, pairs, settings)) by_subject[place.subject].push_back(place);
  for (const auto& [number, places] : by_subject) {
    const Subject& subject = subjects[number];
    const std::string& id = subject.participant.id;
    if (listener.begin) listener.begin(fmt::format("counting {} entries of {} again", places.size(), id), "");
    std::vector<Recount> entries;
    for (const Place& place : places) {
      entries.push_back({written.channels()[place.channel], written.channels()[place.partner], {}});
    }
    recount(description, subject, entries, execution);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Place& place = places[i];
      VerifiedEntry& one = found.entries.emplace_back();
      one.subject = id;
      one.channel = written.channels()[place.channel];
      if (pairs) one.partner = written.channels()[place.partner];
      one.written =
          written.values(number, place.channel, pairs ? place.partner : 0, pairs ? written.channels().size() : 1);
      one.counted = with_all_windows(entries[i].values, scales ? scales->scales.size() : 1, one.written.size());
      one.equal = same_bits(one.written, one.counted);
    }
  }
  return found;
}

}  // namespace biotropy::study
