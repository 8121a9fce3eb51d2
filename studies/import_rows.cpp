#include "studies/import_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/input_error.h"
#include "studies/study_line_fields.h"

namespace novphy {
namespace {

/// In the order of OnlineRow::Kind.
constexpr std::array<std::string_view, 6> kRowKinds{"session", "page",     "practice",
                                                    "task",    "question", "unfinished"};

double milliseconds(const Node& row, std::string_view key) {
  const Node node = row.get(key);
  return node && !node.is_null() ? node.number(0) : 0;
}

/// The fields of a list within an object that has further fields.
template <class T>
void read_into(const Node& node, T& value) {
  FieldReader io(node);
  describe(io, value);
}

StudyEntry read_act(const Node& node) {
  StudyEntry act;
  act.at_ms = MomentCodec{}.read(node.at("at_ms"));
  const std::string kind = node.at("kind").one_of({"view", "launch", "tap"});
  if (kind == "view") {
    act.kind = StudyEntry::Kind::kView;
    read_into(node, act.view);
    return act;
  }
  act.kind = kind == "tap" ? StudyEntry::Kind::kTap : StudyEntry::Kind::kLaunch;
  act.shot = kCount.read(node.at("shot"));
  if (kind == "tap") {
    act.ms = kCount.read(node.at("ms"));
    return act;
  }
  act.drag_m = vec2_of(node.at("drag_m"));
  act.ms = kAnyWhole.read(node.at("launch_ms"));
  if (const Node thought = node.get("thought_ms")) act.thought_ms = kCount.read(thought);
  return act;
}

void read_acts(const Node& node, OnlineRow& row) {
  row.task = node.at("task").text();
  for (const Node& act : node.at("acts").array()) row.acts.push_back(read_act(act));
}

void read_play(const Node& node, OnlineRow& row) {
  read_acts(node, row);
  read_into(node, row.result);
  row.hidden_ms = milliseconds(node, "hidden_ms");
  row.frame_ms = milliseconds(node, "frame_ms");
  row.worst_frame_ms = milliseconds(node, "worst_frame_ms");
}

void read_session(const Node& node, OnlineRow& row) {
  row.session.speed = node.at("speed").number(0);
  row.session.texts = node.at("texts").text();
  const Node made_by = node.at("made_by").object();
  row.made_by.version = made_by.at("version").text();
  row.made_by.box2d = made_by.at("box2d").text();
  row.made_by.compiler = made_by.at("compiler").text();
  row.made_by.architecture = made_by.at("architecture").text();
  row.made_by.catalogue_hash = made_by.at("catalogue_hash").text();
  row.made_by.physics_hash = made_by.at("physics_hash").text();
}

void read_content(const Node& node, OnlineRow& row) {
  switch (row.kind) {
    case OnlineRow::Kind::kSession:
      return read_session(node, row);
    case OnlineRow::Kind::kPage:
      row.response = node.at("response").one_of({"read", "agreed", "declined"});
      return;
    case OnlineRow::Kind::kPractice:
    case OnlineRow::Kind::kTask:
      return read_play(node, row);
    case OnlineRow::Kind::kQuestion:
      row.yes = node.at("answer").boolean();
      return;
    case OnlineRow::Kind::kUnfinished:
      return read_acts(node, row);
  }
}

bool is_of_novphy(const Node& node) {
  if (!node.is_object()) return false;
  const Node mark = node.get("novphy");
  return mark && !mark.is_null();
}

}  // namespace

std::string_view name(OnlineRow::Kind kind) { return kRowKinds.at(static_cast<std::size_t>(kind)); }

std::optional<OnlineRow> read_online_row(const Node& node) {
  if (!is_of_novphy(node)) return std::nullopt;
  node.get("novphy").integer(1, 1);
  OnlineRow row;
  const std::string kind = node.at("kind").one_of(kRowKinds);
  row.kind =
      static_cast<OnlineRow::Kind>(std::find(kRowKinds.begin(), kRowKinds.end(), kind) - kRowKinds.begin());
  row.study = node.at("study").text();
  row.participant = node.at("participant").text();
  row.assignment.level_set = kCount.read(node.at("level_set"));
  row.assignment.number = node.at("number").integer(0, kMostParticipants);
  row.step = node.at("step").integer(row.kind == OnlineRow::Kind::kSession ? -1 : 0);
  row.at_ms = MomentCodec{}.read(node.at("at_ms"));
  if (!node.has_errors()) read_content(node, row);
  return row;
}

void RowPlace::fail(const std::string& text, const std::string& field) const {
  throw InputError({Problem{file, line, pointer + (field.empty() ? "" : "/" + field), text}});
}

std::string RowPlace::text() const {
  return fmt::format("{}:{}{}{}", file, line, pointer.empty() ? "" : ": ", pointer);
}

}  // namespace novphy
