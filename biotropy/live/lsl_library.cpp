// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lsl_library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/system/folder.hpp"
#include "biotropy/system/shared_library.hpp"

namespace biotropy::live {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// The packages of mne-lsl have files with the whole version, such as liblsl.so.1.17.7.
void add_files(const system::Environment& environment, const std::vector<std::string>& names,
               std::vector<std::filesystem::path>& candidates) {
  std::error_code unreadable;
  const auto add = [&](const std::filesystem::path& file) {
    const bool known = std::find(candidates.begin(), candidates.end(), file) != candidates.end();
    if (!known && std::filesystem::exists(file, unreadable)) candidates.push_back(file);
  };
  const auto is_library = [&](std::string_view file) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return file.starts_with(name); });
  };
  for (const std::filesystem::path& folder : environment.libraries) {
    for (const std::string& name : names) add(folder / name);
  }
  for (const std::filesystem::path& packages : environment.packages) {
    for (const std::string& name : names) add(packages / "pylsl" / "lib" / name);
    for (const std::filesystem::path& file :
         system::entries_of(packages / "mne_lsl" / "lsl" / "lib", unreadable, is_library)) {
      add(file);
    }
  }
}

[[noreturn]] void refuse_library(const std::string& fault) {
  throw Error::argument("lsl", fault, "liblsl, as 'pip install pylsl' or conda brings it, or BIOTROPY_LSL=FILE");
}

LslLibrary load() {
  const std::vector<std::filesystem::path> candidates = lsl_candidates();
  system::SharedLibrary library(candidates);
  if (!library.is_open()) {
    std::vector<std::string> names;
    for (const std::filesystem::path& candidate : candidates) names.push_back(candidate.generic_string());
    refuse_library(fmt::format("no library {}", fmt::join(names, " or ")));
  }
  LslLibrary result;
  const auto find = [&](const char* name, auto& function) {
    const std::string symbol = std::string("lsl_") + name;
    if (!library.load(function, symbol.c_str())) refuse_library(fmt::format("a library without {}", symbol));
  };
  find("library_version", result.library_version);
  find("local_clock", result.local_clock);
  find("create_streaminfo", result.create_streaminfo);
  find("destroy_streaminfo", result.destroy_streaminfo);
  find("get_source_id", result.get_source_id);
  find("get_channel_count", result.get_channel_count);
  find("get_nominal_srate", result.get_nominal_srate);
  find("get_channel_format", result.get_channel_format);
  find("get_desc", result.get_desc);
  find("append_child_value", result.append_child_value);
  find("append_child", result.append_child);
  find("child", result.child);
  find("next_sibling_n", result.next_sibling_n);
  find("empty", result.empty);
  find("child_value_n", result.child_value_n);
  find("create_outlet", result.create_outlet);
  find("destroy_outlet", result.destroy_outlet);
  find("have_consumers", result.have_consumers);
  find("push_sample_dtp", result.push_sample_dtp);
  find("push_sample_strtp", result.push_sample_strtp);
  find("resolve_bypred", result.resolve_bypred);
  find("create_continuous_resolver_bypred", result.create_continuous_resolver_bypred);
  find("resolver_results", result.resolver_results);
  find("destroy_continuous_resolver", result.destroy_continuous_resolver);
  find("create_inlet", result.create_inlet);
  find("destroy_inlet", result.destroy_inlet);
  find("get_fullinfo", result.get_fullinfo);
  find("open_stream", result.open_stream);
  find("time_correction", result.time_correction);
  find("pull_sample_d", result.pull_sample_d);
  find("samples_available", result.samples_available);
  return result;
}

}  // namespace

std::vector<std::filesystem::path> lsl_candidates() {
  for (const char* name : {"BIOTROPY_LSL", "PYLSL_LIB"}) {
    if (const std::string file = variable(name); !file.empty()) return {file};
  }
  const std::vector<std::string> names = system::library_names("lsl", "2");
  std::vector<std::filesystem::path> candidates(names.begin(), names.end());
  for (const system::Environment& environment : system::environments()) add_files(environment, names, candidates);
  return candidates;
}

const LslLibrary& lsl_library() {
  static const LslLibrary library = load();
  return library;
}

}  // namespace biotropy::live
