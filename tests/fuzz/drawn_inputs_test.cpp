#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include "base/parallel.h"
#include "serve/messages.h"
#include "sim/rng.h"
#include "tests/fuzz/targets.h"

using namespace novphy;

namespace {

/// The number in this variable of the environment, by which scripts/long_tests.sh asks for more
/// inputs.
int asked_inputs(const char* variable, int usual) {
  const char* asked = std::getenv(variable);
  return asked == nullptr ? usual : std::stoi(asked);
}

constexpr int kServerInputs = 100'000;
constexpr int kWorldInputs = 500;
constexpr int kWorldBytes = 800;  // they reach the laws, which are drawn last
constexpr int kPlays =
    2'000;  // one input of this number begins with a trial, whose world costs most of the time

char byte_of(int value) { return static_cast<char>(value); }

/// A few random bytes, with a bias towards the numbers in which readers go wrong.
void add_number(std::string& bytes, Rng& rng) {
  const int form = rng.integer(0, 3);
  if (form == 0) bytes += std::string(4, '\0');
  if (form == 1) bytes += std::string("\xff\xff\xff\xff");
  if (form == 2)
    bytes += std::string("\0\0", 2) + byte_of(rng.integer(0, 255)) + byte_of(rng.integer(0, 255));
  if (form == 3)
    for (int i = 0; i < 4; ++i) bytes += byte_of(rng.integer(0, 255));
}

/// Requests of this kind are left out of most inputs: pictures and worlds take a millisecond to make.
bool takes_long(const MessageKind& kind) {
  return kind.name.find("picture") != std::string_view::npos || kind.id == MessageId::kScreenshot ||
         kind.id == MessageId::kReadyForSet;
}

/// Requests of the table with random fields.
std::string random_requests(Rng& rng) {
  std::string bytes;
  for (int i = 0, count = rng.integer(1, 6); i < count; ++i) {
    const auto table = message_table();
    const MessageKind& kind =
        table[static_cast<std::size_t>(rng.integer(0, static_cast<int>(table.size()) - 1))];
    if (takes_long(kind)) continue;
    bytes += byte_of(static_cast<int>(kind.id));
    for (int k = rng.integer(0, 6); k > 0; --k) add_number(bytes, rng);
  }
  return bytes;
}

}  // namespace

TEST_CASE("drawn inputs of a client leave no wrong reply") {
  const int inputs = asked_inputs("NOVPHY_SERVER_INPUTS", kServerInputs);
  Rng rng = Rng::stream(1, "tests/serve");
  for (int i = 0; i < inputs; ++i) {
    std::string input{byte_of(rng.integer(0, 255))};
    if (i % kPlays == 0) input += std::string("\x44\x44\x35");  // ready, ready, next level
    input += random_requests(rng);
    fuzz::run_server(input);
  }
  SUCCEED();
}

TEST_CASE("drawn tasks with every kind of law play to an end") {
  const int inputs = asked_inputs("NOVPHY_WORLD_INPUTS", kWorldInputs);
  const int first = asked_inputs("NOVPHY_WORLD_FIRST", 0);  // to play the input of a finding alone
  const auto threads = static_cast<unsigned>(asked_inputs("NOVPHY_WORLD_THREADS", 1));
  parallel_for(static_cast<std::size_t>(inputs), threads, [first](std::size_t i) {
    const std::size_t index = static_cast<std::size_t>(first) + i;
    Rng rng = Rng::stream(1, "tests/world", index);
    std::string input;
    for (int k = 0; k < kWorldBytes; ++k) input += byte_of(rng.integer(0, 255));
    try {
      fuzz::run_world(input);
    } catch (const std::exception& error) {
      throw std::runtime_error("input " + std::to_string(index) + ": " + error.what());
    }
  });
  SUCCEED();
}
