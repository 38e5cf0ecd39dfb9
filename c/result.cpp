// SPDX-License-Identifier: Apache-2.0
#include "c/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "biotropy/words.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

biotropy_array view_of(const HeldArray& held) {
  const NamedArray& array = held.array;
  biotropy_array view{};
  view.name = array.name.c_str();
  view.n_dims = array.shape.size();
  view.dims = array.shape.data();
  view.names = held.names.empty() ? nullptr : held.names.data();
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
    view.texts = held.texts.data();
    view.n = held.texts.size();
  }
  return view;
}

}  // namespace

void make_result(biotropy_result** place, const std::function<void(biotropy_result&)>& fill) {
  biotropy_result*& made = needed(place, "result");
  auto result = std::make_unique<biotropy_result>();
  fill(*result);
  made = result.release();
}

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
    const auto found = std::ranges::find(arrays, wanted, [](const HeldArray& one) { return one.array.name; });
    if (found == arrays.end()) {
      std::vector<std::string> names;
      for (const auto& one : arrays) names.push_back(one.array.name);
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

void biotropy_result::add(biotropy::NamedArray array) {
  arrays.push_back({std::move(array)});
  biotropy::c::HeldArray& added = arrays.back();
  for (const std::string_view name : added.array.dims) added.names.push_back(name.data());
  const auto* texts = std::get_if<std::vector<std::string>>(&added.array.values);
  if (texts == nullptr) return;
  for (const std::string& text : *texts) added.texts.push_back(text.c_str());
}
