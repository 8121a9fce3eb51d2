#!/usr/bin/env python3
"""An agent for `novphy serve`, of Python's standard library alone. Plays all trials. Usage: socket_agent.py [PORT]"""

import json
import random
import socket
import struct
import sys

NEW_TRIAL, TRAINING_SET, TEST_SET, MENU, PLAYING, LIKELIHOOD, WON, LOST, OVER = 11, 9, 8, 1, 5, 12, 6, 7, 13


class Game:
    """A connection to the server. Every request waits for its whole reply."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.ask(1, "iB", 7, 0, reply="3s")  # configure: an id, and the mode of a competition

    def read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise ConnectionError("the server has closed the connection")
            data += part
        return data

    def ask(self, request, fields="", *values, reply="B"):
        self.socket.sendall(struct.pack(">B" + fields, request, *values))
        return struct.unpack(">" + reply, self.read(struct.calcsize(">" + reply)))[0]

    def state(self):
        text = self.read(self.ask(62, reply="I"))
        return json.loads(text[:-5])[0]["features"]  # the last five bytes are filler


def throw(game, rng):
    slingshot = next(each for each in game.state() if each["properties"]["label"] == "Slingshot")
    corners = slingshot["geometry"]["coordinates"][0]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    game.ask(31, "4i", left - rng.randint(20, 200), top + rng.randint(-50, 200), 0, 1000)  # pulled there, tapped after 1 s


def play(port):
    game, rng = Game(port), random.Random(1)
    while (state := game.ask(12)) != OVER:
        if state in (NEW_TRIAL, TRAINING_SET, TEST_SET):
            game.ask(68, reply="19s")  # ready for the trial, or for a set of levels
        elif state in (MENU, WON, LOST):
            game.ask(53, reply="i")  # the next level; 0 where none is left
        elif state == PLAYING:
            throw(game, rng)
        elif state == LIKELIHOOD:
            game.ask(66, "ffiii", 0.5, 0.5, 0, 0, 0)  # the probability of a novelty, and of none


if __name__ == "__main__":
    play(int(sys.argv[1]) if len(sys.argv) > 1 else 2004)
