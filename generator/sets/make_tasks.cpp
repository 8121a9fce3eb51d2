#include "generator/sets/make_tasks.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <system_error>
#include <tuple>

#include "base/file.h"
#include "base/input_error.h"
#include "generator/sets/certificate.h"
#include "levels/task_parts.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr int kMostAttempts = 100;  // attempts at a task that differs from all others

TaskSetLine line_of(const Pair& base, const Variation& made, const Made& all) {
  TaskSetLine line{.task_template = base.side(made.novel).name,
                   .task = made.index,
                   .recipe = made.recipe,
                   .kept = made.kept,
                   .draws = made.draws,
                   .rejected = all.rejected};
  if (made.window) {
    line.window_deg = Vec2{made.window->window.from_deg, made.window->window.to_deg};
    line.pull_m = made.window->throws.back().pull_m;
    line.disturbed_wins = made.window->disturbed_wins;
    line.witness = shot_texts(made.witness);
    line.digest = fmt::format("{:016x}", made.digest);
  }
  line.winning_share = made.winning_share;
  return line;
}

/// The draws of the first tasks of a template.
struct Draws {
  int accepted = 0;
  int all = 0;
  std::map<std::string, int> rejected{};

  void add(const TaskSetLine& line) {
    ++accepted;
    ++all;
    add(line.rejected);
  }
  void add(const std::map<std::string, int>& more) {
    for (const auto& [check, count] : more) {
      rejected[check] += count;
      all += count;
    }
  }
  bool fewer_than(double share) const { return accepted < share * all; }
  std::string text() const {
    const auto most = std::ranges::max_element(rejected, {}, [](const auto& each) { return each.second; });
    return fmt::format("{} of {} draws accepted, most failed {}", accepted, all,
                       most == rejected.end() ? "nothing" : most->first);
  }
};

constexpr double kHardlyEver = 0.001;

/// The probability of at most this many draws being accepted if this share of all draws is.
double probability_of_fewer(const Draws& draws, double share) {
  double probability = 0;
  for (int i = 0; i <= draws.accepted; ++i)
    probability +=
        std::exp(std::lgamma(draws.all + 1.0) - std::lgamma(i + 1.0) - std::lgamma(draws.all - i + 1.0) +
                 i * std::log(share) + (draws.all - i) * std::log1p(-share));
  return probability;
}

/// Throws InputError where the draws show that fewer are accepted than this share.
void check_acceptance(const std::string& name, const Draws& draws, double least) {
  if (draws.fewer_than(least) && probability_of_fewer(draws, least) < kHardlyEver)
    throw InputError(name,
                     fmt::format("{}; expected at least {:.3g} % to be accepted", draws.text(), 100 * least));
}

class TaskMaker {
 public:
  TaskMaker(const TaskOrder& order, const TaskRun& run, const SolverNumbers& numbers,
            const TaskJournal& journal, const TaskSink& sink)
      : order_(order), run_(run), numbers_(numbers), journal_(journal), sink_(sink) {}

  void make_all() {
    struct Open {
      const WantedTasks* wanted = nullptr;
      int task = 0;
    };
    find_certified();
    std::vector<Open> open;
    std::set<std::size_t> pairs;  // that still lack tasks; the others need not be solved
    std::size_t of = 0;
    for (const WantedTasks& wanted : order_.wanted)
      for (int task = wanted.first; task < wanted.first + wanted.count; ++task) {
        if (!holds(run_.shard, task)) continue;
        ++of;
        if (journal_.holds(name_of(order_, wanted), task)) continue;
        open.push_back({&wanted, task});
        if (!certified(wanted, task)) pairs.insert(wanted.pair);
      }
    const std::vector<std::size_t> list(pairs.begin(), pairs.end());
    makers_.resize(order_.pairs.size());
    if (run_.stage && !list.empty()) run_.stage("solving the pairs", "pairs");
    PieceCounter solved(run_.stage ? run_.progress : nullptr, list.size());
    parallel_for(list.size(), run_.jobs, [&](std::size_t i) {
      make_maker(list[i]);
      solved.add();
    });
    if (run_.stage) run_.stage("", "tasks");
    PieceCounter counter(run_.progress, of, of - open.size());
    parallel_for(open.size(), run_.jobs, [&](std::size_t i) {
      const TaskSetLine* const line = certified(*open[i].wanted, open[i].task);
      if (line)
        make_certified(*open[i].wanted, *line);
      else
        make(*open[i].wanted, open[i].task, 0);
      count_draws(*open[i].wanted);
      counter.add();
    });
    if (run_.shard) return;
    for (const WantedTasks& wanted : order_.wanted) finish(wanted);
  }

 private:
  /// Fills in `certified_`, for each wanted template.
  void find_certified() {
    certified_.assign(order_.wanted.size(), nullptr);
    if (run_.variation.certificate.empty() ||
        !covers(read_certificate_head(run_.variation.certificate), journal_.head()))
      return;
    std::set<std::string> names;
    for (const WantedTasks& wanted : order_.wanted) names.insert(name_of(order_, wanted));
    certificate_ = read_certificate(run_.variation.certificate, names);
    for (std::size_t i = 0; i < order_.wanted.size(); ++i)
      certified_[i] = certificate_.find(order_.pairs[order_.wanted[i].pair], order_.wanted[i].novel,
                                        run_.variation.novelties);
  }

  /// The task's line in the certificate, or null. A task that was made again, because it equalled an earlier
  /// one, is another one where that earlier one is not wanted.
  const TaskSetLine* certified(const WantedTasks& wanted, int task) const {
    const CertifiedTemplate* const tasks =
        certified_[static_cast<std::size_t>(&wanted - order_.wanted.data())];
    if (!tasks) return nullptr;
    const auto found = tasks->tasks.find(task);
    if (found == tasks->tasks.end() || (found->second.kept.attempt > 0 && wanted.first > 0)) return nullptr;
    return &found->second;
  }

  void make_certified(const WantedTasks& wanted, const TaskSetLine& line) {
    check_stop(run_.stop);
    CertifiedTask made =
        certified_task(certificate_, line, order_.pairs[wanted.pair], run_.variation, numbers_.catalogue);
    if (made.line.window_deg && run_.play_witnesses) {
      const Outcome outcome = play(made.task, made.witness, numbers_.catalogue, numbers_.physics);
      if (!outcome.won)
        throw InputError(
            certificate_.file,
            fmt::format("the witness of task {} of {} does not pass it: made with another version "
                        "of the program",
                        line.task, line.task_template));
      made.line.digest = fmt::format("{:016x}", outcome.digest);
    }
    std::string text = run_.xml ? task_to_xml(made.task, numbers_.catalogue) : std::move(made.json);
    if (run_.xml) made.line.hash = hash_of(text);
    sink_(wanted, std::move(made.line), made.task, text);
  }

  void make_maker(std::size_t pair) {
    check_stop(run_.stop);
    makers_[pair] = std::make_unique<VariationMaker>(order_.pairs[pair], run_.variation, numbers_);
  }

  void make(const WantedTasks& wanted, int task, int attempt) {
    check_stop(run_.stop);
    const Pair& pair = order_.pairs[wanted.pair];
    const Made made = makers_[wanted.pair]->make(wanted.novel, task, attempt);
    if (made.sides.empty()) {
      Draws draws;
      draws.add(made.rejected);
      throw InputError(name_of(order_, wanted), draws.text());
    }
    for (const Variation& side : made.sides) {
      if (side.novel != wanted.novel) continue;
      const std::string text =
          run_.xml ? task_to_xml(side.task, numbers_.catalogue) : task_to_json(side.task, numbers_.catalogue);
      TaskSetLine line = line_of(pair, side, made);
      line.hash = hash_of(text);
      sink_(wanted, std::move(line), side.task, text);
    }
  }

  /// Finishes the template's tasks in ascending order, so that no task changes an earlier one.
  void finish(const WantedTasks& wanted) {
    const std::string& name = name_of(order_, wanted);
    std::set<std::string> hashes;
    Draws draws;
    for (int task = wanted.first; task < wanted.first + wanted.count; ++task) {
      for (int attempt = 1; !hashes.insert(journal_.line(name, task).hash).second; ++attempt) {
        if (attempt > kMostAttempts)
          throw InputError(name, fmt::format("varies too little for {} different tasks", wanted.count));
        if (!makers_[wanted.pair]) make_maker(wanted.pair);
        make(wanted, task, attempt);
      }
      draws.add(journal_.line(name, task));
    }
    if (draws.fewer_than(run_.least_acceptance) && run_.warn)
      run_.warn(fmt::format("{}: {}, fewer than the {:.3g} % that a template should have", name, draws.text(),
                            100 * run_.least_acceptance));
  }

  /// Looks at the draws of the template's first tasks, as many as are made without a gap: so the number of
  /// threads does not matter. Throws InputError where too few are accepted.
  void count_draws(const WantedTasks& wanted) {
    const std::lock_guard lock(mutex_);
    FirstTasks& first = first_tasks_[&wanted];
    const std::string& name = name_of(order_, wanted);
    for (; first.count < wanted.count; ++first.count) {
      const int task = wanted.first + first.count;
      if (!holds(run_.shard, task)) continue;
      if (!journal_.holds(name, task)) return;
      first.draws.add(journal_.line(name, task));
      check_acceptance(name, first.draws, run_.least_acceptance);
    }
  }

  const TaskOrder& order_;
  const TaskRun& run_;
  const SolverNumbers& numbers_;
  const TaskJournal& journal_;
  const TaskSink& sink_;
  std::vector<std::unique_ptr<VariationMaker>> makers_{};
  struct FirstTasks {
    int count = 0;  ///< all of them are made, or are of other shards
    Draws draws{};
  };
  std::map<const WantedTasks*, FirstTasks> first_tasks_{};
  std::mutex mutex_;  ///< of first_tasks_
  Certificate certificate_{};
  std::vector<const CertifiedTemplate*> certified_{};  ///< of each wanted template, or null
};

}  // namespace

const std::string& name_of(const TaskOrder& order, const WantedTasks& wanted) {
  return order.pairs[wanted.pair].side(wanted.novel).name;
}

std::string hash_of_pairs(const std::vector<Pair>& pairs) {
  std::map<std::string, std::string> texts;
  for (const Pair& pair : pairs) texts[pair.normal.name] = pair.text;
  std::string all;
  for (const auto& [name, text] : texts) all += name + text;
  return hash_of(all);
}

TaskSetHead set_head(const VariationOptions& options, const std::vector<Pair>& pairs, const Assets& assets,
                     const std::string& physics) {
  return {.seed = options.seed,
          .proof = std::string(kProofNames[static_cast<std::size_t>(options.proof)]),
          .format = "json",
          .paired = options.paired,
          .most_distractors = options.most_distractors,
          .window_deg = {options.least_window_deg, options.most_window_deg},
          .pairs = hash_of_pairs(pairs),
          .checks = hash_of_checks(pairs, options.novelties),
          .physics = physics,
          .catalogue_hash = assets.catalogue_hash,
          .physics_hash = assets.physics_hash,
          .overrides = assets.overrides};
}

void make_tasks(const TaskOrder& order, const TaskRun& run, const SolverNumbers& numbers,
                const TaskJournal& journal, const TaskSink& sink) {
  TaskMaker(order, run, numbers, journal, sink).make_all();
}

namespace {

/// Throws where a task stands twice, or not in the order in which indexes are written.
void check_order(const TaskSet& set, const fs::path& index) {
  const auto not_after = [](const TaskSetLine& a, const TaskSetLine& b) {
    return std::tie(b.task_template, b.task) <= std::tie(a.task_template, a.task);
  };
  const auto found = std::adjacent_find(set.lines.begin(), set.lines.end(), not_after);
  if (found == set.lines.end()) return;
  throw InputError(
      index.string(), 3 + static_cast<int>(found - set.lines.begin()),
      fmt::format(
          "has been changed: found task {} of {} after task {} of {}, expected each task once, in order",
          found[1].task, found[1].task_template, found->task, found->task_template));
}

}  // namespace

TaskSet read_tasks_of(const std::string& folder, std::vector<Pair>& pairs, const Assets& assets) {
  TaskSet set = read_task_set(folder, assets.catalogue);
  std::map<std::string, int> counts;
  for (const TaskSetLine& line : set.lines) ++counts[line.task_template];
  std::erase_if(pairs, [&](const Pair& pair) {
    return !counts.contains(pair.normal.name) && !counts.contains(pair.novel.name);
  });
  const auto same = [&](const char* what, const std::string& then, const std::string& now) {
    if (then != now)
      throw InputError(folder, fmt::format("was made with other {}: {} then, {} now", what, then, now));
  };
  same("pairs", set.head.pairs, hash_of_pairs(pairs));
  same("objects (catalogue)", set.head.catalogue_hash, assets.catalogue_hash);
  same("physics", set.head.physics_hash, assets.physics_hash);
  same("numbers (--set)", fmt::format("{}", fmt::join(set.head.overrides, " ")),
       fmt::format("{}", fmt::join(assets.overrides, " ")));
  check_order(set, fs::path(folder) / kIndexName);
  check_recipes(set, pairs, assets.catalogue, fs::path(folder) / kIndexName);
  for (const TaskSetLine& line : set.lines) check_file(line, folder);
  return set;
}

namespace {

std::vector<fs::path> files_of(const std::vector<std::string>& places) {
  std::vector<fs::path> files;
  for (const std::string& place : places) {
    if (!fs::is_directory(place)) {
      if (place.find(',') != std::string::npos && !fs::exists(place))
        throw InputError(place, "cannot be read: several names are separated by blanks");
      files.emplace_back(place);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(place))
      if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// Whether the name is that of the pair's side: "010203_2", "rolling/agents/novel" or "rolling/fan:novel".
bool is_side(const Pair& pair, bool novel, std::string_view name) {
  const std::size_t end = name.find_last_of("/:");
  return name == pair.side(novel).name ||
         (end != std::string_view::npos && name.substr(end + 1) == (novel ? "novel" : "normal") &&
          is_named(pair, name.substr(0, end)));
}

/// The index of the pair, which is added where the order lacks it.
std::size_t index_of(const Pair& pair, std::vector<Pair>& pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].normal.name != pair.normal.name) continue;
    if (pairs[i].file == pair.file) return i;
    throw InputError(pair.file, "is the second pair of its novelty and scenario");
  }
  pairs.push_back(pair);
  return pairs.size() - 1;
}

/// Orders the templates of the pair that the name means, each of them once. Names look like "all", "rolling",
/// "rolling/agents", "rolling/fan", "rolling/agents/novel" or "010203_2". Returns whether the name means a
/// template of this pair.
bool add(const Pair& pair, const std::string& name, int count, TaskOrder& order) {
  const bool both = name == "all" || name == pair.scenario || is_named(pair, name);
  bool meant = false;
  for (const bool novel : {false, true}) {
    if (!both && !is_side(pair, novel, name)) continue;
    meant = true;
    const WantedTasks wanted{.pair = index_of(pair, order.pairs), .novel = novel, .count = count};
    const bool known = std::ranges::any_of(order.wanted, [&](const WantedTasks& other) {
      return other.pair == wanted.pair && other.novel == novel;
    });
    if (!known) order.wanted.push_back(wanted);
  }
  return meant;
}

}  // namespace

std::vector<Pair> pairs_in(const std::vector<std::string>& places, const Catalogue& catalogue) {
  std::vector<Pair> pairs;
  for (const fs::path& file : files_of(places)) pairs.push_back(read_pair(file, catalogue));
  if (pairs.empty() && !places.empty())
    throw InputError(places.front(), "expected pair files (*.json), found none");
  return pairs;
}

TaskOrder order_of(const std::vector<std::string>& names, const std::vector<Pair>& library, int count,
                   const Catalogue& catalogue) {
  TaskOrder order;
  for (const std::string& name : names) {
    bool meant = fs::exists(name);
    if (meant)
      for (const Pair& pair : pairs_in({name}, catalogue)) add(pair, "all", count, order);
    else
      for (const Pair& pair : library) meant = add(pair, name, count, order) || meant;
    if (!meant)
      throw InputError("generate",
                       fmt::format("found \"{}\", expected a pair file, a folder of them, the name of a "
                                   "pair, template or scenario, or all",
                                   name));
  }
  return order;
}

namespace {

std::string journal_name(const std::optional<Shard>& shard) {
  return shard ? kShardIndexBase + shard_ending(*shard) + kShardIndexEnding : kPartialIndexName;
}

std::vector<fs::path> shard_indices(const fs::path& folder) {
  return files_of_shards(folder / kShardIndexBase, kShardIndexEnding);
}

}  // namespace

void NewFolders::make(const fs::path& folder) {
  std::error_code error;
  const std::lock_guard lock(mutex_);
  std::vector<fs::path> missing;
  for (fs::path each = link_target(folder); !each.empty() && !fs::exists(each, error);
       each = each.parent_path())
    missing.push_back(each);
  made_.insert(made_.end(), missing.rbegin(), missing.rend());
  make_folder(folder);
}

NewFolders::~NewFolders() {
  std::error_code ignored;  // of folders that hold something
  for (auto each = made_.rbegin(); each != made_.rend(); ++each) fs::remove(*each, ignored);
}

TaskWriter::TaskWriter(fs::path folder, Resumption resumption, std::optional<Shard> shard)
    : folder_(std::move(folder)), head_(resumption.head), shard_(shard) {
  new_folders_.make(folder_);
  std::vector<fs::path> others;
  if (fs::exists(folder_ / kIndexName)) others.push_back(folder_ / kIndexName);
  if (!shard_)
    for (const fs::path& index : shard_indices(folder_)) others.push_back(index);
  resumption.folder = folder_;
  journal_ = open_journal(folder_ / journal_name(shard_), others, resumption);
}

void TaskWriter::add(TaskSetLine line, const std::string& text) {
  const fs::path file = folder_ / line.file;
  new_folders_.make(file.parent_path());
  write_atomically(file, text);
  journal_->add(std::move(line));
}

std::vector<TaskSetLine> TaskWriter::finish() {
  std::string text = to_json_line(head_);
  std::vector<TaskSetLine> lines;
  for (const auto& [key, line] : journal_->lines()) {
    text += to_json_line(line);
    lines.push_back(line);
  }
  if (shard_) return lines;
  write_atomically(folder_ / kIndexName, text);
  journal_->remove();
  std::error_code ignored;
  for (const fs::path& index : shard_indices(folder_)) fs::remove(index, ignored);
  return lines;
}

}  // namespace novphy
