#include <fmt/core.h>

#include "app/commands.h"
#include "app/play_source.h"
#include "base/input_error.h"
#include "base/json_fields.h"
#include "view/artwork.h"

namespace novphy::app {
namespace {

struct ArtArguments {
  std::string assets{};  ///< folder
  std::string sheet{};
  bool colours = false;

  Settings settings() {
    return {{"sheet", &sheet, "Draws all of them, with names, as NAME.png or NAME.svg", "FILE",
             Also{.writes = {{FileKind::kPicture}}}},
            {"colours", &colours, "Prints the colours of each object, in the form of assets/colours.json"},
            assets_setting(assets)};
  }
};

/// The rows of assets/colours.json.
void print_colours(const ColourTable& table) {
  std::size_t rows = 0;
  for (const auto& [name, looks] : table) {
    std::vector<std::string> lists;
    for (const auto& look : looks) {
      std::vector<std::string> shares;
      for (const ColourShare& share : look)
        shares.push_back(
            json_array({fmt::format("{}", share.colour), fmt::format("{:g}", share.share)}, kWithBlanks));
      lists.push_back(json_array(shares, kWithBlanks));
    }
    fmt::print("    {}: {}{}\n", in_quotes(name), json_array(lists, kWithBlanks),
               ++rows < table.size() ? "," : "");
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
          {"art", "Shows the artwork: every object in every state", kTasksGroup,
           "novphy art --sheet artwork.png"},
          job_of(art));
}

}  // namespace novphy::app
