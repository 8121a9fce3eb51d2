#include <fmt/core.h>

#include <string>

#include "app/commands.h"
#include "app/common.h"
#include "app/job.h"
#include "app/play_source.h"
#include "base/input_error.h"
#include "view/image_file.h"

namespace novphy::app {
namespace {

struct ArtArguments {
  std::string assets{};  ///< folder
  std::string sheet{};
  bool colours = false;

  Settings settings() {
    return {{.name = "sheet",
             .value = &sheet,
             .help = "Draws all of them, with names, as NAME.png or NAME.svg",
             .word = "FILE",
             .writes = {{FileKind::kPicture}}},
            {.name = "colours",
             .value = &colours,
             .help = "Prints the colours of each object, in the form of assets/colours.json"},
            assets_setting(assets)};
  }
};

/// The rows of assets/colours.json.
void print_colours(const ColourTable& table) {
  std::size_t rows = 0;
  for (const auto& [name, looks] : table) {
    std::string text;
    for (const auto& look : looks) {
      text += text.empty() ? "[" : ", [";
      for (const ColourShare& share : look)
        text += fmt::format("{}[{}, {:g}]", &share == &look.front() ? "" : ", ", share.colour, share.share);
      text += "]";
    }
    fmt::print("    \"{}\": [{}]{}\n", name, text, ++rows < table.size() ? "," : "");
  }
}

void art(ArtArguments& options) {
  if (options.sheet.empty() && !options.colours) throw InputError("", "--sheet or --colours is required");
  const Catalogue catalogue = load_catalogue(assets_folder(options.assets));
  if (!options.sheet.empty())
    write_file(options.sheet, contact_sheet(catalogue, image_format(options.sheet, "--sheet")));
  if (options.colours) print_colours(colours_of_artwork(catalogue));
}

}  // namespace

void add_art(Command& program) {
  add_job(program,
          {.name = "art",
           .what = "Shows the artwork: every object in every state",
           .group = kTasksGroup,
           .examples = "novphy art --sheet artwork.png"},
          job_of(art));
}

}  // namespace novphy::app
