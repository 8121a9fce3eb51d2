#include "studies/study_assignments.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "base/input_error.h"
#include "base/json_fields.h"
#include "studies/study_progress.h"

namespace novphy {
namespace {

struct AssignmentLine {
  std::string participant;
  Assignment assignment;
};

template <class Io>
void describe(Io& io, AssignmentLine& given) {
  io.field("participant", given.participant, TextCodec{});
  io.field("level_set", given.assignment.level_set, kCount);
  io.field("number", given.assignment.number, WholeCodec{0, kMostParticipants});
}

AssignmentLine read_assignment(std::string_view line, const std::string& file, int number) {
  JsonDocument document(line, file, kLineBounds, number);
  AssignmentLine given = read_fields<AssignmentLine>(document.root());
  document.check();
  return given;
}

std::string line_of(const std::string& participant, const Assignment& assignment) {
  return to_json(AssignmentLine{participant, assignment}) + "\n";
}

}  // namespace

void check_range(const AssignmentWish& wish, std::size_t level_sets) {
  const auto check = [](const char* what, int found, int last) {
    if (found < 0 || found > last)
      throw InputError(what, fmt::format("found {}, expected 0 to {}", found, last));
  };
  if (wish.level_set) check("level set", *wish.level_set, static_cast<int>(level_sets) - 1);
  if (wish.number) check("number", *wish.number, kMostParticipants);
}

StudyAssignments::StudyAssignments(const std::filesystem::path& results, const StudyFile& file,
                                   const Fingerprint& made_by)
    : file_(results / "assignments.jsonl", {.create = true, .sync = true, .wait = true}),
      people_(file.study.level_sets.size()) {
  read_file();
  read_journals(results, file, made_by);
}

void StudyAssignments::read_file() {
  const std::string text = file_.read(0, static_cast<std::size_t>(file_.size()));
  int number = 0;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    AssignmentLine given = read_assignment(line, file_.file().string(), ++number);
    given_.emplace(given.assignment, std::move(given.participant));
    begin = end + 1;
  }
  file_.cut(static_cast<std::int64_t>(begin));
}

void StudyAssignments::read_journals(const std::filesystem::path& results, const StudyFile& file,
                                     const Fingerprint& made_by) {
  for (const auto& [journal, lines] : journals_in(results)) {
    if (const std::string other = difference(*lines.head, file, made_by); !other.empty())
      throw InputError(journal.string(), "nobody can begin beside this journal: " + other);
    const Assignment& assignment = lines.head->assignment;
    if (standing_of(lines.entries).counts()) ++people_[static_cast<std::size_t>(assignment.level_set)];
    if (!given_.contains(assignment)) add(lines.head->participant, assignment);
  }
}

Assignment StudyAssignments::choose(const AssignmentWish& wish) const {
  Assignment chosen;
  chosen.level_set = wish.level_set.value_or(
      static_cast<int>(std::min_element(people_.begin(), people_.end()) - people_.begin()));
  for (const auto& [given, participant] : given_)
    if (given.level_set == chosen.level_set) chosen.number = given.number + 1;
  if (!wish.number) return chosen;
  chosen.number = *wish.number;
  if (const auto taken = given_.find(chosen); taken != given_.end())
    throw InputError("number", fmt::format("{} of level set {} is taken by {}", chosen.number,
                                           chosen.level_set, taken->second));
  return chosen;
}

void StudyAssignments::add(const std::string& participant, const Assignment& assignment) {
  file_.append(line_of(participant, assignment));
  given_.emplace(assignment, participant);
}

}  // namespace novphy
