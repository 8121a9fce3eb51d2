#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "evaluator/report/html.h"
#include "jobs/invent.h"

namespace novphy {
namespace {

constexpr int kPagePictureWidthPx = 560;

std::string number(double value) { return fmt::format("{:.3g}", value); }

std::string or_dash(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : std::string("–");
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
  int most = 8;
  for (const InventedPair& pair : pairs) {
    ++counts[pair.candidate.scenario][pair.candidate.level];
    most = std::max(most, pair.candidate.level);  // kComposed has a column only where it is in use
  }
  HtmlTable table(1);
  std::vector<std::string> heading{"scenario"};
  for (int level = 1; level <= most; ++level)
    heading.push_back(level == kComposed ? "composed" : fmt::format("level {}", level));
  table.add_heading(heading);
  for (auto& [scenario, of_level] : counts) {
    std::vector<std::string> row{escaped(scenario)};
    for (int level = 1; level <= most; ++level) row.push_back(std::to_string(of_level[level]));
    table.add(row);
  }
  return table.text();
}

std::string link_to(const InventedPair& pair) {
  return "<a href=\"#" + pair.name + "\">" + breakable(pair_name(pair)) + "</a>";
}

std::string alike_list(const Invented& invented) {
  std::string items;
  for (const auto& group : invented.alike) {
    if (group.size() < 2) continue;
    std::string links;
    for (const std::size_t i : group) links += (links.empty() ? "" : ", ") + link_to(invented.pairs[i]);
    items += "<li>" + links + "</li>\n";
  }
  return items.empty() ? "<p>No two pairs are alike.</p>\n" : "<ul>\n" + items + "</ul>\n";
}

std::string pair_table(const std::vector<InventedPair>& pairs) {
  HtmlTable table(4);
  table.add_heading({"pair", "base", "law", "nearest known", "level", "distance", "strength",
                     "least strength", "aim shift, °", "winning share", "visible share", "detection",
                     "adaptation", "ranges"});
  for (const InventedPair& pair : pairs) {
    const Candidate& c = pair.candidate;
    table.add({link_to(pair), breakable(c.base), escaped(pair.law), escaped(c.nearest.name),
               std::to_string(c.level), fmt::format("{:.2f}", c.nearest.distance), number(c.strength),
               number(c.least_strength), fmt::format("{:.1f}", c.grade.aim_shift_deg),
               fmt::format("{:.3f}", c.grade.winning_share), fmt::format("{:.2f}", c.grade.visible_share),
               or_dash(c.grade.detect), or_dash(c.grade.adapt), number(c.ranges)});
  }
  return table.text();
}

std::string pictures(const std::vector<InventedPair>& pairs) {
  std::string html;
  for (const InventedPair& pair : pairs) {
    const std::string name = pair_name(pair);
    html += fmt::format("<figure id=\"{}\">{}<figcaption>{}: {}</figcaption></figure>\n", pair.name,
                        inline_png(base64(pair.picture), name, 2 * kPagePictureWidthPx), escaped(name),
                        escaped(pair.law));
  }
  return html;
}

}  // namespace

std::string invent_page(const Invented& invented) {
  return html_page(
      "Invented novelties", "novphy invent",
      html_of({{.id = "pairs", .title = "Pairs", .body = pair_table(invented.pairs)},
               {.id = "levels",
                .title = "Levels of the hierarchy by scenario",
                .body = level_table(invented.pairs)},
               {.id = "alike", .title = "Pairs that are alike", .body = alike_list(invented)},
               {.id = "candidates",
                .title = "What became of the candidates",
                .body = verdict_table(invented.set)},
               {.id = "pictures",
                .title = "Old and new winning throws; force fields, which no player sees, in green",
                .body = pictures(invented.pairs)}}));
}

}  // namespace novphy
