// SPDX-License-Identifier: Apache-2.0
#include "cli/output_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/system/open_file.hpp"

namespace biotropy::cli {

namespace {

files::ResultFormat format_of(const OutputOptions& options) {
  if (options.format == "netcdf") return files::ResultFormat::netcdf;
  if (options.format == "csv") return files::ResultFormat::csv;
  if (options.format == "json") return files::ResultFormat::json;
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
  const char* group = "Output";
  command
      .add_option("-o,--output", options.path,
                  "File for the results (.nc, .csv or .json); '-': standard output; " + otherwise)
      ->option_text("FILE")
      ->group(group);
  command.add_option("--format", options.format, "Format of the results, overriding the name; 'csv' for '-'")
      ->check(CLI::IsMember({"netcdf", "csv", "json"}))
      ->option_text("netcdf|csv|json")
      ->needs("--output")
      ->group(group);
}

void require_other_than(const OutputOptions& options, const std::vector<std::string>& inputs, const std::string& what) {
  for (const std::string& input : inputs) {
    std::error_code missing;
    if (options.given() && std::filesystem::equivalent(options.path, input, missing)) {
      throw Error::argument("output", options.path, fmt::format("another file than {}", what));
    }
  }
}

void require_distinct(const std::vector<OneOutput>& outputs) {
  std::map<std::filesystem::path, std::string> taken;
  for (const OneOutput& output : outputs) {
    const auto [place, is_new] = taken.emplace(resolved(output.path), output.of);
    if (is_new) continue;
    throw Error::argument("output", output.path.generic_string(),
                          fmt::format("another file than that of {}, for {}", place->second, output.of));
  }
}

}  // namespace biotropy::cli
