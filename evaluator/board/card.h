#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "evaluator/load.h"

/// Agent cards: what the authors of a board's entry say about it. docs/board.md describes the file.
namespace novphy {

/// What an agent is given to see.
enum class CardTrack { kText, kPicture };
inline constexpr WordCodec<CardTrack, 2> kTrack{{"text", "picture"}};

/// Means by the keys of measures.
using PrintedMeans = std::map<std::string, double>;

/// Figures that somebody has printed, which no play stands behind.
struct PrintedFigures {
  std::string source;  ///< where they are printed
  PrintedMeans all;    ///< over all novelty-scenarios
  std::map<std::string, PrintedMeans> novelties;
  std::map<std::string, PrintedMeans> scenarios;
  friend bool operator==(const PrintedFigures&, const PrintedFigures&) = default;
};

/// All texts come from strangers: only pages that escape them may show them.
struct AgentCard {
  int format = 1;
  std::string name;
  std::vector<std::string> authors;
  CardTrack track = CardTrack::kText;
  std::string data;  ///< what the agent was trained on
  std::string hardware;
  std::string cost;
  std::string link;                       ///< begins with http:// or https://; "": none
  std::string description;                ///< one paragraph; "": none
  bool reference = false;                 ///< shown and not ranked, such as a ceiling
  std::optional<PrintedFigures> printed;  ///< instead of records; only a reference has them
  friend bool operator==(const AgentCard&, const AgentCard&) = default;
};

/// Reads a card. Throws InputError with every problem of the file.
AgentCard read_card(const std::string& file);
AgentCard parse_card(const std::string& text, const std::string& file);

/// The card as its file holds it: a field a line.
std::string card_text(const AgentCard& card);

/// The people of NovPhy's paper (Tables 2 and 3), as an entry that is printed.
AgentCard card_of_papers_people();

/// What came of playing an entry's records again.
struct ReplayVerdict {
  int played = 0;     ///< records whose shots were played again
  int unplayed = 0;   ///< records of tasks that the agent could not play
  int different = 0;  ///< records that now come out differently
  std::vector<std::string>
      first{};  ///< the first differences, such as "records.jsonl:17: score: 10 recorded, 0 now"
};
/// The number of differences that ReplayVerdict::first holds at most.
inline constexpr std::size_t kShownDifferences = 5;

/// An entry of a board: a card, and records that were played again. `log` is empty for printed figures.
struct BoardEntry {
  std::string folder;  ///< its name: letters, digits, "_", "-" and "."
  AgentCard card;
  std::optional<AgentLog> log{};
  ReplayVerdict replay{};
};

}  // namespace novphy
