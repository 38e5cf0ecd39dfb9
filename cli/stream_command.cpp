// SPDX-License-Identifier: Apache-2.0
//
// `biotropy stream`: a measure of samples as they come, in a window that slides, and a line for each window and channel
// as soon as the window is full.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <memory>

#include "biotropy/error.hpp"
#include "biotropy/live/entropy_stream.hpp"
#include "biotropy/live/sample_queue.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/interruption.hpp"
#include "cli/line_output.hpp"
#include "cli/measure_options.hpp"
#include "cli/output_options.hpp"
#include "cli/run_options.hpp"
#include "cli/source_options.hpp"

namespace biotropy::cli {

namespace {

struct StreamOptions : SourceOptions {
  entropy::Settings measure;
  std::string channels, output = "-";
  std::size_t window = 0, step = 0;
  bool quiet = false;

  live::EntropyStreamSettings stream(std::optional<double> known_rate) const {
    measure.require_single("for a stream");
    live::EntropyStreamSettings settings;
    settings.measure = measure.measure;
    settings.parameters = measure.parameters(window);
    settings.window = window;
    settings.step = step;
    settings.sampling_rate = known_rate;
    settings.gap = gap;
    settings.uneven_stamps = from_lsl();
    return settings;
  }
};

// "Fz,Cz", or a number of channels, which are then called 1, 2, ...
std::vector<std::string> labels_of(const std::string& channels) {
  std::size_t count = 0;
  const char* const end = channels.data() + channels.size();
  const auto [stop, error] = std::from_chars(channels.data(), end, count);
  std::vector<std::string> labels;
  if (channels.empty()) {
    labels = {"1"};
  } else if (error == std::errc() && stop == end) {
    constexpr std::size_t most = 100'000;
    if (count == 0 || count > most) throw Error::argument("channels", channels, "1 to 100000, or labels");
    for (std::size_t i = 1; i <= count; ++i) labels.push_back(std::to_string(i));
  } else {
    labels = CLI::detail::split(channels, ',');
  }
  return labels;
}

std::optional<RawRecording> replayed_recording(const StreamOptions& options, Console& console) {
  if (options.replay.empty()) return std::nullopt;
  InputOptions input;
  input.rate = options.rate;
  return read_raw(options.replay, input.open_options(), {options.channels, {}, {}, {}}, console);
}

WantedChannels wanted_of(const StreamOptions& options, const std::optional<RawRecording>& recording) {
  if (!recording) return {labels_of(options.channels), {}, options.rate};
  WantedChannels wanted{recording->channels, recording->units, std::nullopt};
  if (recording->has_rate) wanted.rate = recording->rate;
  return wanted;
}

class EntropyRun {
 public:
  EntropyRun(const StreamOptions& options, Context& context)
      : options_(options),
        console_(context.console),
        recording_(replayed_recording(options, console_)),
        wanted_(wanted_of(options, recording_)),
        stream_(wanted_.labels.size(), options.stream(wanted_.rate)),
        queue_(options.queue, wanted_.labels.size(), require_choice<live::WhenFull>("when-full", options.when_full)),
        output_(options.output) {}

  ExitCode run() {
    source_ = make_source(options_, wanted_, recording_, 0, console_);
    const bool cross = entropy::is_cross(options_.measure.measure);
    output_.begin(fmt::format("onset\tchannel{}\tvalue\tmatches_m\tmatches_m1\tr\treason\n", cross ? "\tpartner" : ""));
    while (!interruption().cancelled() && go_on()) {
    }
    while (!queue_.empty() && output_.can_be_written()) measure_one();
    if (queue_.dropped() > 0) {
      console_.warning(fmt::format("{} of {} samples were dropped: the output was not taken fast enough",
                                   queue_.dropped(), queue_.received()));
    }
    if (fault_) return report_fault();
    if (interruption().cancelled()) throw Error(ErrorCode::cancelled, "stopped");
    if (any_value_) return ExitCode::done;
    console_.error("no window has a value: " + (no_value_because_.empty() ? "none was full" : no_value_because_));
    return ExitCode::nothing_computed;
  }

 private:
  // One round; false at the end.
  bool go_on() {
    const bool writable = output_.can_be_written();
    queue_.stall(!writable);
    take();
    if (writable && !queue_.empty()) {
      measure_one();
      return true;
    }
    if (queue_.empty() && (fault_ || source_->ended())) return false;
    source_->wait(queue_.empty() ? -1 : output_.descriptor(), fault_ || !queue_.takes());
    return true;
  }

  void take() {
    if (fault_ || source_->ended()) return;
    try {
      source_->take(queue_);
    } catch (const Error&) {
      fault_ = std::current_exception();  // after the samples before it
    }
  }

  void measure_one() {
    const live::SampleQueue::Sample sample = queue_.front();
    if (sample.after_gap) stream_.mark_gap(sample.number - stream_.position());
    windows_.clear();
    stream_.push(queue_.front_values(), std::span(&sample.time, 1), windows_);
    queue_.pop();
    for (const live::EntropyWindow& window : windows_) write(window);
  }

  void write(const live::EntropyWindow& window) {
    const double onset = window.onset + (options_.from_lsl() ? source_->clock_offset() : 0.0);
    line_.clear();
    for (std::size_t i = 0; i < window.values.size(); ++i) {
      const auto [x, y] = stream_.pairs()[i];
      const entropy::Entropy& value = window.values[i];
      any_value_ |= !std::isnan(value.value);
      if (no_value_because_.empty()) no_value_because_ = value.reason;
      line_ += fmt::format("{}\t{}", onset, wanted_.labels[x]);
      if (entropy::is_cross(options_.measure.measure)) line_ += '\t' + wanted_.labels[y];
      line_ +=
          fmt::format("\t{}\t{}\t{}\t{}\t{}\n", value.value, value.matches_m, value.matches_m1, value.r, value.reason);
    }
    output_.write(line_);
  }

  // Samples that could not be received are a fault of the input, whatever its kind.
  ExitCode report_fault() const {
    try {
      std::rethrow_exception(fault_);
    } catch (const Error& error) {
      console_.error(message_of(error), hint(error, "stream"));
      return exit_code(error);
    }
  }

  const StreamOptions& options_;
  Console& console_;
  std::optional<RawRecording> recording_;  // until it is a source
  WantedChannels wanted_;
  live::EntropyStream stream_;
  live::SampleQueue queue_;
  LineOutput output_;
  std::unique_ptr<live::SampleSource> source_;
  std::vector<live::EntropyWindow> windows_;
  std::string line_;
  std::exception_ptr fault_;
  bool any_value_ = false;
  std::string no_value_because_;  // the first reason
};

ExitCode run_stream_command(const StreamOptions& options, Context& context) {
  if (options.quiet) context.console.be_quiet();
  require_other_than({options.output, ""}, {options.replay});
  return EntropyRun(options, context).run();
}

}  // namespace

void add_stream_command(CLI::App& program, Command& chosen) {
  CLI::App& command = *program.add_subcommand(
      "stream", "One entropy of samples as they come, in a window that slides: a line for each window and channel");
  const auto options = std::make_shared<StreamOptions>();
  command.add_option("--window", options->window, "Samples of the window")->option_text("N")->required();
  command.add_option("--step", options->step, "Samples from one window to the next")->option_text("N")->required();
  command
      .add_option("--channels", options->channels,
                  "Their labels, or their number; with '--replay' labels, numbers or ranges of those of the recording")
      ->option_text("LIST [1; of a recording all]");
  add_measure_options(command, options->measure, Measures::all);
  add_source_options(command, *options);
  command.add_option("-o,--output", options->output, "File for the lines; '-': standard output")
      ->option_text("FILE [-]")
      ->group("Output");
  add_quiet_option(command, options->quiet);
  add_footer(command,
             "  tail -f eeg.csv | biotropy stream --channels Fz,Cz --window 1000 --step 10 -m 2 -r 0.2\n"
             "  biotropy stream --lsl EEG --channels Fz,Cz --rate 250 --window 1000 --step 25\n"
             "  biotropy stream --replay eeg.edf --speed max --measure apen --window 1000 --step 1 -o apen.tsv\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_stream_command(*options, context); }; });
}

}  // namespace biotropy::cli
