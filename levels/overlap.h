#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "levels/task_file.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// Outlines, and what a task is like at the start: whether it has a goal, and what is doubtful.
namespace novphy {

/// Whether the task has a goal: a pig at least. A level without one can be drawn and played, but not passed.
bool has_goal(const Task& task, const Catalogue& catalogue);
/// Throws InputError, which names the file, for a task without a goal.
void need_goal(const Task& task, const Catalogue& catalogue, const std::string& file);

/// Reads a task, as read_task() does, which must have a goal.
Task read_with_goal(const std::filesystem::path& file, const Catalogue& catalogue,
                    Warnings* warnings = nullptr);

/// Where a task and its objects stand in their file. Objects that the reader added have no place.
struct StartPlaces {
  Problem whole{};
  std::vector<Problem> objects{};
};

/// Warns of a missing goal, of objects outside the world, and of overlaps unless the task allows them.
void add_start_warnings(const Task& task, const Catalogue& catalogue, const StartPlaces& places,
                        Warnings& warnings);

/// The outline of an object in world coordinates: rings as in Shape, where the inside of a hole counts as
/// empty. A circle becomes a polygon of 64 corners, which is at most 0.0012 of the radius too small. An
/// object of unknown kind has no rings.
std::vector<Ring> outline_in_world(const Object& object, const Catalogue& catalogue);

/// Whether no edge has length zero, and no two edges touch, except neighbours in their common point.
bool is_simple(const Ring& ring);
/// Whether the inner ring lies inside the outer ring without touching it.
bool lies_inside(const Ring& inner, const Ring& outer);

/// The depth in metres by which two outlines overlap, or 0 if they do not. The depth of a point inside both
/// outlines is its distance to the outline of the other body. We take the greatest depth of the corners, of
/// the middles of those parts of sides that lie inside the other outline, and of some points of the insides
/// (for outlines that lie in one another). This is exact for a corner or a flat side that has sunk into a
/// flat side. It is never more than the true greatest depth, and never 0 if the insides overlap.
double overlap_depth_m(const std::vector<Ring>& a, const std::vector<Ring>& b);

/// A moving object that starts inside another body.
struct Overlap {
  static constexpr int kGround = -1;
  static constexpr int kSlingshot = -2;
  int object = 0;  ///< index of the moving object
  int other = 0;   ///< index of the other object (above `object` if both move), or kGround, or kSlingshot
  double depth_m = 0;
};

/// The deepest overlap that a task may have at the start.
constexpr double kMaxStartOverlapM = 0.02;

/// The first 100 overlaps of a moving object (block, pig, TNT) with any other body that are deeper than
/// `deeper_than_m`.
std::vector<Overlap> check_overlaps(const Task& task, const Catalogue& catalogue,
                                    double deeper_than_m = kMaxStartOverlapM);

/// The overlap as a message: "pig_small overlaps platform /objects/1 by 0.05 m at the start, expected at most
/// 0.02 m".
std::string overlap_text(const Overlap& overlap, const Task& task);

}  // namespace novphy
