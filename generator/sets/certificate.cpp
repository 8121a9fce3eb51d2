#include "generator/sets/certificate.h"

#include <fmt/core.h>

#include <utility>

#include "base/file_kind.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/lines.h"
#include "generator/sets/make_tasks.h"
#include "levels/json_geometry.h"
#include "levels/task_parts.h"

namespace novphy {
namespace {

constexpr int kCertificateFormat = 1;
constexpr std::size_t kMostTasksOfALine = 500;
constexpr int kMostDisturbedWins = 9;
constexpr double kFullPullM = 1;

struct CertificateHead {
  int format = kCertificateFormat;
  TaskSetHead set{};
};

/// Tasks of a template with consecutive numbers: a line of the file.
struct CertifiedBlock {
  std::string name{};
  std::string pair{};
  std::string checks{};
  int first = 0;
  std::vector<TaskSetLine> tasks{};
};

/// What a certificate says of one task. The number of draws follows from those that were rejected.
struct CertifiedLineCodec {
  static void describe(FieldIo& io, TaskSetLine& line) {
    io.field("hash", line.hash, TextCodec{});
    io.field("after", line.kept.after, ListCodec{kAfterCodec.codec, 1, Node::kAnyLength, false});
    io.field("attempt", line.kept.attempt, kCount, 0);
    io.maybe("window_deg", line.window_deg, TwoCodec<Vec2, NumberCodec>{});
    io.field("pull_m", line.pull_m, NumberCodec{}, kFullPullM);
    io.field("disturbed_wins", line.disturbed_wins, kCount, kMostDisturbedWins);
    io.maybe("winning_share", line.winning_share, NumberCodec{0, 1});
    io.field("rejected", line.rejected, MapCodec{kCount}, {});
  }
  TaskSetLine read(const Node& node) const {
    FieldReader io(node);
    TaskSetLine line;
    describe(io, line);
    io.done();
    if (!line.window_deg) line.pull_m = line.disturbed_wins = 0;
    line.draws = 1;
    for (const auto& [check, count] : line.rejected) line.draws += count;
    return line;
  }
  void write(JsonText& out, TaskSetLine line) const {
    if (!line.window_deg)
      std::tie(line.pull_m, line.disturbed_wins) = std::pair(kFullPullM, kMostDisturbedWins);
    FieldWriter io(out);
    describe(io, line);
    io.done();
  }
};

void describe(FieldIo& io, CertificateHead& head) {
  io.field("novphy_certificate", head.format, WholeCodec{kCertificateFormat, kCertificateFormat});
  io.field("set", head.set, ObjectCodec<TaskSetHead>{});
}

void describe(FieldIo& io, CertifiedBlock& block) {
  io.field("template", block.name, TextCodec{});
  io.field("pair", block.pair, TextCodec{});
  io.field("checks", block.checks, TextCodec{});
  io.field("first", block.first, kCount);
  io.field("tasks", block.tasks, ListCodec{CertifiedLineCodec{}});
}

/// Whether a line is of one of these templates, told from its beginning, so that others need not be read.
bool is_wanted(const std::string& line, const std::set<std::string>& names) {
  constexpr std::string_view kBegin = "{\"template\":\"";
  if (names.empty() || !line.starts_with(kBegin)) return true;
  return names.contains(line.substr(kBegin.size(), line.find('"', kBegin.size()) - kBegin.size()));
}

void add(Certificate& certificate, const CertifiedBlock& block) {
  CertifiedTemplate& to = certificate.templates[block.name];
  to.pair = block.pair;
  to.checks = block.checks;
  for (int task = block.first; TaskSetLine line : block.tasks) {
    line.task_template = block.name;
    line.task = task++;
    to.tasks[line.task] = std::move(line);
  }
}

/// What a set and its certificate have in common.
TaskSetHead without_pairs(TaskSetHead head) {
  head.pairs = head.checks = "";
  return head;
}

}  // namespace

const CertifiedTemplate* Certificate::find(const Pair& pair, bool novel,
                                           const std::vector<Novelty>& novelties) const {
  const auto found = templates.find(pair.side(novel).name);
  if (found == templates.end() || found->second.pair != hash_of_pairs({pair}) ||
      found->second.checks != hash_of_checks({pair}, novelties))
    return nullptr;
  return &found->second;
}

namespace {

TaskSetHead read_head(LineReader& reader, const std::string& file) {
  if (!reader.next()) throw InputError(file, "is empty, expected a certificate of tasks");
  expect_kind(reader.text(), file, FileKind::kCertificate);
  JsonDocument line(reader.text(), file, kLineBounds, reader.line());
  TaskSetHead head = read_fields<CertificateHead>(line.root()).set;
  line.check();
  return head;
}

}  // namespace

TaskSetHead read_certificate_head(const std::filesystem::path& file) {
  LineReader reader(file.string());
  return read_head(reader, file.string());
}

Certificate read_certificate(const std::filesystem::path& file, const std::set<std::string>& names) {
  Certificate certificate{.file = file.string()};
  LineReader reader(certificate.file);
  certificate.head = read_head(reader, certificate.file);
  while (reader.next()) {
    if (!is_wanted(reader.text(), names)) continue;
    JsonDocument line(reader.text(), certificate.file, kLineBounds, reader.line());
    const CertifiedBlock block = read_fields<CertifiedBlock>(line.root());
    line.check();
    add(certificate, block);
  }
  return certificate;
}

std::filesystem::path certificate_below(const std::filesystem::path& data) {
  std::filesystem::path file = data / "levels" / "standard" / "certificate-1.jsonl";
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file : std::filesystem::path();
}

bool covers(const TaskSetHead& certified, TaskSetHead wanted) {
  wanted = without_pairs(std::move(wanted));
  wanted.count = certified.count;
  wanted.format = certified.format;
  return wanted == certified;
}

std::string certificate_of(const TaskSet& set, const std::vector<Pair>& pairs,
                           const std::vector<Novelty>& novelties, const Catalogue& catalogue) {
  std::string text = to_json(CertificateHead{.set = without_pairs(set.head)}) + "\n";
  CertifiedBlock block;
  const auto end_block = [&] {
    if (!block.tasks.empty()) text += to_json(block) + "\n";
    block.tasks.clear();
  };
  for (TaskSetLine line : set.lines) {
    if (line.kept.after.empty()) return "";
    const Pair& pair = *find_pair(pairs, line.task_template);
    const int next = block.first + static_cast<int>(block.tasks.size());
    if (block.name != line.task_template || next != line.task || block.tasks.size() == kMostTasksOfALine) {
      end_block();
      block.name = line.task_template;
      block.first = line.task;
      block.pair = hash_of_pairs({pair});
      block.checks = hash_of_checks({pair}, novelties);
    }
    if (set.head.format != "json") {
      const bool novel = line.task_template == pair.novel.name;
      line.hash =
          hash_of(task_to_json(line.recipe.make_pair(pair, novel, catalogue).side(novel).task, catalogue));
    }
    block.tasks.push_back(std::move(line));
  }
  end_block();
  return text;
}

CertifiedTask certified_task(const Certificate& certificate, const TaskSetLine& line, const Pair& pair,
                             const VariationOptions& options, const Catalogue& catalogue) {
  const bool novel = line.task_template == pair.novel.name;
  CertifiedTask made{.line = line};
  made.line.recipe = recipe_of(pair, options, novel, line.task, line.kept, catalogue);
  made.task = made.line.recipe.make_pair(pair, novel, catalogue).side(novel).task;
  made.json = task_to_json(made.task, catalogue);
  if (const std::string hash = hash_of(made.json); hash != line.hash)
    throw InputError(certificate.file,
                     fmt::format("task {} of {} is {}, expected {}: made with another version of the program",
                                 line.task, line.task_template, hash, line.hash));
  if (line.window_deg) {
    const Throw middle{(line.window_deg->x + line.window_deg->y) / 2, line.pull_m};
    const auto plays = disturbed(made.task, {middle});
    made.witness = plays[plays.size() / 2];
    made.line.witness = shot_texts(made.witness);
  }
  return made;
}

}  // namespace novphy
