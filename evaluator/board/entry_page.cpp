#include <fmt/core.h>
#include <fmt/ranges.h>

#include "evaluator/board/measures.h"
#include "evaluator/board/pages.h"
#include "evaluator/report/html.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

/// A link that tells the other side nothing. The address was checked when the card was read.
std::string link_out(const std::string& address) {
  return fmt::format("<a rel=\"nofollow noopener noreferrer\" href=\"{0}\">{0}</a>", escaped(address));
}

Section card_section(const Board& board, const MeasuredEntry& entry) {
  const AgentCard& card = entry.entry.card;
  HtmlTable table(2);
  table.add_heading({"", "what the authors say"});
  const auto add = [&](const char* what, const std::string& html) {
    if (!html.empty()) table.add({what, html});
  };
  add("authors", escaped(fmt::format("{}", fmt::join(card.authors, ", "))));
  add("track", std::string(kTrack.word(card.track)));
  add("trained on", escaped(card.data));
  add("hardware", escaped(card.hardware));
  add("cost", escaped(card.cost));
  add("link", card.link.empty() ? "" : link_out(card.link));
  const std::string text =
      card.description.empty() ? "" : fmt::format("<p>{}</p>\n", escaped(card.description));
  const std::string place = entry.rank ? fmt::format("rank {} of {}, place {} to {}", entry.rank->rank,
                                                     entry.rank->of, entry.rank->rank, entry.rank->last)
                                       : why_unranked(board, entry);
  return {.id = "card",
          .title = "The card",
          .body = fmt::format("<p>On <a href=\"../index.html\">the board</a>: {}.</p>\n", place) + text +
                  table.text()};
}

Section replay_section(const MeasuredEntry& entry) {
  const ReplayVerdict& replay = entry.entry.replay;
  if (!entry.entry.log)
    return {.id = "replay",
            .title = "Replay",
            .body = fmt::format("<p>There are no records: these figures are printed in {}, and nothing of "
                                "them is recomputed.</p>\n",
                                escaped(entry.entry.card.printed->source))};
  std::string body =
      fmt::format("<p>{} records were played again, {} of them came out differently.{}</p>\n", replay.played,
                  replay.different,
                  replay.unplayed > 0 ? fmt::format(" In {} more the agent could not go on, which counts as "
                                                    "failed.",
                                                    replay.unplayed)
                                      : "");
  for (const std::string& first : replay.first)
    body += fmt::format("<p class=\"note\">{}</p>\n", breakable(first));
  HtmlTable table(3);
  table.add_heading({"agent", "training", "detector", "novphy", "built with"});
  for (const LogFile& file : entry.entry.log->files) {
    const Fingerprint& print = *file.fingerprint;
    table.add({breakable(print.agent), escaped(print.run), escaped(print.detector), escaped(print.version),
               escaped(fmt::format("{} {}, Box2D {}", print.compiler, print.architecture, print.box2d))});
  }
  return {.id = "replay", .title = "Replay", .body = body + table.text()};
}

std::vector<std::string> with_measures(std::vector<std::string> names) {
  for (const std::string_view key : kBoardMeasures) names.push_back(title_of_measure(key));
  return names;
}

Section overall_section(const Board& board, const MeasuredEntry& entry) {
  HtmlTable table(1);
  table.add_heading(with_measures({""}));
  std::vector<std::string> row{"all"};
  for (const std::string_view key : kBoardMeasures) row.push_back(shown_value(entry, key));
  table.add(row);
  std::string ties;
  if (entry.rank)
    for (const std::size_t other : entry.rank->tied)
      ties += (ties.empty() ? "" : ", ") + escaped(board.entries[other].entry.card.name);
  if (!ties.empty()) ties = fmt::format("<p>Not told apart from: {}.</p>\n", ties);
  const std::string runs = escaped(runs_note(entry.trials.runs));
  return {.id = "all",
          .title = "Over everything",
          .body = table.text() + ties + (runs.empty() ? "" : "<p>" + runs + "</p>\n")};
}

Section groups_section(const Board& board, const MeasuredEntry& entry, std::size_t number) {
  if (!entry.is_measured()) return {};
  HtmlTable table(1);
  table.add_heading(with_measures({""}));
  for (const MeanRow& mean : entry.tables[number]) {
    std::vector<std::string> row{breakable(mean.name)};
    for (const std::string_view key : kBoardMeasures) row.push_back(shown_mean(mean.mean(key), key));
    table.add(row);
  }
  return {.id = board.tables[number].id, .title = board.tables[number].title, .body = table.text()};
}

Section printed_section(const MeasuredEntry& entry, const char* id, const char* title,
                        const std::map<std::string, PrintedMeans>& groups) {
  if (entry.standing != Standing::kPrinted || groups.empty()) return {};
  HtmlTable table(1);
  table.add_heading(with_measures({""}));
  for (const auto& [name, means] : groups) {
    std::vector<std::string> row{breakable(name)};
    for (const std::string_view key : kBoardMeasures) {
      const auto found = means.find(std::string(key));
      row.push_back(found == means.end() ? "–" : fmt::format("{:.2f}", found->second));
    }
    table.add(row);
  }
  return {.id = id, .title = title, .body = table.text()};
}

Section cells_of_entry(const MeasuredEntry& entry) {
  if (!entry.is_measured()) return {};
  HtmlTable table(2);
  table.add_heading(with_measures({"novelty", "scenario", "trials"}));
  for (const CellMeasures& cell : entry.measures.cells) {
    std::vector<std::string> row{breakable(cell.novelty), breakable(cell.scenario),
                                 fmt::format("{}", cell.trials)};
    for (const std::string_view key : kBoardMeasures) {
      const CellValue& value = cell.value(key);
      row.push_back(shown_mean(
          {.mean = value.mean, .plus_minus = {}, .cells = 1, .defined = 1, .interval = value.interval}, key));
    }
    table.add(row);
  }
  return {.id = "cells", .title = "By novelty-scenario", .body = table.text()};
}

}  // namespace

std::string entry_page(const Board& board, const MeasuredEntry& entry, const std::string& made_by) {
  std::vector<Section> sections{card_section(board, entry), replay_section(entry)};
  if (entry.standing != Standing::kDifferent) sections.push_back(overall_section(board, entry));
  for (std::size_t i = 0; i < board.tables.size(); ++i)
    if (!repeats_earlier(board, i)) sections.push_back(groups_section(board, entry, i));
  if (entry.entry.card.printed) {
    sections.push_back(printed_section(entry, "novelty", "By novelty", entry.entry.card.printed->novelties));
    sections.push_back(
        printed_section(entry, "scenario", "By scenario", entry.entry.card.printed->scenarios));
  }
  sections.push_back(cells_of_entry(entry));
  return html_page(entry.entry.card.name, made_by, html_of(std::move(sections)));
}

}  // namespace novphy
