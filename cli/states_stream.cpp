// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states stream`: samples as they come, from wherever, and a line on standard output for each state as soon
// as it is known. One thread goes round: it takes what the source has, classifies a sample whenever its line can be
// written at once, and otherwise waits for either. Each line is written by itself, so that a process that is killed has
// lost none of them.
#include <fmt/format.h>
#include <unistd.h>

#include <poll.h>
#include <CLI/CLI.hpp>
#include <cerrno>
#include <exception>
#include <memory>
#include <system_error>

#include "biotropy/error.hpp"
#include "biotropy/files/atomic_file.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/live/lsl_streams.hpp"
#include "biotropy/live/replay_source.hpp"
#include "biotropy/live/socket_source.hpp"
#include "biotropy/live/state_stream.hpp"
#include "biotropy/live/text_source.hpp"
#include "biotropy/sicamm/model_digest.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "cli/input_options.hpp"
#include "cli/interruption.hpp"
#include "cli/latencies.hpp"
#include "cli/output_options.hpp"
#include "cli/run_options.hpp"
#include "cli/states_commands.hpp"
#include "cli/states_output.hpp"
#include "cli/table.hpp"
#include "cli/warnings.hpp"

namespace biotropy::cli {

namespace {

struct StatesStreamOptions {
  RunOptions run;
  std::string model, replay, speed = "real", lsl, lsl_out, state, when_full = "block", waiting = "sleep";
  std::optional<int> port;
  std::optional<double> rate, beta, gap;
  std::size_t lag = 0, warm_up = kWarmUp, queue = 512;
  std::uint64_t state_every = 0;
  double lsl_wait = 10.0, silence = 60.0;
  bool without_outliers = false, statistics = false;

  bool prewarms() const { return waiting == "rehearse"; }
  live::StateStreamSettings stream() const {
    return {{lag, warm_up, {beta, !without_outliers}}, rate, gap, prewarms(), "'--gap'"};
  }
};

bool can_be_written(int descriptor) {
  pollfd place = {descriptor, POLLOUT, 0};
  return ::poll(&place, 1, 0) != 0;  // an error shows when it is written
}

void write_all(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (count < 0 && errno == EAGAIN) live::wait_for(-1, STDOUT_FILENO, live::kOneWait);
    if (count < 0 && errno != EINTR && errno != EAGAIN) {
      throw Error(ErrorCode::io, fmt::format("standard output: {}", std::generic_category().message(errno)));
    }
    if (count < 0) interruption().check();
    rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  }
}

std::optional<RawRecording> recording_of(const StatesStreamOptions& options, const sicamm::Model& model,
                                         Console& console) {
  if (options.replay.empty()) return std::nullopt;
  InputOptions input;
  input.rate = options.rate ? options.rate : model.sampling_rate;
  RawRecording recording =
      read_raw(options.replay, input.open_options(), {"", model.channels, sicamm::recipe_of(model.notes)}, console);
  sicamm::require_sampling_rate(model, options.replay, recording.rate);
  return recording;
}

// Of all its files, by their content.
std::string digests_of(const RawRecording& recording) {
  std::string text = files::sha256(recording.path, &interruption());
  for (const files::FileDigest& other : files::digests(recording.other_files, &interruption())) {
    text += " " + other.sha256;
  }
  return text;
}

/// @throws Error io where no state could be written to this path, which is better known before the stream.
void require_place_of_state(const std::filesystem::path& path) {
  const files::AtomicFile place(path);
  ::close(place.create());
}

std::unique_ptr<live::SampleSource> make_replay(const StatesStreamOptions& options, RawRecording recording,
                                                std::uint64_t begin) {
  const std::size_t samples = recording.pieces.back().end;
  if (begin > samples) {
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: {} samples, and the state is that after {}", options.replay, samples, begin));
  }
  const bool in_time = options.speed == "real";
  if (in_time && !recording.has_rate) {
    throw Error::argument("speed", "real", "'max', or '--rate', because the recording does not say its rate");
  }
  live::Replay replay = {std::move(recording.samples), std::move(recording.pieces), std::nullopt};
  if (recording.has_rate) replay.rate = recording.rate;
  return std::make_unique<live::ReplaySource>(std::move(replay), begin, in_time);
}

std::unique_ptr<live::SampleSource> make_source(const StatesStreamOptions& options,
                                                std::optional<RawRecording>& recording, const live::StateStream& stream,
                                                Console& console) {
  const std::size_t channels = stream.model().channels.size();
  if (options.port) {
    auto source = std::make_unique<live::SocketSource>(*options.port, channels, options.silence,
                                                       [&](const std::string& text) { console.warning(text); });
    console.note(fmt::format("listening on 127.0.0.1:{}", source->port()));
    return source;
  }
  if (!options.lsl.empty()) {
    return std::make_unique<live::LslSource>(options.lsl, channels, stream.sampling_rate(), options.lsl_wait,
                                             &interruption());
  }
  if (recording) return make_replay(options, std::move(*recording), stream.position());
  return std::make_unique<live::TextSource>(STDIN_FILENO, "standard input");
}

/// A stream at work.
class StreamRun {
 public:
  StreamRun(const StatesStreamOptions& options, Context& context)
      : options_(options),
        console_(context.console),
        model_(std::make_shared<sicamm::TrainedModel>(sicamm::load_model(options.model), options.run.execution())),
        stream_(model_, options.stream(), [this](const std::string& text) { warnings_.add(text); }),
        queue_(options.queue, model_->model.channels.size(),
               require_choice<live::WhenFull>("when-full", options.when_full)) {
    if (!options.state.empty()) require_place_of_state(options.state);
    recording_ = recording_of(options, model_->model, console_);
    if (recording_) require_other_than({options.state, ""}, recording_->other_files);
    if (!options.state.empty()) resume();
    // Last, because its library starts threads, and reading a file may start a process.
    if (!options.lsl_out.empty()) {
      outlet_.emplace(options.lsl_out, model_->model, stream_.sampling_rate().value_or(0.0),
                      sicamm::digest(model_->model));
    }
  }

  void run() {
    source_ = make_source(options_, recording_, stream_, console_);
    if (!resumed_) write_all(states_header(model_->model));
    while (!interruption().cancelled() && go_on()) {
    }
    const bool stopped = interruption().cancelled();
    // What was received counts, as long as somebody takes the lines.
    while (!queue_.empty() && can_be_written(STDOUT_FILENO)) classify_one();
    // The samples that waited for later ones. With a state they wait on, unless the recording is over.
    const bool over = !options_.replay.empty() && !stopped && queue_.received() > 0;
    if (options_.state.empty() || over) end_lines();
    if (!options_.state.empty()) save();
    report();
    if (fault_) std::rethrow_exception(fault_);
    if (stopped) throw Error(ErrorCode::cancelled, "stopped");
  }

 private:
  void resume() {
    if (recording_) source_digests_ = digests_of(*recording_);
    resumed_ = stream_.resume(options_.state, source_digests_);
    begin_ = stream_.position();
  }

  // One round; false at the end.
  bool go_on() {
    const bool writable = can_be_written(STDOUT_FILENO);
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
    source_->wait(queue_.empty() ? -1 : STDOUT_FILENO, fault_ || !queue_.takes());
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
    using Microseconds = std::chrono::duration<double, std::micro>;
    latencies_.add(Microseconds(live::SampleQueue::Clock::now() - sample.arrived).count());
    // Samples that were dropped count, too.
    const std::uint64_t every = options_.state_every;
    if (every > 0 && stream_.position() / every > before / every) save();
  }

  void end_lines() {
    stream_.finish(states_);
    write_states();
  }

  void write_states() {
    line_.clear();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const live::State state = states_[i];
      line_ += states_line(model_->model, state.time, state.label, state.posterior, state.log_likelihood, state.flags);
      if (outlet_) outlet_->push(state, options_.lsl.empty() ? std::numeric_limits<double>::quiet_NaN() : state.time);
    }
    lines_ += states_.size();
    states_.clear();
    write_all(line_);
    for (const std::string& text : warnings_.take()) console_.warning(text);
  }

  void save() { stream_.save(options_.state, source_digests_); }

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
  std::optional<live::LslOutlet> outlet_;
  std::optional<RawRecording> recording_;  // until it is a source
  std::unique_ptr<live::SampleSource> source_;
  std::string source_digests_;  // of a replay whose state is saved
  Latencies latencies_;
  std::string line_;
  std::uint64_t begin_ = 0;  // the position of the first sample received
  std::uint64_t lines_ = 0;
  bool resumed_ = false;
  std::exception_ptr fault_;
};

ExitCode run_stream(const StatesStreamOptions& options, Context& context) {
  options.run.apply(context.console);
  require_other_than({options.state, ""}, {options.model}, "the model");
  require_other_than({options.state, ""}, {options.replay});
  if (options.state_every > 0 && options.state.empty()) {
    throw Error::argument("state-every", fmt::format("{}", options.state_every), "'--state' beside it");
  }
  StreamRun(options, context).run();
  return ExitCode::done;
}

void add_source_options(CLI::App& command, StatesStreamOptions& options) {
  const char* group = "Samples (otherwise lines of numbers on standard input, one for each channel)";
  auto* listen = command.add_option("--listen", options.port,
                                    "Frames from a client that connects to this TCP port of the loopback address; 0: a "
                                    "port that is free");
  listen->check(CLI::Range(0, 65535))->option_text("PORT")->group(group);
  command
      .add_option("--silence", options.silence, "Seconds without a frame after which a client counts as gone; 0: never")
      ->needs(listen)
      ->option_text("S [60]")
      ->group(group);
  auto* replay = command.add_option("--replay", options.replay, "A recording");
  replay->option_text("FILE")->group(group);
  command.add_option("--speed", options.speed, "Of a replay: each sample when it is due, or as fast as possible")
      ->check(CLI::IsMember({"real", "max"}))
      ->needs(replay)
      ->option_text("real|max [real]")
      ->group(group);
  auto* lsl = command.add_option("--lsl", options.lsl, "A stream of the Lab Streaming Layer, by its name");
  lsl->option_text("NAME")->group(group);
  command.add_option("--lsl-wait", options.lsl_wait, "For that stream, in seconds")
      ->needs(lsl)
      ->option_text("S [10]")
      ->group(group);
  listen->excludes(replay)->excludes(lsl);
  replay->excludes(lsl);
  command.add_option("--rate", options.rate, "Samples per second, where the model does not say")
      ->option_text("HZ")
      ->group(group);
  command
      .add_option(
          "--gap", options.gap,
          "Seconds between time stamps that are a gap, after which the chain starts anew; otherwise 1.5 samples")
      ->option_text("S")
      ->group(group);
  command.add_option("--queue", options.queue, "Samples that wait at most")->option_text("N [512]")->group(group);
  command
      .add_option("--when-full", options.when_full,
                  "What then: the source waits, or the oldest sample is dropped and counted")
      ->check(CLI::IsMember({"block", "drop-oldest"}))
      ->option_text("block|drop-oldest [block]")
      ->group(group);
  command
      .add_option(
          "--wait", options.waiting,
          "Until a sample comes: sleep, or rehearse the next one, which takes a processor and shortens the time "
          "from sample to state")
      ->check(CLI::IsMember({"sleep", "rehearse"}))
      ->option_text("sleep|rehearse [sleep]")
      ->group(group);
}

}  // namespace

void add_states_stream(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      *parent.add_subcommand("stream", "Classes of samples as they come, a line for each as soon as it is known");
  const auto options = std::make_shared<StatesStreamOptions>();
  command.add_option("-m,--model", options->model, "Model of 'biotropy states train'")->required()->option_text("FILE");
  command.add_option("--lag", options->lag, "Wait for so many later samples; 0: none")->option_text("N [0]");
  command.add_option("--warm-up", options->warm_up, "Vectors after the start, and after a gap, that are flagged")
      ->option_text("N [1]");
  command.add_option("--beta", options->beta, "Power of the densities, instead of the model's")->option_text("B");
  command.add_flag("--ignore-outliers", options->without_outliers, "Outliers are flagged, and count for no class");
  add_source_options(command, *options);
  const char* group = "Output";
  command
      .add_option("--state", options->state,
                  "Go on from this file if it is there, and leave the state there at the end, also after Ctrl-C")
      ->option_text("FILE")
      ->group(group);
  command
      .add_option("--state-every", options->state_every, "And after each so many samples, should the process be killed")
      ->option_text("N")
      ->group(group);
  command.add_option("--lsl-out", options->lsl_out, "The states as a stream of the Lab Streaming Layer, too")
      ->option_text("NAME")
      ->group(group);
  command.add_flag("--statistics", options->statistics, "Say at the end how many samples came, and how long they took")
      ->group(group);
  add_run_options(command, options->run);
  add_footer(command,
             "  tail -n +2 eeg.csv | biotropy states stream --model model.nc\n"
             "  biotropy states stream --model model.nc --listen 5000 --when-full drop-oldest\n"
             "  biotropy states stream --model model.nc --replay eeg.edf --speed max --state eeg.state\n");
  command.callback(
      [options, &chosen] { chosen = [options](Context& context) { return run_stream(*options, context); }; });
}

}  // namespace biotropy::cli
