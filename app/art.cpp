#include <fmt/core.h>

#include <memory>
#include <string>

#include "app/commands.h"
#include "app/common.h"
#include "app/image_options.h"
#include "app/outputs.h"
#include "view/sheet.h"

namespace novphy::app {
namespace {

struct ArtArguments {
  AssetOptions assets;
  std::string sheet;
  bool colours = false;
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

void art(const ArtArguments& options) {
  const Catalogue catalogue = options.assets.load_catalogue();
  if (!options.sheet.empty())
    write_file(options.sheet, contact_sheet(catalogue, image_format(options.sheet, "--sheet")));
  if (options.colours) print_colours(colours_of_artwork(catalogue));
}

}  // namespace

void add_art(CLI::App& app) {
  const auto options = std::make_shared<ArtArguments>();
  CLI::App* command = &add_command(app, "art", "Shows the artwork: every object in every state", kTasksGroup,
                                   "novphy art --sheet artwork.png");
  CLI::Option* sheet =
      as_output(command->add_option("--sheet", options->sheet,
                                    "Draws all of them, with names, as NAME.png or NAME.svg"),
                {FileKind::kPicture});
  sheet->type_name("FILE");
  CLI::Option* colours = command->add_flag(
      "--colours", options->colours, "Prints the colours of each object, in the form of assets/colours.json");
  options->assets.add_folder_to(*command);
  command->callback([options, sheet, colours] {
    if (sheet->count() == 0 && colours->count() == 0) throw CLI::RequiredError("--sheet or --colours");
    art(*options);
  });
}

}  // namespace novphy::app
