#pragma once

#include <string>

#include "levels/pair.h"
#include "novelties/novelty.h"

namespace novphy {

/// The text of a pair file whose normal side is the normal side of `base`, and whose novel side is the same
/// task with the novelty put in. The pair keeps the scenario, the parameters, the conditions, the shift and
/// the rules for distractors of `base`. The pair's novelty is the entry's name. The novel side has no intent,
/// because nothing says that the novel task is passed in the same way. Places and objects are chosen on the
/// base, as inject() chooses them; a changed object keeps its formulas. Throws std::invalid_argument as
/// inject() does.
std::string injected_pair_json(const Pair& base, const Novelty& novelty, const Catalogue& catalogue,
                               const Where& where = {}, const NoveltyValues& values = {});

/// The pair of injected_pair_json(). Throws InputError where the novel side is no task that a file may hold.
Pair injected_pair(const Pair& base, const Novelty& novelty, const Catalogue& catalogue,
                   const NoveltyValues& values = {});

}  // namespace novphy
