// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "biotropy/files/sha256.hpp"
#include "biotropy/version.hpp"

namespace biotropy::study {

namespace {

/// Version of the file contents; change it when their meaning changes.
constexpr const char* kLayout = "study 4";
constexpr std::size_t kDigits = 32;

std::string text_of(const files::ParameterValue& value) {
  return std::visit(
      [](const auto& one) -> std::string {
        using Type = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<Type, std::vector<double>> || std::is_same_v<Type, std::vector<std::int64_t>>) {
          return fmt::format("{}", fmt::join(one, ","));
        } else {
          return fmt::format("{}", one);
        }
      },
      value);
}

// Each text is preceded by its length, so that different lists of parameters give different keys.
void append(std::string& text, const std::string& field) {
  text += fmt::format("{}:{}\n", field.size(), field);
}

void append(std::string& text, const std::vector<files::Parameter>& parameters) {
  for (const files::Parameter& parameter : parameters) {
    append(text, parameter.name);
    append(text, text_of(parameter.value));
  }
}

void append_recording(std::string& text, const Subject& subject) {
  append(text, subject.sha256);
  append(text, subject.others_sha256);
  append(text, subject.path.extension().generic_string());
}

std::string values_text(const Description& description) {
  std::string text;
  append(text, kLayout);
  append(text, std::string(version()));
  append(text, parameters_of_values(description));
  return text;
}

std::string digest(const std::string& text) {
  return files::sha256_of_bytes(text).substr(0, kDigits);
}

}  // namespace

std::string key_of_values(const Description& description, const Subject& subject) {
  std::string text = values_text(description);
  append_recording(text, subject);
  return digest(text);
}

std::string key_of_surrogates(const Description& description, const Subject& subject) {
  Description any_number = description;
  any_number.surrogates.surrogates = 1;
  any_number.surrogates.stop = 0;
  std::string text = values_text(any_number);
  append(text, "surrogates");
  append_recording(text, subject);
  return digest(text);
}

std::string key_of_study(const Description& description, const std::vector<Subject>& subjects) {
  std::string text = values_text(description);
  append(text, parameters_of_statistics(description));
  for (const std::string& group : description.statistics.groups) append(text, group);
  append(text, "contrasts");
  for (const auto& [first, second] : description.statistics.contrasts) {
    append(text, first);
    append(text, second);
  }
  append(text, "subjects");
  for (const Subject& subject : subjects) {
    append(text, subject.participant.id);
    append(text, subject.participant.group);
    append(text, subject.participant.person);
    for (const std::string& covariate : subject.participant.covariates) append(text, covariate);
    append_recording(text, subject);
  }
  return digest(text);
}

}  // namespace biotropy::study
