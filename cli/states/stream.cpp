// SPDX-License-Identifier: Apache-2.0
//
// `biotropy states stream`: samples as they come, and a line for each state as soon as it is known. Each line is
// written by itself, so that a process that is killed has lost none of them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/atomic_file.hpp"
#include "biotropy/files/open.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/live/lsl_outlet.hpp"
#include "biotropy/live/state_datagrams.hpp"
#include "biotropy/live/state_page.hpp"
#include "biotropy/live/state_writer.hpp"
#include "biotropy/live/states.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/system/open_file.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/input_options.hpp"
#include "cli/interruption.hpp"
#include "cli/line_output.hpp"
#include "cli/output_options.hpp"
#include "cli/parser.hpp"
#include "cli/source_options.hpp"
#include "cli/states/output.hpp"
#include "cli/states/stream_options.hpp"
#include "cli/table.hpp"

namespace biotropy::cli {

namespace {

// Distribution of durations, in bins of an eighth of an octave from a tenth of a microsecond on; allocates nothing
// while measuring.
class Latencies {
 public:
  void add(double microseconds);

  /// "p50 5.2, p99 9, p99.9 12, most 31 us"; each at most a twelfth too large.
  std::string text() const;

 private:
  double quantile(double share) const;

  std::array<std::uint64_t, 256> counts_{};
  std::uint64_t total_ = 0;
  double most_ = 0.0;
};

constexpr double kShortest = 0.1, kPerOctave = 8.0;

void Latencies::add(double microseconds) {
  const double bin = std::ceil(kPerOctave * std::log2(std::max(microseconds, kShortest) / kShortest));
  ++counts_[std::min(static_cast<std::size_t>(bin), counts_.size() - 1)];
  ++total_;
  most_ = std::max(most_, microseconds);
}

double Latencies::quantile(double share) const {
  const double wanted = share * static_cast<double>(total_);
  double seen = 0.0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += static_cast<double>(counts_[i]);
    if (seen >= wanted) return std::min(most_, kShortest * std::exp2(static_cast<double>(i) / kPerOctave));
  }
  return most_;
}

std::string Latencies::text() const {
  return fmt::format("p50 {:.3g}, p99 {:.3g}, p99.9 {:.3g}, most {:.3g} us", quantile(0.5), quantile(0.99),
                     quantile(0.999), most_);
}

bool states_rate(const std::string& path, files::OpenOptions open) {
  open.needed = [](const series::Recording&) { return std::vector<std::size_t>(); };
  const std::vector<series::Channel> channels = files::open(path, open).channels;
  return std::any_of(channels.begin(), channels.end(), [](const series::Channel& one) { return one.has_rate; });
}

// A recording that does not say its rate has the model's.
std::optional<sicamm::RawRecording> recording_of(const StatesStreamOptions& options, const sicamm::Model& model,
                                                 Console& console) {
  if (options.replay.empty()) return std::nullopt;
  InputOptions input;
  input.rate = options.rate;
  if (!input.rate && !states_rate(options.replay, input)) input.rate = model.sampling_rate;
  sicamm::RawRecording recording =
      sicamm::read_raw(options.replay, input, sicamm::channels_of(model), console.takes_notices());
  sicamm::require_sampling_rate(model, options.replay, recording.rate);
  return recording;
}

// A recording tells its gaps beside its samples, so that the steps of its times need no rate. Its rate, which may
// differ from that of the model in the last digits, is that of its features, as where it is classified.
live::StateStreamSettings settings_of(const StatesStreamOptions& options, const sicamm::Model& model,
                                      const std::optional<sicamm::RawRecording>& recording) {
  live::StateStreamSettings settings = options.stream();
  if (recording && recording->has_rate && model.sampling_rate) settings.sampling_rate = recording->rate;
  const bool knows_gaps = settings.gap || settings.sampling_rate || model.sampling_rate;
  if (!options.replay.empty() && !knows_gaps) settings.gap = std::numeric_limits<double>::infinity();
  return settings;
}

// SHA-256 of all its files, separated by blanks.
std::string digests_of(const sicamm::RawRecording& recording) {
  std::string text = files::sha256(recording.path, &interruption());
  for (const files::FileDigest& other : files::digests(recording.other_files, &interruption())) {
    text += " " + other.sha256;
  }
  return text;
}

/// @throws Error io where no state could be written to this path: better now than after hours of samples.
void require_writable_state(const std::filesystem::path& path) {
  files::AtomicFile file(path);
  system::close(file.create());
}

/// One stream, from the model to the end of the samples.
class StreamRun final : public live::SampleUser {
 public:
  StreamRun(const StatesStreamOptions& options, Context& context)
      : options_(options),
        console_(context.console),
        model_(std::make_shared<sicamm::TrainedModel>(options.load(), options.run.execution())),
        classes_(sicamm::class_names(model_->model)),
        recording_(recording_of(options, model_->model, console_)),
        stream_(model_, settings_of(options, model_->model, recording_),
                [this](const Notice& notice) { notices_.add(notice); }),
        reader_(options.queue, stream_.channels().size(), options.when_full),
        output_(options.output) {
    if (!options.state.empty()) require_writable_state(options.state);
    if (recording_) {
      require_other_than({options.state, {}}, recording_->other_files);
      require_other_than({options.output, {}}, recording_->other_files);
    }
    if (!options.state.empty()) resume();
    // Last, because they start threads, and reading a file may start a process.
    if (!options.state.empty()) writer_.emplace(options.state, output_.file_descriptor());
    if (!options.lsl_out.empty()) {
      outlet_.emplace(options.lsl_out, model_->model, stream_.state_rate().value_or(0.0),
                      sicamm::digest(model_->model));
    }
    if (!options.osc.empty()) osc_.emplace(options.osc, classes_);
    if (!options.udp.empty()) datagrams_.emplace(options.udp, classes_);
    if (options.show) page_.emplace(*options.show, model_->model, stream_.sampling_rate());
    if (page_) console_.answer(fmt::format("http://127.0.0.1:{}/", page_->port()));
  }

  ExitCode run() {
    const sicamm::Model& model = model_->model;
    reader_.read_from(make_source(options_, {stream_.channels(), model.units, stream_.sampling_rate(), true},
                                  recording_, stream_.position(), console_));
    if (written_before_) {
      const std::uint64_t lines = output_.go_on(written_before_->bytes, is_replay());
      // A state of Python or R has counted no lines.
      if (lines > 0 && written_before_->bytes > 0) go_on_behind(lines);
    } else {
      output_.begin(is_json() ? "" : states_header(model_->model));
    }
    reader_.run(*this, interruption());
    const bool stopped = interruption().cancelled();
    // The samples that waited for later ones. With a state they wait on, unless the recording is over.
    const bool over = is_replay() && !stopped && reader_.queue().received() > 0;
    if (options_.state.empty() || over) end_lines();
    if (writer_) {
      save();
      writer_->finish();
    }
    report();
    if (reader_.fault()) return report_fault(reader_, console_, "states stream");
    interruption().check();
    const sicamm::MissingVectors& vectors = stream_.missing();
    const bool nothing_seen = vectors.count() > 0 && vectors.missing() == vectors.count();
    return nothing_seen ? ExitCode::nothing_computed : ExitCode::done;
  }

 private:
  bool is_json() const { return options_.format == LineFormat::json; }
  bool is_replay() const { return !options_.replay.empty(); }

  void resume() {
    if (recording_) source_digests_ = digests_of(*recording_);
    written_before_ = stream_.resume(options_.state, source_digests_);
    begin_ = stream_.position();
    if (written_before_ && output_.begins_anew(written_before_->bytes, is_replay())) written_before_.reset();
    if (written_before_) require_same_lines(written_before_->format);
  }

  // Nothing could read an output of lines in two forms. A state of Python or R knows of no lines.
  void require_same_lines(const std::string& before) const {
    const std::string format(word(options_.format));
    if (!before.empty() && before != format) {
      throw Error::argument(
          "format", format,
          fmt::format("'{}', in which the lines before were written, or a new file as '--output'", before));
    }
    if (output_.begins_with(is_json() ? "{" : states_header(model_->model))) return;
    throw Error(ErrorCode::invalid_data,
                fmt::format("{}: its first line is not that of this model with '--format {}'; name a new file",
                            options_.output, format));
  }

  // A kill left lines of samples that came after the last state, and do not come again.
  void go_on_behind(std::uint64_t lines) {
    stream_.finish(states_);
    // Those that waited for later samples have been written first.
    write_states(static_cast<std::size_t>(std::min<std::uint64_t>(lines, states_.size())));
    stream_.mark_gap(lines * stream_.samples_per_state());
    begin_ = stream_.position();
    notices_.add(warning("lines_lost",
                         fmt::format("{} of samples behind the last state were lost; what follows begins behind a gap",
                                     counted(lines, "line"))));
  }

  bool can_be_written() override {
    if (page_) page_->publish(reader_.queue());  // before each sample, and where none comes
    return output_.can_be_written();
  }
  int descriptor() const override { return output_.descriptor(); }

  bool wait_actively() override {
    if (options_.prewarms()) stream_.prewarm();
    return options_.prewarms();
  }

  void use(const live::SampleQueue::Sample& sample, std::span<const double> values) override {
    const std::uint64_t before = stream_.position();
    if (sample.after_gap) stream_.mark_gap(begin_ + sample.number - before);
    stream_.push(values, std::span(&sample.time, 1), states_);
    write_states();
    // Samples that were dropped count, too.
    const std::uint64_t every = options_.state_every;
    if (every > 0 && stream_.position() / every > before / every) save();
    using Microseconds = std::chrono::duration<double, std::micro>;
    const double took = Microseconds(live::SampleQueue::Clock::now() - sample.arrived).count();
    latencies_.add(took);
    if (page_) page_->add_sample(sample, took);
  }

  void end_lines() {
    stream_.finish(states_);
    write_states();
  }

  void write_states(std::size_t first = 0) {
    line_.clear();
    const bool from_lsl = options_.from_lsl();
    const double offset = from_lsl ? reader_.source().clock_offset() : 0.0;
    for (std::size_t i = first; i < states_.size(); ++i) {
      const live::State state = states_[i];
      const double time = state.time + offset;
      line_ += is_json()
                   ? live::state_json(classes_, state, time) + "\n"
                   : states_line(model_->model, time, state.label, state.posterior, state.log_likelihood, state.flags);
      if (page_) page_->add(state, time);
      if (osc_) warn_of_lost("osc", osc_->push(state, time));
      if (datagrams_) warn_of_lost("udp", datagrams_->push(state, time));
      if (outlet_) outlet_->push(state, from_lsl ? time : std::numeric_limits<double>::quiet_NaN());
    }
    lines_ += states_.size() - first;
    states_.clear();
    output_.write(line_);
    console_.notices(notices_.take());
  }

  // Once: what listens to the states may come and go, and the lines do not depend on it.
  void warn_of_lost(const char* option, const std::string& reason) {
    if (reason.empty() || std::exchange(has_lost_, true)) return;
    notices_.add(warning("state_not_sent", fmt::format("'--{}': a state could not be sent and is lost: {}; "
                                                       "later losses are not reported",
                                                       option, reason)));
  }

  void save() {
    writer_->save(stream_.saved(source_digests_, {output_.written(), std::string(word(options_.format))}));
  }

  void report() {
    console_.notices(notices_.take());
    warn_of_dropped(reader_.queue(), console_);
    if (const auto fault = stream_.missing().fault()) console_.notices({*fault});
    if (!options_.statistics) return;
    const live::SampleQueue& queue = reader_.queue();
    console_.note(fmt::format("{} samples, {} lines, {} dropped, at most {} waiting; from sample to line {}",
                              queue.received(), lines_, queue.dropped(), queue.longest(), latencies_.text()));
  }

  const StatesStreamOptions& options_;
  Console& console_;
  GatheredNotices notices_;
  std::shared_ptr<const sicamm::TrainedModel> model_;
  std::vector<std::string> classes_;
  std::optional<sicamm::RawRecording> recording_;  // until it is a source
  live::StateStream stream_;
  live::States states_;
  live::SampleReader reader_;
  LineOutput output_;
  std::optional<live::StateWriter> writer_;
  std::optional<live::LslOutlet> outlet_;
  std::optional<live::OscOutlet> osc_;
  std::optional<live::StateDatagrams> datagrams_;
  std::optional<live::StatePage> page_;
  std::string source_digests_;  // of a replay whose state is saved
  Latencies latencies_;
  std::string line_;
  std::uint64_t begin_ = 0;  // the position of the first sample received
  std::uint64_t lines_ = 0;
  bool has_lost_ = false;
  std::optional<live::WrittenLines> written_before_;  // by the stream that this one goes on from, if the output does
};

ExitCode run_stream(const StatesStreamOptions& options, Context& context) {
  options.run.apply(context.console);
  require_other_than({options.state, {}}, {options.model}, "the model");
  require_other_than({options.state, {}}, {options.replay});
  require_other_than({options.output, {}}, {options.model}, "the model");
  require_other_than({options.output, {}}, {options.replay});
  require_other_than({options.output, {}}, {options.state}, "the state");
  return StreamRun(options, context).run();
}

}  // namespace

void add_states_stream(CLI::App& parent, Command& chosen) {
  CLI::App& command =
      add_command(parent, "stream", "Classes of samples as they come, a line for each as soon as it is known");
  const auto options = std::make_shared<StatesStreamOptions>();
  add_stream_options(command, *options);
  add_run_options(command, options->run);
  add_footer(
      command,
      "  biotropy states stream --model model.nc < eeg.csv\n"
      "  biotropy states stream --model model.nc --listen 5000 --when-full drop-oldest\n"
      "  biotropy states stream --model model.nc --replay eeg.edf --speed max --state eeg.state -o states.tsv\n");
  set_work(command, chosen, [options](Context& context) { return run_stream(*options, context); });
}

}  // namespace biotropy::cli
