// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "biotropy/files/formats/mat/content_internal.hpp"

namespace biotropy::files {
namespace {

MatContent of_text(const std::string& text) {
  return MatContent{.class_name = "char", .dimensions = {1, text.size()}, .text = text};
}

MatDataSet small_data_set() {
  MatDataSet set;
  set.data.name = "EEG.data";
  set.data.class_name = "single";
  set.data.dimensions = {2, 3, 4};
  MatContent channels{.class_name = "struct",
                      .names = {"labels", "type"},
                      .elements = {of_text("Fz"), of_text("EEG"), of_text("Cz"), {}}};
  MatContent rate{.class_name = "double", .numbers = {250.0}};
  set.values = {{"srate", rate}, {"chanlocs", channels}};
  return set;
}

TEST(MatContent, ComesBackFromBytes) {
  const auto set = data_set_of(to_bytes(small_data_set()));
  ASSERT_TRUE(set);
  EXPECT_EQ(set->data.name, "EEG.data");
  EXPECT_EQ(set->data.dimensions, (std::vector<std::uint64_t>{2, 3, 4}));
  EXPECT_EQ(set->values.at("srate").numbers, std::vector<double>{250.0});
  const MatContent& channels = set->values.at("chanlocs");
  ASSERT_EQ(channels.size(), 2U);
  EXPECT_EQ(channels.field(1, "labels")->text, "Cz");
  EXPECT_EQ(channels.field(0, "type")->text, "EEG");
  EXPECT_EQ(channels.field(2, "type"), nullptr);
  EXPECT_EQ(channels.field(0, "unit"), nullptr);
}

// The bytes come from a process that a hostile file may have taken over.
TEST(MatContent, OtherBytesAreRefused) {
  const std::string bytes = to_bytes(small_data_set());
  for (std::size_t length = 0; length < bytes.size(); ++length) EXPECT_FALSE(data_set_of(bytes.substr(0, length)));
  EXPECT_FALSE(data_set_of(bytes + "x"));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = '\xff';
    data_set_of(changed);
  }
  MatDataSet deep = small_data_set();
  MatContent nest = of_text("core");
  for (int depth = 0; depth <= kMostMatDepth; ++depth) {
    MatContent outer;
    outer.elements.push_back(std::move(nest));
    nest = std::move(outer);
  }
  deep.values["event"] = std::move(nest);
  EXPECT_FALSE(data_set_of(to_bytes(deep)));
}

TEST(MatContent, CharactersInUtf8) {
  std::string text;
  for (const double unit : {65.0, 181.0, 8364.0, 55357.0, 70000.0}) add_character(unit, text);
  EXPECT_EQ(text, "A\u00b5\u20ac??");
}

}  // namespace
}  // namespace biotropy::files
