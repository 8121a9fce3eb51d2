#include <catch2/catch.hpp>
#include <fstream>

#include "bench/experiments/agreement.h"
#include "evaluator/record_io.h"
#include "tests/sim/worlds.h"
#include "tests/temporary_folder.h"

using namespace novphy;

namespace {

constexpr const char* kHead = "level,shot,family,novelty_level,vx,vy,end,support_change_frames";

/// A folder of recordings with these rows in its first table, and with one level, "a-normal".
struct Folder {
  explicit Folder(const std::string& rows, const std::string& head = kHead) {
    std::filesystem::create_directories(folder.path() / "levels");
    std::ofstream(folder.path() / "levels/a-normal.xml") << "<Level/>";
    std::ofstream(folder.path() / "shots.csv") << head << '\n' << rows;
    std::ofstream(folder.path() / "shots_13_angles.csv") << kHead << '\n';
  }
  std::vector<OriginalShot> read() const { return read_original_shots(folder.path()); }
  TemporaryFolder folder;
};

ComparedShot compared(const std::string& family, Ending theirs, Ending ours) {
  ComparedShot shot;
  shot.theirs.family = family;
  shot.theirs.ending = theirs;
  shot.ours.ending = ours;
  return shot;
}

OriginalShot shot_at(double angle_deg, double speed_mps) {
  OriginalShot shot;
  shot.velocity_mps = rotated({speed_mps, 0}, radians(angle_deg));
  return shot;
}

ReplayedShot replayed(const Task& task, const OriginalShot& shot) {
  return replay_shot(task, shot, worlds::catalogue(), worlds::standard());
}

}  // namespace

TEST_CASE("a row of recordings says how its shot ended, and whether its pig died where that is known") {
  const auto shots = Folder(
                         "a-normal,c05,type010203,0,9,4,level_clear,2\n"
                         "a-normal,c06,type010203,2,9,4,right_censored,0\n"
                         "a-normal,c07,type010203,0,9,4,rest,0\n")
                         .read();
  REQUIRE(shots.size() == 3);
  CHECK(shots[0].family == "a");
  CHECK(shots[0].scenario == "03");
  CHECK(shots[0].ending == Ending::kCleared);
  CHECK(shots[0].pig_dead == true);
  CHECK(shots[0].moved);
  CHECK(shots[1].novelty == 2);
  CHECK(shots[1].ending == Ending::kMoving);
  CHECK_FALSE(shots[1].pig_dead.has_value());
  CHECK(shots[2].pig_dead == false);
  CHECK_FALSE(shots[2].rest_s.has_value());
}

TEST_CASE("times of rest count from the launch, the first one where there are several") {
  const std::string head = std::string(kHead) + ",stable_steps";
  const auto shots = Folder(
                         "a-normal,c05,type010203,0,9,4,rest,0,5002 8000\n"
                         "a-normal,c06,type010203,0,9,4,rest,0,\n",
                         head)
                         .read();
  CHECK(*shots[0].rest_s == Approx(1));
  CHECK_FALSE(shots[1].rest_s.has_value());
  CHECK_THROWS_WITH(
      Folder("a-normal,c05,type010203,0,9,4,rest,0,soon\n", head).read(),
      Catch::EndsWith("shots.csv:2: stable_steps: found \"soon\", expected steps, separated by blanks"));
}

TEST_CASE("recordings that are not what they should be are refused with file, line and column") {
  CHECK_THROWS_AS(read_original_shots("nowhere"), InputError);
  CHECK_THROWS_WITH(Folder("", "level,shot").read(),
                    Catch::Contains("shots.csv:1: the column \"family\" is missing"));
  CHECK_THROWS_WITH(Folder("b,c05,type010203,0,9,4,rest,0\n").read(),
                    Catch::Contains("shots.csv:2: level: found \"b\", expected the name of a file in"));
  CHECK_THROWS_WITH(Folder("a-normal,c05,type010203,0,9,4,won,0\n").read(),
                    Catch::Contains("end: found \"won\", expected level_clear"));
  CHECK_THROWS_WITH(Folder("a-normal,c05,rolling,0,9,4,rest,0\n").read(),
                    Catch::Contains("expected a type such as"));
  CHECK_THROWS_WITH(Folder("a-normal,c05,type010203,0,x,4,rest,0\n").read(),
                    Catch::Contains("vx: found \"x\""));
}

TEST_CASE("agreement has Cohen's kappa and the share that always giving the commonest answer would reach") {
  std::vector<ComparedShot> shots;
  for (int i = 0; i < 4; ++i) shots.push_back(compared("a", Ending::kMoving, Ending::kMoving));
  for (int i = 0; i < 2; ++i) shots.push_back(compared("b", Ending::kAtRest, Ending::kAtRest));
  for (int i = 0; i < 2; ++i) shots.push_back(compared("c", Ending::kAtRest, Ending::kMoving));
  const AnswerAgreement all = agreement(shots, Question::kEnding);
  CHECK(all.shots == 8);
  CHECK(all.share == Approx(0.75));
  CHECK(all.share == Approx(0.75));
  CHECK(all.commonest == Approx(0.5));
  CHECK(all.kappa == Approx((0.75 - 0.5) / 0.5));  // agreement by chance: 4/8 x 6/8 + 4/8 x 2/8
  // One of three families disagrees throughout, so that draws of whole families reach from 0 to 1.
  CHECK(all.low == 0);
  CHECK(all.high == 1);
  CHECK(half_of(shots, "a") == 0);
  CHECK(half_of(shots, "b") == 1);
  CHECK(half_of(shots, "c") == 0);
}

TEST_CASE("a question whose answers are not known has no agreement") {
  const std::vector<ComparedShot> shots{compared("a", Ending::kMoving, Ending::kMoving)};
  CHECK(agreement(shots, Question::kPigDead).shots == 0);
  CHECK_FALSE(rest_times(shots).has_value());
}

TEST_CASE("times of rest are compared where both know one") {
  std::vector<ComparedShot> shots(3, compared("a", Ending::kAtRest, Ending::kAtRest));
  shots[0].theirs.rest_s = 3;
  shots[0].ours.end_s = 3.25;
  shots[1].theirs.rest_s = 5;
  shots[1].ours.end_s = 4;
  const auto times = rest_times(shots);
  REQUIRE(times.has_value());
  CHECK(times->shots == 2);
  CHECK(times->median_s == Approx(0.625));
  CHECK(times->within_half_second == Approx(0.5));
}

TEST_CASE("birds that went whole seconds after our first contact are counted, from three seconds on") {
  std::vector<ComparedShot> shots(5, compared("a", Ending::kAtRest, Ending::kAtRest));
  for (ComparedShot& shot : shots) shot.ours.contact_s = 1.2;
  shots[0].theirs.bird_gone_s = 4.2;    // three seconds after the contact
  shots[1].theirs.bird_gone_s = 8.206;  // seven seconds after the contact
  shots[2].theirs.bird_gone_s = 5.9;    // between two checks
  shots[3].theirs.bird_gone_s = 2.2;    // before the first check
  const Removals found = removals(shots);
  CHECK(found.shots == 4);
  CHECK(found.whole_seconds == 2);
}

TEST_CASE("a replayed shot is watched past a dead pig until all is still") {
  const Task task = worlds::task();  // the pig stands out of reach
  const ReplayedShot moving = replayed(task, shot_at(68, 10));
  CHECK(moving.end_s == Approx(kRecordedS).margin(0.02));
  CHECK(moving.ending == Ending::kMoving);
  CHECK(moving.bird_speed_mps > kStillMps);
  CHECK_FALSE(moving.pig_dead);
  CHECK_FALSE(moving.moved);
  REQUIRE(moving.contact_s.has_value());

  Task near = task;
  near.objects = {{.type = "pig_small", .at_m = {-5.2, -3.29}}};
  const ReplayedShot hit = replayed(near, shot_at(0, 10));
  CHECK(hit.pig_dead);
  CHECK(hit.moved);
  CHECK((hit.ending == Ending::kMoving || hit.end_s > 1));
}

TEST_CASE("a bird that lies still ends a replay before it is gone") {
  const std::vector<Object> pit{{.type = "platform", .at_m = {-9.6, -3}, .size_m = Vec2{0.2, 1}},
                                {.type = "platform", .at_m = {-10.4, -3}, .size_m = Vec2{0.2, 1}}};
  const ReplayedShot rest = replayed(worlds::task({"red", "red"}, pit), shot_at(60, 3.6));
  CHECK(rest.ending == Ending::kAtRest);
  CHECK(rest.end_s < *rest.contact_s + 3);
}
