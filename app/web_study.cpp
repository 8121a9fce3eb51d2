#include "jobs/web_study.h"

#include <fmt/core.h>

#include "app/commands.h"
#include "app/page_data.h"
#include "base/input_error.h"
#include "base/text.h"
#include "trials/made_by.h"

namespace novphy::app {
namespace {

struct WebStudyArguments {
  WebStudySettings study{};
  std::string web{};
  std::string assets{};  ///< folder

  Settings settings() { return joined({study.settings(), {web_setting(web), assets_setting(assets)}}); }
};

void print_result(const WebStudySettings& wanted, const std::vector<NamedBytes>& files) {
  std::size_t bytes = 0;
  for (const NamedBytes& each : files) bytes += each.bytes.size();
  fmt::print("{}: {} files, {:.1f} MB; the key is {}, keep it to yourself\n", wanted.out, files.size(),
             static_cast<double>(bytes) / 1e6, wanted.key_file().string());
  const std::string folder = quoted_for_shell(wanted.out);
  if (wanted.jatos.empty())
    fmt::print("try it: python3 -m http.server -d {} 8000, then http://localhost:8000\n", folder);
  else
    fmt::print("try it: import {} in a JATOS server; without one, the page cannot send data\n", wanted.jatos);
}

/// What the study is made with. A page plays with the numbers that come with the program.
Fingerprint checked_numbers(const std::string& folder, const Assets& assets) {
  Fingerprint print = made_by(assets, "standard");
  const Fingerprint ours = made_by(load_assets(data_folder("assets")), "standard");
  if (print.catalogue_hash == ours.catalogue_hash && print.physics_hash == ours.physics_hash) return print;
  throw InputError(folder,
                   "has other numbers than the program's own, with which pages play: expected no --assets");
}

void run_web_study(WebStudyArguments& wanted) {
  wanted.study.plan = shipped(wanted.study.plan);
  wanted.study.study = shipped(wanted.study.study);
  const std::filesystem::path page = web_file(web_folder(wanted.web), "study");
  web_file(page, "index.html");
  const Assets assets = load_assets(assets_folder(wanted.assets));
  const Fingerprint print = checked_numbers(wanted.assets, assets);
  print_result(wanted.study, write_web_study(wanted.study, files_in(page), assets.catalogue, print));
}

}  // namespace

void add_web_study(Command& program) {
  add_job(program,
          {"web-study", "Writes a study with people as a page that runs in their browsers", kTrialsGroup,
           "novphy web-study levels/study/study.json --plan plan.json --out online\n"
           "novphy web-study levels/study/study.json --plan plan.json --out online --datapipe Ab3dEf5h "
           "--completion 'https://app.prolific.com/submissions/complete?cc=ABC'"},
          job_of(run_web_study));
}

}  // namespace novphy::app
