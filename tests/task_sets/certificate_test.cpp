#include "generator/sets/certificate.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/file.h"
#include "base/input_error.h"
#include "tests/task_sets/maker.h"
#include "tests/task_sets/sets.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

/// What a maker made, and a file with its certificate.
struct Certified {
  TemporaryFolder folder{};
  std::string text{};

  Certified(const Maker& maker, const TaskOrder& order, const VariationOptions& options,
            const std::string& format = "json") {
    TaskSet set{.head = set_head(options, order.pairs, assets(), "standard")};
    set.head.format = format;
    for (const auto& [key, line] : maker.lines()) set.lines.push_back(line);
    text = certificate_of(set, order.pairs, options.novelties, assets().catalogue);
    write_atomically(file(), text);
  }
  std::filesystem::path file() const { return folder / kCertificateName; }
  void replace(const std::string& what, const std::string& with) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    text.replace(at, what.size(), with);
    write_atomically(file(), text);
  }
};

TaskRun run_from(const VariationOptions& options, const std::filesystem::path& certificate,
                 bool play_witnesses = true) {
  TaskRun run{.variation = options, .play_witnesses = play_witnesses};
  run.variation.certificate = certificate;
  return run;
}

/// A pair whose novel side has three different tasks.
Pair of_three_tasks() {
  Pair pair = shipped("rolling/agents");
  pair.family.parameters.clear();
  for (Template* side : {&pair.normal, &pair.novel}) {
    side->dx_m = {0, 0.0002};
    side->dy_m = {0, 0};
  }
  return pair;
}

}  // namespace

TEST_CASE("a certificate makes the tasks that were drawn", "[certificate]") {
  const TaskOrder order = order_of_both({shipped("rolling/agents"), shipped("falling/objects")}, 6);
  for (const bool paired : {false, true}) {
    VariationOptions options = unproved();
    options.paired = paired;
    const Maker drawn(order, {.variation = options});
    const Certified certified(drawn, order, options);
    TaskRun run = run_from(options, certified.file());
    run.jobs = 2;
    // The judge would turn down every draw of a novel task.
    run.variation.judge = [](const Pair&, const Pair&) { return "asked"; };
    const Maker again(order, run);
    CHECK(again.texts() == drawn.texts());
    CHECK(again.index() == drawn.index());
  }
}

TEST_CASE("a certificate tells the witnesses of proved tasks", "[certificate]") {
  const TaskOrder order = order_of_both({shipped("single_force/relations")}, 1);
  VariationOptions options;
  options.novelties = shipped_novelties();
  const Maker proved(order, {.variation = options});
  Certified certified(proved, order, options);
  CHECK(Maker(order, run_from(options, certified.file())).index() == proved.index());

  certified.replace("],\"window_deg\":[", "],\"window_deg\":[1");
  CHECK_THROWS_WITH(Maker(order, run_from(options, certified.file())),
                    Contains("certificate.jsonl: the witness of task 0") && Contains("does not pass it"));
  CHECK_NOTHROW(Maker(order, run_from(options, certified.file(), false)));
}

TEST_CASE("tasks that a certificate does not cover are proved anew", "[certificate]") {
  const TaskOrder order = order_of_both({shipped("rolling/agents")}, 2);
  const Certified certified(Maker(order, {.variation = unproved()}), order, unproved());
  TaskOrder more = order_of_both({shipped("rolling/agents"), shipped("falling/objects")}, 3);
  CHECK(Maker(more, run_from(unproved(), certified.file())).index() ==
        Maker(more, {.variation = unproved()}).index());

  VariationOptions other_seed = unproved();
  other_seed.seed.number = 2;
  CHECK(Maker(order, run_from(other_seed, certified.file())).index() ==
        Maker(order, {.variation = other_seed}).index());

  TaskSetHead head = set_head(unproved(), order.pairs, assets(), "standard");
  CHECK(covers(read_certificate_head(certified.file()), head));
  head.overrides = {"catalogue:/blocks/friction=0.5"};
  CHECK_FALSE(covers(read_certificate_head(certified.file()), head));

  TaskOrder changed = order;
  changed.pairs[0].novel.dx_m = {0, 0.5};
  changed.pairs[0].text += " ";
  CHECK(Maker(changed, run_from(unproved(), certified.file())).index() ==
        Maker(changed, {.variation = unproved()}).index());
}

TEST_CASE("a certificate names the attempt at a task that equalled another", "[certificate]") {
  VariationOptions options = unproved();
  options.most_distractors = 0;
  TaskOrder order{.pairs = {of_three_tasks()}, .wanted = {{.pair = 0, .novel = false, .count = 3}}};
  const Maker drawn(order, {.variation = options});
  const Certified certified(drawn, order, options);
  REQUIRE(certified.text.find("\"attempt\":") != std::string::npos);
  CHECK(Maker(order, run_from(options, certified.file())).index() == drawn.index());
  // Without the tasks before it, a task is not made again.
  order.wanted[0] = {.pair = 0, .novel = false, .count = 1, .first = 2};
  CHECK(Maker(order, run_from(options, certified.file())).index() ==
        Maker(order, {.variation = options}).index());
}

TEST_CASE("a certificate of another task, a damaged one and another file are refused", "[certificate]") {
  const TaskOrder order = order_of_both({shipped("rolling/agents")}, 2);
  Certified certified(Maker(order, {.variation = unproved()}), order, unproved());
  const std::string good = certified.text;
  const auto refused = [&](const std::string& what, const std::string& with, const std::string& expected) {
    certified.text = good;
    certified.replace(what, with);
    CHECK_THROWS_WITH(Maker(order, run_from(unproved(), certified.file())), Contains(expected));
  };
  refused("\"after\":[0", "\"after\":[1", "task 0 of rolling/agents/normal is ");
  refused("\"after\":[0", "\"after\":[-1", "certificate.jsonl:2: /tasks/0/after/0: ");
  refused("\"after\":[0", "\"draw\":[0", "unknown key");
  refused("\"after\":[0,", "\"after\":[],\"was\":[0,", "/tasks/0/after: ");
  refused("\"novphy_certificate\":1", "\"novphy_certificate\":2", "certificate.jsonl:1: /novphy_certificate");
  refused("{\"novphy_certificate\":1", "{\"novphy_tasks\":2", "this is the index of a task set");
  certified.text = "\n";
  write_atomically(certified.file(), "");
  CHECK_THROWS_WITH(read_certificate(certified.file()), Contains("is empty"));
}

TEST_CASE("the certificate of XML files has the hashes of JSON", "[certificate]") {
  const TaskOrder order = order_of_both({shipped("rolling/agents")}, 2);
  const Maker json(order, {.variation = unproved()});
  const Maker xml(order, {.variation = unproved(), .xml = true});
  const Certified of_xml(xml, order, unproved(), "xml");
  const Certified of_json(json, order, unproved());
  CHECK(of_xml.text.substr(of_xml.text.find('\n')) == of_json.text.substr(of_json.text.find('\n')));
  TaskRun run = run_from(unproved(), of_json.file());
  run.xml = true;
  CHECK(Maker(order, run).texts() == xml.texts());
  CHECK(Maker(order, run).index() == xml.index());
}

TEST_CASE("lines of earlier versions, without their kept draw, give no certificate", "[certificate]") {
  TaskSet set{.lines = {{.task_template = "rolling/agents/normal"}}};
  CHECK(certificate_of(set, {shipped("rolling/agents")}, {}, assets().catalogue).empty());
}

TEST_CASE("a sample of the tasks of the certificate that comes with the program is proved anew",
          "[certificate]") {
  const std::filesystem::path file = certificate_below(NOVPHY_SOURCE_DIR);
  REQUIRE(!file.empty());
  const std::string name = GENERATE("single_force/relations", "rolling/goals");
  const Pair pair = shipped(name);
  VariationOptions options;
  options.novelties = shipped_novelties();
  const VariationMaker maker(pair, options, solver_numbers(assets()));
  const Certificate certificate = read_certificate(file, {pair.normal.name, pair.novel.name});
  for (const bool novel : {false, true}) {
    const CertifiedTemplate* const tasks = certificate.find(pair, novel, options.novelties);
    REQUIRE(tasks);
    for (const int index : {7, tasks->tasks.rbegin()->first}) {
      const TaskSetLine& line = tasks->tasks.at(index);
      const Made made = maker.make(novel, index, line.kept.attempt);
      REQUIRE(made.sides.size() == 1);
      CHECK(made.sides.front().kept == line.kept);
      CHECK(made.rejected == line.rejected);
      CHECK(hash_of(task_to_json(made.sides.front().task, assets().catalogue)) == line.hash);
    }
  }
}
