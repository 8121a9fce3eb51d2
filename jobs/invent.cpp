#include "jobs/invent.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "base/json_reader.h"
#include "base/parallel.h"
#include "base/text.h"
#include "evaluator/report/html.h"
#include "generator/sets/make_tasks.h"
#include "jobs/context.h"
#include "levels/pair.h"
#include "view/filming.h"
#include "view/image_file.h"

namespace novphy {
namespace fs = std::filesystem;

namespace {

constexpr int kPairWidthPx = 560;
constexpr std::size_t kPlays = 5;  // more would hide the task

Panel panel_of(const Template& base, const SideReport& side, const std::string& caption,
               const SolverNumbers& numbers, bool fields) {
  const World world(base.task, numbers.catalogue, numbers.physics);
  Panel panel{.stage = stage_of(world), .caption = caption};
  if (fields) panel.stage.fields = field_shapes(world);
  const std::size_t every = std::max<std::size_t>(1, side.solutions.size() / kPlays);
  for (std::size_t i = 0; i < side.solutions.size(); i += every) {
    const auto paths = paths_of(base.task, side.solutions[i].shots, numbers.catalogue, numbers.physics);
    panel.stage.paths.insert(panel.stage.paths.end(), paths.begin(), paths.end());
  }
  return panel;
}

}  // namespace

std::string pair_picture(const Pair& pair, const PairReport& report, const SolverNumbers& numbers,
                         bool fields) {
  const std::vector<Panel> panels{panel_of(pair.normal, report.normal, "normal", numbers, fields),
                                  panel_of(pair.novel, report.novel, "novel", numbers, fields)};
  const Screen screen = screen_for(worth_seeing({panels[0].stage, panels[1].stage}), kPairWidthPx);
  return image_file(panels, screen, ImageFormat::kPng, 2);
}

namespace {

constexpr int kFilmWidthPx = 240;  // of one side
constexpr int kFilmRows = 24;
constexpr double kFilmStepS = 0.2;

/// The stages of a film of these shots, kFilmRows of them.
std::vector<Stage> filmed(const Task& task, const std::vector<Shot>& shots, const SolverNumbers& numbers) {
  std::vector<Stage> stages;
  const Physics physics = without_certain_ends(numbers.physics);
  Playback playback(task, shots, numbers.catalogue, physics);
  film_play(playback, kFilmRows * kFilmStepS, kFilmStepS,
            [&](const Stage& stage) { stages.push_back(stage); });
  stages.resize(kFilmRows, stages.back());
  return stages;
}

std::string film_of(const Pair& pair, const PairReport& report, const SolverNumbers& numbers) {
  const std::vector<Stage> normal = filmed(pair.normal.task, report.normal.witness, numbers);
  const std::vector<Stage> novel = filmed(pair.novel.task, report.normal.witness, numbers);
  std::vector<Panel> panels;
  for (std::size_t i = 0; i < normal.size(); ++i)
    for (const auto* side : {&normal, &novel}) panels.push_back({.stage = (*side)[i]});
  return image_file(panels, screen_for(worth_seeing({normal.front(), novel.front()}), kFilmWidthPx),
                    ImageFormat::kPng, 2);
}

constexpr double kAlike = 0.7;  // of a novelty's signature; half of its square is left

std::vector<InventedPair> accepted_pairs(const InventedSet& set) {
  std::vector<InventedPair> pairs;
  for (const Candidate* candidate : set.pairs())
    pairs.push_back({.candidate = *candidate, .name = novelty_name(*candidate)});
  return pairs;
}

void complete(std::vector<InventedPair>& pairs, const InventWork& work, const SolverNumbers& numbers) {
  work.watch.begin("verifying the pairs", "pairs");
  PieceCounter verified(work.watch.progress, pairs.size());
  parallel_for(pairs.size(), work.set.jobs, [&](std::size_t i) {
    const Pair pair = parse_pair_json(pairs[i].candidate.pair, pairs[i].file, numbers.catalogue);
    const PairReport report = verify(pair, work.novelties, numbers, {.step_deg = work.candidate.step_deg});
    if (!report.normal.passed() || !report.novel.passed())
      throw InputError(pairs[i].file, "fails a check that it passed before; novphy verify shows it");
    pairs[i].law = law_words(pair);
    pairs[i].picture = pair_picture(pair, report, numbers, true);
    pairs[i].film = film_of(pair, report, numbers);
    verified.add();
  });
}

std::vector<std::vector<std::size_t>> alike(const CandidateMaker& maker,
                                            const std::vector<InventedPair>& pairs) {
  std::vector<std::vector<double>> far(pairs.size(), std::vector<double>(pairs.size()));
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      far[i][j] = far[j][i] = maker.apart(pairs[i].candidate, pairs[j].candidate);
  return clusters(
      pairs.size(), [&](std::size_t i, std::size_t j) { return far[i][j]; }, kAlike);
}

/// CPU seconds for each candidate that passed every check, by scenario: by stage, and for the base pair (all
/// stages but that of the family).
std::string costs_text(const std::map<std::string, InventCost>& costs) {
  if (costs.empty()) return "";
  std::string text = fmt::format("{:<28}{:>6}{:>9}", "CPU s for each that passed", "passed", "pair");
  for (const std::string_view stage : kInventStages) text += fmt::format("{:>9}", stage);
  for (const auto& [scenario, cost] : costs) {
    const double each = std::max(1, cost.accepted);
    const double all_s = std::accumulate(cost.seconds.begin(), cost.seconds.end(), 0.0);
    const double family_s = cost.seconds[static_cast<std::size_t>(InventStage::kFamily)];
    text += fmt::format("\n  {:<26}{:>6}{:>9.1f}", scenario, cost.accepted, (all_s - family_s) / each);
    for (const double seconds : cost.seconds) text += fmt::format("{:>9.1f}", seconds / each);
  }
  return text + "\n";
}

/// The files of the pairs, the page, and the index of all candidates, with which the set is finished.
void write_set(const Invented& invented, const InventHead& head, const fs::path& folder) {
  std::string index = to_json_line(head);
  for (const Candidate& candidate : invented.set.candidates) index += to_json_line(candidate, false);
  make_folder(folder / "pairs");
  for (const InventedPair& pair : invented.pairs) write_atomically(folder / pair.file, pair.candidate.pair);
  write_atomically(folder / "index.html", invent_page(invented));
  write_atomically(folder / kInventIndex, index);
}

}  // namespace

Settings InventSettings::how_drawn() {
  return {{"bases", &bases,
           "Pairs whose normal sides get the novelties; default: those that come with the program",
           "FILE|DIR", Also{.positional = true}},
          {"count", &set.count, "Number of pairs", Also{.least = 1, .most = 10'000}},
          {"scenario", &candidate.scenario, "Only this scenario; default: all, equally often", "NAME"},
          {"level", &candidate.level, "Only this level of the novelty hierarchy; 0: any",
           Also{.least = 0, .most = 8}},
          {"compose", &candidate.compose,
           "Two known novelties at once, both of which are needed, in place of a new law",
           Also{.excludes = {"level"}}},
          {"strict", &candidate.strict, "Another object than in the normal task must kill the pig"},
          {"members", &candidate.members,
           "Members of a family that are proved, two of them by every check; 0: no family, only the base",
           Also{.least = 0, .most = 1000}},
          {"distance", &candidate.least_distance, "Least distance from every known novelty",
           Also{.least = 0, .most = 1}},
          {"step", &candidate.step_deg, "Step between throws, in degrees", Also{.least = 0.1, .most = 10}},
          {"candidates", &set.most_candidates, "Most candidates to try", Also{.least = 1, .most = 1'000'000}},
          secret_setting(secret)};
}

Settings InventSettings::settings() {
  return joined(
      {how_drawn(),
       {{"from", &from,
         "Makes the set of this index again: its pairs are drawn anew, compared with their hashes and "
         "verified once, and no other candidate is tried",
         "FILE",
         Also{.excludes = {"count", "scenario", "level", "compose", "strict", "members", "distance", "step",
                           "candidates", "seed", "shard"}}},
        seed_setting(candidate.seed.number, "Seed of the candidates"),
        jobs_setting(jobs, "Threads"),
        shard_setting(set.shard,
                      "Makes all candidates of shard I of N; a run without it then puts the set together"),
        out_folder_setting(out, "The folder of the pairs and their index; a stopped run goes on")}});
}

std::string pair_name(const InventedPair& pair) { return pair.candidate.scenario + "/" + pair.name; }

void name_pair(InventedPair& pair, const std::string& name, const std::string& made_from) {
  const std::string old = in_quotes(std::exchange(pair.name, name + "-" + sha256(made_from).substr(0, 4)));
  const std::string quoted = in_quotes(pair.name);
  std::string& text = pair.candidate.pair;  // the name stands in it as a text of its own
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at))
    text.replace(at, old.size(), quoted);
}

Invented make_invented(const InventWork& work,
                       const std::function<void(std::vector<InventedPair>&)>& name_all) {
  const SolverNumbers numbers = solver_numbers(work.assets, work.physics);
  const CandidateMaker maker(work.bases, work.novelties, work.assets, numbers, work.candidate);
  Invented made;
  std::map<int, Candidate> again = work.index.candidates;
  if (!again.empty()) {
    work.watch.begin("drawing the pairs again", "");
    draw_pairs_again(again, maker, work.set.jobs, work.from);
  }
  CandidateJournal& journal = made.journal.emplace(work.folder, work.head(), work.set.shard);
  KnownCandidates known{.made = again.empty() ? journal.known() : std::move(again),
                        .keep = [&](const Candidate& c) { journal.keep(c); }};
  work.watch.begin("trying candidates", work.set.shard ? "candidates" : "pairs");
  InventOptions options = work.set;
  options.progress = work.watch.progress;
  made.set = invent(maker, options, known);
  if (work.set.shard) return made;
  if (made.set.accepted < work.set.count)
    throw InputError(work.folder, fmt::format("only {} of {} after {}{}", made.set.accepted,
                                              counted(work.set.count, "pair"),
                                              counted(work.set.most_candidates, "candidate"), work.too_few));
  made.pairs = accepted_pairs(made.set);
  name_all(made.pairs);
  complete(made.pairs, work, numbers);
  made.alike = alike(maker, made.pairs);
  return made;
}

namespace {

/// Takes the options of a finished set.
void as_in_index(InventWork& work, const std::string& file) {
  work.from = file;
  work.index = read_invent_index(file);
  const InventIndex& index = work.index;
  work.candidate = index.head.options;
  work.set.most_candidates = index.candidates.rbegin()->first + 1;
  work.set.count = static_cast<int>(std::ranges::count_if(
      index.candidates, [](const auto& each) { return each.second.verdict == kAccepted; }));
}

}  // namespace

Invented write_invented(const InventSettings& wanted, const Assets& assets, const std::string& physics,
                        std::vector<Novelty> novelties, const JobWatch& watch) {
  InventWork work{.bases = pairs_in(wanted.bases, assets.catalogue),
                  .novelties = std::move(novelties),
                  .assets = assets,
                  .physics = physics,
                  .candidate = wanted.candidate,
                  .set = wanted.set,
                  .folder = wanted.out,
                  .too_few = "; with more --candidates the work goes on",
                  .watch = watch};
  work.set.jobs = threads_of(wanted.jobs);
  if (!wanted.from.empty()) as_in_index(work, wanted.from);
  if (!wanted.secret.empty()) work.candidate.seed = read_secret(work.candidate.seed.number, wanted.secret);
  if (!wanted.from.empty() && work.head() != work.index.head)
    throw InputError(wanted.from, 1, "was made with other pairs, numbers or another secret");
  const InventHead head = work.head();
  Invented made = make_invented(work, [&](std::vector<InventedPair>& pairs) {
    for (InventedPair& pair : pairs) {
      name_pair(pair, pair.name, to_json_line(head));
      pair.file = fmt::format("pairs/{}_{}.json", pair.candidate.scenario, pair.name);
    }
  });
  if (work.set.shard) return made;
  write_set(made, head, wanted.out);
  made.journal->remove();
  return made;
}

std::string text_of(const InventedSet& set) {
  std::string text = fmt::format("{:<28}{:>6}\n", "candidates", set.candidates.size());
  for (const auto& [verdict, count] : set.verdicts()) text += fmt::format("  {:<26}{:>6}\n", verdict, count);
  return text + costs_text(set.costs);
}

std::string alike_text(const Invented& invented) {
  std::string text;
  for (const auto& group : invented.alike) {
    if (group.size() < 2) continue;
    text += fmt::format("alike (nearer than {} in the mean):", kAlike);
    for (const std::size_t i : group) text += " " + pair_name(invented.pairs[i]);
    text += "\n";
  }
  return text;
}

namespace {

constexpr int kPagePictureWidthPx = 560;

std::string number(double value) { return fmt::format("{:.3g}", value); }

std::string verdict_table(const InventedSet& set) {
  HtmlTable table(1);
  table.add_heading({"verdict", "candidates"});
  for (const auto& [verdict, count] : set.verdicts()) table.add({escaped(verdict), std::to_string(count)});
  return table.text();
}

/// How many pairs there are of each level in each scenario.
std::string level_table(const std::vector<InventedPair>& pairs) {
  std::map<std::string, std::map<int, int>> counts;
  int most = 8;
  for (const InventedPair& pair : pairs) {
    ++counts[pair.candidate.scenario][pair.candidate.level];
    most = std::max(most, pair.candidate.level);  // kComposed has a column only where it is in use
  }
  HtmlTable table(1);
  std::vector<std::string> heading{"scenario"};
  for (int level = 1; level <= most; ++level)
    heading.push_back(level == kComposed ? "composed" : fmt::format("level {}", level));
  table.add_heading(heading);
  for (auto& [scenario, of_level] : counts) {
    std::vector<std::string> row{escaped(scenario)};
    for (int level = 1; level <= most; ++level) row.push_back(std::to_string(of_level[level]));
    table.add(row);
  }
  return table.text();
}

std::string link_to(const InventedPair& pair) {
  return "<a href=\"#" + pair.name + "\">" + breakable(pair_name(pair)) + "</a>";
}

std::string alike_list(const Invented& invented) {
  std::string items;
  for (const auto& group : invented.alike) {
    if (group.size() < 2) continue;
    std::string links;
    for (const std::size_t i : group) links += (links.empty() ? "" : ", ") + link_to(invented.pairs[i]);
    items += "<li>" + links + "</li>\n";
  }
  return items.empty() ? "<p>No two pairs are alike.</p>\n" : "<ul>\n" + items + "</ul>\n";
}

std::string pair_table(const std::vector<InventedPair>& pairs) {
  HtmlTable table(4);
  table.add_heading({"pair", "base", "law", "nearest known", "level", "distance", "strength",
                     "least strength", "another way", "aim shift, °", "winning share", "visible share",
                     "throws to notice", "ways lost", "birds", "ranges"});
  for (const InventedPair& pair : pairs) {
    const Candidate& c = pair.candidate;
    table.add({link_to(pair), breakable(c.base), escaped(pair.law), escaped(c.nearest.name),
               std::to_string(c.level), fmt::format("{:.2f}", c.nearest.distance), number(c.strength),
               number(c.least_strength), c.grade.other_way ? "yes" : "no",
               fmt::format("{:.1f}", c.grade.aim_shift_deg), fmt::format("{:.3f}", c.grade.winning_share),
               fmt::format("{:.2f}", c.grade.visible_share), fmt::format("{:.1f}", c.grade.notice_throws),
               fmt::format("{:.2f}", c.grade.ways_lost), std::to_string(c.grade.new_birds),
               number(c.ranges)});
  }
  return table.text();
}

/// The size of a PNG, from its header.
std::pair<int, int> size_px(std::string_view png) {
  const auto number_at = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = 256 * value + static_cast<unsigned char>(png.at(i));
    return value;
  };
  return {number_at(16), number_at(20)};
}

/// The rows of a film one after the other, each for as long as it took.
std::string film_html(const InventedPair& pair) {
  const auto [width, height] = size_px(pair.film);
  return fmt::format(
      "<div class=\"film\" style=\"width: {}px; height: {}px\">{}</div>", width, height / kFilmRows,
      inline_png(base64(pair.film), pair_name(pair) + ": the same throw on both sides", width));
}

std::string pictures(const std::vector<InventedPair>& pairs) {
  std::string html = fmt::format(
      "<style>.film {{ overflow: hidden; }} .film img {{ display: block; animation: film {:.1f}s steps({}) "
      "infinite; }} @keyframes film {{ to {{ transform: translateY(-100%); }} }}</style>\n"
      "<p>Under each picture, a film of the safest old throw: normal left, novel right.</p>\n",
      kFilmRows * kFilmStepS, kFilmRows);
  for (const InventedPair& pair : pairs) {
    const std::string name = pair_name(pair);
    html += fmt::format("<figure id=\"{}\">{}{}<figcaption>{}: {}</figcaption></figure>\n", pair.name,
                        inline_png(base64(pair.picture), name, 2 * kPagePictureWidthPx), film_html(pair),
                        escaped(name), escaped(pair.law));
  }
  return html;
}

}  // namespace

std::string invent_page(const Invented& invented) {
  return html_page(
      "Invented novelties", "novphy invent",
      html_of({{.id = "pairs", .title = "Pairs", .body = pair_table(invented.pairs)},
               {.id = "levels",
                .title = "Levels of the hierarchy by scenario",
                .body = level_table(invented.pairs)},
               {.id = "alike", .title = "Pairs that are alike", .body = alike_list(invented)},
               {.id = "candidates",
                .title = "What became of the candidates",
                .body = verdict_table(invented.set)},
               {.id = "pictures",
                .title = "Old and new winning throws; force fields, which no player sees, in green",
                .body = pictures(invented.pairs)}}));
}

}  // namespace novphy
