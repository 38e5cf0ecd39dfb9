// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/sections.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "biotropy/error.hpp"

namespace biotropy::prepare {

namespace {

// The two delayed sums of a transposed direct form II section.
struct State {
  double first = 0.0, second = 0.0;
};

// Steady states for a constant input.
std::vector<State> settled(const Sections& sections, double input) {
  std::vector<State> states;
  double level = 1.0;
  for (const Section& s : sections) {
    const double output = level * (s.b0 + s.b1 + s.b2) / (1.0 + s.a1 + s.a2);
    states.push_back({(output - s.b0 * level) * input, (s.b2 * level - s.a2 * output) * input});
    level = output;
  }
  return states;
}

// Filters from these states on.
template <typename Iterator>
void run(const Sections& sections, std::vector<State>& states, Iterator sample, Iterator end) {
  for (; sample != end; ++sample) {
    double value = *sample;
    for (std::size_t k = 0; k < sections.size(); ++k) {
      const Section& s = sections[k];
      State& state = states[k];
      const double output = s.b0 * value + state.first;
      state.first = s.b1 * value - s.a1 * output + state.second;
      state.second = s.b2 * value - s.a2 * output;
      value = output;
    }
    *sample = value;
  }
}

bool stops_constants(const Sections& sections) {
  return std::any_of(sections.begin(), sections.end(), [](const Section& s) { return s.b0 + s.b1 + s.b2 == 0.0; });
}

}  // namespace

std::size_t reflection_length(const Sections& sections) {
  const auto first_order = [&](double Section::*coefficient) {
    return std::count_if(sections.begin(), sections.end(), [&](const Section& s) { return s.*coefficient == 0.0; });
  };
  // Three times the number of coefficients of the whole filter; a section without b2 and a2 counts as first order.
  const auto shorter = static_cast<std::size_t>(std::min(first_order(&Section::b2), first_order(&Section::a2)));
  return 3 * (2 * sections.size() + 1 - shorter);
}

std::vector<double> zero_phase(const Sections& sections, std::vector<double> samples) {
  const std::size_t length = reflection_length(sections);
  if (samples.size() <= length) {
    throw Error(ErrorCode::too_short,
                fmt::format("zero-phase filtering by {} sections needs more than {} samples, not {}", sections.size(),
                            length, samples.size()));
  }
  auto [before, behind] = odd_reflection(samples, length);
  // A filter that removes constants gets the series minus its first sample, because a large amplifier offset in its
  // states would cost digits of the signal.
  if (stops_constants(sections)) {
    const double offset = samples.front();
    for (std::vector<double>* part : {&before, &samples, &behind}) {
      for (double& value : *part) value -= offset;
    }
  }
  std::vector<State> states = settled(sections, before.front());
  for (std::vector<double>* part : {&before, &samples, &behind}) run(sections, states, part->begin(), part->end());
  states = settled(sections, behind.back());
  for (std::vector<double>* part : {&behind, &samples}) run(sections, states, part->rbegin(), part->rend());
  return samples;
}

Reflection odd_reflection(series::Samples samples, std::size_t length) {
  Reflection reflection;
  for (std::size_t i = length; i > 0; --i) reflection.before.push_back(2.0 * samples.front() - samples[i]);
  const std::size_t last = samples.size() - 1;
  for (std::size_t i = 1; i <= length; ++i) reflection.behind.push_back(2.0 * samples.back() - samples[last - i]);
  return reflection;
}

}  // namespace biotropy::prepare
