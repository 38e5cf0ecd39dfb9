// SPDX-License-Identifier: Apache-2.0
//
// `biotropy study run` and `biotropy study merge`: subjects measured, groups compared.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <thread>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "cli/interruption.hpp"
#include "cli/parser.hpp"
#include "cli/study/commands.hpp"
#include "cli/surrogate_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

struct StudyRunOptions : StudyOptions {
  std::string shard;
  bool wait = false;
};

// Calls `work` again while another process holds a lock that it needs, until it ends or Ctrl-C.
template <class Work>
study::StudyRun after_others(const StudyRunOptions& options, const Work& work) {
  constexpr auto kPause = std::chrono::milliseconds(200);
  while (true) {
    try {
      return work();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::busy || !options.wait) throw;
    }
    std::this_thread::sleep_for(kPause);
    interruption().check();
  }
}

double least_of(const std::vector<double>& p) {
  return std::accumulate(p.begin(), p.end(), 1.0, [](double a, double b) { return std::fmin(a, b); });
}

// Of a handful of entries a share says little.
std::string share(const study::TestOfGroups& test, double alpha) {
  constexpr std::size_t kHandful = 9;
  const std::size_t tested = test.p_below.tested;
  if (tested == 0) return "not tested";
  std::string text = fmt::format("p < {} in {:.2f} %, q < {} in {:.2f} % of {} entries", alpha, test.p_below.percent,
                                 alpha, test.q_below.percent, tested);
  if (tested <= kHandful) {
    text = fmt::format("smallest p {:.3g} and q {:.3g} of {} entries", least_of(test.p), least_of(test.q_bh), tested);
  }
  if (tested == 1) text = fmt::format("p = {:.3g}", least_of(test.p));
  if (test.smallest_p >= alpha && test.p_below.below == 0) {
    text += fmt::format("; so few subjects allow no p below {:.3g} without ties", test.smallest_p);
  }
  return text;
}

std::string components(const groups::NetworkTest& test) {
  if (test.components.empty() && test.score_p.empty()) return fmt::format("no edge above {:.4g}", test.threshold);
  if (test.components.empty()) {
    return fmt::format("smallest p of a threshold-free score {:.3g}", least_of(test.score_p));
  }
  const groups::Component& largest = test.components.front();
  return fmt::format("{}, the largest of {} between {}: p = {:.3g}", counted(test.components.size(), "component"),
                     counted(largest.extent, "edge"), counted(largest.channels, "channel"), largest.p_extent);
}

// How many entries of all subjects differ from their surrogates.
std::string share(const study::Cohort& cohort, const study::Description& description) {
  const double alpha = description.statistics.alpha;
  std::size_t tested = 0, below = 0;
  for (std::size_t i = 0; i < cohort.test->q.size(); ++i) {
    if (!cohort.counts(i % cohort.entries())) continue;
    tested += !std::isnan(cohort.test->q[i]);
    below += cohort.test->q[i] < alpha;
  }
  const double percent = tested > 0 ? 100.0 * static_cast<double>(below) / static_cast<double>(tested) : 0.0;
  return fmt::format("{} of kind {}; q < {} in {:.2f} % of {} entries of subjects{}", description.surrogates.surrogates,
                     word(description.surrogates.kind), alpha, percent, tested,
                     limit_of(description.surrogates, alpha));
}

// Mean over entries with a value; for pairs, over different channels.
std::string mean_of_group(const study::Cohort& cohort, const study::Statistics& statistics, std::size_t group) {
  const std::size_t n = cohort.labels.size(), entries = cohort.entries();
  double sum = 0.0, count = 0.0;
  for (std::size_t entry = 0; entry < entries; ++entry) {
    const double value = statistics.mean[group * entries + entry];
    const std::size_t pair = entry / cohort.cells();
    const bool diagonal = cohort.pairs && pair / n == pair % n && n > 1;
    if (diagonal || std::isnan(value)) continue;
    sum += value;
    count += 1.0;
  }
  return count == 0.0 ? "no value" : fmt::format("mean {}", shown(sum / count));
}

}  // namespace

std::string summary(const study::Description& description, const study::StudyResult& result,
                    const std::filesystem::path& path) {
  const study::Cohort& cohort = result.cohort;
  const study::Statistics& statistics = result.statistics;
  const std::size_t n = cohort.labels.size();
  std::string size = cohort.pairs ? fmt::format("{} x {} channels", n, n) : counted(n, "channel");
  if (!cohort.scales.empty()) size += ", " + counted(cohort.scales.size(), "scale");
  if (!cohort.onsets.empty()) size += ", " + counted(cohort.onsets.size(), "window");
  std::string text =
      fmt::format("{}: {} of {} in {}, {}\n", title(description), cohort.n_used(),
                  counted(cohort.subjects.size(), "subject"), counted(cohort.groups.size(), "group"), size);
  const auto line = [&](const std::string& name, const std::string& content) {
    text += fmt::format("  {:<22}  {}\n", name, content);
  };
  for (std::size_t group = 0; group < cohort.groups.size(); ++group) {
    std::size_t used = 0;
    for (const study::CohortSubject& one : cohort.subjects) {
      if (one.used() && one.group == static_cast<int>(group)) ++used;
    }
    line(cohort.groups[group],
         fmt::format("{}, {}", counted(used, "subject"), mean_of_group(cohort, statistics, group)));
  }
  const double alpha = description.statistics.alpha;
  // Of two groups the contrast is the same test.
  if (cohort.groups.size() > (statistics.contrasts.empty() ? 1 : 2)) line("all groups", share(statistics.all, alpha));
  for (const study::ContrastOfGroups& one : statistics.contrasts) {
    line(cohort.contrast(one.first, one.second), share(one, alpha));
  }
  for (const study::NetworkComparison& one : statistics.networks) line("network " + one.name, components(one.test));
  if (cohort.test) line("surrogates", share(cohort, description));
  line("result", path.generic_string());
  return text;
}

namespace {

ExitCode report(const study::Description& description, const study::StudyFolder& folder, const study::StudyRun& done,
                bool quiet, Context& context) {
  using study::SubjectState;
  context.console.end_progress();
  for (const study::SubjectStatus& one : done.subjects) {
    if (one.state == SubjectState::failed) {
      context.console.error(fmt::format("{}: {}", one.subject.participant.id, one.reason));
    }
  }
  const std::size_t n_failed = done.count(SubjectState::failed), n_elsewhere = done.count(SubjectState::elsewhere);
  // The cause is the machine or the program, not the recordings.
  const bool failed_here = std::any_of(done.subjects.begin(), done.subjects.end(), [](const auto& one) {
    return one.error && exit_code(*one.error) == ExitCode::failed;
  });
  if (!done.result && n_failed == done.subjects.size()) {
    return failed_here ? ExitCode::failed : ExitCode::nothing_computed;
  }
  if (done.result) {
    context.console.notices(done.result->statistics.notices);
    if (!quiet) print(summary(description, *done.result, folder.last_result()));
  } else if (!quiet) {
    print(fmt::format("{} measured, {} kept, {} failed, {} in other shards\n",
                      counted(done.count(SubjectState::computed), "subject"), done.count(SubjectState::kept), n_failed,
                      n_elsewhere));
  }
  if (failed_here) return ExitCode::failed;
  return n_failed == 0 ? ExitCode::done : ExitCode::bad_input;
}

ExitCode run_study(const StudyRunOptions& options, Context& context, bool merge) {
  options.run.apply(context.console);
  const study::Description description = options.description();
  const study::StudyFolder folder = options.folder(description);
  const study::Listener to_console = listener(context.console);
  const study::Shard shard = options.shard.empty() ? study::Shard() : study::shard(options.shard);
  const Execution execution = options.run.execution();
  const study::StudyRun done = after_others(options, [&] {
    return merge ? study::merge(description, folder, execution, to_console)
                 : study::run(description, folder, shard, execution, to_console);
  });
  context.console.notices(options.run.notices->take());
  return report(description, folder, done, options.run.quiet, context);
}

std::span<const OptionRow<StudyRunOptions>> run_rows_of_study() {
  using S = StudyRunOptions;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>(
          "shard", &S::shard,
          {"I/N", "", "two numbers, as 1/10",
           "Measure only every N-th subject, from the I-th on, and compare nothing: for schedulers; 'biotropy "
           "study merge' joins the parts"}),
      option_row<S>("wait", &S::wait,
                    {"", "", "", "Wait while another process is at work on the same, instead of ending"}),
  };
  return rows;
}

}  // namespace

void add_study_run(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "run", "Measure every subject that has not been measured yet, then compare the groups");
  const auto options = std::make_shared<StudyRunOptions>();
  add_study_options(command, *options);
  add_rows(command, *options, run_rows_of_study(), "Running");
  add_run_options(command, options->run);
  add_run_option(command, options->run, "device");
  add_footer(command,
             "  biotropy study run study\n"
             "  biotropy study run study --shard \"$SLURM_ARRAY_TASK_ID/10\"\n");
  set_work(command, chosen, [options](Context& context) { return run_study(*options, context, false); });
}

void add_study_merge(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "merge", "Join what shards have measured and compare the groups; measures nothing");
  const auto options = std::make_shared<StudyRunOptions>();
  add_study_options(command, *options);
  add_rows(command, *options, run_rows_of_study().last(1), "Running");
  add_run_options(command, options->run);
  add_footer(command, "  biotropy study merge study\n");
  set_work(command, chosen, [options](Context& context) { return run_study(*options, context, true); });
}

}  // namespace biotropy::cli
