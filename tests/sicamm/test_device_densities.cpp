// SPDX-License-Identifier: Apache-2.0
//
// Class densities on every device of the machine: bits equal to the processor's in double precision, approximate
// otherwise; and devices that fail.
#include <cmath>
#include <limits>

#include "biotropy/device/devices.hpp"
#include "biotropy/device/nvrtc.hpp"
#include "biotropy/error.hpp"
#include "biotropy/sicamm/density/class_densities.hpp"
#include "biotropy/sicamm/density/device_method_internal.hpp"
#include "tests/match/faulty_device.hpp"
#include "tests/notices.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::sicamm {
namespace {

// Samples of a problem, some of them far out and some not finite; the first density has weights, and the last one
// isolated points, where pieces of its table are marked.
struct KnownSamples {
  KnownSamples(const char* name, std::size_t n_training, std::size_t n) : truth(standard_problem(name)) {
    model = known_model(truth, simulate(truth, n_training, 22));
    KernelDensity& weighted = model.classes.front().sources.front();
    std::vector<double> weights(weighted.points().size());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 0.25 + static_cast<double>(i % 5);
    weighted = KernelDensity(weighted.points(), weights, weighted.bandwidth());
    model.classes.back().sources.back() = KernelDensity(std::vector{-3.0, 0.0, 0.4, 3.0}, {}, 0.05);
    samples = simulate(truth, n, 23).samples;
    const std::size_t m = truth.channels();
    for (std::size_t i = 0; i < 8 * m; ++i) {
      const std::size_t instant = i / m;
      samples[i] *= std::pow(10.0, static_cast<double>(instant));
    }
    samples[9 * m] = std::numeric_limits<double>::quiet_NaN();
    samples[10 * m + 1] = std::numeric_limits<double>::infinity();
    samples[11 * m] = 1e308;
  }

  Problem truth;
  Model model;
  std::vector<double> samples;
};

// Equal bits; NaN equals NaN.
void expect_same(const std::vector<double>& found, const std::vector<double>& right, const std::string& what) {
  ASSERT_EQ(found.size(), right.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::isnan(right[i])) {
      ASSERT_TRUE(std::isnan(found[i])) << what << ", " << i;
    } else {
      ASSERT_EQ(found[i], right[i]) << what << ", " << i;
    }
  }
}

class DeviceDensitiesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
    faulty_ = std::make_unique<match::FaultyDevice>(*device::devices().back());
    execution_.notify = [this](const Notice& notice) { notices_.push_back(notice); };
  }

  // The processor then computes every sample, with both kinds of densities.
  void expect_lie_is_found(const KnownSamples& known) {
    faulty_->lie();
    for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
      notices_.clear();
      const ClassDensities densities(known.model, mode);
      const auto found = densities.log_densities_on({faulty_.get()}, known.samples, 256, execution_);
      expect_same(found, densities.log_densities_on({}, known.samples), "the processor's");
      EXPECT_THAT(notices_, ElementsAre(match::device_failed("40 of 40 samples")));
    }
  }

  std::unique_ptr<match::FaultyDevice> faulty_;
  Execution execution_;
  Notices notices_;
};

TEST_F(DeviceDensitiesTest, HaveTheBitsOfTheProcessors) {
  for (const char* name : {"P2", "P3", "PC8", "P19"}) {
    const KnownSamples known(name, 300, 70);
    for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
      const ClassDensities densities(known.model, mode);
      const auto right = densities.log_densities_on({}, known.samples);
      for (device::Device* device : device::devices()) {
        if (!device->description().has_doubles) continue;
        const auto what = std::string(name) + " on " + device->description().name;
        expect_same(densities.log_densities_on({device}, known.samples, 256, execution_), right, what);
        const auto part = std::span(known.samples).first(known.truth.channels());
        expect_same(densities.log_densities_on({device}, part, 256, execution_),
                    {right.begin(), right.begin() + static_cast<std::ptrdiff_t>(densities.classes())}, what);
        EXPECT_TRUE(densities.log_densities_on({device}, {}, 256, execution_).empty());
      }
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceDensitiesTest, AreNearInSinglePrecision) {
  for (const char* name : {"P2", "P3", "PC8", "P19"}) {
    const KnownSamples known(name, 400, 200);
    const ClassDensities densities(known.model, DensityMode::direct);
    const auto right = densities.log_densities_on({}, known.samples);
    faulty_->pretended().has_doubles = false;
    const auto found = densities.log_densities_on({faulty_.get()}, known.samples, 256, execution_);
    double worst = 0.0;
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (std::isnan(right[i]) || std::isinf(right[i])) {
        EXPECT_EQ(std::isnan(found[i]), std::isnan(right[i]));
        continue;
      }
      const double error = std::abs(found[i] - right[i]) / static_cast<double>(known.truth.channels());
      worst = std::max(worst, error / std::max(1.0, 1e-9 * std::abs(right[i])));
    }
    EXPECT_LE(worst, 2e-6) << name;
    EXPECT_GT(worst, 0.0) << "double precision was used";
  }
  EXPECT_THAT(notices_, IsEmpty());
}

// Every kernel once, with small input, for memory checkers.
TEST_F(DeviceDensitiesTest, OnEveryDeviceInBothPrecisions) {
  const KnownSamples known("P2", 60, 40);
  for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
    const auto right = ClassDensities(known.model, mode).log_densities_on({}, known.samples);
    for (device::Device* device : device::devices()) {
      if (!device->description().has_doubles) continue;
      const ClassDensities densities(known.model, mode);
      expect_same(densities.log_densities_on({device}, known.samples, 256, execution_), right,
                  device->description().name);
    }
  }
  const ClassDensities densities(known.model, DensityMode::direct);
  const auto right = densities.log_densities_on({}, known.samples);
  for (device::Device* device : device::devices()) {
    match::FaultyDevice pretending(*device);
    pretending.pretended().has_doubles = false;
    const ClassDensities single(known.model, DensityMode::direct);
    const auto found = single.log_densities_on({&pretending}, known.samples, 256, execution_);
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (!std::isfinite(right[i])) continue;
      EXPECT_NEAR(found[i], right[i], 2.0 * 2e-6 * std::max(1.0, 1e-9 * std::abs(right[i])));
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceDensitiesTest, AreTheSameFromAnotherPlace) {
  const KnownSamples known("P2", 60, 40);
  auto first = std::make_unique<ClassDensities>(known.model);
  const auto right = first->log_densities_on({}, known.samples);
  expect_same(first->log_densities_on({faulty_.get()}, known.samples), right, "before");
  ClassDensities moved(std::move(*first));
  first.reset();
  expect_same(moved.log_densities_on({faulty_.get()}, known.samples), right, "moved");
  ClassDensities assigned(known.model, DensityMode::direct);
  assigned = std::move(moved);
  expect_same(assigned.log_densities_on({faulty_.get()}, known.samples), right, "assigned");
}

TEST_F(DeviceDensitiesTest, TablesNeedDoublePrecision) {
  const KnownSamples known("P3", 100, 30);
  const ClassDensities densities(known.model);
  faulty_->pretended().has_doubles = false;
  const auto found = densities.log_densities_on({faulty_.get()}, known.samples, 256, execution_);
  expect_same(found, densities.log_densities_on({}, known.samples), "on the processor");
  EXPECT_THAT(notices_, ElementsAre(match::device_failed("30 of 30 samples")));
}

TEST_F(DeviceDensitiesTest, SmallBatchesGiveTheSame) {
  const KnownSamples known("PC8", 100, 61);
  for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
    const auto right = ClassDensities(known.model, mode).log_densities_on({}, known.samples);
    for (const std::size_t memory : {std::size_t{1}, std::size_t{40000}}) {
      faulty_->pretended().memory = memory;
      expect_same(ClassDensities(known.model, mode).log_densities_on({faulty_.get()}, known.samples, 256, execution_),
                  right, "batches");
    }
  }
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(DeviceDensitiesTest, WithoutMemoryBatchesShrinkAndThenTheProcessorGoesOn) {
  const KnownSamples known("P3", 100, 2000);
  const ClassDensities densities(known.model, DensityMode::direct);
  const auto right = densities.log_densities_on({}, known.samples);
  faulty_->refuse_above(100000);
  expect_same(densities.log_densities_on({faulty_.get()}, known.samples, 256, execution_), right, "less memory");
  EXPECT_THAT(notices_, IsEmpty());
  EXPECT_GT(faulty_->n_refused(), 0U);
  faulty_->refuse_above(8);
  expect_same(densities.log_densities_on({faulty_.get()}, known.samples, 256, execution_), right, "no memory");
  EXPECT_THAT(notices_, ElementsAre(match::device_failed("2000 of 2000 samples")));
}

TEST_F(DeviceDensitiesTest, WhateverCommandIsTheLastTheProcessorFinishes) {
  const KnownSamples known("P2", 60, 40);
  for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
    const auto right = ClassDensities(known.model, mode).log_densities_on({}, known.samples);
    faulty_->pretended().memory = 3000;
    std::size_t last = 0;
    for (bool failed = true; failed; ++last) {
      ASSERT_LT(last, 1000U);
      notices_.clear();
      faulty_->fail_after(last);
      const ClassDensities densities(known.model, mode);
      expect_same(densities.log_densities_on({faulty_.get()}, known.samples, 256, execution_), right, "lost");
      failed = !notices_.empty();
      if (!failed) break;
      ASSERT_THAT(notices_, ElementsAre(match::device_failed("of 40 samples")));
    }
    EXPECT_GT(last, 20U);
  }
}

TEST_F(DeviceDensitiesTest, SeveralDevicesShareTheSamples) {
  if (!faulty_->description().has_doubles) GTEST_SKIP() << "no double precision";
  const KnownSamples known("P3", 100, 400);
  match::FaultyDevice second(*device::devices().back());
  for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
    const auto right = ClassDensities(known.model, mode).log_densities_on({}, known.samples);
    for (const std::size_t last : {100000U, 40U, 9U, 0U}) {
      notices_.clear();
      second.fail_after(last);
      const ClassDensities densities(known.model, mode);
      expect_same(densities.log_densities_on({&second, faulty_.get()}, known.samples, 256, execution_), right, "both");
      // The second device may find nothing left to do.
      if (notices_.empty()) continue;
      EXPECT_THAT(notices_, ElementsAre(match::device_failed("the rest")));
    }
    faulty_->fail_after(0);
    notices_.clear();
    const ClassDensities densities(known.model, mode);
    expect_same(densities.log_densities_on({&second, faulty_.get()}, known.samples, 256, execution_), right, "none");
    EXPECT_THAT(notices_, ElementsAre(match::device_failed("400 of")));
    faulty_->fail_after(std::size_t{1} << 40);
    second.fail_after(std::size_t{1} << 40);
    second.pretended().has_doubles = false;
    notices_.clear();
    expect_same(densities.log_densities_on({&second, faulty_.get()}, known.samples, 256, execution_), right, "one");
    EXPECT_THAT(notices_, ElementsAre(coded("device_unused")));
    second.pretended().has_doubles = true;
  }
}

TEST_F(DeviceDensitiesTest, ADeviceThatLiesIsNotTrusted) {
  const KnownSamples known("P3", 100, 40);
  expect_lie_is_found(known);
}

// The beginning of the recording cannot be used for the self test.
TEST_F(DeviceDensitiesTest, ALieAfterMissingSamplesIsFound) {
  KnownSamples known("P3", 100, 40);
  const std::size_t missing = 30 * known.truth.channels();
  std::fill_n(known.samples.begin(), missing, std::numeric_limits<double>::quiet_NaN());
  expect_lie_is_found(known);
}

TEST_F(DeviceDensitiesTest, AreMadeWhereTheExecutionSays) {
  const KnownSamples known("P2", 60, 40);
  const ClassDensities densities(known.model);
  for (const char* device : {"auto", "cpu"}) {
    execution_.device = device;
    EXPECT_TRUE(devices_for(densities, 40, execution_).empty());
  }
  execution_.device = device::devices().back()->description().name;
  EXPECT_EQ(devices_for(densities, 40, execution_), std::vector{device::devices().back()});
  const auto found = densities.log_densities(known.samples, 256, execution_);
  expect_same(found, densities.log_densities(known.samples), execution_.device);
  execution_.device = "opencl:77";
  EXPECT_THROW(densities.log_densities(known.samples, 256, execution_), Error);
  CancelFlag flag;
  flag.cancel();
  execution_.cancel = &flag;
  EXPECT_THROW(densities.log_densities_on({faulty_.get()}, known.samples, 256, execution_), Error);
}

TEST(CudaKernelsOfDensities, Compile) {
  std::string remark;
  const device::Nvrtc* compiler = device::Nvrtc::open(remark);
  if (compiler == nullptr) GTEST_SKIP() << remark;
  const auto expect_compiled = [&](const device::Source& source, const std::vector<std::string>& entries) {
    for (const int architecture : {compiler->architectures().front(), compiler->architectures().back()}) {
      const device::CudaProgram made = compiler->compile(source, architecture);
      const std::string text(reinterpret_cast<const char*>(made.binary.data()), made.binary.size());
      for (const std::string& entry : entries) EXPECT_THAT(text, HasSubstr(entry));
    }
  };
  for (const std::size_t components : {1U, 18U, 300U}) {
    expect_compiled(double_source(components + 1, components, 4), {"unmix", "sum_tables", "sum_bins"});
  }
  expect_compiled(single_source(), {"sum_kernels"});
}

}  // namespace
}  // namespace biotropy::sicamm
