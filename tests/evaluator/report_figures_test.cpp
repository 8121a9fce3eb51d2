#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "evaluator/report/parts.h"
#include "evaluator/report/report.h"
#include "tests/evaluator/report_page.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

/// Agents with a trial in each cell of the grid, or only on its diagonal.
Evaluation many(int agents, int novelties, int scenarios, bool diagonal = false) {
  Conventions conventions;
  conventions.resamples = 0;
  std::vector<AgentLog> logs;
  for (int agent = 0; agent < agents; ++agent) {
    std::vector<Record> records;
    for (int n = 0; n < novelties; ++n)
      for (int s = 0; s < scenarios; ++s)
        if (!diagonal || n == s)
          for (const Record& record : trial(agent % 2 == 0 ? "P|P!" : "P|F", 0, "novelty" + std::to_string(n),
                                            "scenario" + std::to_string(s)))
            records.push_back(record);
    logs.push_back(agent_log("agent" + std::to_string(agent), records));
  }
  return evaluate(logs, conventions);
}

/// "Shown are ..." at the end of a figure's caption.
std::string note_of(const std::vector<plot::Figure>& figures, const std::string& name) {
  const std::string& caption = figure_named(figures, name).caption;
  const std::size_t at = caption.find(". Shown are ");
  return at == std::string::npos ? "" : caption.substr(at + 2);
}

}  // namespace

TEST_CASE("the heat maps of a report are those of measures that any agent has") {
  const Evaluation evaluation = example(false);
  const std::set<std::string> names = figure_names(bare_input(evaluation));
  CHECK(names.count("heat_map_cdt") == 1);
  CHECK_FALSE(names.contains("heat_map_nrp"));
  CHECK_FALSE(names.contains("heat_map_m2"));  // m2 shows the same numbers as cdt
}

TEST_CASE("a report has the papers' figures, and none without a value") {
  const Evaluation evaluation = example();
  const std::set<std::string> names = figure_names(input_of(evaluation));
  for (const char* name : {"agents_by_novelty", "agents_by_scenario", "pass_rates_by_novelty",
                           "pass_rates_by_scenario", "pass_rates_by_cell", "detection_by_novelty",
                           "time_to_detection", "novelty_probability_mean", "novelty_probability_of_trials",
                           "amoc_curve", "detector_settings", "noticing_mann_whitney", "noticing_spearman"}) {
    INFO(name);
    CHECK(names.count(name) == 1);
  }
  const Evaluation told = evaluate(std::vector<AgentLog>{agent_log("a", informed(trial("P|PP")))}, {});
  for (const std::string& name : figure_names(bare_input(told))) {
    INFO(name);
    CHECK((name.starts_with("agents_by") || name.starts_with("pass_rates") || name.starts_with("heat_map")));
  }
}

TEST_CASE("the figure of all cells has a panel for each, with the rates and bands of its agents as hints") {
  const Evaluation evaluation = example();
  const auto figures = report_figures(bare_input(evaluation));
  const plot::Figure& cells = figure_named(figures, "pass_rates_by_cell");
  std::vector<std::string> texts;
  for (const plot::Hint& hint : cells.hints) texts.push_back(hint.text);
  const std::string second = "objects, rolling\ntask, counted from the change: 0\n" + kNasty +
                             ": 0.33 [0.06, 0.79], n = 3\n" + kForeign + ": 0.33 [0.06, 0.79], n = 3";
  CHECK(std::count(texts.begin(), texts.end(), second) == 1);
  const auto of_cell = [&](const std::string& cell) {
    return std::count_if(texts.begin(), texts.end(),
                         [&](const auto& text) { return text.starts_with(cell); });
  };
  CHECK(of_cell("objects, rolling") == 6);
  CHECK(of_cell("agents, falling") == 6);
  CHECK(of_cell("objects, falling") == 0);
}

TEST_CASE("each figure says on how many trials it rests, and which intervals it shows") {
  const Evaluation evaluation = example();
  for (const plot::Figure& figure : report_figures(input_of(evaluation))) {
    CAPTURE(figure.name, figure.caption);
    CHECK_THAT(figure.caption,
               Contains("n = ") || Contains("n is the number of trials") || Contains(" n, the number"));
    if (figure.name.starts_with("heat_map") || figure.name.starts_with("noticing")) continue;
    CHECK_THAT(figure.caption, Contains("95 % ") || Contains("without intervals") ||
                                   Contains("n = 1 trial ") || Contains("the tables have the intervals"));
  }
  const auto caption = [&](const char* name) {
    return figure_named(report_figures(input_of(evaluation)), name).caption;
  };
  CHECK_THAT(caption("agents_by_novelty"),
             Contains("95 % intervals (Student's over stratified trials). n = 5 trials of each agent in 3 "
                      "novelty-scenarios"));
  CHECK_THAT(caption("pass_rates_by_novelty"),
             Contains("with 95 % bands (Wilson's). n = 1 to 3 trials a curve."));
}

TEST_CASE("a figure of means has the intervals of the tables, and n") {
  const Evaluation evaluation = example();
  const CellMean& ap = evaluation.agents[0].measures.nps.front().mean("ap");
  const std::string expected =
      fmt::format("{}, objects\nAP: {} [{}, {}], n = 3, 1 of 1 cells", kNasty, plot::number_text(*ap.mean, 2),
                  plot::number_text(ap.interval->low, 2), plot::number_text(ap.interval->high, 2));
  const auto figures = report_figures(bare_input(evaluation));
  const auto& hints = figure_named(figures, "agents_by_novelty").hints;
  CHECK(std::any_of(hints.begin(), hints.end(), [&](const auto& hint) { return hint.text == expected; }));
}

// A bug: with more than five agents, no printed figure had an interval of pass rates.
TEST_CASE("where bands would cover each other, each agent has a panel with its band") {
  const auto names = [](int agents) { return figure_names(bare_input(many(agents, 1, 1))); };
  CHECK_FALSE(names(5).contains("pass_rates_by_agent"));
  CHECK(names(6).contains("pass_rates_by_agent"));
  const auto figures = report_figures(bare_input(many(6, 1, 1)));
  CHECK_THAT(figure_named(figures, "pass_rates_by_agent").hints.at(0).text, Contains("[0.21, 1.00], n = 1"));
  CHECK_THAT(figure_named(figures, "pass_rates_by_novelty").caption, Contains("without bands"));
}

TEST_CASE("delays of trials of different lengths are shown with a note, those of equal lengths without") {
  const Evaluation evaluation = different_lengths();
  const std::string note =
      "In DD n+1, a trial without correct detection counts as n + 1, as in adapted after one without two "
      "passes in a row: as 5 with 4 novel tasks (people), "
      "as 7 with 6 novel tasks (agent)";
  CHECK_THAT(lengths_note(evaluation), Contains(note));
  const auto figures = report_figures(bare_input(evaluation));
  const auto same = evaluate(
      std::vector<AgentLog>{agent_log("people", trial("P|FF!FF")), agent_log("agent", trial("P|FFFF"))}, {});
  const auto plain = report_figures(bare_input(same));
  for (const char* name :
       {"agents_by_novelty", "agents_by_scenario", "heat_map_restricted_dd", "heat_map_dd"})
    CHECK(figure_named(figures, name).height_px > figure_named(plain, name).height_px);
  CHECK(figure_named(figures, "heat_map_cdt").height_px == figure_named(plain, "heat_map_cdt").height_px);
  CHECK_THAT(figure_named(figures, "agents_by_novelty").hints.at(0).text, !Contains("see note"));
  const auto& hints = figure_named(figures, "agents_by_scenario").hints;
  CHECK(std::any_of(hints.begin(), hints.end(), [](const plot::Hint& hint) {
    return hint.text.find("DD n+1 (see note): 7.00") != std::string::npos;
  }));
  for (const Section& section : {summary_section(bare_input(evaluation)), families_section(evaluation),
                                 cells_section(evaluation, shown_part(evaluation))})
    CHECK_THAT(section.body, Contains(note));
  CHECK(lengths_note(example()).empty());
  CHECK_THAT(summary_section(bare_input(example())).body, !Contains("Note:"));
}

TEST_CASE("an agent without a value has no column, no panel and no place in a figure") {
  const std::vector<AgentLog> logs{agent_log("alone", trial("P|FF!FF")),
                                   agent_log("told", informed(trial("P|FPFF")), "other")};
  const Evaluation evaluation = evaluate(logs, {});
  const std::string means = means_section(evaluation, true).body;
  CHECK(table_behind(means, "<h3>CDT</h3>").at(1).at(1) == "alone");
  CHECK(table_behind(means, "<h3>CDT</h3>").at(1).at(2) == "Human");
  CHECK(table_behind(means, "<h3>AP</h3>").at(1).at(2) == "told");
  const auto figures = report_figures(bare_input(evaluation));
  for (const plot::Hint& hint : figure_named(figures, "agents_by_novelty").hints)
    if (hint.text.find("\nCDT") != std::string::npos) CHECK_THAT(hint.text, !Contains("told"));
  const Evaluation told = evaluate(std::vector<AgentLog>{logs[1]}, {});
  CHECK_THAT(summary_section(bare_input(told)).body, !Contains("<th>CDT") && Contains("<th>AP"));
  CHECK_THAT(means_section(told, false).body, !Contains("<h3>CDT</h3>") && Contains("<h3>AP</h3>"));
}

TEST_CASE("figures of very many agents or novelty-scenarios show some, and their captions say how many") {
  const std::string agents = "12 of 250 agents, from the highest to the lowest AP";
  struct Row {
    Evaluation evaluation;
    std::string by_novelty, by_scenario, by_cell, of_agents;
  };
  const Row rows[] = {{many(3, 8, 5), "", "", "", ""},
                      {many(24, 2, 1), "", "", "", ""},
                      {many(250, 2, 1), agents, agents, agents, agents},
                      {many(2, 250, 4), "24 of 250 novelties", "", "24 of 250 novelties", ""},
                      {many(1, 30, 30), "24 of 30 novelties", "12 of 30 scenarios",
                       "24 of 30 novelties and 12 of 30 scenarios", ""},
                      {many(1, 1000, 1000, true), "24 of 1000 novelties", "12 of 1000 scenarios",
                       "24 of 1000 novelties and 12 of 1000 scenarios", ""}};
  for (const Row& row : rows) {
    const auto figures = report_figures(bare_input(row.evaluation));
    const auto sentence = [](const std::string& note) { return note.empty() ? "" : "Shown are " + note; };
    CHECK(note_of(figures, "agents_by_novelty") == sentence(row.by_novelty));
    CHECK(note_of(figures, "pass_rates_by_scenario") == sentence(row.by_scenario));
    CHECK(note_of(figures, "pass_rates_by_cell") == sentence(row.by_cell));
    CHECK(note_of(figures, "heat_map_ap") == sentence(row.by_cell));
    CHECK(note_of(figures, "time_to_detection") == sentence(row.of_agents));
    for (const plot::Figure& figure : figures) CHECK(figure.height_px <= 12'000);
  }
}

TEST_CASE("a page of very many agents holds the rows of all, and the heat maps and comparisons of some") {
  const Evaluation evaluation = many(30, 1, 1);
  ReportInput input = bare_input(evaluation);
  input.comparisons = compare_all(evaluation, kComparedMeasures);
  const std::string page = make_report(input).html;
  CHECK(imbalance(page).empty());
  for (int agent = 0; agent < 30; ++agent)
    CHECK(has_word(summary_section(input).body, "agent" + std::to_string(agent)));
  CHECK_THAT(page, Contains("Shown are 12 of 30 agents, from the highest to the lowest AP. Holm's correction "
                            "covers the 435 comparisons of all agents."));
  const std::string maps = cells_section(evaluation, shown_part(evaluation)).body;
  CHECK_THAT(maps, Contains("<p class=\"note\">Shown are 12 of 30 agents"));
}
