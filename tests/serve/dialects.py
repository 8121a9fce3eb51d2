"""Clients that speak the protocol as published agents do, one class for each dialect. Each client is strict where its model is:
a reply that is longer or shorter than the protocol says, or that comes in two pieces, fails."""

import json
import socket
import struct

STATES = {11, 9, 8, 1, 5, 12, 6, 7, 13}
FIXED_REPLY_AT_ONCE = {1, 2, 12, 31, 34, 35, 36, 41, 51, 52, 53, 66, 67, 68, 69}


class Wire:
    """A connection that checks the form of every reply. `counted`: whether the server tells the number of levels."""

    counted = False

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests = 0

    def close(self):
        self.socket.close()

    def send(self, request, fields=b""):
        self.requests += 1
        self.socket.sendall(bytes([request]) + fields)

    def read(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            assert part, "the server has closed the connection"
            data += part
        return data

    def fixed(self, request, form, fields=b""):
        """Reads the reply with one call, as the clients in Java do."""
        self.send(request, fields)
        size = struct.calcsize(">" + form)
        data = self.socket.recv(size)
        assert len(data) == size, (request, data)
        return struct.unpack(">" + form, data)

    def byte(self, request, fields=b""):
        return self.fixed(request, "B", fields)[0]

    def number(self, request, fields=b""):
        return self.fixed(request, "i", fields)[0]

    def text(self):
        return self.read(struct.unpack(">I", self.read(4))[0])

    def features(self, text):
        state = json.loads(text[:-5].decode("ascii"))
        assert len(state) == 1 and state[0]["type"] == "FeatureCollection"
        for feature in state[0]["features"]:
            check_feature(feature)
        return state[0]["features"]

    def see(self, request):
        self.send(request)
        return self.features(self.text())

    def picture(self):
        assert struct.unpack(">II", self.read(8)) == (640, 480)
        return self.read(640 * 480 * 3)

    def state(self):
        found = self.byte(12)
        assert found in STATES, found
        return found

    def ready(self):
        reply = self.fixed(68, "iiiiBBB")
        assert (reply[2] > 0) == self.counted and reply[3] == 1, reply
        return reply

    def report(self, novel, surplus=b""):
        ids = struct.pack(">4i", 3, 1, -2, -398879789)
        text = b"novel"
        return self.byte(66, struct.pack(">ff", novel, 1 - novel) + ids + struct.pack(">ii", 0, len(text)) + text + surplus)


def check_feature(feature):
    """What the strict readers in Java and Python need of a feature."""
    about = feature["properties"]
    assert isinstance(about["id"], str), about
    assert about["label"] in ("Ground", "Slingshot", "Trajectory", "Object", "TNT", "Platform", "platform", "unknown") or \
        about["label"].startswith(("bird_", "pig_basic_", "ice", "stone", "wood")), about
    for each in about["colormap"]:
        assert isinstance(each["color"], int) and isinstance(each["percent"], float), each
    if about["label"] == "Ground":
        assert isinstance(about["yindex"], int)
        return
    rings = feature["geometry"]["coordinates"]
    points = rings if about["label"] == "Trajectory" else rings[0]
    assert all(isinstance(x, int) and isinstance(y, int) for x, y in points), points
    if len(points) == 4 and about["label"] != "Trajectory":
        (first_x, first_y), (second_x, second_y), (third_x, _), _ = points
        assert first_y >= second_y and second_x <= third_x and first_x <= third_x, points


def pigs(features):
    return [each for each in features if each["properties"]["label"].startswith("pig_basic")]


def birds(features):
    return [each for each in features if each["properties"]["label"].startswith("bird_")]


class Dialect(Wire):
    """A client that plays with the throws of its list, one after the other."""

    throws = ((-60, 330), (20, 400), (-150, 300))
    agent_id = 7
    options = ()  # of the server

    def __init__(self, port):
        super().__init__(port)
        self.thrown = 0
        self.levels = []
        self.passed = []
        self.made = 0  # shots that the server says it has made
        self.configure()
        assert self.byte(2, struct.pack(">i", 50)) == 1

    def configure(self):
        assert self.fixed(1, "BBB", struct.pack(">iB", self.agent_id, 0)) == (0, 0, 0)

    def release(self, tap_ms=600):
        x, y = self.throws[self.thrown % len(self.throws)]
        self.thrown += 1
        return struct.pack(">iiii", x, y, 0, tap_ms)

    def shoot(self, request=31):
        """A shot that must be made."""
        assert self.byte(request, self.release()) == 1
        self.made += 1

    def step(self):
        """Does what the game's state asks for. False once the evaluation is over."""
        state = self.state()
        if state in (11, 9, 8):
            self.ready()
        elif state in (1, 6, 7):
            if state != 1:
                self.passed.append(state == 6)
            self.load()
        elif state == 5:
            self.throw()
        elif state == 12:
            self.asked()
        return state != 13

    def play(self):
        """Plays trials until the evaluation is over."""
        while self.step():
            pass

    def load(self):
        level = self.number(53)
        assert 0 <= level <= 500
        if level:
            self.levels.append(level)

    def asked(self):
        assert self.report(0.5) == 1


class PigShooter(Dialect):
    """Python, of Phy-Q: loads levels by their number, needs labels, polls the state, shoots once more than needed after a loss, and
    ends by itself after its list of levels."""

    agent_id = 1

    def play(self, levels):
        while self.state() in (11, 9, 8):
            self.ready()
        assert self.byte(51, struct.pack(">i", 1)) == 1
        self.ready()  # once more while playing
        for level in range(1, levels + 1):
            assert self.byte(51, struct.pack(">i", level)) == 1, level
            self.byte(34)
            assert self.state() == 5
            seen = self.see(62)
            assert pigs(seen) and birds(seen), seen
            while self.state() == 5:
                self.shoot()
                self.see(62)
            if self.state() == 12:
                assert self.report(0.9) == 1
            assert self.state() in (6, 7)
            assert self.byte(31, self.release()) == 0
            self.passed.append(self.state() == 6)
            self.number(65)


class Datalab(Dialect):
    """Java: no labels, noisy states, asks for the novelty after each level."""

    agent_id = 23349

    def load(self):
        super().load()
        assert self.number(69) in (-1, 0, 1)

    def throw(self):
        self.see(64)
        self.byte(34)
        self.see(64)
        self.shoot()

    def asked(self):
        assert self.report(0.1) == 1


class Demonstration(Dialect):
    """Python, of SAIL-ON: hints, recorded shots with six numbers."""

    agent_id = 28888

    def throw(self):
        self.see(64)
        for level in range(1, 5):
            self.send(72, struct.pack(">i", level))
            hint = json.loads(self.text())
            assert hint[0]["hint_level"] == level and hint[0]["novelty_type"], hint
        self.see(64)
        self.send(38, self.release() + struct.pack(">ii", 25, 1))
        count = struct.unpack(">I", self.read(4))[0]
        assert 0 < count <= 300
        self.made += 1
        for _ in range(count):
            self.features(self.text())

    def load(self):
        self.number(15 if self.passed and self.passed[-1] else 65)
        super().load()
        assert self.number(69) in (-1, 0, 1)


class BamBirds(Dialect):
    """Java and Prolog: no mode, ends where it is told of no levels, looks at pictures, fast shots, four surplus bytes behind its
    reports."""

    counted = True
    options = ("--count-levels",)

    def configure(self):
        rounds, minutes, levels = self.fixed(1, "BBB", struct.pack(">i", self.agent_id))
        assert (rounds, minutes) == (0, 0) and levels > 0, levels

    def throw(self):
        self.send(11)
        assert any(self.picture())
        self.shoot(41)

    def load(self):
        assert self.number(15) > 0
        super().load()

    def asked(self):
        assert self.report(0.5, surplus=bytes(4)) == 1


class Owler(Demonstration):
    """Python, of Strike-Eagle: as the demonstration agent, but ends at the selection of levels (3)."""

    def state(self):
        found = super().state()
        assert found != 3, "can only concatenate str (not int) to str"
        return found


class Hydra(Dialect):
    """Python, of PARC: states with pictures, records between shots."""

    def throw(self):
        assert self.number(23) == 0
        self.send(61)
        self.features(self.text())
        self.picture()
        self.send(70, struct.pack(">i", 1))
        assert struct.unpack(">I", self.read(4)) == (1,)
        self.features(self.text())
        self.send(38, self.release() + struct.pack(">ii", 10, 0))
        self.made += 1
        for _ in range(struct.unpack(">I", self.read(4))[0]):
            self.features(self.text())


DIALECTS = (Datalab, Demonstration, Owler, BamBirds, Hydra)
