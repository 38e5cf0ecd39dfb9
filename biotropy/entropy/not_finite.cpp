// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "biotropy/entropy/request.hpp"

namespace biotropy::entropy {

namespace {

constexpr std::string_view kNoMatch = "templates have no match";

const NamedArray* array_of(std::span<const NamedArray> all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const NamedArray& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// Values that are not finite, and the place and reason of the first one.
class NotFinite {
 public:
  NotFinite(std::span<const NamedArray> answer, const Places& places) : answer_(answer), places_(places) {}

  bool is_known(const std::string& reason) const {
    return std::find(places_.known.begin(), places_.known.end(), reason) != places_.known.end();
  }
  void add(const NamedArray& of, std::size_t index, std::string_view reason, std::size_t n = 1) {
    if (n > 0 && count_ == 0) first_ = place(of, index) + std::string(reason);
    count_ += n;
  }
  std::optional<Notice> notice(std::size_t n_values, std::string_view of = "") const {
    if (count_ == 0) return std::nullopt;
    return warning("not_finite", fmt::format("{} of {} values are not finite{}; {}", count_, n_values, of, first_));
  }

 private:
  std::string label(std::string_view dim, std::size_t i) const {
    if ((dim == "channel" || dim == "partner") && i < places_.channels.size()) return places_.channels[i];
    const NamedArray* const own = array_of(answer_, dim == "scale" ? "scales" : dim == "m" ? "grid_m" : "grid_r");
    if (own == nullptr || own->dims.front() != dim) return std::to_string(i + places_.first);
    const auto* const numbers = std::get_if<std::vector<double>>(&own->values);
    return numbers != nullptr ? fmt::format("{}", (*numbers)[i])
                              : std::to_string(std::get<std::vector<std::uint64_t>>(own->values)[i]);
  }

  // "epoch 1, channel Fz: ", of the dimensions that have more than one element.
  std::string place(const NamedArray& of, std::size_t index) const {
    std::string text;
    for (std::size_t k = of.shape.size(); k-- > 0; index /= of.shape[k]) {
      if (of.shape[k] < 2) continue;
      const std::string here = fmt::format("{} {}", of.dims[k], label(of.dims[k], index % of.shape[k]));
      text = text.empty() ? here : here + ", " + text;
    }
    return text.empty() ? text : text + ": ";
  }

  std::span<const NamedArray> answer_;
  const Places& places_;
  std::size_t count_ = 0;
  std::string first_;
};

// Of pairs: a value has the reason of its channel or its partner, or its templates have no match. Without the values of
// epochs their number is that of the epochs that are in the mean.
std::optional<Notice> of_pairs(std::span<const NamedArray> answer, const NamedArray& reason, NotFinite found) {
  const auto& reasons = std::get<std::vector<std::string>>(reason.values);
  const NamedArray &mean = *array_of(answer, "mean"), *const value = array_of(answer, "value");
  const auto& means = std::get<std::vector<double>>(mean.values);
  const auto& valid = std::get<std::vector<std::uint64_t>>(array_of(answer, "valid_epochs")->values);
  const std::size_t n = reason.shape.back(), n_epochs = reasons.size() * n / means.size();
  const auto why = [&](std::size_t row, std::size_t pair) -> std::pair<std::size_t, const std::string&> {
    const std::size_t a = row * n + pair / n, b = row * n + pair % n;
    return reasons[a].empty() ? std::pair<std::size_t, const std::string&>(b, reasons[b])
                              : std::pair<std::size_t, const std::string&>(a, reasons[a]);
  };
  for (std::size_t row = 0; row < reasons.size() / n; ++row) {
    for (std::size_t pair = 0; pair < n * n; ++pair) {
      const auto& [at, text] = why(row, pair);
      if (!text.empty() && !found.is_known(text)) found.add(reason, at, text);
      if (value == nullptr || !text.empty()) continue;
      const std::size_t index = row * n * n + pair;
      if (!std::isfinite(std::get<std::vector<double>>(value->values)[index])) found.add(*value, index, kNoMatch);
    }
  }
  for (std::size_t cell = 0; value == nullptr && cell < means.size(); ++cell) {
    std::size_t used = 0;
    for (std::size_t epoch = 0; epoch < n_epochs; ++epoch) {
      used += why(cell / (n * n) * n_epochs + epoch, cell % (n * n)).second.empty() ? 1 : 0;
    }
    const std::size_t in_mean = std::isfinite(means[cell]) ? std::min<std::size_t>(valid[cell], used) : 0;
    found.add(mean, cell, kNoMatch, used - in_mean);
  }
  return found.notice(reasons.size() * n, value == nullptr ? " before the mean" : "");
}

}  // namespace

std::optional<Notice> not_finite(std::span<const NamedArray> answer, const Places& places) {
  const NamedArray& reason = *array_of(answer, "reason");
  NotFinite found(answer, places);
  if (array_of(answer, "mean") != nullptr) return of_pairs(answer, reason, std::move(found));
  const auto& reasons = std::get<std::vector<std::string>>(reason.values);
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (!reasons[i].empty() && !found.is_known(reasons[i])) found.add(reason, i, reasons[i]);
  }
  return found.notice(reasons.size());
}

}  // namespace biotropy::entropy
