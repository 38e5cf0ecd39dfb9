// SPDX-License-Identifier: Apache-2.0
#include "c/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/words.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

biotropy_array view_of(const NamedArray& array) {
  biotropy_array view{};
  view.name = array.name.c_str();
  view.n_dims = array.dims.size();
  view.dims = array.dims.data();
  if (const auto* reals = std::get_if<std::vector<double>>(&array.values)) {
    view.kind = BIOTROPY_REAL;
    view.reals = reals->data();
    view.n = reals->size();
  } else if (const auto* counts = std::get_if<std::vector<std::uint64_t>>(&array.values)) {
    view.kind = BIOTROPY_COUNT;
    view.counts = counts->data();
    view.n = counts->size();
  } else {
    view.kind = BIOTROPY_TEXT;
    view.texts = array.texts.data();
    view.n = array.texts.size();
  }
  return view;
}

}  // namespace

extern "C" {

size_t biotropy_result_size(const biotropy_result* result) {
  return result == nullptr ? 0 : result->arrays.size();
}

int biotropy_result_at(const biotropy_result* result, size_t index, biotropy_array* array) {
  return guarded([&] {
    const auto& arrays = needed(result, "result").arrays;
    biotropy_array& place = needed(array, "array");
    if (index >= arrays.size()) {
      throw Error::argument("index", std::to_string(index), fmt::format("a number below {}", arrays.size()));
    }
    place = view_of(arrays[index]);
  });
}

int biotropy_result_find(const biotropy_result* result, const char* name, biotropy_array* array) {
  return guarded([&] {
    const auto& arrays = needed(result, "result").arrays;
    const std::string wanted = text(name, "name");
    biotropy_array& place = needed(array, "array");
    const auto found = std::ranges::find(arrays, wanted, &NamedArray::name);
    if (found == arrays.end()) {
      std::vector<std::string> names;
      for (const auto& one : arrays) names.push_back(one.name);
      throw Error::argument("name", wanted, one_of_words(names));
    }
    place = view_of(*found);
  });
}

void biotropy_result_destroy(biotropy_result* result) {
  delete result;
}

}  // extern "C"

}  // namespace biotropy::c

using biotropy::c::Dimensions;

void biotropy_result::add(std::string name, std::vector<double> values, Dimensions dims) {
  arrays.push_back({std::move(name), std::move(dims), std::move(values)});
}

void biotropy_result::add(std::string name, std::vector<std::uint64_t> values, Dimensions dims) {
  arrays.push_back({std::move(name), std::move(dims), std::move(values)});
}

void biotropy_result::add(std::string name, std::vector<std::string> values, Dimensions dims) {
  arrays.push_back({std::move(name), std::move(dims), std::move(values)});
  biotropy::c::NamedArray& added = arrays.back();
  for (const std::string& text : std::get<std::vector<std::string>>(added.values)) added.texts.push_back(text.c_str());
}
