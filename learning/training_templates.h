#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"
#include "sim/catalogue.h"

namespace novphy {

/// The templates of a training. Agents are trained on normal tasks, so that all are normal templates.
struct TrainingTemplates {
  std::vector<Pair> pairs{};             ///< whose sides the templates are, each pair once
  std::vector<std::string> templates{};  ///< those that get a net
  std::vector<std::string> sources{};    ///< see NetTrainingOrder::sources
};

/// Finds the templates that names mean, as order_of() does. `train_on` names the sources. Throws InputError
/// for a name that means nothing, and for names of novel templates alone.
TrainingTemplates training_templates(const std::vector<std::string>& names,
                                     const std::vector<std::string>& train_on,
                                     const std::vector<Pair>& library, const Catalogue& catalogue);

}  // namespace novphy
