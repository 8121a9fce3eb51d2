#include "generator/trace.h"

#include <algorithm>
#include <utility>

namespace novphy {
namespace {

/// Tells bodies of a task by their ids: objects first, then birds, then the ground and the slingshot.
struct Ids {
  const Task& task;
  const Catalogue& catalogue;

  int objects() const { return static_cast<int>(task.objects.size()); }
  int birds() const { return static_cast<int>(task.birds.size()); }
  /// Launched birds and what they bring forth, such as copies and eggs.
  bool bird(int id) const {
    return id >= objects() && id != objects() + birds() && id != objects() + birds() + 1;
  }
  Category category(int id) const {
    const Object& object = task.objects[static_cast<std::size_t>(id)];
    return catalogue.find(object.type, object.material)->category;
  }
  bool is(int id, Category wanted) const { return id >= 0 && id < objects() && category(id) == wanted; }
  bool movable(int id) const {
    return is(id, Category::kBlock) || is(id, Category::kTnt) || is(id, Category::kPig);
  }
};

}  // namespace

Trace trace(const Task& task, const Outcome& outcome, const Catalogue& catalogue) {
  const Ids ids{task, catalogue};
  Trace trace;
  for (const Event& e : outcome.events) {
    const bool touch = e.kind == EventKind::kContact && ids.movable(e.body) && ids.bird(e.other);
    if (touch && !trace.first_touched) trace.first_touched = e.body;
    if (e.kind == EventKind::kDamage && trace.first_touch_damage == 0 && e.body == trace.first_touched &&
        ids.bird(e.other))
      trace.first_touch_damage = e.amount;
    if (e.kind == EventKind::kDeath && ids.is(e.body, Category::kPig)) {
      trace.killer = e.other >= 0 ? std::optional(e.other) : std::nullopt;
      trace.killed_by_bird = e.other >= 0 && ids.bird(e.other);
    }
  }
  return trace;
}

}  // namespace novphy
