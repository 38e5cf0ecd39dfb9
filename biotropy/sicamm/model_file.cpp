// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/error.hpp"
#include "biotropy/files/results/arrays.hpp"
#include "biotropy/files/utf8.hpp"
#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/sicamm/model_file_internal.hpp"
#include "biotropy/version.hpp"

namespace biotropy::sicamm {

namespace {

constexpr const char* kFormat = "Biotropy SICAMM model";
// Each version has what the one before has not, and a file has the oldest that says all of the model.
constexpr double kOldestVersion = 3.0, kVersionOfRecipes = 4.0, kFormatVersion = 5.0;

files::ArrayVariable numbers(std::string name, std::vector<std::string> dimensions, std::vector<double> values = {}) {
  return {std::move(name), std::move(dimensions), std::move(values), {}, false};
}

files::ArrayVariable texts(std::string name, std::string dimension, std::vector<std::string> values) {
  return {std::move(name), {std::move(dimension)}, {}, std::move(values), true};
}

void append(std::vector<double>& target, std::span<const double> values) {
  target.insert(target.end(), values.begin(), values.end());
}

/// Reads the arrays of the file, one after the other.
class Reader {
 public:
  Reader(const files::Arrays& arrays, std::string name) : name_(std::move(name)), arrays_(arrays) {}

  [[noreturn]] void refuse(const std::string& fault) const {
    throw Error(ErrorCode::bad_file, fmt::format("{}: {}", name_, fault));
  }

  const std::string& name() const { return name_; }

  std::string text(const std::string& name) const {
    const auto* value = std::get_if<std::string>(&attribute(name));
    if (value == nullptr) refuse(fmt::format("attribute {} is not a text", name));
    return *value;
  }

  bool has(const std::string& name) const { return find(name) != nullptr; }

  bool has_variable(const std::string& name) const {
    return std::any_of(arrays_.variables.begin(), arrays_.variables.end(),
                       [&](const files::ArrayVariable& one) { return one.name == name; });
  }

  double number(const std::string& name) const {
    const auto* value = std::get_if<double>(&attribute(name));
    if (value == nullptr) refuse(fmt::format("attribute {} is not a number", name));
    return *value;
  }

  const std::vector<double>& numbers(const std::string& name, std::size_t count) const {
    const files::ArrayVariable& found = variable(name);
    if (found.is_text || found.numbers.size() != count) refuse(fmt::format("{} is not {} numbers", name, count));
    return found.numbers;
  }

  /// Values of a variable of any length.
  const std::vector<double>& numbers(const std::string& name) const {
    return numbers(name, variable(name).numbers.size());
  }

  const std::vector<std::string>& texts(const std::string& name) const {
    const files::ArrayVariable& found = variable(name);
    if (!found.is_text) refuse(fmt::format("{} is not a list of texts", name));
    if (!std::all_of(found.texts.begin(), found.texts.end(), files::is_utf8)) {
      refuse(fmt::format("{} has a text that is not UTF-8", name));
    }
    return found.texts;
  }

 private:
  const files::ParameterValue* find(const std::string& name) const {
    const auto found = std::find_if(arrays_.attributes.begin(), arrays_.attributes.end(),
                                    [&](const files::Parameter& one) { return one.name == name; });
    return found == arrays_.attributes.end() ? nullptr : &found->value;
  }

  const files::ParameterValue& attribute(const std::string& name) const {
    const files::ParameterValue* found = find(name);
    if (found == nullptr) refuse(fmt::format("no SICAMM model: there is no attribute {}", name));
    return *found;
  }

  const files::ArrayVariable& variable(const std::string& name) const {
    for (const files::ArrayVariable& one : arrays_.variables) {
      if (one.name == name) return one;
    }
    refuse(fmt::format("there is no variable {}", name));
  }

  std::string name_;
  const files::Arrays& arrays_;
};

/// Points and weights of all densities, one after the other.
class DensityReader {
 public:
  DensityReader(const Reader& reader, std::size_t densities)
      : reader_(reader),
        bandwidths_(reader.numbers("bandwidth", densities)),
        counts_(reader.numbers("point_count", densities)),
        points_(reader.numbers("point")),
        weights_(reader.numbers("weight", points_.size())) {}

  KernelDensity next() {
    const double announced = counts_[density_];
    const bool possible = announced >= 1.0 && announced == std::floor(announced) &&
                          announced <= static_cast<double>(points_.size() - position_);
    if (!possible) reader_.refuse(fmt::format("density {} has {} points", density_, announced));
    const auto count = static_cast<std::size_t>(announced);
    const auto points = std::span(points_).subspan(position_, count);
    const auto weights = std::span(weights_).subspan(position_, count);
    if (std::adjacent_find(points.begin(), points.end(), [](double a, double b) { return !(a < b); }) != points.end()) {
      reader_.refuse(fmt::format("the points of density {} do not increase", density_));
    }
    position_ += count;
    const bool equal = std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 1.0; });
    KernelDensity density(points, equal ? std::span<const double>() : weights, bandwidths_[density_]);
    if (density.points().size() != count) reader_.refuse(fmt::format("density {} has points without weight", density_));
    ++density_;
    return density;
  }

  void require_end() const {
    if (position_ != points_.size()) {
      reader_.refuse(fmt::format("{} points belong to no density", points_.size() - position_));
    }
  }

 private:
  const Reader& reader_;
  const std::vector<double>&bandwidths_, &counts_, &points_, &weights_;
  std::size_t density_ = 0, position_ = 0;
};

std::vector<double> part(const std::vector<double>& all, std::size_t index, std::size_t length) {
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(index * length);
  return {begin, begin + static_cast<std::ptrdiff_t>(length)};
}

void require_known_format(const Reader& reader) {
  if (reader.text("format") != kFormat) reader.refuse("no SICAMM model");
  const double version = reader.number("format_version");
  if (version == kOldestVersion || version == kVersionOfRecipes || version == kFormatVersion) return;
  if (version != std::floor(version) || version < 1.0) {
    reader.refuse(fmt::format("{} is not a version of the format", version));
  }
  throw Error(
      ErrorCode::unsupported,
      fmt::format("{}: a model of format version {}; this program reads versions {} to {}: train the model again",
                  reader.name(), version, kOldestVersion, kFormatVersion));
}

Model read_model(const Reader& reader) {
  Model model;
  model.channels = reader.texts("channel_label");
  if (reader.has_variable("channel_unit")) model.units = reader.texts("channel_unit");
  const auto names = reader.texts("class_name");
  const std::size_t channels = model.channels.size(), classes = names.size();
  if (channels == 0) reader.refuse("there are no channels");
  model.chain.priors = reader.numbers("prior", classes);
  model.chain.transitions = reader.numbers("transition", classes * classes);
  model.beta = reader.number("beta");
  model.outlier_level = reader.number("outlier_level");
  if (reader.has("sampling_rate")) model.sampling_rate = reader.number("sampling_rate");
  if (reader.has_variable("null_space")) model.null_space = reader.numbers("null_space");
  if (model.null_space.size() >= channels * channels) reader.refuse("null_space leaves out every direction");
  const std::size_t components = model.rank();
  const auto& unmixing = reader.numbers("unmixing", classes * components * channels);
  const auto& bias = reader.numbers("bias", classes * channels);
  const auto offsets = reader.has_variable("offset") ? reader.numbers("offset", classes) : std::vector(classes, 0.0);
  DensityReader densities(reader, classes * components);
  for (std::size_t k = 0; k < classes; ++k) {
    ClassModel& one = model.classes.emplace_back();
    one.name = names[k];
    one.offset = offsets[k];
    one.unmixing = part(unmixing, k, components * channels);
    one.bias = part(bias, k, channels);
    for (std::size_t j = 0; j < components; ++j) one.sources.push_back(densities.next());
  }
  densities.require_end();
  const auto &note_names = reader.texts("note_name"), &note_values = reader.texts("note_value");
  if (note_names.size() != note_values.size()) reader.refuse("notes without a name or a value");
  for (std::size_t i = 0; i < note_names.size(); ++i) model.notes.emplace_back(note_names[i], note_values[i]);
  return model;
}

bool has_offsets(const Model& model) {
  return std::any_of(model.classes.begin(), model.classes.end(), [](const auto& one) { return one.offset != 0.0; });
}

// Offsets are of version 5, and features that a program of version 3 would not apply of version 4.
double version_of(const Model& model) {
  if (has_offsets(model)) return kFormatVersion;
  const FeatureRecipe recipe = recipe_of(model.notes);
  return recipe.filter || recipe.renames() || recipe.hop > 0.0 ? kVersionOfRecipes : kOldestVersion;
}

}  // namespace

void save_model(const Model& model, const std::filesystem::path& path) {
  validate(model);
  require_recipe(model);
  const std::size_t channels = model.channels.size(), classes = model.classes.size();
  files::ArrayVariable unmixing = numbers("unmixing", {"class", "component", "channel"});
  files::ArrayVariable bias = numbers("bias", {"class", "channel"});
  files::ArrayVariable bandwidth = numbers("bandwidth", {"class", "component"});
  files::ArrayVariable count = numbers("point_count", {"class", "component"});
  files::ArrayVariable point = numbers("point", {"point"}), weight = numbers("weight", {"point"});
  std::vector<std::string> names;
  for (const ClassModel& one : model.classes) {
    names.push_back(one.name);
    append(unmixing.numbers, one.unmixing);
    append(bias.numbers, one.bias);
    for (const KernelDensity& source : one.sources) {
      bandwidth.numbers.push_back(source.bandwidth());
      count.numbers.push_back(static_cast<double>(source.points().size()));
      append(point.numbers, source.points());
      append(weight.numbers, source.weights());
      weight.numbers.resize(point.numbers.size(), 1.0);
    }
  }
  std::vector<std::string> note_names, note_values;
  for (const auto& [name, value] : model.notes) {
    note_names.push_back(name);
    note_values.push_back(value);
  }
  files::Arrays arrays;
  arrays.dimensions = {{"class", classes},    {"next_class", classes},         {"component", model.rank()},
                       {"channel", channels}, {"point", point.numbers.size()}, {"note", note_names.size()}};
  arrays.attributes = {{"format", kFormat},
                       {"format_version", version_of(model)},
                       {"biotropy_version", std::string(version())},
                       {"beta", model.beta},
                       {"outlier_level", model.outlier_level}};
  if (model.sampling_rate) arrays.attributes.push_back({"sampling_rate", *model.sampling_rate});
  arrays.variables = {texts("channel_label", "channel", model.channels),
                      texts("class_name", "class", names),
                      numbers("prior", {"class"}, model.chain.priors),
                      numbers("transition", {"class", "next_class"}, model.chain.transitions),
                      std::move(unmixing),
                      std::move(bias),
                      std::move(bandwidth),
                      std::move(count),
                      std::move(point),
                      std::move(weight),
                      texts("note_name", "note", note_names),
                      texts("note_value", "note", note_values)};
  if (has_offsets(model)) {
    files::ArrayVariable offset = numbers("offset", {"class"});
    for (const ClassModel& one : model.classes) offset.numbers.push_back(one.offset);
    arrays.variables.push_back(std::move(offset));
  }
  if (!model.null_space.empty()) {
    arrays.dimensions.push_back({"null_direction", channels - model.rank()});
    arrays.variables.push_back(numbers("null_space", {"null_direction", "channel"}, model.null_space));
  }
  if (!model.units.empty()) {
    const bool apart = model.units.size() != channels;
    if (apart) arrays.dimensions.push_back({"recorded_channel", model.units.size()});
    arrays.variables.push_back(texts("channel_unit", apart ? "recorded_channel" : "channel", model.units));
  }
  files::write_arrays(path, arrays);
}

Model load_model(const std::filesystem::path& path, bool verify) {
  Model model = model_of(files::read_arrays(path), path.generic_string());
  if (verify) files::require_checksum(path);
  return model;
}

Model model_of(const files::Arrays& arrays, const std::string& name) {
  const Reader reader(arrays, name);
  require_known_format(reader);
  try {
    Model model = read_model(reader);
    validate(model);
    require_recipe(model);
    return model;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::bad_file) throw;
    reader.refuse(error.what());
  }
}

}  // namespace biotropy::sicamm
