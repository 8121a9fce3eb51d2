#pragma once

#include <cairo/cairo.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "sim/observation.h"
#include "tests/temporary_folder.h"

/// Reads pictures from files and compares pictures.
namespace novphy::pictures {

inline Picture read_png(const std::filesystem::path& file) {
  cairo_surface_t* surface = cairo_image_surface_create_from_png(file.c_str());
  Picture picture;
  if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
    picture.width_px = cairo_image_surface_get_width(surface);
    picture.height_px = cairo_image_surface_get_height(surface);
    for (int y = 0; y < picture.height_px; ++y) {
      const unsigned char* row =
          cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface);
      for (int x = 0; x < picture.width_px; ++x) {
        std::uint32_t pixel = 0;
        std::memcpy(&pixel, row + 4 * x, sizeof pixel);
        for (const unsigned shift : {16U, 8U, 0U})
          picture.rgb.push_back(static_cast<std::uint8_t>(pixel >> shift));
      }
    }
  }
  cairo_surface_destroy(surface);
  return picture;
}

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// The picture in the bytes of a PNG file.
inline Picture from_png(const std::string& bytes) {
  const TemporaryFolder folder;
  write_bytes(folder / "x.png", bytes);
  return read_png(folder / "x.png");
}

/// Mean difference of the channels, from 0 to 255. 255 for pictures of different sizes.
inline double mean_difference(const Picture& a, const Picture& b) {
  if (a.width_px != b.width_px || a.height_px != b.height_px || a.rgb.empty()) return 255;
  double sum = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) sum += std::abs(a.rgb[i] - b.rgb[i]);
  return sum / static_cast<double>(a.rgb.size());
}

/// Share of the channels that differ by more than a quarter of their range.
inline double share_far_off(const Picture& a, const Picture& b) {
  if (a.width_px != b.width_px || a.height_px != b.height_px || a.rgb.empty()) return 1;
  double off = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) off += std::abs(a.rgb[i] - b.rgb[i]) > 64 ? 1 : 0;
  return off / static_cast<double>(a.rgb.size());
}

inline std::array<int, 3> pixel(const Picture& picture, Pixel at) {
  const auto i = 3 * (static_cast<std::size_t>(at.y) * static_cast<std::size_t>(picture.width_px) +
                      static_cast<std::size_t>(at.x));
  return {picture.rgb[i], picture.rgb[i + 1], picture.rgb[i + 2]};
}

}  // namespace novphy::pictures
