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

#include "agents/table/agent_table.h"
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

constexpr int kSealedFormat = 3;
constexpr FileBounds kSealedBounds{"a sealed set", 64 * kMebibyte, 200'000};

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

void describe(FieldIo& io, SandboxLimits& limits) {
  constexpr WholeCodec kLimit{1, 10'000'000};
  io.field("memory", limits.memory_mib, kLimit);
  io.field("processes", limits.processes, kLimit);
  io.field("cpu", limits.cpu_s, kLimit);
  io.field("scratch", limits.scratch_mib, kLimit);
}

void describe(FieldIo& io, SeasonRules& rules) {
  constexpr DecimalCodec kSeconds{NumberCodec{0, 1e6}};
  io.field("name", rules.name, TextCodec{});
  io.field("deadline", rules.deadline, TextCodec{});
  io.field("randomness", rules.randomness, TextCodec{});
  io.field("signer", rules.signer, TextCodec{}, "");
  io.field("submissions", rules.submissions, WholeCodec{1, 1000});
  io.field("runs", rules.runs, WholeCodec{1, 2});
  io.field("agent_timeout_s", rules.agent_timeout_s, kSeconds);
  io.field("trial_timeout_s", rules.trial_timeout_s, kSeconds);
  io.field("limits", rules.limits, ObjectCodec<SandboxLimits>{});
  io.field("image_sha256", rules.image_sha256, TextCodec{}, "");
  io.field("agents", rules.agents, ListCodec{TextCodec{}});
  io.field("anchors", rules.anchors, ListCodec{TextCodec{}});
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
  io.field("season", set.season, ObjectCodec<SeasonRules>{});
}

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

std::vector<Pair> anchors_of(const SealedSet& set, const JobContext& context, const Catalogue& catalogue) {
  std::vector<Pair> found;
  for (const std::string& name : set.season.anchors) {
    std::vector<Pair> pairs = shipped_pairs(context, catalogue);
    const auto pair =
        std::ranges::find(pairs, name, [](const Pair& each) { return each.scenario + "/" + each.novelty; });
    if (pair == pairs.end())
      throw InputError("anchors", fmt::format("found {}, expected pairs that come with the program, such as "
                                              "rolling/agents",
                                              in_quotes(name)));
    found.push_back(std::move(*pair));
  }
  return found;
}

namespace {

std::string sealed_to_json(const SealedSet& set) { return to_json_lines(set) + "\n"; }

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
std::vector<WayPoint> some_ways(const Task& task, const SolverNumbers& numbers) {
  std::vector<std::vector<Shot>> plays;
  for (const double angle_deg : kFingerprintAngles_deg) plays.push_back(throws_at(task, angle_deg));
  return points_of(task, plays, numbers);
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
  std::vector<Pair> pairs = stand_ins(bases, set.count);
  for (Pair& pair : anchors_of(set, context, assets.catalogue)) pairs.push_back(std::move(pair));
  make_plan(pairs, set.plan.sizes);
  for (const std::string& agent : set.season.agents) {
    const AgentEntry entry = agent_entry(agent, "agents");
    if (entry.needs.net || !agent_command(agent).empty())
      throw InputError("agents",
                       fmt::format("found {}, expected agents without nets and commands", in_quotes(agent)));
    if (std::ranges::count(set.season.agents, agent) > 1)
      throw InputError("agents", fmt::format("found {} twice", in_quotes(agent)));
  }
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

}  // namespace novphy
