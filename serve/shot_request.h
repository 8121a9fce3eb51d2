#pragma once

#include "serve/messages.h"
#include "sim/shot.h"
#include "sim/world.h"

namespace novphy {

/// Whether the request is a shot that can be made: all but polar shots of four numbers, whose units nobody
/// tells, and sequences.
bool is_shot(const Request& request);

/// The shot that such a request asks for, in the current task of the world. Four numbers give the release on
/// the screen, six its distance from a focus: across and down or, in polar shots, the elevation of the flight
/// in hundredths of a degree and the pull.
Shot shot_of(const Request& request, const World& world);

}  // namespace novphy
