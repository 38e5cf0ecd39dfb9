// SPDX-License-Identifier: Apache-2.0
//
// Memory that a device gives once.
#include "biotropy/device/device.hpp"
#include "tests/error_of.hpp"

namespace biotropy::device {
namespace {

// Counts what it is asked for, and has a limit.
class Memory final : public Device {
 public:
  struct Piece final : Buffer {
    Piece(Memory& of, std::size_t n) : memory(of), bytes(n) { memory.used += bytes; }
    ~Piece() override { memory.used -= bytes; }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;
    Memory& memory;
    std::size_t bytes;
  };

  Memory() { description_.largest_buffer = 10000; }
  const Description& description() const override { return description_; }
  std::uint64_t free_memory() override { return limit - used; }
  std::unique_ptr<Buffer> allocate(std::size_t bytes) override {
    if (used + bytes > limit) throw Error(ErrorCode::out_of_memory, "no room");
    ++n_allocated;
    return std::make_unique<Piece>(*this, bytes);
  }
  void write(Buffer&, std::size_t, std::span<const std::byte>) override {}
  void read(const Buffer&, std::size_t, std::span<std::byte>) override {}
  void read_after(const Stamp&, const Buffer&, std::size_t, std::span<std::byte>) override {}
  std::shared_ptr<const Program> program(const Source&) override { return nullptr; }
  void launch(Kernel&, Grid, std::span<const Argument>) override {}
  std::unique_ptr<Stamp> stamp() override { return nullptr; }
  double seconds(const Stamp&, const Stamp&) override { return 0.0; }
  void finish() override { ++n_waits; }

  std::size_t used = 0, limit = 20000;
  int n_allocated = 0, n_waits = 0;

 private:
  Description description_;
};

TEST(Pool, GivesTheSameMemoryAgain) {
  Memory memory;
  {
    Pool pool(memory);
    for (int batch = 0; batch < 5; ++batch) {
      // Nearly the same sizes.
      const Array<std::uint64_t> large(pool, static_cast<std::size_t>(1000 - batch)), small(pool, 3), none(pool, 0);
      EXPECT_EQ(large.size(), static_cast<std::size_t>(1000 - batch));
    }
    EXPECT_EQ(memory.n_allocated, 3);
    EXPECT_GE(memory.used, 8024U);
  }
  EXPECT_EQ(memory.used, 0U);
}

TEST(Pool, FreesWhatIsUnusedBeforeItRefuses) {
  Memory memory;
  Pool pool(memory);
  { const Array<std::uint8_t> a(pool, 7000), b(pool, 9000); }
  EXPECT_GT(memory.used, 15000U);
  const Array<std::uint8_t> other(pool, 8100);
  EXPECT_LT(memory.used, 10000U);
  EXPECT_EQ(memory.n_waits, 1);  // a kernel might still read what is freed
  EXPECT_EQ(error_of([&] { const Array<std::uint8_t> more(pool, 12500); }).code(), ErrorCode::out_of_memory);
}

TEST(Pool, RoundsNoBufferAboveTheLargest) {
  Memory memory;
  memory.limit = 10000;
  Pool pool(memory);
  const Array<std::uint8_t> largest(pool, 10000);
  EXPECT_EQ(memory.used, 10000U);
}

}  // namespace
}  // namespace biotropy::device
