#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "evaluator/tables/builders.h"
#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

/// Indices in measures() of the measures that a word stands for.
std::vector<std::size_t> measures_of(const std::string& word) {
  std::vector<std::size_t> found;
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i)
      if (measures()[i].family == family &&
          (word == "all" || word == key(family) || word == measures()[i].key))
        found.push_back(i);
  if (found.empty())
    throw std::invalid_argument(fmt::format(
        "\"{}\" is not a measure: expected novphy, pinto, sailon, ours, all or keys such as cdt,aus_trapz",
        word));
  return found;
}

}  // namespace

Selection parse_selection(const std::string& words) {
  Selection selection;
  std::set<std::size_t> named;
  std::istringstream stream(words);
  for (std::string word; std::getline(stream, word, ',');) {
    const auto found = measures_of(word);
    selection.measures.insert(selection.measures.end(), found.begin(), found.end());
    for (const std::size_t i : found) {
      if (word == measures()[i].key) named.insert(i);
      if (measures()[i].needs == Needs::kTold) selection.if_known.insert(i);
    }
  }
  for (const std::size_t i : named) selection.if_known.erase(i);
  if (selection.measures.empty()) (void)measures_of("");
  return selection;
}

std::string needing_baseline(const Selection& selection) {
  std::vector<std::string_view> keys;
  for (const std::size_t i : selection.measures)
    if (needs_baseline(measures()[i])) keys.push_back(measures()[i].key);
  return fmt::format("{}", fmt::join(keys, ", "));
}

Selection default_selection() {
  Selection selection = parse_selection("novphy,wdt,missed,normal");
  for (const std::string_view key : kUsageMeasures) {
    selection.measures.push_back(index_of(key));
    selection.if_known.insert(index_of(key));
  }
  return selection;
}

Selection shown_of(Selection selection, const Evaluation& evaluation) {
  std::erase_if(selection.measures,
                [&](std::size_t i) { return selection.if_known.contains(i) && !any_has(evaluation, i); });
  return selection;
}

}  // namespace novphy
