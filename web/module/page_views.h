#pragma once

#include "web/module/views.h"

namespace novphy::web {

/// A task that somebody plays. `question` has the task, and optionally "title", "words", "before" (shots that
/// were made earlier), "view" ("task" or "agents"), "zoom" and "speed".
std::unique_ptr<PageView> make_play_page(const Json& question);

/// A recorded play: the task and its "shots". The page moves it by "time_s" and "speed".
std::unique_ptr<PageView> make_watch_page(const Json& question);

}  // namespace novphy::web
