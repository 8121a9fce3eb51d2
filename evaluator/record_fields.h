#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "evaluator/record.h"

/// The fields of records. Reading, writing, comparing and the test of record.schema.json all use these lists.
namespace novphy {

/// An object with any members, kept as its JSON text; "" for none.
struct AnyObjectCodec {
  std::string read(const Node& node) const { return node.object().json(); }
  void write(JsonText& out, const std::string& value) const { out.text += value; }
};

template <class Io>
void describe(Io& io, Fingerprint& fingerprint) {
  io.field("format", fingerprint.format, kAnyWhole);
  io.field("version", fingerprint.version, TextCodec{}, "");
  io.field("box2d", fingerprint.box2d, TextCodec{}, "");
  io.field("compiler", fingerprint.compiler, TextCodec{}, "");
  io.field("architecture", fingerprint.architecture, TextCodec{}, "");
  io.field("catalogue_hash", fingerprint.catalogue_hash, TextCodec{}, "");
  io.field("physics_hash", fingerprint.physics_hash, TextCodec{}, "");
  io.field("physics", fingerprint.physics, TextCodec{}, "");
  io.field("plan", fingerprint.plan, TextCodec{}, "");
  io.field("plan_hash", fingerprint.plan_hash, TextCodec{}, "");
  io.field("seed", fingerprint.seed, Unsigned64Codec{}, 0);
  io.field("told_seeds", fingerprint.told_seeds, WholeCodec{1, 1000}, 1);
  io.field("agent", fingerprint.agent, TextCodec{});
  io.field("name", fingerprint.name, TextCodec{}, "");
  io.field("run", fingerprint.run, TextCodec{}, "");
  io.field("agent_files", fingerprint.agent_files, ListCodec{TextCodec{}}, std::vector<std::string>());
  io.field("labels", fingerprint.labels, FlagCodec{}, false);
  io.field("informed", fingerprint.informed, FlagCodec{}, false);
  io.field("overrides", fingerprint.overrides, ListCodec{TextCodec{}}, std::vector<std::string>());
  io.field("detector", fingerprint.detector, TextCodec{}, "");
  io.field("served", fingerprint.served, TextCodec{}, "");
  io.field("model", fingerprint.model, TextCodec{}, "");
  io.field("model_version", fingerprint.model_version, TextCodec{}, "");
  io.field("planned_trials", fingerprint.planned_trials, kAnyWhole, 0);
  io.field("planned_novel", fingerprint.planned_novel, kAnyWhole, 0);
  io.field("novel_varies", fingerprint.novel_varies, FlagCodec{}, false);
  io.field("left_out", fingerprint.left_out, TextCodec{}, "");
  io.field("settings", fingerprint.settings, AnyObjectCodec{}, "");
}

template <class Io>
void describe(Io& io, RecordedShot& shot) {
  io.field("drag_m", shot.drag_m, TwoNumbersCodec{});
  io.field("tap_ms", shot.tap_ms, kAnyWhole, -1);
  io.field("launch_ms", shot.launch_ms, kAnyWhole, -1);
  io.field("thought_ms", shot.thought_ms, kAnyWhole, -1);
}

inline constexpr WordCodec<Phase, 4> kPhase{{"training", "calibration", "normal", "novel"}};

/// A number of tokens.
struct TokensCodec {
  std::int64_t read(const Node& node) const;
  void write(JsonText& out, std::int64_t value) const { out.text += std::to_string(value); }
};

template <class Io>
void describe(Io& io, PlayerUsage& usage) {
  io.field("calls", usage.calls, MaybeCodec{WholeCodec{0, kMostCalls}}, std::nullopt);
  io.field("tokens_in", usage.tokens_in, MaybeCodec{TokensCodec{}}, std::nullopt);
  io.field("tokens_out", usage.tokens_out, MaybeCodec{TokensCodec{}}, std::nullopt);
  io.field("cost", usage.cost, MaybeCodec{NumberCodec{0, kMostCost}}, std::nullopt);
  io.field("wall_s", usage.wall_s, MaybeCodec{NumberCodec{0, kMostWallS}}, std::nullopt);
}

/// 16 hexadecimal digits, or "".
struct DigestCodec : TextCodec {
  std::string read(const Node& node) const;
};

template <class Io>
void describe(Io& io, Record& record) {
  constexpr WholeCodec kIndex{0, kMostIndex};
  constexpr NumberCodec kProbability{0, 1};
  io.field("novelty", record.novelty, TextCodec{});
  io.field("scenario", record.scenario, TextCodec{});
  io.field("trial", record.trial, kIndex);
  io.field("control", record.control, FlagCodec{}, false);
  io.field("informed", record.informed, FlagCodec{}, false);
  io.field("attempts", record.attempts, WholeCodec{1, kMostIndex}, 1);
  io.field("phase", record.phase, kPhase);
  io.field("task", record.task, kIndex);
  io.field("template", record.task_template, TextCodec{}, "");
  io.field("variation", record.variation, kCount, 0);
  io.field("passed", record.passed, FlagCodec{});
  io.field("score", record.score, kAnyWhole, 0);
  io.field("shots", record.shots, ListCodec{ObjectCodec<RecordedShot>{}}, std::vector<RecordedShot>());
  io.field("end", record.end, TextCodec{}, "");
  io.field("digest", record.digest, DigestCodec{}, "");
  io.field("time_s", record.time_s, NumberCodec{.min = 0}, 0);
  io.field("novelty_probability", record.novelty_probability, kProbability, 0);
  io.field("novelty_threshold", record.novelty_threshold, MaybeCodec{kProbability}, std::nullopt);
  io.field("reported_level", record.reported_level, MaybeCodec{kAnyWhole}, std::nullopt);
  io.field("reported_objects", record.reported_objects, ListCodec{kAnyWhole}, std::vector<int>());
  io.field("reported_text", record.reported_text, TextCodec{}, "");
  io.field("alarm", record.alarm, MaybeCodec{FlagCodec{}}, std::nullopt);
  io.field("error", record.error, TextCodec{}, "");
  io.field("no_result", record.no_result, FlagCodec{}, false);
  io.field("usage", record.usage, ObjectCodec<PlayerUsage>{}, PlayerUsage{});
}

}  // namespace novphy
