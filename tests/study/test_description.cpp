// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include "biotropy/study/description.hpp"
#include "biotropy/study/key.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::study {
namespace {

using ::testing::Pair;

Description read(const std::string& text) {
  const Scratch scratch;
  scratch.write("study.toml", text);
  return read_description(scratch.folder());
}

std::string fault(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// "2 window": the line of a fault, where it has one, and the first key or table that it names.
std::string place(const std::string& text) {
  static const std::regex form(R"(study\.toml: (?:line (\d+): )?(?:there is no (?:key|table) )?['\[]?([\w-]+))");
  const std::string said = fault(text);
  std::smatch found;
  if (!std::regex_search(said, found, form)) return said;
  return found[1].matched ? found[1].str() + " " + found[2].str() : found[2].str();
}

TEST(Description, SaysEverythingInOneFile) {
  const Description found = read(
      "participants = \"people.tsv\"\ngroup-column = \"diagnosis\"\nleast-epochs = 5\n"
      "[prepare]\nepoch = 512\nband = [0.5, 40]\norder = 6\nnotch = [50.0]\nreject = 3000\n"
      "[measure]\nmeasure = \"cross-sampen\"\nm = 2\nr = 0.15\ntheiler = 3\n"
      "[read]\nrate = 250\n"
      "[statistics]\ngroups = [\"b\", \"a\"]\ncontrasts = [[\"a\", \"b\"]]\nalpha = 0.05\npermutations = 99\nseed = "
      "7\n");
  EXPECT_EQ(found.participants, "people.tsv");
  EXPECT_EQ(found.group_column, "diagnosis");
  EXPECT_EQ(found.least_epochs, 5);
  EXPECT_EQ(found.prepare.epoch, 512);
  EXPECT_THAT(found.prepare.band, ElementsAre(0.5, 40.0));
  EXPECT_EQ(found.prepare.order, 6);
  EXPECT_EQ(found.prepare.reject, 3000.0);
  EXPECT_EQ(found.measure.parameters().r, 0.15);
  EXPECT_EQ(found.measure.parameters().theiler, 3);
  EXPECT_EQ(found.read.rate, 250.0);
  EXPECT_FALSE(found.multiscale.has_value());
  EXPECT_THAT(found.statistics.groups, ElementsAre("b", "a"));
  EXPECT_THAT(found.statistics.contrasts, ElementsAre(Pair("a", "b")));
  EXPECT_EQ(found.statistics.permutations.seed, 7u);
  EXPECT_EQ(title(found), "Cross-SampEn");
}

TEST(Description, AToleranceMayHaveAUnit) {
  const std::string text = "[measure]\nmeasure = \"cross-sampen\"\nr = \"10 uV\"\n";
  const Description found = read(text), again = read(description_text(found));
  for (const Description& one : {found, again}) {
    EXPECT_EQ(one.measure.r_in, "uV");
    EXPECT_EQ(one.measure.parameters().r, 10.0);
    EXPECT_EQ(one.measure.parameters().r_unit, series::RUnit::absolute);
  }
  EXPECT_NE(fault("[measure]\nr = \"ten\"\n"), "no error");
  EXPECT_NE(fault("[measure]\nr = \"10 uV\"\nr-unit = \"sd\"\n"), "no error");
}

TEST(Description, SeedsHave64Bits) {
  const Description found = read(
      "participants = \"people.tsv\"\n[statistics]\nseed = 99999999999\n[surrogates]\nsurrogates = 19\nsurrogate-seed "
      "= "
      "8518519559\n");
  EXPECT_EQ(found.statistics.permutations.seed, 99'999'999'999u);
  EXPECT_EQ(found.surrogates.seed, 8'518'519'559);
  EXPECT_EQ(place("[statistics]\npermutations = 99999999999\n"), "permutations");
}

TEST(Description, ManyScalesAreATable) {
  const Description found =
      read("[measure]\nmeasure = \"sampen\"\n[multiscale]\nmethod = \"rcmse\"\nscales = \"1-3\"\n");
  ASSERT_TRUE(found.scales().has_value());
  EXPECT_THAT(found.scales()->scales, ElementsAre(1, 2, 3));
  EXPECT_EQ(title(found), "RCMSE of SampEn");
}

TEST(Description, WindowsInPlaceOfEpochs) {
  const Description found = read("[prepare]\nwindow = 1000\nstep = 250\n");
  EXPECT_TRUE(found.windows());
  EXPECT_EQ(found.prepare.window, 1000u);
  EXPECT_EQ(found.prepare.step, 250u);
  const Description seconds = read("[prepare]\nwindow = \"1 s\"\nstep = \"0.25s\"\n");
  EXPECT_EQ(seconds.prepare.window, Length::of_seconds(1.0));
  EXPECT_EQ(description_text(read(description_text(seconds))), description_text(seconds));
  EXPECT_EQ(place("[prepare]\nepoch = \"2 minutes\"\n"), "2 epoch");
  EXPECT_EQ(description_text(read(description_text(found))), description_text(found));
  EXPECT_NE(key_of_study(found, {}), key_of_study(read("[prepare]\nwindow = 1000\nstep = 251\n"), {}));
  EXPECT_FALSE(read("[prepare]\nepoch = 1000\n").windows());
  EXPECT_EQ(place("least-epochs = 5\nleast_epochs = 6\n"), "2 least-epochs");
  EXPECT_EQ(place("[prepare]\nwindow = 1000\n"), "2 window");
  EXPECT_EQ(place("[prepare]\nstep = 10\n"), "2 step");
  EXPECT_EQ(place("[prepare]\nwindow = 10\nstep = 5\nepoch = 10\n"), "window");
  const Description scales = read("[measure]\nmeasure = \"cross-sampen\"\n[multiscale]\nscales = \"1-3\"\n");
  EXPECT_EQ(title(scales), "MSE of Cross-SampEn");
}

TEST(Description, NetworksAreATable) {
  const Description found = read(
      "[networks]\nthreshold-p = 0.001\nthreshold-free = true\nstatistic = \"f\"\ncovariates = [\"age\", \"sex\"]\n"
      "subject-column = \"person\"\ndirected = true\nstep = 0.5\n");
  ASSERT_TRUE(found.networks.has_value());
  const groups::NetworkSettings test = found.networks->test({});
  EXPECT_EQ(test.threshold_p, 0.001);
  EXPECT_EQ(test.statistic, groups::EdgeStatistic::f);
  EXPECT_EQ(test.directed, true);
  EXPECT_EQ(test.threshold_free->step, 0.5);
  EXPECT_EQ(test.threshold_free->height_power, 3.0);
  EXPECT_THAT(found.networks->covariates, ElementsAre("age", "sex"));
  EXPECT_EQ(found.networks->subject_column, "person");
  EXPECT_EQ(description_text(read(description_text(found))), description_text(found));
  EXPECT_NE(key_of_study(found, {}), key_of_study(Description(), {}));
}

TEST(Description, NetworksThatAreRefused) {
  EXPECT_EQ(place("[networks]\n"), "threshold");
  EXPECT_EQ(place("[networks]\nthreshold-p = 2\n"), "threshold-p");
  EXPECT_EQ(place("[networks]\nthreshold = 3\nthreshold-p = 0.1\n"), "threshold");
  EXPECT_EQ(place("[networks]\nthreshold = 3\nstep = 0.2\n"), "3 step");
  EXPECT_EQ(place("[networks]\nthreshold = 3\nstatistic = \"z\"\n"), "3 statistic");
  EXPECT_EQ(place("[networks]\nthreshold = 3\nstatistic = \"f\"\nalternative = \"less\"\n"), "alternative");
  EXPECT_EQ(place("[networks]\nthreshold = 3\nstatistic = \"h\"\ncovariates = [\"age\"]\n"), "statistic");
  EXPECT_EQ(place("[networks]\nthreshold = 3\ncovariates = [\"age\", \"age\"]\n"), "covariates");
  EXPECT_EQ(place("[measure]\nmeasure = \"sampen\"\n[networks]\nthreshold = 3\n"), "measure");
}

TEST(Description, ReadsWhatItWrites) {
  Description description;
  description.participants = "a \"quoted\" \\ name.tsv";
  description.measure.measure = entropy::Measure::sampen;
  description.measure.r = {0.15};
  description.measure.set(*entropy::find_option("missing"), std::string("omit"));
  description.prepare.band = {0.0, 40.5};
  description.prepare.notches = {50.0, 100.0};
  description.prepare.flat = 1e-14;
  description.prepare.channels = "1-8";
  description.multiscale.emplace().scales = "1,5,10";
  description.statistics.contrasts = {{"x", "y"}, {"y", "z"}};
  description.statistics.alpha = 0.001;
  description.surrogates = {99, surrogates::Kind::phases, 5, 3};
  const Description found = read(description_text(description));
  EXPECT_EQ(description_text(found), description_text(description));
  EXPECT_EQ(found.participants, description.participants);
  EXPECT_EQ(found.prepare.flat, 1e-14);
  EXPECT_EQ(found.statistics.contrasts, description.statistics.contrasts);
  EXPECT_EQ(found.surrogates, description.surrogates);
  EXPECT_EQ(key_of_study(found, {}), key_of_study(description, {}));
}

TEST(Description, WritesNumbersAsTomlHasThem) {
  Description description;
  description.measure.m = {1};
  description.measure.r = {1.0};
  EXPECT_THAT(description_text(description), HasSubstr("\nr = 1.0  #"));
  const Description found = read(description_text(description));
  EXPECT_EQ(found.measure.m, description.measure.m);
  EXPECT_EQ(found.measure.r, description.measure.r);
}

// Every line that is commented out is valid.
TEST(Description, ExplainsKeysThatExist) {
  std::string text = description_text(Description());
  EXPECT_EQ(key_of_study(read(text), {}), key_of_study(Description(), {}));
  std::size_t lines = 0;
  for (std::size_t at = text.find("\n# "); at != std::string::npos; at = text.find("\n# ", at + 1)) {
    const std::string line = text.substr(at + 3, text.find('\n', at + 1) - at - 3);
    if (line.find(" = ") == std::string::npos && !line.starts_with('[')) continue;
    if (line.starts_with("channel-")) continue;  // of all channels together
    text.erase(at + 1, 2);
    ++lines;
  }
  EXPECT_GT(lines, 30u);
  // Tables of networks and of scales exclude each other, as do networks and windows, and two keys.
  const std::size_t networks = text.find("[networks]"), threshold = text.find("threshold = ", networks);
  std::string pairs = text.substr(0, text.find("[multiscale]")) + text.substr(networks);
  for (const char* key : {"threshold = ", "window = ", "step = "}) pairs.insert(pairs.find(key), "# ");
  ASSERT_LT(networks, threshold);
  EXPECT_EQ(fault(pairs), "no error") << pairs;
  std::string scales = text.substr(0, networks);
  const std::string measure = "measure = \"cross-apen\"";
  scales.replace(scales.find(measure), measure.size(), "measure = \"sampen\"");
  EXPECT_EQ(fault(text.substr(0, networks)), "no error") << "pairs at many scales";
  EXPECT_EQ(fault(scales), "no error") << scales;
}

TEST(Description, NamesTheLineOfAMistake) {
  EXPECT_EQ(place("participants = 3\n"), "1 participants");
  EXPECT_EQ(place("\n[prepare]\nepohc = 3\n"), "3 epohc");
  EXPECT_EQ(place("\n[prepair]\nepoch = 3\n"), "2 prepair");
  EXPECT_EQ(place("measure = \"sampen\"\n"), "1 measure");
  EXPECT_EQ(place("groups = [\"a\", \"b\"]\n"), "1 groups");
  EXPECT_EQ(place("[statistics]\nsession = \"1\"\n"), "2 session");
  EXPECT_EQ(place("[prepare]\nepoch = -1\n"), "2 epoch");
  EXPECT_EQ(place("[prepare]\nepoch = 10.5\n"), "2 epoch");
  EXPECT_EQ(place("[prepare]\norder = 3\n"), "2 order");
  EXPECT_EQ(place("[prepare]\nband = [1, 30]\nfilter = \"fir\"\norder = 8\n"), "order");
  EXPECT_EQ(place("[prepare]\nband = [1, 30]\nfilter = \"butterworth\"\ntaps = 33\n"), "taps");
  EXPECT_EQ(place("[prepare]\nband = [1.0, 2.0, 3.0]\n"), "band");
  EXPECT_EQ(place("[prepare]\nband = [1.0, \"x\"]\n"), "2 band");
  EXPECT_EQ(place("[measure]\nm = [1, 2]\n"), "2 m");
  EXPECT_EQ(place("[measure]\nbias = \"nnone\"\n"), "2 bias");
  EXPECT_EQ(place("[measure]\nmeasure = \"sampan\"\n"), "2 measure");
  EXPECT_EQ(place("[multiscale]\nscales = [1, 3]\n"), "2 scales");
  EXPECT_EQ(place("[measure\n").front(), '1');
  EXPECT_EQ(place("[multiscale]\nmethod = \"rcmse\"\n"), "method");
  EXPECT_EQ(place("[statistics]\nalpha = 1.0\n"), "alpha");
  EXPECT_EQ(place("[prepare]\nfilter-each = \"epoch\"\n"), "2 filter-each");
  EXPECT_EQ(place("[prepare]\nfilter-each = \"trial\"\n"), "2 filter-each");
  EXPECT_EQ(place("[statistics]\ncontrasts = [[\"a\", \"a\"]]\n"), "contrasts");
  EXPECT_EQ(place("[statistics]\ncontrasts = [[\"a\"]]\n"), "2 contrasts");
  EXPECT_EQ(place("[statistics]\npermutations = 0\n"), "permutations");
  EXPECT_EQ(place("[statistics]\npermutations = 10000001\n"), "permutations");
  EXPECT_EQ(place("least-epochs = 0\n"), "least-epochs");
}

// The TOML library recurses for each level.
TEST(Description, DeepNestingIsRefusedBeforeItIsRead) {
  const auto parts = [](std::size_t n, const std::string& part) {
    std::string key = part;
    for (std::size_t k = 1; k < n; ++k) key += "." + part;
    return key;
  };
  const auto repeated = [](std::size_t n, const std::string& text) {
    std::string all;
    for (std::size_t k = 0; k < n; ++k) all += text;
    return all;
  };
  const std::string deep = parts(40'000, "a"), tables = repeated(17, "{ b = ") + "1" + repeated(17, " }");
  for (const std::string& text :
       {"\n" + deep + " = 1\n", "[" + deep + "]\n", parts(17, "\"a\"") + " = 1\n",
        "a = " + repeated(40'000, "[") + "\n", "a = " + tables + "\n", "a = {" + parts(40'000, "b") + " = 1}\n"}) {
    EXPECT_EQ(place(text), text.front() == '\n' ? "2 nested" : "1 nested");
  }
  // Dots that are no levels.
  const std::string dots(1000, '.');
  EXPECT_EQ(place("participants = \"\\\"" + dots + "\"  # " + dots + "\nrecordings = '" + dots + "'\nwrong = \"\"\"" +
                  dots + "\n" + dots + "\"\"\"\n"),
            "3 wrong");
}

TEST(Description, EveryParameterMakesAnotherKey) {
  Subject subject{.path = "tree/sub-1.edf", .sha256 = "hash"};
  const std::string usual = key_of_values(Description(), subject);
  const auto other = [&](auto change) {
    Description description;
    change(description);
    return key_of_values(description, subject);
  };
  const auto of = [](const char* path, const char* sha256) {
    Subject other_subject{.path = path, .sha256 = sha256};
    return key_of_values(Description(), other_subject);
  };
  EXPECT_NE(of("tree/sub-1.edf", "other hash"), usual);
  EXPECT_NE(of("tree/sub-1.npy", "hash"), usual) << "the reader may be another";
  EXPECT_EQ(of("other-tree/sub-2.edf", "hash"), usual);
  EXPECT_NE(other([](Description& d) { d.measure.m = {3}; }), usual);
  EXPECT_NE(other([](Description& d) { d.measure.r = {0.20000000000000004}; }), usual);
  EXPECT_NE(other([](Description& d) { d.measure.set(*entropy::find_option("bias"), "zero"); }), usual);
  EXPECT_NE(other([](Description& d) { d.measure.set(*entropy::find_option("ddof"), std::int64_t{0}); }), usual);
  EXPECT_NE(other([](Description& d) { d.prepare.epoch = 100; }), usual);
  EXPECT_NE(other([](Description& d) { d.prepare.reject = 1.0; }), usual);
  EXPECT_NE(other([](Description& d) { d.prepare.channels = "1"; }), usual);
  EXPECT_NE(other([](Description& d) { d.read.rate = 100.0; }), usual);
  // Settings of the statistics do not require new measurements.
  EXPECT_EQ(other([](Description& d) { d.statistics.alpha = 0.5; }), usual);
  EXPECT_EQ(other([](Description& d) { d.measure.set(*entropy::find_option("engine"), std::string("direct")); }),
            usual);
}

}  // namespace
}  // namespace biotropy::study
