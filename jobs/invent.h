#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "generator/invent/invent.h"
#include "jobs/context.h"
#include "jobs/setting.h"
#include "levels/assets.h"

/// Sets of invented pairs.
namespace novphy {

/// A PNG picture of both sides of a pair, one above the other: the start, and the paths of birds and objects
/// in some of the winning plays. With `fields`, also force fields, which players never see.
std::string pair_picture(const Pair& pair, const PairReport& report, const SolverNumbers& numbers,
                         bool fields);

/// What novphy invent takes. A season's manifest holds what says how a set is drawn.
struct InventSettings {
  std::vector<std::string> bases{};
  CandidateOptions candidate{};
  InventOptions set{};
  std::string secret{};
  std::string from{};  ///< the index of a set that is made again
  int jobs = 1;
  std::string out{};

  Settings settings();
  Settings how_drawn();
};

/// An invented pair on its way into a file.
struct InventedPair {
  Candidate candidate{};
  std::string name{};     ///< of the novelty, in the pair's text
  std::string file{};     ///< within the folder
  std::string law{};      ///< in words
  std::string picture{};  ///< PNG
  std::string film{};  ///< PNG: a row for each moment of the safest old throw, on the normal side and on the
                       ///< novel one
};

/// The name of an invented pair: "rolling/whirl_12-3fa2".
std::string pair_name(const InventedPair& pair);

/// A set and its accepted pairs.
struct Invented {
  InventedSet set{};
  std::vector<InventedPair> pairs{};
  std::vector<std::vector<std::size_t>> alike{};  ///< groups of pairs that are alike and no duplicates
  std::optional<CandidateJournal> journal{};      ///< no other process makes the set while it is there
};

/// What a set is made from.
struct InventWork {
  std::vector<Pair> bases;
  std::vector<Novelty> novelties;
  const Assets& assets;
  std::string physics;
  CandidateOptions candidate;
  InventOptions set;
  std::string folder;   ///< of the journal
  std::string too_few;  ///< what a message adds if fewer pairs are accepted than wanted
  JobWatch watch{};
  std::string from{};   ///< the file of the index of a set that is made again; "": none
  InventIndex index{};  ///< that is in it

  InventHead head() const { return head_of(candidate, bases, novelties, assets, physics); }
};

/// Makes the candidates. Unless they are those of a shard: lets `name_all` sort the accepted pairs, name them
/// and their files; verifies every pair once more, as its text has it; and gives it its law and its picture.
/// Throws InputError where too few candidates are accepted.
Invented make_invented(const InventWork& work,
                       const std::function<void(std::vector<InventedPair>&)>& name_all);

/// Gives the pair's novelty this name and, after "-", a short hash of what the set is made from: pairs of
/// different sets have different names, so that their results are never pooled.
void name_pair(InventedPair& pair, const std::string& name, const std::string& made_from);

/// Makes the set that novphy invent writes: pairs, page and index. A stopped run goes on. `bases` of the
/// settings name every base pair.
Invented write_invented(const InventSettings& wanted, const Assets& assets, const std::string& physics,
                        std::vector<Novelty> novelties, const JobWatch& watch);

/// The page of an invented set: what became of the candidates, a table of the pairs, groups of pairs that are
/// alike, and a picture of each.
std::string invent_page(const Invented& invented);

/// What became of the candidates, and the time they took, for people.
std::string text_of(const InventedSet& set);
/// The groups of more than one pair, a line each.
std::string alike_text(const Invented& invented);

}  // namespace novphy
