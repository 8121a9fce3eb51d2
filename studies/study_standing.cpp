#include "studies/study_standing.h"

#include <fmt/core.h>

namespace novphy {

bool is_act(StudyEntry::Kind kind) {
  using enum StudyEntry::Kind;
  return kind != kSession && kind != kExcluded && kind != kIncluded;
}

void StudyStanding::take(const StudyEntry& entry) {
  if (is_act(entry.kind)) {
    declined = entry.kind == StudyEntry::Kind::kAgreed && !entry.yes;
    if (speed != 1) tried_at = speed;
  } else if (entry.kind == StudyEntry::Kind::kSession) {
    speed = entry.session.speed;
  } else {
    excluded = entry.kind == StudyEntry::Kind::kExcluded ? entry.reason : "";
  }
}

std::string StudyStanding::left_out() const {
  if (!excluded.empty()) return excluded;
  return tried_at == 1 ? "" : fmt::format("was tried out with --speed {}", tried_at);
}

StudyStanding standing_of(std::span<const StudyEntry> entries) {
  StudyStanding standing;
  for (const StudyEntry& entry : entries) standing.take(entry);
  return standing;
}

}  // namespace novphy
