// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <random>

#include "biotropy/files/results/arrays.hpp"
#include "biotropy/sicamm/classifier.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "tests/error_of.hpp"
#include "tests/files/scratch.hpp"
#include "tests/sicamm/known_model.hpp"

namespace biotropy::sicamm {
namespace {

class ModelFile : public ::testing::Test {
 protected:
  ModelFile() {
    const Problem truth = standard_problem("P3");
    model_ = known_model(truth, simulate(truth, 600, 1));
    model_.beta = 0.25;
    model_.outlier_level = -12.5;
    model_.notes = {{"training", "600 samples"}, {"ica", ""}};
    const auto points = model_.classes[1].sources[2].points();
    std::vector<double> weights(points.begin(), points.end());
    for (double& weight : weights) weight = weight * weight + 0.01;
    model_.classes[1].sources[2] = KernelDensity(points, weights, 0.125);
    samples_ = simulate(truth, 200, 2).samples;
  }

  std::filesystem::path path() const { return scratch_.path("model.nc"); }

  // The message of the error, with its code in front.
  std::string refusal() const {
    try {
      load_model(path());
    } catch (const Error& error) {
      return std::string(name(error.code())) + ": " + error.what();
    }
    return "none";
  }

  // Message of loading after a change of the stored arrays.
  std::string refusal_after(const std::function<void(files::Arrays&)>& change) {
    save_model(model_, path());
    files::Arrays arrays = files::read_arrays(path());
    change(arrays);
    files::write_arrays(path(), arrays);
    return refusal();
  }

  static files::ArrayVariable& variable(files::Arrays& arrays, const std::string& name) {
    for (auto& one : arrays.variables) {
      if (one.name == name) return one;
    }
    throw std::out_of_range(name);
  }

  static files::ParameterValue& attribute(files::Arrays& arrays, const std::string& name) {
    for (auto& one : arrays.attributes) {
      if (one.name == name) return one.value;
    }
    throw std::out_of_range(name);
  }

  const Scratch scratch_;
  Model model_;
  std::vector<double> samples_;
};

TEST_F(ModelFile, ALoadedModelClassifiesWithTheSameBits) {
  save_model(model_, path());
  const Model loaded = load_model(path());
  EXPECT_EQ(loaded.channels, model_.channels);
  EXPECT_EQ(loaded.chain, model_.chain);
  EXPECT_EQ(loaded.beta, 0.25);
  EXPECT_EQ(loaded.outlier_level, -12.5);
  EXPECT_EQ(loaded.notes, model_.notes);
  EXPECT_EQ(loaded.classes[2].name, "class 2");
  EXPECT_EQ(loaded.classes[0].unmixing, model_.classes[0].unmixing);
  EXPECT_EQ(loaded.classes[0].sources[0].weights().size(), 0U);
  const auto expected = Classifier(model_).classify(samples_), found = Classifier(loaded).classify(samples_);
  EXPECT_EQ(found.posteriors, expected.posteriors);
  EXPECT_EQ(found.log_likelihood, expected.log_likelihood);
}

TEST_F(ModelFile, NoOutlierLevelAndNoNotesAreKept) {
  model_.outlier_level = -std::numeric_limits<double>::infinity();
  model_.notes.clear();
  save_model(model_, path());
  EXPECT_EQ(load_model(path()).outlier_level, model_.outlier_level);
  EXPECT_TRUE(load_model(path()).notes.empty());
}

TEST_F(ModelFile, TheSamplingRateIsKept) {
  save_model(model_, path());
  EXPECT_EQ(load_model(path()).sampling_rate, std::nullopt);
  model_.sampling_rate = 169.54;
  save_model(model_, path());
  EXPECT_EQ(load_model(path()).sampling_rate, 169.54);
  EXPECT_NO_THROW(require_sampling_rate(model_, "a.edf", 169.54));
  EXPECT_NO_THROW(require_sampling_rate(model_, "a.edf", 169.54 * (1 + 0.9e-4)));  // files round it
  const Error error = error_of([&] { require_sampling_rate(model_, "a.edf", 169.54 * (1 + 1.1e-4)); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_data);
  for (const double rate : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
    model_.sampling_rate = rate;
    EXPECT_THROW(save_model(model_, path()), Error) << rate;
  }
}

TEST_F(ModelFile, OffsetsAreKeptAndAreOfTheNewestVersionAlone) {
  const auto version = [&] {
    save_model(model_, path());
    files::Arrays arrays = files::read_arrays(path());
    return std::get<double>(attribute(arrays, "format_version"));
  };
  EXPECT_LT(version(), 5.0);
  const std::string without = digest(model_);
  model_.classes[1].offset = -0.75;
  EXPECT_EQ(version(), 5.0);
  const Model loaded = load_model(path());
  EXPECT_EQ(loaded.classes[1].offset, -0.75);
  EXPECT_EQ(digest(loaded), digest(model_));
  EXPECT_NE(digest(loaded), without);
  EXPECT_EQ(refusal_after([](auto& a) { variable(a, "offset").numbers[0] = HUGE_VAL; }).find("bad_file"), 0U);
}

TEST_F(ModelFile, RefusesWhatIsNoModel) {
  EXPECT_NE(refusal().find("file_not_found"), std::string::npos);
  std::ofstream(path()) << "text";
  EXPECT_NE(refusal().find("bad_file"), std::string::npos);
  files::write_arrays(path(), {});
  EXPECT_NE(refusal().find("no SICAMM model"), std::string::npos) << refusal();
}

TEST_F(ModelFile, EveryFlippedBitIsFound) {
  save_model(model_, path());
  const std::string bytes = bytes_of(path());
  std::mt19937 random(1);
  for (int k = 0; k < 40; ++k) {
    std::string damaged = bytes;
    damaged[random() % damaged.size()] ^= static_cast<char>(1U << random() % 8);
    std::ofstream(path(), std::ios::binary) << damaged;
    EXPECT_THROW(load_model(path()), Error);
  }
  std::ofstream(path(), std::ios::binary) << bytes.substr(0, bytes.rfind("sha256 "));
  EXPECT_THROW(load_model(path()), Error);
  EXPECT_EQ(load_model(path(), false).outlier_level, model_.outlier_level);
}

TEST_F(ModelFile, KnowsItsVersion) {
  const auto later = refusal_after([](auto& arrays) { attribute(arrays, "format_version") = 6.0; });
  EXPECT_EQ(later.find("unsupported"), 0U) << later;
  const auto earlier = refusal_after([](auto& arrays) { attribute(arrays, "format_version") = 2.0; });
  EXPECT_EQ(earlier.find("unsupported"), 0U) << earlier;
  EXPECT_NE(earlier.find("train the model again"), std::string::npos) << earlier;
  const auto none = refusal_after([](auto& arrays) { attribute(arrays, "format_version") = 0.5; });
  EXPECT_EQ(none.find("bad_file"), 0U) << none;
}

TEST_F(ModelFile, RefusesEveryNumberThatCannotBe) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::pair<std::string, std::function<void(files::Arrays&)>>> changes = {
      {"beta", [](auto& a) { attribute(a, "beta") = 0.0; }},
      {"beta", [](auto& a) { attribute(a, "beta") = std::string("one"); }},
      {"outlier_level", [=](auto& a) { attribute(a, "outlier_level") = nan; }},
      {"priors", [](auto& a) { variable(a, "prior").numbers[0] = 2.0; }},
      {"transitions", [=](auto& a) { variable(a, "transition").numbers[4] = nan; }},
      {"unmixing", [=](auto& a) { variable(a, "unmixing").numbers[4] = nan; }},
      {"singular", [](auto& a) { std::fill_n(variable(a, "unmixing").numbers.begin(), 9, 1.0); }},
      {"bias", [=](auto& a) { variable(a, "bias").numbers[4] = nan; }},
      {"bandwidth", [](auto& a) { variable(a, "bandwidth").numbers[4] = 0.0; }},
      {"density 4 has 0 points", [](auto& a) { variable(a, "point_count").numbers[4] = 0.0; }},
      {"points", [](auto& a) { variable(a, "point_count").numbers[4] = 1e18; }},
      {"points", [=](auto& a) { variable(a, "point_count").numbers[4] = nan; }},
      {"points", [](auto& a) { variable(a, "point_count").numbers[4] += 0.5; }},
      {"belong to no density", [](auto& a) { variable(a, "point_count").numbers[8] -= 1.0; }},
      {"increase", [](auto& a) { std::swap(variable(a, "point").numbers[0], variable(a, "point").numbers[1]); }},
      {"increase", [=](auto& a) { variable(a, "point").numbers[3] = nan; }},
      {"weight", [](auto& a) { variable(a, "weight").numbers[3] = -1.0; }},
      {"without weight", [](auto& a) { variable(a, "weight").numbers[3] = 0.0; }},
      {"two of the name 'class 0', where each class",
       [](auto& a) { variable(a, "class_name").texts[1] = variable(a, "class_name").texts[0]; }},
      {"a class without a name", [](auto& a) { variable(a, "class_name").texts[2] = ""; }},
      {"two of the name '1', where each channel", [](auto& a) { variable(a, "channel_label").texts[1] = "1"; }},
      {"no variable bias", [](auto& a) { variable(a, "bias").name = "other"; }},
      {"class_name is not a list",
       [](auto& a) {
         variable(a, "class_name") = {"class_name", {"class"}, {1, 2, 3}, {}, false};
       }},
      {"prior is not 3 numbers",
       [](auto& a) {
         variable(a, "prior") = {"prior", {"class"}, {}, {"", "", ""}, true};
       }},
  };
  for (const auto& [words, change] : changes) {
    const std::string found = refusal_after(change);
    EXPECT_EQ(found.find("bad_file"), 0U) << words << ": " << found;
    EXPECT_NE(found.find(words), std::string::npos) << found;
  }
}

TEST_F(ModelFile, ADamagedFileIsRefusedOrAModel) {
  save_model(model_, path());
  const std::string whole = bytes_of(path());
  std::mt19937 engine(3);
  int refused = 0;
  for (int round = 0; round < 60; ++round) {
    std::string bytes = whole;
    if (round % 4 == 0) bytes.resize(engine() % whole.size());
    // Most of the structure is in the first thousands of bytes.
    const std::size_t reach = std::min<std::size_t>(bytes.size(), round % 2 == 0 ? 8192 : bytes.size());
    for (int change = 0; change < 10 && reach > 0; ++change) bytes[engine() % reach] = static_cast<char>(engine());
    std::ofstream(path(), std::ios::binary) << bytes;
    const std::string outcome = refusal();
    if (outcome == "none") continue;
    EXPECT_TRUE(outcome.find("bad_file") == 0 || outcome.find("unsupported") == 0) << outcome;
    ++refused;
  }
  EXPECT_GT(refused, 20);
}

TEST_F(ModelFile, UnitsOfChannelsAreKept) {
  save_model(model_, path());
  EXPECT_TRUE(load_model(path()).units.empty());
  model_.units = {"uV", "", "mV"};
  save_model(model_, path());
  EXPECT_EQ(load_model(path()).units, model_.units);
  model_.units.pop_back();
  EXPECT_THROW(save_model(model_, path()), Error);
}

TEST_F(ModelFile, TextsAreUtf8) {
  for (const char* name : {"channel_label", "class_name", "note_name", "note_value"}) {
    const auto found = refusal_after([&](auto& arrays) { variable(arrays, name).texts[1] = "\xff"; });
    EXPECT_EQ(found.find("bad_file"), 0U) << found;
    EXPECT_NE(found.find(std::string(name) + " has a text that is not UTF-8"), std::string::npos) << found;
  }
}

TEST_F(ModelFile, ClassesHaveNamesOfTheirOwn) {
  const auto rename = [](const std::string& name) {
    return [name](files::Arrays& arrays) { variable(arrays, "class_name").texts[1] = name; };
  };
  EXPECT_EQ(refusal_after(rename("other")), "none");
  EXPECT_NE(refusal_after(rename(model_.classes[0].name)).find("each class needs its own"), std::string::npos);
  EXPECT_NE(refusal_after(rename("")).find("a class without a name"), std::string::npos);
}

TEST_F(ModelFile, RefusesToSaveWhatIsNoModel) {
  model_.beta = 2.0;
  EXPECT_THROW(save_model(model_, path()), Error);
  EXPECT_FALSE(std::filesystem::exists(path()));
}

}  // namespace
}  // namespace biotropy::sicamm
