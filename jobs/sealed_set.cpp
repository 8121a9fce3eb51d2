#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/hash.h"
#include "base/json_fields.h"
#include "generator/invent/invent.h"
#include "generator/variation.h"
#include "jobs/seal.h"
#include "levels/json_geometry.h"
#include "trials/plan_file.h"

namespace novphy {

namespace {

constexpr int kSealedFormat = 2;
constexpr FileBounds kSealedBounds{"a sealed set", 64 * kMebibyte, 200'000};
constexpr std::size_t kSeedDigits = 13;  // 52 bits, so that every JSON reader keeps the seed

constexpr TextCodec kProof{[](const Node& node, const std::string& /*text*/) {
  if (node.is_text()) node.one_of(std::vector<std::string_view>(kProofNames.begin(), kProofNames.end()));
}};

}  // namespace

void describe(FieldIo& io, CandidateOptions& options) { describe_options(io, options); }

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

std::string sealed_to_json(const SealedSet& set) { return to_json_lines(set) + "\n"; }

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

std::uint64_t seed_of(std::string_view sealed_sha256, std::string_view randomness) {
  const std::string digits = sha256(std::string(sealed_sha256) + "\n" + std::string(randomness));
  std::uint64_t seed = 0;
  std::from_chars(digits.data(), digits.data() + kSeedDigits, seed, 16);
  return seed;
}

}  // namespace novphy
