// SPDX-License-Identifier: Apache-2.0
//
// Tables and sidecars of BIDS datasets: participants, events, channels, JSON. The last two are read by their path,
// which is that of an open file in memory.
#include <nlohmann/json.hpp>
#include <set>

#include "biotropy/files/bids.hpp"
#include "biotropy/files/events.hpp"
#include "biotropy/files/participants.hpp"
#include "biotropy/files/sidecar_internal.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/memory_file.hpp"

namespace {

using namespace biotropy::files;
using biotropy::series::Recording;

constexpr double kMostRows = 65536.0;

void require(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

Recording participants_of(std::span<const std::byte> bytes) {
  Input input("input", bytes);
  ParticipantColumns columns{.may_lack_group = true};
  std::set<std::string> ids;
  for (const Participant& one : read_participants(input, columns)) {
    require(!one.id.empty() && one.id.find('/') == std::string::npos, "an id that is a path");
    require(ids.insert(one.id).second, "an id that occurs twice");
  }
  return test::recording_of({});
}

Recording events_of(std::span<const std::byte> bytes) {
  Input input("input", bytes);
  Recording recording = test::recording_of({});
  recording.annotations = read_events(input);
  return recording;
}

Recording channels_of(const std::string& path) {
  Recording recording = test::recording_of({1.0, 2.0});
  recording.channels.front().label = "Fz";
  apply_channel_table(path, recording);
  channel_types(path);
  return recording;
}

Recording sidecar_of(const std::string& path) {
  require(read_sidecar(path).is_object(), "a sidecar that is no object");
  return test::recording_of({});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  test::require_promises("input", kMostRows, [&] { return participants_of(bytes); });
  test::require_promises("input", kMostRows, [&] { return events_of(bytes); });
  const biotropy::fuzz::MemoryFile file({data, size});
  test::require_promises(file.path(), kMostRows, [&] { return channels_of(file.path()); });
  test::require_promises(file.path(), kMostRows, [&] { return sidecar_of(file.path()); });
  return 0;
}
