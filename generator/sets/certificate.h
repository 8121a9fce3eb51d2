#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "generator/sets/task_index.h"

/// What it takes to make a set of tasks again without proving them: which draw of each task was kept, the
/// hash of the task, and what the proof found. A certificate has no secrets: tasks follow from it and the
/// seed.
namespace novphy {

/// The tasks of one template. A line has neither recipe nor witness, which follow from the pair.
struct CertifiedTemplate {
  std::string pair{};    ///< hash_of_pairs() of its pair alone
  std::string checks{};  ///< hash_of_checks() of its pair alone
  std::map<int, TaskSetLine> tasks{};
};

struct Certificate {
  std::string file{};
  /// As in the index of the set, but for `pairs` and `checks`, which are empty. Hashes are those of tasks as
  /// JSON, whatever the format of the set.
  TaskSetHead head{};
  std::map<std::string, CertifiedTemplate> templates{};

  /// The tasks of a side of this pair; null where the certificate has none, or is of another pair of that
  /// name or of other checks.
  const CertifiedTemplate* find(const Pair& pair, bool novel, const std::vector<Novelty>& novelties) const;
};

inline constexpr const char* kCertificateName = "certificate.jsonl";

/// Both throw InputError. Tasks are read of these templates; without names, of all.
TaskSetHead read_certificate_head(const std::filesystem::path& file);
Certificate read_certificate(const std::filesystem::path& file, const std::set<std::string>& names = {});

/// The certificate of the tasks of seed 1 that comes with the program, whose data are in this folder; ""
/// where there is none.
std::filesystem::path certificate_below(const std::filesystem::path& data);

/// Whether tasks that are to be made with this head may be taken from a certificate with that one.
bool covers(const TaskSetHead& certified, TaskSetHead wanted);

/// The certificate of a set, which is written beside its index; "" where a line's kept draw is not known.
std::string certificate_of(const TaskSet& set, const std::vector<Pair>& pairs,
                           const std::vector<Novelty>& novelties, const Catalogue& catalogue);

struct CertifiedTask {
  TaskSetLine line{};
  Task task{};
  std::string json{};
  std::vector<Shot> witness{};  ///< the shots of the window's middle; empty where the line has no window
};
/// The task that follows from a line of a certificate. Throws InputError where it is not that of the hash.
CertifiedTask certified_task(const Certificate& certificate, const TaskSetLine& line, const Pair& pair,
                             const VariationOptions& options, const Catalogue& catalogue);

}  // namespace novphy
