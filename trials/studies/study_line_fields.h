#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "base/json_fields.h"
#include "evaluator/record_fields.h"
#include "levels/json_geometry.h"
#include "trials/studies/study_lines.h"

/// The fields that journals and the rows of online studies have in common.
namespace novphy {

inline constexpr double kLatestMs = 1e15;  // in thirty thousand years

inline constexpr WholeCodec kFromOne{1, std::numeric_limits<int>::max()};

/// A shot as journals write it: with a moment, also where a record would leave the default out.
struct ShotCodec {
  RecordedShot read(const Node& node) const { return read_fields<RecordedShot>(node); }
  void write(JsonText& out, const RecordedShot& shot) const {
    FieldWriter io(out);
    io.field("drag_m", shot.drag_m, TwoNumbersCodec{});
    io.field("tap_ms", shot.tap_ms, kAnyWhole);
    io.field("launch_ms", shot.launch_ms, kAnyWhole);
    io.field("thought_ms", shot.thought_ms, kAnyWhole, -1);
    io.done();
  }
};

/// A moment in milliseconds since 1970.
struct MomentCodec {
  std::int64_t read(const Node& node) const { return static_cast<std::int64_t>(node.number(0, kLatestMs)); }
  void write(JsonText& out, std::int64_t at_ms) const { out.text += std::to_string(at_ms); }
};

template <class Io>
void describe(Io& io, StudyResult& result) {
  Record& played = result.played;
  io.field("passed", played.passed, FlagCodec{});
  io.field("score", played.score, kAnyWhole);
  io.field("end", played.end, TextCodec{});
  io.field("digest", played.digest, TextCodec{});
  io.field("time_s", played.time_s, NumberCodec{.min = 0});
  io.field("birds_at_start", result.birds_at_start, kCount);
  io.field("pigs_at_start", result.pigs_at_start, kCount);
  io.field("birds_left", result.birds_left, kCount);
  io.field("pigs_left", result.pigs_left, kCount);
  io.field("shots", played.shots, ListCodec{ShotCodec{}});
}

template <class Io>
void describe(Io& io, Screen& view) {
  io.field("width_px", view.width_px, kFromOne);
  io.field("height_px", view.height_px, kFromOne);
  io.field("centre_m", view.centre_m, Vec2Codec{});
  io.field("px_per_m", view.px_per_m, NumberCodec{.min = 0});
}

template <class Io>
void describe(Io& io, StudySession& session) {
  io.field("speed", session.speed, NumberCodec{.min = 0});
  io.field("texts", session.texts, TextCodec{});
  io.field("changed", session.changed, ListCodec{TextCodec{}});
}

}  // namespace novphy
