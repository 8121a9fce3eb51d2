#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/json_reader.h"
#include "base/line_reader.h"
#include "generator/difficulty/actions.h"

namespace novphy {
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
    if (!sides_read_[key].insert(side.novel).second) root.error("the side stands twice in this file");
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
