// SPDX-License-Identifier: Apache-2.0
//
// Arrays of a model, packed as a child process sends them: bytes of NetCDF are the target `arrays`. A model that is
// taken classifies samples.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "biotropy/files/results/arrays_internal.hpp"
#include "biotropy/live/state_stream.hpp"
#include "biotropy/sicamm/model_file_internal.hpp"
#include "tests/fuzz/promise.hpp"

namespace {

using namespace biotropy;

void classify(sicamm::Model model) {
  const std::size_t classes = model.classes.size();
  live::States states;
  try {
    live::StateStream stream(std::make_shared<const sicamm::TrainedModel>(std::move(model)));
    std::vector<double> samples(40 * stream.channels().size());
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = std::sin(static_cast<double>(i * i));
    samples.back() = std::nan("");
    stream.push(samples, {}, states);
    stream.finish(states);
  } catch (const Error&) {
    return;  // as where features need a rate
  }
  for (const std::int32_t label : states.labels) {
    fuzz::require(label >= 0 && static_cast<std::size_t>(label) < classes, "a label that is no class");
  }
  for (const double posterior : states.posteriors) {
    fuzz::require(posterior >= 0.0 && posterior <= 1.0, "a posterior that is no probability");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto arrays = files::unpacked({reinterpret_cast<const char*>(data), size});
  if (!arrays) return 0;
  try {
    sicamm::Model model = sicamm::model_of(*arrays, "input");
    classify(std::move(model));
  } catch (const Error& error) {
    fuzz::require_refusal(error, {ErrorCode::bad_file, ErrorCode::unsupported}, "input: ");
  }
  return 0;
}
