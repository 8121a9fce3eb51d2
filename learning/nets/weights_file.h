#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "learning/nets/adamw.h"
#include "learning/nets/net.h"

namespace novphy {

/// A net as a file holds it: docs/learning.md has the format.
struct SavedNet {
  NetShape shape;
  std::string action_set;                      ///< the name of the set that the actions belong to
  std::map<std::string, std::string> texts{};  ///< what else is to be known, such as the template
  std::vector<float> weights{};
  AdamWState optimiser{};  ///< as training left it; without steps where training is over

  bool operator==(const SavedNet&) const = default;
};

/// The bytes of the file. The number of weights, and of the optimiser's means and squares where the optimiser
/// has made a step, must be weight_count(shape).
std::string weights_to_bytes(const SavedNet& net);
/// The hash at the end of the file: of everything that the file holds.
std::uint64_t weights_hash(const SavedNet& net);

/// Throws InputError for bytes of another kind or version, bytes that are cut or changed, sizes of which no
/// net can be made, and numbers that are not finite. `file` appears only in messages.
SavedNet parse_weights(std::string_view bytes, const std::string& file);
/// Throws InputError also where the file cannot be read.
SavedNet read_weights(const std::filesystem::path& file);
/// Writes the whole file or leaves the old file unchanged. Throws InputError where that is not possible.
void write_weights(const std::filesystem::path& file, const SavedNet& net);

/// Throws InputError, with both in words, where a net that was read from `file` has another shape or belongs
/// to another set of actions than is expected.
void expect_net(const SavedNet& net, const NetShape& shape, std::string_view action_set,
                const std::string& file);

}  // namespace novphy
