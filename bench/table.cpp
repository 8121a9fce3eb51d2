#include "bench/table.h"

#include <fmt/core.h>

#include <algorithm>

#include "bench/windows.h"

namespace novphy {
namespace {

/// "19-22,70": winning angles in whole steps, neighbours joined.
std::string windows(const std::vector<double>& angles_deg) {
  std::string text;
  for (const Window& w : windows_of(angles_deg, 1)) {
    text += fmt::format("{}{:g}", text.empty() ? "" : ",", w.from_deg);
    if (w.to_deg > w.from_deg) text += fmt::format("..{:g}", w.to_deg);
  }
  return text.empty() ? "-" : text;
}

int percent(int part, int all) { return all > 0 ? (100 * part + all / 2) / all : 0; }

std::string side_cells(const SideFigures& side) {
  return fmt::format("{}/{} {:>3} {:>3}", side.intended_positions, side.positions,
                     percent(side.intended_first, side.wins), percent(side.intended_kills, side.wins));
}

}  // namespace

void print_table(const std::vector<PairFigures>& pairs) {
  fmt::print(
      "pair   verdict | normal: positions, first %, kills %; window | novel: the same | decoy % also off % "
      "throws won %\n");
  for (const PairFigures& p : pairs) {
    fmt::print("{:<6} {} | {}; {} | {}; {} | {} {} {}/{} | {}\n", p.name, letter(p.verdict),
               side_cells(p.normal), windows(p.normal.window_deg), side_cells(p.novel),
               windows(p.novel.window_deg), percent(p.novel.decoy_first, p.novel.wins),
               percent(p.novel.also_off, p.novel.wins), percent(p.normal.wins, p.normal.shots),
               percent(p.novel.wins, p.novel.shots), p.reasons);
  }
}

void print_hit_bonuses(const std::vector<PairFigures>& pairs) {
  struct ScoreMode {
    const char* pair;
    const char* human;
  };
  for (const ScoreMode mode : {ScoreMode{"010305", "240 to 250"}, ScoreMode{"010504", "200 to 240"},
                               ScoreMode{"010304", "350 to 360"}}) {
    for (const PairFigures& p : pairs) {
      if (p.name != mode.pair || p.normal.hit_bonuses.empty()) continue;
      std::vector<int> sorted = p.normal.hit_bonuses;
      std::sort(sorted.begin(), sorted.end());
      fmt::print("hit bonus of {}_0: median {}, from {} to {} (people: {})\n", p.name,
                 sorted[sorted.size() / 2], sorted.front(), sorted.back(), mode.human);
    }
  }
}

}  // namespace novphy
