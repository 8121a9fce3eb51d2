#include "app/events.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace novphy::app {
namespace {

using Json = nlohmann::ordered_json;

/// The name of a body's id, such as "3 stone circle", "5 red bird", "ground".
std::string body_name(const Task& task, int id) {
  const int objects = static_cast<int>(task.objects.size());
  const int birds = static_cast<int>(task.birds.size());
  if (id < 0) return "";
  if (id < objects) {
    const Object& o = task.objects[static_cast<std::size_t>(id)];
    return fmt::format("{} {}{}{}", id, o.material, o.material.empty() ? "" : " ", o.type);
  }
  if (id < objects + birds)
    return fmt::format("{} {} bird", id, task.birds[static_cast<std::size_t>(id - objects)]);
  if (id == objects + birds) return "ground";
  if (id == objects + birds + 1) return "slingshot";
  return fmt::format("{} copy or egg", id);
}

/// The event as JSON, with keys in the order of the struct, and only those that mean something for its kind.
Json event_json(const Task& task, const Event& event) {
  Json line{{"event", std::string(name(event.kind))},
            {"time_s", event.time_s},
            {"body", body_name(task, event.body)}};
  switch (event.kind) {
    case EventKind::kLaunch:
      line["velocity_mps"] = {event.vector.x, event.vector.y};
      break;
    case EventKind::kContact:
      line["other"] = body_name(task, event.other);
      line["speed_mps"] = event.speed_mps;
      line["impulse_ns"] = event.amount;
      break;
    case EventKind::kDamage:
      line["by"] = body_name(task, event.other);
      line["speed_mps"] = event.speed_mps;
      line["damage"] = event.amount;
      line["cause"] = event.cause;
      break;
    case EventKind::kDeath:
      line["by"] = body_name(task, event.other);
      line["cause"] = event.cause;
      break;
    case EventKind::kPush:
      line["effect"] = event.effect;
      line["since_s"] = event.since_s;
      line["impulse_ns"] = {event.vector.x, event.vector.y};
      break;
    case EventKind::kScore:
      line["points"] = static_cast<int>(event.amount);
      line["cause"] = event.cause;
      break;
    case EventKind::kTap:
    case EventKind::kBirdGone:
      break;
  }
  return line;
}

}  // namespace

std::string event_lines(const Task& task, const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) text += event_json(task, event).dump() + "\n";
  return text;
}

}  // namespace novphy::app
