#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/invent/ways.h"
#include "levels/pair.h"
#include "novelties/novelty.h"
#include "sim/rng.h"

/// Novelties that nobody thought of: laws drawn at random, with a place where a task's old ways lead.
namespace novphy {

/// A novelty of the table, and where it is put.
struct PlacedNovelty {
  Novelty novelty;
  Where where{};
};

/// A law that is put into a task. Its strength is free: a factor on forces, speeds and distances, and a power
/// of factors.
struct Invention {
  std::string law{};              ///< one of law_names(), or the two novelties of a composition: "fan+magnet"
  int level = 0;                  ///< of the novelty hierarchy, 1 to 8; kComposed for a composition
  std::vector<Effect> effects{};  ///< at strength 1
  Vec2 slingshot_m{};             ///< by which the slingshot is moved at strength 1
  double turn_rad = 0;            ///< by which launches are turned at strength 1
  std::vector<PlacedNovelty> parts{};  ///< of a composition: two novelties, put in one after the other
  std::optional<Box> place{};          ///< of the world, where the law acts; none: everywhere
  double least = 1.0 / 16;  ///< range of strengths that are searched; both are 1 for a law that has none
  double most = 16;
};

inline constexpr int kComposed = 9;

/// Where in the task an effect acts: its region or the room around its object; nothing if that is everywhere.
std::optional<Box> place_of(const Effect& effect, const Task& task);

/// Moves the effect's region, if it has one.
void move_region(Effect& effect, Vec2 by_m);

/// The names of the laws that can have this level, 0: of all, in the order of their table: "spring", ...
std::vector<std::string_view> law_names(int level = 0);

/// Draws place, size, direction and targets of a law of this level, 0: of any, for a task with these points
/// of ways, of which there is one at least. Nothing where the task has no object that the law needs.
std::optional<Invention> draw_invention(std::string_view law, const Task& task,
                                        const std::vector<WayPoint>& points, const Catalogue& catalogue,
                                        Rng& rng, int level = 0);

/// The novelties of the table that compositions are made of: those that change motion and need no layout of
/// their own, as upward gravity and the mirrored slingshot do.
std::vector<const Novelty*> composable(const std::vector<Novelty>& table);

/// Draws places of both novelties for a task with these ways. Nothing where the task does not take both.
std::optional<Invention> draw_composition(const std::array<const Novelty*, 2>& novelties, const Task& task,
                                          const OldWays& ways, const Catalogue& catalogue, Rng& rng);

/// Numbers of drawn laws are rounded to 1e-3.
double rounded_law(double value);
Vec2 rounded_law(Vec2 v);

/// The object whose centre is nearest to a point; nothing in a task without objects.
std::optional<int> nearest_object(const Task& task, Vec2 to_m);

/// The task with the law in it, at this strength, and a mark of this name. A composition has a mark for each
/// of its novelties instead. Throws std::invalid_argument where a novelty of the table cannot be so strong.
Injected put_in(const Task& task, const Invention& invention, double strength, const std::string& name,
                const Catalogue& catalogue);

/// The laws that the novel side of an invented pair has and its normal side has not, in words; of a
/// composition the names of its novelties.
std::string law_words(const Pair& pair);

}  // namespace novphy
