#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/new_folder.h"
#include "base/text.h"
#include "generator/sets/make_tasks.h"
#include "generator/variation.h"
#include "jobs/seal.h"
#include "levels/json_geometry.h"
#include "levels/pair.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kSeedDigits = 13;  // 52 bits, so that every JSON reader keeps the seed

/// The number that the public randomness gives to a sealed set: the first 13 hexadecimal digits (52 bits) of
/// the SHA-256 of the sealed file's own SHA-256 (64 digits), a line feed, and the randomness.
std::uint64_t seed_of(std::string_view sealed_sha256, std::string_view randomness) {
  const std::string digits = sha256(std::string(sealed_sha256) + "\n" + std::string(randomness));
  std::uint64_t seed = 0;
  std::from_chars(digits.data(), digits.data() + kSeedDigits, seed, 16);
  return seed;
}

constexpr std::size_t kLongestRandomness = 10'000;  // bytes
constexpr const char* kRevealedFile = "revealed.json";
constexpr int kRevealedFormat = 2;
constexpr FileBounds kRevealedBounds{"a revealed set", 16 * kMebibyte, 100'000};
constexpr const char* kPhysics = "standard";
constexpr const char* kPlanFile = "plan.json";
constexpr ListCodec<ObjectCodec<SealedText>> kFiles{{}, 0, Node::kAnyLength, true};

/// The first lines of revealed.json, which say what the set is.
struct RevealedHead {
  std::string sealed_sha256{};  ///< of the sealed set's file
  std::string randomness{};
  Seed seed{};  ///< of the randomness, with the secret
  friend bool operator==(const RevealedHead&, const RevealedHead&) = default;
};

void describe(FieldIo& io, RevealedHead& head) {
  int format = kRevealedFormat;
  io.field("novphy_revealed", format, WholeCodec{kRevealedFormat, kRevealedFormat});
  io.field("sealed_sha256", head.sealed_sha256, TextCodec{});
  io.field("randomness", head.randomness, TextCodec{});
  describe_seed(io, head.seed);
}

/// What a revealed set is made from.
struct RevealOrder {
  SealedSet sealed;
  RevealedHead head;
  std::vector<Pair> bases;
  VariationOptions variation;
  const Assets& assets;
  fs::path work;  ///< folder of candidates and tasks while the set is made
  unsigned jobs;
};

RevealOrder order_of(const RevealSettings& wanted, const Assets& assets, const JobContext& context) {
  if (wanted.randomness.empty() || wanted.randomness.size() > kLongestRandomness)
    throw InputError("--randomness", fmt::format("expected a text of 1 to {} bytes", kLongestRandomness));
  if (!is_printable(wanted.randomness))
    throw InputError("--randomness", "expected a text in UTF-8 without line breaks and control characters");
  const std::string text = read_file(wanted.sealed);
  SealedSet sealed = parse_sealed(text, wanted.sealed);
  const std::string hash = sha256(text);
  RevealedHead head{hash, wanted.randomness, read_secret(seed_of(hash, wanted.randomness), wanted.secret)};
  if (head.seed.secret_sha256 != sealed.secret_sha256)
    throw InputError(wanted.secret, fmt::format("has the SHA-256 {}, expected that of the sealed secret, {}",
                                                head.seed.secret_sha256, sealed.secret_sha256));
  std::vector<Pair> bases = checked_bases(sealed, assets, context, wanted.sealed);
  sealed.candidates.seed = sealed.plan.sizes.seed = head.seed;
  VariationOptions variation = sealed.plan.making.variation(context, assets.catalogue, head.seed);
  fs::path work = folder_place(wanted.out);
  work += ".partial";
  return {.sealed = std::move(sealed),
          .head = std::move(head),
          .bases = std::move(bases),
          .variation = std::move(variation),
          .assets = assets,
          .work = std::move(work),
          .jobs = threads_of(wanted.jobs)};
}

std::string revealed_to_json(const RevealOrder& order, const std::vector<NamedBytes>& files) {
  std::vector<SealedText> hashes;
  for (const NamedBytes& file : files) hashes.push_back({file.name, sha256(file.bytes)});
  JsonText out{.layout = kWithBlanks};
  FieldWriter io(out, /*one_a_line=*/true);
  visit_fields(io, order.head);
  io.field("files", hashes, kFiles);
  io.done();
  return std::move(out.text) + "\n";
}

/// Names that tell the season, and neither law nor base nor candidate: "s1_01-3fa2", "s1_02-3fa2", ..., in
/// the order of the SHA-256 of the pairs.
void hide_names(std::vector<InventedPair>& pairs, const std::string& season, const RevealedHead& head) {
  std::sort(pairs.begin(), pairs.end(), [](const InventedPair& a, const InventedPair& b) {
    return sha256(a.candidate.pair) < sha256(b.candidate.pair);
  });
  const std::size_t width = std::to_string(pairs.size()).size();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    name_pair(pairs[i], fmt::format("{}_{:0{}}", season, i + 1, width), head.sealed_sha256 + head.randomness);
    pairs[i].file = fmt::format("pairs/{}.json", pairs[i].name);
  }
}

Invented invented(const RevealOrder& order, const JobWatch& watch) {
  const InventWork work{.bases = order.bases,
                        .novelties = order.variation.novelties,
                        .assets = order.assets,
                        .physics = kPhysics,
                        .candidate = order.sealed.candidates,
                        .set = {.count = order.sealed.count,
                                .most_candidates = order.sealed.most_candidates,
                                .jobs = order.jobs},
                        .folder = order.work.string(),
                        .too_few = ", the most that the sealed set allows",
                        .watch = watch};
  return make_invented(work, [&](std::vector<InventedPair>& pairs) {
    hide_names(pairs, order.sealed.season.name, order.head);
  });
}

std::string plan_text(const RevealOrder& order, const std::vector<InventedPair>& invented,
                      const JobContext& context, const JobWatch& watch) {
  std::vector<Pair> pairs;
  for (const InventedPair& each : invented)
    pairs.push_back(parse_pair_json(each.candidate.pair, each.file, order.assets.catalogue));
  for (Pair& pair : anchors_of(order.sealed, context, order.assets.catalogue))
    pairs.push_back(std::move(pair));
  Plan plan = make_plan(pairs, order.sealed.plan.sizes);
  plan.certain_ends = false;
  make_tasks_of(plan, pairs,
                {.variation = order.variation,
                 .physics = kPhysics,
                 .jobs = order.jobs,
                 .partial = (order.work / "tasks.partial").string(),
                 .resume = true,
                 .stage = watch.stage,
                 .progress = watch.progress},
                order.assets);
  return plan_to_json(plan, order.assets.catalogue);
}

/// A line for each pair: its name, file and law in words, then what the index of `novphy invent` says of it.
std::string laws_text(const std::vector<InventedPair>& pairs) {
  JsonText lines;
  for (const InventedPair& pair : pairs) {
    FieldWriter io(lines);
    io.field("pair", pair_name(pair), TextCodec{});
    io.field("file", pair.file, TextCodec{});
    io.field("words", pair.law, TextCodec{});
    visit_fields(io, pair.candidate, false);
    io.done();
    lines.text += '\n';
  }
  return std::move(lines.text);
}

void write_folder(const fs::path& folder, const std::vector<NamedBytes>& files) {
  const NewFolder written(folder, "another novphy season is writing this folder");
  for (const NamedBytes& file : files) written.write(file);
  written.take_name();
}

/// The first difference between the files of a set and those of a folder.
std::string difference(const std::vector<NamedBytes>& files, const fs::path& folder) {
  for (const NamedBytes& file : files) {
    if (!fs::is_regular_file(folder / file.name)) return file.name + " is missing";
    if (read_file(folder / file.name) != file.bytes) return file.name + " differs";
  }
  for (const auto& each : fs::recursive_directory_iterator(folder)) {
    const std::string name = each.path().lexically_relative(folder).generic_string();
    if (!each.is_directory() &&
        std::none_of(files.begin(), files.end(), [&](const NamedBytes& file) { return file.name == name; }))
      return name + " is no file of the set";
  }
  return "";
}

struct RevealedFile {
  RevealedHead head{};
  std::vector<SealedText> files{};
};

RevealedFile read_revealed(const fs::path& folder) {
  const std::string file = (folder / kRevealedFile).string();
  const std::string text = read_file(file, kRevealedBounds);
  JsonDocument document(text, file, kRevealedBounds);
  const Node root = document.root().object();
  FieldReader io(root);
  RevealedFile read;
  describe(io, read.head);
  io.field("files", read.files, kFiles);
  document.check();
  return read;
}

void check_sealed_by(const RevealedHead& head, const std::string& sealed_sha256, const fs::path& folder) {
  if (head.sealed_sha256 != sealed_sha256)
    throw InputError((folder / kRevealedFile).string(),
                     fmt::format("/sealed_sha256: is the set of another sealed file ({}), expected {}",
                                 head.sealed_sha256, sealed_sha256));
}

/// Throws InputError where the folder holds the set of another sealed file or other randomness.
void check_same_order(const RevealOrder& order, const fs::path& folder) {
  const RevealedHead head = read_revealed(folder).head;
  check_sealed_by(head, order.head.sealed_sha256, folder);
  if (!(head == order.head))
    throw InputError((folder / kRevealedFile).string(),
                     "/randomness: is the set of other randomness: expected the announced text");
}

/// Whether the folder holds a finished set. Throws InputError where it holds anything else.
bool is_finished(const fs::path& folder) {
  if (!fs::exists(folder)) return false;
  if (!fs::is_directory(folder)) throw InputError(folder.string(), "expected a folder, found a file");
  if (fs::exists(folder / kRevealedFile)) return true;
  if (!fs::is_empty(folder))
    throw InputError(folder.string(), "is there already and holds no revealed set: expected another name");
  return false;
}

}  // namespace

void check_revealed(const fs::path& set, const std::string& sealed_sha256) {
  const RevealedFile read = read_revealed(set);
  check_sealed_by(read.head, sealed_sha256, set);
  const std::string plan = file_sha256(set / kPlanFile);
  for (const SealedText& file : read.files)
    if (file.name == kPlanFile && file.sha256 != plan)
      throw InputError((set / kPlanFile).string(),
                       fmt::format("has the SHA-256 {}, expected the revealed one, {}", plan, file.sha256));
}

Revealed reveal(const RevealSettings& wanted, const JobContext& context, const JobWatch& watch) {
  const Assets assets = load_assets(context.folder("assets"));
  const RevealOrder order = order_of(wanted, assets, context);
  const fs::path folder = folder_place(wanted.out);
  Revealed revealed{.seed = order.head.seed.number, .was_there = is_finished(folder)};
  if (revealed.was_there) check_same_order(order, wanted.out);
  Invented made = invented(order, watch);
  const std::string plan = plan_text(order, made.pairs, context, watch);
  revealed.plan_hash = content_hash(plan);
  std::vector<NamedBytes> files;
  for (const InventedPair& pair : made.pairs) files.push_back({pair.file, pair.candidate.pair});
  files.push_back({kPlanFile, plan});
  const std::vector<NamedBytes> closed{{"laws.html", invent_page(made)},
                                       {"laws.jsonl", laws_text(made.pairs)}};
  std::vector<NamedBytes> all = files;
  all.insert(all.end(), closed.begin(), closed.end());
  files.insert(files.begin(), {kRevealedFile, revealed_to_json(order, all)});
  if (revealed.was_there) {
    revealed.difference = difference(files, folder);
    if (!fs::exists(wanted.closed)) write_folder(wanted.closed, closed);
    if (revealed.difference.empty()) revealed.difference = difference(closed, wanted.closed);
  } else {
    write_folder(wanted.closed, closed);
    write_folder(folder, files);
  }
  fs::remove_all(order.work);
  revealed.set = std::move(made.set);
  return revealed;
}

}  // namespace novphy
