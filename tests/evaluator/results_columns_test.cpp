#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/record_io.h"
#include "tests/evaluator/results_text.h"

using namespace novphy;
using namespace novphy::test;

namespace {

struct NamedTable {
  const char* what;
  std::string header;
  std::string row;
  ColumnNames columns;
};

/// A table's only row, or the error's message from the header's line on.
std::string read_as(const NamedTable& table) {
  const ScratchFile file(table.header + "\n" + table.row + "\n");
  std::string text;
  try {
    read_results_csv(
        LineReader(file.path()),
        [&](const ResultRow& row, int) {
          const Record& r = row.record;
          text = (row.agent == "a" ? "a" : "file") + std::string(" ") + r.novelty + " " + r.scenario + " " +
                 std::to_string(r.trial) + " " + std::string(name(r.phase)) + " " + std::to_string(r.task) +
                 (r.no_result ? ""
                  : r.passed  ? " passed"
                              : " failed") +
                 (row.score ? " " + std::to_string(static_cast<int>(*row.score)) : "") +
                 (r.informed ? " informed" : "") + (r.alarm ? *r.alarm ? " alarm" : " quiet" : "");
        },
        {table.columns});
  } catch (const InputError& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return text;
}

}  // namespace

TEST_CASE("a result may be a word that people write, in capital or small letters, or a number of pandas") {
  for (const char* word : {"1", "1.0", "TRUE", "True", "yes", "Pass", "passed", "win", "Won", "SUCCESS"})
    CHECK(results(kTableHead + "\na,ice,x,0,normal," + word + "\n").at(0).record.passed);
  for (const char* word : {"0", "0.0", "FALSE", "no", "Fail", "failed", "loss", "Lost", "failure"}) {
    const Record record = results(kTableHead + "\na,ice,x,0,normal," + word + "\n").at(0).record;
    CHECK((!record.passed && !record.no_result));
  }
  for (const char* unknown : {"", "NA", "None", " "})
    CHECK(results(kTableHead + "\na,ice,x,0,normal," + unknown + "\n").at(0).record.no_result);
}

TEST_CASE("blanks around a name are not part of it, and a blank name is none") {
  const auto rows = results(kTableHead + "\na b, ice,x ,0,normal,1\na b,ice, x, 0 , novel , 1\n");
  CHECK(rows.at(0).record.novelty == "ice");
  CHECK(rows.at(1).record.scenario == "x");
  CHECK(rows.at(0).agent == "a b");
  CHECK(results_row_error(" ,ice,x,0,normal,1") == ":2: agent: found \" \", expected a name");
}

TEST_CASE("comments and empty lines may stand above the header") {
  const std::string content = "\xEF\xBB\xBF# of our robot\n\n\r\n# second try\n" + kTableHead +
                              "\na,ice,x,0,normal,1\n#b,ice,x,0,later,1\n";
  CHECK(is_results_csv(csv_header(ScratchFile(content).path())));
  CHECK(results_error(content) ==
        ":7: phase: found \"later\", expected one of novel, novelty, or one of normal, "
        "non-novelty-performance, in capital or small letters");
  CHECK(results_error("# a comment\n\n") == ": empty, expected a table with a header");
}

TEST_CASE("columns are read by our names, by names of other programs, and by names that the user gives") {
  const std::string smart_env =
      "trial_index,trial_id,novelty_level,novelty_difficulty,novelty_visibility,episode_index,performance,"
      "novelty_initiated,novelty_probability,novelty_threshold";
  const std::string hydra =
      "episode_num,novelty_probability,novelty_threshold,novelty,novelty_characterization,performance,"
      "trial_num,novelty_id,trial_type,episode_type,level,env_config";
  const std::string birds =
      "trial_num,trial_type,novelty_level,novelty_type,episode_type,episode_num,novelty,novelty_detection,"
      "performance,pass";
  const std::vector<std::pair<NamedTable, std::string>> tables{
      {{"SmartEnv, WSU", smart_env, "3,t9,203,easy,1,7,2,True,0.5,0.5", {}},
       "file 203 easy 3 novel 7 2 informed"},
      {{"SmartEnv, WSU", smart_env, "3,t9,203,easy,0,7,2,False,0.5,0.5", {}}, "file 203 easy 3 normal 7 2"},
      {{"CartPole, Hydra", hydra, "4,0.1,None,1,,2,5,mass_10,known,novelty,1,{}", {}},
       "file mass_10 all 5 novel 4 2 informed"},
      {{"CartPole, Hydra", hydra, "4,0.1,0.5,1,,2,5,mass_10,unknown,non-novelty-performance,1,{}", {}},
       "file mass_10 all 5 normal 4 2"},
      {{"Science Birds, Hydra", birds, "5,unknown,2,6,novelty,4,0,True,10,Pass", {}},
       "file 2 6 5 novel 4 passed 10 alarm"},
      {{"a chosen column is no other one",
        birds,
        "5,unknown,2,6,novelty,4,0,False,10,Fail",
        {{"novelty", "novelty_type"}}},
       "file 6 all 5 novel 4 failed 10 quiet"},
      {{"our names come first",
        "agent,novelty,novelty_id,trial,phase,pass,passed",
        "a,ice,7,0,novel,0,1",
        {}},
       "a ice all 0 novel 0 passed"},
      {{"the user's come before",
        "agent,novelty,NoveltyID,trial,phase,passed",
        "a,ice,7,0,novel,1",
        {{"novelty", "noveltyid"}}},
       "a 7 all 0 novel 0 passed"},
      {{"a question is a phase",
        "agent,novelty,trial,is_novel,won",
        "a,ice,0,yes,loss",
        {{"phase", "is_novel"}, {"passed", "won"}}},
       "a ice all 0 novel 0 failed"},
      {{"a score is enough", "agent,novelty,trial,phase,score", "a,ice,0,novel,4", {}},
       "a ice all 0 novel 0 4"},
      {{"two candidates", "agent,novelty_id,novelty_level,trial,phase,passed", "a,ice,1,0,novel,1", {}},
       ": novelty_id and novelty_level may each be the column \"novelty\": choose one with --columns "
       "novelty=novelty_id"},
      {{"of two candidates the chosen one",
        "agent,novelty_id,novelty_level,trial,phase,passed",
        "a,ice,1,0,novel,1",
        {{"novelty", "novelty_level"}}},
       "a 1 all 0 novel 0 passed"},
  };
  for (const auto& [table, expected] : tables) {
    CAPTURE(table.what, table.row);
    CHECK(is_results_csv(csv_header(ScratchFile(table.header + "\n").path()), table.columns));
    CHECK(read_as(table) == expected);
  }
  CHECK_THROWS_WITH(check_column_names({{"novlty", "x"}}),
                    Catch::StartsWith("columns: found \"novlty\", expected one of agent, novelty, scenario"));
}
