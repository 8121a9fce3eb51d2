#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace novphy {

/// The most that is read of one kind of input. Every reader checks these bounds before it takes memory.
struct FileBounds {
  std::string_view what;   ///< for messages: "a task or pair"
  std::size_t bytes = 0;   ///< of the whole file, or of one line where files are read line by line
  std::size_t values = 0;  ///< JSON values; of XML: elements
};

inline constexpr std::size_t kMebibyte = std::size_t{1} << 20;

inline constexpr FileBounds kTaskBounds{"a task or pair", 4 * kMebibyte, 200'000};
inline constexpr FileBounds kLevelBounds{"an XML level", 4 * kMebibyte, 10'000};
inline constexpr FileBounds kNoveltyBounds{"a novelty", kMebibyte, 10'000};
inline constexpr FileBounds kAssetBounds{"a file of assets", 4 * kMebibyte, 200'000};
inline constexpr FileBounds kPlanBounds{"a plan", 256 * kMebibyte, 12'000'000};
inline constexpr FileBounds kStandardPlanBounds{"a standard plan", 16 * kMebibyte, 1'000'000};
inline constexpr FileBounds kStudyBounds{"a study", 4 * kMebibyte, 200'000};
inline constexpr FileBounds kJournalBounds{"the journal of a study", 64 * kMebibyte, 0};
inline constexpr FileBounds kOnlineDataBounds{"the data of an online study", 256 * kMebibyte, 12'000'000};
inline constexpr FileBounds kCardBounds{"an agent card", kMebibyte, 10'000};
inline constexpr FileBounds kWeightsBounds{"weights of a net", 64 * kMebibyte, 0};
/// One line of records, of a table (CSV), of a journal or of the index of a task set. The number of lines
/// has no bound.
inline constexpr FileBounds kLineBounds{"a line", kMebibyte, 100'000};

/// The most that one report on a novelty may hold. Records with the longest reports, and with an error as
/// long as the longest text, are lines that a reader takes.
inline constexpr std::size_t kMostReportedIds = 10'000;
inline constexpr std::size_t kMostReportedBytes = std::size_t{1} << 16;

/// A file that belongs to none of these kinds.
inline constexpr FileBounds kFileBounds{"a file", 256 * kMebibyte, 0};

/// Rows of the table in docs/reliability.md.
inline constexpr std::array kAllBounds{kTaskBounds,       kLevelBounds,        kNoveltyBounds, kAssetBounds,
                                       kPlanBounds,       kStandardPlanBounds, kStudyBounds,   kJournalBounds,
                                       kOnlineDataBounds, kCardBounds,         kWeightsBounds, kLineBounds};

/// An XML element has at most this many attributes.
inline constexpr std::size_t kMostAttributes = 32;

/// A message such as "expected at most 4 MiB of a task or pair, found more".
std::string too_long(const FileBounds& bounds);

/// Returns the bytes of a file. Throws InputError for a file that cannot be read or has more bytes than the
/// bounds allow. A file that is too long is refused before a byte is read; an endless device, as soon as it
/// exceeds the bounds.
std::string read_file(const std::filesystem::path& file, const FileBounds& bounds = kFileBounds);

/// The file that a write to this name is to reach. Symbolic links are followed, also to further links and to
/// a file that does not exist yet. Throws InputError for links that lead in a circle.
std::filesystem::path link_target(const std::filesystem::path& file);

/// Makes a folder and the folders above it, where they are missing. Throws InputError.
void make_folder(const std::filesystem::path& folder);

/// Writes the whole file or leaves the old one unchanged: the bytes go to a temporary file in the same
/// folder, which is renamed once all of them are on disk. If a process is killed meanwhile, the next write
/// takes over its temporary file. Writers of one file wait for each other. Of a symbolic link, the target is
/// replaced and the link stays. Devices and pipes are written to directly. Throws InputError (no folder, no
/// permission, disk full).
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

}  // namespace novphy
