#include "evaluator/difficulty/difficulty_table.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "base/file.h"
#include "base/json_reader.h"
#include "base/lists.h"
#include "base/text.h"
#include "evaluator/input/csv.h"
#include "evaluator/tables/text_table.h"

namespace novphy {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr FileBounds kDifficultyBounds{"a difficulty file", 64 * kMebibyte, 2'000'000};

/// A column of the tables: what it shows of each cell.
struct Column {
  const char* title;
  const char* state;
  const char* dimension;
  const char* side = "novel";
};

constexpr std::array kColumns{
    Column{"colour", "detection", "colour"},     Column{"shape", "detection", "shape"},
    Column{"rotation", "detection", "rotation"}, Column{"location", "detection", "location"},
    Column{"seen", "detection", "seen"},         Column{"seen normal", "detection", "seen", "normal"},
    Column{"target", "adaptation", "target"},    Column{"initiation", "adaptation", "initiation"},
    Column{"time", "adaptation", "time"},        Column{"detect", "detection", "together"},
    Column{"adapt", "adaptation", "together"}};

/// The parts of a summary, by their names in JSON and CSV.
struct SummaryPart {
  const char* name;
  double DifficultySummary::*of;
};
constexpr SummaryPart kSummaryParts[] = {
    {"mean", &DifficultySummary::mean},         {"low", &DifficultySummary::low},
    {"high", &DifficultySummary::high},         {"min", &DifficultySummary::least},
    {"q1", &DifficultySummary::first_quartile}, {"median", &DifficultySummary::median},
    {"q3", &DifficultySummary::third_quartile}, {"max", &DifficultySummary::most}};

double nine_decimals(double value) { return std::round(value * 1e9) / 1e9; }

OrderedJson json_of(const DifficultyRow& row) {
  OrderedJson json{{"side", row.side},
                   {"state", row.state},
                   {"dimension", row.dimension},
                   {"n", row.values.size()},
                   {"undefined", row.undefined}};
  const auto summary = summary_of(row);
  for (const SummaryPart& part : kSummaryParts)
    json[part.name] = summary ? OrderedJson(nine_decimals((*summary).*part.of)) : OrderedJson(nullptr);
  json["values"] = mapped(row.values, nine_decimals);
  return json;
}

OrderedJson json_of(const DifficultyModel& model) {
  OrderedJson classes = OrderedJson::object();
  for (const auto& [name, count] : model.classes) classes[name] = {count.first, count.second};
  return {{"dimension", model.dimension},
          {"model", model.name},
          {"counts", model.counts},
          {"tested_and_right", classes}};
}

std::string in_csv(const std::string& text) {
  return text.find_first_of(",\"\n") == std::string::npos ? text : csv_cell(text);
}

/// The means of all columns; "-" where there is none.
std::vector<std::string> shown(const DifficultyCell& cell) {
  return mapped(kColumns, [&](const Column& column) {
    const auto mean = mean_difficulty(cell, column.state, column.dimension, column.side);
    return mean ? rounded(*mean) : "-";
  });
}

std::string undefined_text(const DifficultyTable& table) {
  std::map<std::string, int> counts;
  for (const DifficultyCell& cell : table.cells)
    for (const DifficultyRow& row : cell.rows) {
      // Detection by target, initiation and time is undefined if adaptation is, so the table shows only one
      // of the two.
      if (row.state == "detection" && row.dimension != "together" &&
          find_row(cell, "adaptation", row.dimension))
        continue;
      for (const auto& [reason, count] : row.undefined)
        counts[fmt::format("{} of {} tasks: {}", row.dimension, row.side, reason)] += count;
    }
  std::string text;
  for (const auto& [what, count] : counts)
    text += fmt::format("undefined {}: {}\n", counted(count, "time"), what);
  return text;
}

std::string models_text(const DifficultyTable& table) {
  std::map<std::string, int> left_out;
  for (const DifficultyCell& cell : table.cells)
    for (const DifficultyModel& model : cell.models)
      left_out[model.dimension + ", " + model.name] += !model.counts;
  std::string text;
  for (const auto& [model, count] : left_out)
    if (count > 0)
      text += fmt::format("below gamma in {} of {}: {}\n", count, counted(table.cells.size(), "pair"), model);
  return text;
}

std::string in_latex(std::string text) {
  std::string result;
  for (const char c : text) {
    if (c == '_' || c == '%' || c == '&' || c == '#' || c == '$') result += '\\';
    result += c;
  }
  return result;
}

DifficultyRow read_row(const Node& node) {
  DifficultyRow row{
      .side = node.at("side").one_of({"novel", "normal"}),
      .state = node.at("state").one_of({"detection", "adaptation"}),
      .dimension = node.at("dimension").text(),
      .values = mapped(node.at("values").array(), [](const Node& value) { return value.number(0, 1); })};
  for (const auto& [reason, count] : node.at("undefined").members()) row.undefined[reason] = count.integer(0);
  return row;
}

}  // namespace

std::optional<DifficultySummary> summary_of(const DifficultyRow& row) {
  if (row.values.empty()) return std::nullopt;
  std::vector<double> sorted = row.values;
  std::ranges::sort(sorted);
  const Interval interval = fraction_interval(sorted);
  return DifficultySummary{
      .mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size()),
      .low = interval.low,
      .high = interval.high,
      .least = sorted.front(),
      .first_quartile = quantile(sorted, 0.25).value(),
      .median = quantile(sorted, 0.5).value(),
      .third_quartile = quantile(sorted, 0.75).value(),
      .most = sorted.back()};
}

const DifficultyRow* find_row(const DifficultyCell& cell, const std::string& state,
                              const std::string& dimension, const std::string& side) {
  return find_in(cell.rows, [&](const DifficultyRow& row) {
    return row.side == side && row.state == state && row.dimension == dimension;
  });
}

std::optional<double> mean_difficulty(const DifficultyCell& cell, const std::string& state,
                                      const std::string& dimension, const std::string& side) {
  const DifficultyRow* row = find_row(cell, state, dimension, side);
  const auto summary = row ? summary_of(*row) : std::nullopt;
  return summary ? std::optional(summary->mean) : std::nullopt;
}

std::string difficulty_json(const DifficultyTable& table) {
  OrderedJson json{{"novphy_difficulty", 1}};
  for (const auto& [name, value] : table.numbers) json["numbers"][name] = value;
  json["cells"] = OrderedJson::array();
  const auto as_json = [](const auto& each) { return json_of(each); };
  for (const DifficultyCell& cell : table.cells)
    json["cells"].push_back({{"novelty", cell.novelty},
                             {"scenario", cell.scenario},
                             {"rows", mapped(cell.rows, as_json)},
                             {"models", mapped(cell.models, as_json)}});
  return json.dump() + "\n";
}

std::string difficulty_csv(const DifficultyTable& table) {
  std::string text =
      "novelty,scenario,side,state,dimension,n,undefined,mean,low,high,min,q1,median,q3,max,reasons\n";
  for (const DifficultyCell& cell : table.cells)
    for (const DifficultyRow& row : cell.rows) {
      int undefined = 0;
      for (const auto& [reason, count] : row.undefined) undefined += count;
      text += fmt::format("{},{},{},{},{},{},{}", in_csv(cell.novelty), in_csv(cell.scenario), row.side,
                          row.state, row.dimension, row.values.size(), undefined);
      const auto summary = summary_of(row);
      for (const SummaryPart& part : kSummaryParts)
        text += "," + (summary ? rounded((*summary).*part.of, 6) : "");
      text += "," + in_csv(fmt::format("{}", fmt::join(map_keys(row.undefined), "; "))) + "\n";
    }
  return text;
}

namespace {

/// "n = 2 to 5 tasks or members behind each mean".
std::string n_text(const DifficultyTable& table) {
  std::set<std::size_t> numbers;
  for (const DifficultyCell& cell : table.cells)
    for (const DifficultyRow& row : cell.rows)
      if (!row.values.empty()) numbers.insert(row.values.size());
  if (numbers.empty()) return "n = 0";
  const std::string least = numbers.size() > 1 ? fmt::format("{} to ", *numbers.begin()) : "";
  return fmt::format("n = {}{} tasks or members behind each mean", least, *numbers.rbegin());
}

}  // namespace

std::string difficulty_text(const DifficultyTable& table) {
  std::vector<std::string> header{"novelty", "scenario"};
  add_all(header, mapped(kColumns, &Column::title));
  TextTable text(header, 2);
  for (const DifficultyCell& cell : table.cells) {
    std::vector<std::string> row{cell.novelty, cell.scenario};
    add_all(row, shown(cell));
    text.add(row);
  }
  return text.text() + "\n" + n_text(table) + "\n" + undefined_text(table) + models_text(table);
}

std::string difficulty_latex(const DifficultyTable& table) {
  std::string text =
      "\\begin{tabular}{ll" + std::string(kColumns.size(), 'r') + "}\n\\toprule\nnovelty & scenario";
  for (const Column& column : kColumns) text += fmt::format(" & {}", column.title);
  text += " \\\\\n\\midrule\n";
  for (const DifficultyCell& cell : table.cells)
    text += fmt::format("{} & {} & {} \\\\\n", in_latex(cell.novelty), in_latex(cell.scenario),
                        fmt::join(shown(cell), " & "));
  return text +
         fmt::format("\\midrule\n\\multicolumn{{{}}}{{l}}{{{}}} \\\\\n\\bottomrule\n\\end{{tabular}}\n",
                     kColumns.size() + 2, n_text(table));
}

DifficultyTable read_difficulty(const std::string& file) {
  JsonDocument document(read_file(file), file, kDifficultyBounds);
  const Node root = document.root().object();
  root.at("novphy_difficulty").integer(1, 1);
  DifficultyTable table;
  for (const auto& [name, value] : root.get("numbers").members())
    table.numbers.emplace_back(name, value.number());
  for (const Node& node : root.at("cells").array()) {
    DifficultyCell cell{.novelty = node.at("novelty").text(), .scenario = node.at("scenario").text()};
    cell.rows = mapped(node.at("rows").array(), read_row);
    table.cells.push_back(std::move(cell));
  }
  document.check();
  return table;
}

namespace {

const CellMeasures* cell_named(const Measures& measured, const DifficultyCell& wanted) {
  return find_in(measured.cells, [&](const CellMeasures& cell) {
    return cell.novelty == wanted.novelty && cell.scenario == wanted.scenario;
  });
}

/// Fills in `predicted`: the least-squares line cut to 0 to 1, or the mean if all difficulties are equal.
void predict(std::vector<CellBeside>& cells) {
  const double n = static_cast<double>(cells.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const CellBeside& cell : cells) {
    x += cell.difficulty / n;
    y += cell.achieved / n;
  }
  for (const CellBeside& cell : cells) {
    xx += (cell.difficulty - x) * (cell.difficulty - x);
    xy += (cell.difficulty - x) * (cell.achieved - y);
  }
  for (CellBeside& cell : cells)
    cell.predicted = std::clamp(y + (xx > 0 ? xy / xx * (cell.difficulty - x) : 0), 0.0, 1.0);
}

BesideDifficulty beside(const AgentMeasures& agent, const DifficultyTable& table, const std::string& state,
                        const std::string& dimension, const std::string& measure) {
  BesideDifficulty result{.agent = agent.agent, .state = state, .dimension = dimension, .measure = measure};
  std::vector<std::optional<Interval>> intervals;
  std::vector<double> x, y;
  for (const DifficultyCell& each : table.cells) {
    const CellMeasures* cell = cell_named(agent.measures, each);
    const auto difficulty = mean_difficulty(each, state, dimension);
    if (!cell || !difficulty || !cell->value(measure).mean) continue;
    x.push_back(*difficulty);
    y.push_back(*cell->value(measure).mean);
    intervals.push_back(cell->value(measure).interval);
    result.cells.push_back({each.novelty, each.scenario, x.back(), y.back()});
  }
  predict(result.cells);
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    CellBeside& cell = result.cells[i];
    if (!intervals[i]) continue;
    if (cell.predicted < intervals[i]->low) cell.against = AgainstDifficulty::kBetter;
    if (cell.predicted > intervals[i]->high) cell.against = AgainstDifficulty::kWorse;
  }
  result.rank_correlation = spearman(x, y);
  return result;
}

}  // namespace

std::vector<BesideDifficulty> beside_difficulty(const Evaluation& evaluation, const DifficultyTable& table) {
  std::vector<BesideDifficulty> all;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const auto& [state, dimension, measure] :
         {std::tuple("detection", "seen", "cdt"), std::tuple("detection", "together", "cdt"),
          std::tuple("adaptation", "target", "aus"), std::tuple("adaptation", "together", "aus")}) {
      BesideDifficulty result = beside(agent, table, state, dimension, measure);
      if (!result.cells.empty()) all.push_back(std::move(result));
    }
  return all;
}

}  // namespace novphy
