#include "agents/learning/nets/weights_file.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <concepts>
#include <span>
#include <stdexcept>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"

namespace novphy {
namespace {

constexpr std::string_view kMagic = "novphy weights\r\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kLongestHeader = std::size_t{64} << 10U;
constexpr FileBounds kHeaderBounds{"the header of weights", kLongestHeader, 10'000};
constexpr std::size_t kPreface = kMagic.size() + 2 * sizeof(std::uint32_t);
constexpr std::size_t kHashBytes = sizeof(std::uint64_t);

template <std::unsigned_integral Word>
void put(std::string& bytes, Word word) {
  for (std::size_t i = 0; i < sizeof(Word); ++i) bytes += static_cast<char>((word >> (8 * i)) & 0xFFU);
}

/// The number in the first bytes, lowest byte first.
template <std::unsigned_integral Word>
Word word_of(std::string_view bytes) {
  Word word = 0;
  for (std::size_t i = 0; i < sizeof(Word); ++i)
    word |= static_cast<Word>(static_cast<Word>(static_cast<unsigned char>(bytes[i])) << (8 * i));
  return word;
}

void put(std::string& bytes, std::span<const float> numbers) {
  for (const float number : numbers) put(bytes, std::bit_cast<std::uint32_t>(number));
}

std::vector<float> take_numbers(std::string_view& bytes, std::size_t count) {
  std::vector<float> numbers(count);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = std::bit_cast<float>(word_of<std::uint32_t>(bytes.substr(i * sizeof(float))));
  bytes.remove_prefix(count * sizeof(float));
  return numbers;
}

constexpr WholeCodec kSize{0, 1'000'000};
constexpr WordCodec<NetKind, 2> kKind{{"dqn", "relational"}};

}  // namespace

void describe(FieldIo& io, NetShape& shape) {
  io.field("kind", shape.kind, kKind);
  io.field("tokens", shape.tokens, kSize);
  io.field("features", shape.features, kSize);
  io.field("actions", shape.actions, kSize);
  io.field("hidden", shape.hidden, kSize);
  if (shape.kind != NetKind::kRelational) return;
  io.field("width", shape.width, kSize);
  io.field("heads", shape.heads, kSize);
  io.field("blocks", shape.blocks, kSize);
  io.field("values_of_tokens", shape.values_of_tokens, FlagCodec{});
}

/// The header of the file: what is known of the net besides its weights.
void describe(FieldIo& io, SavedNet& net) {
  io.field("net", net.shape, ObjectCodec<NetShape>{});
  io.field("action_set", net.action_set, TextCodec{});
  io.field("optimiser_steps", net.optimiser.steps, Unsigned64Codec{});
  io.field("texts", net.texts, MapCodec{TextCodec{}});
}

std::string_view name_of(NetKind kind) { return kKind.word(kind); }

namespace {

std::string header_json(const SavedNet& net) {
  JsonText header{.with_blanks = true};
  write_fields(header, net);
  return header.text + "\n";
}

/// What the header says, without the weights.
SavedNet read_header(std::string_view text, const std::string& file) {
  JsonDocument document(text, file, kHeaderBounds);
  auto net = read_fields<SavedNet>(document.root());
  document.check();
  return net;
}

void check_shape(const NetShape& shape, const std::string& file) try {
  check(shape);
} catch (const std::invalid_argument& problem) {
  throw InputError(file, problem.what());
}

/// Throws if the bytes are those of another kind of file or of another version.
void check_preface(std::string_view bytes, const std::string& file) {
  expect_kind(bytes, file, FileKind::kWeights);
  if (!bytes.starts_with(kMagic)) throw InputError(file, "this is not a file of weights");
  if (bytes.size() < kPreface + kHashBytes) throw InputError(file, "the file is cut");
  const auto version = word_of<std::uint32_t>(bytes.substr(kMagic.size()));
  if (version != kVersion)
    throw InputError(file, "weights of version " + std::to_string(version) + "; version " +
                               std::to_string(kVersion) + " is expected");
}

/// The text of the header.
std::string_view header_of(std::string_view bytes, const std::string& file) {
  const auto length = word_of<std::uint32_t>(bytes.substr(kPreface - sizeof(std::uint32_t)));
  if (length > kLongestHeader) throw InputError(file, too_long(kHeaderBounds));
  if (length > bytes.size() - kPreface - kHashBytes) throw InputError(file, "the file is cut");
  return bytes.substr(kPreface, length);
}

/// Throws if the hash at the end does not match the bytes before it.
void check_hash(std::string_view bytes, const std::string& file) {
  const std::string_view hashed = bytes.substr(0, bytes.size() - kHashBytes);
  if (word_of<std::uint64_t>(bytes.substr(hashed.size())) != fnv1a(hashed))
    throw InputError(file, "the file was changed: its hash is not that of its content");
}

void check_length(std::size_t found, std::size_t expected, const std::string& file) {
  if (found == expected) return;
  throw InputError(file, (found < expected ? "the file is cut: " : "") + std::to_string(found) +
                             " bytes of numbers, and the header's sizes need " + std::to_string(expected));
}

void check_numbers(std::span<const float> numbers, std::string_view what, const std::string& file) {
  const auto wrong = std::ranges::find_if_not(numbers, [](float x) { return std::isfinite(x); });
  if (wrong == numbers.end()) return;
  throw InputError(
      file, std::string(what) + " " + std::to_string(wrong - numbers.begin()) + " is not a finite number");
}

std::string in_words(const NetShape& shape, std::string_view action_set) {
  return to_json(shape) + " for the actions " + in_quotes(action_set);
}

}  // namespace

std::string weights_to_bytes(const SavedNet& net) {
  assert(net.weights.size() == weight_count(net.shape));
  const std::string header = header_json(net);
  std::string bytes(kMagic);
  put(bytes, kVersion);
  put(bytes, static_cast<std::uint32_t>(header.size()));
  bytes += header;
  put(bytes, net.weights);
  put(bytes, net.optimiser.mean);
  put(bytes, net.optimiser.square);
  put(bytes, fnv1a(bytes));
  return bytes;
}

std::uint64_t weights_hash(const SavedNet& net) {
  const std::string bytes = weights_to_bytes(net);
  return word_of<std::uint64_t>(std::string_view(bytes).substr(bytes.size() - kHashBytes));
}

SavedNet parse_weights(std::string_view bytes, const std::string& file) {
  check_preface(bytes, file);
  const std::string_view header = header_of(bytes, file);
  SavedNet net = read_header(header, file);
  check_shape(net.shape, file);
  const std::size_t count = weight_count(net.shape);
  std::string_view rest = bytes.substr(kPreface + header.size());
  rest.remove_suffix(kHashBytes);
  check_length(rest.size(), count * sizeof(float) * (net.optimiser.steps > 0 ? 3 : 1), file);
  check_hash(bytes, file);
  net.weights = take_numbers(rest, count);
  check_numbers(net.weights, "weight", file);
  if (net.optimiser.steps == 0) return net;
  net.optimiser.mean = take_numbers(rest, count);
  check_numbers(net.optimiser.mean, "the optimiser's mean", file);
  net.optimiser.square = take_numbers(rest, count);
  check_numbers(net.optimiser.square, "the optimiser's square", file);
  return net;
}

SavedNet read_weights(const std::filesystem::path& file) {
  return parse_weights(read_file(file, kWeightsBounds), file.string());
}

void write_weights(const std::filesystem::path& file, const SavedNet& net) {
  write_atomically(file, weights_to_bytes(net));
}

void expect_net(const SavedNet& net, const NetShape& shape, std::string_view action_set,
                const std::string& file) {
  if (net.shape == shape && net.action_set == action_set) return;
  throw InputError(file, "weights of " + in_words(net.shape, net.action_set) + "; expected weights of " +
                             in_words(shape, action_set));
}

}  // namespace novphy
