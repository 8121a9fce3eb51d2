#include "generator/invent/invent.h"

#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <set>

#include "base/input_error.h"
#include "base/parallel.h"
#include "generator/sets/make_tasks.h"
#include "levels/json_geometry.h"

namespace novphy {

namespace {

constexpr int kFormat = 1;
constexpr const char* kBase = "candidates";
constexpr const char* kEnding = ".jsonl";
constexpr DecimalCodec kAnyDecimal{};

}  // namespace

void describe(FieldIo& io, CandidateOptions& options) {
  constexpr DecimalCodec kShare{NumberCodec{0, 1}};
  io.field("scenario", options.scenario, TextCodec{}, "");
  io.field("level", options.level, WholeCodec{0, 8}, 0);
  io.field("compose", options.compose, FlagCodec{}, false);
  io.field("strict", options.strict, FlagCodec{}, false);
  io.field("least_distance", options.least_distance, kShare);
  io.field("least_visible", options.least_visible, kShare);
  io.field("members", options.members, WholeCodec{0, 1000});
  io.field("step_deg", options.step_deg, DecimalCodec{NumberCodec{0.1, 10}});
}

void describe(FieldIo& io, InventHead& head) {
  int format = kFormat;
  io.field("novphy_candidates", format, WholeCodec{kFormat, kFormat});
  describe_seed(io, head.options.seed);
  describe(io, head.options);
  io.field("pairs", head.pairs, TextCodec{});
  io.field("checks", head.checks, TextCodec{});
  io.field("catalogue_hash", head.catalogue_hash, TextCodec{});
  io.field("physics_hash", head.physics_hash, TextCodec{});
  io.field("physics", head.physics, TextCodec{});
  io.field("overrides", head.overrides, ListCodec{TextCodec{}}, {});
}

void describe(FieldIo& io, NearestKnown& nearest) {
  io.field("name", nearest.name, TextCodec{});
  io.field("distance", nearest.distance, kAnyDecimal);
}

void describe(FieldIo& io, SecondChoice& second) {
  io.field("draw", second.number, kCount);
  io.field("factor", second.factor, kAnyDecimal);
  io.field("moved_x", second.moved_m.x, kAnyDecimal);
  io.field("moved_y", second.moved_m.y, kAnyDecimal);
}

void describe(FieldIo& io, Grade& grade) {
  io.field("aim_shift_deg", grade.aim_shift_deg, kAnyDecimal);
  io.field("winning_share", grade.winning_share, kAnyDecimal);
  io.field("visible_share", grade.visible_share, kAnyDecimal);
  io.field("notice_throws", grade.notice_throws, kAnyDecimal);
  io.field("ways_lost", grade.ways_lost, kAnyDecimal);
  io.field("other_way", grade.other_way, FlagCodec{});
  io.field("new_birds", grade.new_birds, kCount);
}

void describe(FieldIo& io, Candidate& candidate, bool with_pair) {
  io.field("candidate", candidate.number, kCount);
  io.field("law", candidate.law, TextCodec{});
  io.field("level", candidate.level, WholeCodec{0, kComposed}, 0);
  io.field("scenario", candidate.scenario, TextCodec{});
  io.field("base", candidate.base, TextCodec{});
  io.field("decoys", candidate.decoys, FlagCodec{}, false);
  io.field("verdict", candidate.verdict, TextCodec{});
  io.field("least_strength", candidate.least_strength, kAnyDecimal, 0.0);
  io.field("strength", candidate.strength, kAnyDecimal, 0.0);
  io.field("draw", candidate.draw, kCount, 0);
  io.field("second_place", candidate.second, ObjectCodec<SecondChoice>{}, SecondChoice{});
  io.field("nearest_known", candidate.nearest, ObjectCodec<NearestKnown>{}, NearestKnown{});
  io.field("ranges", candidate.ranges, kAnyDecimal, 0.0);
  io.field("grade", candidate.grade, ObjectCodec<Grade>{}, Grade{});
  if (with_pair)
    io.field("pair", candidate.pair, TextCodec{}, "");
  else
    io.field("hash", candidate.hash, TextCodec{}, "");
}

InventHead head_of(const CandidateOptions& options, const std::vector<Pair>& pairs,
                   const std::vector<Novelty>& novelties, const Assets& assets, const std::string& physics) {
  return {.options = options,
          .pairs = hash_of_pairs(pairs),
          .checks = hash_of_checks(pairs, novelties),
          .catalogue_hash = assets.catalogue_hash,
          .physics_hash = assets.physics_hash,
          .physics = physics,
          .overrides = assets.overrides};
}

std::string to_json_line(const InventHead& head) { return to_json(head) + "\n"; }
std::string to_json_line(const Candidate& candidate, bool with_pair) {
  Candidate written = candidate;
  if (!candidate.pair.empty()) written.hash = hash_of(candidate.pair);
  return to_json(written, with_pair) + "\n";
}

namespace {

/// Reads a file of candidates that are still made, `with_pairs` and perhaps with a cut last line, which is
/// left out, or a finished index.
InventIndex read_candidates(const std::filesystem::path& file, bool with_pairs) {
  const FileBounds bounds{"a candidate", 4 * kMebibyte, 200'000};
  InventIndex read;
  LineReader reader(file.string(), bounds);
  while (reader.next()) {
    if (reader.unfinished() && with_pairs) break;
    if (reader.unfinished()) throw InputError(file.string(), reader.line(), "is cut off");
    JsonDocument line(reader.text(), file.string(), bounds, reader.line());
    if (reader.line() == 1) {
      read.head = read_fields<InventHead>(line.root());
      line.check();
      continue;
    }
    auto candidate = read_fields<Candidate>(line.root(), Candidate{}, with_pairs);
    line.check();
    read.candidates[candidate.number] = std::move(candidate);
  }
  return read;
}

}  // namespace

InventIndex read_invent_index(const std::filesystem::path& file) {
  InventIndex index = read_candidates(file, false);
  if (index.candidates.empty())
    throw InputError(file.string(), "holds no candidate, expected the index of a set");
  if (index.candidates.size() != static_cast<std::size_t>(index.candidates.rbegin()->first) + 1)
    throw InputError(file.string(), "lacks candidates before its last one");
  return index;
}

void draw_pairs_again(std::map<int, Candidate>& candidates, const CandidateMaker& maker, unsigned jobs,
                      const std::filesystem::path& file) {
  std::vector<Candidate*> accepted;
  for (auto& [number, candidate] : candidates)
    if (candidate.verdict == kAccepted) accepted.push_back(&candidate);
  parallel_for(accepted.size(), jobs, [&](std::size_t i) {
    Candidate& candidate = *accepted[i];
    candidate.pair = maker.pair_text(candidate);
    if (const std::string found = hash_of(candidate.pair); found != candidate.hash)
      throw InputError(file.string(),
                       fmt::format("candidate {} makes a pair with the hash {}, and the index says {}",
                                   candidate.number, found, in_quotes(candidate.hash)));
  });
}

CandidateJournal::CandidateJournal(std::filesystem::path folder, const InventHead& head,
                                   const std::optional<Shard>& shard)
    : folder_(std::move(folder)) {
  if (std::filesystem::exists(folder_ / kInventIndex))
    throw InputError(folder_.string(), "holds a finished set; remove it or give another --out");
  make_folder(folder_);
  const std::string name = std::string(kBase) + (shard ? shard_ending(*shard) : ".partial") + kEnding;
  file_.emplace(folder_ / name, AppendFile::Options{.create = true, .in_use = "another run invents here"});
  read(folder_ / name, head);
  std::string text = to_json_line(head);
  for (const auto& [number, candidate] : known_) text += to_json_line(candidate, true);
  file_->replace(text);
  if (!shard)
    for (const auto& file : files_of_shards(folder_ / kBase, kEnding)) read(file, head);
}

void CandidateJournal::read(const std::filesystem::path& file, const InventHead& head) {
  InventIndex made = read_candidates(file, true);
  if (std::filesystem::file_size(file) > 0 && made.head != head)
    throw InputError(
        file.string(), 1,
        "was made with other options, pairs or numbers; to begin anew, remove " + folder_.string());
  for (auto& [number, candidate] : made.candidates) known_[number] = std::move(candidate);
}

void CandidateJournal::keep(const Candidate& candidate) { file_->append(to_json_line(candidate, true)); }

void CandidateJournal::remove() {
  file_->remove();
  for (const auto& file : files_of_shards(folder_ / kBase, kEnding)) std::filesystem::remove(file);
}

namespace {

constexpr int kLawsShare = 5;     // no law and no level makes more than one in this many pairs
constexpr int kSmallSet = 4;      // fewer pairs need not hold another way
constexpr int kLevelsShare = 20;  // and each level at least one in this many, where nothing is asked for

/// Takes candidates in their order into a set, as long as there is room.
class Selection {
 public:
  Selection(const CandidateMaker& maker, const InventOptions& options) : maker_(maker), options_(options) {
    std::set<std::string> scenarios;
    for (int i = 0; i < 100; ++i) scenarios.insert(maker.drawn(i).scenario);
    of_law_ = std::max(1, options.count / kLawsShare);
    of_scenario_ =
        (options.count + static_cast<int>(scenarios.size()) - 1) / static_cast<int>(scenarios.size());
  }

  bool full() const { return accepted() >= options_.count; }
  int accepted() const { return static_cast<int>(taken_.size()); }

  /// Why the set has no room for the candidate, or "". With `for_good`: only where it never will have,
  /// however it grows.
  std::string no_room(const Candidate& candidate, bool for_good) const {
    const auto alike = [&](const auto& same) { return std::ranges::count_if(taken_, same); };
    const auto of_law = [&](const Candidate& taken) { return taken.law == candidate.law; };
    if (alike(of_law) >= of_law_) return "too many of its law";
    const int places = options_.count - accepted();
    const int owed = lacking(0);  // to levels, of these places
    const bool lacks = lacking(candidate.level) < owed;
    if (!(lacks && (for_good || owed >= places)) &&
        alike([&](const Candidate& taken) { return taken.scenario == candidate.scenario; }) >= of_scenario_)
      return "too many of its scenario";
    // Two pairs of one base with the same law would differ by their numbers alone.
    if (alike([&](const Candidate& taken) { return of_law(taken) && taken.base == candidate.base; }) > 0)
      return "twin";
    const auto of_level = [&](const Candidate& taken) { return taken.level == candidate.level; };
    const bool full = has_level_shares() && alike(of_level) >= of_law_;
    return full || lacking(candidate.level) >= places ? "too many of its level" : "";
  }

  /// Whether only pairs that need another way have room: at least half of the set does, unless it is small.
  bool needs_other_ways() const {
    return options_.count >= kSmallSet && std::ranges::count_if(taken_, [](const Candidate& taken) {
                                            return !taken.grade.other_way;
                                          }) >= options_.count / 2;
  }

  void take(Candidate& candidate) {
    std::string no = no_room(candidate, false);
    // Of those that were made before this was known, too, so that the index is the same.
    if (no.empty() && !candidate.grade.other_way && needs_other_ways()) no = kOldWay;
    if (!no.empty()) {
      candidate = {.number = candidate.number,
                   .law = candidate.law,
                   .level = candidate.level,
                   .scenario = candidate.scenario,
                   .base = candidate.base,
                   .verdict = no};
      return;
    }
    if (candidate.verdict != kAccepted) return;
    if (is_duplicate(candidate)) {
      candidate.verdict = "duplicate";
      candidate.pair.clear();
      return;
    }
    taken_.push_back(candidate);
  }

 private:
  bool has_level_shares() const { return maker_.options().level == 0 && !maker_.options().compose; }

  /// How many places the levels besides this one need until each has its least share.
  int lacking(int besides) const {
    if (!has_level_shares() || !maker_.options().scenario.empty()) return 0;
    int sum = 0;
    for (int level = 1; level <= 8; ++level) {
      const auto of_level =
          std::ranges::count_if(taken_, [&](const Candidate& taken) { return taken.level == level; });
      if (level != besides) sum += std::max(0, options_.count / kLevelsShare - static_cast<int>(of_level));
    }
    return sum;
  }

  bool is_duplicate(const Candidate& candidate) const {
    return std::ranges::any_of(taken_, [&](const Candidate& taken) {
      const double apart = options_.apart ? options_.apart(taken, candidate) : maker_.apart(taken, candidate);
      return apart < maker_.options().least_distance;
    });
  }

  const CandidateMaker& maker_;
  const InventOptions& options_;
  int of_law_ = 1;
  int of_scenario_ = 1;
  std::vector<Candidate> taken_{};
};

/// What the threads share.
class Inventing {
 public:
  Inventing(const CandidateMaker& maker, const InventOptions& options, KnownCandidates& known)
      : maker_(maker), options_(options), known_(known), selection_(maker, options) {}

  InventedSet run() {
    tell_progress();
    parallel_for(static_cast<std::size_t>(options_.most_candidates), options_.jobs,
                 [&](std::size_t i) { make(static_cast<int>(i)); });
    set_.accepted = selection_.accepted();
    return std::move(set_);
  }

 private:
  void make(int number) {
    std::unique_lock lock(mutex_);
    if (wanted(number)) {
      const bool only_other_ways = !options_.shard && selection_.needs_other_ways();
      lock.unlock();
      StageSeconds seconds{};
      const Candidate made = maker_.made(number, seconds, only_other_ways);
      lock.lock();
      InventCost& cost = set_.costs[made.scenario];
      for (std::size_t i = 0; i < seconds.size(); ++i) cost.seconds[i] += seconds[i];
      if (made.verdict == kAccepted) ++cost.accepted;
      known_.made[number] = made;
      if (made.verdict != kOldWay) known_.keep(made);  // of a larger set, it would be another one
      if (options_.shard) tell_progress();
    }
    settle();
  }

  void tell_progress() const {
    if (!options_.progress) return;
    if (!options_.shard)
      return options_.progress(static_cast<std::size_t>(selection_.accepted()),
                               static_cast<std::size_t>(options_.count));
    const auto of = static_cast<std::size_t>(options_.shard->of);
    options_.progress(known_.made.size(), (static_cast<std::size_t>(options_.most_candidates) + of - 1) / of);
  }

  /// Whether the candidate has to be made: it is not known, and by what is settled so far there is room.
  bool wanted(int number) {
    if (!holds(options_.shard, number) || known_.made.contains(number)) return false;
    if (options_.shard) return true;
    if (selection_.full()) return false;
    Candidate drawn = maker_.drawn(number);
    drawn.verdict = selection_.no_room(drawn, true);
    if (drawn.verdict.empty()) return true;
    known_.made[number] = drawn;
    return false;
  }

  /// Takes all candidates that follow without a gap.
  void settle() {
    if (options_.shard) return;
    for (auto next = known_.made.find(settled_); next != known_.made.end() && !selection_.full();
         next = known_.made.find(settled_)) {
      Candidate candidate = next->second;
      selection_.take(candidate);
      if (candidate.verdict == kAccepted) tell_progress();
      set_.candidates.push_back(std::move(candidate));
      ++settled_;
    }
  }

  const CandidateMaker& maker_;
  const InventOptions& options_;
  KnownCandidates& known_;
  std::mutex mutex_{};
  Selection selection_;
  int settled_ = 0;  ///< number of the next candidate to take
  InventedSet set_{};
};

}  // namespace

std::map<std::string, int> InventedSet::verdicts() const {
  std::map<std::string, int> counts;
  for (const Candidate& candidate : candidates) ++counts[candidate.verdict];
  return counts;
}

std::vector<const Candidate*> InventedSet::pairs() const {
  std::vector<const Candidate*> found;
  for (const Candidate& candidate : candidates)
    if (candidate.verdict == kAccepted) found.push_back(&candidate);
  return found;
}

InventedSet invent(const CandidateMaker& maker, const InventOptions& options, KnownCandidates& known) {
  return Inventing(maker, options, known).run();
}

}  // namespace novphy
