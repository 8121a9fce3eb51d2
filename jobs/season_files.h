#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/board/board.h"
#include "jobs/seal.h"

/// The files of a season's folder.
namespace novphy {

/// The files of a season.
struct SeasonFolder {
  std::filesystem::path at;

  std::filesystem::path manifest() const { return at / "season.json"; }
  std::filesystem::path sealed() const { return at / "sealed.json"; }
  std::filesystem::path submissions() const { return at / "submissions.jsonl"; }
  std::filesystem::path archive(const std::string& sha256) const { return at / "archives" / sha256; }
  std::filesystem::path set() const { return at / "set"; }
  std::filesystem::path closed() const { return at / "closed"; }
  std::filesystem::path board() const { return at / "board"; }
  std::filesystem::path plan() const { return board() / "plan.json"; }
  std::filesystem::path entries() const { return board() / "entries"; }
  std::filesystem::path entry(const std::string& team) const { return entries() / team; }
  std::filesystem::path work(const std::string& team) const { return at / "work" / team; }
  std::filesystem::path results() const { return at / "results.json"; }
  std::filesystem::path signature() const { return at / "results.json.sig"; }
  std::filesystem::path history() const { return at / "history.jsonl"; }
  std::filesystem::path site() const { return at / "site"; }
  std::filesystem::path page() const { return at / "index.html"; }
};

/// Something that happened.
struct SeasonEvent {
  std::string step{};
  std::string utc{};
  std::string file{};
  std::string sha256{};
};

/// Something that a team handed in, or of which it told the hash.
struct Submission {
  std::string team{};
  std::string sha256{};  ///< of the archive
  std::string utc{};
};

/// What came of an entry.
struct SeasonResult {
  std::string team{};
  std::string sha256{};          ///< of the archive
  std::string records_sha256{};  ///< "": it played nothing
  std::string card_sha256{};
  std::string sandbox{};        ///< Sandbox::words()
  double wall_s = 0;            ///< for all its answers
  std::optional<bool> equal{};  ///< whether a second run gave the same records
  std::string error{};          ///< why it played nothing
};

struct SeasonResults {
  std::string season{};
  std::string sealed_sha256{};
  std::string plan_sha256{};
  std::string submissions_sha256{};  ///< "": there are none
  std::vector<SeasonResult> entries{};
};

/// The time as the files have it, which sorts as the times do.
std::string now_text();

/// Throws InputError where the season is not sealed, and as parse_sealed() does.
SealedSet sealed_of(const SeasonFolder& folder);

/// The same where the set is revealed, too. Throws InputError where sealed file, set and plan do not belong
/// together, and as checked_bases() does for another program.
SealedSet revealed_of(const SeasonFolder& folder, const JobContext& context);

/// Adds a line to the history, unless it has the step with these bytes already.
void note(const SeasonFolder& folder, const std::string& step, const std::filesystem::path& file);
std::vector<SeasonEvent> history_of(const SeasonFolder& folder);

std::vector<Submission> submissions_of(const SeasonFolder& folder);
void add_submission(const SeasonFolder& folder, const Submission& submission);
/// The last submission of each team.
std::map<std::string, Submission> entries_of(const SeasonFolder& folder);

/// Nothing where no entry has run.
std::optional<SeasonResults> read_results(const SeasonFolder& folder);
void write_results(const SeasonFolder& folder, const SeasonResults& results);

/// Whether a command of the shell ends with success. What it says is left out. Names in it must be quoted.
bool succeeds(const std::string& command);
/// Removes the folder, and the one in which it stands if that is empty.
void clear_folder(const std::filesystem::path& folder);

inline constexpr const char* kPeopleEntry = "people";  ///< the entry's folder of people's records
inline constexpr const char* kProgram = "run";         ///< of an entry
inline constexpr const char* kCardFile = "card.json";
/// Unpacks an archive into a new folder, whose files everybody may read. Throws InputError, and leaves no
/// folder, for what is no archive or holds no entry.
AgentCard unpack(const std::filesystem::path& archive, const std::filesystem::path& to);

/// Throws InputError where the results are not signed with the signer's key.
void check_signature(const SeasonFolder& folder, const std::string& signer);

/// Writes the board of a season whose entries have run, and its page, beside other seasons in these
/// folders. Throws InputError where something is not as it was when the entries had run, or not
/// signed as promised.
void write_season_page(const SeasonFolder& folder, const std::vector<std::string>& others, int jobs,
                       const JobContext& context, const JobWatch& watch);

}  // namespace novphy
