// SPDX-License-Identifier: Apache-2.0
//
// `biotropy report`: a result as an interactive page. The Python package draws it, so the process is replaced by a
// Python that has the package: that of the environment in which the program is installed, or else `python3` of the
// PATH.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "biotropy/system/program.hpp"
#include "cli/commands.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"

namespace biotropy::cli {

namespace {

struct ReportOptions {
  std::string result, output;
};

constexpr const char* kInstall = "pip install '.[report]' in a checkout of Biotropy";

// Like `python3 -m biotropy`, but without modules from the current folder, and with advice if the package is missing.
constexpr const char* kPython = R"(
import sys
sys.path = [place for place in sys.path if place]
try:
    from biotropy.__main__ import main
except ImportError as error:
    sys.exit(f"biotropy: a report needs the Python package biotropy, which {sys.executable} cannot load ({error}); "
             f"in a checkout of Biotropy, install it with: {sys.executable} -m pip install '.[report]'")
sys.exit(main())
)";

// A virtual environment is recognised by a file above the folder of its programs.
std::string python() {
  std::error_code ignored;
  const std::filesystem::path folder = system::program_file().parent_path();
  const std::filesystem::path own = folder / "python3";
  const bool in_environment = std::filesystem::exists(folder.parent_path() / "pyvenv.cfg", ignored);
  return in_environment && std::filesystem::exists(own, ignored) ? own.generic_string() : "python3";
}

ExitCode run_report(Context& context, const ReportOptions& options) {
  std::vector<std::string> words = {python(), "-c", kPython, "report"};
  if (!options.output.empty()) words.push_back("--output=" + options.output);
  words.insert(words.end(), {"--", options.result});
  const std::error_code failure = system::become(words);
  context.console.error(
      fmt::format("a report needs {}, which cannot be run: {}", words[0], failure.default_error_condition().message()),
      fmt::format("install Python 3.11 or later, and then {}", kInstall));
  return ExitCode::failed;
}

}  // namespace

void add_report_command(CLI::App& program, Command& chosen) {
  CLI::App& command = add_command(
      program, "report",
      "An interactive page of a result, in one HTML file that needs no network (drawn by the Python package)");
  const auto options = std::make_shared<ReportOptions>();
  add_argument(command, options->result, {"result", "The NetCDF file (.nc) that a command wrote", "FILE"});
  add_row(command, options->output, "output",
          {"FILE", "", "a file", "The page; by default the name of the result with the ending .html"}, {.also = "-o"});
  add_footer(command,
             "  biotropy report matrices.nc\n"
             "  biotropy report study/result.nc -o study.html\n");
  set_work(command, chosen, [options](Context& context) { return run_report(context, *options); });
}

}  // namespace biotropy::cli
