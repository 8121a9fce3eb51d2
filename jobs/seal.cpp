#include "jobs/seal.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/new_folder.h"
#include "base/text.h"
#include "generator/invent/invention.h"
#include "generator/sets/make_tasks.h"
#include "generator/variation.h"
#include "levels/json_geometry.h"
#include "levels/pair.h"
#include "novelties/novelty.h"
#include "sim/world.h"
#include "trials/made_by.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"

namespace novphy {
namespace fs = std::filesystem;

/// SHA-256 of the sources of this program that make sealed sets, the checks among them (sources_hash.cmake).
extern const std::string_view kSourcesHash;

namespace {

constexpr int kSealedFormat = 2;
constexpr FileBounds kSealedBounds{"a sealed set", 64 * kMebibyte, 200'000};
constexpr std::size_t kSeedDigits = 13;  // 52 bits, so that every JSON reader keeps the seed

constexpr TextCodec kProof{[](const Node& node, const std::string& /*text*/) {
  if (node.is_text()) node.one_of(std::vector<std::string_view>(kProofNames.begin(), kProofNames.end()));
}};

}  // namespace

void describe(FieldIo& io, SealedText& text) {
  io.field("name", text.name, TextCodec{});
  io.field("sha256", text.sha256, kSha256);
  io.field("text", text.text, TextCodec{}, "");
}

void describe(FieldIo& io, SealedPlan& plan) {
  describe_sizes(io, plan.sizes);
  io.field("proof", plan.making.proof, kProof);
  io.field("distractors", plan.making.distractors, WholeCodec{0, 20});
}

void describe(FieldIo& io, SealedSet& set) {
  constexpr ListCodec<ObjectCodec<SealedText>> kTexts{{}, 1, Node::kAnyLength, true};
  int format = kSealedFormat;
  io.field("novphy_sealed", format, WholeCodec{kSealedFormat, kSealedFormat});
  io.field("version", set.version, TextCodec{});
  io.field("sources", set.sources, kSha256);
  io.field("secret_sha256", set.secret_sha256, kSha256);
  io.field("count", set.count, WholeCodec{1, 10'000});
  io.field("most_candidates", set.most_candidates, WholeCodec{1, 1'000'000});
  io.field("candidates", set.candidates, ObjectCodec<CandidateOptions>{});
  io.field("plan", set.plan, ObjectCodec<SealedPlan>{});
  io.field("laws", set.laws, ListCodec{TextCodec{}, 1, Node::kAnyLength, false});
  io.field("plays", set.plays, kSha256);
  io.field("files", set.files, kTexts);
  io.field("pairs", set.pairs, kTexts);
}

namespace {

std::string sealed_to_json(const SealedSet& set) { return to_json_lines(set) + "\n"; }

/// Reads what sealed_to_json() wrote. `file` only names the source in messages. Throws InputError with every
/// problem.
SealedSet parse_sealed(std::string_view text, const std::string& file) {
  expect_kind(text, file, FileKind::kSealed);
  JsonDocument document(text, file, kSealedBounds);
  auto set = read_fields<SealedSet>(document.root());
  try {
    if (document.root().is_object()) check_options(set.plan.sizes);
  } catch (const std::invalid_argument& error) {
    document.root().get("plan").error(error.what());
  }
  document.check();
  return set;
}

/// The number that the public randomness gives to a sealed set: the first 13 hexadecimal digits (52 bits) of
/// the SHA-256 of the sealed file's own SHA-256 (64 digits), a line feed, and the randomness.
std::uint64_t seed_of(std::string_view sealed_sha256, std::string_view randomness) {
  const std::string digits = sha256(std::string(sealed_sha256) + "\n" + std::string(randomness));
  std::uint64_t seed = 0;
  std::from_chars(digits.data(), digits.data() + kSeedDigits, seed, 16);
  return seed;
}

constexpr std::array<double, 3> kFingerprintAngles_deg{20, 45, 70};

std::vector<Shot> throws_at(const Task& task, double angle_deg) {
  return std::vector<Shot>(task.birds.size(), aimed(radians(angle_deg), 1, -1));
}

/// The digest of a play; of a task that the world refuses, the reason.
std::string digest_text(const Task& task, double angle_deg, const Catalogue& catalogue,
                        const Physics& physics) try {
  return fmt::format("{:016x}\n", play(task, throws_at(task, angle_deg), catalogue, physics).digest);
} catch (const std::invalid_argument& error) {
  return std::string(error.what()) + "\n";
}

/// The ways of some throws, whether they win or not.
OldWays some_ways(const Task& task, const SolverNumbers& numbers) {
  std::vector<Solution> solutions;
  for (const double angle_deg : kFingerprintAngles_deg)
    solutions.push_back({.shots = throws_at(task, angle_deg)});
  return old_ways(task, solutions, numbers);
}

/// Throws InputError for the first text that is not as sealed.
void compare_texts(const std::string& file, const char* key, const std::vector<SealedText>& then,
                   const std::vector<SealedText>& now) {
  for (std::size_t i = 0; i < std::max(then.size(), now.size()); ++i) {
    const std::string place = fmt::format("/{}/{}: ", key, i);
    if (i >= then.size() || (i < now.size() && now[i].name < then[i].name))
      throw InputError(file, fmt::format("{}this program also has {}", place, now[i].name));
    if (i >= now.size() || now[i].name != then[i].name)
      throw InputError(file, fmt::format("{}this program has no {}", place, then[i].name));
    if (now[i].sha256 != then[i].sha256)
      throw InputError(file, fmt::format("{}{} has the SHA-256 {} here, expected {}", place, then[i].name,
                                         now[i].sha256, then[i].sha256));
  }
}

/// The task with the law, as the random numbers draw it; nothing where it has no room for it.
std::optional<Task> with_law(std::string_view law, const Task& task, const SolverNumbers& numbers, Rng& rng) {
  const std::optional<Invention> invention =
      draw_invention(law, task, some_ways(task, numbers), numbers.catalogue, rng);
  if (!invention) return std::nullopt;
  return put_in(task, *invention, 1, std::string(law), numbers.catalogue).task;
}

/// The program's data with which a set is made: the assets and the table of novelties.
std::vector<SealedText> sealed_files(const JobContext& context) {
  std::vector<SealedText> files;
  for (const char* folder : {"assets", "novelties"})
    for (const auto& each : fs::directory_iterator(context.folder(folder)))
      if (each.path().extension() == ".json")
        files.push_back({.name = fmt::format("{}/{}", folder, each.path().filename().string()),
                         .sha256 = sha256(read_file(each.path()))});
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return files;
}

/// `with_texts`: for pairs that do not come with the program.
std::vector<SealedText> sealed_pairs(const std::vector<Pair>& pairs, bool with_texts) {
  std::vector<SealedText> texts;
  for (const Pair& pair : pairs)
    texts.push_back({.name = pair.scenario + "/" + pair.novelty,
                     .sha256 = sha256(pair.text),
                     .text = with_texts ? pair.text : ""});
  return texts;
}

std::vector<std::string> sealed_laws() {
  const std::vector<std::string_view> names = law_names();
  return {names.begin(), names.end()};
}

/// SealedSet::plays of this program.
std::string plays_fingerprint(std::span<const Pair> pairs, const Assets& assets) {
  const SolverNumbers numbers = solver_numbers(assets);
  const Physics physics = without_certain_ends(numbers.physics);
  std::string digests;
  for (const Pair& pair : pairs)
    digests += digest_text(pair.normal.task, kFingerprintAngles_deg[1], assets.catalogue, physics);
  const std::vector<std::string_view> laws = law_names();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    Rng rng = Rng::stream(1, "seal/fingerprint", i);
    std::optional<Task> novel;  // of the first pair, from the i-th on, that has room for the law
    for (std::size_t j = 0; !novel && j < pairs.size(); ++j)
      novel = with_law(laws[i], pairs[(i + j) % pairs.size()].normal.task, numbers, rng);
    if (!novel) continue;
    for (const double angle_deg : kFingerprintAngles_deg)
      digests += digest_text(*novel, angle_deg, assets.catalogue, physics);
  }
  return sha256(digests);
}

std::vector<Pair> bases_of(const SealedSet& set, const JobContext& context, const Catalogue& catalogue,
                           const std::string& file) {
  std::vector<Pair> own;
  for (std::size_t i = 0; i < set.pairs.size(); ++i) {
    const SealedText& each = set.pairs[i];
    if (each.text.empty() != set.pairs.front().text.empty())
      throw InputError(file, fmt::format("/pairs/{}: expected a text in every pair or in none", i));
    if (each.text.empty()) continue;
    if (sha256(each.text) != each.sha256)
      throw InputError(file, fmt::format("/pairs/{}: the text has the SHA-256 {}, expected {}", i,
                                         sha256(each.text), each.sha256));
    own.push_back(parse_pair_json(each.text, each.name, catalogue));
  }
  if (!own.empty()) return own;
  std::vector<Pair> pairs = shipped_pairs(context, catalogue);
  compare_texts(file, "pairs", set.pairs, sealed_pairs(pairs, false));
  return pairs;
}

/// As many pairs as the set will have, to find mistakes in the sizes of its plan before anything is
/// published.
std::vector<Pair> stand_ins(const std::vector<Pair>& bases, int count) {
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) {
    Pair& pair = pairs.emplace_back(bases[static_cast<std::size_t>(i) % bases.size()]);
    pair.novelty = fmt::format("n{}", i);
    for (Template* side : {&pair.normal, &pair.novel}) side->name += pair.novelty;
  }
  return pairs;
}

/// Throws InputError for options that would fail once the seed is known.
void check_sealed(const SealedSet& set, const std::vector<Pair>& bases, const Assets& assets,
                  const JobContext& context) try {
  const SolverNumbers numbers = solver_numbers(assets);
  const std::vector<Novelty> table = read_novelties(context.folder("novelties"), assets.catalogue);
  const CandidateMaker maker(bases, table, assets, numbers, set.candidates);  // refuses an unknown scenario
  make_plan(stand_ins(bases, set.count), set.plan.sizes);
} catch (const std::invalid_argument& error) {
  throw InputError("seal", error.what());
}

/// Throws std::logic_error where the text does not hold every option: a list of fields would lack one.
void check_text(const std::string& text, const SealedSet& set, const std::vector<Pair>& bases,
                const Assets& assets) {
  const SealedSet read = parse_sealed(text, "sealed set");
  const auto head = [&](const SealedSet& of) { return head_of(of.candidates, bases, {}, assets, ""); };
  if (head(read) != head(set) || !(read.plan.sizes == set.plan.sizes))
    throw std::logic_error("a sealed set does not hold all its options");
}

}  // namespace

std::string seal(SealedSet set, const std::vector<std::string>& bases, const JobContext& context) {
  check_options(set.plan.sizes);
  const Assets assets = load_assets(context.folder("assets"));
  const std::vector<Pair> pairs =
      bases.empty() ? shipped_pairs(context, assets.catalogue) : pairs_in(bases, assets.catalogue);
  set.version = build_info().version;
  set.sources = std::string(kSourcesHash);
  set.laws = sealed_laws();
  set.plays = plays_fingerprint(pairs, assets);
  set.files = sealed_files(context);
  set.pairs = sealed_pairs(pairs, !bases.empty());
  check_sealed(set, pairs, assets, context);
  std::string text = sealed_to_json(set);
  check_text(text, set, pairs, assets);
  return text;
}

namespace {

/// The base pairs of a sealed set. Throws InputError, with the first thing that differs, where the set was
/// sealed with another version, laws, data, pairs or plays than those of this program. `file` is the
/// sealed set's.
std::vector<Pair> checked_bases(const SealedSet& set, const Assets& assets, const JobContext& context,
                                const std::string& file) {
  if (const std::string version = build_info().version; set.version != version)
    throw InputError(file, fmt::format("/version: was sealed with novphy {}, and this is novphy {}",
                                       set.version, version));
  if (set.sources != kSourcesHash)
    throw InputError(
        file, fmt::format("/sources: was sealed with the sources {}, and this program was built from {}",
                          set.sources, kSourcesHash));
  if (set.laws != sealed_laws())
    throw InputError(file, "/laws: was sealed with other laws than this program has");
  compare_texts(file, "files", set.files, sealed_files(context));
  std::vector<Pair> pairs = bases_of(set, context, assets.catalogue, file);
  if (const std::string plays = plays_fingerprint(pairs, assets); plays != set.plays)
    throw InputError(file, fmt::format("/plays: this program plays otherwise: the fingerprint of its plays "
                                       "is {}, expected {}",
                                       plays, set.plays));
  return pairs;
}

constexpr std::size_t kLongestRandomness = 10'000;  // bytes
constexpr const char* kRevealedFile = "revealed.json";
constexpr int kRevealedFormat = 2;
constexpr FileBounds kRevealedBounds{"a revealed set", 16 * kMebibyte, 100'000};
constexpr const char* kPhysics = "standard";

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
    throw InputError("--seed", fmt::format("expected a text of 1 to {} bytes", kLongestRandomness));
  if (!is_printable(wanted.randomness))
    throw InputError("--seed", "expected a text in UTF-8 without line breaks and control characters");
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
  io.field("files", hashes, ListCodec{ObjectCodec<SealedText>{}, 0, Node::kAnyLength, true});
  io.done();
  return std::move(out.text) + "\n";
}

/// Names that tell neither law nor base nor candidate: "n01-3fa2", "n02-3fa2", ..., in the order of the
/// SHA-256 of the pairs.
void hide_names(std::vector<InventedPair>& pairs, const RevealedHead& head) {
  std::sort(pairs.begin(), pairs.end(), [](const InventedPair& a, const InventedPair& b) {
    return sha256(a.candidate.pair) < sha256(b.candidate.pair);
  });
  const std::size_t width = std::to_string(pairs.size()).size();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    name_pair(pairs[i], fmt::format("n{:0{}}", i + 1, width), head.sealed_sha256 + head.randomness);
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
  return make_invented(work, [&](std::vector<InventedPair>& pairs) { hide_names(pairs, order.head); });
}

std::string plan_text(const RevealOrder& order, const std::vector<InventedPair>& invented,
                      const JobWatch& watch) {
  std::vector<Pair> pairs;
  for (const InventedPair& each : invented)
    pairs.push_back(parse_pair_json(each.candidate.pair, each.file, order.assets.catalogue));
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

/// A line for each pair: its file, then what the index of `novphy invent` says of it.
std::string laws_text(const std::vector<InventedPair>& pairs) {
  JsonText lines;
  for (const InventedPair& pair : pairs) {
    FieldWriter io(lines);
    io.field("file", pair.file, TextCodec{});
    visit_fields(io, pair.candidate, false);
    io.done();
    lines.text += '\n';
  }
  return std::move(lines.text);
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

/// Throws InputError where the folder holds the set of another sealed file or other randomness.
void check_same_order(const RevealOrder& order, const fs::path& folder) {
  const std::string file = (folder / kRevealedFile).string();
  const std::string text = read_file(file, kRevealedBounds);
  JsonDocument document(text, file, kRevealedBounds);
  const Node root = document.root().object();
  FieldReader io(root);
  RevealedHead head;
  describe(io, head);
  document.check();
  if (head.sealed_sha256 != order.head.sealed_sha256)
    throw InputError(file, fmt::format("/sealed_sha256: is the set of another sealed file ({}), expected {}",
                                       head.sealed_sha256, order.head.sealed_sha256));
  if (!(head == order.head))
    throw InputError(file, "/randomness: is the set of other randomness: give another --out");
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

Settings RevealSettings::settings() {
  Setting own_secret = secret_setting(secret);
  own_secret.required = true;
  return {
      {"sealed", &sealed, "The file of novphy seal", "FILE", Also{.positional = true, .required = true}},
      {"seed", &randomness, "The public randomness: any text, as it was announced, byte for byte", "TEXT",
       Also{.required = true}},
      std::move(own_secret),
      jobs_setting(jobs, "Threads; they change no byte"),
      out_folder_setting(out,
                         "The folder of the set; a stopped run goes on, and a finished set is made again and "
                         "compared, file by file")};
}

Revealed reveal(const RevealSettings& wanted, const JobContext& context, const JobWatch& watch) {
  const Assets assets = load_assets(context.folder("assets"));
  const RevealOrder order = order_of(wanted, assets, context);
  const fs::path folder = folder_place(wanted.out);
  Revealed revealed{.seed = order.head.seed.number, .was_there = is_finished(folder)};
  if (revealed.was_there) check_same_order(order, wanted.out);
  Invented made = invented(order, watch);
  const std::string plan = plan_text(order, made.pairs, watch);
  revealed.plan_hash = content_hash(plan);
  std::vector<NamedBytes> files;
  for (const InventedPair& pair : made.pairs) files.push_back({pair.file, pair.candidate.pair});
  files.push_back({"plan.json", plan});
  files.push_back({"laws.html", invent_page(made)});
  files.push_back({"laws.jsonl", laws_text(made.pairs)});
  files.insert(files.begin(), {kRevealedFile, revealed_to_json(order, files)});
  if (revealed.was_there) {
    revealed.difference = difference(files, folder);
  } else {
    const NewFolder written(folder, "another novphy reveal is writing this folder");
    for (const NamedBytes& file : files) written.write(file);
    written.take_name();
  }
  fs::remove_all(order.work);
  revealed.set = std::move(made.set);
  return revealed;
}

}  // namespace novphy
