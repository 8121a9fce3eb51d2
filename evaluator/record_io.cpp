#include "evaluator/record_io.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/text.h"

namespace novphy {

namespace {

constexpr int kFormat = 1;
constexpr WordCodec<Phase, 4> kPhase{{"training", "calibration", "normal", "novel"}};

/// A number of tokens.
struct TokensCodec {
  std::int64_t read(const Node& node) const {
    const double tokens = node.number();
    if (tokens >= 0 && tokens <= static_cast<double>(kMostTokens) && tokens == std::floor(tokens))
      return static_cast<std::int64_t>(tokens);
    node.expected(fmt::format("a whole number from 0 to {}", kMostTokens));
    return 0;
  }
  void write(JsonText& out, std::int64_t value) const { out.text += std::to_string(value); }
  JsonMembers schema() const {
    return {{"type", in_quotes("integer")}, {"minimum", "0"}, {"maximum", std::to_string(kMostTokens)}};
  }
};

/// Notes a text that is neither 16 hexadecimal digits nor "".
void check_digest(const Node& node, const std::string& digest) {
  constexpr std::size_t kDigits = 16;
  const bool hexadecimal = digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!digest.empty() && (digest.size() != kDigits || !hexadecimal)) node.expected("16 hexadecimal digits");
}

}  // namespace

void describe(FieldIo& io, Fingerprint& fingerprint) {
  io.field("format", fingerprint.format, WholeCodec{kFormat, kFormat});
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
  io.field("questions", fingerprint.questions, kCount, 0);
  io.field("overrides", fingerprint.overrides, ListCodec{TextCodec{}}, std::vector<std::string>());
  io.field("detector", fingerprint.detector, TextCodec{}, "");
  io.field("served", fingerprint.served, TextCodec{}, "");
  io.field("model", fingerprint.model, TextCodec{}, "");
  io.field("model_version", fingerprint.model_version, TextCodec{}, "");
  io.field("planned_trials", fingerprint.planned_trials, kAnyWhole, 0);
  io.field("planned_novel", fingerprint.planned_novel, kAnyWhole, 0);
  io.field("novel_varies", fingerprint.novel_varies, FlagCodec{}, false);
  io.field("novel_spans", fingerprint.novel_spans, FlagCodec{}, false);
  io.field("left_out", fingerprint.left_out, TextCodec{}, "");
  io.field("settings", fingerprint.settings, RawCodec{}, "");
}

void describe(FieldIo& io, RecordedShot& shot) {
  io.field("drag_m", shot.drag_m, TwoNumbersCodec{});
  io.field("tap_ms", shot.tap_ms, kAnyWhole, -1);
  io.field("launch_ms", shot.launch_ms, kAnyWhole, -1);
  io.field("thought_ms", shot.thought_ms, kAnyWhole, -1);
}

void describe(FieldIo& io, PlayerUsage& usage) {
  io.maybe("calls", usage.calls, WholeCodec{0, kMostCalls});
  io.maybe("tokens_in", usage.tokens_in, TokensCodec{});
  io.maybe("tokens_out", usage.tokens_out, TokensCodec{});
  io.maybe("cost", usage.cost, NumberCodec{0, kMostCost});
  io.maybe("wall_s", usage.wall_s, NumberCodec{0, kMostWallS});
}

void describe(FieldIo& io, RecordedAnswer& answer) {
  io.maybe("end_m", answer.end_m, TwoNumbersCodec{});
  io.maybe("hit", answer.hit, WholeCodec{-2, kAnyWhole.max});
  io.maybe("passes", answer.passes, NumberCodec{0, 1});
}

void describe(FieldIo& io, RecordedQuestion& question) {
  constexpr ObjectCodec<RecordedAnswer> kAnswer{};
  io.field("template", question.task_template, TextCodec{});
  io.field("variation", question.variation, kCount, 0);
  io.field("drag_m", question.drag_m, TwoNumbersCodec{});
  io.field("truth", question.truth, kAnswer);
  io.field("answer", question.answer, kAnswer, RecordedAnswer{});
  io.field("again", question.again, kAnswer, RecordedAnswer{});
}

void describe(FieldIo& io, Record& record) {
  constexpr WholeCodec kIndex{0, kMostIndex};
  constexpr NumberCodec kProbability{0, 1};
  io.field("novelty", record.novelty, TextCodec{});
  io.field("scenario", record.scenario, TextCodec{});
  io.field("trial", record.trial, kIndex);
  io.field("control", record.control, FlagCodec{}, false);
  io.field("informed", record.informed, FlagCodec{}, false);
  io.field("attempts", record.attempts, WholeCodec{1, kMostIndex}, 1);
  io.field("phase", record.phase, kPhase);
  io.field("change", record.change, WholeCodec{0, kMostChanges}, 0);
  io.field("strength", record.strength, kProbability, 1);
  io.field("task", record.task, kIndex);
  io.field("template", record.task_template, TextCodec{}, "");
  io.field("variation", record.variation, kCount, 0);
  io.field("passed", record.passed, FlagCodec{});
  io.field("score", record.score, kAnyWhole, 0);
  io.field("shots", record.shots, ListCodec{ObjectCodec<RecordedShot>{}}, std::vector<RecordedShot>());
  io.field("end", record.end, TextCodec{}, "");
  io.field("digest", record.digest, TextCodec{check_digest, "^([0-9a-f]{16})?$"}, "");
  io.field("time_s", record.time_s, NumberCodec{.min = 0}, 0);
  io.field("saw_text", record.saw_text, FlagCodec{}, true);
  io.field("novelty_probability", record.novelty_probability, kProbability, 0);
  io.maybe("novelty_threshold", record.novelty_threshold, kProbability);
  io.maybe("reported_level", record.reported_level, kAnyWhole);
  io.field("reported_objects", record.reported_objects, ListCodec{kAnyWhole}, std::vector<int>());
  io.field("reported_text", record.reported_text, TextCodec{}, "");
  io.maybe("alarm", record.alarm, FlagCodec{});
  io.field("error", record.error, TextCodec{}, "");
  io.field("no_result", record.no_result, FlagCodec{}, false);
  io.field("usage", record.usage, ObjectCodec<PlayerUsage>{}, PlayerUsage{});
  io.field("questions", record.questions, ListCodec{ObjectCodec<RecordedQuestion>{}},
           std::vector<RecordedQuestion>());
}

namespace {

/// Whether a line is of a run's partial file or a shard (trials/store/blocks.h). Records have other keys.
bool is_block_header(std::string_view line) {
  if (line.starts_with("{\"begun\":")) return true;
  return line.starts_with("{\"trial\":") && line.find(",\"bytes\":") != std::string_view::npos &&
         line.find(",\"hash\":") != std::string_view::npos;
}

}  // namespace

RecordReader::RecordReader(LineReader lines, CutLine cut_line)
    : cut_line_(cut_line), lines_(std::move(lines)) {
  if (!lines_.next()) throw InputError(lines_.path(), 0, "empty, expected records");
  if (!lines_.text().starts_with('{'))
    throw InputError(lines_.path(), 1, "not records: expected a line that begins with {");
  expect_kind(lines_.text(), lines_.path(), FileKind::kRecords);
  fingerprint_ = fingerprint_from_line(lines_.text(), lines_.path(), lines_.line());
}

std::optional<Record> RecordReader::next() {
  if (!lines_.next()) return std::nullopt;
  if (is_block_header(lines_.text()))
    throw InputError(lines_.path(), lines_.line(),
                     "this is a part of a run, whose output is not there yet: the command of the run goes on "
                     "with an unfinished part, and novphy merge makes one file of shards");
  if (!lines_.unfinished() || is_json(lines_.text()))
    return record_from_line(lines_.text(), lines_.path(), lines_.line());
  if (cut_line_ == CutLine::kError)
    throw InputError(lines_.path(), lines_.line(),
                     "the last line is cut off: the run that wrote it was killed");
  ++cut_lines_;
  return std::nullopt;
}

namespace {

bool is_of_people(std::string_view name) {
  constexpr auto kPeople = std::to_array<std::string_view>({"human", "people"});
  return std::ranges::any_of(kPeople, [&](std::string_view each) {
    return name == each || (name.starts_with(each) && name.substr(each.size()).starts_with(':'));
  });
}

void check_name(const Node& name, const std::string& text) {
  const std::string_view problem = name_problem(text);
  if (name && !problem.empty()) name.error(fmt::format("found a name that is {}", problem));
}

/// Another version may have other keys, so we report the version and not the keys.
bool is_of_this_format(const Node& fingerprint) {
  const Node format = fingerprint.get("format");
  if (!format) fingerprint.error_at("format", "missing: expected the line that says what made the records");
  const std::string found = format.json();
  if (format && found != std::to_string(kFormat))
    format.error(fmt::format("found {}, expected format {}", found, kFormat));
  return found == std::to_string(kFormat);
}

/// Reads one line of a file with this function, which takes the root.
template <class Read>
auto read_line(std::string_view text, const std::string& file, int line, const Read& read_root) {
  std::optional<JsonDocument> document;
  try {
    document.emplace(text, file, kLineBounds, line);
  } catch (const InputError& error) {
    throw InputError(file, line, "broken JSON: " + error.problems().front().text);
  }
  auto value = read_root(document->root());
  // A damaged line often has many problems; we report only the first.
  if (!document->problems().empty()) throw InputError({document->problems().front()});
  return value;
}

}  // namespace

std::string_view name_problem(std::string_view name) {
  constexpr std::size_t kMostBytes = 100;
  if (name.empty()) return "empty";
  if (name.size() > kMostBytes) return "longer than 100 bytes";
  if (!is_printable(name)) return "not UTF-8 without control or invisible characters";
  // Joiners shape some scripts, and are invisible between other letters.
  if (name.find("\u200C") != std::string_view::npos || name.find("\u200D") != std::string_view::npos)
    return "with an invisible joiner";
  if (name.front() == ' ' || name.back() == ' ') return "with a blank at its beginning or end";
  if (is_of_people(name)) return "kept for people";
  return {};
}

std::string_view name(Phase phase) { return kPhase.word(phase); }

namespace {

/// The line, if readers take it.
std::string readable(std::string line, const char* what) {
  if (line.size() > kLineBounds.bytes) throw InputError(what, "cannot be written: " + too_long(kLineBounds));
  return line;
}

}  // namespace

std::string to_line(const Fingerprint& fingerprint) {
  return readable(to_json(fingerprint), "the line that says what made the records");
}
std::string to_line(const Record& record) { return readable(to_json(record), "a record"); }

Fingerprint read_fingerprint(const Node& from) {
  const Node object = from.object();
  if (!object || !is_of_this_format(object)) return {};
  const auto fingerprint = read_fields<Fingerprint>(object);
  check_name(object.get("name"), fingerprint.name);
  check_name(object.get("run"), fingerprint.run);
  return fingerprint;
}

Fingerprint fingerprint_from_line(std::string_view text, const std::string& file, int line) {
  return read_line(text, file, line, [](const Node& root) { return read_fingerprint(root); });
}

Record record_from_line(std::string_view text, const std::string& file, int line) {
  return read_line(text, file, line, [](const Node& root) { return read_fields<Record>(root); });
}

}  // namespace novphy
