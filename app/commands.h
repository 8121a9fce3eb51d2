#pragma once

#include "app/common.h"
#include "app/job.h"

/// All commands of the program. The function add_NAME in a file of app/ adds the command with its help, its
/// settings, and the function that runs it. The command of add_web_study is web-study.
#define NOVPHY_COMMANDS(each)                                                                                \
  each(validate) each(verify) each(judge) each(convert) each(aim) each(plan) each(play) each(observe)        \
      each(generate) each(inject) each(invent) each(seal) each(reveal) each(list) each(run)                  \
          each(check_agent) each(serve) each(replay) each(draw) each(film) each(page) each(art) each(detect) \
              each(difficulty) each(measure) each(merge) each(report) each(board) each(study) each(import)   \
                  each(selftest) each(train) each(web_study)

namespace novphy::app {

#define NOVPHY_DECLARE(name) void add_##name(Command& program);
NOVPHY_COMMANDS(NOVPHY_DECLARE)
NOVPHY_DECLARE(bench)  // only where the benchmarks are built
#undef NOVPHY_DECLARE

/// The whole program: runs the command that the arguments name. Returns the exit code.
int run_novphy(int argc, char** argv, Start start = {});

}  // namespace novphy::app
