#pragma once

#include <span>
#include <stdexcept>
#include <string_view>

#include "base/input_error.h"
#include "levels/assets.h"

/// The targets of scripts/fuzz.sh. A target takes any bytes. A reader must read or refuse them, and what was
/// read must be equal after writing and reading again. A target throws anything but InputError and AgentError
/// where that does not hold.
namespace novphy::fuzz {

struct Target {
  std::string_view name;  ///< for scripts/fuzz.sh; the folder tests/fuzz/NAME holds the inputs to start from
  void (*run)(std::string_view bytes);
};

/// All targets.
std::span<const Target> targets();

void run_task(std::string_view bytes);     ///< a task and a pair, JSON
void run_xml(std::string_view bytes);      ///< a task, XML
void run_config(std::string_view bytes);   ///< an experiment configuration of Science Birds, made into a plan
void run_plan(std::string_view bytes);     ///< a plan
void run_novelty(std::string_view bytes);  ///< an entry of the table of novelties, injected into a task
void run_catalogue(std::string_view bytes);  ///< catalogue.json
void run_records(std::string_view bytes);    ///< a file of records, line by line
void run_tables(std::string_view bytes);     ///< files that novphy measure takes: all kinds of CSV, records
void run_card(std::string_view bytes);       ///< an agent card
void run_study(std::string_view bytes);      ///< a study
void run_journal(std::string_view bytes);    ///< the journal of a study's participant
void run_online(std::string_view bytes);     ///< the data of an online study's participants
void run_blocks(std::string_view bytes);     ///< finished trials, also with headers and hashes that are right
void run_weights(std::string_view bytes);    ///< weights of a net, also with a hash that is right
void run_answers(std::string_view bytes);    ///< an agent's answers
void run_arguments(std::string_view bytes);  ///< values of the command line
void run_server(
    std::string_view bytes);  ///< the bytes of a client of novphy serve; every reply has its length
void run_world(std::string_view bytes);  ///< a valid task and shots that the bytes draw, played to the end

const Assets& shipped_assets();
inline const Catalogue& shipped_catalogue() { return shipped_assets().catalogue; }

/// Runs the function. InputError is caught; an InputError without a problem is a mistake.
template <class Function>
void read_or_refuse(const Function& function) try {
  function();
} catch (const InputError& error) {
  if (error.problems().empty()) throw std::logic_error("an error without a problem");
}

/// Throws std::logic_error where the condition does not hold.
inline void need(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

}  // namespace novphy::fuzz
