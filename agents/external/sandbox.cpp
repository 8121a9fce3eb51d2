#include "agents/external/sandbox.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string_view>
#include <thread>
#include <vector>

#include "agents/external/child_process.h"
#include "base/input_error.h"
#include "base/text.h"

namespace novphy {
namespace fs = std::filesystem;

SandboxLimits sandbox_limits(const std::map<std::string, std::string>& given, const std::string& place) {
  SandboxLimits limits;
  struct Row {
    std::string_view name;
    int SandboxLimits::*value;
    int least;
    int most;
  };
  constexpr std::array kRows{Row{"memory", &SandboxLimits::memory_mib, 16, 1 << 20},
                             Row{"processes", &SandboxLimits::processes, 1, 1 << 15},
                             Row{"cpu", &SandboxLimits::cpu_s, 1, 10'000'000},
                             Row{"scratch", &SandboxLimits::scratch_mib, 1, 1 << 20}};
  for (const auto& [name, text] : given) {
    const auto row = std::ranges::find(kRows, name, &Row::name);
    if (row == kRows.end())
      throw InputError(place, fmt::format("found the limit {}, expected memory, processes, cpu or scratch",
                                          in_quotes(name)));
    const auto number = number_text<int>(text);
    if (!number || *number < row->least || *number > row->most)
      throw InputError(place, fmt::format("{}: found {}, expected a whole number from {} to {}", name,
                                          in_quotes(text), row->least, row->most));
    limits.*(row->value) = *number;
  }
  return limits;
}

namespace {

std::int64_t bytes_of(int mib) { return std::int64_t{mib} << 20; }

constexpr std::int64_t kFirstUser =
    1'900'000'000;  // of starts by root; no system gives such numbers to people
constexpr int kMostSlots = 4096;

bool write_to(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text << std::flush;
  return out.good();
}

/// The control group (version 2) of this process, where it was delegated to it alone: then groups with limits
/// can be made in it, once this process has gone into a group of its own. "": none.
fs::path delegated_group() {
  std::ifstream own("/proc/self/cgroup");
  for (std::string line; std::getline(own, line);) {
    if (!line.starts_with("0::/")) continue;
    fs::path group = fs::path("/sys/fs/cgroup") / line.substr(4);
    const fs::path own_group = "novphy";                            // of this process
    if (group.filename() == own_group) return group.parent_path();  // another sandbox was made before
    std::error_code error;
    if (!fs::exists(group / "cgroup.subtree_control", error)) return {};
    fs::create_directory(group / own_group, error);
    if (error || !write_to(group / own_group / "cgroup.procs", "0")) return {};
    if (write_to(group / "cgroup.subtree_control", "+memory +pids +cpu")) return group;
    write_to(group / "cgroup.procs", "0");
    fs::remove(group / own_group, error);
  }
  return {};
}

fs::path new_group(const fs::path& in, int slot, const SandboxLimits& limits) {
  const fs::path group = in / fmt::format("start_{}_{}", ::getpid(), slot);
  std::error_code error;
  fs::create_directory(group, error);
  const std::array files{std::pair{"memory.max", std::to_string(bytes_of(limits.memory_mib))},
                         std::pair{"pids.max", std::to_string(limits.processes)},
                         std::pair{"cpu.max", std::string("100000 100000")},
                         std::pair{"memory.oom.group", std::string("1")}};
  for (const auto& [file, text] : files)
    if (!write_to(group / file, text))
      throw AgentError(fmt::format("cannot be limited: {} cannot be written", (group / file).string()));
  write_to(group / "memory.swap.max", "0");  // not there without swap
  return group;
}

void end_group(const fs::path& group) {
  write_to(group / "cgroup.kill", "1");
  std::error_code error;
  for (int tries = 0; tries < 200 && !fs::remove(group, error); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

/// What bwrap is told of files: usr and what leads to it, and nothing else that could be written or read.
std::vector<std::string> view(const fs::path& folder, const fs::path& image, const SandboxLimits& limits) {
  const fs::path root = image.empty() ? fs::path("/") : image;
  std::vector<std::string> words{"--ro-bind", (root / "usr").string(), "/usr"};
  for (const char* name : {"bin", "sbin", "lib", "lib64"})
    if (fs::is_symlink(root / name))
      words.insert(words.end(),
                   {"--symlink", fs::read_symlink(root / name).string(), fmt::format("/{}", name)});
    else if (fs::exists(root / name))
      words.insert(words.end(), {"--ro-bind", (root / name).string(), fmt::format("/{}", name)});
  for (const char* name : {"etc/ld.so.cache", "etc/alternatives"})
    words.insert(words.end(), {"--ro-bind-try", (root / name).string(), fmt::format("/{}", name)});
  const std::string scratch = std::to_string(bytes_of(limits.scratch_mib));
  const std::vector<std::string> rest{"--proc",       "/proc",   "--dev",   "/dev",         "--perms",
                                      "1777",         "--size",  scratch,   "--tmpfs",      "/dev/shm",
                                      "--remount-ro", "/dev",    "--perms", "1777",         "--size",
                                      scratch,        "--tmpfs", "/tmp",    "--ro-bind",    folder.string(),
                                      "/entry",       "--chdir", "/entry",  "--remount-ro", "/"};
  words.insert(words.end(), rest.begin(), rest.end());
  return words;
}

std::string shell_line(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(quoted_for_shell(word));
  return fmt::format("{}", fmt::join(quoted, " "));
}

/// The command in the sandbox, as a line for /bin/sh. Root takes another user for each start, since the
/// system counts processes by user; those of another user are counted in its new user namespace.
std::string sandboxed(const std::string& command, const fs::path& folder, const fs::path& image,
                      const SandboxLimits& limits, int slot, const fs::path& group) {
  const bool root = ::geteuid() == 0;
  std::vector<std::string> words{"bwrap",
                                 "--unshare-pid",
                                 "--unshare-net",
                                 "--unshare-ipc",
                                 "--unshare-uts",
                                 "--unshare-cgroup-try",
                                 "--die-with-parent",
                                 "--new-session",
                                 "--hostname",
                                 "entry",
                                 "--clearenv"};
  if (!root) words.emplace_back("--unshare-user");
  for (const auto& [name, value] :
       {std::pair{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", "/tmp"}, {"LANG", "C.UTF-8"}})
    words.insert(words.end(), {"--setenv", name, value});
  for (std::string& word : view(folder, image, limits)) words.push_back(std::move(word));
  words.emplace_back("--");
  if (root) {
    const std::string user =
        std::to_string(kFirstUser + std::int64_t{::getpid() % 500'000} * kMostSlots + slot);
    words.insert(words.end(), {"/usr/bin/setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups",
                               "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"});
  }
  words.insert(words.end(), {"/usr/bin/prlimit", fmt::format("--nproc={}", limits.processes),
                             fmt::format("--cpu={}", limits.cpu_s), "--core=0"});
  if (group.empty()) words.push_back(fmt::format("--as={}", bytes_of(limits.memory_mib)));
  words.insert(words.end(), {"--", "/bin/sh", "-c", with_exec(command)});
  const std::string line = shell_line(words);
  if (group.empty()) return line;
  return fmt::format("echo 0 > {} && exec {}", quoted_for_shell((group / "cgroup.procs").string()), line);
}

/// Why this command does not end with success; "": it does.
std::string complaint(const std::string& command) {
  std::FILE* from = ::popen((command + " 2>&1").c_str(), "r");
  if (from == nullptr) return "no shell";
  std::array<char, 400> text{};
  const std::size_t bytes = std::fread(text.data(), 1, text.size(), from);
  if (::pclose(from) == 0) return "";
  const std::string_view said(text.data(), bytes);
  return said.empty() ? "it ended without a word" : printable(said.substr(0, said.find('\n')));
}

}  // namespace

Sandbox::Sandbox(fs::path folder, fs::path image, const SandboxLimits& limits)
    : folder_(fs::absolute(folder)), image_(std::move(image)), limits_(limits), groups_(delegated_group()) {
  if (!fs::is_directory(folder_)) throw InputError(folder.string(), "expected a folder for the sandbox");
  if (!image_.empty() && !fs::is_directory(image_ / "usr"))
    throw InputError(image_.string(), "expected an image: a folder with the folder usr");
  words_ =
      fmt::format("sandbox by {}: {} MiB{}, {} processes, {} s of processor time each, {} MiB of files",
                  groups_.empty() ? "rlimits" : "a control group", limits.memory_mib,
                  groups_.empty() ? " a process" : "", limits.processes, limits.cpu_s, limits.scratch_mib);
  const Start first(*this, "true");
  if (const std::string why = complaint(first.command()); !why.empty())
    throw InputError(folder.string(), fmt::format("no program starts in a sandbox here, which needs "
                                                  "bubblewrap and user namespaces, or root: {}",
                                                  why));
  const Start reading(*this, "! find . ! -readable -print -quit | grep .");
  if (const std::string unread = complaint(reading.command()); !unread.empty())
    throw InputError((folder / unread).lexically_normal().string(),
                     "programs in a sandbox cannot read it: expected a folder that every user may read");
}

int Sandbox::take_slot() const {
  const std::lock_guard lock(mutex_);
  int slot = 0;
  while (slots_.contains(slot)) ++slot;
  slots_.insert(slot);
  return slot;
}

Sandbox::Start::Start(const Sandbox& sandbox, const std::string& command)
    : sandbox_(sandbox), slot_(sandbox.take_slot()) {
  if (!sandbox.groups_.empty()) group_ = new_group(sandbox.groups_, slot_, sandbox.limits_);
  command_ = sandboxed(command, sandbox.folder_, sandbox.image_, sandbox.limits_, slot_, group_);
}

Sandbox::Start::~Start() {
  if (!group_.empty()) end_group(group_);
  const std::lock_guard lock(sandbox_.mutex_);
  sandbox_.slots_.erase(slot_);
}

}  // namespace novphy
