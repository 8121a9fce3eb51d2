#include "generator/published_pairs.h"

namespace novphy {
namespace {

Intent intent_of(const std::string& scenario) {
  if (scenario == "rolling") return {.mode = Mode::kRoll};
  if (scenario == "falling") return {.mode = Mode::kFall};
  if (scenario == "sliding") return {.mode = Mode::kSlide};
  return {.mode = Mode::kDirect};
}

}  // namespace

std::vector<Pair> published_pairs(const std::string& folder, const Catalogue& catalogue) {
  std::vector<Pair> pairs = read_published(folder, catalogue);
  for (Pair& pair : pairs) pair.normal.intent = pair.novel.intent = intent_of(pair.scenario);
  return pairs;
}

}  // namespace novphy
