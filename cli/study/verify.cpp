// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study verify`: a sample of a result, counted again by the plain double loop.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "biotropy/error.hpp"
#include "biotropy/study/verify.hpp"
#include "cli/parser.hpp"
#include "cli/study/commands.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct StudyVerifyOptions : StudyOptions {
  study::VerifySettings settings;
};

std::string numbers(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(fmt::format("{}", value));
  return fmt::format("{}", fmt::join(texts, " "));
}

ExitCode run_verify(const StudyVerifyOptions& options, Context& context) {
  options.run.apply(context.console);
  const study::Description description = options.description();
  const study::StudyFolder folder = options.folder(description);
  const study::Verification found =
      study::verify(description, folder, options.settings, options.run.execution(), listener(context.console));
  context.console.end_progress();
  Table table({{"participant"}, {"channel"}, {"partner"}, {"written", true}, {"counted again", true}, {"same"}});
  for (const study::VerifiedEntry& one : found.entries) {
    table.add(
        {one.subject, one.channel, one.partner, numbers(one.written), numbers(one.counted), one.equal ? "yes" : "NO"});
  }
  print(table.text());
  const std::size_t different = found.n_different();
  print(fmt::format("{} of {} entries are the same, bit for bit\n", found.entries.size() - different,
                    found.entries.size()));
  if (different == 0) return ExitCode::done;
  context.console.error(
      fmt::format("{}: {} of {} entries differ", found.result.generic_string(), different, found.entries.size()),
      "the result was changed, or this is a defect: please report it");
  return ExitCode::failed;
}

}  // namespace

void add_study_verify(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "verify",
                  "Count a random sample of the result again, from the recordings and with the plain double loop, and "
                  "compare it bit for bit");
  const auto options = std::make_shared<StudyVerifyOptions>();
  add_study_options(command, *options);
  add_row(command, options->settings.entries, "entries",
          {"N", "", "an integer of at least 0", "Pairs of channels, or channels, with all their scales and windows"});
  add_row(command, options->settings.seed, "seed", {"N", "", "an integer of at least 0", "Of the sample"});
  add_run_options(command, options->run);
  add_footer(command, "  biotropy study verify study --entries 100 --seed 7\n");
  set_work(command, chosen, [options](Context& context) { return run_verify(*options, context); });
}

}  // namespace biotropy::cli
