#include "app/invent_page.h"

#include <fmt/core.h>

#include <cmath>
#include <map>

#include "base/base64.h"
#include "evaluator/report/html.h"
#include "levels/object_text.h"

namespace novphy::app {
namespace {

constexpr int kPagePictureWidthPx = 560;

std::string number(double value) { return fmt::format("{:.3g}", value); }

std::string or_dash(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : std::string("–");
}

std::string matrix_words(const Matrix2& m) {
  return fmt::format("[[{}, {}], [{}, {}]]", number(m.x.x), number(m.x.y), number(m.y.x), number(m.y.y));
}

std::string force_words(const ForceField& field) {
  const char* each = field.times_mass ? " m/s²" : " N";
  std::string words;
  const auto add = [&](const std::string& part) { words += (words.empty() ? "" : " + ") + part; };
  if (field.force_n != Vec2{})
    add(fmt::format("({}, {}){}", number(field.force_n.x), number(field.force_n.y), each));
  if (field.per_m != Matrix2{}) add(matrix_words(field.per_m) + each + " a metre");
  if (field.per_mps != Matrix2{}) add(matrix_words(field.per_mps) + each + " a m/s");
  return words;
}

std::string target_words(const Targets& on) {
  std::string words;
  const auto add = [&](const std::optional<double>& above_mps, const char* what) {
    if (!above_mps) return;
    words += (words.empty() ? "" : ", ") + std::string(*above_mps > 0 ? "moving " : "") + what;
  };
  add(on.birds_above_mps, "birds");
  add(on.blocks_above_mps, "blocks");
  add(on.pigs_above_mps, "pigs");
  return words;
}

std::string place_words(const ForceField& field, const Task& task) {
  if (!field.region) return "everywhere";
  const Box& region = *field.region;
  const std::string shape =
      field.round ? fmt::format("in a disc of {} m", number(region.size_m.x))
                  : fmt::format("in a box of {} by {} m", number(region.size_m.x), number(region.size_m.y));
  if (field.object)
    return shape + " around object " + std::to_string(*field.object) + " (" +
           task.objects[static_cast<std::size_t>(*field.object)].type + ")";
  return shape + fmt::format(" at ({}, {})", number(region.centre_m.x), number(region.centre_m.y));
}

std::string time_words(const ForceTimes& times) {
  if (times.always()) return "";
  std::string words = fmt::format(", from {} s", number(times.from_s));
  if (times.until_s) words += fmt::format(" to {} s", number(*times.until_s));
  words += " after the launch";
  return times.every_s ? words + fmt::format(", every {} s", number(*times.every_s)) : words;
}

std::string verdict_table(const InventedSet& set) {
  HtmlTable table(1);
  table.add_heading({"verdict", "candidates"});
  for (const auto& [verdict, count] : set.verdicts()) table.add({escaped(verdict), std::to_string(count)});
  return table.text();
}

/// How many pairs there are of each level in each scenario.
std::string level_table(const std::vector<InventedPair>& pairs) {
  std::map<std::string, std::map<int, int>> counts;
  for (const InventedPair& pair : pairs) ++counts[pair.candidate.scenario][pair.candidate.level];
  HtmlTable table(1);
  std::vector<std::string> heading{"scenario"};
  for (int level = 1; level <= 8; ++level) heading.push_back(fmt::format("level {}", level));
  table.add_heading(heading);
  for (auto& [scenario, of_level] : counts) {
    std::vector<std::string> row{escaped(scenario)};
    for (int level = 1; level <= 8; ++level) row.push_back(std::to_string(of_level[level]));
    table.add(row);
  }
  return table.text();
}

std::string pair_table(const std::vector<InventedPair>& pairs) {
  HtmlTable table(4);
  table.add_heading({"pair", "base", "law", "nearest known", "level", "distance", "strength",
                     "least strength", "aim shift, °", "winning share", "visible share", "detection",
                     "adaptation", "ranges"});
  for (const InventedPair& pair : pairs) {
    const Candidate& c = pair.candidate;
    table.add(
        {"<a href=\"#" + novelty_name(c) + "\">" + breakable(c.scenario + "/" + novelty_name(c)) + "</a>",
         breakable(c.base), escaped(pair.law), escaped(c.nearest.name), std::to_string(c.level),
         fmt::format("{:.2f}", c.nearest.distance), number(c.strength), number(c.least_strength),
         fmt::format("{:.1f}", c.grade.aim_shift_deg), fmt::format("{:.3f}", c.grade.winning_share),
         fmt::format("{:.2f}", c.grade.visible_share), or_dash(c.grade.detect), or_dash(c.grade.adapt),
         number(c.ranges)});
  }
  return table.text();
}

std::string pictures(const std::vector<InventedPair>& pairs) {
  std::string html;
  for (const InventedPair& pair : pairs) {
    const std::string name = pair.candidate.scenario + "/" + novelty_name(pair.candidate);
    html += fmt::format(
        "<figure id=\"{}\">{}<figcaption>{}: {}</figcaption></figure>\n", novelty_name(pair.candidate),
        inline_png(base64(pair.picture), name, 2 * kPagePictureWidthPx), escaped(name), escaped(pair.law));
  }
  return html;
}

}  // namespace

std::string law_words(const Pair& pair) {
  const Task& normal = pair.normal.task;
  const Task& novel = pair.novel.task;
  if (novel.effects.size() > normal.effects.size())
    if (const auto* field = std::get_if<ForceField>(&novel.effects.back()))
      return fmt::format("{} on {}, {}{}", force_words(*field), target_words(field->on),
                         place_words(*field, novel), time_words(field->times));
  const Vec2 moved = novel.slingshot.at_m - normal.slingshot.at_m;
  return fmt::format("the slingshot is moved by ({}, {}) m", number(moved.x), number(moved.y));
}

std::string invent_page(const InventedSet& set, const std::vector<InventedPair>& pairs) {
  return html_page(
      "Invented novelties", "novphy invent",
      html_of({{.id = "pairs", .title = "Pairs", .body = pair_table(pairs)},
               {.id = "levels", .title = "Levels of the hierarchy by scenario", .body = level_table(pairs)},
               {.id = "candidates", .title = "What became of the candidates", .body = verdict_table(set)},
               {.id = "pictures",
                .title = "Old and new winning throws; force fields, which no player sees, in green",
                .body = pictures(pairs)}}));
}

}  // namespace novphy::app
