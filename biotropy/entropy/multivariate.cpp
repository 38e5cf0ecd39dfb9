// SPDX-License-Identifier: Apache-2.0
//
// Measures of all channels of an epoch together: MvSampEn (Ahmed and Mandic 2011, 2012) and MvFuzzyEn (Ahmed et al.
// 2016).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/parameters.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/match/multivariate/composite_query.hpp"

namespace biotropy::entropy {

namespace {

// Samples and delays of every channel in the composite delay vectors of a multivariate measure.

struct Embedding {
  std::vector<int> m, tau;

  /// Samples between the first and the last of a longer vector: the largest m_k tau_k.
  std::size_t reach() const {
    std::size_t reach = 0;
    for (std::size_t k = 0; k < std::max(m.size(), tau.size()); ++k) {
      reach = std::max(reach, static_cast<std::size_t>(m[std::min(k, m.size() - 1)]) *
                                  static_cast<std::size_t>(tau[std::min(k, tau.size() - 1)]));
    }
    return reach;
  }
};

constexpr int kMostOfChannel = 1000;

std::vector<int> listed(const char* name, const std::string& text) {
  std::vector<int> numbers;
  const char *place = text.data(), *end = text.data() + text.size();
  while (true) {
    int number = 0;
    const auto [behind, error] = std::from_chars(place, end, number);
    if (error != std::errc() || number < 1 || number > kMostOfChannel || (behind != end && *behind != ',')) {
      throw Error::argument(name, text,
                            fmt::format("integers from 1 to {} with commas, one for each channel", kMostOfChannel));
    }
    numbers.push_back(number);
    if (behind == end) return numbers;
    place = behind + 1;
  }
}

std::vector<int> for_channels(const char* name, const std::string& text, int same, std::size_t n_channels) {
  if (text.empty()) return std::vector<int>(n_channels, same);
  std::vector<int> numbers = listed(name, text);
  if (numbers.size() == n_channels) return numbers;
  throw Error::argument(name, text, fmt::format("one number for each of the {} channels", n_channels));
}

/// @throws Error invalid_argument if a list is not of integers, or has another number of channels.
Embedding embedding_of(Measure measure, const Parameters& parameters, std::size_t n_channels) {
  if (n_channels == 0) throw Error(ErrorCode::invalid_data, "there are no channels; there must be at least one");
  return {for_channels("channel_m", parameters.channel_m, length_of(measure, parameters), n_channels),
          for_channels("channel_tau", parameters.channel_tau, parameters.tau, n_channels)};
}

/// The same without a number of channels: of the lists as they are, or of one channel.
Embedding embedding_of(Measure measure, const Parameters& parameters) {
  const auto of = [](const char* name, const std::string& text, int same) {
    return text.empty() ? std::vector{same} : listed(name, text);
  };
  return {of("channel_m", parameters.channel_m, length_of(measure, parameters)),
          of("channel_tau", parameters.channel_tau, parameters.tau)};
}

bool is_processor(const Execution& execution) {
  return execution.device == "auto" || execution.device == "cpu";
}

class Multivariate : public Family {
 public:
  void validate(Measure measure, const Parameters& parameters) const override {
    embedding_of(measure, parameters);
    match::composite_engine(parameters.engine);
  }

  std::size_t least_samples(Measure measure, const Parameters& parameters) const override {
    return embedding_of(measure, parameters).reach() + 2;
  }

  TemplateCount templates(Measure, Samples, const Parameters&) const override { return {}; }

  std::string_view measure(const Batch& batch, const Parameters& parameters, const Receive& receive,
                           const Execution& execution) const override {
    require_processor(batch.measure, execution);
    const match::Rule rule = rule_of(batch.measure, parameters, batch.tolerance);
    const Embedding embedding = embedding_of(batch.measure, parameters, batch.group_size);
    for (std::size_t group = 0; group * batch.group_size < batch.series.size(); ++group) {
      const auto channels = batch.series.subspan(group * batch.group_size, batch.group_size);
      Entropy entropy =
          value({channels, embedding.m, embedding.tau, rule.r, rule.boundary, rule.templates, parameters.approach},
                batch.measure, parameters, execution);
      entropy.r = rule.r;
      receive(group, 0, entropy);
    }
    return engine(parameters);
  }

 protected:
  /// No device counts several channels together.
  virtual void require_processor(Measure measure, const Execution& execution) const = 0;
  virtual Entropy value(const match::CompositeQuery& query, Measure measure, const Parameters& parameters,
                        const Execution& execution) const = 0;
  virtual std::string_view engine(const Parameters& parameters) const = 0;

  static Entropy with_numbers(const match::CompositeCounts& counts) {
    Entropy entropy;
    entropy.pairs_m = counts.pairs_m;
    entropy.pairs_m1 = counts.pairs_m1;
    entropy.templates_m = counts.templates_m;
    entropy.templates_m1 = counts.templates_m1;
    return entropy;
  }
};

// Parts of the pairs that match: there are more pairs of longer vectors.
class MultivariateMatches final : public Multivariate {
 public:
  Ratio ratio(const Entropy& entropy) const override {
    return {static_cast<double>(entropy.matches_m) / static_cast<double>(entropy.pairs_m),
            static_cast<double>(entropy.matches_m1) / static_cast<double>(entropy.pairs_m1)};
  }

  double seconds(double n, const Parameters& parameters) const override {
    return n * n * (parameters.engine == "direct" ? 1e-7 : 1e-9);
  }

 private:
  void require_processor(Measure measure, const Execution& execution) const override {
    if (is_processor(execution)) return;
    throw Error(ErrorCode::no_engine, fmt::format("the device '{}' does not count for {}: choose cpu or auto",
                                                  execution.device, word(measure)));
  }

  Entropy value(const match::CompositeQuery& query, Measure measure, const Parameters& parameters,
                const Execution& execution) const override {
    const match::CompositeCounts counts = match::count_composite(query, parameters.engine, execution);
    Entropy entropy = with_numbers(counts);
    entropy.matches_m = counts.matches_m;
    entropy.matches_m1 = counts.matches_m1;
    const Ratio parts = ratio(entropy);
    logarithm_of_ratio(entropy, measure, parts.at_m, parts.at_m1, parameters);
    return entropy;
  }

  std::string_view engine(const Parameters& parameters) const override {
    return match::composite_engine(parameters.engine);
  }
};

class MultivariateMembership final : public Multivariate {
 public:
  void validate(Measure measure, const Parameters& parameters) const override {
    Multivariate::validate(measure, parameters);
    membership_family().validate(measure, parameters);
  }

  void require_use(std::string_view option, const std::string& value, const Parameters& parameters) const override {
    membership_family().require_use(option, value, parameters);
  }

  Ratio ratio(const Entropy& entropy) const override { return membership_family().ratio(entropy); }
  std::span<const Number> numbers() const override { return membership_family().numbers(); }
  double seconds(double n, const Parameters&) const override { return n * n * 1e-7; }

 private:
  void require_processor(Measure measure, const Execution& execution) const override {
    if (is_processor(execution) || !execution.notify) return;
    execution.notify(warning("device_unused", fmt::format("{} is summed on the processor, not on the device '{}'",
                                                          word(measure), execution.device)));
  }

  Entropy value(const match::CompositeQuery& query, Measure measure, const Parameters& parameters,
                const Execution& execution) const override {
    const match::CompositeSums sums = match::composite_sums(query, membership_of(parameters, query.r),
                                                            parameters.local_mean == LocalMean::removed, execution);
    Entropy entropy = with_numbers(sums.pairs);
    // Ordered pairs, as in the sums of the other fuzzy measures.
    entropy.pairs_m *= 2;
    entropy.pairs_m1 *= 2;
    entropy.membership_m = membership_sum(2.0 * sums.at_m, parameters);
    entropy.membership_m1 = membership_sum(2.0 * sums.at_m1, parameters);
    const Ratio means = ratio(entropy);
    logarithm_of_ratio(entropy, measure, means.at_m, means.at_m1, parameters);
    return entropy;
  }

  std::string_view engine(const Parameters&) const override { return {}; }
};

}  // namespace

int longest_delay(Measure measure, const Parameters& parameters) {
  if (!is_multivariate(measure)) return parameters.tau;
  const Embedding embedding = embedding_of(measure, parameters);
  return *std::max_element(embedding.tau.begin(), embedding.tau.end());
}

const Family& multivariate_family() {
  static const MultivariateMatches family;
  return family;
}

const Family& multivariate_fuzzy_family() {
  static const MultivariateMembership family;
  return family;
}

}  // namespace biotropy::entropy
