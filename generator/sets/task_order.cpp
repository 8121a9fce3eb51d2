#include "generator/sets/task_order.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "base/input_error.h"

namespace novphy {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const std::vector<std::string>& places) {
  std::vector<fs::path> files;
  for (const std::string& place : places) {
    if (!fs::is_directory(place)) {
      files.emplace_back(place);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(place))
      if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Whether the name is that of the pair's side: "010203_2", "rolling/agents/novel" or "rolling/fan/novel".
bool is_side(const Pair& pair, bool novel, std::string_view name) {
  const std::string_view ending = novel ? "/novel" : "/normal";
  return name == (novel ? pair.novel.name : pair.normal.name) ||
         (name.ends_with(ending) && is_named(pair, name.substr(0, name.size() - ending.size())));
}

/// Collects ordered templates. A template that is added twice is ordered once.
class OrderBook {
 public:
  explicit OrderBook(int count) : count_(count) {}

  /// Adds those templates of the pair that the name means. Names look like "all", "rolling",
  /// "rolling/agents", "rolling/fan", "rolling/agents/novel" or "010203_2". Returns whether the name means a
  /// template of this pair.
  bool add(const Pair& pair, const std::string& name) {
    const bool both = name == "all" || name == pair.scenario || is_named(pair, name);
    bool meant = false;
    for (const bool novel : {false, true}) {
      if (!both && !is_side(pair, novel, name)) continue;
      meant = true;
      const WantedTasks wanted{.pair = index_of(pair), .novel = novel, .count = count_};
      const bool known = std::any_of(
          order_.wanted.begin(), order_.wanted.end(),
          [&](const WantedTasks& other) { return other.pair == wanted.pair && other.novel == novel; });
      if (!known) order_.wanted.push_back(wanted);
    }
    return meant;
  }

  TaskOrder take() { return std::move(order_); }

 private:
  std::size_t index_of(const Pair& pair) {
    for (std::size_t i = 0; i < order_.pairs.size(); ++i) {
      if (order_.pairs[i].normal.name != pair.normal.name) continue;
      if (order_.pairs[i].file == pair.file) return i;
      throw InputError(pair.file, "is the second pair of its novelty and scenario");
    }
    order_.pairs.push_back(pair);
    return order_.pairs.size() - 1;
  }

  int count_;
  TaskOrder order_{};
};

}  // namespace

std::vector<Pair> pairs_in(const std::vector<std::string>& places, const Catalogue& catalogue) {
  std::vector<Pair> pairs;
  for (const fs::path& file : files_of(places)) pairs.push_back(read_pair(file, catalogue));
  return pairs;
}

TaskOrder order_of(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                   const Catalogue& catalogue) {
  OrderBook book(count);
  for (const std::string& name : names) {
    bool meant = fs::exists(name);
    if (meant)
      for (const Pair& pair : pairs_in({name}, catalogue)) book.add(pair, "all");
    else
      for (const Pair& pair : library) meant = book.add(pair, name) || meant;
    if (!meant)
      throw InputError("generate",
                       fmt::format("found \"{}\", expected a pair file, a folder of them, the name of a "
                                   "pair, template or scenario, or all",
                                   name));
  }
  return book.take();
}

}  // namespace novphy
