#include "jobs/web_study.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "base/file.h"
#include "base/input_error.h"
#include "base/new_folder.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

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

/// Reads an address. Nobody may listen in where a page sends data: it sends them encrypted, or to the same
/// machine.
TextReader address(std::string& address) {
  return [&address](const std::string& text) {
    if ((!is_secure(text) && !is_local(text)) || has_blanks(text))
      throw std::invalid_argument(
          "expected an address that begins with https:// or http://localhost and has no blanks");
    address = text;
  };
}

TextReader experiment(std::string& id) {
  return [&id](const std::string& text) {
    constexpr std::string_view kAllowed = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";
    if (text.find_first_not_of(kAllowed) != std::string::npos)
      throw std::invalid_argument("expected the ID of an experiment: letters, digits, _ and -");
    id = text;
  };
}

WebSending sending_of(const WebStudySettings& wanted) {
  if (!wanted.datapipe.empty()) return {.kind = "datapipe", .target = wanted.datapipe};
  if (!wanted.post.empty()) return {.kind = "post", .target = wanted.post};
  if (wanted.server) return {.kind = "server"};
  return {.kind = wanted.jatos.empty() ? "download" : "jatos"};
}

/// The folder of --out is for participants to read, and is replaced as a whole.
void check_place(const WebStudySettings& wanted, const fs::path& file) {
  const fs::path below = fs::weakly_canonical(fs::absolute(file))
                             .lexically_relative(fs::weakly_canonical(folder_place(wanted.out)));
  if (!below.empty() && *below.begin() != "..")
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
void check_files_beside(const WebStudySettings& wanted) {
  const fs::path key = wanted.key_file();
  check_place(wanted, key);
  if (!wanted.force) check_kind_of_key(key);
  if (wanted.jatos.empty()) return;
  check_place(wanted, wanted.jatos);
  if (fs::absolute(wanted.jatos).lexically_normal() == fs::absolute(key).lexically_normal())
    throw InputError("--jatos",
                     fmt::format("found {}, where the key is written: expected another name", wanted.jatos));
}

/// Refuses a file that would be lost, such as one of the page, timeline.js, that a scientist has edited.
void check_file(const WebStudySettings& wanted, const std::vector<NamedBytes>& page, const NamedBytes& file) {
  if (is_web_study_file(file.name)) return;
  const auto ours =
      std::find_if(page.begin(), page.end(), [&](const NamedBytes& each) { return each.name == file.name; });
  const auto refuse = [&](const std::string& why) {
    throw InputError((fs::path(wanted.out) / file.name).string(),
                     why + " and would be lost: expected another folder");
  };
  if (ours == page.end()) refuse("was not written by novphy web-study");
  if (file.name.find('/') == std::string::npos && file.bytes != ours->bytes)
    refuse("was edited, or is of another version,");
}

/// Refuses a folder in which something would be lost: --force replaces only what this command wrote.
void check_out(const WebStudySettings& wanted, const std::vector<NamedBytes>& page) {
  const fs::path out = folder_place(wanted.out);
  if (!fs::exists(out) || fs::is_empty(out)) return;
  if (!wanted.force)
    throw InputError(wanted.out, "is there already and is not empty: expected another name or --force");
  if (!fs::exists(out / "study.json") || kind_of(read_file(out / "study.json")) != FileKind::kWebStudy)
    throw InputError(wanted.out, "was not written by novphy web-study: expected another name");
  for (const NamedBytes& file : files_in(out)) check_file(wanted, page, file);
}

}  // namespace

Settings WebStudySettings::settings() {
  return {{"study", &study, "The study file (docs/reference/studies.md)", "STUDY",
           Also{.positional = true, .required = true}},
          {"plan", &plan, "The plan, made by novphy plan", "PLAN", Also{.required = true}},
          out_folder_setting(out, "The folder to write, for any web server"),
          {"key", &key,
           "Where the key goes, which tells what each task is (default: beside the plan, PLAN.key.json)",
           "FILE", Also{.writes = {{FileKind::kStudyKey}}}},
          {"force", &force, "Replaces a folder that this command wrote, and files of another kind"},
          {"datapipe", experiment(datapipe),
           "Sends the data to OSF by DataPipe: the ID of the experiment there", "ID"},
          {"post", address(post), "Sends the data to this address of a server of yours, by POST", "URL",
           Also{.excludes = {"datapipe"}}},
          {"jatos", &jatos,
           "Sends the data to JATOS, and also writes the study as an archive (.jzip) to import there", "FILE",
           Also{.excludes = {"datapipe", "post"}, .writes = {{FileKind::kArchive}}}},
          {"completion", address(completion),
           "The address to which participants go at the end, such as Prolific's completion address", "URL"},
          {"server", &server,
           "Sends the data to python -m novphy study-serve, which serves the folder and has the completion "
           "addresses",
           Also{.excludes = {"datapipe", "post", "jatos", "completion"}}}};
}

fs::path WebStudySettings::key_file() const {
  if (!key.empty()) return key;
  const fs::path file = plan;
  return file.parent_path() /
         ((file.extension() == ".json" ? file.stem() : file.filename()).string() + ".key.json");
}

std::vector<NamedBytes> files_in(const fs::path& folder) {
  std::vector<NamedBytes> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory())
      files.push_back({.name = entry.path().lexically_relative(folder).generic_string(),
                       .bytes = read_file(entry.path())});
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return files;
}

std::vector<NamedBytes> write_web_study(const WebStudySettings& wanted, std::vector<NamedBytes> files,
                                        const Catalogue& catalogue, const Fingerprint& made_by) {
  check_out(wanted, files);
  check_files_beside(wanted);
  const StudyFile study = read_study(wanted.study, catalogue, wanted.plan);
  for (NamedBytes& each :
       web_study_files(study, catalogue,
                       {.made_by = made_by, .sending = sending_of(wanted), .completion = wanted.completion}))
    files.push_back(std::move(each));
  const NewFolder folder(folder_place(wanted.out), "another novphy web-study is writing this folder");
  for (const NamedBytes& each : files) folder.write(each);
  if (!wanted.jatos.empty()) write_atomically(wanted.jatos, jatos_archive(study, files, wanted.jatos));
  write_atomically(wanted.key_file(), web_study_key(study));
  folder.take_name();
  return files;
}

}  // namespace novphy
