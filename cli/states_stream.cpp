// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states stream`: samples as they come, and a line for each state as soon as it is known. One thread takes
// what the source has, classifies a sample whenever its line can be written at once, and otherwise waits for either.
// Each line is written by itself, so that a process that is killed has lost none of them.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <memory>

#include "biotropy/error.hpp"
#include "biotropy/files/atomic_file.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/live/lsl_outlet.hpp"
#include "biotropy/live/state_writer.hpp"
#include "biotropy/sicamm/model_digest.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "cli/input_options.hpp"
#include "cli/interruption.hpp"
#include "cli/latencies.hpp"
#include "cli/line_output.hpp"
#include "cli/output_options.hpp"
#include "cli/states_commands.hpp"
#include "cli/states_output.hpp"
#include "cli/states_stream_options.hpp"
#include "cli/table.hpp"
#include "cli/warnings.hpp"

namespace biotropy::cli {

namespace {

std::optional<RawRecording> recording_of(const StatesStreamOptions& options, const sicamm::Model& model,
                                         Console& console) {
  if (options.replay.empty()) return std::nullopt;
  InputOptions input;
  input.rate = options.rate ? options.rate : model.sampling_rate;
  RawRecording recording = read_raw(options.replay, input.open_options(), channels_of(model), console);
  sicamm::require_sampling_rate(model, options.replay, recording.rate);
  return recording;
}

// SHA-256 of all its files, separated by blanks.
std::string digests_of(const RawRecording& recording) {
  std::string text = files::sha256(recording.path, &interruption());
  for (const files::FileDigest& other : files::digests(recording.other_files, &interruption())) {
    text += " " + other.sha256;
  }
  return text;
}

/// @throws Error io where no state could be written to this path: better now than after hours of samples.
void require_writable_state(const std::filesystem::path& path) {
  const files::AtomicFile file(path);
  ::close(file.create());
}

/// One stream, from the model to the end of the samples.
class StreamRun {
 public:
  StreamRun(const StatesStreamOptions& options, Context& context)
      : options_(options),
        console_(context.console),
        model_(std::make_shared<sicamm::TrainedModel>(sicamm::load_model(options.model), options.run.execution())),
        stream_(model_, options.stream(), [this](const std::string& text) { warnings_.add(text); }),
        queue_(options.queue, model_->model.channels.size(),
               require_choice<live::WhenFull>("when-full", options.when_full)),
        output_(options.output) {
    if (!options.state.empty()) require_writable_state(options.state);
    recording_ = recording_of(options, model_->model, console_);
    if (recording_) {
      require_other_than({options.state, ""}, recording_->other_files);
      require_other_than({options.output, ""}, recording_->other_files);
    }
    if (!options.state.empty()) resume();
    // Last, because they start threads, and reading a file may start a process.
    if (!options.state.empty()) writer_.emplace(options.state, output_.file_descriptor());
    if (!options.lsl_out.empty()) {
      outlet_.emplace(options.lsl_out, model_->model, stream_.sampling_rate().value_or(0.0),
                      sicamm::digest(model_->model));
    }
  }

  ExitCode run() {
    const sicamm::Model& model = model_->model;
    source_ = make_source(options_, {model.channels, model.units, stream_.sampling_rate()}, recording_,
                          stream_.position(), console_);
    const bool continued = written_before_ && output_.go_on(*written_before_, !options_.replay.empty());
    if (!continued) output_.begin(states_header(model_->model));
    while (!interruption().cancelled() && go_on()) {
    }
    const bool stopped = interruption().cancelled();
    // Samples that were received are classified, as long as their lines are taken.
    while (!queue_.empty() && output_.can_be_written()) classify_one();
    // The samples that waited for later ones. With a state they wait on, unless the recording is over.
    const bool over = !options_.replay.empty() && !stopped && queue_.received() > 0;
    if (options_.state.empty() || over) end_lines();
    if (writer_) {
      save();
      writer_->finish();
    }
    report();
    if (fault_) return report_fault();
    if (stopped) throw Error(ErrorCode::cancelled, "stopped");
    return ExitCode::done;
  }

 private:
  void resume() {
    if (recording_) source_digests_ = digests_of(*recording_);
    written_before_ = stream_.resume(options_.state, source_digests_);
    begin_ = stream_.position();
  }

  // One round; false at the end.
  bool go_on() {
    const bool writable = output_.can_be_written();
    queue_.stall(!writable);
    take();
    if (writable && !queue_.empty()) {
      classify_one();
      return true;
    }
    if (queue_.empty() && (fault_ || source_->ended())) return false;
    if (queue_.empty() && options_.prewarms()) {
      stream_.prewarm();
      return true;
    }
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

  void classify_one() {
    const live::SampleQueue::Sample sample = queue_.front();
    const std::uint64_t before = stream_.position();
    if (sample.after_gap) stream_.mark_gap(begin_ + sample.number - before);
    stream_.push(queue_.front_values(), std::span(&sample.time, 1), states_);
    queue_.pop();
    write_states();
    // Samples that were dropped count, too.
    const std::uint64_t every = options_.state_every;
    if (every > 0 && stream_.position() / every > before / every) save();
    using Microseconds = std::chrono::duration<double, std::micro>;
    latencies_.add(Microseconds(live::SampleQueue::Clock::now() - sample.arrived).count());
  }

  void end_lines() {
    stream_.finish(states_);
    write_states();
  }

  void write_states() {
    line_.clear();
    const bool from_lsl = options_.from_lsl();
    const double offset = from_lsl ? source_->clock_offset() : 0.0;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const live::State state = states_[i];
      const double time = state.time + offset;
      line_ += states_line(model_->model, time, state.label, state.posterior, state.log_likelihood, state.flags);
      if (outlet_) outlet_->push(state, from_lsl ? time : std::numeric_limits<double>::quiet_NaN());
    }
    lines_ += states_.size();
    states_.clear();
    output_.write(line_);
    for (const std::string& text : warnings_.take()) console_.warning(text);
  }

  void save() { writer_->save(stream_.saved(source_digests_, output_.written())); }

  // Samples that could not be received are a fault of the input, whatever its kind.
  ExitCode report_fault() const {
    try {
      std::rethrow_exception(fault_);
    } catch (const Error& error) {
      console_.error(message_of(error), hint(error, "states stream"));
      return exit_code(error);
    }
  }

  void report() {
    if (queue_.dropped() > 0) {
      console_.warning(fmt::format("{} of {} samples were dropped: the output was not taken fast enough",
                                   queue_.dropped(), queue_.received()));
    }
    if (!options_.statistics) return;
    console_.note(fmt::format("{} samples, {} lines, {} dropped, at most {} waiting; from sample to line {}",
                              queue_.received(), lines_, queue_.dropped(), queue_.longest(), latencies_.text()));
  }

  const StatesStreamOptions& options_;
  Console& console_;
  Warnings warnings_;
  std::shared_ptr<const sicamm::TrainedModel> model_;
  live::StateStream stream_;
  live::States states_;
  live::SampleQueue queue_;
  LineOutput output_;
  std::optional<live::StateWriter> writer_;
  std::optional<live::LslOutlet> outlet_;
  std::optional<RawRecording> recording_;  // until it is a source
  std::unique_ptr<live::SampleSource> source_;
  std::string source_digests_;  // of a replay whose state is saved
  Latencies latencies_;
  std::string line_;
  std::uint64_t begin_ = 0;  // the position of the first sample received
  std::uint64_t lines_ = 0;
  std::optional<std::uint64_t> written_before_;  // bytes, by the stream that this one goes on from
  std::exception_ptr fault_;
};

ExitCode run_stream(const StatesStreamOptions& options, Context& context) {
  options.run.apply(context.console);
  require_other_than({options.state, ""}, {options.model}, "the model");
  require_other_than({options.state, ""}, {options.replay});
  require_other_than({options.output, ""}, {options.model}, "the model");
  require_other_than({options.output, ""}, {options.replay});
  require_other_than({options.output, ""}, {options.state}, "the state");
  if (options.state_every > 0 && options.state.empty()) {
    throw Error::argument("state-every", fmt::format("{}", options.state_every), "'--state' beside it");
  }
  return StreamRun(options, context).run();
}

}  // namespace

void add_states_stream(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      *parent.add_subcommand("stream", "Classes of samples as they come, a line for each as soon as it is known");
  const auto options = std::make_shared<StatesStreamOptions>();
  add_stream_options(command, *options);
  add_run_options(command, options->run);
  add_footer(
      command,
      "  tail -n +2 eeg.csv | biotropy states stream --model model.nc\n"
      "  biotropy states stream --model model.nc --listen 5000 --when-full drop-oldest\n"
      "  biotropy states stream --model model.nc --replay eeg.edf --speed max --state eeg.state -o states.tsv\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_stream(*options, context); }; });
}

}  // namespace biotropy::cli
