// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "biotropy/files/formats/gdf_header_internal.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "tests/files/gdf_bytes.hpp"
#include "tests/files/outcome.hpp"

namespace biotropy::files {
namespace {

using series::Recording;
using test::GdfBytes;
using test::GdfBytesSignal;

Recording recording_of_gdf(const std::string& bytes) {
  Input input("test.gdf", std::as_bytes(std::span(bytes)));
  return read_gdf(input);
}

Recording read(const GdfBytes& gdf) {
  return recording_of_gdf(gdf.bytes());
}

std::optional<Error> error_of_gdf(const std::string& bytes) {
  return error_of([&] { recording_of_gdf(bytes); });
}

TEST(Gdf, BothVersionsScaleTheirSamples) {
  for (const std::string version : {"GDF 1.00", "GDF 1.25", "GDF 1.90", "GDF 1.93", "GDF 2.20", "GDF 2.51"}) {
    GdfBytes gdf{.version = version};
    const Recording recording = read(gdf);
    EXPECT_EQ(recording.format, version);
    EXPECT_THAT(recording.notices, IsEmpty()) << version;
    ASSERT_EQ(recording.channels.size(), 1U);
    EXPECT_EQ(recording.channels[0].label, "Fz");
    EXPECT_EQ(recording.channels[0].unit, "uV");
    EXPECT_EQ(recording.channels[0].rate, 4.0);
    ASSERT_EQ(recording.channels[0].samples.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      const double physical = -100.0 + (gdf.signals[0].samples[i] + 32768.0) * 200.0 / 65535.0;
      EXPECT_NEAR(recording.channels[0].samples[i], physical, 1e-13);
    }
  }
}

struct TypeLimits {
  int type;
  std::vector<double> samples;
};

TEST(Gdf, EveryTypeOfSample) {
  const std::vector<TypeLimits> all = {
      {1, {-128, 127}},
      {2, {0, 255}},
      {3, {-32768, 32767}},
      {4, {0, 65535}},
      {5, {-2147483648.0, 2147483647.0}},
      {6, {0, 4294967295.0}},
      {7, {-9007199254740992.0, 9007199254740992.0}},
      {8, {0, 9007199254740992.0}},
      {16, {static_cast<double>(0.1F), -1e30F}},
      {17, {0.1, -1e-300}},
      {279, {-8388608, 8388607}},
      {535, {0, 16777215}},
  };
  for (const std::string version : {"GDF 1.25", "GDF 2.20"}) {
    for (const TypeLimits& one : all) {
      GdfBytes gdf{.version = version};
      gdf.signals[0].type = one.type;
      gdf.signals[0].samples = one.samples;
      gdf.signals[0].physical_min = gdf.signals[0].digital_min = 0.0;
      gdf.signals[0].physical_max = gdf.signals[0].digital_max = 1.0;
      const Recording found = read(gdf);
      EXPECT_EQ(found.channels[0].samples, one.samples) << one.type;
      // Integers of 64 bits may have been rounded to these.
      const bool is_wide = one.type == 7 || one.type == 8;
      EXPECT_THAT(found.notices, SizeIs(is_wide ? 1U : 0U)) << one.type;
      EXPECT_THAT(found.notices, Each(coded("integers_rounded"))) << one.type;
    }
  }
  for (const int type : {0, 9, 18, 255 + 12}) {
    GdfBytes gdf;
    gdf.signals[0].type = type;
    EXPECT_THAT(error_of_gdf(gdf.bytes()), IsError(ErrorCode::unsupported, "signal 1 'Fz' has samples of type"))
        << type;
  }
}

// The limits of the digital range are those of the scale, not of the samples.
TEST(Gdf, ValuesOutsideTheDigitalRangeAndNaNAreKept) {
  GdfBytes gdf;
  gdf.signals[0].type = 17;
  gdf.signals[0].digital_min = gdf.signals[0].physical_min = -1.0;
  gdf.signals[0].digital_max = gdf.signals[0].physical_max = 1.0;
  gdf.signals[0].samples = {5.0, std::numeric_limits<double>::quiet_NaN()};
  const Recording recording = read(gdf);
  EXPECT_EQ(recording.channels[0].samples[0], 5.0);
  EXPECT_TRUE(std::isnan(recording.channels[0].samples[1]));
}

TEST(Gdf, RatesAndTypesBelongToTheirChannels) {
  GdfBytes gdf;
  GdfBytesSignal slow;
  slow.label = "Temp";
  slow.type = 16;
  slow.samples_per_record = 1;
  slow.samples = {10, 20};
  slow.physical_min = slow.digital_min = 0;
  slow.physical_max = slow.digital_max = 100;
  GdfBytesSignal sparse;
  sparse.samples_per_record = 0;
  sparse.label = "sparse";
  gdf.signals = {sparse, GdfBytesSignal{}, slow};
  gdf.numerator = 3;
  gdf.denominator = 7;
  const Recording recording = read(gdf);
  EXPECT_THAT(recording.notices, warns("channel_empty"));
  EXPECT_THAT(recording.channels[0].samples, IsEmpty());
  EXPECT_EQ(recording.channels[1].rate, 14.0 / 3.0);
  EXPECT_EQ(recording.channels[1].samples.size(), 4U);
  EXPECT_EQ(recording.channels[2].rate, 7.0 / 3.0);
  EXPECT_THAT(recording.channels[2].samples, ElementsAre(10, 20));
}

TEST(Gdf, UnitsOfCodes) {
  EXPECT_EQ(gdf_unit(4275), "uV");
  EXPECT_EQ(gdf_unit(4274), "mV");
  EXPECT_EQ(gdf_unit(4256), "V");
  EXPECT_EQ(gdf_unit(512), "");
  EXPECT_EQ(gdf_unit(0), "");
  EXPECT_EQ(gdf_unit(4288 + 3), "kOhm");
  EXPECT_EQ(gdf_unit(512 + 18), std::nullopt);
  EXPECT_EQ(gdf_unit(4256 + 11), std::nullopt);
  EXPECT_EQ(gdf_unit(65535), std::nullopt);
  GdfBytes gdf{.unit_code = 65000};
  EXPECT_THAT(read(gdf).notices, warns("unit_unknown"));
}

TEST(Gdf, EventsAreAnnotations) {
  for (const std::string version : {"GDF 1.25", "GDF 1.93", "GDF 2.20"}) {
    GdfBytes gdf{.version = version, .events = {{1, 768, 0, 0}, {3, 769, 1, 6}}};
    const Recording extended = read(gdf);
    ASSERT_EQ(extended.annotations.size(), 2U) << version;
    EXPECT_EQ(extended.annotations[0].onset, 0.0);
    EXPECT_EQ(extended.annotations[0].duration, 0.0);
    EXPECT_EQ(extended.annotations[0].text, "768");
    EXPECT_EQ(extended.annotations[1].onset, 0.5);
    EXPECT_EQ(extended.annotations[1].duration, 1.5);
    EXPECT_EQ(extended.annotations[1].text, "769");
    gdf.extended_events = false;
    gdf.event_rate = 8.0F;
    const Recording plain = read(gdf);
    EXPECT_EQ(plain.annotations.at(1).onset, 0.25);
    EXPECT_EQ(plain.annotations[1].duration, std::nullopt);
    gdf.event_rate = 0.0F;  // that of the channels
    EXPECT_EQ(read(gdf).annotations.at(1).onset, 0.5);
  }
}

TEST(Gdf, NewSegmentsAreGapsOfUnknownLength) {
  GdfBytes gdf;
  gdf.events = {{3, 0x7ffe, 0, 0}, {1, 0x7ffe, 0, 0}, {3, 0x7ffe, 0, 0}, {9, 0x7ffe, 0, 0}, {2, 0x7fff, 1, 99}};
  const Recording recording = read(gdf);
  EXPECT_THAT(recording.channels[0].gap_starts, ElementsAre(2));
  EXPECT_THAT(recording.channels[0].gap_seconds, IsEmpty());
  EXPECT_EQ(recording.annotations.size(), 4U);
  EXPECT_THAT(recording.notices, warns("samples_left_out"));
}

TEST(Gdf, DamagedTablesOfEventsAreLeftOut) {
  GdfBytes gdf{.events = {{1, 768, 0, 0}, {3, 769, 1, 6}}};
  const std::string bytes = gdf.bytes();
  EXPECT_THAT(recording_of_gdf(bytes.substr(0, bytes.size() - 1)).notices, warns("annotations_left_out"));
  EXPECT_THAT(recording_of_gdf(bytes.substr(0, bytes.size() - 27)).notices, warns("annotations_left_out"));
  std::string other = bytes;
  other[bytes.size() - 32] = 9;
  EXPECT_THAT(recording_of_gdf(other).notices, warns("annotations_left_out"));
  gdf.event_rate = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(read(gdf).notices, warns("annotations_left_out"));
}

TEST(Gdf, TheSizeOfTheFileDecides) {
  GdfBytes gdf{.extra_blocks = 2, .has_events = false};
  EXPECT_EQ(read(gdf).channels[0].samples.size(), 4U);
  EXPECT_THAT(read(gdf).notices, IsEmpty());
  for (const int announced : {-1, 7}) {
    gdf.announced = announced;
    EXPECT_EQ(read(gdf).channels[0].samples.size(), 4U);
    EXPECT_THAT(read(gdf).notices, warns("records_differ"));
  }
}

TEST(Gdf, FaultsOfTheHeader) {
  EXPECT_THAT(error_of_gdf("GDF 2.20"), IsError(ErrorCode::bad_file, "at least 256 bytes, this file 8"));
  EXPECT_THAT(error_of_gdf("GDF x.20" + std::string(300, ' ')),
              IsError(ErrorCode::bad_file, "this one with 'GDF x.20'"));
  EXPECT_THAT(error_of_gdf(GdfBytes().bytes().substr(0, 500)), IsError(ErrorCode::bad_file, "and the file has 500"));
  GdfBytes none;
  none.signals.clear();
  EXPECT_THAT(error_of_gdf(none.bytes()), IsError(ErrorCode::bad_file, "it has no signals"));
  GdfBytes empty;
  empty.signals[0].samples_per_record = 0;
  EXPECT_THAT(error_of_gdf(empty.bytes()), IsError(ErrorCode::bad_file, "no signal has a sample"));
  GdfBytes flat;
  flat.signals[0].physical_max = flat.signals[0].physical_min;
  const Recording recording = read(flat);
  EXPECT_THAT(recording.notices, warns("scale_unknown"));
  EXPECT_THAT(recording.channels[0].samples, ElementsAre(1, -2, 3, -4));
  EXPECT_EQ(recording.channels[0].unit, "");
  GdfBytes timeless{.numerator = 0};
  EXPECT_THAT(read(timeless).notices, warns("rate_unknown"));
  EXPECT_FALSE(read(timeless).channels[0].has_rate);
}

TEST(Gdf, KeepsItsOwnRate) {
  const std::string bytes = GdfBytes().bytes();
  OpenOptions options;
  for (const double rate : {4.0, 8.0}) {
    options.rate = rate;
    Input input("test.gdf", std::as_bytes(std::span(bytes)));
    const Recording recording = read_gdf(input, options);
    EXPECT_EQ(recording.channels[0].rate, 4.0);
    EXPECT_THAT(recording.notices, SizeIs(rate == 4.0 ? 0U : 1U));
    EXPECT_THAT(recording.notices, Each(coded("rate_ignored")));
  }
}

}  // namespace
}  // namespace biotropy::files
