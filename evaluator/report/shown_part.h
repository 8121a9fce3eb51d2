#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "evaluator/evaluation.h"

/// Figures and heat maps of a report with very many agents or novelty-scenarios show a part of them, as a
/// figure of all would be longer than a drawing can be. The tables of means hold all.
namespace novphy {

inline constexpr std::size_t kMostAgents = 24;
inline constexpr std::size_t kSomeAgents =
    12;  ///< Shown of more agents: as many as there are looks of series.
inline constexpr std::size_t kMostNovelties = 24;
inline constexpr std::size_t kMostScenarios = 12;

/// At most `most` of the values, in equal steps from the first to the last.
template <class Value>
std::vector<Value> spread(const std::vector<Value>& values, std::size_t most) {
  if (values.size() <= most) return values;
  std::vector<Value> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(values[i * (values.size() - 1) / (most - 1)]);
  return some;
}

/// "24 of 250 agents"; "" where all are shown.
std::string share_text(std::size_t shown, std::size_t all, const std::string& of);

struct ShownPart {
  std::vector<std::size_t> agents;  ///< Indices in Evaluation::agents, in its order.
  CellNames cells;
  std::string agents_note, novelties_note, scenarios_note;  ///< share_text() of each.

  bool has(const std::string& novelty, const std::string& scenario) const;
  /// What is not shown, as a sentence without its full stop: of agents, and of novelties and scenarios where
  /// the figure has a part for each. "" where everything is shown.
  std::string note(bool by_novelty, bool by_scenario) const;
};

/// All agents, novelties and scenarios, or where these are too many, some: twelve agents in equal steps from
/// the highest to the lowest AP and those of the baseline, novelties and scenarios in equal steps of their
/// order.
ShownPart shown_part(const Evaluation& evaluation);
/// The evaluation with the agents of the part, and their means of its novelties, scenarios and cells. Trials
/// stay, so that a curve of a novelty is still that of all its trials.
Evaluation part_of(const Evaluation& evaluation, const ShownPart& part);

}  // namespace novphy
