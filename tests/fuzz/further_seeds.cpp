// SPDX-License-Identifier: Apache-2.0
//
// Writes the first corpus and the dictionaries of the targets that read no recordings (live samples, studies, models,
// states, command lines): further_seeds FOLDER makes FOLDER/study, FOLDER/study.dict and so on. Apart from the seeds of
// recordings, as it needs most of the library.
#include <CLI/CLI.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <span>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/files/results/arrays_internal.hpp"
#include "biotropy/sicamm/model_file.hpp"
#include "biotropy/study/description.hpp"
#include "cli/command_line.hpp"
#include "tests/files/scratch.hpp"
#include "tests/fuzz/seed_files.hpp"
#include "tests/fuzz/small_model.hpp"
#include "tests/fuzz/small_stream.hpp"

namespace biotropy::fuzz {

namespace {

struct Seeds {
  std::string target;
  std::vector<files::test::SampleFile> inputs;
  std::vector<std::string> words;  // of its dictionary
};

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinite = std::numeric_limits<double>::infinity();

template <typename T>
std::string bytes_of_value(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string bytes_of_numbers(const std::vector<double>& numbers) {
  std::string bytes;
  for (const double number : numbers) bytes += bytes_of_value(number);
  return bytes;
}

// The first byte is the target's: channels less one, and four times where what is sent is cut.
std::string frames(char first, std::uint32_t channels, const std::vector<double>& numbers) {
  std::string bytes = first + std::string("BIOTROPY");
  append_little_endian(std::uint32_t{1}, bytes);
  append_little_endian(channels, bytes);
  append_little_endian(std::span(numbers), bytes);
  return bytes;
}

Seeds frame_seeds() {
  return {"frames",
          {{"one", frames(0, 1, {0.0, 1.0, 0.01, 2.0, 0.02, kNan})},
           {"two", frames(4 * 20 + 1, 2, {kNan, 1.0, 2.0, kNan, 3.0, 4.0}) + "half"},
           {"infinite", frames(1, 2, {0.0, 1.0, 2.0, kInfinite, 1.0, 2.0})}},
          {"BIOTROPY", bytes_of_value(kNan), bytes_of_value(kInfinite), bytes_of_value(std::uint32_t{1})}};
}

Seeds line_seeds() {
  return {"lines",
          {{"commas", "\x01# a comment\n1, 2\n\n3,n/a\n-4e-3, inf\n"},
           {"tabs",
            "\x01"
            "1\t2\n\tnan\r\n5\t6"},
           {"blanks",
            "\x02"
            "1 2 3\n 4 null 6 \n"},
           {"semicolons", "\x01;1\n2;\n1,5;2\n"}},
          {"NA", "N/A", "n/a", "nan", "null", "inf", "-inf", "1e308", "1e-320", "0x1p3", ";", "\t"}};
}

Seeds lsl_seeds() {
  const auto stream = [](std::int32_t channels, double rate, const std::string& text,
                         const std::vector<double>& numbers) {
    return bytes_of_value(channels) + bytes_of_value(rate) + text + bytes_of_numbers(numbers);
  };
  const std::vector<double> samples = {0.0, 1.0, 2.0, 0.01, 3.0, 4.0, kInfinite, 5.0, 6.0};
  return {"lsl",
          {{"labelled", stream(2, 100.0, "source\nC4\tEEG\tuV\nC3\tEEG\tmicrovolts\n\n", samples)},
           {"without_units", stream(2, 0.0, "\nC3\tEEG\nC4\tEEG\n\n", samples)},
           {"without_labels", stream(2, 100.0, "source\n\n", samples)},
           {"more", stream(3, 100.0, "source\nC3\tEEG\tV\nC4\tEEG\tV\nECG\tECG\tmV\n\n", {})}},
          {"C3", "C4", "EEG", "uV", "mV", "V", "microvolts", "\t", "\n\n", bytes_of_value(100.0)}};
}

// Every key, from the text that a description is written as, where those at their default are comments.
std::vector<std::string> keys_of(const std::string& text) {
  std::set<std::string> words;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
    std::string line = text.substr(begin, end - begin);
    line.erase(0, line.find_first_not_of("# "));
    const std::size_t equals = line.find(" = ");
    if (line.starts_with('[')) words.insert(line.substr(0, line.find(']') + 1));
    if (equals != std::string::npos && line.find(' ') == equals) words.insert(line.substr(0, equals));
  }
  return {words.begin(), words.end()};
}

Seeds study_seeds() {
  const std::string preset = study::description_text({});
  return {
      "study",
      {{"preset", preset},
       {"keys",
        "participants = \"people.tsv\"\nleast-epochs = 5\n[prepare]\nepoch = 512\nband = [0.5, 40]\norder = 6\n"
        "notch = [50.0]\nreject = 3000\n[measure]\nmeasure = \"cross-sampen\"\nm = 2\nr = 0.15\n[read]\nrate = 250\n"
        "[statistics]\ngroups = [\"b\", \"a\"]\ncontrasts = [[\"a\", \"b\"]]\nalpha = 0.05\npermutations = 99\n"},
       {"scales", "[measure]\nmeasure = \"sampen\"\n[multiscale]\nscales = \"1-5,7\"\n"},
       {"windows", "[prepare]\nwindow = 1000\nstep = 500\n[measure]\nmeasure = \"permen\"\n"},
       {"networks", "[networks]\nthreshold = 3.0\nstatistic = \"t\"\n[surrogates]\nkind = \"shuffle\"\n"},
       {"deep", "a = [[[[1]]]]\nb.c.d = {x = 1, y = {z = '''q'''}}\n"}},
      keys_of(preset)};
}

// Names of options, and of commands.
void collect(const CLI::App& app, std::set<std::string>& words) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words.insert("--" + name);
    for (const std::string& name : option->get_snames()) words.insert("-" + name);
  }
  for (const CLI::App* command : app.get_subcommands({})) {
    words.insert(command->get_name());
    collect(*command, words);
  }
}

Seeds option_seeds() {
  cli::Command chosen;
  std::set<std::string> words;
  collect(*cli::command_line(chosen), words);
  return {"options",
          {{"entropy", "entropy\nnoise.txt\n--measure\nsampen\n-m\n2\n-r\n0.2\n"},
           {"cross", "cross\na.edf\n--measure=cross-apen\n-m1\n-r\n0.1,0.2\n--epoch\n1024\n-o\nmatrices.nc\n--quiet\n"},
           {"multiscale", "multiscale\nrr.txt\n--scales\n1-20\n--method\nrcmse\n"},
           {"study", "study\nrun\nfolder\n--jobs\n2\n"},
           {"states", "states\nclassify\nmodel.nc\nrecording.edf\n--lag\n5\n"},
           {"stream", "stream\n-\n--channels\n3\n--window\n1000\n--osc\nlocalhost:9000\n"},
           {"simulate", "simulate\nseries\n--kind\ngaussian\n--samples\n5000\n-o\nnoise.txt\n"},
           {"help", "help\nentropy\n"},
           {"mistakes", "entrop\n--measur\nsampen\n--\n-m\n-1\n"}},
          {words.begin(), words.end()}};
}

// Names of the arrays and of their properties, and values that are words.
std::vector<std::string> names_in(const files::Arrays& arrays) {
  std::set<std::string> words;
  for (const auto& [name, length] : arrays.dimensions) words.insert(name);
  for (const files::Parameter& attribute : arrays.attributes) {
    words.insert(attribute.name);
    if (const auto* text = std::get_if<std::string>(&attribute.value)) words.insert(*text);
  }
  for (const files::ArrayVariable& variable : arrays.variables) {
    words.insert(variable.name);
    words.insert(variable.texts.begin(), variable.texts.end());
  }
  words.erase("");
  return {words.begin(), words.end()};
}

Seeds model_seeds(const std::filesystem::path& scratch) {
  const std::vector<std::pair<std::string, sicamm::FeatureRecipe>> recipes = {
      {"raw", {}},
      {"slow_waves", {.slow_waves = sicamm::SlowWaveSettings{}}},
      {"filtered", {.filter = sicamm::CausalFilterSettings{.band = {1.0, 40.0}, .notch = 25.0}, .hop = 0.1}},
      {"bands", {.band_powers = sicamm::BandPowerSettings{.bands = {{4.0, 8.0}}}, .channels = {"Fz", "Cz"}}},
      {"csp",
       {.spatial = sicamm::SpatialSettings{.components = 1},
        .map = sicamm::SpatialMap{sicamm::SpatialMethod::csp, 2, {1.0, 0.5, -0.5, 1.0}},
        .channels = {"Fz", "Cz"}}}};
  Seeds seeds{"models", {}, {"tangent", "dsi", "feature hop", "null_space", "null_direction", bytes_of_value(kNan)}};
  std::set<std::string> words(seeds.words.begin(), seeds.words.end());
  for (const auto& [name, recipe] : recipes) {
    sicamm::save_model(small_model(recipe), scratch / name);
    const files::Arrays arrays = files::read_arrays(scratch / name);
    seeds.inputs.push_back({name, files::packed(arrays)});
    const std::vector<std::string> names = names_in(arrays);
    words.insert(names.begin(), names.end());
  }
  seeds.words.assign(words.begin(), words.end());
  return seeds;
}

Seeds state_seeds(const std::filesystem::path& scratch) {
  constexpr std::size_t before_arrays = 18 + 64;  // the mark of such files, and the checksum
  Seeds seeds{"states", {}, {}};
  for (std::size_t which = 0; which < kSmallStreams; ++which) {
    const auto stream = small_stream(which);
    std::vector<double> samples(30 * stream->channels().size());
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = std::cos(static_cast<double>(i * i));
    live::States states;
    stream->push(samples, {}, states);
    stream->save(scratch / "state");
    const std::string arrays = bytes_of(scratch / "state").substr(before_arrays);
    seeds.inputs.push_back({std::to_string(which), static_cast<char>(which) + arrays});
    seeds.words = names_in(files::unpacked(arrays).value());
  }
  return seeds;
}

}  // namespace

}  // namespace biotropy::fuzz

int main(int count, char** arguments) {
  using namespace biotropy::fuzz;
  return write_seeds(count, arguments, [](const auto& folder, const auto& scratch) {
    for (const Seeds& seeds : {frame_seeds(), line_seeds(), lsl_seeds(), study_seeds(), option_seeds(),
                               model_seeds(scratch), state_seeds(scratch)}) {
      write_inputs(folder / seeds.target, seeds.inputs);
      write_dictionary(folder / (seeds.target + ".dict"), seeds.words);
    }
  });
}
