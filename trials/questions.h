#pragma once

#include <span>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "base/parallel.h"
#include "evaluator/record.h"
#include "sim/catalogue.h"
#include "sim/world.h"
#include "trials/plan.h"
#include "trials/session.h"

/// Questions about the world at a trial's end: what would a throw do? Its truth comes from playing it.
/// Everything but the agent's answer and the baseline's is drawn from the content of the plan alone.
namespace novphy {

/// Gives each trial that names no questions `count` of them: tasks of the templates of its last phase. Those
/// that it does not play come first, then those that it played last, and so on from the beginning.
void choose_questions(Plan& plan, int count, const Catalogue& catalogue);

/// What each throw of a play that begins in this world does: the last place of its bird before it goes or the
/// play ends, what it touches first, and whether it passed the task, which only the last throw can. The world
/// must log its events.
std::vector<RecordedAnswer> what_throws_do(World& world, std::span<const Shot> shots);

/// A throw that the agent made, with what it did.
struct PastThrow {
  Task task{};
  Vec2 drag_m{};
  RecordedAnswer did{};
};

/// The baseline "the last such throw again": what the throw with the nearest pull did (the later one of two
/// as near). It ends at the same place and passes as that did. Where that hit an object, it hits the object
/// of the same type and material, if there is one, else type, which lies nearest to the same place seen from
/// the slingshot. Empty without throws.
RecordedAnswer last_such_throw(std::span<const PastThrow> throws, const Task& task, Vec2 drag_m);

/// What the agent says of the first bird's throw in a task. Throws AgentError for an answer that cannot be,
/// such as an id that is not seen.
RecordedAnswer said_of(const Task& task, const Shot& shot, Agent& agent, const SessionSetup& setup);

/// Asks the agent the trial's questions, and puts them into the last of the trial's records. `setup` is that
/// of the trial, with the agent's senses. An AgentError becomes the last record's error. Throws Stopped if
/// `stop` is set.
void ask_questions(const Plan& plan, const PlannedTrial& trial, Agent& agent, SessionSetup setup,
                   std::vector<Record>& records, StopFlag stop = nullptr);

/// Where the record's questions have other truths now, such as "question 2: another truth". `physics` is that
/// of the plan's plays.
std::vector<std::string> question_differences(const Record& record, const Plan& plan,
                                              const Catalogue& catalogue, const Physics& physics);

}  // namespace novphy
