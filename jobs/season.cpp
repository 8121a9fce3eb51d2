#include "jobs/season.h"

#include <fcntl.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <utility>

#include "agents/table/agent_table.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/board/board.h"
#include "jobs/plan.h"
#include "jobs/run.h"
#include "jobs/season_files.h"
#include "trials/entry_records.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

// The manifest, season.json: settings by their names.

struct Manifest {
  InventSettings invent{};
  SealedPlan plan{};
  SeasonRules rules{};
  std::map<std::string, std::string> limits{};
  std::string image{};

  Settings settings() {
    Settings drawn = invent.how_drawn();
    std::erase_if(drawn, [](const Setting& setting) { return setting.name == "secret"; });
    Settings sizes = plan_size_settings(plan.sizes);
    return joined(
        {drawn,
         sizes,
         plan.making.without_table(),
         {{"name", &rules.name, "Stands in the names of pairs: small letters, digits and _", "NAME",
           Also{.required = true}},
          {"deadline", &rules.deadline, "Until when entries are taken, such as 2027-03-01T12:00:00Z", "TIME",
           Also{.required = true}},
          {"randomness", &rules.randomness, "Which public randomness will be taken, in words", "TEXT",
           Also{.required = true}},
          {"signer", &rules.signer, "The public key that signs the results", "TEXT"},
          {"submissions", &rules.submissions, "Most submissions of a team, of which the last one counts", "N",
           Also{.least = 1, .most = 1000}},
          {"runs", &rules.runs, "Of each entry; of two, the results tell whether they are equal", "N",
           Also{.least = 1, .most = 2}},
          {"agent-timeout", &rules.agent_timeout_s, "Longest wait for an answer, in seconds", "S",
           Also{.least = 0.1, .most = 1e6}},
          {"trial-timeout", &rules.trial_timeout_s, "Longest time for all answers of a trial", "S",
           Also{.least = 0.1, .most = 1e6}},
          {"limits", &limits, "Of the sandbox", "NAME=NUMBER"},
          {"image", &image, "The folder whose usr entries see in place of this machine's", "DIR"},
          {"agents", &rules.agents, "Agents of the program that play beside the entries", "AGENT"},
          {"anchors", &rules.anchors, "Pairs that come with the program and are played, too", "PAIR"}}});
  }
};

void check_fits(const std::string& text, const char* pattern, const std::string& place,
                const std::string& expected) {
  if (!std::regex_match(text, std::regex(pattern)))
    throw InputError(place, fmt::format("found {}, expected {}", in_quotes(text), expected));
}

Manifest read_manifest(const fs::path& file) {
  Manifest read;
  Settings settings = read.settings();
  read_settings(file, settings);
  check(settings, Face::kFile);
  SeasonRules& rules = read.rules;
  check_fits(rules.name, "[a-z0-9_]{1,20}", file.string() + ": /name",
             "1 to 20 of small letters, digits and \"_\"");
  check_fits(rules.deadline,
             R"(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ)",
             file.string() + ": /deadline", "a time such as \"2027-03-01T12:00:00Z\"");
  if (rules.randomness.empty() || !is_printable(rules.randomness))
    throw InputError(file.string() + ": /randomness", "expected one line that says which will be taken");
  if (!rules.signer.empty())
    check_fits(rules.signer, "[a-z0-9@.-]+ [A-Za-z0-9+/=]+", file.string() + ": /signer",
               "a type and a key, as in the file that ssh-keygen makes");
  rules.limits = sandbox_limits(read.limits, file.string() + ": /limits");
  if (!read.image.empty()) rules.image_sha256 = folder_sha256(read.image);
  return read;
}

// Sealing.

std::string sealed_text(const Manifest& manifest, const std::string& secret_sha256,
                        const JobContext& context) {
  std::vector<std::string> bases;
  for (const std::string& base : manifest.invent.bases) bases.push_back(shipped(base, context));
  return seal({.secret_sha256 = secret_sha256,
               .count = manifest.invent.set.count,
               .most_candidates = manifest.invent.set.most_candidates,
               .candidates = manifest.invent.candidate,
               .plan = manifest.plan,
               .season = manifest.rules},
              bases, context);
}

std::string seal_step(const SeasonFolder& folder, const Manifest& manifest, const std::string& secret,
                      const JobContext& context) {
  const std::string text = sealed_text(manifest, read_secret(0, secret).secret_sha256, context);
  if (fs::exists(folder.sealed()) && read_file(folder.sealed()) != text)  // what was published stays
    throw InputError(folder.sealed().string(), "is there already with other content: a sealed season stays");
  write_atomically(folder.sealed(), text);
  note(folder, "seal", folder.sealed());
  return fmt::format("{}  {}\n", sha256(text), folder.sealed().string());
}

// Entries.

/// Tables cannot tell two entries of one name apart. Cards are kept beside the archives.
void check_new_name(const SeasonFolder& folder, const std::string& team, const std::string& name) {
  for (const auto& [other, entry] : entries_of(folder)) {
    const fs::path archive = folder.archive(entry.sha256);
    if (other == team || !fs::exists(archive)) continue;
    const fs::path at = folder.work(team + ".other");
    const std::string others = unpack(archive, at).name;
    clear_folder(at);
    if (others == name)
      throw InputError("--archive",
                       fmt::format("card.json: /name: is the name of the entry of {}, too", other));
  }
}

/// Keeps the archive under its hash, whole or not at all.
void keep_archive(const SeasonFolder& folder, const fs::path& archive, const std::string& sha256) {
  const fs::path kept = folder.archive(sha256);
  make_folder(kept.parent_path());
  fs::path making = kept;
  making += ".new";
  fs::copy_file(archive, making, fs::copy_options::overwrite_existing);
  if (file_sha256(making) != sha256) throw InputError(archive.string(), "was changed while it was copied");
  fs::rename(making, kept);
}

std::string open_step(const SeasonSettings& wanted, const SeasonFolder& folder) {
  const SeasonRules rules = sealed_of(folder).season;
  check_fits(wanted.team, "[A-Za-z0-9_-]{1,40}", "--team", "1 to 40 letters, digits, \"_\" and \"-\"");
  if (wanted.archive.empty() == wanted.sha256.empty())
    throw InputError("open", "expected --archive FILE or, before it is handed in, --sha256 HASH");
  const std::string hash = wanted.archive.empty() ? wanted.sha256 : file_sha256(wanted.archive);
  check_fits(hash, "[0-9a-f]{64}", "--sha256", "64 hexadecimal digits");
  if (wanted.team == kPeopleEntry || std::ranges::find(rules.agents, wanted.team) != rules.agents.end())
    throw InputError("--team",
                     fmt::format("{} plays beside the entries: expected another name", wanted.team));
  int known = 0;
  bool told = false;
  bool last = false;
  for (const Submission& other : submissions_of(folder)) {
    if (other.team != wanted.team) continue;
    last = other.sha256 == hash;
    told = told || last;
    ++known;
  }
  const bool closed = now_text() > rules.deadline || fs::exists(folder.set());
  if (!told && closed)
    throw InputError(
        folder.submissions().string(),
        fmt::format("entries were taken until {} and until the set was revealed, and {} told no such hash "
                    "by then: {}",
                    rules.deadline, wanted.team, hash));
  if (!told && known >= rules.submissions)
    throw InputError(folder.submissions().string(), fmt::format("{} has handed in {}, the most of a team",
                                                                wanted.team, counted(known, "submission")));
  if (!wanted.archive.empty()) {
    const AgentCard card = unpack(wanted.archive, folder.work(wanted.team));
    clear_folder(folder.work(wanted.team));
    check_new_name(folder, wanted.team, card.name);
    keep_archive(folder, wanted.archive, hash);
  }
  if (!last && !closed) add_submission(folder, {wanted.team, hash, now_text()});
  return fmt::format("{}  {}, {}\n", hash, wanted.team, wanted.archive.empty() ? "told" : "handed in");
}

// Revealing.

std::string reveal_step(const SeasonSettings& wanted, const SeasonFolder& folder, const JobContext& context,
                        const JobWatch& watch) {
  sealed_of(folder);
  const Revealed made = reveal({.sealed = folder.sealed().string(),
                                .randomness = wanted.randomness,
                                .secret = wanted.secret,
                                .out = folder.set().string(),
                                .closed = folder.closed().string(),
                                .jobs = wanted.jobs},
                               context, watch);
  if (!made.difference.empty()) throw InputError(folder.set().string(), made.difference);
  make_folder(folder.board());
  write_atomically(folder.plan(), read_file(folder.set() / "plan.json"));
  note(folder, "reveal", folder.set() / "revealed.json");
  return fmt::format("{}{}: {}, seed {}, plan {}{}\n", made.was_there ? "" : text_of(made.set),
                     folder.set().string(), counted(made.set.accepted, "pair"), made.seed, made.plan_hash,
                     made.was_there ? ": every file is as the seed gives it" : "");
}

// Running.

/// The records of a run, for their time and to compare them.
struct PlayedRecords {
  std::vector<Record> records;
  double wall_s = 0;
};

PlayedRecords without_time(EntryFile file) {
  PlayedRecords played{std::move(file.records)};
  for (Record& record : played.records) {
    played.wall_s += record.usage.wall_s.value_or(0);
    record.usage.wall_s.reset();
  }
  return played;
}

/// What runs have in common.
struct SeasonRun {
  const SeasonFolder& folder;
  const SeasonSettings& wanted;
  const SeasonRules& rules;
  const JobContext& context;
  const JobWatch& watch;
  std::shared_ptr<const Assets> assets;
  std::shared_ptr<const PlanFile> plan;
};

void play_entry(const SeasonRun& run, const std::string& team, const AgentCard& card, const fs::path& out,
                SeasonResult& result) {
  const SandboxLimits& limits = run.rules.limits;
  PlannedRun planned({.recorded = {.plan = run.folder.plan().string(), .out = out.string(), .resume = true},
                      .agent = std::string("exec:./") + kProgram,
                      .name = card.name,
                      .agent_timeout_s = run.rules.agent_timeout_s,
                      .trial_timeout_s = run.rules.trial_timeout_s,
                      .sandbox = run.folder.work(team).string(),
                      .image = run.wanted.image,
                      .limits = {{"memory", std::to_string(limits.memory_mib)},
                                 {"processes", std::to_string(limits.processes)},
                                 {"cpu", std::to_string(limits.cpu_s)},
                                 {"scratch", std::to_string(limits.scratch_mib)}},
                      .jobs = run.wanted.jobs},
                     {.folder = run.context.folder, .assets = run.assets, .warn = run.context.warn},
                     {.plan = run.plan});
  run.watch.begin("playing " + team, "tasks");
  const auto tell = [&](const Progress& now) {
    if (run.watch.progress)
      run.watch.progress(static_cast<std::size_t>(now.tasks), static_cast<std::size_t>(now.tasks_of));
  };
  planned.play({.stop = run.watch.stop, .begins = tell, .progress = tell});
  result.sandbox = planned.fingerprint().served;
}

SeasonResult run_entry(const SeasonRun& run, const Submission& entry) {
  SeasonResult result{.team = entry.team, .sha256 = entry.sha256};
  const fs::path archive = run.folder.archive(entry.sha256);
  const fs::path out = run.folder.entry(entry.team) / "records.jsonl";
  if (!fs::exists(archive)) {
    result.error = "the archive was not handed in";
    return result;
  }
  // Records of an archive that the team has replaced are no use.
  const fs::path of = out.parent_path() / "archive";
  if (!fs::exists(of) || read_file(of) != entry.sha256) fs::remove_all(out.parent_path());
  try {
    const AgentCard card = unpack(archive, run.folder.work(entry.team));
    make_folder(out.parent_path());
    write_atomically(of, entry.sha256);
    write_atomically(out.parent_path() / kCardFile, card_text(card));
    play_entry(run, entry.team, card, out, result);
    const BoardSetting setting{*run.plan, *run.assets};
    EntryFile file = read_entry_file(out.string(), setting);
    check_track(file, card.track);
    const PlayedRecords played = without_time(std::move(file));
    result.card_sha256 = file_sha256(out.parent_path() / kCardFile);
    result.wall_s = played.wall_s;
    result.records_sha256 = file_sha256(out);
    if (run.rules.runs > 1) {
      const fs::path again = run.folder.work(entry.team + ".again") / "records.jsonl";
      make_folder(again.parent_path());
      play_entry(run, entry.team, card, again, result);
      result.equal = without_time(read_entry_file(again.string(), setting)).records == played.records;
    }
  } catch (const InputError& error) {  // costs this entry alone
    result = {.team = entry.team, .sha256 = entry.sha256, .error = error.what()};
    fs::remove_all(out.parent_path());
  }
  clear_folder(run.folder.work(entry.team + ".again"));
  clear_folder(run.folder.work(entry.team));
  return result;
}

/// Whether the result is that of this entry, with the records that are there.
bool is_done(const SeasonFolder& folder, const SeasonResult& result, const Submission& entry) {
  const fs::path records = folder.entry(entry.team) / "records.jsonl";
  return result.sha256 == entry.sha256 && !result.records_sha256.empty() && fs::exists(records) &&
         file_sha256(records) == result.records_sha256;
}

void sign(const SeasonFolder& folder, const std::string& key) {
  fs::remove(folder.signature());
  if (!succeeds(fmt::format("ssh-keygen -q -Y sign -f {} -n novphy-season {}", quoted_for_shell(key),
                            quoted_for_shell(folder.results().string()))))
    throw InputError(key, "ssh-keygen cannot sign with it");
}

/// Throws InputError where one of the archives is not what was handed in.
void check_archives(const SeasonFolder& folder, const std::map<std::string, Submission>& entries) {
  for (const auto& [team, entry] : entries)
    if (const fs::path archive = folder.archive(entry.sha256);
        fs::exists(archive) && file_sha256(archive) != entry.sha256)
      throw InputError(archive.string(), "is not what was handed in: expected the SHA-256 of its name");
}

/// Throws InputError where no entry could run here.
void check_sandbox(const SeasonSettings& wanted, const SeasonFolder& folder, const SeasonRules& rules) {
  const fs::path empty = folder.work(".empty");
  make_folder(empty);
  fs::permissions(empty, fs::perms(0755));
  try {
    const Sandbox sandbox(empty, wanted.image, rules.limits);
  } catch (...) {
    clear_folder(empty);
    throw;
  }
  clear_folder(empty);
}

std::string words_of(const SeasonResult& result) {
  const std::string runs = result.equal ? *result.equal ? ", two equal runs" : ", two runs that differ" : "";
  return fmt::format(
      "{}: {}{}\n", result.team,
      result.error.empty() ? fmt::format("{:.0f} s for its answers", result.wall_s) : result.error, runs);
}

std::string run_step(const SeasonSettings& wanted, const SeasonFolder& folder, const JobContext& context,
                     const JobWatch& watch) {
  const SealedSet sealed = revealed_of(folder, context);
  const std::string image = wanted.image.empty() ? "" : folder_sha256(wanted.image);
  if (image != sealed.season.image_sha256)
    throw InputError("--image", fmt::format("has the hash {}, expected that of the sealed image, {}",
                                            in_quotes(image), in_quotes(sealed.season.image_sha256)));
  if (!sealed.season.signer.empty() && wanted.key.empty())
    throw InputError("--key", "expected the key that signs: the season promised signed results");
  const std::map<std::string, Submission> entries = entries_of(folder);
  check_archives(folder, entries);
  check_sandbox(wanted, folder, sealed.season);
  const auto assets = AssetSettings{}.load(context);
  const SeasonRun run{folder,
                      wanted,
                      sealed.season,
                      context,
                      watch,
                      assets,
                      std::make_shared<const PlanFile>(read_plan(folder.plan().string(), assets->catalogue))};
  SeasonResults results{.season = sealed.season.name,
                        .sealed_sha256 = file_sha256(folder.sealed()),
                        .plan_sha256 = file_sha256(folder.plan())};
  if (const std::optional<SeasonResults> before = read_results(folder);
      before && before->plan_sha256 == results.plan_sha256)
    for (const SeasonResult& each : before->entries)  // those of an earlier run stay
      if (entries.contains(each.team) && is_done(folder, each, entries.at(each.team)))
        results.entries.push_back(each);
  std::string said;
  for (const auto& [team, entry] : entries) {
    auto found = std::ranges::find(results.entries, team, &SeasonResult::team);
    if (found == results.entries.end()) {
      results.entries.push_back(run_entry(run, entry));
      std::ranges::sort(results.entries, {}, &SeasonResult::team);
      write_results(folder, results);
      found = std::ranges::find(results.entries, team, &SeasonResult::team);
    }
    said += words_of(*found);
  }
  if (fs::exists(folder.submissions())) results.submissions_sha256 = file_sha256(folder.submissions());
  write_results(folder, results);
  if (!wanted.key.empty()) {
    sign(folder, wanted.key);
    if (!sealed.season.signer.empty()) check_signature(folder, sealed.season.signer);
  }
  note(folder, "run", folder.results());
  return said;
}

std::string board_step(const SeasonSettings& wanted, const SeasonFolder& folder, const JobContext& context,
                       const JobWatch& watch) {
  write_season_page(folder, wanted.others, wanted.jobs, context, watch);
  return folder.page().string() + "\n";
}

// Sets of the manifest's settings on a secret that everybody may know, in folders of their own.

/// The step rehearse takes all steps; practice and public end with the set.
std::string stage_step(const SeasonSettings& wanted, const SeasonFolder& folder, const JobContext& context,
                       const JobWatch& watch) {
  const bool rehearses = wanted.step == "rehearse";
  const std::string name = rehearses ? "rehearsal" : wanted.step;
  const SeasonFolder stage{folder.at / name};
  Manifest manifest = read_manifest(folder.manifest());
  if (!rehearses && fs::exists(folder.sealed()) &&
      sealed_text(manifest, sealed_of(folder).secret_sha256, context) != read_file(folder.sealed()))
    throw InputError(folder.sealed().string(),
                     "was sealed with other settings or another program: expected those "
                     "of season.json and this program");
  if (rehearses)
    manifest.rules.deadline = "9999-12-31T23:59:59Z";
  else
    manifest.rules.name += "_" + name;  // in the names of pairs
  manifest.rules.randomness = name;
  manifest.rules.signer.clear();
  SeasonSettings own = wanted;
  own.folder = stage.at.string();
  own.secret = (stage.at / "secret").string();
  own.randomness = name;
  own.key.clear();
  // A rehearsal of another manifest begins anew; a stopped one of this manifest goes on.
  const std::string text = read_file(folder.manifest());
  if (rehearses && (!fs::exists(stage.manifest()) || read_file(stage.manifest()) != text))
    clear_folder(stage.at);
  make_folder(stage.at);
  if (rehearses) write_atomically(stage.manifest(), text);
  write_atomically(own.secret, "everybody may know this secret of " + manifest.rules.name);
  std::string said = seal_step(stage, manifest, own.secret, context);
  if (rehearses && !wanted.archive.empty()) {
    own.team = wanted.team.empty() ? "rehearsal" : wanted.team;
    fs::remove_all(stage.set());  // entries are taken before it is there; candidates that were tried are kept
    fs::remove(stage.submissions());
    said += open_step(own, stage);
  }
  said += reveal_step(own, stage, context, watch);
  if (!rehearses) return said;
  said += run_step(own, stage, context, watch);
  return said + board_step(own, stage, context, watch);
}

}  // namespace

Settings SeasonSettings::settings() {
  return {
      {"step", &step, "The step to take: docs/reference/challenge.md",
       Also{.choices = {"rehearse", "practice", "public", "seal", "open", "reveal", "run", "board"},
            .positional = true,
            .required = true}},
      {"folder", &folder, "The season's folder, with season.json", "DIR",
       Also{.positional = true, .required = true}},
      secret_setting(secret),
      {"randomness", &randomness, "reveal: the public randomness as it was announced, byte for byte", "TEXT"},
      {"team", &team, "open: who hands in", "NAME"},
      {"archive", &archive,
       "open, rehearse: an archive that tar can unpack, with card.json and the program run", "FILE"},
      {"sha256", &sha256, "open: the hash of an archive that is handed in later", "HASH",
       Also{.excludes = {"archive"}}},
      {"image", &image, "run, rehearse: the sealed image", "DIR"},
      {"key", &key, "run: the key that signs the results, as ssh-keygen makes it", "FILE"},
      {"beside", &others, "board: folders of other seasons, for one page of all", "DIR"},
      jobs_setting(jobs, "Threads; they change no result")};
}

std::string season(const SeasonSettings& wanted, const JobContext& context, const JobWatch& watch) {
  const SeasonFolder folder{wanted.folder};
  if (!fs::is_directory(folder.at)) throw InputError(wanted.folder, "expected a folder with season.json");
  const Descriptor lock = open_locked(folder.at, O_RDONLY | O_DIRECTORY, false,
                                      "another step of this season is under way", folder.at);
  const auto needs = [&](const std::string& value, const char* name) {
    if (value.empty()) throw InputError(wanted.step, std::string(name) + " is required");
  };
  if (wanted.step == "rehearse" || wanted.step == "practice" || wanted.step == "public")
    return stage_step(wanted, folder, context, watch);
  if (wanted.step == "seal") {
    needs(wanted.secret, "--secret");
    return seal_step(folder, read_manifest(folder.manifest()), wanted.secret, context);
  }
  if (wanted.step == "open") {
    needs(wanted.team, "--team");
    return open_step(wanted, folder);
  }
  if (wanted.step == "reveal") {
    needs(wanted.secret, "--secret");
    needs(wanted.randomness, "--randomness");
    return reveal_step(wanted, folder, context, watch);
  }
  return wanted.step == "run" ? run_step(wanted, folder, context, watch)
                              : board_step(wanted, folder, context, watch);
}

}  // namespace novphy
