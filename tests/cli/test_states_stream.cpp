// SPDX-License-Identifier: Apache-2.0
//
// Streams: where samples come from, what happens when lines are not taken, and how a stream that ended goes on.
#include <arpa/inet.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "tests/cli/states_stream.hpp"

namespace biotropy {
namespace {

using namespace std::string_literals;
using cli::test::count_of;

// The seconds of processor time that a process has used.
double processor_seconds(int process) {
  std::istringstream fields(bytes_of("/proc/" + std::to_string(process) + "/stat"));
  std::string field;
  for (int i = 0; i < 13; ++i) fields >> field;
  double user = 0.0, system = 0.0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

TEST_F(StatesStream, AReplayIsTheTable) {
  EXPECT_EQ(run("biotropy states stream --model model.nc --replay test.csv --speed max").output, table_);
  ASSERT_EQ(run("head -n 101 test.csv > short.csv").code, 0);
  const auto start = std::chrono::steady_clock::now();
  const Ended timed = run("biotropy states stream --model model.nc --replay short.csv");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(timed.output, table_.substr(0, timed.output.size()));
  EXPECT_EQ(std::count(timed.output.begin(), timed.output.end(), '\n'), 101);
  EXPECT_GE(took.count(), 0.99) << "99 hundredths of a second lie between the first sample and the last";
}

TEST_F(StatesStream, ARecordingThatStatesItsRateIsNotGivenAnother) {
  for (const std::string one : {"50 slow.csv", "100 same.csv"}) {
    ASSERT_EQ(
        run("set -- " + one +
            "; awk -v rate=$1 'NR == 1 { print \"Time [s],\" $0 } NR > 1 { printf \"%.6f,%s\\n\", (NR - 2) / rate, "
            "$0 }' test.csv > $2")
            .code,
        0);
  }
  const std::string replay = "stream --model model.nc --speed max --replay ";
  expect_refused(3, replay + "slow.csv", "50 Hz, and the model was trained at 100 Hz");
  EXPECT_EQ(run("biotropy states " + replay + "same.csv").output, table_);
}

TEST_F(StatesStream, FramesOfASocketAreTheTable) {
  const double none = std::nan("");
  const std::string sent = greeting(3) + frames([&](int) { return none; });
  const Ended spaced = listen({sent}, "");
  EXPECT_EQ(spaced.code, 0) << spaced.errors;
  EXPECT_EQ(spaced.output, table_);
  // A client that is none of ours does not end it, and a last frame that is cut off is said.
  const Ended after = listen({"GET / HTTP/1.1\r\n\r\n", greeting(3, 3), greeting(4), "BIO", sent + "cut"}, "");
  EXPECT_EQ(after.code, 0) << after.errors;
  EXPECT_EQ(after.output, table_);
  EXPECT_EQ(count_of(after.errors, "client_refused"), 4U);
  EXPECT_EQ(count_of(after.errors, "frame_cut"), 1U);
  EXPECT_EQ(run("biotropy states stream --model model.nc --listen 1000000").code, 2);
}

TEST_F(StatesStream, AConnectionThatBreaksIsNoEnd) {
  const std::string sent = frames([](int) { return std::nan(""); }).substr(0, 32 * 100);
  const Ended broken = serve([&](int port, int) {
    const int client = connected(port);
    send_all(client, greeting(3) + sent);
    const linger reset = {1, 0};
    ::setsockopt(client, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    ::close(client);
  });
  EXPECT_THAT(broken, Fails(3, "io"));
  EXPECT_EQ(std::count(broken.output.begin(), broken.output.end(), '\n'), 101);
  EXPECT_THAT(table_, StartsWith(broken.output));
}

TEST_F(StatesStream, AClientThatSaysNothingMakesRoom) {
  const Ended ended = serve([&](int port, int) {
    const int silent = connected(port), speaks = connected(port);
    send_all(silent, "BIOTROPY");
    send_all(speaks, greeting(3) + frames([](int) { return std::nan(""); }));
    ::close(speaks);
    char none = 0;
    EXPECT_EQ(::recv(silent, &none, 1, 0), 0);  // when it is disconnected
    ::close(silent);
  });
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_THAT(ended, Says("client_refused"));
  EXPECT_EQ(ended.output, table_);
}

TEST_F(StatesStream, AClientThatSendsNoFrameMakesRoom) {
  const std::string sent = frames([](int) { return std::nan(""); });
  const Ended ended = serve(
      [&](int port, int) {
        const int silent = connected(port), speaks = connected(port);
        send_all(silent, greeting(3) + "a part");
        send_all(speaks, greeting(3) + sent.substr(0, 32 * 100));
        char none = 0;
        EXPECT_EQ(::recv(silent, &none, 1, 0), 0);  // when it is disconnected
        ::close(silent);
        EXPECT_EQ(::recv(speaks, &none, 1, 0), 0);  // when it has been silent, too
        ::close(speaks);
      },
      "--silence 1");
  EXPECT_THAT(ended, Fails(3, "client_refused"));
  EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 101);
  EXPECT_THAT(table_, StartsWith(ended.output));
  const Ended slow = listen({greeting(3) + sent}, "--silence 0.5 --queue 16 | (sleep 1.5; cat)");
  EXPECT_EQ(slow.output, table_) << "while nothing is taken, the client cannot send: " << slow.errors;
}

TEST_F(StatesStream, PrewarmingChangesNothing) {
  EXPECT_EQ(run("biotropy states stream --model model.nc --replay test.csv --speed max --wait prewarm").output, table_);
}

TEST_F(StatesStream, WaitsWhereDescriptorsAreShort) {
  double used = 1.0;
  const Ended ended = serve([&](int port, int process) {
    rlimit before = {};
    ASSERT_EQ(::prlimit(process, RLIMIT_NOFILE, nullptr, &before), 0);
    const rlimit none = {3, before.rlim_max};
    ASSERT_EQ(::prlimit(process, RLIMIT_NOFILE, &none, nullptr), 0);
    const int client = connected(port);
    send_all(client, greeting(3) + frames([](int) { return std::nan(""); }));
    const double start = processor_seconds(process);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    used = processor_seconds(process) - start;
    ASSERT_EQ(::prlimit(process, RLIMIT_NOFILE, &before, nullptr), 0);
    ::close(client);
  });
  EXPECT_LT(used, 0.3) << "it turned round and round";
  EXPECT_EQ(ended.code, 0) << ended.errors;
  EXPECT_THAT(ended, Says("client_waits"));
  EXPECT_EQ(ended.output, table_);
}

TEST_F(StatesStream, WhatIsNotTakenWaitsOrIsDroppedAndCounted) {
  std::string sent = greeting(3);
  for (int i = 0; i < 5; ++i) sent += frames([](int) { return std::nan(""); });
  const std::string slowly = "| (sleep 1.5; cat)";
  const Ended blocked = listen({sent}, "--queue 16 --statistics " + slowly);
  EXPECT_THAT(blocked.errors, HasSubstr("10000 samples, 10000 lines, 0 dropped, at most 16 waiting"));
  EXPECT_EQ(std::count(blocked.output.begin(), blocked.output.end(), '\n'), 10001);
  const Ended dropped = listen({sent}, "--queue 16 --when-full drop-oldest --statistics " + slowly);
  std::size_t lines = 0, lost = 0;
  const std::size_t numbers = dropped.errors.find("10000 samples, ");
  ASSERT_NE(numbers, std::string::npos) << dropped.errors;
  ASSERT_EQ(std::sscanf(dropped.errors.c_str() + numbers, "10000 samples, %zu lines, %zu dropped", &lines, &lost), 2);
  EXPECT_GT(lost, 1000U);
  EXPECT_EQ(lines + lost, 10000U);
  EXPECT_EQ(static_cast<std::size_t>(std::count(dropped.output.begin(), dropped.output.end(), '\n')), lines + 1);
  EXPECT_THAT(dropped.output, HasSubstr("gap"));
  EXPECT_THAT(dropped, Says("samples_dropped"));
  EXPECT_EQ(run("tail -n 1 out | cut -f 1").output, "99.99\n") << "samples that were dropped took their time, too";
}

TEST_F(StatesStream, AReplayThatDroppedSamplesGoesOnAfterTheLastOne) {
  for (const char* every : {"", " --state-every 400"}) {
    const std::string stream =
        "biotropy states stream --model model.nc --replay test.csv --speed max --queue 16 --when-full drop-oldest "
        "--state state.nc"s +
        every;
    const Ended first = run("rm -f state.nc; " + stream + " | (sleep 2; cat)");
    EXPECT_THAT(first, Says("samples_dropped"));
    EXPECT_EQ(first.output.substr(first.output.rfind('\n', first.output.size() - 2) + 1).substr(0, 6), "19.99\t");
    EXPECT_EQ(run(stream).output, "") << "the recording is over";
  }
}

TEST_F(StatesStream, AKilledProcessHasWrittenEveryLine) {
  const std::string stream = "'" + cli::test::program_file() + "' states stream --model model.nc --replay test.csv ";
  EXPECT_EQ(killed_at_work(stream + "--state state.nc --state-every 10 > lines", "lines").code, 128 + 9);
  const std::string lines = bytes_of(scratch_.path("lines"));
  const auto written = std::count(lines.begin(), lines.end(), '\n');
  EXPECT_GT(written, 50);
  EXPECT_LT(written, 2000);
  EXPECT_EQ(lines.back(), '\n');
  EXPECT_THAT(table_, StartsWith(lines));
  // Goes on after the sample of the last state: some lines come twice.
  const Ended rest = run(stream + "--state state.nc --speed max");
  ASSERT_EQ(rest.code, 0) << rest.errors;
  EXPECT_EQ(rest.output, table_.substr(table_.size() - rest.output.size()));
  EXPECT_GE(rest.output.size() + lines.size(), table_.size());
}

TEST_F(StatesStream, AFileGoesOnAfterAKillWithoutALineThatIsTornOrTwice) {
  const std::string stream = "'" + cli::test::program_file() +
                             "' states stream --model model.nc --replay test.csv --state state.nc --state-every 10 -o ";
  EXPECT_EQ(killed_at_work(stream + "lines.tsv", "lines.tsv").code, 128 + 9);
  const std::string lines = bytes_of(scratch_.path("lines.tsv"));
  EXPECT_THAT(table_, StartsWith(lines));
  EXPECT_GT(lines.size(), 1000U);
  // As a kill in the middle of a write leaves it.
  scratch_.write("lines.tsv", lines + "1.23\tcla");
  EXPECT_THAT(run(stream + "lines.tsv --speed max"), Succeeds());
  EXPECT_EQ(bytes_of(scratch_.path("lines.tsv")), table_);
  scratch_.write("lines.tsv", table_.substr(0, 500));
  expect_refused(3, "stream --model model.nc --replay test.csv --state state.nc -o lines.tsv",
                 "lines.tsv: 500 bytes, and its state was saved after");
  EXPECT_EQ(bytes_of(scratch_.path("lines.tsv")), table_.substr(0, 500)) << "what is refused is left alone";
}

TEST_F(StatesStream, LinesOfLiveSamplesAreKeptAndATornOneIsNot) {
  const std::string stream = "biotropy states stream --model model.nc --state state.nc ";
  ASSERT_EQ(run("head -n 100 samples.csv | " + stream + "-o lines.tsv").code, 0);
  const std::string first = bytes_of(scratch_.path("lines.tsv"));
  scratch_.write("lines.tsv", first + "torn");
  ASSERT_EQ(run("tail -n +101 samples.csv | " + stream + "-o lines.tsv").code, 0);
  EXPECT_EQ(bytes_of(scratch_.path("lines.tsv")), table_);
  // Standard output cannot be mended for the shell that appends to it.
  scratch_.write("appended.tsv", "torn");
  const Ended torn = run("head -n 3 samples.csv | " + stream + ">> appended.tsv");
  EXPECT_THAT(torn, Fails(3, "invalid_data"));
  EXPECT_EQ(bytes_of(scratch_.path("appended.tsv")), "torn");
  // A file that was moved away begins anew.
  ASSERT_EQ(run("head -n 3 samples.csv | " + stream + "-o next.tsv").code, 0);
  EXPECT_THAT(bytes_of(scratch_.path("next.tsv")), StartsWith(table_.substr(0, table_.find('\n'))));
  EXPECT_EQ(run("biotropy states stream --model model.nc -o model.nc < samples.csv").code, 2);
  EXPECT_EQ(run("biotropy states stream --model model.nc -o /dev/null < samples.csv").code, 5);
  const std::string busy =
      "flock busy.tsv '" + cli::test::program_file() + "' states stream --model model.nc -o busy.tsv";
  EXPECT_EQ(run(busy + " < samples.csv").code, 5);
}

TEST_F(StatesStream, LinesOfOneOutputHaveOneForm) {
  const std::string stream = "biotropy states stream --model model.nc --state state.nc ";
  const std::string head = "head -n 100 samples.csv | " + stream, tail = "tail -n +101 samples.csv | " + stream;
  ASSERT_EQ(run(head + "-o lines.tsv").code, 0);
  const std::string first = bytes_of(scratch_.path("lines.tsv"));
  const auto expect = [&](const std::string& options, int code, const std::string& what) {
    const Ended ended = run(tail + options);
    EXPECT_THAT(ended, Fails(code, what)) << options;
    EXPECT_EQ(ended.output, "") << options;
    EXPECT_EQ(bytes_of(scratch_.path("lines.tsv")), first) << "what is refused is left alone";
  };
  for (const char* where : {"-o lines.tsv", "", ">> lines.tsv"}) {
    expect(std::string("--format json ") + where, 2, "format");
  }
  // Such a file begins anew, and the state then has its form.
  ASSERT_EQ(run("head -n 110 samples.csv | tail -n 10 | " + stream + "--format json -o lines.json").code, 0);
  expect("-o lines.json", 2, "format");
  // A file that has nothing to do with the state.
  expect("--format json -o lines.tsv", 3, "invalid_data");
  // A recording that is over has no line left, but the form is still that of the file.
  const std::string replay = "biotropy states stream --model model.nc --replay test.csv --speed max --state again.nc ";
  ASSERT_EQ(run(replay + "-o again.tsv").code, 0);
  EXPECT_EQ(run(replay + "-o again.tsv --format json").code, 2);
  EXPECT_EQ(bytes_of(scratch_.path("again.tsv")), table_);
}

TEST_F(StatesStream, AFreePortIsPrintedAlsoWhenQuiet) {
  const Ended ended = serve([&](int port, int) { ::close(connected(port)); }, "--quiet --silence 1 & sleep 3; kill $!");
  EXPECT_THAT(ended.errors, HasSubstr("listening on 127.0.0.1:"));
}

TEST_F(StatesStream, GoesOnAfterCtrlCToTheLastBit) {
  const std::string stream =
      "'" + cli::test::program_file() + "' states stream --model model.nc --replay test.csv --state state.nc --lag 7 ";
  EXPECT_EQ(run("timeout --preserve-status -s INT 1.5 " + stream + "> lines").code, 130);
  ASSERT_EQ(run(stream + "--speed max >> lines").code, 0);
  EXPECT_EQ(bytes_of(scratch_.path("lines")),
            run("biotropy states classify test.csv --rate 100 --model model.nc --decoder fixed-lag --lag 7").output);
  EXPECT_EQ(run(stream + "--speed max").output, "") << "the recording is over";
}

TEST_F(StatesStream, GoesOnWithFeaturesFromPipes) {
  ASSERT_EQ(run("biotropy states train train.csv --rate 100 --features tsi --log --beta 0.1 -o tsi.nc").code, 0);
  const std::string stream = "biotropy states stream --model tsi.nc --state state.nc >> lines";
  EXPECT_EQ(run("head -n 10 samples.csv | " + stream).code, 0);
  EXPECT_EQ(run("head -n 777 samples.csv | tail -n +11 | " + stream).code, 0);
  EXPECT_EQ(run("tail -n +778 samples.csv | " + stream).code, 0);
  EXPECT_EQ(bytes_of(scratch_.path("lines")),
            run("biotropy states classify test.csv --rate 100 --model tsi.nc").output);
}

TEST_F(StatesStream, AStateIsNotTrusted) {
  const std::string stream = "head -n 100 samples.csv | biotropy states stream --model model.nc --state ";
  ASSERT_EQ(run(stream + "state.nc").code, 0);
  const std::string good = bytes_of(scratch_.path("state.nc"));
  const auto expect = [&](const std::string& options, const std::string& code) {
    const Ended ended = run(stream + options);
    EXPECT_THAT(ended, Fails(3, code)) << options;
    EXPECT_EQ(ended.output, "") << options;
  };
  scratch_.write("noise.nc", "no state");
  expect("noise.nc", "bad_file");
  expect("state.nc --lag 3", "invalid_data");
  ASSERT_EQ(run("biotropy states train train.csv --rate 100 --beta 1 --bandwidth silverman -o model.nc").code, 0);
  expect("state.nc", "invalid_data");
  EXPECT_EQ(bytes_of(scratch_.path("state.nc")), good) << "what is refused is left alone";
  ASSERT_EQ(run("cp model.nc other.nc").code, 0);
  EXPECT_EQ(run(stream + "model.nc").code, 2) << "the model would be replaced";
  const Ended impossible = run("biotropy states stream --model model.nc --state nowhere/state.nc < samples.csv");
  EXPECT_EQ(impossible.code, 5) << impossible.errors;
  EXPECT_EQ(impossible.output, "") << "it fails before anything is classified";
}

// Names of what is made in a folder, while there is such a watch.
class Watch {
 public:
  explicit Watch(const std::filesystem::path& folder) : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    EXPECT_GE(::inotify_add_watch(descriptor_, folder.c_str(), IN_CREATE), 0);
  }
  ~Watch() { ::close(descriptor_); }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  std::vector<std::string> names() const {
    std::vector<std::string> found;
    alignas(inotify_event) std::array<char, 65'536> bytes;
    for (ssize_t n = 0; (n = ::read(descriptor_, bytes.data(), bytes.size())) > 0;) {
      for (const char* at = bytes.data(); at < bytes.data() + n;) {
        const auto* event = reinterpret_cast<const inotify_event*>(at);
        found.emplace_back(event->name);
        at += sizeof(inotify_event) + event->len;
      }
    }
    return found;
  }

 private:
  int descriptor_;
};

TEST_F(StatesStream, NobodyKnowsTheNameUnderWhichAStateIsWritten) {
  scratch_.write("victim", "before");
  ASSERT_EQ(run("mkdir states").code, 0);
  std::set<std::string> seen;
  for (int round = 0; round < 3; ++round) {
    // A link at every name of the runs before.
    for (const std::string& name : seen) {
      std::filesystem::create_symlink("../victim", scratch_.path("states/" + name));
    }
    const Watch watch(scratch_.path("states"));
    ASSERT_THAT(run("biotropy states stream --model model.nc --state states/state.nc < samples.csv"), Succeeds());
    const std::vector<std::string> names = watch.names();
    EXPECT_GE(names.size(), 2U) << "one to see whether it can be written, one for the state";
    for (const std::string& name : names) {
      EXPECT_THAT(name, ::testing::MatchesRegex("\\.state\\.nc\\.[0-9a-f]+\\.part"));
      EXPECT_TRUE(seen.insert(name).second) << name << " was used before";
    }
    EXPECT_FALSE(std::filesystem::is_symlink(scratch_.path("states/state.nc")));
    for (const std::string& name : seen) std::filesystem::remove(scratch_.path("states/" + name));
  }
  EXPECT_EQ(bytes_of(scratch_.path("victim")), "before");
}

TEST_F(StatesStream, AStateBelongsToItsRecording) {
  const std::string stream = "biotropy states stream --model model.nc --speed max --state state.nc --replay ";
  ASSERT_EQ(run(stream + "test.csv").code, 0);
  ASSERT_EQ(run("cp test.csv copy.csv; sed '1000s/.*/0,0,0/' test.csv > other.csv").code, 0);
  const Ended copied = run(stream + "copy.csv");
  EXPECT_EQ(copied.code, 0) << "a name is no content: " << copied.errors;
  const std::string good = bytes_of(scratch_.path("state.nc"));
  const auto expect_refusal = [&](const std::string& command) {
    const Ended ended = run(command);
    EXPECT_THAT(ended, Fails(3, "invalid_data"));
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(bytes_of(scratch_.path("state.nc")), good);
  };
  expect_refusal(stream + "other.csv");
  const std::string live = "biotropy states stream --model model.nc --state state.nc < samples.csv";
  expect_refusal(live);
}

TEST_F(StatesStream, AStateThatCannotBeWrittenOrSeenFailsAtOnce) {
  ASSERT_EQ(run("ln -s loop.nc loop.nc").code, 0);
  for (const char* path : {"/proc/state.nc", "loop.nc"}) {
    const Ended ended = run("biotropy states stream --model model.nc < samples.csv --state "s + path);
    EXPECT_THAT(ended, Fails(5, "io")) << path;
    EXPECT_EQ(ended.output, "") << "it fails before anything is classified";
  }
}

TEST_F(StatesStream, MistakesAreNamedAfterTheLinesBeforeThem) {
  const Ended word = run("(head -n 5 samples.csv; echo 1,x,2) | biotropy states stream --model model.nc");
  EXPECT_THAT(word, Fails(3, "bad_file"));
  EXPECT_EQ(std::count(word.output.begin(), word.output.end(), '\n'), 6);
  const Ended bytes = run("printf '\\0\\377\\n' | biotropy states stream --model model.nc");
  EXPECT_THAT(bytes, Fails(3, "bad_file"));
  EXPECT_EQ(run("printf '1,2,3' | biotropy states stream --model model.nc | wc -l").output, "2\n");
  EXPECT_EQ(run("printf '' | biotropy states stream --model model.nc | wc -l").output, "1\n");
  EXPECT_EQ(run("head -c 3000000 /dev/zero | tr '\\0' 1 | biotropy states stream --model model.nc").code, 3);
  EXPECT_EQ(run("biotropy states stream --model model.nc < samples.csv > /dev/full").code, 5);
  EXPECT_EQ(run("biotropy states stream --model model.nc --queue 0 < samples.csv").code, 2);
  EXPECT_EQ(run("biotropy states stream --model model.nc --gap 0 < samples.csv").code, 2);
  EXPECT_EQ(run("biotropy states stream --model model.nc --state-every 5 < samples.csv").code, 2);
  EXPECT_EQ(run("biotropy states stream --model model.nc --replay test.csv --listen 0").code, 2);
  EXPECT_EQ(run("biotropy states stream --model model.nc --replay nowhere.csv").code, 3);
  const Ended none = run("BIOTROPY_LSL=/nowhere/liblsl.so biotropy states stream --model model.nc --lsl EEG");
  EXPECT_THAT(none, Fails(2, "lsl"));
  const Ended early =
      run("BIOTROPY_LSL=/nowhere/liblsl.so biotropy states stream --model model.nc --lsl-out S "
          "--state test.csv");
  EXPECT_EQ(early.code, 3) << "the state is read before that library starts threads: " << early.errors;
  EXPECT_EQ(run("biotropy states stream --model model.nc --listen 0 --silence -1").code, 2);
  for (const char* wrong :
       {"--silence 5", "--lsl EEG --silence nan", "--lsl EEG --lsl-wait nan", "--lsl EEG --lsl-reconnect -1"})
    EXPECT_EQ(run(std::string("biotropy states stream --model model.nc ") + wrong + " </dev/null").code, 2) << wrong;
  EXPECT_EQ(run("biotropy states stream --model model.nc --wait spin < samples.csv").code, 2);
}

TEST_F(StatesStream, AnInfiniteTimeOfTheLabStreamingLayerIsAnError) {
  const Ended found = run("BIOTROPY_LSL='" FAKE_LSL "' biotropy states stream --model model.nc --lsl EEG");
  EXPECT_THAT(found, Fails(3, "bad_file"));
  EXPECT_EQ(std::count(found.output.begin(), found.output.end(), '\n'), 7) << "the head, and those before it";
  // The channels stand the other way round there, and the times are those of this machine.
  const std::string lines = "for i in 1 2 3 4 5 6; do echo 0.5,0.5,2.5; done";
  const Ended same = run(lines + " | biotropy states stream --model model.nc");
  const auto without_times = [](const std::string& text) {
    std::istringstream rows(text);
    std::string all, row;
    while (std::getline(rows, row)) all += row.substr(row.find('\t')) + "\n";
    return all;
  };
  EXPECT_EQ(without_times(found.output), without_times(same.output));
  EXPECT_THAT(found.output, HasSubstr("\n100.01\t"));
}

TEST_F(StatesStream, ChannelsOfTheLabStreamingLayerAreFoundByLabel) {
  const std::string with = "BIOTROPY_LSL='" FAKE_LSL "' biotropy states stream --lsl EEG --model ";
  ASSERT_EQ(run("sed '1s/.*/A,C2,B/' train.csv > other.csv; cp train_events.tsv other_events.tsv; biotropy states "
                "train other.csv --rate 100 --beta 1 "
                "--bandwidth silverman -o other.nc")
                .code,
            0);
  const Ended missing = run(with + "other.nc");
  EXPECT_THAT(missing, Fails(3, "invalid_data"));
  EXPECT_THAT(run(with + "other.nc --lsl-channels position"), Fails(3, "bad_file")) << "of a later sample";
  EXPECT_THAT(run(with + "model.nc --lsl-type EEG"), Fails(3, "invalid_data"));
}

}  // namespace
}  // namespace biotropy
