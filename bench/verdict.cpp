#include <fmt/core.h>

#include "bench/judge.h"

namespace novphy {
namespace {

double share(int part, int all) { return all > 0 ? static_cast<double>(part) / all : 0; }

/// Collects what keeps a pair from holding.
struct Reasons {
  std::string text{};
  void need(bool fine, const std::string& reason) {
    if (!fine) text += (text.empty() ? "" : "; ") + reason;
  }
};

std::string percent(double value) { return fmt::format("{:.0f} %", 100 * value); }

void need_intended(Reasons& reasons, const SideFigures& side, const std::string& name) {
  reasons.need(
      share(side.intended_positions, side.positions) >= 0.75,
      fmt::format("{}: intended wins at {}/{} positions", name, side.intended_positions, side.positions));
  const double first = share(side.intended_first, side.wins);
  reasons.need(first >= 0.6, fmt::format("{}: intended first in {} of wins", name, percent(first)));
}

std::string reasons_of(const PairFigures& p) {
  Reasons reasons;
  need_intended(reasons, p.normal, "normal");
  need_intended(reasons, p.novel, "novel");
  const double decoy = p.direct ? 0 : share(p.novel.decoy_first, p.novel.wins);
  reasons.need(decoy <= 0.15, "novel: decoy first in " + percent(decoy));
  const double off = share(p.novel.also_off, p.novel.wins);
  reasons.need(off <= 0.15, percent(off) + " of novel wins win with the novelty off");
  reasons.need(share(p.novel.skippable_positions, p.novel.positions) <= 0.2,
               fmt::format("storm skippable at {}/{}", p.novel.skippable_positions, p.novel.positions));
  for (const SideFigures* side : {&p.normal, &p.novel}) {
    const double straight = p.direct ? 0 : share(side->pig_first, side->wins);
    reasons.need(straight <= 0.3, fmt::format("{}: direct hits {}", side == &p.normal ? "normal" : "novel",
                                              percent(straight)));
  }
  const double winning = share(p.novel.wins, p.novel.shots);
  reasons.need(winning <= (p.direct ? 0.2 : 0.12), "novel: " + percent(winning) + " of throws win");
  return reasons.text;
}

Verdict verdict_of(const PairFigures& p) {
  if (p.reasons.empty()) return Verdict::kHolds;
  const bool partly = share(p.normal.intended_positions, p.normal.positions) >= 0.4 &&
                      share(p.novel.intended_positions, p.novel.positions) >= 0.4 &&
                      share(p.novel.intended_first, p.novel.wins) >= 0.25;
  return partly ? Verdict::kPartly : Verdict::kFails;
}

}  // namespace

char letter(Verdict verdict) {
  return verdict == Verdict::kHolds ? 'H' : verdict == Verdict::kPartly ? 'P' : 'F';
}

void decide(PairFigures& figures) {
  figures.reasons = reasons_of(figures);
  figures.verdict = verdict_of(figures);
}

}  // namespace novphy
