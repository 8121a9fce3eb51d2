#include "serve/tools/seen_turn.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>
#include <span>

namespace novphy {
namespace {

constexpr std::size_t kPathPoints = 12;
constexpr double kMovedM = 0.1;  // more than two pixels

std::string named(const NamedThing& thing) { return fmt::format("{} ({})", thing.number, thing.name); }

std::string line(const char* title, const std::vector<std::string>& items) {
  return items.empty() ? "" : fmt::format("{}: {}.\n", title, fmt::join(items, ", "));
}

std::string touch_line(const SeenTurn& turn, const Vocabulary& vocabulary) {
  const std::string& bird = vocabulary.word("bird");
  if (!turn.touched) return fmt::format("The {} touched nothing.\n", bird);
  if (turn.touched->ground)
    return fmt::format("The {} first touched the ground, after {:.2f} s.\n", bird, turn.touched->time_s);
  const NamedThing* thing = turn.before.find(turn.touched->body);
  return fmt::format("The {} first touched {}, after {:.2f} s.\n", bird, thing ? named(*thing) : "a thing",
                     turn.touched->time_s);
}

}  // namespace

std::optional<FirstTouch> first_touch(const World& world, std::size_t events) {
  const int ground = static_cast<int>(world.task().objects.size() + world.task().birds.size());
  double launched_s = 0;
  int bird = -1;
  for (const Event& event : world.events().subspan(events)) {
    if (event.kind == EventKind::kLaunch && bird < 0) {
      bird = event.body;
      launched_s = event.time_s;
    }
    if (event.kind != EventKind::kContact || bird < 0) continue;
    if (event.body != bird && event.other != bird) continue;
    const int other = event.body == bird ? event.other : event.body;
    return FirstTouch{.ground = other == ground, .body = other, .time_s = event.time_s - launched_s};
  }
  return std::nullopt;
}

TurnFacts facts_of(const SeenTurn& turn) {
  TurnFacts facts;
  if (turn.touched) {
    facts.ground = turn.touched->ground;
    facts.after_s = turn.touched->time_s;
    if (turn.before.find(turn.touched->body)) facts.touched = turn.touched->body;
  }
  for (const NamedThing& was : turn.before.things) {
    if (was.is_bird()) continue;
    const NamedThing* is = turn.after.find(was.number);
    if (!is) {
      facts.gone.push_back(was.number);
      continue;
    }
    if (is->damage > was.damage) facts.damaged.push_back(was.number);
    if (length(is->at_m - was.at_m) > kMovedM) facts.moved.push_back({was.number, is->at_m});
  }
  return facts;
}

std::string text_of(const SeenTurn& turn, const Vocabulary& vocabulary) {
  const TurnFacts facts = facts_of(turn);
  const auto names = [&](const std::vector<int>& numbers) {
    std::vector<std::string> all;
    for (const int number : numbers) all.push_back(named(*turn.before.find(number)));
    return all;
  };
  std::vector<std::string> moved;
  for (const auto& [number, to_m] : facts.moved)
    moved.push_back(
        fmt::format("{} to ({}, {})", named(*turn.before.find(number)), metres(to_m.x), metres(to_m.y)));
  std::string text = touch_line(turn, vocabulary) + line("Gone", names(facts.gone)) +
                     line("More damaged than before", names(facts.damaged)) + line("Moved", moved);
  if (!turn.after.flight_m.empty())
    text += fmt::format("Path of the {}: {}\n", vocabulary.word("bird"),
                        text_of(turn.after.flight_m, kPathPoints));
  return text;
}

}  // namespace novphy
