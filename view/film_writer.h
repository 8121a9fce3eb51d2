#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "sim/observation.h"

namespace novphy {

/// Writes pictures of one size as a film. NAME.mp4 and NAME.gif need the program ffmpeg. Without it, and for
/// any other name, the pictures become 00001.png, 00002.png, ... in a folder. The film gets its final name
/// only in finish().
class FilmWriter {
 public:
  /// Throws InputError if `out` cannot be written or is a folder.
  FilmWriter(std::filesystem::path out, int width_px, int height_px, int fps);
  /// Removes an unfinished film.
  ~FilmWriter();
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  /// Appends a picture. Throws InputError if the picture cannot be written.
  void add(const Picture& picture);
  /// Completes the film, gives it its name and returns that. Throws InputError.
  std::string finish();
  long frames() const { return frames_; }

 private:
  class Encoder;

  std::filesystem::path out_;
  std::filesystem::path unfinished_;
  std::unique_ptr<Encoder> encoder_;  ///< null: the film is a folder of numbered files
  long frames_ = 0;
};

}  // namespace novphy
