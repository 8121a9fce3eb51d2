#pragma once

#include <memory>

#include "trials/plan_file.h"

namespace novphy::python {

/// A plan as Python holds it. Sessions and runs keep their plan alive.
using PlanPointer = std::shared_ptr<const PlanFile>;

}  // namespace novphy::python
