#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "base/file.h"

namespace novphy {

/// What the programs of one start in a sandbox may use.
struct SandboxLimits {
  int memory_mib = 4096;  ///< of all together in a control group, else of each process
  int processes = 64;     ///< processes and threads at a time
  int cpu_s = 3600;       ///< of each process; in a control group, all together use one core at most
  int scratch_mib = 512;  ///< of files in /tmp, and as many in /dev/shm
  friend bool operator==(const SandboxLimits&, const SandboxLimits&) = default;
};

/// Reads limits by their names: memory, processes, cpu, scratch. Throws InputError, which names the place,
/// for other names and for what is no number in range.
SandboxLimits sandbox_limits(const std::map<std::string, std::string>& given, const std::string& place);

/// Where programs of others run: without network and without any file of this machine but /usr and a folder
/// of their own, of which they see a copy, read-only, as /entry. They see no process but their own, and each
/// start has an empty /tmp, which goes with it. By Bubblewrap (bwrap), prlimit and setpriv.
class Sandbox {
 public:
  /// `folder` is what programs see as /entry; `image` a folder whose usr they see in place of this machine's,
  /// "": this machine's. Throws InputError where programs cannot be limited: without bwrap, for a folder that
  /// is none, and where a first program does not start.
  Sandbox(std::filesystem::path folder, std::filesystem::path image, const SandboxLimits& limits);

  /// How programs are limited, for records: "sandbox by rlimits: 4096 MiB, 64 processes, ...".
  const std::string& words() const { return words_; }

  /// One start. What it took from the machine goes back at its end.
  class Start {
   public:
    /// Throws AgentError.
    Start(const Sandbox& sandbox, const std::string& command);
    ~Start();
    Start(const Start&) = delete;
    Start& operator=(const Start&) = delete;

    /// For /bin/sh.
    const std::string& command() const { return command_; }

   private:
    void clear();

    const Sandbox& sandbox_;
    int slot_;
    std::filesystem::path own_{};    ///< folder with the copy
    Descriptor lock_{};              ///< on this folder, as long as it is in use
    std::filesystem::path group_{};  ///< the control group of this start, "": none
    std::string command_{};
  };

 private:
  int take_slot() const;
  void give_back(int slot) const;

  std::filesystem::path folder_;
  std::filesystem::path image_;
  SandboxLimits limits_;
  std::filesystem::path groups_{};  ///< the control group in which those of starts are made; "": none
  std::string words_{};
  mutable std::mutex mutex_{};
  mutable std::set<int> slots_{};  ///< of starts that are not at their end
};

}  // namespace novphy
