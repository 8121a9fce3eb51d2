#include "jobs/season_files.h"

#include <fmt/core.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "agents/table/agent_table.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "base/lines.h"
#include "base/text.h"
#include "levels/json_geometry.h"

namespace novphy {
namespace fs = std::filesystem;

void describe(FieldIo& io, SeasonEvent& event) {
  io.field("step", event.step, TextCodec{});
  io.field("utc", event.utc, TextCodec{});
  io.field("file", event.file, TextCodec{}, "");
  io.field("sha256", event.sha256, TextCodec{}, "");
}

void describe(FieldIo& io, Submission& submission) {
  io.field("team", submission.team, TextCodec{});
  io.field("sha256", submission.sha256, kSha256);
  io.field("utc", submission.utc, TextCodec{});
}

void describe(FieldIo& io, SeasonResult& result) {
  io.field("team", result.team, TextCodec{});
  io.field("sha256", result.sha256, kSha256);
  io.field("records_sha256", result.records_sha256, TextCodec{}, "");
  io.field("card_sha256", result.card_sha256, TextCodec{}, "");
  io.field("sandbox", result.sandbox, TextCodec{}, "");
  io.field("wall_s", result.wall_s, DecimalCodec{});
  io.maybe("runs_equal", result.equal, FlagCodec{});
  io.field("error", result.error, TextCodec{}, "");
}

void describe(FieldIo& io, SeasonResults& results) {
  int format = 1;
  io.field("novphy_season_results", format, WholeCodec{1, 1});
  io.field("season", results.season, TextCodec{});
  io.field("sealed_sha256", results.sealed_sha256, kSha256);
  io.field("plan_sha256", results.plan_sha256, kSha256);
  io.field("submissions_sha256", results.submissions_sha256, TextCodec{}, "");
  io.field("entries", results.entries, ListCodec{ObjectCodec<SeasonResult>{}, 0, Node::kAnyLength, true});
}

namespace {

template <class Line>
std::vector<Line> read_lines(const fs::path& file) {
  std::vector<Line> lines;
  if (!fs::exists(file)) return lines;
  LineReader reader(file.string());
  while (reader.next()) {
    if (reader.unfinished() && !reader.text().ends_with('}')) break;  // left by a step that was killed
    JsonDocument line(reader.text(), file.string(), kLineBounds, reader.line());
    lines.push_back(read_fields<Line>(line.root()));
    line.check();
  }
  return lines;
}

template <class Line>
void add_line(const fs::path& file, const Line& line) {
  AppendFile lines(file, {.create = true, .sync = true, .in_use = "another step of this season writes it"});
  const std::string text = lines.read(0, static_cast<std::size_t>(lines.size()));
  const bool whole = text.ends_with('}');  // a last line that lacks its line break alone
  if (!whole) lines.cut(static_cast<std::int64_t>(text.rfind('\n') + 1));
  lines.append((whole ? "\n" : "") + to_json(line) + "\n");
}

}  // namespace

std::string now_text() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

SealedSet sealed_of(const SeasonFolder& folder) {
  if (!fs::exists(folder.sealed()))
    throw InputError(folder.sealed().string(), "is not there: the season is not sealed yet");
  return parse_sealed(read_file(folder.sealed()), folder.sealed().string());
}

SealedSet revealed_of(const SeasonFolder& folder, const JobContext& context) {
  SealedSet sealed = sealed_of(folder);
  if (!fs::exists(folder.plan()))
    throw InputError(folder.plan().string(), "is not there: the set is not revealed yet");
  check_revealed(folder.set(), file_sha256(folder.sealed()));
  if (read_file(folder.plan()) != read_file(folder.set() / "plan.json"))
    throw InputError(folder.plan().string(),
                     "is not the revealed plan, " + (folder.set() / "plan.json").string());
  const Assets assets = load_assets(context.folder("assets"));
  checked_bases(sealed, assets, context, folder.sealed().string());
  return sealed;
}

void note(const SeasonFolder& folder, const std::string& step, const fs::path& file) {
  const std::string sha256 = file_sha256(file);
  for (const SeasonEvent& event : history_of(folder))
    if (event.step == step && event.sha256 == sha256) return;
  add_line(folder.history(), SeasonEvent{step, now_text(), file.filename().string(), sha256});
}

std::vector<SeasonEvent> history_of(const SeasonFolder& folder) {
  return read_lines<SeasonEvent>(folder.history());
}

std::vector<Submission> submissions_of(const SeasonFolder& folder) {
  return read_lines<Submission>(folder.submissions());
}

void add_submission(const SeasonFolder& folder, const Submission& submission) {
  add_line(folder.submissions(), submission);
}

std::map<std::string, Submission> entries_of(const SeasonFolder& folder) {
  std::map<std::string, Submission> last;
  for (Submission& each : submissions_of(folder)) last[each.team] = std::move(each);
  return last;
}

std::optional<SeasonResults> read_results(const SeasonFolder& folder) {
  if (!fs::exists(folder.results())) return std::nullopt;
  const std::string text = read_file(folder.results(), kCardBounds);
  JsonDocument document(text, folder.results().string(), kCardBounds);
  auto results = read_fields<SeasonResults>(document.root());
  document.check();
  return results;
}

void write_results(const SeasonFolder& folder, const SeasonResults& results) {
  write_atomically(folder.results(), to_json_lines(results) + "\n");
}

// Commands of the system, and archives.

bool succeeds(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1 </dev/null").c_str()) ==
         0;  // NOLINT(cert-env33-c): names are quoted
}

void clear_folder(const fs::path& folder) {
  if (fs::exists(fs::symlink_status(folder))) succeeds("chmod -R u+rwX " + quoted_for_shell(folder.string()));
  fs::remove_all(folder);
  std::error_code not_empty;
  fs::remove(folder.parent_path(), not_empty);
}

namespace {

constexpr std::uintmax_t kMostUnpacked = std::uintmax_t{4} << 30;  // bytes of an entry
constexpr int kMostFiles = 200'000;
constexpr int kLongestUnpackingS = 900;

void check_unpacked(const fs::path& archive, const fs::path& folder) {
  std::uintmax_t bytes = 0;
  int files = 0;
  for (const auto& each : fs::recursive_directory_iterator(folder)) {
    const fs::file_status status = each.symlink_status();
    if (fs::is_regular_file(status)) bytes += each.file_size();
    if (bytes > kMostUnpacked || ++files > kMostFiles)
      throw InputError(archive.string(), fmt::format("expected at most {} files of {} GiB together",
                                                     kMostFiles, kMostUnpacked >> 30));
    if (!fs::is_symlink(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
      throw InputError(archive.string(), "holds more than files, folders and links");
  }
}

}  // namespace

AgentCard unpack(const fs::path& archive, const fs::path& to) try {
  clear_folder(to);
  make_folder(to);
  const std::string place = quoted_for_shell(to.string());
  const std::string tar = fmt::format(
      "ulimit -f {} && timeout {} tar --extract --force-local --no-same-owner --no-same-permissions --file "
      "{} "
      "--directory {}",
      kMostUnpacked >> 10, kLongestUnpackingS, quoted_for_shell(archive.string()), place);
  const bool unpacked = succeeds("sh -c " + quoted_for_shell(tar));
  if (!succeeds("chmod -R u+rwX,go+rX,a-st " + place) || !unpacked)
    throw InputError(archive.string(), "is no archive that tar can unpack");
  check_unpacked(archive, to);
  for (const char* name : {kProgram, kCardFile})
    if (!fs::is_regular_file(fs::symlink_status(to / name)))
      throw InputError(archive.string(), fmt::format("expected the file {} at its top", name));
  if ((fs::status(to / kProgram).permissions() & fs::perms::owner_exec) == fs::perms::none)
    throw InputError(archive.string(), "expected that the file run can be executed (chmod +x run)");
  AgentCard card = read_card((to / kCardFile).string());
  if (card.printed || card.reference)
    throw InputError(archive.string(), "card.json: expected a card without \"printed\" and \"reference\"");
  check_agent_name(card.name, "", (archive.string() + ": card.json: /name").c_str());
  return card;
} catch (const fs::filesystem_error& error) {
  clear_folder(to);
  throw InputError(archive.string(), fmt::format("cannot be unpacked: {}", error.code().message()));
} catch (...) {
  clear_folder(to);
  throw;
}

}  // namespace novphy
