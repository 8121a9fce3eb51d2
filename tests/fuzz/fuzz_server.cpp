#include <memory>
#include <optional>
#include <span>
#include <string>

#include "levels/pair.h"
#include "serve/messages.h"
#include "serve/player.h"
#include "tests/fuzz/targets.h"
#include "tests/temporary_folder.h"

namespace novphy::fuzz {
namespace {

constexpr int kRunInputs = 10'000;  // inputs that share a run, whose file grows with each input
constexpr std::size_t kPictureBytes = 8 + std::size_t{3} * 640 * 480;

Plan made_plan() {
  PlanOptions options;
  options.trials = 2;
  options.min_normal = options.max_normal = 1;
  options.novel = options.training = 1;
  options.calibration_runs = 0;
  options.informed = true;
  const auto pairs = read_pairs(NOVPHY_SOURCE_DIR "/tests/trials/pairs", shipped_catalogue());
  Plan plan = make_plan(std::span(pairs).first(1), options);
  shift_tasks(plan);
  return plan;
}

/// A plan of two informed trials with training tasks.
const Plan& small_plan() {
  static const Plan plan = made_plan();
  return plan;
}

struct ServedRun {
  static RunFiles files_in(const TemporaryFolder& folder) {
    RunFiles files;
    files.out = folder / "r.jsonl";
    return files;
  }

  TemporaryFolder folder{};
  RunFiles files = files_in(folder);
  PracticeFile practised{PracticeFile::path_for(files.out), {}, false, false};
  PracticeSet practice{.tasks = practice_tasks(small_plan(), 2), .file = practised};
  OpenRun run{small_plan(), {}, files};
  int inputs = 0;
};

ServedRun& served_run() {
  static std::unique_ptr<ServedRun> run;
  if (!run || ++run->inputs == kRunInputs) run = std::make_unique<ServedRun>();
  return *run;
}

/// Reads a reply as a client does: by what the reply announces.
class ReplyReader {
 public:
  explicit ReplyReader(std::string_view reply) : left_(reply) {}

  std::size_t number() {
    need(left_.size() >= 4, "a reply ends within a number");
    std::size_t value = 0;
    for (const char byte : left_.substr(0, 4)) value = value << 8U | static_cast<std::uint8_t>(byte);
    left_.remove_prefix(4);
    return value;
  }
  void skip(std::size_t bytes) {
    need(left_.size() >= bytes, "a reply is too short");
    left_.remove_prefix(bytes);
  }
  void text() { skip(number()); }
  void states() {
    for (std::size_t i = 0, count = number(); i < count; ++i) text();
  }
  void end() const { need(left_.empty(), "a reply is too long"); }

 private:
  std::string_view left_;
};

void check_reply(const Request& request, std::string_view reply) {
  ReplyReader reader(reply);
  switch (request.id()) {
    case MessageId::kConfigure:
      reader.skip(3);
      break;
    case MessageId::kScreenshot:
    case MessageId::kFirstPicture:
      reader.skip(kPictureBytes);
      break;
    case MessageId::kExact:
    case MessageId::kNoisy:
    case MessageId::kHint:
      reader.text();
      break;
    case MessageId::kExactWithPicture:
    case MessageId::kNoisyWithPicture:
      reader.text();
      reader.skip(kPictureBytes);
      break;
    case MessageId::kShootAndRecord:
    case MessageId::kRecord:
      reader.states();
      break;
    case MessageId::kShootSequence:
    case MessageId::kFastSequence:
      reader.skip(static_cast<std::size_t>(request.numbers.front()));
      break;
    case MessageId::kBestScores:
    case MessageId::kMyScores:
    case MessageId::kCurrentLevel:
    case MessageId::kLevelCount:
    case MessageId::kNextLevel:
    case MessageId::kScore:
    case MessageId::kNoveltyInformation:
      reader.number();
      break;
    case MessageId::kReadyForSet:
      reader.skip(19);
      break;
    default:
      reader.skip(1);
  }
  reader.end();
}

void answer(const Request& request, Player& player) { check_reply(request, player.answer(request)); }

/// Answers all requests in the bytes that have come, and after a silence also one without its last fields.
/// False where the bytes are no requests.
bool answer_all(Framing& framing, Player& player, bool is_silent) try {
  while (const std::optional<Request> request = framing.next()) answer(*request, player);
  if (is_silent && framing.may_be_whole()) answer(framing.next_without_last_fields(), player);
  return true;
} catch (const ProtocolError&) {
  return false;
}

}  // namespace

void run_server(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto settings = static_cast<std::uint8_t>(bytes.front());
  const auto bit = [settings](unsigned place) { return settings >> place & 1; };
  bytes.remove_prefix(1);
  ServedRun& of = served_run();
  TrialQueue queue(of.run);
  const SessionSetup setup{.catalogue = shipped_catalogue(),
                           .physics = shipped_assets().physics.at("standard"),
                           .colours = shipped_assets().colours,
                           .labels = bit(0) != 0};
  Player player(small_plan(), queue, setup,
                {.ask_every = bit(1),
                 .training_tasks = bit(2),
                 .hints = true,
                 .count_levels = bit(3) != 0,
                 .practice = bit(4) != 0 ? &of.practice : nullptr});
  Framing framing;
  const std::size_t piece = 1 + (settings >> 3U);
  while (!bytes.empty()) {
    framing.add(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    if (!answer_all(framing, player, bit(5) != 0)) break;
  }
  player.leave("the input is over");
}

}  // namespace novphy::fuzz
