#include "app/revealed_set.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/invented_pairs.h"
#include "app/making_options.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "generator/invent/invent.h"
#include "levels/task_file.h"
#include "levels/task_recipe.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

constexpr int kRevealedFormat = 2;
constexpr FileBounds kRevealedBounds{"a revealed set", 16 * kMebibyte, 100'000};
constexpr const char* kPhysics = "standard";

/// The first lines of revealed.json, which say what the set is.
struct RevealedHead {
  std::string sealed_sha256;
  std::string randomness;
  Seed seed;
  friend bool operator==(const RevealedHead&, const RevealedHead&) = default;
};

template <class Io>
void describe(Io& io, RevealedHead& head) {
  int format = kRevealedFormat;
  io.field("novphy_revealed", format, WholeCodec{kRevealedFormat, kRevealedFormat});
  io.field("sealed_sha256", head.sealed_sha256, TextCodec{});
  io.field("randomness", head.randomness, TextCodec{});
  describe_seed(io, head.seed);
}

RevealedHead head_of_order(const RevealOrder& order) {
  return {order.sealed_sha256, order.randomness, order.seed};
}

std::string revealed_to_json(const RevealOrder& order, const std::vector<NamedBytes>& files) {
  JsonText out{.with_blanks = true};
  FieldWriter io(out, /*one_a_line=*/true);
  visit_fields(io, head_of_order(order));
  std::vector<std::string> lines;
  std::string list = "[";
  for (const NamedBytes& file : files) {
    list += list.size() == 1 ? "\n    " : ",\n    ";
    list += fmt::format("{{\"name\": {}, \"sha256\": \"{}\"}}", in_quotes(file.name), sha256(file.bytes));
  }
  struct RawCodec {
    void write(JsonText& to, const std::string& text) const { to.text += text; }
  };
  io.field("files", list + "\n  ]", RawCodec{});
  io.done();
  return std::move(out.text) + "\n";
}

/// Names that tell neither law nor base nor candidate: "n01-3fa2", "n02-3fa2", ..., in the order of the
/// SHA-256 of the pairs.
void hide_names(std::vector<InventedPair>& pairs, const RevealOrder& order) {
  std::sort(pairs.begin(), pairs.end(), [](const InventedPair& a, const InventedPair& b) {
    return sha256(a.candidate.pair) < sha256(b.candidate.pair);
  });
  const std::size_t width = std::to_string(pairs.size()).size();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    name_pair(pairs[i], fmt::format("n{:0{}}", i + 1, width), order.sealed_sha256 + order.randomness);
    pairs[i].file = fmt::format("pairs/{}.json", pairs[i].name);
  }
}

std::vector<InventedPair> invented(const RevealOrder& order, const Assets& assets,
                                   const CandidateOptions& candidates, const fs::path& work,
                                   RevealedSet& revealed) {
  const std::vector<Novelty> novelties = MakingOptions().table(assets.catalogue);
  const InventHead head = head_of(candidates, order.bases, novelties, assets, kPhysics);
  const SolverNumbers numbers = solver_numbers(assets, kPhysics);
  const CandidateMaker maker(order.bases, novelties, assets, numbers, candidates);
  CandidateJournal journal(work, head, std::nullopt);
  KnownCandidates known{.made = journal.known(), .keep = [&](const Candidate& c) { journal.keep(c); }};
  ProgressLine line("reveal", "pairs", order.quiet);
  const InventOptions options{.count = order.sealed.count,
                              .most_candidates = order.sealed.most_candidates,
                              .jobs = order.jobs,
                              .progress = line.counter()};
  const InventedSet& set = revealed.invented = invent(maker, options, known);
  if (set.accepted < options.count)
    throw InputError(work.string(), too_few(set, options) + ", the most that the sealed set allows");
  std::vector<InventedPair> pairs = accepted_pairs(set);
  hide_names(pairs, order);
  complete(pairs, novelties, numbers, {.step_deg = candidates.step_deg, .jobs = order.jobs});
  revealed.alike = alike(maker, pairs);
  return pairs;
}

std::string plan_text(const RevealOrder& order, const Assets& assets,
                      const std::vector<InventedPair>& invented, const fs::path& work) {
  std::vector<Pair> pairs;
  for (const InventedPair& each : invented)
    pairs.push_back(parse_pair_json(each.candidate.pair, each.file, assets.catalogue));
  PlanOptions sizes = order.sealed.plan.sizes;
  sizes.seed = order.seed;
  Plan plan = make_plan(pairs, sizes);
  plan.certain_ends = false;
  MakingOptions making;
  making.set(order.sealed.plan.proof, order.sealed.plan.most_distractors);
  ProgressLine line("reveal", "tasks", order.quiet);
  FreshTasks fresh{.variation = making.variation(assets.catalogue),
                   .physics = kPhysics,
                   .jobs = order.jobs,
                   .partial = (work / "tasks.partial").string(),
                   .resume = true,
                   .progress = line.counter()};
  fresh.variation.seed = order.seed;
  make_tasks_of(plan, pairs, fresh, assets);
  return plan_to_json(plan, assets.catalogue);
}

/// A line for each pair: its file, then what the index of `novphy invent` says of it.
std::string laws_text(const std::vector<InventedPair>& pairs) {
  std::string lines;
  for (const InventedPair& pair : pairs)
    lines +=
        fmt::format("{{\"file\":{},{}", in_quotes(pair.file), to_json_line(pair.candidate, false).substr(1));
  return lines;
}

}  // namespace

RevealedSet make_revealed(const RevealOrder& order, const Assets& assets, const fs::path& work) {
  CandidateOptions candidates = order.sealed.candidates;
  candidates.seed = order.seed;
  RevealedSet revealed;
  std::vector<InventedPair> pairs = invented(order, assets, candidates, work, revealed);
  const std::string plan = plan_text(order, assets, pairs, work);
  revealed.plan_hash = content_hash(plan);
  for (const InventedPair& pair : pairs) revealed.files.push_back({pair.file, pair.candidate.pair});
  revealed.files.push_back({"plan.json", plan});
  revealed.files.push_back({"laws.html", invent_page(revealed.invented, pairs, revealed.alike)});
  revealed.files.push_back({"laws.jsonl", laws_text(pairs)});
  revealed.files.insert(revealed.files.begin(), {kRevealedFile, revealed_to_json(order, revealed.files)});
  return revealed;
}

std::string difference(const RevealedSet& set, const fs::path& folder) {
  std::vector<std::string> names;
  for (const NamedBytes& file : set.files) {
    names.push_back(file.name);
    if (!fs::is_regular_file(folder / file.name)) return file.name + " is missing";
    if (read_file(folder / file.name) != file.bytes) return file.name + " differs";
  }
  for (const auto& each : fs::recursive_directory_iterator(folder)) {
    const std::string name = each.path().lexically_relative(folder).generic_string();
    if (!each.is_directory() && std::find(names.begin(), names.end(), name) == names.end())
      return name + " is no file of the set";
  }
  return "";
}

void check_same_order(const RevealOrder& order, const fs::path& folder) {
  const std::string file = (folder / kRevealedFile).string();
  const std::string text = read_file(file, kRevealedBounds);
  JsonDocument document(text, file, kRevealedBounds);
  const Node root = document.root().object();
  FieldReader io(root);
  RevealedHead head;
  describe(io, head);
  document.check();
  if (head.sealed_sha256 != order.sealed_sha256)
    throw InputError(file, fmt::format("/sealed_sha256: is the set of another sealed file ({}), expected {}",
                                       head.sealed_sha256, order.sealed_sha256));
  if (!(head == head_of_order(order)))
    throw InputError(file, "/randomness: is the set of other randomness: give another --out");
}

}  // namespace novphy::app
