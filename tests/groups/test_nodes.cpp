// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "biotropy/groups/nodes.hpp"
#include "tests/groups/naive.hpp"

namespace biotropy::groups {
namespace {

TEST(Nodes, AreMeansOverPartnersInBothDirections) {
  const std::vector<double> matrices = {100, 1,   2,     //
                                        3,   100, 4,     //
                                        5,   6,   100,   //
                                        0,   1,   kNaN,  //
                                        2,   0,   kNaN,  //
                                        4,   6,   0};
  const Nodes nodes = node_means(matrices, 3);
  const std::vector<double> out = {1.5, 3.5, 5.5, 1, 2, 5};
  EXPECT_EQ(nodes.out, out);
  EXPECT_EQ(nodes.out_count, (std::vector<std::uint32_t>{2, 2, 2, 1, 1, 2}));
  EXPECT_EQ(std::vector<double>(nodes.in.begin(), nodes.in.begin() + 5), (std::vector<double>{4, 3.5, 3, 3, 3.5}));
  EXPECT_TRUE(std::isnan(nodes.in[5]));
  EXPECT_EQ(nodes.in_count, (std::vector<std::uint32_t>{2, 2, 2, 2, 2, 0}));
}

TEST(Nodes, OfOneChannelHaveNoPartner) {
  const std::vector<double> matrices = {1, 2};
  const Nodes nodes = node_means(matrices, 1);
  ASSERT_EQ(nodes.out.size(), 2u);
  EXPECT_TRUE(std::isnan(nodes.out[0]) && std::isnan(nodes.in[1]));
}

TEST(Nodes, NeedWholeMatrices) {
  const std::vector<double> matrices(10);
  EXPECT_EQ(error_of([&] { node_means(matrices, 0); }).parameter(), "channels");
  EXPECT_EQ(error_of([&] { node_means(matrices, 3); }).code(), ErrorCode::invalid_data);
  EXPECT_EQ(error_of([&] { node_means(matrices, std::size_t{1} << 33); }).code(), ErrorCode::invalid_data);
  EXPECT_EQ(error_of([&] { node_means(matrices, 5); }).code(), ErrorCode::invalid_data);
  EXPECT_TRUE(node_means({}, 5).out.empty());
}

}  // namespace
}  // namespace biotropy::groups
