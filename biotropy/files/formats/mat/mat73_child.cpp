// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <vector>

#include "biotropy/files/formats/mat/versions_internal.hpp"
#include "biotropy/files/isolated_internal.hpp"
#include "biotropy/system/memory.hpp"

namespace biotropy::files {

namespace {

// First word of every message of the child.
enum class Answer : std::uint32_t {
  shape,     // Shape and the name follow
  numbers,   // a 64-bit count of at most kMostNumbers and as many doubles follow
  end,       // all numbers were sent
  data_set,  // a 64-bit count and as many bytes of a MatDataSet follow; then perhaps its samples, from their shape on
  error      // ErrorHead and the message follow; for an argument what is allowed
};

constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 16;
constexpr std::uint64_t kLongestChildText = std::uint64_t{1} << 20;
constexpr const char* kDamaged =
    "the MATLAB file is damaged: reading it failed, or needed more memory than a file of this size can fill";

struct Shape {
  std::uint64_t rows = 0, columns = 0, is_wide = 0, name_length = 0;
};

struct ErrorHead {
  std::uint32_t code = 0, is_argument = 0;
  std::uint64_t length = 0;
};

class SendingSink : public MatSink {
 public:
  explicit SendingSink(const Sender& sender) : sender_(sender) {}

  bool begin(const MatShape& shape) override {
    const Shape head{shape.rows, shape.columns, shape.is_wide ? 1U : 0U, shape.name.size()};
    send(Answer::shape, head);
    sender_.send(shape.name.data(), shape.name.size());
    return true;
  }

  void take(std::span<const double> numbers) override {
    while (!numbers.empty()) {
      const std::uint64_t count = std::min<std::uint64_t>(kMostNumbers, numbers.size());
      send(Answer::numbers, count);
      sender_.send(numbers.data(), count * sizeof(double));
      numbers = numbers.subspan(count);
    }
  }

  void describe(const MatDataSet& set) {
    const std::string bytes = to_bytes(set);
    send(Answer::data_set, std::uint64_t{bytes.size()});
    sender_.send(bytes.data(), bytes.size());
  }

  void end() { sender_.send(&kEnd, sizeof kEnd); }

  void fail(ErrorCode code, bool is_argument, const std::string& message) {
    const std::uint64_t length = std::min<std::uint64_t>(message.size(), kLongestChildText);
    send(Answer::error, ErrorHead{static_cast<std::uint32_t>(code), is_argument ? 1U : 0U, length});
    sender_.send(message.data(), length);
  }

 private:
  static constexpr Answer kEnd = Answer::end;

  template <class Value>
  void send(Answer answer, const Value& value) {
    sender_.send(&answer, sizeof answer);
    sender_.send(&value, sizeof value);
  }

  const Sender& sender_;
};

// Where not, the reader of the data set refuses it, or has the samples from another file.
bool holds_samples(const MatVariable& data) {
  const auto& dimensions = data.dimensions;
  return data.class_name != "char" && data.obstacle.empty() && dimensions.size() >= 2 &&
         std::find(dimensions.begin(), dimensions.end(), 0) == dimensions.end();
}

void work(Input& input, const std::string& name, bool may_lack_memory, const Sender& sender) {
  SendingSink sink(sender);
  try {
    read_mat73(input, name, sink, [&](const MatDataSet& set, const MatSamples& samples) {
      sink.describe(set);
      if (holds_samples(set.data)) samples(sink);
    });
    sink.end();
  } catch (const Error& error) {
    const bool is_argument = !error.parameter().empty();
    sink.fail(error.code(), is_argument, is_argument ? error.allowed() : error.what());
  } catch (const std::bad_alloc&) {
    // A damaged file can request any memory; one that requests more than its size can fill is damaged.
    const Error error = may_lack_memory ? input.error(ErrorCode::out_of_memory, "not enough memory to read the file")
                                        : input.bad_file(kDamaged);
    sink.fail(error.code(), false, error.what());
  } catch (const std::exception& failure) {
    sink.fail(ErrorCode::internal, false, failure.what());
  }
}

// Receives messages from the child. The child may have been taken over by hostile bytes, so every message is checked.
class Receiver {
 public:
  Receiver(const Input& input, const std::string& name, Isolated& child) : input_(input), name_(name), child_(child) {}

  void receive(MatSink& sink, const MatDataSetReader& data_set) {
    const auto answer = value<Answer>();
    if (answer != Answer::data_set) return receive_numbers(answer, sink);
    const MatDataSet set = receive_data_set();
    data_set(set, [this](MatSink& samples) { receive_numbers(value<Answer>(), samples); });
  }

 private:
  void receive_numbers(Answer first, MatSink& sink) {
    const MatShape shape = receive_shape(first);
    if (!sink.begin(shape)) return;
    std::uint64_t left = shape.rows * shape.columns;
    std::vector<double> block;
    while (true) {
      const auto answer = value<Answer>();
      if (answer == Answer::error) throw_error();
      if (answer == Answer::end && left == 0) return;
      if (answer != Answer::numbers) throw input_.bad_file(kDamaged);
      const auto count = value<std::uint64_t>();
      if (count > std::min(left, kMostNumbers)) throw input_.bad_file(kDamaged);
      block.resize(static_cast<std::size_t>(count));
      receive_bytes(block.data(), block.size() * sizeof(double));
      sink.take(block);
      left -= count;
    }
  }

  MatDataSet receive_data_set() {
    const auto length = value<std::uint64_t>();
    if (length > most_mat_bytes(input_.size())) throw input_.bad_file(kDamaged);
    auto set = data_set_of(text(length, length));
    if (!set) throw input_.bad_file(kDamaged);
    return std::move(*set);
  }

  MatShape receive_shape(Answer answer) {
    if (answer == Answer::error) throw_error();
    if (answer != Answer::shape) throw input_.bad_file(kDamaged);
    const auto head = value<Shape>();
    constexpr std::uint64_t most = std::uint64_t{1} << 60;
    if (head.rows == 0 || head.columns > most / head.rows) throw input_.bad_file(kDamaged);
    return {text(head.name_length), head.rows, head.columns, head.is_wide != 0};
  }

  [[noreturn]] void throw_error() {
    const auto head = value<ErrorHead>();
    const std::string message = text(head.length);
    if (head.is_argument != 0) throw Error::argument("variable", name_, message);
    throw Error(static_cast<ErrorCode>(head.code), message);
  }

  template <class Value>
  Value value() {
    Value bytes{};
    receive_bytes(&bytes, sizeof bytes);
    return bytes;
  }

  std::string text(std::uint64_t length, std::uint64_t longest = kLongestChildText) {
    if (length > longest) throw input_.bad_file(kDamaged);
    std::string bytes(static_cast<std::size_t>(length), '\0');
    receive_bytes(bytes.data(), bytes.size());
    return bytes;
  }

  void receive_bytes(void* to, std::size_t count) {
    if (!child_.receive(to, count)) throw unfinished(child_, input_, kDamaged);
  }

  const Input& input_;
  const std::string& name_;
  Isolated& child_;
};

// The other half is needed for the samples.
std::uint64_t half_of_memory() {
  return system::physical_memory() / 2;
}

// A chunk compressed as a whole must be unpacked as a whole, beside the compressed bytes.
std::uint64_t wanted_memory(const Input& input) {
  return 2 * most_mat_bytes(input.size());
}

IsolationLimits limits_of(const Input& input) {
  constexpr std::uint64_t libraries = std::uint64_t{256} << 20;
  // Slow disks and large compressed variables delay the first number.
  constexpr std::uint64_t bytes_per_millisecond = 2'000, patience = 20'000, most_patience = 3'600'000;
  const std::uint64_t wait = std::min(patience + input.size() / bytes_per_millisecond, most_patience);
  return {libraries + std::min(wanted_memory(input), half_of_memory()), std::chrono::milliseconds(wait)};
}

}  // namespace

void read_mat73_in_child(Input& input, const std::string& name, MatSink& sink, const MatDataSetReader& data_set,
                         Notices& notices) {
  const bool may_lack_memory = wanted_memory(input) > half_of_memory() || system::address_space_limit().has_value();
  input.mapped();
  const auto child =
      isolated([&](const Sender& sender) { work(input, name, may_lack_memory, sender); }, limits_of(input));
  if (!child->is_confined()) notices.push_back(not_confined());
  Receiver(input, name, *child).receive(sink, data_set);
}

}  // namespace biotropy::files
