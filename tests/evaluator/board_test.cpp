#include "evaluator/board/board.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "evaluator/board/pages.h"
#include "tests/evaluator/report_page.h"

using namespace novphy;
using namespace novphy::test;

namespace {

using Records = std::vector<Record>;

AgentCard card(const std::string& name, CardTrack track = CardTrack::kText) {
  AgentCard made;
  made.name = name;
  made.authors = {"somebody"};
  made.track = track;
  made.data = made.hardware = made.cost = "none";
  return made;
}

BoardEntry entry(const std::string& name, const Records& records) {
  AgentLog log = agent_log(name, records);
  log.files.front().fingerprint.emplace();
  return {.folder = name, .card = card(name), .log = std::move(log), .replay = {.played = 1}};
}

/// `count` trials with equal letters.
Records same(std::string_view letters, int count = 10, const std::string& novelty = "objects") {
  std::vector<Records> all;
  for (int number = 0; number < count; ++number) all.push_back(trial(letters, number, novelty));
  return joined(all);
}

/// An entry with trainings, whose trials have these letters.
BoardEntry trained(const std::string& name, const std::vector<std::string>& letters) {
  BoardEntry made = entry(name, {});
  made.log->trials = TrialLogs();
  for (std::size_t run = 0; run < letters.size(); ++run) {
    made.log->trials.next_source({"plan"});
    made.log->trials.set_run("seed " + std::to_string(run));
    for (const Record& record : same(letters[run])) made.log->trials.add(record);
  }
  return made;
}

Board board_of(std::vector<BoardEntry> entries, const std::string& by = "ap", unsigned threads = 1) {
  Conventions conventions;
  conventions.threads = threads;
  return make_board({.plan = {"0123456789abcdef", 10},
                     .entries = std::move(entries),
                     .levels = {{"fan", "agents"}},
                     .by = by,
                     .conventions = conventions});
}

const MeasuredEntry& named(const Board& board, const std::string& name) {
  return *std::find_if(board.entries.begin(), board.entries.end(),
                       [&](const MeasuredEntry& each) { return each.entry.folder == name; });
}

std::vector<std::string> order(const Board& board) {
  std::vector<std::string> names;
  for (const MeasuredEntry& each : board.entries) names.push_back(each.entry.folder);
  return names;
}

std::string card_problems(const std::string& text) {
  try {
    parse_card(text, "card.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a rank counts the entries told to be better, and the last place those told to be worse") {
  constexpr Told kUp = Told::kBetter;
  constexpr Told kDown = Told::kWorse;
  constexpr Told kTie = Told::kNotApart;
  const ToldApart told{
      {kTie, kTie, kUp, kUp}, {kTie, kTie, kTie, kUp}, {kDown, kTie, kTie, kTie}, {kDown, kDown, kTie, kTie}};
  CHECK(rank_among(told, 0, {0, 1, 2, 3}) == EntryRank{1, 2, 4, {1}});
  CHECK(rank_among(told, 1, {0, 1, 2, 3}) == EntryRank{1, 3, 4, {0, 2}});
  CHECK(rank_among(told, 2, {0, 1, 2, 3}) == EntryRank{2, 4, 4, {1, 3}});
  CHECK(rank_among(told, 3, {0, 1, 2, 3}) == EntryRank{3, 4, 4, {2}});
  CHECK(rank_among(told, 3, {1, 3}) == EntryRank{2, 2, 2, {}});
}

TEST_CASE("all comparisons of a board hold together") {
  CHECK(confidence_of_each(0.95, 10) == Approx(0.995));
  CHECK(confidence_of_each(0.95, 0) == 0.95);
}

TEST_CASE("entries that the trials tell apart have ranks, and those that they do not share one") {
  const Board board = board_of(
      {entry("poor", same("P|FFFF")), entry("good", same("P|PPPP")), entry("as_good", same("P|FFPP"))});
  CHECK(order(board) == std::vector<std::string>{"as_good", "good", "poor"});
  CHECK(named(board, "good").rank == EntryRank{1, 2, 3, {0}});
  CHECK(named(board, "as_good").rank == EntryRank{1, 2, 3, {1}});
  CHECK(named(board, "poor").rank == EntryRank{3, 3, 3, {}});
}

TEST_CASE("a single trial of each tells no two entries apart") {
  const Board board = board_of({entry("a", same("P|PPPP", 1)), entry("b", same("P|FFFF", 1))});
  CHECK(named(board, "a").rank == EntryRank{1, 2, 2, {1}});
  CHECK(named(board, "b").rank == EntryRank{1, 2, 2, {0}});
}

TEST_CASE("the more entries, the more is asked of a difference") {
  std::vector<Records> trials;
  for (int i = 0; i < 12; ++i) trials.push_back(trial(i < 8 ? "P|PP" : "P|FF", i));
  const auto ranked = [&](int others) {
    std::vector<BoardEntry> entries{entry("a", joined(trials)), entry("b", same("P|FF", 12))};
    for (int i = 0; i < others; ++i) entries.push_back(entry("z" + std::to_string(i), same("P|FF", 12)));
    return named(board_of(std::move(entries)), "a").rank->last;
  };
  CHECK(ranked(0) == 1);
  CHECK(ranked(40) == 42);
}

TEST_CASE("trainings are the units of an entry that has several") {
  const std::vector<std::string> unlike{"P|PPPP", "P|FFFF", "P|PPPP"};
  const std::vector<std::string> alike{"P|FFFF", "P|FFFF", "P|FFFF"};
  const Board board = board_of({trained("unlike", unlike), trained("alike", alike)});
  CHECK(named(board, "unlike").rank == EntryRank{1, 2, 2, {1}});
  // Thirty trials that are taken as independent would tell these two apart.
  const Board pooled =
      board_of({entry("a", joined({same("P|PPPP", 20), {}})), entry("b", same("P|FFFF", 20))});
  CHECK(named(pooled, "a").rank == EntryRank{1, 1, 2, {}});
}

TEST_CASE("fewer false alarms and shorter delays are better") {
  const std::vector<BoardEntry> entries{entry("calm", same("P|PP!P")), entry("nervous", same("P!|PP!P"))};
  const Board board = board_of(entries, "wdt");
  CHECK(order(board) == std::vector<std::string>{"calm", "nervous"});
  CHECK(named(board, "nervous").rank == EntryRank{2, 2, 2, {}});
  const Board by_delay = board_of(entries, "dd");
  CHECK(named(by_delay, "calm").rank.has_value());
  CHECK_FALSE(named(by_delay, "nervous").rank.has_value());
  CHECK(why_unranked(by_delay, named(by_delay, "nervous")) == "has no DD");
}

TEST_CASE("entries have a rank within their track, too") {
  std::vector<BoardEntry> entries{entry("a", same("P|PPPP")), entry("b", same("P|FFFF"))};
  entries[1].card.track = CardTrack::kPicture;
  const Board board = board_of(std::move(entries));
  CHECK(named(board, "b").rank->rank == 2);
  CHECK(named(board, "b").rank_in_track == EntryRank{1, 1, 1, {}});
}

TEST_CASE("an entry whose plays come out differently has no rank and no number") {
  std::vector<BoardEntry> entries{entry("honest", same("P|FFPP")), entry("forged", same("P|PPPP"))};
  entries[1].replay = {.played = 10, .different = 1, .first = {"records.jsonl:2: score: 9 recorded, 0 now"}};
  const Board board = board_of(std::move(entries));
  CHECK(order(board) == std::vector<std::string>{"honest", "forged"});
  CHECK_FALSE(named(board, "forged").rank.has_value());
  CHECK_FALSE(value_of(named(board, "forged"), "ap").has_value());
  CHECK(named(board, "honest").rank == EntryRank{1, 1, 1, {}});
  const auto json = nlohmann::json::parse(board_json(board));
  CHECK(json["entries"][1]["standing"] == "different");
  CHECK_FALSE(json["entries"][1].contains("measures"));
  const std::string page = entry_page(board, named(board, "forged"), "m");
  CHECK(page.find("score: 9 recorded, 0 now") == std::string::npos);  // names may break behind a colon
  CHECK(page.find(breakable("score: 9 recorded, 0 now")) != std::string::npos);
  CHECK_FALSE(has_section(page, "novelty"));
}

TEST_CASE("references and printed figures are shown and not ranked") {
  std::vector<BoardEntry> entries{entry("agent", same("P|FFPF")), entry("ceiling", same("P|PPPP"))};
  entries[1].card.reference = true;
  entries.push_back({.folder = "people", .card = card_of_papers_people()});
  const Board board = board_of(std::move(entries));
  CHECK(order(board) == std::vector<std::string>{"agent", "ceiling", "people"});
  CHECK(named(board, "agent").rank == EntryRank{1, 1, 1, {}});
  CHECK_FALSE(named(board, "ceiling").rank.has_value());
  CHECK(value_of(named(board, "ceiling"), "ap") == 1.0);
  CHECK(value_of(named(board, "people"), "ap") == Approx(0.8375));
  const std::string page = board_page(board, "t", "m");
  CHECK(page.find("printed, not recomputed") != std::string::npos);
  CHECK(page.find("reference, not ranked") != std::string::npos);
}

TEST_CASE("an entry that was told of some novelties is neither told nor untold") {
  const Board board = board_of({entry("a", joined({informed(trial("P|PP", 0)), trial("P|PP", 1)}))});
  CHECK(told_trials(board.entries[0]) == 1);
  CHECK(board_page(board, "t", "m").find(">in 1 of 2 trials<") != std::string::npos);
}

namespace {

/// The records with this many shots in each task.
Records thrown(std::size_t shots, Records records) {
  for (Record& record : records) {
    record.shots.resize(shots);
    record.end = "birds_used";
  }
  return records;
}

BoardEntry people(const std::vector<Records>& persons) {
  BoardEntry made = entry("people", {});
  made.log->trials = TrialLogs();
  made.log->trials.set_of_people();
  made.log->files.assign(persons.size(), made.log->files.front());
  for (const Records& records : persons) {
    made.log->trials.next_source({.plan = "plan", .any_length = true});
    for (const Record& record : records) made.log->trials.add(record);
  }
  return made;
}

}  // namespace

TEST_CASE("people are a reference with intervals over people, and others have a score against them") {
  const auto both = [](const Records& first, const Records& second) { return joined({first, second}); };
  const std::vector<BoardEntry> entries{
      people({both(thrown(1, trial("P|PP", 0)), thrown(2, trial("P|PF", 0, "actions"))),
              both(thrown(2, trial("P|PF", 1)), thrown(1, trial("P|PP", 1, "actions"))),
              both(thrown(3, trial("P|PP", 2)), thrown(2, trial("P|FP", 2, "actions")))}),
      entry("a", joined({thrown(3, same("P|PF", 4)), thrown(2, same("P|PP", 4, "actions")),
                         thrown(1, same("P|FF", 4, "fan"))}))};
  Conventions conventions;
  conventions.resamples = 200;
  const Board board = make_board(
      {.plan = {"0", 3}, .entries = entries, .levels = {{"fan", "agents"}}, .conventions = conventions});
  CHECK(named(board, "people").standing == Standing::kReference);
  CHECK_FALSE(named(board, "people").rank.has_value());
  CHECK(named(board, "a").rank == EntryRank{1, 1, 1, {}});
  // They did not play the fan: their mean is over the other two, and it says so.
  const CellMean& ap = named(board, "people").measures.overall.mean("ap");
  CHECK((ap.mean == Approx((2.0 / 3 + 2.0 / 3) / 2) && ap.cells == 3 && ap.defined == 2));
  const AgentLog logs[]{*entries[0].log, *entries[1].log};
  const Evaluation said = evaluate(logs, conventions);
  const auto equal = [](const std::optional<Interval>& a, const std::optional<Interval>& b) {
    return a && b && a->low == b->low && a->high == b->high;
  };
  CHECK(equal(ap.interval, said.agents[0].measures.overall.mean("ap").interval));
  const auto found = efficiency("p", said.agents[0].trials, "a", said.agents[1].trials, conventions);
  const auto& against = named(board, "a").against_people;
  REQUIRE((found && against));
  CHECK((against->score == found->score && against->cells == 2 && against->trials == 8));
  CHECK(against->same_tasks == 6);
  CHECK(equal(against->score_interval, found->score_interval));
  const auto json = nlohmann::json::parse(board_json(board));
  CHECK(json["entries"][0]["against_people"]["interval"][0] == found->score_interval->low);
  CHECK(json["entries"][1]["people"]["cells"][2]["people"] == 0);
  const std::string page = board_page(board, "t", "m");
  CHECK(imbalance(page).empty());
  CHECK(has_section(page, "people"));
  CHECK(imbalance(entry_page(board, named(board, "people"), "m")).empty());
}

TEST_CASE("people alone make a board, and a board without people says nothing of them") {
  const Board alone = board_of({people({thrown(1, same("P|PP", 1)), thrown(1, same("P|PF", 1))})});
  CHECK(value_of(named(alone, "people"), "ap") == 0.5);
  CHECK(imbalance(board_page(alone, "t", "m")).empty());
  CHECK_FALSE(has_section(board_page(board_of({entry("a", same("P|PP"))}), "t", "m"), "people"));
}

TEST_CASE("novelties are known by their level or the table, and others are invented") {
  const std::vector<Records> parts{same("P|PPPP", 2, "objects"), same("P|FFPP", 2, "fan"),
                                   same("P|FFFF", 2, "honey")};
  const Board board = board_of({entry("a", joined(parts))});
  REQUIRE(board.tables.size() == 4);
  const auto names = [&](std::size_t table) {
    std::vector<std::string> found;
    for (const Group& group : board.tables[table].groups) found.push_back(group.name);
    return found;
  };
  CHECK(names(0) == std::vector<std::string>{"objects", "fan", "honey"});
  CHECK(names(2) == std::vector<std::string>{"objects", "agents", "invented"});
  CHECK(names(3) == std::vector<std::string>{"known", "invented"});
  CHECK(board.entries[0].tables[3][0].mean("aus").mean == 0.75);
  CHECK(board.entries[0].tables[3][1].mean("aus").mean == 0.0);
  CHECK(board_of({entry("a", same("P|PP"))}).tables.size() == 3);
}

TEST_CASE("a board does not depend on threads or on the order of entries") {
  const std::vector<BoardEntry> entries{entry("a", same("P|PFPP")), entry("b", same("P|FFPF")),
                                        entry("c", same("F|PFPP")), trained("d", {"P|PP", "P|FF"})};
  const Board one = board_of(entries);
  const Board other = board_of({entries.rbegin(), entries.rend()}, "ap", 3);
  CHECK(board_json(one) == board_json(other));
  CHECK(board_page(one, "t", "m") == board_page(other, "t", "m"));
}

TEST_CASE("pages escape what strangers wrote") {
  BoardEntry nasty = entry("nasty", same("P|PP"));
  const std::string script = "<script>alert(\"x\")</script>&";
  nasty.card.name = script;
  nasty.card.authors = {script};
  nasty.card.data = nasty.card.hardware = nasty.card.cost = nasty.card.description = script;
  nasty.card.link = "https://example.org/?a=1&b=\"<x>";
  Fingerprint& print = *nasty.log->files.front().fingerprint;
  print.agent = print.run = print.detector = print.version = print.compiler = print.served = script;
  nasty.replay.first = {script};
  const Board board = board_of({nasty, entry("b", same("P|PP"))});
  for (const std::string& page :
       {board_page(board, script, script), entry_page(board, named(board, "nasty"), script),
        entry_page(board, named(board, "b"), "m")}) {
    CHECK(imbalance(page).empty());
    CHECK(page.find("<script>alert") == std::string::npos);
    CHECK(page.find("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;") != std::string::npos);
    CHECK(page.find("b=\"<x>") == std::string::npos);
    for (const Tag& tag : tags(page)) {
      CHECK_FALSE(tag.attributes.contains("src"));
      CHECK((tag.name != "link" && tag.name != "img" && tag.name != "iframe"));
    }
  }
  CHECK_NOTHROW(nlohmann::json::parse(board_json(board)));
}

TEST_CASE("a card is read as it was written") {
  AgentCard made = card("an agent", CardTrack::kPicture);
  made.link = "http://example.org/a";
  made.description = "One paragraph.";
  CHECK(parse_card(card_text(made), "card.json") == made);
  CHECK(parse_card(card_text(card_of_papers_people()), "card.json") == card_of_papers_people());
}

TEST_CASE("every problem of a card is named with its line and place") {
  const std::string problems = card_problems(
      "{\"novphy_card\": 1,\n\"name\": \" a\",\n\"authors\": [],\n\"track\": \"sound\",\n\"data\": \"\",\n"
      "\"hardware\": \"one\\ntwo\",\n\"link\": \"javascript:alert(1)\",\n\"colour\": 1}");
  for (const char* problem :
       {"card.json:2: /name: expected a name, found one that is ", "card.json:3: /authors: ",
        "card.json:4: /track: ", "card.json:5: /data: expected a text of 1 to 200 bytes",
        "card.json:6: /hardware: ", "card.json:7: /link: expected an address", "expected a key \"cost\"",
        "card.json:8: /colour: "})
    CHECK(problems.find(problem) != std::string::npos);
  INFO(problems);
  CHECK(card_problems("{\"novphy_task\": 1}") == "card.json: this is a task; an agent card is expected");
  for (const char* link : {"ftp://example.org", "//example.org", "https://a b", "https://a\\\"b", "HTTPS://a",
                           "javascript:https://"}) {
    std::string text = card_text(card("a"));
    text.insert(text.find("\"data\""), std::string("\"link\": \"") + link + "\", ");
    INFO(link);
    CHECK((card_problems(text).empty()) == (std::string(link) == "https://a\\\"b"));
  }
}

TEST_CASE("printed figures are of a reference and of measures of the board") {
  AgentCard made = card_of_papers_people();
  made.reference = false;
  CHECK(card_problems(card_text(made)).find("expected \"reference\": true") != std::string::npos);
  made.reference = true;
  made.printed->all["shine"] = 1;
  CHECK(card_problems(card_text(made)).find("/printed/all/shine") != std::string::npos);
}

TEST_CASE("people of the paper do not stand beside novelties that they never played") {
  const BoardEntry people{.folder = "people", .card = card_of_papers_people()};
  CHECK(order(board_of({entry("a", same("P|PPPP")), people})).size() == 2);
  Records invented = same("P|PPPP");
  for (Record& record : invented) record.novelty = "whirl_3-0a1b";
  CHECK(order(board_of({entry("a", invented), people})) == std::vector<std::string>{"a"});
}
