#include "app/window/shell.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef NOVPHY_WITH_SOUND
#include <SFML/Audio.hpp>
#endif

#include <SFML/Window.hpp>
#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "base/file.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "view/image_file.h"
#include "view/window/button_bar.h"
#include "view/window/page_view.h"
#include "view/window/pixel_canvas.h"

// Last, because of its macros.
#include <cairo/cairo-xlib.h>

namespace novphy::window {
namespace {

const sf::Time kFrame = sf::microseconds(16'667);  // 60 frames a second
constexpr double kExitPx = 44;                     // width of the exit at the top of the window, at scale 1
constexpr double kLongestFrameMs = 100;            // a window that was held up must not make the world jump

constexpr std::array kKeys{
    std::pair{sf::Keyboard::Left, Key::kLeft},     std::pair{sf::Keyboard::Right, Key::kRight},
    std::pair{sf::Keyboard::Up, Key::kUp},         std::pair{sf::Keyboard::Down, Key::kDown},
    std::pair{sf::Keyboard::Space, Key::kSpace},   std::pair{sf::Keyboard::Enter, Key::kEnter},
    std::pair{sf::Keyboard::Escape, Key::kEscape}, std::pair{sf::Keyboard::Tab, Key::kTab},
    std::pair{sf::Keyboard::PageUp, Key::kPageUp}, std::pair{sf::Keyboard::PageDown, Key::kPageDown},
    std::pair{sf::Keyboard::Home, Key::kHome},     std::pair{sf::Keyboard::End, Key::kEnd},
};
/// The keys for characters that were typed; which keys these are depends on the keyboard.
constexpr std::array kTyped{std::pair{U'+', Key::kPlus}, std::pair{U'=', Key::kPlus},
                            std::pair{U'-', Key::kMinus}, std::pair{U'0', Key::kZero}};

template <class Table>
Key key_in(const Table& table, const auto& code) {
  const auto* row = find_in(table, [&](const auto& each) { return each.first == code; });
  return row ? row->second : Key::kOther;
}

Key key_of(sf::Keyboard::Key code) {
  return code >= sf::Keyboard::A && code <= sf::Keyboard::Z ? Key::kLetter : key_in(kKeys, code);
}

MouseButton button_of(sf::Mouse::Button button) {
  return button == sf::Mouse::Left     ? MouseButton::kLeft
         : button == sf::Mouse::Middle ? MouseButton::kMiddle
                                       : MouseButton::kRight;
}

Vec2 place(int x, int y) { return {static_cast<double>(x), static_cast<double>(y)}; }

/// The keys that are down. A press of a key that is down already is a repetition by the system.
class DownKeys {
 public:
  /// Notes a press. Returns whether the key was down.
  bool press(sf::Keyboard::Key key) {
    if (key < 0 || key >= sf::Keyboard::KeyCount) return false;
    return std::exchange(down_.at(static_cast<std::size_t>(key)), true);
  }
  void release(sf::Keyboard::Key key) {
    if (key >= 0 && key < sf::Keyboard::KeyCount) down_.at(static_cast<std::size_t>(key)) = false;
  }
  /// Reads the state of the keyboard anew, because another window may have got releases of keys.
  void look() {
    for (std::size_t key = 0; key < down_.size(); ++key)
      down_[key] = down_[key] && sf::Keyboard::isKeyPressed(static_cast<sf::Keyboard::Key>(key));
  }

 private:
  std::array<bool, sf::Keyboard::KeyCount> down_{};
};

/// What was typed as text: a character, or "\b". Nothing for other control characters.
std::optional<Input> text_of(char32_t character) {
  if (character < U' ' && character != U'\b') return std::nullopt;
  const auto utf8 = sf::String(character).toUtf8();
  return Input{.kind = Input::Kind::kText, .text = {utf8.begin(), utf8.end()}};
}

/// The input of an event, or nothing where views do not use it. `typing`: the view takes text.
std::optional<Input> input_of(const sf::Event& event, DownKeys& down, bool typing) {
  switch (event.type) {
    case sf::Event::MouseButtonPressed:
    case sf::Event::MouseButtonReleased:
      return Input{
          .kind = event.type == sf::Event::MouseButtonPressed ? Input::Kind::kPress : Input::Kind::kRelease,
          .at_px = place(event.mouseButton.x, event.mouseButton.y),
          .button = button_of(event.mouseButton.button)};
    case sf::Event::MouseMoved:
      return Input{.kind = Input::Kind::kMove, .at_px = place(event.mouseMove.x, event.mouseMove.y)};
    case sf::Event::MouseWheelScrolled:
      return Input{.kind = Input::Kind::kWheel,
                   .at_px = place(event.mouseWheelScroll.x, event.mouseWheelScroll.y),
                   .notches = event.mouseWheelScroll.delta};
    case sf::Event::KeyPressed: {
      const bool repeated = down.press(event.key.code);
      const Key key = key_of(event.key.code);
      const char letter =
          key == Key::kLetter ? static_cast<char>('a' + (event.key.code - sf::Keyboard::A)) : '\0';
      return Input{.kind = Input::Kind::kKey,
                   .key = key,
                   .letter = letter,
                   .shift = event.key.shift,
                   .control = event.key.control,
                   .repeated = repeated};
    }
    case sf::Event::KeyReleased:
      down.release(event.key.code);
      return std::nullopt;
    case sf::Event::TextEntered:
      if (typing) return text_of(event.text.unicode);
      if (const Key key = key_in(kTyped, event.text.unicode); key != Key::kOther)
        return Input{.kind = Input::Kind::kKey, .key = key};
      return std::nullopt;
    case sf::Event::LostFocus:
      return Input{.kind = Input::Kind::kFocusLost};
    case sf::Event::GainedFocus:
      down.look();
      return Input{.kind = Input::Kind::kFocusGained};
    default:
      return std::nullopt;
  }
}

#ifdef NOVPHY_WITH_SOUND
/// While it lives, what libraries complain about does not reach the terminal.
class Hush {
 public:
  Hush() : said_to_(sf::err().rdbuf(said_.rdbuf())), terminal_(::dup(STDERR_FILENO)) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
  ~Hush() {
    sf::err().rdbuf(said_to_);
    ::dup2(terminal_, STDERR_FILENO);
    ::close(terminal_);
  }
  Hush(const Hush&) = delete;
  Hush& operator=(const Hush&) = delete;

  /// Whether SFML has complained.
  bool complained() const { return !said_.str().empty(); }

 private:
  std::ostringstream said_{};
  std::streambuf* said_to_;
  int terminal_;
};

struct LoadedSounds {
  std::array<sf::SoundBuffer, kSounds> buffers{};
  std::array<sf::Sound, kSounds> sounds{};  ///< each plays its buffer
};
#endif

/// Plays sounds if the program was built with SFML's audio part and the machine has a sound device; else does
/// nothing.
#ifdef NOVPHY_WITH_SOUND
class Sounds {
 public:
  Sounds() {
    const Hush hush;
    const sf::SoundBuffer device;  // the first buffer opens the device, and SFML returns no error
    if (hush.complained()) return;
    loaded_.emplace();
    for (std::size_t i = 0; i < kSounds; ++i) {
      const auto samples = samples_of(static_cast<Sound>(i));
      loaded_->buffers[i].loadFromSamples(samples.data(), samples.size(), 1, kSamplesPerS);
      loaded_->sounds[i].setBuffer(loaded_->buffers[i]);
    }
  }
  void play(Sound sound) {
    if (loaded_) loaded_->sounds.at(static_cast<std::size_t>(sound)).play();
  }

 private:
  std::optional<LoadedSounds> loaded_{};
};
#else
struct Sounds {
  void play(Sound) {}
};
#endif

/// Puts pictures on a window of the X server, without OpenGL: on a machine without a GPU its emulation would
/// take several times as long as drawing the picture.
class XPicture {
 public:
  explicit XPicture(::Window window) : display_(XOpenDisplay(nullptr)), window_(window) {
    if (display_ == nullptr) throw InputError("display", "the X server takes no further connection");
    XSelectInput(display_, window_, ExposureMask);
    XWindowAttributes attributes;
    XGetWindowAttributes(display_, window_, &attributes);
    shown_ =
        cairo_xlib_surface_create(display_, window_, attributes.visual, attributes.width, attributes.height);
  }
  ~XPicture() {
    cairo_surface_destroy(shown_);
    XCloseDisplay(display_);
  }
  XPicture(const XPicture&) = delete;
  XPicture& operator=(const XPicture&) = delete;

  /// Covers the window with the picture. Returns when the window shows it.
  void put(cairo_surface_t* picture) {
    cairo_xlib_surface_set_size(shown_, cairo_image_surface_get_width(picture),
                                cairo_image_surface_get_height(picture));
    cairo_t* context = cairo_create(shown_);
    cairo_set_source_surface(context, picture, 0, 0);
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
    cairo_paint(context);
    cairo_destroy(context);
    cairo_surface_flush(shown_);
    XSync(display_, False);
  }

  /// Whether the window has lost a part of its picture since the last call, as another window has covered it.
  bool lost() {
    bool any = false;
    for (XEvent event; XCheckTypedWindowEvent(display_, window_, Expose, &event) == True;) any = true;
    return any;
  }

 private:
  Display* display_;
  ::Window window_;
  cairo_surface_t* shown_ = nullptr;
};

class ShellWindow {
 public:
  explicit ShellWindow(const ShellOptions& options)
      : options_(options), exit_(options.fullscreen), sounding_(options.sound) {
    const sf::VideoMode mode = options.fullscreen ? sf::VideoMode::getDesktopMode()
                                                  : sf::VideoMode(options.width_px, options.height_px);
    window_.create(mode, options.title, options.fullscreen ? sf::Style::Fullscreen : sf::Style::Default);
    picture_.emplace(window_.getSystemHandle());
    fit(window_.getSize());
  }

  bool open() const { return window_.isOpen(); }
  void redraw() { drawn_ = false; }

  void events(View& view) {
    sf::Event event;
    while (window_.pollEvent(event)) {
      if (event.type == sf::Event::Closed) window_.close();
      if (event.type == sf::Event::Resized) fit({event.size.width, event.size.height});
      if (event.type == sf::Event::KeyPressed && event.key.code == sf::Keyboard::F12) save(view);
      if (const auto input = input_of(event, down_, view.takes_text())) handle(*input, view);
    }
    if (picture_->lost()) drawn_ = false;
  }

  void advance(double ms, View& view) {
    exit_.advance(ms);
    view.advance(ms);
    for (const Sound sound : view.take_sounds()) play(sound);
  }

  /// Draws the view if its picture has changed. Returns whether it had.
  bool draw(View& view) {
    if (!open() || (drawn_ && !view.changed() && !exit_.changed())) return false;
    drawn_ = true;
    canvas_->keep_right(options_.fullscreen ? kExitPx * canvas_->scale() : 0);
    view.draw(*canvas_);
    exit_.draw(*canvas_);
    picture_->put(canvas_->surface());
    return true;
  }

 private:
  void handle(const Input& input, View& view) {
    if (exit_.handle(input)) {
      if (exit_.left()) window_.close();
    } else if (options_.may_sound && !view.takes_text() && input.letter == 'm' && !input.repeated) {
      sounding_ = !sounding_;
    } else {
      view.handle(input);
    }
  }

  void play(Sound sound) {
    if (!sounding_) return;
    if (!sounds_) sounds_.emplace();
    sounds_->play(sound);
  }

  /// Gives the picture the size of the window. It is drawn anew for every size, never stretched.
  void fit(sf::Vector2u size) {
    canvas_ = std::make_unique<PixelCanvas>(static_cast<int>(std::max(size.x, 64U)),
                                            static_cast<int>(std::max(size.y, 48U)), options_.text_size,
                                            options_.font);
    drawn_ = false;
  }

  /// Saves the present picture, which includes everything that the person has done.
  void save(View& view) {
    if (options_.screenshots.empty()) return;
    draw(view);
    const auto rgba = canvas_->rgba();
    Picture picture{.width_px = canvas_->width_px(), .height_px = canvas_->height_px()};
    for (std::size_t i = 0; i < rgba.size(); i += 4)
      picture.rgb.insert(picture.rgb.end(), {rgba[i], rgba[i + 1], rgba[i + 2]});
    std::filesystem::create_directories(options_.screenshots);
    write_atomically(options_.screenshots / fmt::format("{:03}.png", ++saved_), png(picture));
  }

  const ShellOptions& options_;
  sf::Window window_{};
  std::optional<XPicture> picture_{};
  std::unique_ptr<PixelCanvas> canvas_{};
  DownKeys down_{};
  ExitButton exit_;
  bool sounding_;
  std::optional<Sounds> sounds_{};  ///< made when the first sound is played
  bool drawn_ = false;              ///< the window shows the canvas
  int saved_ = 0;
};

/// How fast pictures were drawn. Frames in which nothing changed do not count, and neither does the first
/// one, which loads the fonts and draws the background.
struct FrameRate {
  int frames = 0;
  double seconds = 0;
  double processor_s = 0;  ///< of all threads of the program

  void print() const {
    const double all_s = std::max(seconds, 1e-9);
    fmt::print("{} pictures in {:.2f} s: {:.1f} a second, with {:.2f} of a core\n", frames, seconds,
               frames / all_s, processor_s / all_s);
  }
};

double processor_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Sleeps until the next frame begins. After a late frame, the times are counted anew from that frame.
void keep_time(const sf::Clock& clock, sf::Time& next) {
  next = std::max(next + kFrame, clock.getElapsedTime());
  sf::sleep(next - clock.getElapsedTime());
}

FrameRate run(ShellWindow& window, View& view) {
  FrameRate rate;
  window.events(view);
  window.draw(view);
  const sf::Clock clock;
  sf::Time next = clock.getElapsedTime();
  sf::Time last = next;
  while (window.open() && !view.finished()) {
    const double used_s = processor_s();
    const sf::Time now = clock.getElapsedTime();
    window.events(view);
    window.advance(std::min((now - last).asSeconds() * 1000.0, kLongestFrameMs), view);
    last = now;
    const bool drew = !view.finished() && window.draw(view);
    keep_time(clock, next);
    if (!drew) continue;
    ++rate.frames;
    rate.seconds += (clock.getElapsedTime() - now).asSeconds();
    rate.processor_s += processor_s() - used_s;
  }
  return rate;
}

}  // namespace

void require_display() {
  // SFML ends the program if there is no display, so a child process tries first.
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
  try {
    const FrameRate rate = run(window, view);
    if (options.frame_rate) rate.print();
  } catch (const std::exception& error) {
    PageView page("The program cannot go on", error.what(), {"Close"});
    window.redraw();
    run(window, page);
    throw;
  }
}

}  // namespace novphy::window
