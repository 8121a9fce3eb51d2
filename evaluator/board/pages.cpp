#include "evaluator/board/pages.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/lists.h"
#include "base/text.h"
#include "evaluator/measures/series.h"
#include "evaluator/plot/plots.h"
#include "evaluator/report/html.h"

namespace novphy {
namespace {

/// Whether an earlier table has the same groups, as those of levels and novelties where each stands for the
/// other.
bool repeats_earlier(const Board& board, std::size_t table) {
  const auto same = [](const Group& a, const Group& b) { return a.name == b.name && a.cells == b.cells; };
  return std::any_of(board.tables.begin(), board.tables.begin() + static_cast<std::ptrdiff_t>(table),
                     [&](const BoardTable& earlier) {
                       return std::ranges::equal(board.tables[table].groups, earlier.groups, same);
                     });
}

/// The heading of a measure's column.
std::string title_of_measure(std::string_view key) {
  return escaped(key == "wdt" ? "false alarms" : measures()[index_of(key)].title);
}

/// "0.65 [0.51, 0.77]" as HTML; "–" where there is no mean.
std::string shown_mean(const MeanWithInterval& mean, std::string_view measure) {
  if (!mean.mean) return "–";
  const int decimals = decimals_of(measures()[index_of(measure)]);
  std::string text = rounded(*mean.mean, decimals);
  if (mean.interval)
    text += fmt::format("<small> [{}, {}]</small>", rounded(mean.interval->low, decimals),
                        rounded(mean.interval->high, decimals));
  return text;
}
std::string shown_mean(const CellMean& mean, std::string_view measure) {
  const std::string text = shown_mean(static_cast<const MeanWithInterval&>(mean), measure);
  if (!mean.mean || mean.defined == mean.cells) return text;
  return text + fmt::format("<small>{}/{} cells</small>", mean.defined, mean.cells);
}

/// The mean of an entry over everything, or the figure that is printed of it.
std::string shown_value(const MeasuredEntry& entry, std::string_view measure) {
  if (entry.is_measured()) return shown_mean(entry.measures.overall.mean(measure), measure);
  const auto value = value_of(entry, measure);
  return value ? rounded(*value) + "<small> printed</small>" : "–";
}

/// "2 (2–4)"; "–" without a rank.
std::string shown_rank(const std::optional<EntryRank>& rank) {
  if (!rank) return "–";
  if (rank->rank == rank->last) return fmt::format("{}", rank->rank);
  return fmt::format("{}<small> ({}–{})</small>", rank->rank, rank->rank, rank->last);
}

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
      fmt::format("<p>{} played again, {} of them came out differently.{}</p>\n",
                  counted(replay.played, "record was", "records were"), replay.different,
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

/// A table with a column for each measure of the board, behind columns of names.
class MeasureTable {
 public:
  explicit MeasureTable(std::vector<std::string> names, std::size_t width) : table_(width) {
    add_all(names, mapped(kBoardMeasures, title_of_measure));
    table_.add_heading(names);
  }
  /// `of` gives the cell of a measure.
  template <class Of>
  void add(std::vector<std::string> names, const Of& of) {
    add_all(names, mapped(kBoardMeasures, of));
    table_.add(names);
  }
  std::string text() const { return table_.text(); }

 private:
  HtmlTable table_;
};

Section overall_section(const Board& board, const MeasuredEntry& entry) {
  MeasureTable table({""}, 1);
  table.add({"all"}, [&](std::string_view key) { return shown_value(entry, key); });
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
  MeasureTable table({""}, 1);
  for (const MeanRow& mean : entry.tables[number])
    table.add({breakable(mean.name)}, [&](std::string_view key) { return shown_mean(mean.mean(key), key); });
  return {.id = board.tables[number].id, .title = board.tables[number].title, .body = table.text()};
}

Section printed_section(const MeasuredEntry& entry, const char* id, const char* title,
                        const std::map<std::string, PrintedMeans>& groups) {
  if (entry.standing != Standing::kPrinted || groups.empty()) return {};
  MeasureTable table({""}, 1);
  for (const auto& [name, means] : groups)
    table.add({breakable(name)}, [&, &printed = means](std::string_view key) {
      const auto found = printed.find(std::string(key));
      return found == printed.end() ? "–" : fmt::format("{:.2f}", found->second);
    });
  return {.id = id, .title = title, .body = table.text()};
}

Section cells_of_entry(const MeasuredEntry& entry) {
  if (!entry.is_measured()) return {};
  MeasureTable table({"novelty", "scenario", "trials"}, 2);
  for (const CellMeasures& cell : entry.measures.cells)
    table.add({breakable(cell.novelty), breakable(cell.scenario), std::to_string(cell.trials)},
              [&](std::string_view key) { return shown_mean(cell.value(key), key); });
  return {.id = "cells", .title = "By novelty-scenario", .body = table.text()};
}

std::string link_to_entry(const MeasuredEntry& entry) {
  return fmt::format("<a href=\"{}\">{}</a>", page_of(entry), escaped(entry.entry.card.name));
}

/// The measures of the board, that of the ranks first.
std::vector<std::string_view> board_columns(const Board& board) {
  std::vector<std::string_view> keys{kBoardMeasures.begin(), kBoardMeasures.end()};
  std::stable_partition(keys.begin(), keys.end(), [&](std::string_view key) { return key == board.by; });
  return keys;
}

/// How the entry was played, where that is not the usual way.
std::string played_as(const MeasuredEntry& entry) {
  if (!entry.entry.log) return "";
  const Fingerprint& print = *entry.entry.log->files.front().fingerprint;
  if (entry.entry.is_of_people())
    return fmt::format("{} of {} people", counted(entry.trials.rows.size(), "trial"),
                       entry.entry.log->files.size());
  std::string text = "<code>" + breakable(print.agent) + "</code>";
  const auto add = [&](const std::string& words) { text += ", " + words; };
  if (print.labels) add("sees labels");
  if (!print.detector.empty()) add("detector " + escaped(print.detector));
  if (!print.served.empty())  // a sandbox tells its limits after a colon, which would fill the column
    add(fmt::format("<span title=\"{}\">{}</span>", escaped(print.served),
                    escaped(print.served.substr(0, print.served.find(':')))));
  if (has_runs(entry.trials)) add(fmt::format("{} trainings", entry.trials.runs.size()));
  return text;
}

std::string told_words(const MeasuredEntry& entry) {
  if (!entry.is_measured()) return "–";
  const std::size_t trials = entry.trials.rows.size();
  const auto told = static_cast<std::size_t>(told_trials(entry));
  if (told == 0 || told == trials) return told == 0 ? "no" : "yes";
  return fmt::format("in {} of {}", told, counted(trials, "trial"));
}

/// A number, and how many of all tasks tell what it is of.
std::string told_number(const MeasuredEntry& entry, const std::string& number, const Mean& told) {
  const int tasks = entry.entry.spent.tasks;
  if (!entry.is_measured() || told.count() == 0) return "–";
  return told.count() == tasks ? number
                               : fmt::format("{}<small>{}/{} tasks</small>", number, told.count(), tasks);
}

/// The score against people, on how many of all cells it rests, and on how many trials that people played,
/// too.
std::string score_against_people(const MeasuredEntry& entry) {
  if (!entry.against_people) return "–";
  const Efficiency& found = *entry.against_people;
  return shown_mean(MeanWithInterval{found.score, found.score_interval}, "ap") +
         fmt::format("<small>{}/{} cells, {}/{} trials</small>", found.cells, entry.trials.cells.size(),
                     found.same_tasks, found.trials);
}

/// The entries that hold the plays of this one.
std::string copies_of(const Board& board, const MeasuredEntry& entry) {
  std::string text;
  for (const MeasuredEntry& other : board.entries)
    if (other.copy_of == entry.entry.folder) text += (text.empty() ? "" : ", ") + link_to_entry(other);
  return text.empty() ? "" : "<small>the same plays: " + text + "</small>";
}

std::string table_of_entries(const Board& board) {
  HtmlTable table(2);
  const std::vector<std::string_view> columns = board_columns(board);
  std::vector<std::string> heading{"rank", "entry"};
  add_all(heading, mapped(columns, title_of_measure));
  const bool with_people = people_of(board) != nullptr;
  if (with_people) heading.emplace_back("<a href=\"#people\">score against people</a>");
  heading.insert(heading.end(), {"track", "rank in track", "told of novelties", "cost, as the card says",
                                 "cost in records", "time for a task", "played as", ""});
  table.add_heading(heading);
  for (const MeasuredEntry& entry : board.entries) {
    if (entry.standing == Standing::kCopy) continue;
    std::string rank = shown_rank(entry.rank);
    if (entry.rank && !entry.ranked_among.empty())
      rank += fmt::format("<small> among those {}</small>", entry.ranked_among);
    std::vector<std::string> row{rank, link_to_entry(entry) + copies_of(board, entry)};
    for (const std::string_view key : columns) row.push_back(shown_value(entry, key));
    if (with_people) row.push_back(score_against_people(entry));
    const auto& [tasks, cost_usd, wall_s] = entry.entry.spent;
    row.insert(row.end(), {std::string(kTrack.word(entry.entry.card.track)), shown_rank(entry.rank_in_track),
                           told_words(entry), escaped(entry.entry.card.cost),
                           told_number(entry, fmt::format("${:.4g}", cost_usd.sum()), cost_usd),
                           told_number(entry, fmt::format("{:.2g} s", wall_s.value().value_or(0)), wall_s),
                           played_as(entry), why_unranked(board, entry)});
    table.add(row);
  }
  return table.text();
}

plot::Figure figure_of_entries(const Board& board) {
  plot::DotPanel panel{.title = std::string(measures()[index_of(board.by)].title)};
  for (const MeasuredEntry& entry : board.entries) {
    const auto value = value_of(entry, board.by);
    if (!value) continue;
    plot::Dot dot{.group = entry.entry.card.name, .series = "mean, with its interval", .value = value};
    if (entry.is_measured())
      if (const auto& interval = entry.measures.overall.mean(board.by).interval) {
        dot.low = interval->low;
        dot.high = interval->high;
      }
    panel.dots.push_back(dot);
  }
  return plot::dot_plot(
      "board", {panel},
      {.caption = fmt::format("{} of each entry over all novelty-scenarios{}, with {:.0f} % intervals",
                              panel.title, people_of(board) ? ", of people over those that they played" : "",
                              100 * board.confidence),
       .width_px = 700});
}

Section entries_section(const Board& board) {
  const auto ranked = std::ranges::count_if(
      board.entries, [](const auto& rank) { return rank.has_value(); }, &MeasuredEntry::rank);
  const plot::Figure figure = figure_of_entries(board);
  return {.id = "board",
          .title = "The board",
          .body = fmt::format("<p>{}, {} ranked by {}. The plan is {}: {}, each of normal "
                              "tasks, then of novel ones. Entries not told apart are tied; brackets hold "
                              "the places that an entry may have. <a href=\"board.json\">board.json</a> "
                              "holds all numbers.</p>\n",
                              counted(board.entries.size(), "entry"), ranked, title_of_measure(board.by),
                              escaped(board.plan.hash), counted(board.plan.trials, "trial")) +
                  table_of_entries(board) + (figure.hints.empty() ? "" : html_of(figure))};
}

/// What is printed of an entry for a group of the table.
std::string printed_in(const MeasuredEntry& entry, const std::string& table, const std::string& group,
                       const std::string& by) {
  if (!entry.entry.card.printed) return "–";
  const PrintedFigures& printed = *entry.entry.card.printed;
  const auto& groups = table == "scenario" ? printed.scenarios : printed.novelties;
  const auto found = groups.find(group);
  if (table == "known" || found == groups.end() || !found->second.contains(by)) return "–";
  return rounded(found->second.at(by)) + "<small>printed</small>";
}

Section table_section(const Board& board, std::size_t number) {
  const BoardTable& groups = board.tables[number];
  HtmlTable table(1);
  std::vector<std::string> heading{"entry"};
  for (const Group& group : groups.groups)
    heading.push_back(
        fmt::format("{}<small>{}</small>", breakable(group.name), counted(group.cells.size(), "cell")));
  table.add_heading(heading);
  for (const MeasuredEntry& entry : board.entries) {
    if (!value_of(entry, board.by)) continue;
    std::vector<std::string> row{link_to_entry(entry)};
    for (std::size_t i = 0; i < groups.groups.size(); ++i)
      row.push_back(entry.is_measured() ? shown_mean(entry.tables[number][i].mean(board.by), board.by)
                                        : printed_in(entry, groups.id, groups.groups[i].name, board.by));
    table.add(row);
  }
  return {.id = groups.id,
          .title = groups.title,
          .body = fmt::format("<p>{}, each a mean over the novelty-scenarios (cells) of its column.</p>\n",
                              title_of_measure(board.by)) +
                  table.text()};
}

Section tracks_section(const Board& board) {
  HtmlTable table(1);
  table.add_heading({"track", "ranked entries", "best", title_of_measure(board.by), "mean of the entries"});
  for (const CardTrack track : {CardTrack::kText, CardTrack::kPicture}) {
    const MeasuredEntry* best = nullptr;
    Mean mean;
    for (const MeasuredEntry& entry : board.entries) {
      if (!entry.rank || entry.entry.card.track != track) continue;
      if (best == nullptr) best = &entry;
      mean.add(*value_of(entry, board.by));
    }
    table.add({std::string(kTrack.word(track)), fmt::format("{}", mean.count()),
               best == nullptr ? "–" : link_to_entry(*best),
               best == nullptr ? "–" : shown_value(*best, board.by),
               mean.value() ? rounded(*mean.value()) : "–"});
  }
  return {.id = "tracks",
          .title = "Text against pictures",
          .body = "<p>What the agents are given to see, as their cards say.</p>\n" + table.text()};
}

Section people_section(const Board& board) {
  const MeasuredEntry* people = people_of(board);
  if (people == nullptr) return {};
  const BoardEntry& entry = people->entry;
  HtmlTable table(2);
  table.add_heading({"novelty", "scenario", "people", "of these passed a novel task", "their trials"});
  for (const CellRows& cell : people->trials.cells) {
    const PeopleOfCell found = people_in(cell, people->trials);
    table.add({breakable(cell.novelty), breakable(cell.scenario), std::to_string(found.all.size()),
               std::to_string(found.passed.size()), std::to_string(cell.rows.size())});
  }
  constexpr const char* kExplained =
      R"(<p>People's means are over the novelty-scenarios (cells) that they played, and their intervals draw
people. The score against people is over the cells in which a person passed a novel task: a task counts 0
where the entry failed it, else the square of min(1, h / s), where h is the mean number of shots of the people
who passed the task, and s that of the entry. Beneath it stand the number of these cells, and how many of the
entry's trials people played, too; the other trials are compared with those of people in the same cell. Its
interval draws people and trials. Left out are {} who do not count or finished no trial, and {} of unfinished
trials.</p>
)";
  return {.id = "people",
          .title = "Against people",
          .body = fmt::format(kExplained, counted(entry.left_out.size(), "person", "people"),
                              counted(entry.unfinished, "task")) +
                  table.text()};
}

Section rules_section(const Board& board) {
  constexpr const char* kRules =
      R"(<p>Every record was played again with its shots on the plan's task; outcome, score, time and digest
must be the same, and so must a detector's alarms. Every measure is computed from these records. An entry of
which any play comes out differently is shown without numbers. What an agent says of the novelty cannot be
played again: CDT, DD and false alarms rest on it, or on a detector that watches passes. In ranks by these,
entries with alarms of their own stand apart, unless the organiser ran them. Entries that were told of the
novelty rank apart, too. Of entries with equal plays the first by its folder's name counts. Nor can a board
tell how an agent came by its shots.</p>
<p>Means are over novelty-scenarios, and their intervals hold {:.0f} % (Student's, for means of fractions with
a 0 and a 1 added). Of an entry with several trainings, trainings are the units. Two entries are told apart
where the interval of their difference, trial by trial, leaves out 0. Its confidence is {:.4f}, so that all
comparisons of the board hold together (Bonferroni). A rank is 1 + the number of entries that are told to be
better; the last place is the number of entries that are not told to be worse.</p>
<p>Cards are what authors say of their entries. Nobody has checked them. Nor can anybody check what records
say of cost (the sum over all tasks) and of time (the mean of a task, by the wall clock).</p>
)";
  return {.id = "rules",
          .title = "How this board is made",
          .body = fmt::format(kRules, 100 * board.confidence, board.confidence_of_each_pair)};
}

Section measures_section() {
  HtmlTable table(3);
  table.add_heading({"measure", "what it is", "better"});
  for (const std::string_view key : kBoardMeasures) {
    const Measure& measure = measures()[index_of(key)];
    table.add({title_of_measure(key), escaped(measure.formula),
               measure.better == Better::kHigher ? "higher" : "lower"});
  }
  return {.id = "measures", .title = "Measures", .body = table.text(), .folded = true};
}

}  // namespace

std::string page_of(const MeasuredEntry& entry) { return "entries/" + entry.entry.folder + ".html"; }

std::string why_unranked(const Board& board, const MeasuredEntry& entry) {
  switch (entry.standing) {
    case Standing::kRanked:
      return entry.rank ? "" : fmt::format("has no {}", title_of_measure(board.by));
    case Standing::kReference:
      return entry.entry.is_of_people() ? "people, not ranked" : "reference, not ranked";
    case Standing::kCopy:
      return "holds the plays of the entry " + escaped(entry.copy_of);
    case Standing::kPrinted:
      return "printed, not recomputed";
    case Standing::kDifferent:
      return fmt::format("{} of {} plays come out differently", entry.entry.replay.different,
                         entry.entry.replay.played + entry.entry.replay.unplayed);
  }
  return "";
}

std::string entry_page(const Board& board, const MeasuredEntry& entry, const std::string& made_by) {
  std::vector<Section> sections{card_section(board, entry), replay_section(entry)};
  if (entry.standing != Standing::kDifferent && entry.standing != Standing::kCopy)
    sections.push_back(overall_section(board, entry));
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

std::string board_page(const Board& board, const std::string& title, const std::string& made_by) {
  std::vector<Section> sections{entries_section(board)};
  for (std::size_t i = 0; i < board.tables.size(); ++i)
    if (!repeats_earlier(board, i)) sections.push_back(table_section(board, i));
  sections.push_back(people_section(board));
  sections.push_back(tracks_section(board));
  sections.push_back(rules_section(board));
  sections.push_back(measures_section());
  return html_page(title, made_by, html_of(std::move(sections)));
}

}  // namespace novphy
