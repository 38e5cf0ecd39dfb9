// SPDX-License-Identifier: Apache-2.0
//
// Tables of physiology with the JSON files that hold for them.
#include <fmt/format.h>
#include <zlib.h>

#include <cmath>

#include "biotropy/files/physio.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

std::string gzipped(const std::string& text) {
  z_stream zlib{};
  EXPECT_EQ(deflateInit2(&zlib, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string bytes(deflateBound(&zlib, static_cast<uLong>(text.size())), '\0');
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  zlib.avail_in = static_cast<uInt>(text.size());
  zlib.next_out = reinterpret_cast<Bytef*>(bytes.data());
  zlib.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(deflate(&zlib, Z_FINISH), Z_STREAM_END);
  bytes.resize(zlib.total_out);
  deflateEnd(&zlib);
  return bytes;
}

class Physio : public ::testing::Test {
 protected:
  void describe(const std::string& json) { scratch_.write("sub-1_physio.json", json); }
  std::filesystem::path table(const std::string& text) { return scratch_.write("sub-1_physio.tsv.gz", gzipped(text)); }
  std::optional<Error> fault(const std::string& text, const std::string& chosen = "") {
    const auto path = table(text);
    return error_of([&] { read_physio(path, chosen); });
  }

  Scratch scratch_;
};

constexpr const char* kTwo =
    R"({"SamplingFrequency": 50, "StartTime": -1.5, "Columns": ["cardiac", "belt"], "belt": {"Units": "mV"}})";

TEST_F(Physio, IsOneColumnOfSeveral) {
  describe(kTwo);
  const auto path = table("1\t10\r\nn/a\t20\n-3e1\tn/a");
  EXPECT_TRUE(is_physio(path));
  EXPECT_FALSE(is_physio("sub-1_physio.tsv"));
  const PhysioColumn belt = read_physio(path, "belt");
  EXPECT_EQ(belt.name, "belt");
  EXPECT_EQ(belt.unit, "mV");
  EXPECT_EQ(belt.rate, 50.0);
  EXPECT_EQ(belt.start, -1.5);
  EXPECT_THAT(belt.values, ElementsAre(10.0, 20.0, NanSensitiveDoubleEq(std::nan(""))));
  const PhysioColumn cardiac = read_physio(path, "1");
  EXPECT_EQ(cardiac.name, "cardiac");
  EXPECT_EQ(cardiac.unit, "");
  EXPECT_THAT(cardiac.values, ElementsAre(1.0, NanSensitiveDoubleEq(std::nan("")), -30.0));
}

TEST_F(Physio, NeedsAColumnThatIsThere) {
  describe(kTwo);
  for (const std::string chosen : {"", "0", "3", "ecg", "1.0"}) {
    const auto error = fault("1\t2\n", chosen);
    EXPECT_THAT(error, IsError(ErrorCode::invalid_argument, "one of cardiac, belt")) << chosen;
    EXPECT_EQ(error->parameter(), "columns");
  }
  describe(R"({"SamplingFrequency": 50, "StartTime": 0, "Columns": ["cardiac"]})");
  EXPECT_THAT(read_physio(table("1\n2\n"), "").values, ElementsAre(1.0, 2.0)) << "the only one needs no name";
}

TEST_F(Physio, TakesAKeyFromTheClosestFileThatHasIt) {
  scratch_.write("dataset_description.json", "{}");
  scratch_.write("task-rest_physio.json", R"({"SamplingFrequency": 10, "StartTime": 5, "Columns": ["cardiac"]})");
  std::filesystem::create_directory(scratch_.path("sub-1"));
  scratch_.write("sub-1/sub-1_task-rest_physio.json", R"({"SamplingFrequency": 20})");
  const auto path = scratch_.write("sub-1/sub-1_task-rest_physio.tsv.gz", gzipped("7\n"));
  const PhysioColumn found = read_physio(path, "");
  EXPECT_EQ(found.rate, 20.0);
  EXPECT_EQ(found.start, 5.0);
  EXPECT_EQ(physio_sidecars(path).size(), 2U);
}

TEST_F(Physio, NeedsWhatItsJsonFilesSay) {
  EXPECT_THAT(fault("1\n"), IsError(ErrorCode::bad_file, "gives its Columns, a list of names"));
  for (const char* columns : {"[]", "\"cardiac\"", "[\"cardiac\", 1]"}) {
    describe(fmt::format(R"({{"SamplingFrequency": 50, "StartTime": 0, "Columns": {}}})", columns));
    EXPECT_THAT(fault("1\n"), IsError(ErrorCode::bad_file, "gives its Columns, a list of names")) << columns;
  }
  describe(R"({"StartTime": 0, "Columns": ["cardiac"]})");
  EXPECT_THAT(fault("1\n"), IsError(ErrorCode::bad_file, "gives its SamplingFrequency, a number"));
  describe(R"({"SamplingFrequency": "50", "StartTime": 0, "Columns": ["cardiac"]})");
  EXPECT_THAT(fault("1\n"), IsError(ErrorCode::bad_file, "gives its SamplingFrequency, a number"));
  describe(R"({"SamplingFrequency": 0, "StartTime": 0, "Columns": ["cardiac"]})");
  EXPECT_THAT(fault("1\n"), IsError(ErrorCode::bad_file, "its SamplingFrequency = 0 is not positive"));
  describe(R"({"SamplingFrequency": 50, "Columns": ["cardiac"]})");
  EXPECT_THAT(fault("1\n"), IsError(ErrorCode::bad_file, "gives its StartTime, a number"));
}

TEST_F(Physio, HasNoUnitUnlessItIsAText) {
  describe(R"({"SamplingFrequency": 1, "StartTime": 0, "Columns": ["a", "b", "c"], "a": "V", "b": {"Units": 1}})");
  const auto path = table("1\t2\t3\n");
  for (const std::string column : {"a", "b", "c"}) EXPECT_EQ(read_physio(path, column).unit, "") << column;
}

TEST_F(Physio, RefusesOtherTables) {
  describe(kTwo);
  EXPECT_THAT(fault("1\t2\n3\n", "1"), IsError(ErrorCode::bad_file, "line 2 has 1 fields, and Columns 2 names"));
  EXPECT_THAT(fault("1\t2\n\t4\n", "1"), IsError(ErrorCode::bad_file, "line 2:"));
  EXPECT_THAT(fault("1\tx\n", "2"), IsError(ErrorCode::bad_file, "line 1: 'x' is not a number"));
  EXPECT_THAT(fault("", "1"), IsError(ErrorCode::bad_file, "it has no lines"));
  const std::string whole = gzipped("1\t2\n");
  const auto path = scratch_.write("sub-1_physio.tsv.gz", whole.substr(0, whole.size() - 9));
  EXPECT_THAT(error_of([&] { read_physio(path, "1"); }), IsError(ErrorCode::bad_file, "ends early"));
  scratch_.write("sub-1_physio.tsv.gz", "1\t2\n");
  EXPECT_THAT(error_of([&] { read_physio(path, "1"); }), IsError(ErrorCode::bad_file, "sub-1_physio.tsv.gz: "));
  const std::string endless(std::size_t{1} << 21, '1');
  EXPECT_THAT(fault(endless, "1"), IsError(ErrorCode::bad_file, "line 1 is longer than"));
}

}  // namespace
}  // namespace biotropy::files
