// SPDX-License-Identifier: Apache-2.0
#include "biotropy/device/nvrtc.hpp"
#include "tests/error_of.hpp"

namespace biotropy::device {
namespace {

constexpr const char* kKernel = R"(
KERNEL void twice(GLOBAL const u32* input, GLOBAL u32* output) {
  LOCAL_ARRAY(u32, shared, GROUP);
  shared[LOCAL_ID()] = input[GLOBAL_ID()];
  BARRIER();
  UNROLL
  for (u32 k = 0; k < 2; ++k) output[GLOBAL_ID()] += shared[LOCAL_ID()] + POPCOUNT(k) + POPCOUNT64(k);
}
)";

std::string text(const std::vector<std::byte>& binary) {
  return {reinterpret_cast<const char*>(binary.data()), binary.size()};
}

class NvrtcTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string remark;
    compiler_ = Nvrtc::open(remark);
    if (compiler_ == nullptr) GTEST_SKIP() << remark;
  }

  const Nvrtc* compiler_ = nullptr;
};

TEST_F(NvrtcTest, MakesMachineCodeForWhatItKnows) {
  EXPECT_THAT(compiler_->version(), HasSubstr("NVRTC 1"));
  ASSERT_FALSE(compiler_->architectures().empty());
  for (const int architecture : {compiler_->architectures().front(), compiler_->architectures().back()}) {
    const CudaProgram made = compiler_->compile({"twice", kKernel, {{"GROUP", 64}}}, architecture);
    EXPECT_TRUE(made.is_machine_code);
    EXPECT_THAT(text(made.binary), AllOf(StartsWith("\177ELF"), HasSubstr("twice")));
  }
}

TEST_F(NvrtcTest, MakesPtxForWhatIsNewerThanItself) {
  const CudaProgram made = compiler_->compile({"twice", kKernel, {{"GROUP", 64}}}, 990);
  EXPECT_FALSE(made.is_machine_code);
  EXPECT_THAT(text(made.binary), AllOf(HasSubstr(".visible .entry twice"),
                                       HasSubstr(".target sm_" + std::to_string(compiler_->architectures().back()))));
}

TEST_F(NvrtcTest, ErrorsCarryTheLog) {
  const Error error = error_of([&] {
    compiler_->compile({"broken", "KERNEL void broken() { undeclared_name(); }\n", {}}, 990);
  });
  EXPECT_EQ(error.code(), ErrorCode::device);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("CUDA"), HasSubstr("broken"), HasSubstr("undeclared_name")));
}

}  // namespace
}  // namespace biotropy::device
