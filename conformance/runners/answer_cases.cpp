// SPDX-License-Identifier: CC0-1.0
//
// Answers requests of the conformance suite (calls.py describes them) by the functions of the C++ library.
// Usage: answer_cases REQUESTS ANSWERS, or --version
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/multiscale_pairwise.hpp"
#include "biotropy/entropy/multiscale_settings.hpp"
#include "biotropy/entropy/pairwise.hpp"
#include "biotropy/entropy/settings.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/error.hpp"
#include "biotropy/heartbeats/rr.hpp"
#include "biotropy/series/gaps.hpp"
#include "biotropy/version.hpp"

namespace {

using biotropy::series::EpochView;
using biotropy::series::Samples;
using nlohmann::json;
namespace entropy = biotropy::entropy;
namespace heartbeats = biotropy::heartbeats;

using Series = std::vector<double>;

Series read_series(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  Series samples(static_cast<std::size_t>(file.tellg()) / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(samples.data()), static_cast<std::streamsize>(samples.size() * sizeof(double)));
  if (!file) throw std::runtime_error("cannot read " + path);
  return samples;
}

// Lists of numbers become a text with commas, which is what the option is.
biotropy::OptionValue value_of(const json& given) {
  if (given.is_boolean()) return given.get<bool>();
  if (given.is_number_integer()) return given.get<std::int64_t>();
  if (given.is_string()) return given.get<std::string>();
  std::string text;
  for (const json& one : given) text += (text.empty() ? "" : ",") + std::to_string(one.get<int>());
  return text;
}

struct Chosen {
  entropy::Settings measure;
  entropy::MultiscaleSettings scales;

  void set(const std::string& name, const biotropy::OptionValue& value) {
    if (name == "convention") {
      measure.convention = biotropy::require_choice<entropy::Convention>(name, std::get<std::string>(value));
    } else if (const entropy::Option* option = entropy::find_option(name)) {
      measure.set(*option, value);
    } else if (const entropy::MultiscaleOption* of_scales = biotropy::find_row(entropy::multiscale_options(), name)) {
      scales.set(*of_scales, value);
    } else {
      throw std::runtime_error("no option " + name);
    }
  }
};

Chosen chosen(const json& request) {
  Chosen all;
  all.measure.measure = biotropy::require_choice<entropy::Measure>("measure", request.at("measure").get<std::string>());
  for (const auto& [name, value] : request.at("options").items()) all.set(name, value_of(value));
  for (const auto& [name, texts] : request.at("reals").items())
    all.set(name, std::stod(texts.at(1).get<std::string>()));
  return all;
}

Series cleaned(const Series& values, const json& rules) {
  heartbeats::RrCleaning cleaning;
  cleaning.unit = heartbeats::RrUnit::milliseconds;
  cleaning.values = heartbeats::RrValues::intervals;
  cleaning.first = heartbeats::FirstValue::interval;
  cleaning.least = rules.at("min");
  cleaning.greatest = rules.at("max");
  cleaning.policy = biotropy::require_choice<heartbeats::GapPolicy>("policy", rules.at("policy").get<std::string>());
  cleaning.ectopic =
      biotropy::require_choice<heartbeats::EctopicRule>("ectopic", rules.at("ectopic").get<std::string>());
  if (cleaning.ectopic != heartbeats::EctopicRule::none) cleaning.ectopic_change = rules.at("ectopic_change");
  const heartbeats::RrSeries rr = heartbeats::clean_marked_rr(values, cleaning);
  return biotropy::series::with_gaps(rr.channel.samples, rr.channel.gap_starts, 1);
}

json text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// Longer vectors of several channels, and their sums, are reported in another way.
json answer_of(const entropy::Entropy& found, bool is_multivariate) {
  json counts{{"matches_m", found.matches_m},
              {"matches_m1", found.matches_m1},
              {"templates_m", found.templates_m},
              {"r", text_of(found.r)}};
  if (!is_multivariate) {
    counts.update({{"templates_m1", found.templates_m1},
                   {"patterns", found.patterns},
                   {"membership_m", text_of(found.membership_m)},
                   {"membership_m1", text_of(found.membership_m1)}});
  }
  return {{"values", {text_of(found.value)}}, {"counts", counts}};
}

Series one_after_another(const std::vector<Series>& series) {
  Series all;
  for (const Series& one : series) all.insert(all.end(), one.begin(), one.end());
  return all;
}

json curve(const Chosen& options, const std::vector<Series>& series, const std::vector<int>& scales) {
  const entropy::MultiscaleParameters parameters =
      options.scales.parameters(options.measure, scales, series.front().size());
  json values = json::array();
  if (entropy::is_cross(parameters.measure)) {
    const Series both = one_after_another(series);
    const auto found = entropy::multiscale_pairwise(EpochView(1, 2, series.front().size(), both), parameters);
    for (const entropy::Pairwise& matrix : found.scales)
      values.push_back(text_of(matrix.values[matrix.entry(0, 0, 1)]));
    return {{"values", values}};
  }
  const std::vector<Samples> channels(series.begin(), series.end());
  const auto found = entropy::is_multivariate(parameters.measure)
                         ? entropy::multiscale_entropy(channels, parameters)
                         : entropy::multiscale_entropy(channels.front(), parameters);
  for (const entropy::ScaleEntropy& scale : found.scales) values.push_back(text_of(scale.entropy.value));
  return {{"values", values}};
}

json answer(const json& request) {
  std::vector<Series> series;
  for (const json& path : request.at("series")) series.push_back(read_series(path));
  if (request.contains("rr")) series.front() = cleaned(series.front(), request.at("rr"));
  const Chosen options = chosen(request);
  if (request.contains("scales")) return curve(options, series, request.at("scales"));
  const entropy::Measure measure = options.measure.measure;
  const entropy::Parameters parameters = options.measure.parameters(series.front().size());
  if (request.contains("epoch_length")) {
    const std::size_t size = request.at("epoch_length"), n_epochs = series.front().size() / size;
    const EpochView epochs(n_epochs, 1, size, Samples(series.front()).first(n_epochs * size));
    return answer_of(entropy::each_channel(epochs, measure, parameters).front(), false);
  }
  const std::vector<Samples> views(series.begin(), series.end());
  return answer_of(entropy::compute(measure, views, parameters), entropy::is_multivariate(measure));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--version") {
    std::cout << biotropy::version() << "\n";
    return 0;
  }
  if (argc != 3) {
    std::cerr << "usage: answer_cases REQUESTS ANSWERS\n";
    return 2;
  }
  std::ifstream requests(argv[1]);
  std::ofstream answers(argv[2]);
  for (std::string line; std::getline(requests, line);) {
    try {
      answers << answer(json::parse(line)).dump() << "\n";
    } catch (const biotropy::Error& error) {
      answers << json{{"refused", error.what()}}.dump() << "\n";
    }
  }
  return answers.flush() ? 0 : 1;
}
