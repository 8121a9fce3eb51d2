#include "evaluator/board/board.h"
#include "tests/fuzz/targets.h"

namespace novphy::fuzz {

void run_card(std::string_view bytes) {
  read_or_refuse([&] {
    const AgentCard card = parse_card(std::string(bytes), "card.json");
    need(parse_card(card_text(card), "again.json") == card, "a card is another after writing and reading");
  });
}

}  // namespace novphy::fuzz
