// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/lsl_library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
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

// Folders such as lib/python3.11 of an environment.
std::vector<std::filesystem::path> python_folders(const std::filesystem::path& library) {
  std::vector<std::filesystem::path> result;
  std::error_code unreadable;
  for (const std::filesystem::path& entry : system::entries_of(library, unreadable)) {
    if (entry.filename().generic_string().starts_with("python3")) result.push_back(entry);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

// Environments in use, and what belongs to the system and to the user.
std::vector<std::filesystem::path> prefixes() {
  std::vector<std::filesystem::path> result;
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const std::string value = variable(name); !value.empty()) result.emplace_back(value);
  }
  std::istringstream path(variable("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    std::error_code unreadable;
    const std::filesystem::path python = std::filesystem::path(folder) / "python3";
    if (std::filesystem::exists(python, unreadable)) result.push_back(std::filesystem::path(folder).parent_path());
  }
  if (const std::string home = variable("HOME"); !home.empty())
    result.push_back(std::filesystem::path(home) / ".local");
  result.insert(result.end(), {"/usr/local", "/usr"});
  return result;
}

void add_environment(const std::filesystem::path& prefix, std::vector<std::filesystem::path>& candidates) {
  std::error_code unreadable;
  const auto add = [&](const std::filesystem::path& file) {
    const bool known = std::find(candidates.begin(), candidates.end(), file) != candidates.end();
    if (!known && std::filesystem::exists(file, unreadable)) candidates.push_back(file);
  };
  add(prefix / "lib" / "liblsl.so");
  for (const std::filesystem::path& python : python_folders(prefix / "lib")) {
    for (const char* packages : {"site-packages", "dist-packages"}) {
      add(python / packages / "pylsl" / "lib" / "liblsl.so");
      const std::filesystem::path folder = python / packages / "mne_lsl" / "lsl" / "lib";
      for (const std::filesystem::path& entry : system::entries_of(folder, unreadable)) {
        if (entry.filename().generic_string().starts_with("liblsl.so")) add(entry);
      }
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
  find("resolve_byprop", result.resolve_byprop);
  find("create_continuous_resolver_byprop", result.create_continuous_resolver_byprop);
  find("resolver_results", result.resolver_results);
  find("destroy_continuous_resolver", result.destroy_continuous_resolver);
  find("create_inlet", result.create_inlet);
  find("destroy_inlet", result.destroy_inlet);
  find("get_fullinfo", result.get_fullinfo);
  find("open_stream", result.open_stream);
  find("time_correction", result.time_correction);
  find("pull_sample_d", result.pull_sample_d);
  return result;
}

}  // namespace

std::vector<std::filesystem::path> lsl_candidates() {
  for (const char* name : {"BIOTROPY_LSL", "PYLSL_LIB"}) {
    if (const std::string file = variable(name); !file.empty()) return {file};
  }
  std::vector<std::filesystem::path> candidates = {"liblsl.so.2", "liblsl.so"};
  for (const std::filesystem::path& prefix : prefixes()) add_environment(prefix, candidates);
  return candidates;
}

const LslLibrary& lsl_library() {
  static const LslLibrary library = load();
  return library;
}

}  // namespace biotropy::live
