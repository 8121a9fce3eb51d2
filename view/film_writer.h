#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "sim/observation.h"

namespace novphy {

/// Writes pictures of one size as a film. NAME.mp4 and NAME.gif need the program ffmpeg; where it is missing,
/// and for any other name, they become 00001.png, 00002.png, ... in a folder. Nothing stands under its final
/// name before finish().
class FilmWriter {
 public:
  /// Throws InputError where the place cannot be written to or is taken by a folder.
  FilmWriter(std::filesystem::path out, int width_px, int height_px, int fps);
  /// What was not finished is removed.
  ~FilmWriter();
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  /// Throws InputError where it cannot be written.
  void add(const Picture& picture);
  /// Gives the film its name, and returns it. Throws InputError.
  std::string finish();
  long frames() const { return frames_; }

 private:
  class Encoder;

  std::filesystem::path out_;
  std::filesystem::path unfinished_;
  std::unique_ptr<Encoder> encoder_;  ///< null: numbered files
  long frames_ = 0;
};

}  // namespace novphy
