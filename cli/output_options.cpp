// SPDX-License-Identifier: Apache-2.0
#include "cli/output_options.hpp"

#include <fmt/format.h>

#include <map>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/parser.hpp"

namespace biotropy::cli {

namespace {

files::ResultFormat format_of(const OutputOptions& options) {
  if (options.format) return *options.format;
  return options.to_standard_output() ? files::ResultFormat::csv : files::result_format(options.path);
}

std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code failure;
  const std::filesystem::path place = std::filesystem::weakly_canonical(path, failure);
  return failure ? path : place;
}

}  // namespace

std::unique_ptr<files::ResultWriter> OutputOptions::start(const files::ResultsHead& head) const {
  if (to_standard_output())
    return files::write_results(system::kStandardOutput, "standard output", format_of(*this), head);
  return files::write_results(path, format_of(*this), head);
}

void add_output_options(CLI::App& command, OutputOptions& options, const std::string& otherwise) {
  using S = OutputOptions;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("output", &S::path, {"FILE", "", "a file", ""}).with({.also = "-o"}),
      option_row<S>("format", &S::format, {"", "", "", "Format of the results, overriding the name; 'csv' for '-'"})
          .with({.needs = "output"}),
  };
  add_rows<S>(command, options, rows, "Output");
  describe(command, "--output", "File for the results (.nc, .csv or .json); '-': standard output; " + otherwise);
}

void require_other_than(const OutputOptions& options, const std::vector<std::string>& inputs, const std::string& what) {
  for (const std::string& input : inputs) {
    std::error_code missing;
    if (options.given() && std::filesystem::equivalent(options.path, input, missing)) {
      throw Error::argument("output", options.path, fmt::format("another file than {}", what));
    }
  }
}

std::filesystem::path EachOutput::of(const std::string& input) const {
  if (inputs.size() == 1) return output;
  return std::filesystem::path(output) / (std::filesystem::path(input).stem().generic_string() + ending);
}

void EachOutput::require(std::vector<OneOutput> others) const {
  std::error_code unknown;
  if (inputs.size() > 1 && !std::filesystem::is_directory(output, unknown)) {
    throw Error::argument("output", output, "a folder that exists, for more than one recording");
  }
  if (output == "-") return;
  for (const std::string& input : inputs) {
    others.push_back({of(input), input});
    require_other_than({others.back().path.generic_string(), {}}, inputs);
  }
  std::map<std::filesystem::path, std::string> taken;
  for (const OneOutput& one : others) {
    const auto [place, is_new] = taken.emplace(resolved(one.path), one.of);
    if (is_new) continue;
    throw Error::argument("output", one.path.generic_string(),
                          fmt::format("another file than that of {}, for {}", place->second, one.of));
  }
}

}  // namespace biotropy::cli
