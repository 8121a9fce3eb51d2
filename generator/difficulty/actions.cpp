#include "generator/difficulty/actions.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/json_reader.h"
#include "base/line_reader.h"
#include "generator/beam.h"
#include "levels/object_text.h"

namespace novphy {
namespace {

/// The names along a chain from the bird to the pig. `chain` runs from the pig.
std::vector<std::string> chain_names(const Template& base, const std::vector<int>& chain) {
  std::vector<std::string> names;
  for (auto id = chain.rbegin(); id != chain.rend(); ++id) names.push_back(object_name(base, *id));
  return names;
}

std::vector<std::string> usual_chain(const SideWins& side) {
  std::map<std::vector<std::string>, int> times;
  for (const WinningThrow& win : side.wins) ++times[win.chain];
  std::vector<std::string> usual;
  int most = 0;
  for (const auto& [chain, count] : times)
    if (count > most) {
      most = count;
      usual = chain;
    }
  return usual;
}

std::set<std::string> actions_of(const SideWins& side) {
  std::set<std::string> actions;
  for (const WinningThrow& win : side.wins) actions.insert(win.shots);
  return actions;
}

Degree greatest(std::initializer_list<const Degree*> degrees) {
  Degree result = Degree::none("no dimension of the action state is defined");
  for (const Degree* degree : degrees)
    if (degree->value && (!result.value || *degree->value > *result.value)) result = *degree;
  return result;
}

}  // namespace

std::string joined_shots(std::vector<std::string> shots) {
  while (shots.size() > 1 && shots.back() == shots[shots.size() - 2]) shots.pop_back();
  return fmt::format("{}", fmt::join(shots, " "));
}

std::string object_name(const Template& base, int id) {
  const auto index = static_cast<std::size_t>(id);
  if (index >= base.task.objects.size()) return "bird";
  if (index < base.names.size() && !base.names[index].empty()) return base.names[index];
  return fmt::format("{}#{}", base.task.objects[index].type, id);
}

std::string pair_name(const Pair& pair) { return pair.scenario + "/" + pair.novelty; }

SideWins solve_side(const Template& base, const SolverNumbers& numbers, double step_deg) {
  const SolverSpec spec = solver_spec(base.task, step_deg);
  const int sacrificed = birds_to_sacrifice(base.task);
  std::vector<Solution> solutions = solve(base.task, spec, numbers, sacrificed);
  if (solutions.empty()) solutions = beam_search(base.task, spec, numbers, sacrificed);
  SideWins side{.time_limit_s = base.task.time_limit_s};
  for (const Solution& solution : solutions) {
    const Kill* kill = solution.analysis.last_kill();
    std::vector<int> chain = kill ? kill->chain : std::vector<int>();
    if (kill) chain.insert(chain.begin(), kill->pig);
    side.wins.push_back({joined_shots(shot_texts(solution.shots)), chain_names(base, chain)});
  }
  return side;
}

ActionDegrees action_degrees(const MemberWins& wins, const ActionNumbers& numbers) {
  const std::vector<std::string> normal = usual_chain(wins.normal);
  const std::vector<std::string> novel = usual_chain(wins.novel);
  const std::set<std::string> normal_actions = actions_of(wins.normal);
  const std::set<std::string> novel_actions = actions_of(wins.novel);
  ActionDegrees degrees{
      .target = target_difficulty(chain_graph(normal), chain_graph(novel), numbers.target),
      .initiation = initiation_difficulty(overlap_of(normal_actions, novel_actions), numbers.as_printed),
      .time = time_difficulty(wins.normal.time_limit_s, wins.novel.time_limit_s)};
  degrees.together = greatest({&degrees.target, &degrees.initiation, &degrees.time});
  std::size_t common = 0;
  for (const std::string& action : novel_actions) common += normal_actions.contains(action);
  degrees.why =
      fmt::format("  normal way: {}\n  novel way: {}\n  winning throws: {} normal, {} novel, {} of both\n",
                  normal.empty() ? "-" : fmt::format("{}", fmt::join(normal, " -> ")),
                  novel.empty() ? "-" : fmt::format("{}", fmt::join(novel, " -> ")), normal_actions.size(),
                  novel_actions.size(), common);
  return degrees;
}

namespace {

/// A side of a pair, by its name "rolling/agents/novel".
struct NamedSide {
  const Pair* pair = nullptr;
  bool novel = false;
};

NamedSide side_named(const std::vector<Pair>& pairs, const std::string& name) {
  for (const Pair& pair : pairs)
    for (const bool novel : {false, true})
      if (name == (novel ? pair.novel.name : pair.normal.name)) return {&pair, novel};
  return {};
}

std::string name_of_object(const Template& base, const Node& node) {
  const int birds_and_their_parts = 1000;
  const int id = node.integer(0, static_cast<int>(base.task.objects.size()) + birds_and_their_parts);
  return object_name(base, id);
}

WinningThrow read_win(const Node& node, const Template& base) {
  std::vector<std::string> shots;
  for (const Node& shot : node.at("shots").array(1)) shots.push_back(shot.text());
  WinningThrow win{.shots = joined_shots(shots)};
  for (const Node& id : node.at("chain").array()) win.chain.push_back(name_of_object(base, id));
  std::reverse(win.chain.begin(), win.chain.end());
  const Node pig = node.at("pig");
  if (pig && !pig.is_null()) win.chain.push_back(name_of_object(base, pig));
  return win;
}

/// Reads the lines of one file.
class WinsReader {
 public:
  WinsReader(const std::string& file, const std::vector<Pair>& pairs) : file_(file), pairs_(pairs) {}

  Wins read() {
    LineReader reader(file_);
    while (reader.next()) {
      if (reader.unfinished()) throw InputError(file_, reader.line(), "the line is cut off");
      read_line(reader.text(), reader.line());
    }
    for (const auto& [key, sides] : sides_read_)
      if (sides.size() < 2)
        throw InputError(file_, fmt::format("{} has only its {} side, expected both", key.first,
                                            *sides.begin() ? "novel" : "normal"));
    return std::move(wins_);
  }

 private:
  void read_line(const std::string& text, int line) {
    JsonDocument document(text, file_, kLineBounds, line);
    const Node root = document.root().object();
    const std::string name = root.at("name").text();
    const int sample = root.at("sample").integer(-1);
    const std::vector<Node> wins = root.at("wins").array();
    document.check();
    const NamedSide side = side_named(pairs_, name);
    if (!side.pair) return;
    const std::pair key(pair_name(*side.pair), sample);
    if (!sides_read_[key].insert(side.novel).second) root.error("the side occurs twice in this file");
    MemberWins& member = wins_[key];
    SideWins& to = side.novel ? member.novel : member.normal;
    const Template& base = side.novel ? side.pair->novel : side.pair->normal;
    to.time_limit_s = base.task.time_limit_s;
    for (const Node& win : wins) to.wins.push_back(read_win(win, base));
    document.check();
  }

  std::string file_;
  const std::vector<Pair>& pairs_;
  Wins wins_{};
  std::map<std::pair<std::string, int>, std::set<bool>> sides_read_{};
};

}  // namespace

Wins read_wins(const std::string& file, const std::vector<Pair>& pairs) {
  return WinsReader(file, pairs).read();
}

}  // namespace novphy
