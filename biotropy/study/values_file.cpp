// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/values_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/results/arrays.hpp"

namespace biotropy::study {

namespace {

using files::Arrays;
using files::ArrayVariable;

void add_numbers(Arrays& arrays, const char* name, const char* dimension, std::vector<double> numbers) {
  arrays.variables.push_back({name, {dimension}, std::move(numbers), {}, false});
}

void add_texts(Arrays& arrays, const char* name, const char* dimension, std::vector<std::string> texts) {
  arrays.variables.push_back({name, {dimension}, {}, std::move(texts), true});
}

/// Largest range in which every integer is exact as a double.
constexpr double kMostCounted = 9007199254740992.0;

/// Contents of a file; anything missing or wrong means that it is damaged.
class Contents {
 public:
  Contents(const std::filesystem::path& path, const Arrays& arrays) : path_(path), arrays_(arrays) {}

  const std::string& text(const char* name) const { return attribute<std::string>(name); }
  double number(const char* name) const { return attribute<double>(name); }
  std::size_t count(const char* name) const { return whole(number(name), name); }
  const std::vector<double>& numbers(const char* name) const { return variable(name).numbers; }
  const std::vector<std::string>& texts(const char* name) const { return variable(name).texts; }

  [[noreturn]] void refuse(const std::string& fault) const {
    throw Error(ErrorCode::bad_file, fmt::format("{}: {}", path_.generic_string(), fault));
  }

  void require(bool fits) const {
    if (!fits) refuse("its content is inconsistent");
  }

  /// Converts a count or an index.
  std::size_t whole(double number, const char* name) const {
    if (number >= 0.0 && number <= kMostCounted && number == std::floor(number))
      return static_cast<std::size_t>(number);
    refuse(fmt::format("{} = {} is not a count", name, number));
  }

 private:
  template <typename Type>
  const Type& attribute(const char* name) const {
    for (const files::Parameter& one : arrays_.attributes) {
      if (one.name == name && std::holds_alternative<Type>(one.value)) return std::get<Type>(one.value);
    }
    refuse(fmt::format("no {} in it", name));
  }

  const ArrayVariable& variable(const char* name) const {
    for (const ArrayVariable& one : arrays_.variables) {
      if (one.name == name) return one;
    }
    refuse(fmt::format("no {} in it", name));
  }

  const std::filesystem::path& path_;
  const Arrays& arrays_;
};

// A checksum detects damage, not a wrong origin: every index and size is checked before use.
void require_consistent(const Contents& contents, const SubjectValues& values, const Description& description) {
  const std::size_t n = values.labels.size();
  const auto scales = description.scales();
  const bool windows = description.windows() && values.failure.empty();
  const std::size_t entries =
      n * (description.pairs() ? n : 1) * (scales ? scales->scales.size() : 1) * (windows ? values.n_epochs : 1);
  const std::set<std::string> distinct(values.labels.begin(), values.labels.end());
  contents.require(values.failure.empty() == (n > 0) && distinct.size() == n && values.units.size() == n);
  contents.require(values.values.size() == entries && values.valid_epochs.size() == entries);
  if (values.test) {
    for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
      contents.require((*values.test.*number.column).size() == entries);
    }
  }
  contents.require(values.epochs_used <= values.n_epochs);
  contents.require(values.onsets.size() == (windows ? values.n_epochs : 0) &&
                   std::is_sorted(values.onsets.begin(), values.onsets.end(), std::less_equal<>()));
  contents.require(!values.has_rate || (std::isfinite(values.rate) && values.rate > 0.0));
  for (const double epochs : values.valid_epochs) {
    contents.require(contents.whole(epochs, "valid_epochs") <= values.n_epochs);
  }
  for (const Rejection& one : values.rejections) contents.require(one.channel < n && one.epoch < values.n_epochs);
}

}  // namespace

void write_values(const std::filesystem::path& path, const std::string& id, const std::string& key,
                  const SubjectValues& values) {
  const auto number = [](auto value) { return static_cast<double>(value); };
  Arrays arrays;
  arrays.attributes = {{"id", id},
                       {"key", key},
                       {"failure", values.failure},
                       {"format", values.format},
                       {"engine", values.engine},
                       {"rate", values.rate},
                       {"has_rate", number(values.has_rate)},
                       {"n_epochs", number(values.n_epochs)},
                       {"epochs_used", number(values.epochs_used)}};
  add_texts(arrays, "labels", "channel", values.labels);
  add_texts(arrays, "units", "channel", values.units);
  add_numbers(arrays, "values", "entry", values.values);
  add_numbers(arrays, "valid_epochs", "entry", values.valid_epochs);
  if (!values.onsets.empty()) add_numbers(arrays, "onsets", "window", values.onsets);
  if (values.test) {
    for (const entropy::SurrogateNumber& one : entropy::kSurrogateNumbers) {
      add_numbers(arrays, std::string(one.name).c_str(), "entry", *values.test.*one.column);
    }
  }
  std::vector<double> epochs, channels;
  std::vector<std::string> reasons;
  for (const Rejection& one : values.rejections) {
    epochs.push_back(number(one.epoch));
    channels.push_back(number(one.channel));
    reasons.push_back(one.reason);
  }
  add_numbers(arrays, "rejected_epoch", "rejection", std::move(epochs));
  add_numbers(arrays, "rejected_channel", "rejection", std::move(channels));
  add_texts(arrays, "rejected_reason", "rejection", std::move(reasons));
  std::vector<double> levels;
  std::vector<std::string> codes, texts;
  for (const Notice& one : values.notices) {
    levels.push_back(number(one.level));
    codes.push_back(one.code);
    texts.push_back(one.text);
  }
  add_numbers(arrays, "notice_levels", "notice", std::move(levels));
  add_texts(arrays, "notice_codes", "notice", std::move(codes));
  add_texts(arrays, "notices", "notice", std::move(texts));
  files::write_checked_arrays(path, arrays);
}

SubjectValues read_values(const std::filesystem::path& path, const std::string& id, const std::string& key,
                          const Description& description) {
  const Arrays arrays = files::read_checked_arrays(path);
  const Contents contents(path, arrays);
  if (contents.text("id") != id || contents.text("key") != key) contents.refuse("the values of another subject");
  SubjectValues values;
  values.failure = contents.text("failure");
  values.format = contents.text("format");
  values.engine = contents.text("engine");
  values.rate = contents.number("rate");
  values.has_rate = contents.number("has_rate") != 0.0;
  values.n_epochs = contents.count("n_epochs");
  values.epochs_used = contents.count("epochs_used");
  values.labels = contents.texts("labels");
  values.units = contents.texts("units");
  values.values = contents.numbers("values");
  values.valid_epochs = contents.numbers("valid_epochs");
  if (description.surrogates.given() && values.failure.empty()) {
    values.test.emplace();
    for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
      *values.test.*number.column = contents.numbers(std::string(number.name).c_str());
    }
  }
  if (description.windows() && values.failure.empty()) values.onsets = contents.numbers("onsets");
  const auto& levels = contents.numbers("notice_levels");
  const auto& codes = contents.texts("notice_codes");
  const auto& texts = contents.texts("notices");
  contents.require(levels.size() == texts.size() && codes.size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool is_note = levels[i] == static_cast<double>(NoticeLevel::note);
    values.notices.push_back({is_note ? NoticeLevel::note : NoticeLevel::warning, codes[i], texts[i]});
  }
  const auto& epochs = contents.numbers("rejected_epoch");
  const auto& channels = contents.numbers("rejected_channel");
  const auto& reasons = contents.texts("rejected_reason");
  const std::size_t n = reasons.size();
  contents.require(epochs.size() == n && channels.size() == n);
  for (std::size_t i = 0; i < n; ++i) {
    values.rejections.push_back(
        {contents.whole(epochs[i], "rejected_epoch"), contents.whole(channels[i], "rejected_channel"), reasons[i]});
  }
  require_consistent(contents, values, description);
  return values;
}

std::filesystem::path DrawnSurrogates::file(std::size_t first) const {
  return folder_ / fmt::format("from-{}.values", first);
}

std::vector<double> DrawnSurrogates::take(std::size_t first) {
  try {
    files::Arrays arrays = files::read_checked_arrays(file(first));
    const bool fits = arrays.attributes.size() == 2 && arrays.attributes[0].value == files::ParameterValue(key_) &&
                      arrays.attributes[1].value == files::ParameterValue(static_cast<double>(first)) &&
                      arrays.variables.size() == 1;
    if (fits) return std::move(arrays.variables.front().numbers);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::file_not_found && error.code() != ErrorCode::bad_file) throw;
  }
  return {};
}

void DrawnSurrogates::keep(std::size_t first, std::span<const double> values) {
  files::make_folder(folder_);
  files::Arrays arrays;
  arrays.attributes = {{"key", key_}, {"first", static_cast<double>(first)}};
  arrays.variables.push_back({"values", {"value"}, {values.begin(), values.end()}, {}, false});
  files::write_checked_arrays(file(first), arrays);
}

void DrawnSurrogates::remove() const {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace biotropy::study
