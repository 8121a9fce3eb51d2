#include "agents/learning/nets/weights_file.h"

#include <catch2/catch.hpp>
#include <functional>
#include <limits>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

constexpr std::size_t kHeaderStart = 24;

SavedNet some_saved_net() {
  SavedNet net{.shape = {.tokens = 2, .features = 3, .actions = 4, .hidden = 5}, .action_set = "grid"};
  net.texts = {{"template", "rolling/agents"}, {"odd \"text\"", "ä\n"}};
  for (std::size_t i = 0; i < weight_count(net.shape); ++i)
    net.weights.push_back(static_cast<float>(i) / 7 - 3);
  return net;
}

SavedNet some_training() {
  SavedNet net = some_saved_net();
  net.shape = {.kind = NetKind::kRelational,
               .tokens = 3,
               .features = 2,
               .actions = 6,
               .width = 4,
               .heads = 2,
               .values_of_tokens = true};
  net.weights.assign(weight_count(net.shape), -0.5F);
  net.optimiser = {17, std::vector(net.weights.size(), 0.25F), std::vector(net.weights.size(), 1e-30F)};
  return net;
}

/// The bytes with the hash that belongs to them.
std::string with_hash(std::string bytes) {
  std::uint64_t hash = fnv1a(std::string_view(bytes).substr(0, bytes.size() - 8));
  for (std::size_t i = bytes.size() - 8; i < bytes.size(); ++i, hash >>= 8U)
    bytes[i] = static_cast<char>(hash & 0xFFU);
  return bytes;
}

/// The file with another text of the same length in its header, and with the hash that belongs to it.
std::string with_header(const std::string& from, const std::string& to) {
  std::string bytes = weights_to_bytes(some_saved_net());
  REQUIRE(from.size() == to.size());
  bytes.replace(bytes.find(from), from.size(), to);
  return with_hash(bytes);
}

std::string why_refused(const std::string& bytes) {
  try {
    parse_weights(bytes, "w");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void check_says(const std::string& message, const std::string& part) {
  INFO(message);
  CHECK(message.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("a saved net is equal after writing and reading, with and without a training to go on with") {
  const TemporaryFolder folder;
  const SavedNet net = GENERATE(some_saved_net(), some_training());
  write_weights(folder / "w", net);
  CHECK(read_weights(folder / "w") == net);
  CHECK(read_file(folder / "w") == weights_to_bytes(net));
}

TEST_CASE("the bytes of weights are what docs/reference/learning.md says") {
  const std::string bytes = weights_to_bytes(some_saved_net());
  CHECK(bytes.substr(0, 20) == std::string("novphy weights\r\n\x01\0\0\0", 20));
  CHECK(bytes.substr(kHeaderStart, bytes.find('\n', kHeaderStart) - kHeaderStart) ==
        "{\"net\": {\"kind\": \"dqn\", \"tokens\": 2, \"features\": 3, \"actions\": 4, \"hidden\": 5}, "
        "\"action_set\": \"grid\", \"optimiser_steps\": 0, "
        "\"texts\": {\"odd \\\"text\\\"\": \"ä\\n\", \"template\": \"rolling/agents\"}}");
  const std::size_t weights = bytes.find("}}\n") + 3;
  CHECK(bytes.substr(weights, 4) == std::string("\0\0\x40\xC0", 4));  // -3
  CHECK(bytes.size() == weights + 4 * some_saved_net().weights.size() + 8);
}

TEST_CASE("weights that another program wrote by docs/reference/learning.md are read") {
  const SavedNet net = read_weights(NOVPHY_SOURCE_DIR "/tests/fuzz/weights/relational");
  CHECK(net.shape.kind == NetKind::kRelational);
  CHECK(net.shape.values_of_tokens);
  CHECK(net.action_set == "planner");
  CHECK(net.weights == std::vector(net.weights.size(), 0.5F));
  CHECK(net.optimiser ==
        AdamWState{3, std::vector(net.weights.size(), 0.25F), std::vector(net.weights.size(), 0.125F)});
}

TEST_CASE("the hash of weights changes with every part") {
  const SavedNet net = some_saved_net();
  SavedNet other = net;
  CHECK(weights_hash(other) == weights_hash(net));
  other.weights.back() += 1e-6F;
  CHECK(weights_hash(other) != weights_hash(net));
  other = net;
  other.texts["template"] = "rolling/goals";
  CHECK(weights_hash(other) != weights_hash(net));
}

TEST_CASE("weights that are cut anywhere are refused") {
  const std::string bytes = weights_to_bytes(some_saved_net());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    CAPTURE(length);
    if (why_refused(bytes.substr(0, length)).empty()) FAIL("taken");
  }
  check_says(why_refused(bytes.substr(0, bytes.size() - 9)), "w: the file is cut: ");
}

TEST_CASE("weights with any byte changed are refused") {
  const std::string bytes = weights_to_bytes(some_saved_net());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CAPTURE(i);
    if (why_refused(changed).empty()) FAIL("taken");
  }
  check_says(why_refused(bytes + "x"), "bytes of numbers, and the header's sizes need");
  std::string changed = bytes;
  changed[bytes.size() - 20] ^= 1;
  CHECK(why_refused(changed) == "w: the file was changed: its hash is not that of its content");
}

TEST_CASE("bad weights are refused with the reason") {
  CHECK(why_refused("{\"novphy_plan\": 1}") == "w: this is a plan; a file of weights is expected");
  CHECK(why_refused("my thesis") == "w: this is not a file of weights");
  std::string bytes = weights_to_bytes(some_saved_net());
  bytes[16] = 2;
  CHECK(why_refused(bytes) == "w: weights of version 2; version 1 is expected");
  check_says(why_refused(with_header("\"dqn\"", "\"DQN\"")), "/net/kind");
  check_says(why_refused(with_header("\"hidden\"", "\"hidten\"")), "/net/hid");
  check_says(why_refused(with_header("\"actions\": 4", "\"actions\": 0")), "sizes of a net: expected 1 to");
  check_says(why_refused(with_header("\"actions\": 4", "\"actions\": 5")), "the file is cut: ");
  check_says(why_refused(with_header("\"tokens\": 2,", "\"tokens\":[],")), "/net/tokens");
  check_says(why_refused(with_header("\"texts\": {", "\"texts\":[{")), "w:");
}

TEST_CASE("weights that are not finite are refused") {
  SavedNet net = some_saved_net();
  net.weights[3] = std::numeric_limits<float>::infinity();
  CHECK(why_refused(weights_to_bytes(net)) == "w: weight 3 is not a finite number");
  net = some_training();
  net.optimiser.square[5] = std::numeric_limits<float>::quiet_NaN();
  CHECK(why_refused(weights_to_bytes(net)) == "w: the optimiser's square 5 is not a finite number");
}

TEST_CASE("weights of another size or set of actions are refused, with both in the message") {
  const SavedNet net = some_saved_net();
  CHECK_NOTHROW(expect_net(net, net.shape, "grid", "w"));
  CHECK_THROWS_WITH(
      expect_net(net, net.shape, "planner", "w"),
      Catch::Contains("for the actions \"grid\"; expected") && Catch::Contains("the actions \"planner\""));
  NetShape other = net.shape;
  other.actions = 180;
  CHECK_THROWS_AS(expect_net(net, other, "grid", "w"), InputError);
}
