#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agents/learning/nets/adamw.h"
#include "agents/learning/nets/net.h"

namespace novphy {

/// The content of a file with a net. docs/reference/learning.md gives the format.
struct SavedNet {
  NetShape shape;
  std::string action_set;                      ///< the name of the set that the actions belong to
  std::map<std::string, std::string> texts{};  ///< other facts, such as the template
  std::vector<float> weights{};
  AdamWState optimiser{};  ///< as training left it; has no steps if training is over

  bool operator==(const SavedNet&) const = default;
};

/// The bytes of the file. There must be weight_count(shape) weights and, if the optimiser has made a step, as
/// many means and squares.
std::string weights_to_bytes(const SavedNet& net);
/// The hash at the end of the file, over everything that the file holds.
std::uint64_t weights_hash(const SavedNet& net);

/// Throws InputError for bytes of another kind or version, bytes that are cut or changed, sizes that no net
/// can have, and numbers that are not finite. `file` only appears in messages.
SavedNet parse_weights(std::string_view bytes, const std::string& file);
/// Throws InputError also if the file cannot be read.
SavedNet read_weights(const std::filesystem::path& file);
/// Writes the whole file, or leaves the old file unchanged and throws InputError.
void write_weights(const std::filesystem::path& file, const SavedNet& net);

/// Throws InputError, with both in words, if a net read from `file` has another shape or belongs to another
/// set of actions than expected.
void expect_net(const SavedNet& net, const NetShape& shape, std::string_view action_set,
                const std::string& file);

}  // namespace novphy
