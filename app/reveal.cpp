#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/invented_pairs.h"
#include "base/new_folder.h"
#include "app/outputs.h"
#include "app/revealed_set.h"
#include "app/sealed_program.h"
#include "app/sealed_set.h"
#include "base/file.h"
#include "base/input_error.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "levels/seed_file.h"

namespace novphy::app {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLongestRandomness = 10'000;  // bytes

struct RevealArguments {
  std::string sealed;
  std::string randomness;
  std::string secret;
  std::string out;
  unsigned jobs = 1;
  QuietOption quiet;
};

RevealOrder order_of_arguments(const RevealArguments& options, const Assets& assets) {
  if (options.randomness.empty() || options.randomness.size() > kLongestRandomness)
    throw InputError("--seed", fmt::format("expected a text of 1 to {} bytes", kLongestRandomness));
  if (!is_printable(options.randomness))
    throw InputError("--seed", "expected a text in UTF-8 without line breaks and control characters");
  const std::string text = read_file(options.sealed);
  SealedSet sealed = parse_sealed(text, options.sealed);
  const std::string sealed_sha256 = sha256(text);
  Seed seed = read_secret(seed_of(sealed_sha256, options.randomness), options.secret);
  if (seed.secret_sha256 != sealed.secret_sha256)
    throw InputError(options.secret, fmt::format("has the SHA-256 {}, expected that of the sealed secret, {}",
                                                 seed.secret_sha256, sealed.secret_sha256));
  std::vector<Pair> bases = checked_bases(sealed, assets, options.sealed);
  return {.sealed = std::move(sealed),
          .sealed_sha256 = sealed_sha256,
          .randomness = options.randomness,
          .seed = std::move(seed),
          .bases = std::move(bases),
          .jobs = options.jobs,
          .quiet = options.quiet};
}

/// Whether the folder holds a finished set. Throws InputError where it holds anything else.
bool is_finished(const fs::path& folder) {
  if (!fs::exists(folder)) return false;
  if (!fs::is_directory(folder)) throw InputError(folder.string(), "expected a folder, found a file");
  if (fs::exists(folder / kRevealedFile)) return true;
  if (!fs::is_empty(folder))
    throw InputError(folder.string(), "is there already and holds no revealed set: expected another name");
  return false;
}

void write_set_folder(const RevealedSet& set, const fs::path& folder) {
  const NewFolder made(folder, "another novphy reveal is writing this folder");
  for (const NamedBytes& file : set.files) made.write(file);
  made.take_name();
}

void reveal(const RevealArguments& options) {
  const Assets assets = load_assets(data_folder("assets"));
  const RevealOrder order = order_of_arguments(options, assets);
  const fs::path folder = folder_place(options.out);
  const bool finished = is_finished(folder);
  if (finished) check_same_order(order, options.out);
  fs::path work = folder;
  work += ".partial";
  const RevealedSet set = make_revealed(order, assets, work);
  if (const std::string other = finished ? difference(set, folder) : ""; !other.empty()) {
    fmt::print("{}: {}\n", options.out, other);
    fs::remove_all(work);
    throw ExitCode{1};
  }
  if (!finished) {
    write_set_folder(set, folder);
    print_set(set.invented);
  }
  fs::remove_all(work);
  fmt::print("{}: {} pairs, seed {}, plan {}{}\n", options.out, order.sealed.count, order.seed.number,
             set.plan_hash, finished ? ": every file is as the seed gives it" : "");
}

}  // namespace

void add_reveal(CLI::App& app) {
  const auto options = std::make_shared<RevealArguments>();
  CLI::App& command = add_command(
      app, "reveal", "Makes the pairs and the plan of a sealed set from public randomness, or checks them",
      kTasksGroup,
      "novphy reveal sealed.json --secret FILE --seed \"quicknet 30000000: 5f1c...\" --jobs 2 --out set");
  command.add_option("sealed", options->sealed, "The file of novphy seal")->type_name("FILE")->required();
  command
      .add_option("--seed", options->randomness,
                  "The public randomness: any text, as it was announced, byte for byte")
      ->type_name("TEXT")
      ->required();
  add_secret(command, options->secret)->required();
  command.add_option("--jobs", options->jobs, "Threads; they change no byte")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  as_output(command.add_option("--out", options->out,
                               "The folder of the set; a stopped run goes on, and a finished set is made "
                               "again and compared, file by file"))
      ->required()
      ->type_name("DIR");
  options->quiet.add_to(command);
  command.callback([options] { reveal(*options); });
}

}  // namespace novphy::app
