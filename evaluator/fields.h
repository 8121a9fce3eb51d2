#pragma once

#include <string_view>
#include <tuple>

#include "evaluator/record.h"

/// The list of a record's fields. Reading, writing and the test of record.schema.json share this list.
namespace novphy {

enum class Need {
  kAlways,  ///< the field is in every line; a line without it is an error
  kIfSet,   ///< the field is left out where it has its default
};

template <class Owner, class Value>
struct Field {
  std::string_view key;
  Value Owner::*member;
  Need need;
};

template <class Owner, class Value>
constexpr Field<Owner, Value> field(std::string_view key, Value Owner::*member, Need need = Need::kIfSet) {
  return {key, member, need};
}

inline constexpr auto kFingerprintFields = std::make_tuple(  //
    field("format", &Fingerprint::format, Need::kAlways),    //
    field("version", &Fingerprint::version),                 //
    field("box2d", &Fingerprint::box2d),                     //
    field("compiler", &Fingerprint::compiler),               //
    field("architecture", &Fingerprint::architecture),       //
    field("catalogue_hash", &Fingerprint::catalogue_hash),   //
    field("physics_hash", &Fingerprint::physics_hash),       //
    field("physics", &Fingerprint::physics),                 //
    field("plan", &Fingerprint::plan),                       //
    field("plan_hash", &Fingerprint::plan_hash),             //
    field("seed", &Fingerprint::seed),                       //
    field("agent", &Fingerprint::agent, Need::kAlways),      //
    field("name", &Fingerprint::name),                       //
    field("agent_files", &Fingerprint::agent_files),         //
    field("labels", &Fingerprint::labels),                   //
    field("informed", &Fingerprint::informed),               //
    field("overrides", &Fingerprint::overrides),             //
    field("detector", &Fingerprint::detector),               //
    field("served", &Fingerprint::served),                   //
    field("planned_trials", &Fingerprint::planned_trials),   //
    field("planned_novel", &Fingerprint::planned_novel),     //
    field("left_out", &Fingerprint::left_out));

inline constexpr auto kShotFields = std::make_tuple(        //
    field("drag_m", &RecordedShot::drag_m, Need::kAlways),  //
    field("tap_ms", &RecordedShot::tap_ms),                 //
    field("launch_ms", &RecordedShot::launch_ms),           //
    field("thought_ms", &RecordedShot::thought_ms));

inline constexpr auto kRecordFields = std::make_tuple(           //
    field("novelty", &Record::novelty, Need::kAlways),           //
    field("scenario", &Record::scenario, Need::kAlways),         //
    field("trial", &Record::trial, Need::kAlways),               //
    field("control", &Record::control),                          //
    field("informed", &Record::informed),                        //
    field("phase", &Record::phase, Need::kAlways),               //
    field("task", &Record::task, Need::kAlways),                 //
    field("template", &Record::task_template),                   //
    field("variation", &Record::variation),                      //
    field("passed", &Record::passed, Need::kAlways),             //
    field("score", &Record::score),                              //
    field("shots", &Record::shots),                              //
    field("end", &Record::end),                                  //
    field("digest", &Record::digest),                            //
    field("time_s", &Record::time_s),                            //
    field("novelty_probability", &Record::novelty_probability),  //
    field("novelty_threshold", &Record::novelty_threshold),      //
    field("reported_level", &Record::reported_level),            //
    field("reported_objects", &Record::reported_objects),        //
    field("reported_text", &Record::reported_text),              //
    field("alarm", &Record::alarm),                              //
    field("error", &Record::error),                              //
    field("no_result", &Record::no_result));

/// The list of fields of a type.
constexpr const auto& fields_of(const Fingerprint&) { return kFingerprintFields; }
constexpr const auto& fields_of(const RecordedShot&) { return kShotFields; }
constexpr const auto& fields_of(const Record&) { return kRecordFields; }

/// Calls visit(field) for each field of the owner's type, in the order of the list.
template <class Owner, class Visit>
constexpr void for_each_field(const Owner& owner, Visit&& visit) {
  std::apply([&](const auto&... fields) { (visit(fields), ...); }, fields_of(owner));
}

}  // namespace novphy
