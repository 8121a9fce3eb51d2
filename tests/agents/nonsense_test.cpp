#include <rapidcheck.h>
#include <rapidcheck/catch.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "agents/table/agent_table.h"
#include "tests/agents/coloured.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

const std::vector<std::string> kRuleAgents{"random",      "pig_shooter",         "datalab",
                                           "eagles_wing", "eagles_wing:circles", "naive_adapt"};

std::unique_ptr<Agent> rule_agent(const std::string& name) {
  std::unique_ptr<Agent> agent = make_agent(name, {.colours = coloured::colours()});
  agent->begin_trial(1);
  return agent;
}

/// The agent that plays what it sees, with few plays.
std::unique_ptr<Agent> physicist() {
  const Assets& assets = worlds::assets();
  std::unique_ptr<Agent> agent = make_agent(
      "physicist:plays=5",
      {.colours = coloured::colours(), .catalogue = assets.catalogue, .search = assets.physics.at("fast")});
  agent->begin_trial(1);
  return agent;
}

/// Often a small number, sometimes one far off the screen.
rc::Gen<int> coordinate() {
  return rc::gen::weightedOneOf<int>(
      {{8, rc::gen::inRange(-50, 700)}, {1, rc::gen::inRange(-1'000'000, 1'000'000)}});
}

rc::Gen<Pixel> pixel() {
  return rc::gen::apply([](int x, int y) { return Pixel{x, y}; }, coordinate(), coordinate());
}

rc::Gen<std::string> nonsense_label() {
  return rc::gen::element<std::string>("Object", "", "pig_basic_small_1", "PinkPig_1", "bird_red_1",
                                       "bird_white_1", "bird_blue_1", "wood_circle_2", "Platform", "Fan", "7",
                                       "_", "stone");
}

/// Colours of one kind, of none, or nonsense.
rc::Gen<std::vector<ColourShare>> nonsense_colours() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto plain = rc::gen::map(rc::gen::inRange(0, 13), [](int colour) {
    return std::vector<ColourShare>{{.colour = colour, .share = 1}};
  });
  return rc::gen::weightedOneOf<std::vector<ColourShare>>(
      {{12, plain},
       {1, rc::gen::just(std::vector<ColourShare>{})},
       {1, rc::gen::just(std::vector<ColourShare>{{-5, 1}, {300, 1}, {6, nan}, {7, -1}})}});
}

/// An outline of any form, a box without area, or none.
rc::Gen<std::vector<std::vector<Pixel>>> nonsense_rings() {
  const auto box = rc::gen::apply(
      [](Pixel at, int w, int h) {
        return std::vector<std::vector<Pixel>>{
            {{at.x, at.y + h}, {at.x + w, at.y + h}, {at.x + w, at.y}, {at.x, at.y}}};
      },
      pixel(), rc::gen::inRange(0, 60), rc::gen::inRange(0, 60));
  const auto any = rc::gen::map(rc::gen::container<std::vector<Pixel>>(pixel()), [](std::vector<Pixel> ring) {
    return std::vector<std::vector<Pixel>>{std::move(ring)};
  });
  return rc::gen::weightedOneOf<std::vector<std::vector<Pixel>>>(
      {{10, box}, {2, any}, {1, rc::gen::just(std::vector<std::vector<Pixel>>{})}});
}

SeenObject nonsense_object() {
  return {.id = *rc::gen::inRange(-2, 40),
          .label = *nonsense_label(),
          .rings = *nonsense_rings(),
          .colours = *nonsense_colours()};
}

Observation nonsense(int most_objects) {
  Observation seen;
  seen.width_px = 640;
  seen.height_px = 480;
  seen.px_per_m = *rc::gen::weightedElement<double>({{8, 18.25}, {1, 0.0}, {1, -3.0}});
  seen.slingshot = coloured::kSlingshot;
  if (*rc::gen::inRange(0, 4) == 0)
    seen.slingshot = {*coordinate(), *coordinate(), *coordinate(), *coordinate()};
  if (*rc::gen::inRange(0, 8) == 0) seen.slingshot = {};
  seen.bird_rest = *pixel();
  const int objects = *rc::gen::inRange(0, most_objects + 1);
  for (int i = 0; i < objects; ++i) seen.objects.push_back(nonsense_object());
  seen.trajectory = *rc::gen::container<std::vector<Pixel>>(pixel());
  return seen;
}

bool is_a_shot(const Shot& shot) { return finite(shot.drag_m) && shot.tap_ms >= -1 && shot.launch_ms >= -1; }

/// Whether the agent shoots as anybody may, or gives up.
bool decides(Agent& agent, const Observation& seen) {
  try {
    return is_a_shot(agent.choose(seen));
  } catch (const GivesUp&) {
    return true;
  }
}

/// Whether the agent decides at each bird of a task before and after the novelty.
bool plays(Agent& agent, const Observation& seen) {
  bool decided = true;
  for (int task = 0; task < 2; ++task) {
    if (task == 1) agent.told_novel();
    agent.begin_task();
    for (int bird = 0; bird < 2; ++bird) decided = decides(agent, seen) && decided;
    agent.end_task({.passed = task == 0, .score = 0, .last = seen});
  }
  return decided;
}

SeenObject with_label(SeenObject object, const std::string& label) {
  object.label = label;
  return object;
}

void check_plays(const Observation& seen) {
  for (const std::string& name : kRuleAgents) {
    INFO(name);
    CHECK(plays(*rule_agent(name), seen));
  }
}

}  // namespace

TEST_CASE("whatever is seen, every agent that plays by rules shoots") {
  for (const std::string& name : kRuleAgents)
    rc::prop(name, [name] { RC_ASSERT(plays(*rule_agent(name), nonsense(6))); });
}

TEST_CASE("every agent that plays by rules shoots at nothing: no slingshot, no bird, no pig, no object") {
  check_plays({});
  Observation seen = coloured::observation({});
  check_plays(seen);
  seen.objects.clear();
  check_plays(seen);
  seen = coloured::observation({coloured::rectangle("pig_small", {300, 268, 314, 282})});
  seen.slingshot = {};
  check_plays(seen);
}

TEST_CASE(
    "every agent that plays by rules shoots at targets at, left of and above the slingshot, and off the "
    "screen") {
  for (const Pixel at :
       {Pixel{101, 254}, {99, 252}, {50, 254}, {101, 100}, {101, 400}, {630, 10}, {5000, 5000}, {-900, -900}})
    for (const auto* bird : {"bird_red", "bird_yellow", "bird_blue", "bird_black", "bird_white"}) {
      const PixelBox point{at.x, at.y, at.x, at.y};
      check_plays(coloured::observation(
          {with_label(coloured::rectangle("pig_small", point), "pig_basic_small_1"),
           coloured::rectangle("tnt", point), coloured::rectangle("wood_circle", point)},
          bird));
    }
}

namespace {

std::vector<SeenObject> five_hundred_objects() {
  const std::vector<std::string> looks{"pig_small", "wood_circle", "stone_circle", "ice_circle",
                                       "platform",  "tnt",         "bird_red"};
  std::vector<SeenObject> objects;
  for (int i = 0; i < 500; ++i) {
    const int x = 120 + i % 25 * 12;
    const int y = 100 + i / 25 * 9;
    const std::string& look = looks[static_cast<std::size_t>(i) % looks.size()];
    objects.push_back(with_label(coloured::rectangle(look, {x, y, x + 11, y + 8}), look + "_1"));
  }
  return objects;
}

std::vector<SeenObject> pigs_in_one_place() {
  std::vector<SeenObject> objects;
  for (int i = 0; i < 100; ++i)
    objects.push_back(
        with_label(coloured::rectangle("pig_small", {300, 268, 314, 282}), "pig_basic_small_1"));
  return objects;
}

}  // namespace

TEST_CASE("every agent that plays by rules shoots among 500 objects, and at 100 pigs in one place") {
  for (const auto& objects : {five_hundred_objects(), pigs_in_one_place()})
    for (const std::string& name : kRuleAgents)
      CHECK(is_a_shot(rule_agent(name)->choose(coloured::observation(objects))));
}

TEST_CASE("the physicist shoots where no task fits what it sees") {
  Observation seen = coloured::observation({coloured::rectangle("pig_small", {630, 268, 650, 282})});
  for (const Observation& each :
       {Observation{}, coloured::observation({}), seen, coloured::observation(five_hundred_objects()),
        coloured::observation(pigs_in_one_place())})
    CHECK(is_a_shot(physicist()->choose(each)));
  seen.slingshot = {};
  CHECK(plays(*physicist(), seen));
}

TEST_CASE("whatever is seen, the physicist shoots") {
  rc::prop("physicist", [] { RC_ASSERT(decides(*physicist(), nonsense(6))); });
}
