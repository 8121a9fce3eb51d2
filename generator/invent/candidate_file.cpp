#include "generator/invent/candidate_file.h"

#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/line_reader.h"
#include "generator/sets/make_tasks.h"
#include "levels/seed_file.h"

namespace novphy {

namespace {

constexpr int kFormat = 1;
constexpr const char* kBase = "candidates";
constexpr const char* kEnding = ".jsonl";
constexpr DecimalCodec kAnyDecimal{};

}  // namespace

template <class Io>
void describe(Io& io, InventHead& head) {
  int format = kFormat;
  io.field("novphy_candidates", format, WholeCodec{kFormat, kFormat});
  describe_seed(io, head.options.seed);
  describe_options(io, head.options);
  io.field("pairs", head.pairs, TextCodec{});
  io.field("checks", head.checks, TextCodec{});
  io.field("catalogue_hash", head.catalogue_hash, TextCodec{});
  io.field("physics_hash", head.physics_hash, TextCodec{});
  io.field("physics", head.physics, TextCodec{});
}

template <class Io>
void describe(Io& io, NearestKnown& nearest) {
  io.field("name", nearest.name, TextCodec{});
  io.field("distance", nearest.distance, kAnyDecimal);
}

template <class Io>
void describe(Io& io, Grade& grade) {
  io.field("aim_shift_deg", grade.aim_shift_deg, kAnyDecimal);
  io.field("winning_share", grade.winning_share, kAnyDecimal);
  io.field("visible_share", grade.visible_share, kAnyDecimal);
  io.field("detect", grade.detect, MaybeCodec{kAnyDecimal}, std::nullopt);
  io.field("adapt", grade.adapt, MaybeCodec{kAnyDecimal}, std::nullopt);
}

template <class Io>
void describe(Io& io, Candidate& candidate, const bool& with_pair) {
  io.field("candidate", candidate.number, kCount);
  io.field("law", candidate.law, TextCodec{});
  io.field("level", candidate.level, WholeCodec{0, kComposed}, 0);
  io.field("scenario", candidate.scenario, TextCodec{});
  io.field("base", candidate.base, TextCodec{});
  io.field("verdict", candidate.verdict, TextCodec{});
  io.field("least_strength", candidate.least_strength, kAnyDecimal, 0.0);
  io.field("strength", candidate.strength, kAnyDecimal, 0.0);
  io.field("nearest_known", candidate.nearest, ObjectCodec<NearestKnown>{}, NearestKnown{});
  io.field("ranges", candidate.ranges, kAnyDecimal, 0.0);
  io.field("grade", candidate.grade, ObjectCodec<Grade>{}, Grade{});
  if (with_pair) io.field("pair", candidate.pair, TextCodec{}, "");
}

InventHead head_of(const CandidateOptions& options, const std::vector<Pair>& pairs,
                   const std::vector<Novelty>& novelties, const Assets& assets, const std::string& physics) {
  InventHead head{.options = options,
                  .pairs = hash_of_pairs(pairs),
                  .checks = hash_of_checks(pairs, novelties),
                  .catalogue_hash = assets.catalogue_hash,
                  .physics_hash = assets.physics_hash,
                  .physics = physics};
  head.options.family.step_deg = options.step_deg;
  return head;
}

std::string to_json_line(const InventHead& head) { return to_json(head) + "\n"; }
std::string to_json_line(const Candidate& candidate, bool with_pair) {
  return to_json(candidate, with_pair) + "\n";
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
  const FileBounds bounds{"a candidate", 4 * kMebibyte, 200'000};
  LineReader reader(file.string(), bounds);
  while (reader.next() && !reader.unfinished()) {
    JsonDocument line(reader.text(), file.string(), bounds, reader.line());
    if (reader.line() == 1) {
      const auto made = read_fields<InventHead>(line.root());
      line.check();
      if (made != head)
        throw InputError(
            file.string(), 1,
            "was made with other options, pairs or numbers; to begin anew, remove " + folder_.string());
      continue;
    }
    auto candidate = read_fields<Candidate>(line.root(), Candidate{}, true);
    line.check();
    known_[candidate.number] = std::move(candidate);
  }
}

void CandidateJournal::keep(const Candidate& candidate) { file_->append(to_json_line(candidate, true)); }

void CandidateJournal::remove() {
  file_->remove();
  for (const auto& file : files_of_shards(folder_ / kBase, kEnding)) std::filesystem::remove(file);
}

}  // namespace novphy
