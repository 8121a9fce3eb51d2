#!/usr/bin/env python3
"""Prints how many tasks a second a plain client in Python plays on novphy serve, with five requests a task (53, 62, 31, 12, 66), on
the pairs that come with the program. Usage: bench/server_speed.py [PROGRAM, default build/release/novphy] [CLIENTS, default 1]"""

import json
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "build/release/novphy"
CLIENTS = int(sys.argv[2]) if len(sys.argv) > 2 else 1


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.tasks = 0

    def read(self, count):
        data = b""
        while len(data) < count:
            data += self.socket.recv(count - len(data))
        return data

    def ask(self, request, form):
        self.socket.sendall(request)
        return struct.unpack(form, self.read(struct.calcsize(form)))[0]

    def play(self):
        while (state := self.ask(b"\x0c", ">B")) != 13:
            if state in (11, 9, 8):
                self.ask(b"\x44", ">19s")
            elif state in (3, 6, 7):
                self.tasks += self.ask(b"\x35", ">i") > 0
            elif state == 5:
                json.loads(self.read(self.ask(b"\x3e", ">I"))[:-5])
                self.ask(struct.pack(">Biiii", 31, -60, 330, 0, 0), ">B")
            elif state == 12:
                self.ask(struct.pack(">Bffiii", 66, .5, .5, 0, 0, 0), ">B")


def main():
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.json"
        subprocess.run([PROGRAM, "plan", "--trials", "4", "--min-normal", "5", "--max-normal", "5", "--novel", "5", "--pool", "10",
                        "--calibration-runs", "0", "--proof", "none", "--distractors", "0", "--quiet", "--out", plan], check=True)
        server = subprocess.Popen([PROGRAM, "serve", plan, "--port", "0", "--quiet", "--out", Path(folder) / "r.jsonl"],
                                  stdout=subprocess.PIPE, text=True)
        port = int(server.stdout.readline().split()[-1])
        clients = [Client(port) for _ in range(CLIENTS)]
        threads = [threading.Thread(target=client.play) for client in clients]
        start = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        spent = time.monotonic() - start
        for client in clients:
            client.socket.close()
        server.wait()
        tasks = sum(client.tasks for client in clients)
        print(f"{CLIENTS} clients in Python: {tasks} tasks, {tasks / spent:.0f} tasks/s")


if __name__ == "__main__":
    main()
