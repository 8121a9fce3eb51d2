#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "agents/action_set.h"
#include "agents/agent.h"
#include "learning/moments.h"
#include "nets/weights_file.h"

namespace novphy {

/// A net that was trained on the normal tasks of one template.
struct Trained {
  SavedNet net{};
  ActionSet actions = ActionSet::kPlanner;
  std::string task_template{};
  std::vector<std::string> hashes{};  ///< of the tasks that the net was trained on
  std::string settings{};             ///< all that the training depended on besides, in words
};

/// The nets in a folder of novphy train, by the name of their template.
using TrainedNets = std::map<std::string, std::shared_ptr<const Trained>>;

/// The file of a template's net: FOLDER/rolling/agents/normal.dqn.
std::filesystem::path net_file(const std::filesystem::path& folder, const std::string& task_template,
                               NetKind kind);
/// Reads the nets of these templates. Throws InputError where a template has no file, and where a file does
/// not hold a net of this kind for its template.
TrainedNets read_trained(const std::filesystem::path& folder, const std::vector<std::string>& templates,
                         NetKind kind);
void write_trained(const std::filesystem::path& folder, const Trained& trained);

/// The sizes of a new net of this kind for a set of actions. They are ours; the papers' nets see pictures.
NetShape shape_of(NetKind kind, ActionSet actions);

/// Takes the best action of a trained net throughout a trial: the "offline" version of the published learning
/// agents.
class OfflineAgent : public Agent {
 public:
  explicit OfflineAgent(const Trained& trained);
  Shot choose(const Observation& seen) override;

 private:
  Net net_;
  ActionSet actions_;
};

}  // namespace novphy
