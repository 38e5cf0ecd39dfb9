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
#include "biotropy/files/sha256.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "cli/input_options.hpp"
#include "cli/interruption.hpp"
#include "cli/latencies.hpp"
#include "cli/live_states.hpp"
#include "cli/lsl_streams.hpp"
#include "cli/output_options.hpp"
#include "cli/replay_source.hpp"
#include "cli/run_options.hpp"
#include "cli/socket_source.hpp"
#include "cli/states_commands.hpp"
#include "cli/states_output.hpp"
#include "cli/stream_state.hpp"
#include "cli/table.hpp"
#include "cli/text_source.hpp"

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

  bool rehearses() const { return waiting == "rehearse"; }
  LiveSettings live() const { return {{lag, warm_up, {beta, !without_outliers}}, rate, gap, rehearses()}; }

  /// What a state depends on beside the model.
  std::string state_settings() const {
    const auto shown = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "preset"; };
    return fmt::format("lag {}, warm-up {}, beta {}, rate {}, gap {}, outliers {}", lag, warm_up, shown(beta),
                       shown(rate), shown(gap), without_outliers ? "ignored" : "counted");
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
    if (count < 0 && errno == EAGAIN) wait_for(-1, STDOUT_FILENO, kOneWait);
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
  input.rate = options.rate ? options.rate : rate_of(model);
  RawRecording recording =
      read_raw(options.replay, input.open_options(), {"", model.channels, sicamm::recipe_of(model.notes)}, console);
  require_rate_of(model, options.replay, recording.rate);
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

std::unique_ptr<SampleSource> make_source(const StatesStreamOptions& options, const sicamm::Model& model,
                                          std::optional<RawRecording>& recording, const LiveStates& states,
                                          Console& console) {
  const std::size_t channels = model.channels.size();
  if (options.port) return std::make_unique<SocketSource>(*options.port, channels, options.silence, console);
  if (!options.lsl.empty()) {
    return std::make_unique<LslSource>(options.lsl, channels, states.rate(), options.lsl_wait);
  }
  if (!recording) return std::make_unique<TextSource>(STDIN_FILENO, "standard input");
  const std::size_t samples = recording->pieces.back().end;
  if (states.position() > samples) {
    throw Error(ErrorCode::invalid_data, fmt::format("{}: {} samples, and the state is that after {}", options.replay,
                                                     samples, states.position()));
  }
  return std::make_unique<ReplaySource>(std::move(*recording), states.position(), options.speed == "real");
}

/// A stream at work.
class StreamRun {
 public:
  StreamRun(const StatesStreamOptions& options, Context& context)
      : options_(options),
        console_(context.console),
        model_(sicamm::load_model(options.model)),
        states_(
            options.live(), model_, [this](double time, const sicamm::Update& update) { receive(time, update); },
            options.run.execution()),
        queue_(options.queue, model_.channels.size(), when_full(options.when_full)) {
    const std::string model_hash = files::sha256(options.model);
    if (!options.state.empty()) require_place_of_state(options.state);
    recording_ = recording_of(options, model_, console_);
    if (recording_) require_other_than({options.state, ""}, recording_->other_files);
    if (!options.state.empty()) go_on_from_state(model_hash);
    // Last, because its library starts threads, and reading a file may start a process.
    if (!options.lsl_out.empty()) outlet_.emplace(options.lsl_out, model_, states_.rate().value_or(0.0), model_hash);
  }

  void run() {
    source_ = make_source(options_, model_, recording_, states_, console_);
    if (!resumed_) write_all(states_header(model_));
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
  void go_on_from_state(const std::string& model_hash) {
    saved_.origin = {model_hash, recording_ ? digests_of(*recording_) : kLive, options_.state_settings()};
    const auto state = load_stream_state(options_.state, saved_.origin);
    if (!state) return;
    states_.restore(*state);
    begin_ = states_.position();
    resumed_ = true;
  }

  void receive(double time, const sicamm::Update& update) {
    line_ += states_line(model_, time, update.label, update.posterior, update.log_likelihood, update.flags);
    if (outlet_) outlet_->push(update, options_.lsl.empty() ? std::numeric_limits<double>::quiet_NaN() : time);
    ++lines_;
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
    if (queue_.empty() && options_.rehearses()) {
      states_.rehearse();
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
    line_.clear();
    const SampleQueue::Sample sample = queue_.front();
    const std::uint64_t before = states_.position();
    states_.step(queue_.front_values(), begin_ + sample.number, sample.time, sample.after_gap);
    queue_.pop();
    if (!line_.empty()) write_all(line_);
    warn_of_stamps();
    using Microseconds = std::chrono::duration<double, std::micro>;
    latencies_.add(Microseconds(SampleQueue::Clock::now() - sample.arrived).count());
    // Samples that were dropped count, too.
    const std::uint64_t every = options_.state_every;
    if (every > 0 && states_.position() / every > before / every) save();
  }

  void warn_of_stamps() {
    if (warned_of_stamps_) return;
    const auto fault = states_.stamp_fault();
    if (fault) console_.warning(*fault);
    warned_of_stamps_ = fault.has_value();
  }

  void end_lines() {
    line_.clear();
    states_.finish();
    write_all(line_);
  }

  void save() {
    saved_.numbers = states_.state();
    save_stream_state(saved_, options_.state);
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
  sicamm::Model model_;
  LiveStates states_;
  SampleQueue queue_;
  std::optional<LslOutlet> outlet_;
  std::optional<RawRecording> recording_;  // until it is a source
  std::unique_ptr<SampleSource> source_;
  StreamState saved_;
  Latencies latencies_;
  std::string line_;
  std::uint64_t begin_ = 0;  // the position of the first sample received
  std::uint64_t lines_ = 0;
  bool resumed_ = false, warned_of_stamps_ = false;
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
