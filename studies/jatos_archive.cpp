#include "studies/jatos_archive.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/hash.h"
#include "base/json_reader.h"
#include "studies/opaque_tasks.h"

namespace novphy {
namespace {

/// A UUID that follows from study and plan, so that JATOS takes a study that is imported again for the same
/// one. Version 8 of RFC 9562: the bits are our own.
std::string uuid(const std::string& id, const char* of_what) {
  const std::uint64_t high = fnv1a(of_what, fnv1a(id));
  const std::uint64_t low = Hash().add(high).value();
  return fmt::format("{:08x}-{:04x}-8{:03x}-{:04x}-{:012x}", high >> 32U, (high >> 16U) & 0xffffU,
                     high & 0xfffU, (low >> 48U & 0x3fffU) | 0x8000U, low & 0xffffffffffffU);
}

/// The title as JATOS takes it: without HTML and not too long.
std::string plain_title(std::string title) {
  constexpr std::size_t kLongest = 200;
  std::erase_if(title, [](char c) { return c == '<' || c == '>'; });
  if (title.size() <= kLongest) return title;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xc0U) == 0x80U) --end;  // within a character
  return title.substr(0, end);
}

// The properties are those that JATOS itself exports. A batch without data holds nothing about level sets:
// the page takes the level set from the batch's session or from the address.
constexpr const char* kComponent =
    R"({{"uuid": "{}", "title": {}, "htmlFilePath": "index.html", "reloadable": true, "active": true, )"
    R"("comments": "", "jsonData": null}})";
constexpr const char* kBatch =
    R"({{"uuid": "{}", "title": "Default", "active": true, "maxActiveMembers": null, )"
    R"("maxTotalMembers": null, "maxTotalWorkers": null, "allowedWorkerTypes": ["PersonalSingle", )"
    R"("PersonalMultiple", "GeneralSingle", "GeneralMultiple", "MTSandbox", "MT", "Jatos"], )"
    R"("comments": null, "jsonData": null}})";
constexpr const char* kStudy =
    R"({{"version": "3", "data": {{"uuid": "{}", "title": {}, "description": "", "groupStudy": false, )"
    R"("linearStudy": false, "allowPreview": false, "dirName": "{}", "comments": "", "jsonData": null, )"
    R"("endRedirectUrl": "", "studyEntryMsg": null, "componentList": [{}], "batchList": [{}]}}}})";

std::string properties(const std::string& id, const std::string& title, const std::string& folder) {
  return fmt::format(kStudy, uuid(id, "study"), title, folder,
                     fmt::format(kComponent, uuid(id, "component"), title),
                     fmt::format(kBatch, uuid(id, "batch")));
}

}  // namespace

std::string jatos_archive(const StudyFile& file, std::span<const NamedBytes> files,
                          const std::string& archive) {
  const std::string id = online_study_id(file);
  const std::string folder = "novphy_" + id;
  std::vector<NamedBytes> packed{
      {.name = folder + ".jas", .bytes = properties(id, in_quotes(plain_title(file.study.title)), folder)}};
  for (const NamedBytes& each : files)
    packed.push_back({.name = folder + "/" + each.name, .bytes = each.bytes});
  return zip_archive(packed, archive);
}

}  // namespace novphy
