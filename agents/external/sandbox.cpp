#include "agents/external/sandbox.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
                             Row{"processes", &SandboxLimits::processes, 4, 1 << 15},
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
constexpr const char* kEntry = "entry";
constexpr const char* kFilter = "calls.bpf";

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
std::vector<std::string> view(const fs::path& entry, const fs::path& image, const SandboxLimits& limits) {
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
                                      scratch,        "--tmpfs", "/tmp",    "--ro-bind",    entry.string(),
                                      "/entry",       "--chdir", "/entry",  "--remount-ro", "/"};
  words.insert(words.end(), rest.begin(), rest.end());
  return words;
}

/// A filter of system calls that refuses those of keyrings, which outlive a start, and those of other
/// architectures, for which the numbers of calls are others.
std::string filter_of_calls() {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#ifdef __x86_64__
  constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#else
  constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif
  constexpr std::uint32_t kOtherAbi = 0x40000000;  // of x86-64
  const auto load = [](std::size_t at) {
    return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(at));
  };
  const auto equal = [](std::uint32_t value, unsigned char then, unsigned char otherwise) {
    return sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise);
  };
  const auto end = [](std::uint32_t what) { return sock_filter BPF_STMT(BPF_RET | BPF_K, what); };
  const std::array program{load(offsetof(seccomp_data, arch)),
                           equal(kArchitecture, 0, 7),
                           load(offsetof(seccomp_data, nr)),
                           sock_filter BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kOtherAbi, 5, 0),
                           equal(SYS_add_key, 3, 0),
                           equal(SYS_request_key, 2, 0),
                           equal(SYS_keyctl, 1, 0),
                           end(SECCOMP_RET_ALLOW),
                           end(SECCOMP_RET_ERRNO | EPERM),
                           end(SECCOMP_RET_ERRNO | ENOSYS)};
  return {reinterpret_cast<const char*>(program.data()), sizeof(program)};
#else
  throw AgentError("cannot run in a sandbox on this system: expected Linux on x86-64 or arm64");
#endif
}

std::string shell_line(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(quoted_for_shell(word));
  return fmt::format("{}", fmt::join(quoted, " "));
}

/// What a start in a sandbox needs.
struct StartWords {
  const std::string& command;
  const fs::path& own;  ///< folder with the copy of the entry and the filter
  const fs::path& image;
  const SandboxLimits& limits;
  int slot = 0;
  const fs::path& group;
};

/// The command in the sandbox, as a line for /bin/sh. Root takes another user for each start, since the
/// system counts processes by user.
std::string sandboxed(const StartWords& start) {
  const char* path = std::getenv("PATH");
  std::vector<std::string> words{"/usr/bin/env", "-i", fmt::format("PATH={}", path ? path : "/usr/bin:/bin")};
  if (::geteuid() == 0) {
    const std::string user =
        std::to_string(kFirstUser + std::int64_t{::getpid() % 500'000} * kMostSlots + start.slot);
    words.insert(words.end(), {"setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups",
                               "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"});
  }
  words.insert(words.end(), {"bwrap", "--unshare-user", "--disable-userns", "--unshare-pid", "--unshare-net",
                             "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent",
                             "--new-session", "--hostname", "entry", "--seccomp", "9", "--clearenv"});
  for (const auto& [name, value] :
       {std::pair{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", "/tmp"}, {"LANG", "C.UTF-8"}})
    words.insert(words.end(), {"--setenv", name, value});
  for (std::string& word : view(start.own / kEntry, start.image, start.limits))
    words.push_back(std::move(word));
  words.insert(words.end(),
               {"--", "/usr/bin/prlimit", fmt::format("--nproc={}", start.limits.processes),
                fmt::format("--cpu={}", start.limits.cpu_s),
                fmt::format("--fsize={}", bytes_of(start.limits.scratch_mib)), "--nofile=1024", "--core=0"});
  if (start.group.empty()) words.push_back(fmt::format("--as={}", bytes_of(start.limits.memory_mib)));
  words.insert(words.end(), {"--", "/bin/sh", "-c", with_exec(start.command)});
  std::string line =
      fmt::format("{} 9<{}", shell_line(words), quoted_for_shell((start.own / kFilter).string()));
  if (start.group.empty()) return line;
  return fmt::format("echo 0 > {} && exec {}", quoted_for_shell((start.group / "cgroup.procs").string()),
                     line);
}

/// Why this command does not end with success; "": it does.
std::string complaint(const std::string& command) {
  std::FILE* from = ::popen(("{ " + command + "\n} 2>&1").c_str(), "r");
  if (from == nullptr) return "no shell";
  std::array<char, 400> text{};
  const std::size_t bytes = std::fread(text.data(), 1, text.size(), from);
  if (::pclose(from) == 0) return "";
  const std::string_view said(text.data(), bytes);
  return said.empty() ? "it ended without a word" : printable(said.substr(0, said.find('\n')));
}

constexpr std::string_view kCopies = "novphy_sandbox_";

Descriptor lock_on(const fs::path& own) {
  return open_locked(own, O_RDONLY | O_DIRECTORY, false, "is in use", own);
}

/// Removes the copies of processes that were killed: nobody holds their locks. A start makes its folder a
/// moment before the lock, so that new folders stay.
void remove_left_copies() {
  std::error_code error;
  for (const auto& each : fs::directory_iterator(fs::temp_directory_path(), error)) {
    if (!each.path().filename().string().starts_with(kCopies)) continue;
    const auto made = fs::last_write_time(each.path(), error);
    if (error || fs::file_time_type::clock::now() - made < std::chrono::minutes(1)) continue;
    try {
      const Descriptor lock = lock_on(each.path());
      fs::remove_all(each.path(), error);
    } catch (const InputError&) {  // in use, or of another user
    }
  }
}

/// A new folder that other users can read, with a copy of the entry, which no other start has open.
fs::path new_copy(const fs::path& folder) {
  std::string own = (fs::temp_directory_path() / fmt::format("{}XXXXXX", kCopies)).string();
  if (::mkdtemp(own.data()) == nullptr)
    throw AgentError("cannot be started: no folder for a copy of the entry");
  try {
    fs::permissions(own, fs::perms(0755));
    fs::copy(folder, fs::path(own) / kEntry, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    if (!write_to(fs::path(own) / kFilter, filter_of_calls()))
      throw AgentError("cannot be started: the disk is full");
    fs::permissions(fs::path(own) / kFilter, fs::perms(0644));
  } catch (const fs::filesystem_error& error) {
    std::error_code ignored;
    fs::remove_all(own, ignored);
    throw AgentError(fmt::format("cannot be started: its folder cannot be copied: {}", error.what()));
  }
  return own;
}

}  // namespace

Sandbox::Sandbox(fs::path folder, fs::path image, const SandboxLimits& limits) try
    : folder_(fs::absolute(folder)), image_(std::move(image)), limits_(limits), groups_(delegated_group()) {
  if (!fs::is_directory(folder_)) throw InputError(folder.string(), "expected a folder for the sandbox");
  if (!image_.empty() && !fs::is_directory(image_ / "usr"))
    throw InputError(image_.string(), "expected an image: a folder with the folder usr");
  words_ =
      fmt::format("sandbox by {}: {} MiB{}, {} processes, {} s of processor time each, {} MiB of files",
                  groups_.empty() ? "rlimits" : "a control group", limits.memory_mib,
                  groups_.empty() ? " a process" : "", limits.processes, limits.cpu_s, limits.scratch_mib);
  remove_left_copies();
  const Start first(*this, "true");
  if (const std::string why = complaint(first.command()); !why.empty())
    throw InputError(folder.string(), fmt::format("no program starts in a sandbox here, which needs "
                                                  "bubblewrap and user namespaces: {}",
                                                  why));
  const Start reading(
      *this,
      "unread=$(find . ! -type l ! -readable -print -quit 2>&1); echo \"$unread\"; test -z \"$unread\"");
  if (const std::string unread = complaint(reading.command()); !unread.empty())
    throw InputError((folder / unread).lexically_normal().string(),
                     "programs in a sandbox cannot read it: expected a folder that every user may read");
} catch (const AgentError& error) {
  throw InputError("sandbox", fmt::format("a program {}", error.what()));
}

int Sandbox::take_slot() const {
  const std::lock_guard lock(mutex_);
  int slot = 0;
  while (slots_.contains(slot)) ++slot;
  slots_.insert(slot);
  return slot;
}

void Sandbox::give_back(int slot) const {
  const std::lock_guard lock(mutex_);
  slots_.erase(slot);
}

Sandbox::Start::Start(const Sandbox& sandbox, const std::string& command)
    : sandbox_(sandbox), slot_(sandbox.take_slot()) {
  try {
    own_ = new_copy(sandbox.folder_);
    lock_ = lock_on(own_);
    if (!sandbox.groups_.empty()) group_ = new_group(sandbox.groups_, slot_, sandbox.limits_);
  } catch (const AgentError&) {
    clear();
    throw;
  }
  command_ = sandboxed({command, own_, sandbox.image_, sandbox.limits_, slot_, group_});
}

Sandbox::Start::~Start() { clear(); }

void Sandbox::Start::clear() {
  if (!group_.empty()) end_group(group_);
  std::error_code error;
  if (!own_.empty()) fs::remove_all(own_, error);
  sandbox_.give_back(slot_);
}

}  // namespace novphy
