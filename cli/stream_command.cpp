// SPDX-License-Identifier: Apache-2.0
//
// `biotropy stream`: a measure of samples as they come, in a window that slides, and a line for each window and channel
// as soon as the window is full.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "biotropy/error.hpp"
#include "biotropy/live/entropy_stream.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "cli/interruption.hpp"
#include "cli/line_output.hpp"
#include "cli/measure_options.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/run_options.hpp"
#include "cli/source_options.hpp"

namespace biotropy::cli {

namespace {

struct StreamOptions : SourceOptions {
  entropy::Settings measure;
  std::string channels, output = "-";
  Length window, step;
  RunOptions run;

  live::EntropyStreamSettings stream(std::optional<double> known_rate, std::optional<double> rate_of_stamps) const {
    measure.require_single("for a stream");
    live::EntropyStreamSettings settings;
    settings.measure = measure.measure;
    settings.window = window.samples(known_rate, "window");
    settings.step = step.samples(known_rate, "step");
    settings.parameters = measure.parameters(settings.window);
    settings.sampling_rate = rate_of_stamps;
    settings.gap = gap;
    settings.uneven_stamps = from_lsl();
    settings.gap_name = "'--gap'";
    return settings;
  }
};

std::optional<sicamm::RawRecording> replayed_recording(const StreamOptions& options, Console& console) {
  if (options.replay.empty()) return std::nullopt;
  InputOptions input;
  input.rate = options.rate;
  return sicamm::read_raw(options.replay, input, {options.channels, {}, {}, {}, false}, console.takes_notices());
}

WantedChannels wanted_of(const StreamOptions& options, const std::optional<sicamm::RawRecording>& recording) {
  if (!recording) {
    const std::vector<std::string> labels = live::channel_labels(options.channels);
    return {labels, {}, options.rate, labels.front() != "1"};
  }
  WantedChannels wanted{recording->channels, recording->units, std::nullopt, true};
  if (recording->has_rate) wanted.rate = recording->rate;
  return wanted;
}

// Without a rate the samples of a recording are one unit of time apart; what stamps of others mean is asked for.
std::optional<double> rate_of_stamps(const std::optional<sicamm::RawRecording>& recording,
                                     const WantedChannels& wanted) {
  return recording && !wanted.rate ? std::optional(1.0) : wanted.rate;
}

class EntropyRun final : public live::SampleUser {
 public:
  EntropyRun(const StreamOptions& options, Context& context)
      : options_(options),
        console_(context.console),
        recording_(replayed_recording(options, console_)),
        wanted_(wanted_of(options, recording_)),
        settings_(options.stream(wanted_.rate, rate_of_stamps(recording_, wanted_))),
        stream_(std::in_place, wanted_.labels.size(), settings_),
        reader_(options.queue, wanted_.labels.size(), options.when_full),
        output_(options.output) {}

  ExitCode run() {
    reader_.read_from(make_source(options_, wanted_, recording_, 0, console_));
    series::Epochs described;
    described.labels = wanted_.labels;
    described.units = reader_.source().units();
    if (described.units.empty()) described.units = wanted_.units;
    settings_.parameters = study::OneUnit(options_.measure).settings_for(described).parameters(settings_.window);
    stream_.emplace(wanted_.labels.size(), settings_);
    stream_->set_units(described.units);
    const bool cross = entropy::is_cross(options_.measure.measure);
    output_.begin(fmt::format("onset\tchannel{}\tvalue\tmatches_m\tmatches_m1\tr\treason\n", cross ? "\tpartner" : ""));
    reader_.run(*this, interruption());
    warn_of_dropped(reader_.queue(), console_);
    if (reader_.fault()) return report_fault(reader_, console_, "stream");
    interruption().check();
    if (any_value_) return ExitCode::done;
    console_.error("no window has a value: " + (no_value_because_.empty() ? "none was full" : no_value_because_));
    return ExitCode::nothing_computed;
  }

 private:
  bool can_be_written() override { return output_.can_be_written(); }
  int descriptor() const override { return output_.descriptor(); }

  void use(const live::SampleQueue::Sample& sample, std::span<const double> values) override {
    if (sample.after_gap) stream_->mark_gap(sample.number - stream_->position());
    windows_.clear();
    stream_->push(values, std::span(&sample.time, 1), windows_);
    while (const auto notice = stream_->take_notice()) console_.notices({*notice});
    for (const live::EntropyWindow& window : windows_) write(window);
  }

  void write(const live::EntropyWindow& window) {
    const double onset = window.onset + (options_.from_lsl() ? reader_.source().clock_offset() : 0.0);
    line_.clear();
    for (std::size_t i = 0; i < window.values.size(); ++i) {
      const auto [x, y] = stream_->pairs()[i];
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

  const StreamOptions& options_;
  Console& console_;
  std::optional<sicamm::RawRecording> recording_;  // until it is a source
  WantedChannels wanted_;
  live::EntropyStreamSettings settings_;
  std::optional<live::EntropyStream> stream_;  // again once the unit of r is known
  live::SampleReader reader_;
  LineOutput output_;
  std::vector<live::EntropyWindow> windows_;
  std::string line_;
  bool any_value_ = false;
  std::string no_value_because_;  // the first reason
};

const std::vector<OptionRow<StreamOptions>>& stream_rows() {
  using S = StreamOptions;
  static const std::vector<OptionRow<S>> rows{
      option_row<S>("window", &S::window,
                    {"N", "samples", kLengthAllowed, "Samples of the window, or seconds as \"2 s\""})
          .with({.required = true}),
      option_row<S>("step", &S::step,
                    {"N", "samples", kLengthAllowed, "Samples from one window to the next, or seconds"})
          .with({.required = true}),
      option_row<S>(
          "channels", &S::channels,
          {"LIST", "", "labels, or a number",
           "Their labels, or their number, otherwise 1; with '--replay' labels, numbers or ranges of those of "
           "the recording, otherwise all"}),
      option_row<S>("output", &S::output, {"FILE", "", "a file", "File for the lines; '-': standard output"})
          .with({.also = "-o"}),
  };
  return rows;
}

ExitCode run_stream_command(const StreamOptions& options, Context& context) {
  if (options.run.quiet) context.console.be_quiet();
  require_other_than({options.output, {}}, {options.replay});
  return EntropyRun(options, context).run();
}

}  // namespace

void add_stream_command(CLI::App& program, Command& chosen) {
  CLI::App& command =
      add_command(program, "stream",
                  "One entropy of samples as they come, in a window that slides: a line for each window and channel");
  const auto options = std::make_shared<StreamOptions>();
  add_rows<StreamOptions>(command, *options, std::span(stream_rows()).first(3), "Options");
  add_measure_options(command, options->measure, Measures::of_streams);
  add_source_options(command, *options);
  add_rows<StreamOptions>(command, *options, std::span(stream_rows()).last(1), "Output");
  add_run_option(command, options->run, "quiet");
  add_footer(command,
             "  tail -f eeg.csv | biotropy stream --channels Fz,Cz --window 1000 --step 10 -m 2 -r 0.2\n"
             "  biotropy stream --lsl EEG --channels Fz,Cz --rate 250 --window 1000 --step 25\n"
             "  biotropy stream --replay eeg.edf --speed max --measure apen --window 1000 --step 1 -o apen.tsv\n");
  set_work(command, chosen, [options](Context& context) { return run_stream_command(*options, context); });
}

}  // namespace biotropy::cli
