#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"
#include "novelties/novelty.h"

namespace novphy {

/// The text of a pair file whose normal side is that of `base`, and whose novel side is the task of
/// `injected`, which was made from the normal task. The pair's novelty has the given name.
std::string injected_pair_json(const Pair& base, const Injected& injected, const std::string& novelty,
                               const Catalogue& catalogue);

/// The text of a pair file. Its normal side is that of `base`, and its novel side is the same task with the
/// novelty put in. The pair keeps the scenario, parameters, conditions, shift and distractor rules of `base`.
/// Its novelty is the entry's name. The novel side has no intent, because the novel task may have to be
/// passed in another way. Places and objects are chosen on the base, as inject() chooses them; a changed
/// object keeps its formulas. Throws std::invalid_argument as inject() does.
std::string injected_pair_json(const Pair& base, const Novelty& novelty, const Catalogue& catalogue,
                               const Where& where = {}, const NoveltyValues& values = {});

/// The pair of injected_pair_json(). Throws InputError if the novel side is not a task that a file may hold.
Pair injected_pair(const Pair& base, const Novelty& novelty, const Catalogue& catalogue,
                   const NoveltyValues& values = {});

/// A novelty of a table, with values for some of its parameters.
struct ChosenNovelty {
  std::string name;
  NoveltyValues values{};
};

/// Reads a text such as "fan" or "fan,force_n=25". Throws std::invalid_argument, which says what is expected.
ChosenNovelty chosen_novelty(const std::string& text);

/// The pairs that come from putting each novelty into the normal sides of these. Without `named`, a novelty
/// goes only into pairs of its own level. Throws InputError.
std::vector<Pair> injected_pairs(const std::vector<Pair>& pairs, bool named,
                                 const std::vector<ChosenNovelty>& chosen, const std::vector<Novelty>& table,
                                 const Catalogue& catalogue);

/// The table without the checks that these novelties require: a novelty that was put into a normal task need
/// not change how the task is passed. Throws InputError.
std::vector<Novelty> without_checks_of(const std::vector<ChosenNovelty>& chosen, std::vector<Novelty> table);

}  // namespace novphy
