#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"
#include "sim/catalogue.h"

namespace novphy {

/// The templates of a training. All are normal templates, because agents are trained on normal tasks.
struct TrainingTemplates {
  std::vector<Pair> pairs{};             ///< the pairs that the templates are sides of, each once
  std::vector<std::string> templates{};  ///< the templates that get a net
  std::vector<std::string> sources{};    ///< see NetTrainingOrder::sources
};

/// Finds the templates that the names stand for, as order_of() does. `train_on` names the sources. Throws
/// InputError for an unknown name, and for a name of novel templates only.
TrainingTemplates training_templates(const std::vector<std::string>& names,
                                     const std::vector<std::string>& train_on,
                                     const std::vector<Pair>& library, const Catalogue& catalogue);

}  // namespace novphy
