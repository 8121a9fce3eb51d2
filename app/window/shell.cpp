#include "app/window/shell.h"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <SFML/Graphics.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "base/file.h"
#include "base/input_error.h"
#include "view/image_file.h"

namespace novphy::window {
namespace {

constexpr unsigned kFramesPerS = 60;
constexpr double kLongestFrameMs = 100;  // a window that was held up must not make the world jump

Key key_of(sf::Keyboard::Key code) {
  switch (code) {
    case sf::Keyboard::Left:
      return Key::kLeft;
    case sf::Keyboard::Right:
      return Key::kRight;
    case sf::Keyboard::Up:
      return Key::kUp;
    case sf::Keyboard::Down:
      return Key::kDown;
    case sf::Keyboard::Space:
      return Key::kSpace;
    case sf::Keyboard::Enter:
      return Key::kEnter;
    case sf::Keyboard::Escape:
      return Key::kEscape;
    default:
      break;
  }
  return code >= sf::Keyboard::A && code <= sf::Keyboard::Z ? Key::kLetter : Key::kOther;
}

std::optional<Input> input_of(const sf::Event& event) {
  const auto place = [](int x, int y) { return Vec2{static_cast<double>(x), static_cast<double>(y)}; };
  switch (event.type) {
    case sf::Event::MouseButtonPressed:
      return Input{.kind = Input::Kind::kPress, .at_px = place(event.mouseButton.x, event.mouseButton.y)};
    case sf::Event::MouseButtonReleased:
      return Input{.kind = Input::Kind::kRelease, .at_px = place(event.mouseButton.x, event.mouseButton.y)};
    case sf::Event::MouseMoved:
      return Input{.kind = Input::Kind::kMove, .at_px = place(event.mouseMove.x, event.mouseMove.y)};
    case sf::Event::KeyPressed: {
      const Key key = key_of(event.key.code);
      const char letter =
          key == Key::kLetter ? static_cast<char>('a' + (event.key.code - sf::Keyboard::A)) : '\0';
      return Input{.kind = Input::Kind::kKey, .key = key, .letter = letter, .shift = event.key.shift};
    }
    default:
      return std::nullopt;
  }
}

/// A window that shows the picture of a view.
class ShellWindow {
 public:
  explicit ShellWindow(const ShellOptions& options) : options_(options) {
    const sf::VideoMode mode = options.fullscreen ? sf::VideoMode::getDesktopMode()
                                                  : sf::VideoMode(options.width_px, options.height_px);
    window_.create(mode, options.title, options.fullscreen ? sf::Style::Fullscreen : sf::Style::Default);
    window_.setFramerateLimit(kFramesPerS);
    fit(window_.getSize());
  }

  bool open() const { return window_.isOpen(); }

  void events(View& view) {
    sf::Event event;
    while (window_.pollEvent(event)) {
      if (event.type == sf::Event::Closed) window_.close();
      if (event.type == sf::Event::Resized) fit({event.size.width, event.size.height});
      if (event.type == sf::Event::KeyPressed && event.key.code == sf::Keyboard::F12) save();
      if (const auto input = input_of(event)) view.handle(*input);
    }
  }

  void draw(View& view) {
    view.draw(*canvas_);
    texture_.update(canvas_->rgba().data());
    window_.clear();
    window_.draw(sf::Sprite(texture_));
    window_.display();
  }

 private:
  /// Sets the picture to the size of the window. The picture is drawn anew at every size, never stretched.
  void fit(sf::Vector2u size) {
    canvas_ = std::make_unique<Canvas>(static_cast<int>(std::max(size.x, 64U)),
                                       static_cast<int>(std::max(size.y, 48U)));
    texture_.create(static_cast<unsigned>(canvas_->width_px()), static_cast<unsigned>(canvas_->height_px()));
    window_.setView(sf::View(sf::FloatRect(0, 0, static_cast<float>(size.x), static_cast<float>(size.y))));
  }

  void save() {
    if (options_.screenshots.empty()) return;
    const auto rgba = canvas_->rgba();
    Picture picture{.width_px = canvas_->width_px(), .height_px = canvas_->height_px()};
    for (std::size_t i = 0; i < rgba.size(); i += 4)
      picture.rgb.insert(picture.rgb.end(), {rgba[i], rgba[i + 1], rgba[i + 2]});
    std::filesystem::create_directories(options_.screenshots);
    write_atomically(options_.screenshots / fmt::format("{:03}.png", ++saved_), png(picture));
  }

  const ShellOptions& options_;
  sf::RenderWindow window_{};
  sf::Texture texture_{};
  std::unique_ptr<Canvas> canvas_{};
  int saved_ = 0;
};

}  // namespace

void require_display() {
  // SFML ends the program where no display exists, so a child process tries first.
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(STDERR_FILENO);
    const sf::Context context;
    ::_exit(0);
  }
  int status = 1;
  if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0)
    throw InputError("display", "no window can be opened: is DISPLAY set, and an X server there?");
}

void show(View& view, const ShellOptions& options) {
  require_display();
  ShellWindow window(options);
  sf::Clock clock;
  while (window.open() && !view.finished()) {
    window.events(view);
    const double ms = static_cast<double>(clock.restart().asMicroseconds()) / 1000;
    view.advance(std::min(ms, kLongestFrameMs));
    if (window.open() && !view.finished()) window.draw(view);
  }
}

}  // namespace novphy::window
