#pragma once

#include <array>

/// The texts of help that are not those of single commands and options.
namespace novphy::app {

struct HelpRow {
  const char* command;
  const char* group;
  const char* examples;  ///< a line each
};

inline constexpr const char* kTasksGroup = "Tasks";
inline constexpr const char* kTrialsGroup = "Experiments";
inline constexpr const char* kResultsGroup = "Results";
inline constexpr const char* kProgramGroup = "The program";

inline constexpr std::array kHelpRows{
    HelpRow{"list", kTasksGroup, "novphy list pairs\nnovphy list agents"},
    HelpRow{"play", kTasksGroup, "novphy play rolling/agents:normal --shot 53.5@0.9"},
    HelpRow{"draw", kTasksGroup,
            "novphy draw rolling/agents:novel --shot 30 --trajectory --zoom task --out task.png"},
    HelpRow{"film", kTasksGroup,
            "novphy film rolling/agents:novel --shot 30 --zoom task --out play.mp4\n"
            "novphy film results/P01/records.jsonl --all --out p01.mp4"},
    HelpRow{"observe", kTasksGroup, "novphy observe rolling/agents:novel --form geojson"},
    HelpRow{"aim", kTasksGroup, "novphy aim rolling/agents:normal --at 4,-3"},
    HelpRow{"inject", kTasksGroup, "novphy inject task.json --novelty fan --at -2,1 --out novel.json"},
    HelpRow{"generate", kTasksGroup, "novphy generate rolling/agents --count 20 --out tasks"},
    HelpRow{"validate", kTasksGroup, "novphy validate my_pair.json"},
    HelpRow{"verify", kTasksGroup, "novphy verify rolling/agents\nnovphy verify --all --jobs 2"},
    HelpRow{"convert", kTasksGroup, "novphy convert rolling/agents:novel task.xml"},
    HelpRow{"art", kTasksGroup, "novphy art --sheet artwork.png"},
    HelpRow{"plan", kTrialsGroup, "novphy plan --trials 4 --pool 40 --jobs 2 --out plan.json"},
    HelpRow{"run", kTrialsGroup,
            "novphy run plan.json --agent pig_shooter --jobs 2 --out records.jsonl\n"
            "novphy run plan.json --agent \"exec:python3 my_agent.py\" --out mine.jsonl\n"
            "novphy run plan.json --agent pig_shooter --shard 3/8 --resume --out records.jsonl"},
    HelpRow{"serve", kTrialsGroup,
            "novphy serve plan.json --agent datalab_jar --out datalab.jsonl\n"
            "novphy serve plan.json --labels --port 0 --log requests.txt --out records.jsonl"},
    HelpRow{
        "train", kTrialsGroup,
        "novphy train rolling/agents/normal --agent dqn --jobs 2 --out nets\n"
        "novphy train rolling/agents/normal --agent dqn --schedule published --release 2021-09 --out nets\n"
        "novphy train rolling/agents --ceiling --actions grid --tasks 70 --jobs 2"},
    HelpRow{"merge", kTrialsGroup, "novphy merge records.jsonl.shard-*-of-8 --out records.jsonl"},
    HelpRow{"study", kTrialsGroup, "novphy study status results"},
    HelpRow{"replay", kResultsGroup, "novphy replay records.jsonl --all"},
    HelpRow{"detect", kResultsGroup,
            "novphy detect records.jsonl --method pma --window 10 --threshold 1.5 --out alarms.jsonl"},
    HelpRow{"difficulty", kResultsGroup,
            "novphy difficulty rolling/agents --explain\n"
            "novphy difficulty --all --jobs 2 --json --out difficulty.json"},
    HelpRow{"measure", kResultsGroup, "novphy measure alarms.jsonl"},
    HelpRow{"report", kResultsGroup,
            "novphy report alarms.jsonl others.jsonl --baseline random --out report.html"},
    HelpRow{"selftest", kProgramGroup, "novphy selftest"},
    HelpRow{"bench", kProgramGroup, "novphy bench"},
    HelpRow{"help", kProgramGroup, "novphy help plan\nnovphy help study status"},
    HelpRow{"completion", kProgramGroup,
            "novphy completion bash > ~/.local/share/bash-completion/completions/novphy\n"
            "novphy completion zsh > ~/.zfunc/_novphy"},
    HelpRow{"man", kProgramGroup, "novphy man | man -l -"},
};

struct NamedText {
  const char* name;
  const char* text;
};

inline constexpr std::array kExitCodes{
    NamedText{"0", "done"},
    NamedText{"1", "verify, replay and selftest: something is not as it should be"},
    NamedText{"2", "a wrong command line or input, or a file that cannot be written"},
    NamedText{"3",
              "merge: trials are missing; all other commands: a mistake in the program, please report it"},
    NamedText{"128+N", "ended by signal N; of Ctrl-C, 130"},
};

inline constexpr std::array kEnvironment{
    NamedText{"NOVPHY_ASSETS", "the folder of catalogue.json, physics.json and colours.json"},
    NamedText{"NO_COLOR", "no colours, where set and not empty"},
};

}  // namespace novphy::app
