#include <fmt/core.h>

#include <algorithm>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/json_fields.h"
#include "base/json_reader.h"
#include "base/text.h"
#include "evaluator/board/board.h"
#include "evaluator/record_io.h"
#include "evaluator/tables/paper_results.h"

/// The cards of a board's entries.
namespace novphy {

namespace {

constexpr int kCardFormat = 1;
constexpr std::size_t kLongestLine = 200;  ///< bytes of a text of the card
constexpr std::size_t kLongestParagraph = 2000;

/// Notes a text that is no line for pages and terminals, or longer than this.
void check_text(const Node& node, const std::string& text, std::size_t longest) {
  if (text.empty() || text.size() > longest || !is_printable(text))
    node.expected(fmt::format("a text of 1 to {} bytes without line breaks", longest));
}
constexpr TextCodec kLine{
    [](const Node& node, const std::string& text) { check_text(node, text, kLongestLine); }};
constexpr TextCodec kParagraph{
    [](const Node& node, const std::string& text) { check_text(node, text, kLongestParagraph); }};

/// The agent's name in tables.
constexpr TextCodec kCardName{[](const Node& node, const std::string& name) {
  if (const std::string_view problem = name_problem(name); !problem.empty())
    node.expected(fmt::format("a name, found one that is {}", problem));
}};

/// Pages link to the address, so it must be of the web and nothing else, such as "javascript:".
constexpr TextCodec kAddress{[](const Node& node, const std::string& address) {
  const bool of_web = address.starts_with("https://") || address.starts_with("http://");
  const bool plain = std::ranges::all_of(address, [](char c) { return c > ' ' && c < '\x7f'; });
  if (!of_web || !plain || address.size() > kLongestLine)
    node.expected(
        fmt::format("an address of at most {} ASCII characters without blanks that begins with "
                    "http:// or https://",
                    kLongestLine));
}};

/// Means by the keys of the board's measures.
struct PrintedMeansCodec : MapCodec<NumberCodec> {
  PrintedMeansCodec() : MapCodec<NumberCodec>{NumberCodec{}} {}
  PrintedMeans read(const Node& node) const {
    node.only(kBoardMeasures);
    for (const std::string_view key : kBoardMeasures)
      if (const Node mean = node.get(key))
        measures()[index_of(key)].range == MeasureRange::kDelay ? mean.number(1, 1e6) : mean.number(0, 1);
    return MapCodec<NumberCodec>::read(node);
  }
};

}  // namespace

void describe(FieldIo& io, PrintedFigures& printed) {
  io.field("source", printed.source, kLine);
  io.field("all", printed.all, PrintedMeansCodec{});
  io.field("novelties", printed.novelties, MapCodec{PrintedMeansCodec{}}, {});
  io.field("scenarios", printed.scenarios, MapCodec{PrintedMeansCodec{}}, {});
}

void describe(FieldIo& io, AgentCard& card) {
  io.field("novphy_card", card.format, WholeCodec{kCardFormat, kCardFormat});
  io.field("name", card.name, kCardName);
  io.field("authors", card.authors, ListCodec{kLine, 1, 100, false});
  io.field("track", card.track, kTrack);
  io.field("data", card.data, kLine);
  io.field("hardware", card.hardware, kLine);
  io.field("cost", card.cost, kLine);
  io.field("link", card.link, kAddress, "");
  io.field("description", card.description, kParagraph, "");
  io.field("reference", card.reference, FlagCodec{}, false);
  io.maybe("printed", card.printed, ObjectCodec<PrintedFigures>{});
}

AgentCard parse_card(const std::string& text, const std::string& file) {
  expect_kind(text, file, FileKind::kAgentCard);
  JsonDocument document(text, file, kCardBounds);
  AgentCard card = read_fields<AgentCard>(document.root());
  if (card.printed && !card.reference)
    document.root().get("printed").error("expected \"reference\": true: printed figures are not ranked");
  document.check();
  return card;
}

AgentCard read_card(const std::string& file) { return parse_card(read_file(file, kCardBounds), file); }

std::string card_text(const AgentCard& card) { return to_json_lines(card) + "\n"; }

namespace {

/// What the paper prints of people, for these novelties or scenarios.
std::map<std::string, PrintedMeans> means_of_people(PaperTable table,
                                                    std::span<const std::string_view> names) {
  std::map<std::string, PrintedMeans> found;
  for (const std::string_view name : names)
    for (const std::string_view key : kBoardMeasures)
      for (const PrintedMean& printed : printed_means(table, name, key))
        if (printed.agent == paper_agents().front())
          found[std::string(name)][std::string(key)] = printed.mean;
  return found;
}

PrintedMeans mean_over_groups(const std::map<std::string, PrintedMeans>& groups) {
  std::map<std::string, Mean> means;
  for (const auto& [name, values] : groups)
    for (const auto& [key, value] : values) means[key].add(value);
  PrintedMeans found;
  for (const auto& [key, mean] : means) found[key] = *mean.value();
  return found;
}

}  // namespace

AgentCard card_of_papers_people() {
  PrintedFigures printed{.source = "Gamage et al. 2023, Tables 2 and 3",
                         .all = {},
                         .novelties = means_of_people(PaperTable::kNps, kNovelties),
                         .scenarios = means_of_people(PaperTable::kSpn, kScenarios)};
  printed.all = mean_over_groups(printed.novelties);
  return {.format = kCardFormat,
          .name = "People of the paper",
          .authors = {"Gamage et al. 2023"},
          .track = CardTrack::kPicture,
          .data = "none",
          .hardware = "people",
          .cost = "not printed",
          .link = {},
          .description =
              "The people of NovPhy's study, on the paper's own tasks in the original game, with "
              "four novel tasks a trial. Their AP is that of the last two. The mean over "
              "everything is ours: that of the eight novelties.",
          .reference = true,
          .printed = std::move(printed)};
}

}  // namespace novphy
