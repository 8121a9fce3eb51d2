#include "studies/web_study.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/new_folder.h"
#include "app/outputs.h"
#include "app/shipped.h"
#include "app/web_files.h"
#include "base/file.h"
#include "base/file_kind.h"
#include "base/input_error.h"
#include "base/shell.h"
#include "base/text.h"
#include "trials/made_by.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

struct WebStudyArguments {
  AssetOptions assets;
  std::string study;
  std::string plan;
  std::string out;
  std::string key;
  std::string datapipe;
  std::string post;
  std::string jatos;
  std::string completion;
  std::string web;
  bool force = false;
};

bool is_secure(std::string_view address) {
  constexpr std::string_view kSecure = "https://";
  return address.starts_with(kSecure) && address.size() > kSecure.size() && address[kSecure.size()] != '/';
}

bool is_local(std::string_view address) {
  constexpr std::string_view kLocal = "http://localhost";
  if (!address.starts_with(kLocal)) return false;
  address.remove_prefix(kLocal.size());
  return address.empty() || address.front() == ':' || address.front() == '/';
}

bool has_blanks(std::string_view address) {
  return std::any_of(address.begin(), address.end(),
                     [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; });
}

/// Nobody may listen in where a page sends data: it sends them encrypted, or to the same machine.
void check_address(const std::string& option, const std::string& address) {
  if (address.empty() || ((is_secure(address) || is_local(address)) && !has_blanks(address))) return;
  throw InputError(option, fmt::format("found \"{}\", expected an address that begins with https:// or "
                                       "http://localhost and has no blanks",
                                       printable(address)));
}

void check_experiment(const std::string& id) {
  constexpr std::string_view kAllowed = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";
  if (id.find_first_not_of(kAllowed) != std::string::npos)
    throw InputError("--datapipe", fmt::format("found \"{}\", expected the ID of an experiment: letters, "
                                               "digits, _ and -",
                                               printable(id)));
}

WebSending sending_of(const WebStudyArguments& options) {
  if (!options.datapipe.empty()) return {.kind = "datapipe", .target = options.datapipe};
  if (!options.post.empty()) return {.kind = "post", .target = options.post};
  return {.kind = options.jatos.empty() ? "download" : "jatos"};
}

/// PLAN.key.json for PLAN.json.
fs::path key_file(const WebStudyArguments& options) {
  if (!options.key.empty()) return options.key;
  const fs::path plan = options.plan;
  return plan.parent_path() /
         ((plan.extension() == ".json" ? plan.stem() : plan.filename()).string() + ".key.json");
}

bool stands_in(const fs::path& folder, const fs::path& file) {
  const fs::path below =
      fs::weakly_canonical(fs::absolute(file)).lexically_relative(fs::weakly_canonical(folder));
  return !below.empty() && *below.begin() != "..";
}

/// The folder of --out is for participants to read, and is replaced as a whole.
void check_place(const WebStudyArguments& options, const fs::path& file) {
  if (stands_in(folder_place(options.out), file))
    throw InputError(file.string(),
                     "stands in the folder of --out: expected a place that participants cannot read");
}

void check_kind_of_key(const fs::path& key) {
  const FileKind kind = fs::is_regular_file(key) ? kind_of(read_file(key)) : FileKind::kStudyKey;
  if (kind == FileKind::kStudyKey) return;
  throw InputError(key.string(), fmt::format("is there already and is {}: expected another name in --key, or "
                                             "--force",
                                             name_of(kind)));
}

/// Checks the files that are written beside the folder.
void check_files(const WebStudyArguments& options) {
  const fs::path key = key_file(options);
  check_place(options, key);
  if (!options.force) check_kind_of_key(key);
  if (options.jatos.empty()) return;
  check_place(options, options.jatos);
  if (fs::absolute(options.jatos).lexically_normal() == fs::absolute(key).lexically_normal())
    throw InputError("--jatos",
                     fmt::format("found {}, where the key is written: expected another name", options.jatos));
}

/// The paths of all files in a folder and its sub-folders, relative to the folder and sorted.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(folder).generic_string());
  std::sort(names.begin(), names.end());
  return names;
}

const NamedBytes* file_named(const std::vector<NamedBytes>& files, const std::string& name) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const NamedBytes& each) { return each.name == name; });
  return found == files.end() ? nullptr : &*found;
}

/// Whether a scientist may edit the file, such as timeline.js, and has done so.
bool was_edited(const fs::path& out, const NamedBytes& ours) {
  return ours.name.find('/') == std::string::npos && read_file(out / ours.name) != ours.bytes;
}

/// Refuses a file that would be lost.
void check_file(const WebStudyArguments& options, const std::vector<NamedBytes>& page,
                const std::string& name) {
  const fs::path file = fs::path(options.out) / name;
  if (is_web_study_file(name)) return;
  const NamedBytes* ours = file_named(page, name);
  if (ours == nullptr)
    throw InputError(file.string(),
                     "was not written by novphy web-study and would be lost: expected another folder");
  if (was_edited(folder_place(options.out), *ours))
    throw InputError(file.string(),
                     "was edited, or is of another version, and would be lost: expected another folder");
}

/// Refuses a folder in which something would be lost: --force replaces only what this command wrote.
void check_out(const WebStudyArguments& options, const std::vector<NamedBytes>& page) {
  const fs::path out = folder_place(options.out);
  if (!fs::exists(out) || fs::is_empty(out)) return;
  if (!options.force)
    throw InputError(options.out, "is there already and is not empty: expected another name or --force");
  if (!fs::exists(out / "study.json") || kind_of(read_file(out / "study.json")) != FileKind::kWebStudy)
    throw InputError(options.out, "was not written by novphy web-study: expected another name");
  for (const std::string& name : files_in(out)) check_file(options, page, name);
}

/// The files of the page, which all studies have.
std::vector<NamedBytes> page_files(const std::string& web) {
  const fs::path folder = web_file(web_folder(web), "study");
  web_file(folder, "index.html");
  std::vector<NamedBytes> files;
  for (const std::string& name : files_in(folder))
    files.push_back({.name = name, .bytes = read_file(folder / name)});
  return files;
}

void write_all(const WebStudyArguments& options, const StudyFile& file,
               const std::vector<NamedBytes>& files) {
  const NewFolder folder(folder_place(options.out), "another novphy web-study is writing this folder");
  for (const NamedBytes& each : files) folder.write(each);
  if (!options.jatos.empty()) write_atomically(options.jatos, jatos_archive(file, files, options.jatos));
  write_atomically(key_file(options), web_study_key(file));
  folder.take_name();
}

void print_result(const WebStudyArguments& options, const std::vector<NamedBytes>& files) {
  std::size_t bytes = 0;
  for (const NamedBytes& each : files) bytes += each.bytes.size();
  fmt::print("{}: {} files, {:.1f} MB; the key is {}, keep it to yourself\n", options.out, files.size(),
             static_cast<double>(bytes) / 1e6, key_file(options).string());
  const std::string folder = quoted_for_shell(options.out);
  if (options.jatos.empty())
    fmt::print("try it: python3 -m http.server -d {} 8000, then http://localhost:8000\n", folder);
  else
    fmt::print("try it: import {} in a JATOS server; without one, the page cannot send data\n",
               options.jatos);
}

/// A page plays with the numbers that come with the program.
void check_numbers(const AssetOptions& options, const Fingerprint& print) {
  const AssetOptions own;
  const Fingerprint ours = made_by(own.load(), own.physics_name());
  if (print.catalogue_hash == ours.catalogue_hash && print.physics_hash == ours.physics_hash) return;
  throw InputError(options.folder(),
                   "has other numbers than the program's own, with which pages play: expected no --assets");
}

void write_web_study(WebStudyArguments options) {
  check_experiment(options.datapipe);
  check_address("--post", options.post);
  check_address("--completion", options.completion);
  options.plan = shipped(options.plan);
  std::vector<NamedBytes> files = page_files(options.web);
  check_out(options, files);
  check_files(options);
  const Assets assets = options.assets.load();
  const Fingerprint print = made_by(assets, options.assets.physics_name());
  check_numbers(options.assets, print);
  const StudyFile file = read_study(shipped(options.study), assets.catalogue, options.plan);
  for (NamedBytes& each :
       web_study_files(file, assets.catalogue,
                       {.made_by = print, .sending = sending_of(options), .completion = options.completion}))
    files.push_back(std::move(each));
  write_all(options, file, files);
  print_result(options, files);
}

void add_sending(CLI::App& command, WebStudyArguments& options) {
  auto* datapipe = command.add_option("--datapipe", options.datapipe,
                                      "Sends the data to OSF by DataPipe: the ID of the experiment there");
  datapipe->type_name("ID");
  auto* post = command.add_option("--post", options.post,
                                  "Sends the data to this address of a server of yours, by POST");
  post->type_name("URL")->excludes(datapipe);
  as_output(command.add_option("--jatos", options.jatos,
                               "Sends the data to JATOS, and also writes the study as an archive (.jzip) to "
                               "import there"),
            {FileKind::kArchive})
      ->type_name("FILE")
      ->excludes(datapipe)
      ->excludes(post);
  command
      .add_option("--completion", options.completion,
                  "The address to which participants go at the end, such as Prolific's completion address")
      ->type_name("URL");
}

void add_outputs(CLI::App& command, WebStudyArguments& options) {
  as_output(command.add_option("--out", options.out, "The folder to write, for any web server"))
      ->type_name("DIR")
      ->required();
  as_output(command.add_option("--key", options.key,
                               "Where the key goes, which tells what each task is (default: beside the plan, "
                               "PLAN.key.json)"),
            {FileKind::kStudyKey})
      ->type_name("FILE");
  command.add_flag("--force", options.force,
                   "Replaces a folder that this command wrote, and files of another kind");
}

}  // namespace

void add_web_study(CLI::App& app) {
  const auto options = std::make_shared<WebStudyArguments>();
  CLI::App& command = add_command(
      app, "web-study", "Writes a study with people as a page that runs in their browsers", kTrialsGroup,
      "novphy web-study levels/study/study.json --plan plan.json --out online\n"
      "novphy web-study levels/study/study.json --plan plan.json --out online --datapipe Ab3dEf5h "
      "--completion 'https://app.prolific.com/submissions/complete?cc=ABC'");
  command.add_option("study", options->study, "The study file (docs/studies.md)")
      ->type_name("FILE")
      ->required();
  command.add_option("--plan", options->plan, "The plan, made by novphy plan")->type_name("PLAN")->required();
  add_outputs(command, *options);
  add_sending(command, *options);
  add_web_folder(command, options->web);
  options->assets.add_folder_to(command);
  command.callback([options] { write_web_study(*options); });
}

}  // namespace novphy::app
