// SPDX-License-Identifier: Apache-2.0
//
// Models that leave directions out: their files, their densities, and recordings that vary in other directions.
#include <cmath>
#include <functional>
#include <limits>

#include "biotropy/device/devices.hpp"
#include "biotropy/files/results/arrays.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/left_out.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/sicamm/null_space.hpp"
#include "biotropy/sicamm/trained_model.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"
#include "tests/notices.hpp"
#include "tests/sicamm/rank_data.hpp"

namespace biotropy::sicamm {
namespace {

class NullSpace : public ::testing::Test {
 protected:
  NullSpace() {
    TrainingSettings settings{.bandwidth = BandwidthRule::silverman, .beta = 1.0};
    model_ = trained_on(mapped(samples_, average_reference(4)), 4, settings).model;
  }

  Model changed(const std::function<void(Model&)>& change) const {
    Model result = model_;
    change(result);
    return result;
  }

  const Simulated samples_ = simulate(amplitudes(4, 1.5), 4000, 1);
  const Simulated test_ = simulate(amplitudes(4, 1.5), 3000, 2);
  Model model_;
};

TEST_F(NullSpace, IsThatOfTheReference) {
  ASSERT_THAT(model_.null_space, SizeIs(4));
  for (const double entry : model_.null_space) EXPECT_NEAR(std::abs(entry), 0.5, 1e-12);
  for (const ClassModel& one : model_.classes) {
    ASSERT_THAT(one.unmixing, SizeIs(12));
    ASSERT_THAT(one.sources, SizeIs(3));
    for (std::size_t j = 0; j < 12; j += 4) {
      EXPECT_NEAR(one.unmixing[j] + one.unmixing[j + 1] + one.unmixing[j + 2] + one.unmixing[j + 3], 0.0, 1e-12);
    }
  }
}

TEST_F(NullSpace, AnotherReferenceChangesNothing) {
  const Classifier classifier(model_);
  const auto expected = classifier.classify(mapped(test_, average_reference(4)).samples).posteriors;
  const auto found = classifier.classify(test_.samples).posteriors;
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-10);
}

TEST_F(NullSpace, DensitiesAreThoseOfTheCoordinates) {
  const ClassDensities table(model_), direct(model_, DensityMode::direct);
  EXPECT_EQ(table.components(), 3U);
  const std::vector<double> in_table = table.log_densities(test_.samples), sums = direct.log_densities(test_.samples);
  for (std::size_t i = 0; i < sums.size(); ++i) ASSERT_NEAR(in_table[i], sums[i], 1e-9);
  // Their volume is that of the plane of the samples, in which one of an orthonormal basis is 1.
  const Rows basis = basis_of(average_reference(4));
  const auto projected = mapped(test_, basis);
  Model plane = changed([](auto& m) { m.null_space.clear(); });
  plane.channels.resize(3);
  for (ClassModel& one : plane.classes) {
    const Simulated bias = mapped({one.bias, {0}}, basis);
    one.bias = bias.samples;
    one.unmixing = mapped({one.unmixing, {0, 0, 0}}, basis).samples;
  }
  const std::vector<double> in_plane = ClassDensities(plane, DensityMode::direct).log_densities(projected.samples);
  for (std::size_t i = 0; i < sums.size(); ++i) ASSERT_NEAR(sums[i], in_plane[i], 1e-9);
}

TEST_F(NullSpace, DevicesHaveTheBitsOfTheProcessor) {
  if (device::devices().empty()) GTEST_SKIP() << "no device on this machine";
  for (const DensityMode mode : {DensityMode::table, DensityMode::direct}) {
    const ClassDensities densities(model_, mode);
    const auto right = densities.log_densities_on({}, test_.samples);
    for (device::Device* device : device::devices()) {
      if (!device->description().has_doubles) continue;
      EXPECT_EQ(densities.log_densities_on({device}, test_.samples), right) << device->description().name;
    }
  }
}

TEST_F(NullSpace, IsKeptInFiles) {
  const Scratch scratch;
  const auto path = scratch.path("model.nc");
  save_model(model_, path);
  const Model loaded = load_model(path);
  EXPECT_EQ(loaded.null_space, model_.null_space);
  EXPECT_EQ(loaded.rank(), 3U);
  EXPECT_EQ(digest(loaded), digest(model_));
  EXPECT_EQ(Classifier(loaded).classify(test_.samples).posteriors,
            Classifier(model_).classify(test_.samples).posteriors);
  const auto refusal_after = [&](const std::function<void(std::vector<double>&)>& change) {
    files::Arrays arrays = files::read_arrays(path);
    for (auto& one : arrays.variables) {
      if (one.name == "null_space") change(one.numbers);
    }
    const auto other = path.string() + ".changed.nc";
    files::write_arrays(other, arrays);
    const Error error = error_of([&] { load_model(other); });
    return error.code();
  };
  EXPECT_EQ(refusal_after([](auto& n) { n[0] *= 1.001; }), ErrorCode::bad_file);  // not orthonormal
  EXPECT_EQ(refusal_after([](auto& n) { n = {1.0, 0.0, 0.0, 0.0}; }), ErrorCode::bad_file) << "the unmixing is in it";
  EXPECT_EQ(refusal_after([](auto& n) { n[2] = std::nan(""); }), ErrorCode::bad_file);
}

TEST_F(NullSpace, PartsThatDoNotFitAreRefused) {
  const auto refused = [&](const std::function<void(Model&)>& change) {
    EXPECT_EQ(error_of([&] { validate(changed(change)); }).code(), ErrorCode::invalid_data);
  };
  refused([](auto& m) { m.null_space.pop_back(); });
  refused([](auto& m) { m.null_space.clear(); });
  refused([](auto& m) { m.null_space.assign(16, 0.0); });
  refused([](auto& m) { m.classes[0].unmixing.resize(16); });
  refused([](auto& m) { m.classes[0].sources.pop_back(); });
  refused([](auto& m) { m.classes[0].name = m.classes[1].name; });
  refused([](auto& m) { m.classes[0].name.clear(); });
}

TEST_F(NullSpace, ARecordingWithAnotherReferenceIsSaid) {
  EXPECT_THAT(null_space_faults(model_, mapped(test_, average_reference(4)).samples), IsEmpty());
  // Quantisation of a recording does not count.
  Simulated quantised = mapped(test_, average_reference(4));
  for (double& x : quantised.samples) x = std::round(20.0 * x) / 20.0;
  EXPECT_THAT(null_space_faults(model_, quantised.samples), IsEmpty());
  // A quarter of the variance of each of four independent channels is in their mean.
  EXPECT_THAT(null_space_faults(model_, test_.samples), ElementsAre(coded("directions_ignored")));
  NullSpaceShare share(model_);
  for (std::size_t i = 0; i < 1000; ++i) share.add(std::span(test_.samples).subspan(4 * i, 4));
  EXPECT_EQ(share.count(), 1000U);
  share.add(std::vector<double>(4, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_EQ(share.count(), 1000U);
  EXPECT_TRUE(share.fault());
}

TEST_F(NullSpace, ARecordingWithFewerDirectionsIsSaid) {
  Simulated copied = test_;
  for (std::size_t i = 0; i < copied.samples.size(); i += 4) copied.samples[i + 2] = copied.samples[i];
  EXPECT_THAT(null_space_faults(model_, mapped(copied, average_reference(4)).samples),
              ElementsAre(AllOf(coded("directions_missing"), Field("text", &Notice::text, HasSubstr("2 of the 3")))));
  EXPECT_THAT(null_space_faults(model_, copied.samples),
              ElementsAre(coded("directions_ignored"), coded("directions_missing")));
  const Rows less = without_components(4, 1, 7);
  const auto full = trained_on(samples_, 4).model;
  EXPECT_THAT(null_space_faults(full, test_.samples), IsEmpty());
  EXPECT_THAT(null_space_faults(full, mapped(test_, less).samples), ElementsAre(coded("directions_missing")));
  // So few samples tell nothing.
  EXPECT_THAT(null_space_faults(full, std::span(test_.samples).first(16)), IsEmpty());
  EXPECT_THAT(null_space_faults(full, {}), IsEmpty());
}

TEST_F(NullSpace, EachRecordingIsSaidByItself) {
  const TrainedModel trained(model_);
  Notices notices;
  Execution execution;
  execution.notify = [&](const Notice& notice) { notices.push_back(notice); };
  std::vector<double> both = mapped(test_, average_reference(4)).samples;
  both.insert(both.end(), test_.samples.begin(), test_.samples.end());
  trained.classify(both, std::vector<std::size_t>{3000, 3000}, {}, execution);
  EXPECT_THAT(notices, ElementsAre(Field("text", &Notice::text, HasSubstr("recording 2: "))));
}

// Each cause by itself and together with others, from samples of five channels.
TEST(LeftOut, IsSaidInWords) {
  TrainingSettings settings{.bandwidth = BandwidthRule::silverman, .beta = 1.0};
  const Simulated samples = simulate(amplitudes(5, 1.5), 3000, 3);
  const auto words = [&](const std::vector<Rows>& matrices) {
    Simulated made = samples;
    for (const Rows& matrix : matrices) made = mapped(made, matrix);
    return left_out(trained_on(made, 5, settings).model);
  };
  Rows identity{5, std::vector<double>(25)};
  for (std::size_t i = 0; i < 25; i += 6) identity.values[i] = 1.0;
  const auto with = [&](std::initializer_list<std::pair<std::size_t, double>> changes) {
    Rows changed = identity;
    for (const auto& [place, value] : changes) changed.values[place] = value;
    return changed;
  };
  const Rows constant = with({{12, 0.0}});                           // C3
  const Rows copied = with({{15, 1.0}, {18, 0.0}});                  // C4 is C1
  const Rows mean_of_two = with({{20, 0.5}, {21, 0.5}, {24, 0.0}});  // C5, as by interpolation
  const Rows reference = average_reference(5), cleaned = without_components(5, 1, 1);
  EXPECT_THAT(words({}), IsEmpty());
  EXPECT_THAT(words({reference}), ElementsAre("average reference"));
  EXPECT_THAT(words({constant}), ElementsAre("channel 'C3' is constant"));
  EXPECT_THAT(words({copied}), ElementsAre("channel 'C4' is that of 'C1'"));
  EXPECT_THAT(words({mean_of_two}), ElementsAre("1 more direction"));
  EXPECT_THAT(words({cleaned}), ElementsAre("1 more direction"));
  Rows projected = identity;  // along (1, -2, 1, 0, 0), which adds up to 0
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      projected.values[5 * row + column] -= (row == 1 ? -2.0 : 1.0) * (column == 1 ? -2.0 : 1.0) / 6.0;
    }
  }
  EXPECT_THAT(words({projected, reference}), ElementsAre("average reference", "1 more direction"));
  EXPECT_THAT(words({copied, reference}), ElementsAre("channel 'C4' is that of 'C1'", "average reference"));
  EXPECT_THAT(words({mean_of_two, copied}), ElementsAre("channel 'C4' is that of 'C1'", "1 more direction"));
  // The reference of the four others: all five add up to 0.
  const Rows others{5, {0.75, -0.25, 0.0,   -0.25, -0.25, -0.25, 0.75,  0.0,   -0.25, -0.25, 0.0,   0.0, 0.0,
                        0.0,  0.0,   -0.25, -0.25, 0.0,   0.75,  -0.25, -0.25, -0.25, 0.0,   -0.25, 0.75}};
  EXPECT_THAT(words({others}), ElementsAre("channel 'C3' is constant", "average reference"));
}

}  // namespace
}  // namespace biotropy::sicamm
