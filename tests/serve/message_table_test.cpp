#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <string>

#include "serve/messages.h"

using namespace novphy;

namespace {

/// The ids of docs/reference/server.md: the first cells of the rows of the table under "Messages".
std::set<int> documented_ids() {
  std::ifstream page(NOVPHY_SOURCE_DIR "/docs/reference/server.md");
  std::set<int> ids;
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) in_table = line == "## Messages";
    if (in_table && line.starts_with("| ") && std::isdigit(static_cast<unsigned char>(line[2])))
      REQUIRE(ids.insert(std::stoi(line.substr(2))).second);
  }
  return ids;
}

}  // namespace

TEST_CASE("the documentation's table holds the messages of the code") {
  std::set<int> ids;
  for (const MessageKind& message : message_table()) ids.insert(static_cast<int>(message.id));
  CHECK(ids.size() == message_table().size());
  CHECK(documented_ids() == ids);
}

TEST_CASE("a message is found by its id") {
  CHECK(message_of(53)->id == MessageId::kNextLevel);
  CHECK(message_of(0) == nullptr);
  CHECK(message_of(16) == nullptr);
}
