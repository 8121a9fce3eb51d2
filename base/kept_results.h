#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "base/json_fields.h"
#include "base/lines.h"

namespace novphy {

/// The results of a command that writes nothing before its end, kept in a file as they are found, so that a
/// stopped command goes on with them. A result has a key: a text of all that it depends on. A file may hold
/// results of several commands; those with other keys are left alone. Several threads may use it.
class KeptResults {
 public:
  /// Keeps nothing and knows nothing.
  KeptResults() = default;
  /// Reads the file, if it is there; "": keeps nothing. A last line that was cut off is removed. Throws
  /// InputError for a file that holds something else or was changed, and where another process has it open.
  explicit KeptResults(const std::filesystem::path& file);

  /// The result with this key, if it is there. T has a list of fields (describe()). Throws InputError for a
  /// result that is none.
  template <class T>
  std::optional<T> find(const std::string& key) const {
    const std::string* text = text_of(key);
    if (!text) return std::nullopt;
    JsonDocument document(*text, path_.string());
    T result = read_fields<T>(document.root());
    document.check();
    return result;
  }
  /// Adds a result to the file, which is made with the first. Throws InputError where it cannot be written.
  template <class T>
  void keep(const std::string& key, const T& result) {
    if (!path_.empty()) add(key, to_json(result));
  }

 private:
  const std::string* text_of(const std::string& key) const;
  void open();
  void add(const std::string& key, const std::string& text);

  std::filesystem::path path_{};
  std::mutex mutex_{};
  std::optional<AppendFile> file_{};
  std::map<std::string, std::string> results_{};  ///< that were there, by the hash of the key
};

}  // namespace novphy
