#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/text.h"
#include "evaluator/report/html.h"
#include "jobs/board.h"
#include "jobs/season_files.h"
#include "novelties/novelty.h"
#include "trials/made_by.h"

/// The board of a season, and its page.
namespace novphy {
namespace fs = std::filesystem;

namespace {

void check_hash(const fs::path& file, const std::string& sha256, const std::string& otherwise) {
  if (!fs::exists(file) || file_sha256(file) != sha256)
    throw InputError(file.string(), fmt::format("{}: expected the SHA-256 {}", otherwise, sha256));
}

/// Every team has a result, and no other entry is there.
void check_entries(const SeasonFolder& folder, const SeasonRules& rules, const SeasonResults& results) {
  for (const auto& [team, entry] : entries_of(folder)) {
    const auto result = std::ranges::find(results.entries, team, &SeasonResult::team);
    if (result == results.entries.end() || result->sha256 != entry.sha256)
      throw InputError(folder.results().string(),
                       fmt::format("lacks the entry of {}: take the step run", team));
  }
  if (!fs::exists(folder.entries())) return;
  for (const auto& each : fs::directory_iterator(folder.entries())) {
    const std::string name = each.path().filename().string();
    const auto played = [&](const SeasonResult& result) {
      return result.team == name && !result.records_sha256.empty();
    };
    const auto own = [&](std::string agent) {
      std::ranges::replace(agent, ':', '_');
      return agent == name;
    };
    if (name != kPeopleEntry && std::ranges::none_of(results.entries, played) &&
        std::ranges::none_of(rules.agents, own))
      throw InputError(each.path().string(), "is no entry of this season");
  }
}

/// Throws InputError where something is not as it was when the entries had run.
void check_results(const SeasonFolder& folder, const SeasonRules& rules, const SeasonResults& results) {
  const std::string file = folder.results().string();
  if (!rules.signer.empty()) check_signature(folder, rules.signer);
  if (results.sealed_sha256 != file_sha256(folder.sealed()))
    throw InputError(file, "/sealed_sha256: is of another sealed file than " + folder.sealed().string());
  if (results.plan_sha256 != file_sha256(folder.plan()))
    throw InputError(file, "/plan_sha256: is of another plan than " + folder.plan().string());
  check_entries(folder, rules, results);
  if (!results.submissions_sha256.empty())
    check_hash(folder.submissions(), results.submissions_sha256, "was changed after the entries had run");
  for (const SeasonResult& result : results.entries) {
    if (result.records_sha256.empty()) continue;
    check_hash(folder.entry(result.team) / "records.jsonl", result.records_sha256,
               "is not what the entry played");
    check_hash(folder.entry(result.team) / "card.json", result.card_sha256, "is not the entry's card");
  }
}

/// What an entry reached, for the page of several seasons.
struct Reached {
  std::string name{};
  std::optional<double> invented{};
  std::optional<double> anchors{};
};

struct Summary {
  std::string season{};
  std::vector<Reached> entries{};
};

void describe(FieldIo& io, Reached& reached) {
  io.field("name", reached.name, TextCodec{});
  io.maybe("invented", reached.invented, DecimalCodec{});
  io.maybe("anchors", reached.anchors, DecimalCodec{});
}

void describe(FieldIo& io, Summary& summary) {
  int format = 1;
  io.field("novphy_season_summary", format, WholeCodec{1, 1});
  io.field("season", summary.season, TextCodec{});
  io.field("entries", summary.entries, ListCodec{ObjectCodec<Reached>{}, 0, Node::kAnyLength, true});
}

Summary read_summary(const fs::path& season) {
  const std::string file = (season / "summary.json").string();
  const std::string text = read_file(file, kCardBounds);
  JsonDocument document(text, file, kCardBounds);
  auto summary = read_fields<Summary>(document.root());
  document.check();
  return summary;
}

/// The mean over the invented pairs, and over the anchors.
Summary summary_of(const Board& board, const std::string& season) {
  Summary summary{.season = season};
  const auto known = std::ranges::find(board.tables, "known", &BoardTable::id);
  for (const MeasuredEntry& entry : board.entries) {
    if (!entry.is_measured() || entry.entry.is_of_people()) continue;  // people may have played a part
    Reached& reached = summary.entries.emplace_back(Reached{entry.entry.card.name});
    if (known == board.tables.end()) {
      reached.invented = value_of(entry, board.by);
      continue;
    }
    const auto table = static_cast<std::size_t>(known - board.tables.begin());
    for (std::size_t i = 0; i < known->groups.size(); ++i)
      (known->groups[i].name == "invented" ? reached.invented : reached.anchors) =
          entry.tables[table][i].mean(board.by).mean;
  }
  return summary;
}

std::string number_cell(const std::optional<double>& value) { return value ? rounded(*value) : "–"; }

Section seasons_section(const std::vector<Summary>& seasons) {
  HtmlTable table(2);
  table.add_heading({"agent", "season", "AP of the set", "AP of the anchors", "set less anchors"});
  for (const Summary& season : seasons)
    for (const Reached& each : season.entries)
      table.add({escaped(each.name), escaped(season.season), number_cell(each.invented),
                 number_cell(each.anchors),
                 each.invented && each.anchors ? rounded(*each.invented - *each.anchors) : "–"});
  return {
      .id = "seasons",
      .title = "Seasons",
      .body =
          "<p>Sets of different seasons are differently hard. Anchors are pairs that all seasons play, so "
          "that an agent's difference between set and anchors tells how hard a set is for it.</p>\n" +
          table.text()};
}

Section history_section(const SeasonFolder& folder, const SeasonRules& rules) {
  HtmlTable table(4);
  table.add_heading({"step", "time (UTC)", "file", "SHA-256"});
  for (const SeasonEvent& event : history_of(folder))
    table.add(
        {escaped(event.step), escaped(event.utc), escaped(event.file), "<code>" + event.sha256 + "</code>"});
  return {.id = "history",
          .title = "History",
          .body = fmt::format("<p>Entries were taken until {}. Public randomness: {}.</p>\n",
                              escaped(rules.deadline), escaped(rules.randomness)) +
                  table.text()};
}

Section results_section(const SeasonFolder& folder, const SeasonResults& results) {
  HtmlTable table(2);
  table.add_heading(
      {"team", "archive (SHA-256)", "submissions", "time for its answers", "two runs", "sandbox", ""});
  std::map<std::string, int> counts;
  for (const Submission& each : submissions_of(folder)) ++counts[each.team];
  for (const SeasonResult& result : results.entries)
    table.add({escaped(result.team), "<code>" + result.sha256 + "</code>",
               std::to_string(counts[result.team]), fmt::format("{:.0f} s", result.wall_s),
               result.equal ? *result.equal ? "equal" : "differ" : "–", escaped(result.sandbox),
               escaped(result.error)});
  return {.id = "entries",
          .title = "Entries",
          .body = "<p><a href=\"site/index.html\">The board</a> ranks them.</p>\n" + table.text()};
}

}  // namespace

void check_signature(const SeasonFolder& folder, const std::string& signer) {
  if (!fs::exists(folder.signature()))
    throw InputError(folder.signature().string(), "is not there: the season promised signed results");
  const fs::path signers = folder.at / "allowed_signers";
  write_atomically(signers, "organiser " + signer + "\n");
  const bool holds = succeeds(
      "sh -c " + quoted_for_shell(fmt::format(
                     "ssh-keygen -q -Y verify -f {} -I organiser -n novphy-season -s {} <{}",
                     quoted_for_shell(signers.string()), quoted_for_shell(folder.signature().string()),
                     quoted_for_shell(folder.results().string()))));
  fs::remove(signers);
  if (!holds) throw InputError(folder.signature().string(), "is not the signature of the season's signer");
}

void write_season_page(const SeasonFolder& folder, const std::vector<std::string>& others, int jobs,
                       const JobContext& context, const JobWatch& watch) {
  const SealedSet sealed = revealed_of(folder, context);
  const std::optional<SeasonResults> results = read_results(folder);
  if (!results) throw InputError(folder.results().string(), "is not there: the entries have not run yet");
  check_results(folder, sealed.season, *results);
  std::vector<Summary> seasons;
  for (const std::string& other : others) seasons.push_back(read_summary(other));
  const auto assets = AssetSettings{}.load(context);
  BoardSettings board{.folder = folder.board().string(),
                      .out = folder.site().string(),
                      .add = sealed.season.agents,
                      .people = kPeopleEntry,
                      .jobs = jobs,
                      .title = "Season " + sealed.season.name};
  for (const SeasonResult& result : results->entries)
    if (!result.records_sha256.empty()) board.ran.push_back(result.team);
  const Board made =
      write_board(board, *assets, read_novelties(context.folder("novelties"), assets->catalogue), watch);
  const Summary summary = summary_of(made, sealed.season.name);
  write_atomically(folder.at / "summary.json", to_json_lines(summary) + "\n");
  seasons.insert(seasons.begin(), summary);
  note(folder, "board", folder.site() / "board.json");
  const std::vector<Section> sections{results_section(folder, *results), seasons_section(seasons),
                                      history_section(folder, sealed.season)};
  write_atomically(folder.page(), html_page("Season " + sealed.season.name, "novphy " + build_info().version,
                                            html_of(sections)));
}

}  // namespace novphy
