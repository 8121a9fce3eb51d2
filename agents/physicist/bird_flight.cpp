#include "agents/physicist/bird_flight.h"

#include <algorithm>
#include <utility>

namespace novphy {

Flight bird_alone(Flight flight) {
  for (Frame& frame : flight) frame.erase(frame.begin(), frame.end() - 1);
  return flight;
}

std::vector<Flight> birds_alone(std::vector<Flight> flights) {
  for (Flight& flight : flights) flight = bird_alone(std::move(flight));
  return flights;
}

double bird_log_likelihood(const Episode& flight, const Law& law, const Simulator& simulator) {
  return log_likelihood(bird_alone(flight.seen), birds_alone(believed_flights(flight, law, 1, simulator)),
                        simulator.exactly, birds_alone(flight.usual));
}

Episode free_flight(const Episode& episode) {
  return first_frames(episode, frames_of_free_flight(episode.seen));
}

bool flew_strangely(const Episode& episode, const Simulator& simulator) {
  std::size_t free = episode.seen.size();
  for (const Flight& play : episode.usual) free = std::min(free, frames_of_free_flight(play));
  const Flight seen = bird_alone(first_frames(episode, free).seen);
  std::vector<Flight> usual = birds_alone(episode.usual);
  for (Flight& play : usual) play.resize(std::min(play.size(), free));
  return first_surprise(seen, usual, simulator.exactly) < free ||
         surprise(seen, usual, simulator.exactly) > kStrange;
}

std::optional<Episode> strange_flight(const Episode& episode, const Simulator& simulator) {
  if (!flew_strangely(episode, simulator)) return std::nullopt;
  const std::size_t first =
      first_surprise(bird_alone(episode.seen), birds_alone(episode.usual), simulator.exactly);
  return first_frames(episode, std::max(first + kFlightFramesAfter, frames_of_free_flight(episode.seen)));
}

}  // namespace novphy
