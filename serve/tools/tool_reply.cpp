
#include "serve/tools/tool_trial.h"

namespace novphy {
namespace {

/// With two decimals.
struct MetresCodec : NumberCodec {
  void write(JsonText& out, double value) const { out.text += metres(value); }
};

using PlaceCodec = TwoCodec<Vec2, MetresCodec>;

}  // namespace

void describe(FieldIo& io, NamedThing& thing) {
  io.field("number", thing.number, kCount);
  io.field("name", thing.name, TextCodec{});
  io.field("at", thing.at_m, PlaceCodec{});
  io.field("size", thing.size_m, PlaceCodec{});
  io.field("turned", thing.turned_deg, MetresCodec{}, 0);
  io.field("damage", thing.damage, kCount, 0);
}

void describe(FieldIo& io, NamedScene& scene) {
  io.field("things", scene.things, ListCodec{ObjectCodec<NamedThing>{}});
  io.maybe("thrown_next", scene.on_slingshot, kCount);
  io.field("ground_y", scene.ground_m, MetresCodec{});
}

void describe(FieldIo& io, TurnFacts::Moved& moved) {
  io.field("number", moved.number, kCount);
  io.field("to", moved.to_m, PlaceCodec{});
}

void describe(FieldIo& io, TurnFacts& facts) {
  io.field("touched_ground", facts.ground, FlagCodec{}, false);
  io.maybe("touched", facts.touched, kCount);
  io.maybe("touched_after_s", facts.after_s, MetresCodec{});
  io.field("gone", facts.gone, ListCodec{kCount});
  io.field("damaged", facts.damaged, ListCodec{kCount});
  io.field("moved", facts.moved, ListCodec{ObjectCodec<TurnFacts::Moved>{}});
}

void describe(FieldIo& io, ReplyFacts& facts) {
  io.field("told_novel", facts.told_novel, FlagCodec{}, false);
  io.maybe("task_over", facts.task_over, FlagCodec{});
  io.maybe("passed", facts.passed, FlagCodec{});
  io.maybe("trial_over", facts.trial_over, FlagCodec{});
  io.maybe("throws_left", facts.throws_left, kCount);
  io.maybe("angle", facts.angle_deg, NumberCodec{});
  io.maybe("pull", facts.pull_m, NumberCodec{});
  io.maybe("passes", facts.passes, FlagCodec{});
  io.maybe("simulations_left", facts.simulations_left, kCount);
  if (io.present("things", facts.scene.has_value())) describe(io, *facts.scene);
  io.field("observation", facts.observation, RawCodec{}, "");
  if (io.present("touched", facts.turn.has_value())) describe(io, *facts.turn);
  io.maybe("notes", facts.notes, TextCodec{});
}

}  // namespace novphy
