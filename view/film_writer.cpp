#include "view/film_writer.h"

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/file.h"
#include "base/input_error.h"
#include "view/image_file.h"

extern char** environ;

namespace novphy {
namespace fs = std::filesystem;

namespace {

bool is_video(const fs::path& file) { return file.extension() == ".mp4" || file.extension() == ".gif"; }

bool ffmpeg_is_there() {
  const char* folders = std::getenv("PATH");
  std::string_view rest = folders == nullptr ? "" : folders;
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    const fs::path program = fs::path(rest.substr(0, colon)) / "ffmpeg";
    if (::access(program.c_str(), X_OK) == 0) return true;
    rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
  }
  return false;
}

std::vector<std::string> arguments(const fs::path& to, const fs::path& like, int width, int height, int fps) {
  std::vector<std::string> list{"ffmpeg",   "-v",
                                "error",    "-y",
                                "-f",       "rawvideo",
                                "-pix_fmt", "rgb24",
                                "-s",       fmt::format("{}x{}", width, height),
                                "-r",       fmt::format("{}", fps),
                                "-i",       "pipe:0"};
  const std::vector<std::string> mp4{"-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18", "-f", "mp4"};
  const std::vector<std::string> gif{"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-f", "gif"};
  const auto& how = like.extension() == ".gif" ? gif : mp4;
  list.insert(list.end(), how.begin(), how.end());
  list.push_back(fs::absolute(to).string());
  return list;
}

}  // namespace

/// A running ffmpeg, which reads raw pictures from a pipe.
class FilmWriter::Encoder {
 public:
  explicit Encoder(std::vector<std::string> arguments) {
    std::array<int, 2> ends{};
    if (const int error = open_pipe(ends); error != 0) throw InputError("ffmpeg", std::strerror(error));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    if (errors_) posix_spawn_file_actions_adddup2(&actions, ::fileno(errors_.get()), STDERR_FILENO);
    std::vector<char*> argv;
    for (std::string& each : arguments) argv.push_back(each.data());
    argv.push_back(nullptr);
    const int error = ::posix_spawnp(&child_, "ffmpeg", &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    to_child_ = ends[1];
    if (error != 0) throw InputError("ffmpeg", std::strerror(error));
    std::signal(SIGPIPE, SIG_IGN);
  }
  ~Encoder() { close(); }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  bool write(const std::vector<std::uint8_t>& bytes) const {
    return write_bytes(to_child_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  /// The first line of ffmpeg's error messages. On a full disk, too, its exit code is 0.
  std::string complaint() const {
    std::array<char, 300> line{};
    if (!errors_) return "";
    std::rewind(errors_.get());
    if (std::fgets(line.data(), static_cast<int>(line.size()), errors_.get()) == nullptr) return "";
    std::string text = line.data();
    if (text.ends_with('\n')) text.pop_back();
    return text;
  }

  /// Ends ffmpeg and returns whether it succeeded.
  bool close() {
    if (child_ <= 0) return false;
    ::close(to_child_);
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::unique_ptr<std::FILE, Close> errors_{std::tmpfile()};
  pid_t child_ = 0;
  int to_child_ = -1;
};

FilmWriter::FilmWriter(fs::path out, int width_px, int height_px, int fps) : out_(std::move(out)) {
  const bool video = is_video(out_);
  if (video && !ffmpeg_is_there()) {
    out_.replace_extension("");
    const auto text =
        fmt::format("warning: ffmpeg is not installed: numbered PNG files go to {}\n", out_.string());
    std::fputs(text.c_str(), stderr);
  }
  if (fs::exists(out_) && !fs::is_regular_file(out_))
    throw InputError("--out",
                     fmt::format("found \"{}\", which is there already, expected a new name", out_.string()));
  unfinished_ = link_target(out_);
  unfinished_ += fmt::format(".part{}", ::getpid());
  if (is_video(out_)) {
    // Reports at once, with the usual message, that the place cannot be written.
    write_atomically(unfinished_, "");
    encoder_ = std::make_unique<Encoder>(arguments(unfinished_, out_, width_px, height_px, fps));
  } else if (std::error_code error; !fs::create_directory(unfinished_, error)) {
    throw InputError(out_.string(), fmt::format("cannot make the folder: {}", error.message()));
  }
}

FilmWriter::~FilmWriter() {
  encoder_.reset();
  std::error_code ignored;
  fs::remove_all(unfinished_, ignored);
}

void FilmWriter::add(const Picture& picture) {
  ++frames_;
  if (!encoder_) return write_atomically(unfinished_ / fmt::format("{:05}.png", frames_), png(picture));
  if (!encoder_->write(picture.rgb))
    throw InputError(out_.string(), "ffmpeg stopped before the film was over");
}

std::string FilmWriter::finish() {
  if (encoder_) {
    const bool ended_well = encoder_->close();
    const std::string complaint = encoder_->complaint();
    if (!ended_well || !complaint.empty())
      throw InputError(out_.string(), fmt::format("ffmpeg could not write the film: {}", complaint));
  }
  fs::rename(unfinished_, link_target(out_));
  return out_.string();
}

}  // namespace novphy
