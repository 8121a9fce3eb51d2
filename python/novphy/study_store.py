"""What a study's server keeps, in a file of SQLite: who takes part, with which part of the study, and their rows.

Each change is on the disk before it is answered. Times are seconds since 1970 (UTC), from the clock that the caller gives.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import sqlite3
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional

from novphy._errors import InputError

MOST_BYTES = 64 << 20
"""Of the rows of one participant."""
MOST_ROWS = 100_000
"""Of one participant."""
MOST_NESTED = 40
"""Objects and lists within a row; novphy import takes some more."""
OTHER_KINDS = ("session", "unfinished")
"""Of rows that end no step."""
_APPLICATION = 0x6E6F7673
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_SCHEMA = """
CREATE TABLE study (id TEXT NOT NULL);
CREATE TABLE people (person INTEGER PRIMARY KEY, participant TEXT UNIQUE, ids TEXT, level_set INTEGER, number INTEGER,
  standing TEXT NOT NULL, browser BLOB, token BLOB UNIQUE, code TEXT UNIQUE, began_s REAL NOT NULL, seen_s REAL NOT NULL,
  step INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0, unfinished TEXT);
CREATE INDEX browsers ON people (browser);
CREATE TABLE rows (person INTEGER, place INTEGER, content TEXT NOT NULL, PRIMARY KEY (person, place)) WITHOUT ROWID;
"""


class Refused(Exception):
    """A participant may not go on: "closed", "device", "elsewhere", "expired", "known" or "withdrawn"."""

    def __init__(self, outcome: str):
        super().__init__(outcome)
        self.outcome = outcome


class Misfit(InputError):
    """What was sent does not fit what is kept."""


class Newcomer(NamedTuple):
    """Who opens the page of a study."""

    participant: str
    ids: "dict[str, str]"
    """What the recruiting service calls study and session."""
    browser: str
    """A secret that the browser keeps."""
    named: "tuple[Optional[int], Optional[int]]"
    """Level set and number in the page's address."""
    kept: "Optional[tuple[int, int]]"
    """Those that the browser remembers."""
    fits: bool
    """Whether the device is one that the study takes."""


class StudyFolder:
    """A folder that `novphy web-study --server` wrote."""

    def __init__(self, folder: str):
        """Raises InputError where the folder is none of a study whose data go to a server."""
        self.path = Path(folder)
        file = self.path / "study.json"
        try:
            study = json.loads(file.read_text(encoding="utf-8"))
            if study["novphy_web_study"] != 2 or study["sending"]["kind"] != "server":
                raise InputError(f"{file}: expected a study that novphy web-study --server wrote")
            self.id, self.title = str(study["id"]), str(study["title"])
            self.level_sets, self.numbers = int(study["level_sets"]), int(study["numbers"])
            self.device, self.completion = dict(study.pop("device", {})), dict(study.pop("completion", {}))
            self.public = json.dumps(study, ensure_ascii=False)
            """study.json as participants read it: without the addresses that the server gives by outcome."""
            sets = {(level_set, number) for level_set in range(self.level_sets) for number in range(self.numbers)}
            self._steps = {each: self._read_steps(each) for each in sets}
            self._kinds = {each: [step["kind"] for step in steps] for each, steps in self._steps.items()}
        except OSError as error:
            raise InputError(f"{error.filename}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{self.path}: expected files that novphy web-study wrote ({error!r})") from None

    def _read_steps(self, assignment: "tuple[int, int]") -> "list[dict[str, Any]]":
        text = (self.path / "sets" / "{}-{}.json".format(*assignment)).read_text(encoding="utf-8")
        return [{"kind": step["kind"], "answered": step.get("answered")} for step in json.loads(text)["steps"]]

    def steps(self, level_set: int, number: int) -> "list[str]":
        """The kinds of a participant's steps."""
        return self._kinds[level_set, number]

    def missing(self, level_set: int, number: int, rows: "Iterable[dict[str, Any]]") -> Optional[int]:
        """The first step that these rows lack, or None. A form that another answer asks for is none."""
        done = {row["step"]: row.get("answer") for row in rows if _is_done(row)}
        answer = None
        for index, step in enumerate(self._steps[level_set, number]):
            answer = done.get(index) if step["kind"] == "question" else answer
            asked = step["answered"] is None or answer is (step["answered"] == "yes")
            if asked and index not in done:
                return index
        return None


class StudyStore:
    """The file of a study's data. One object serves all threads, and several processes may open one file."""

    def __init__(self, file: str, study: Optional[StudyFolder], clock: Callable[[], float], mark: bool = False):
        """Opens the file, or makes it for this study; without a study, it must be there.

        `mark`: data that are withdrawn are marked, not erased. Raises InputError where the file is none, or of another study.
        """
        self._study, self._clock, self._mark = study, clock, mark
        self._lock = threading.Lock()
        if study is None and not os.path.isfile(file):
            raise InputError(f"{file}: there is no such file")
        try:
            if study is not None:
                os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
            self._sql = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=30)
            self._sql.row_factory = sqlite3.Row
            try:
                self._open(file)
            except BaseException:
                self._sql.close()
                raise
        except sqlite3.Error as error:
            raise InputError(f"{file}: {error}") from None
        except OSError as error:
            raise InputError(f"{file}: {error.strerror}") from None

    def _open(self, file: str) -> None:
        sql = self._sql.execute
        with self._transaction():
            tables = sql("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables == 0 and self._study is not None:
                for statement in _SCHEMA.strip().split(";\n"):
                    sql(statement)
                sql("INSERT INTO study VALUES (?)", (self._study.id,))
                sql(f"PRAGMA application_id = {_APPLICATION}")
            elif sql("PRAGMA application_id").fetchone()[0] != _APPLICATION:
                raise InputError(f"{file}: expected the data of a study, as study-serve writes them")
            self.study_id = sql("SELECT id FROM study").fetchone()[0]
        if self._study is not None and self.study_id != self._study.id:
            raise InputError(f"{file}: has the data of study {self.study_id}, expected those of {self._study.id}")
        sql("PRAGMA journal_mode = WAL")
        sql("PRAGMA synchronous = FULL")
        sql("PRAGMA secure_delete = ON")

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._sql.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            self._sql.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._sql.execute("COMMIT")
            finally:
                if self._sql.in_transaction:
                    self._sql.execute("ROLLBACK")

    def begin(self, who: Newcomer, closed: bool = False, most_age_s: float = float("inf")) -> "dict[str, Any]":
        """Lets a participant begin or go on: the answer of api/begin. `closed`: nobody new may. Raises Refused and InputError."""
        if not _ID.fullmatch(who.participant):
            raise InputError("participant: expected 1 to 64 letters, digits, _ and -")
        with self._transaction():
            refusal, person = self._admit(who, closed, most_age_s)
            if not refusal:
                return self._begun(who, person)
        raise Refused(refusal)

    def _admit(self, who: Newcomer, closed: bool, most_age_s: float) -> "tuple[str, int]":
        """Why the participant may not go on, or "" and the person's number."""
        sql, now = self._sql.execute, self._clock()
        browser = _hash(who.browser)
        if sql("SELECT 1 FROM people WHERE browser = ? AND participant IS NULL", (browser,)).fetchone():
            return "withdrawn", 0
        known = sql("SELECT * FROM people WHERE participant = ?", (who.participant,)).fetchone()
        begun = known is not None and known["standing"] != "device"
        if begun:
            if known["standing"] == "withdrawn":
                return "withdrawn", 0
            if known["standing"] != "declined" and known["browser"] != browser and known["ids"] != _ids(who):
                return "known", 0
            if known["standing"] == "active" and now - known["began_s"] > most_age_s:
                return "expired", 0
        if not who.fits and not (begun and known["standing"] == "complete"):
            if known is None:
                self._add(who, "device", None, None)
            return "device", 0
        if not begun or known["standing"] == "declined":
            if closed:
                return "closed", 0
            if known is not None:
                sql("DELETE FROM people WHERE person = ?", (known["person"],))
            return "", self._add(who, "active", *self._free_place(who.named if begun else who.kept or who.named))
        return "", known["person"]

    def _add(self, who: Newcomer, standing: str, level_set: Optional[int], number: Optional[int]) -> int:
        now = self._clock()
        code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))
        ids = _ids(who) if standing == "active" else ""
        values = (who.participant, ids, level_set, number, standing, _hash(who.browser), code, now, now)
        names = "participant, ids, level_set, number, standing, browser, code, began_s, seen_s"
        return int(self._sql.execute(f"INSERT INTO people ({names}) VALUES (?,?,?,?,?,?,?,?,?)", values).lastrowid or 0)

    def _free_place(self, named: "tuple[Optional[int], Optional[int]]") -> "tuple[int, int]":
        """The set that the fewest have, and in it the first number that the fewest have, unless they are named."""
        assert self._study is not None
        place = "SELECT level_set, number FROM people WHERE standing IN ('active', 'complete')"
        taken = [(each["level_set"], each["number"]) for each in self._sql.execute(place)]
        level_set, number = named
        if level_set is None:
            sets = [each for each, _ in taken]
            level_set = min(range(self._study.level_sets), key=sets.count)
        if number is None:
            numbers = [each for in_set, each in taken if in_set == level_set]
            number = min(range(self._study.numbers), key=numbers.count)
        for name, found, count in (("set", level_set, self._study.level_sets), ("number", number, self._study.numbers)):
            if not 0 <= found < count:
                raise InputError(f"{name}: found {found}, expected 0 to {count - 1}")
        return level_set, number

    def _begun(self, who: Newcomer, person: int) -> "dict[str, Any]":
        sql, browser, token = self._sql.execute, _hash(who.browser), secrets.token_urlsafe(24)
        known = sql("SELECT * FROM people WHERE person = ?", (person,)).fetchone()
        rows = [json.loads(row) for row in self._rows_of(person)]
        # Whoever has only heard of the ID gets no code.
        code = known["code"] if known["browser"] == browser or not rows else ""
        values = (_hash(token), browser, self._clock(), person)
        sql("UPDATE people SET token = ?, browser = ?, seen_s = ? WHERE person = ?", values)
        unfinished = json.loads(known["unfinished"] or "null")
        return {"token": token, "level_set": known["level_set"], "number": known["number"], "standing": known["standing"],
                "rows": rows, "unfinished": unfinished, "code": code}  # fmt: skip

    def _rows_of(self, person: int, first: int = 0) -> "list[str]":
        wanted = "SELECT content FROM rows WHERE person = ? AND place >= ? ORDER BY place"
        return [row["content"] for row in self._sql.execute(wanted, (person, first))]

    def _holder(self, token: str) -> sqlite3.Row:
        found = self._sql.execute("SELECT * FROM people WHERE token = ?", (_hash(token),)).fetchone()
        if found is None:
            raise Refused("elsewhere")
        if found["standing"] == "withdrawn":
            raise Refused("withdrawn")
        return found

    def add_rows(self, token: str, first: int, rows: "list[Any]", unfinished: Any = None) -> int:
        """Keeps rows, of which the first has the index `first`, and what was done at a task that is not finished.

        Returns the number of rows that are kept. Rows that are kept already may come again. Raises Misfit where rows are
        missing before them or others are kept, InputError for rows of others, and Refused.
        """
        with self._transaction():
            person = self._holder(token)
            if person["standing"] == "declined":
                raise Misfit("the participant has declined: open the page again")
            number = person["person"]
            count = self._sql.execute("SELECT count(*) FROM rows WHERE person = ?", (number,)).fetchone()[0]
            if first > count:
                raise Misfit(f"from: found {first}, expected at most {count}: rows are missing")
            texts = [self._checked(person, row) for row in rows]
            kept = self._rows_of(number, first)
            for place, (text, before) in enumerate(zip(texts, kept), first):
                if text != before:
                    raise Misfit(f"row {place}: another row is kept already")
            new = texts[len(kept) :]
            size = person["bytes"] + sum(map(len, new))
            if size > MOST_BYTES or count + len(new) > MOST_ROWS:
                raise InputError(f"rows: expected at most {MOST_ROWS} with {MOST_BYTES} letters of one participant")
            self._sql.executemany("INSERT INTO rows VALUES (?, ?, ?)", [(number, count + i, text) for i, text in enumerate(new)])
            step = max([person["step"], *(row["step"] + 1 for row in rows if _is_done(row))])
            now = None if unfinished is None else self._checked(person, unfinished)
            changes = (step, size, self._clock(), now, number)
            self._sql.execute("UPDATE people SET step = ?, bytes = ?, seen_s = ?, unfinished = ? WHERE person = ?", changes)
            return int(count) + len(new)

    def _checked(self, person: sqlite3.Row, row: Any) -> str:
        """The row's text, if it is the participant's and import could read it."""
        assert self._study is not None
        if not isinstance(row, dict) or _nested(row) > MOST_NESTED:
            raise InputError(f"rows: expected objects, nested at most {MOST_NESTED} times")
        own = {"study": self._study.id, "participant": person["participant"]}
        if "novphy" in row:
            own.update(novphy=1, level_set=person["level_set"], number=person["number"])
        for name, wanted in own.items():
            found = row.get(name)
            if (name in row or "novphy" in row) and (isinstance(found, bool) or found != wanted):
                raise InputError(f"rows: found another {name} than the participant's")
        if "novphy" in row:
            steps, step, kind = self._study.steps(person["level_set"], person["number"]), row.get("step"), row.get("kind")
            if type(step) is not int or not -1 <= step < len(steps):
                raise InputError(f"rows: expected a step from -1 to {len(steps) - 1}")
            if kind not in OTHER_KINDS and (step < 0 or kind != steps[step]):
                raise InputError(f"rows: found a row of another kind than that of step {step}")
        # Keys are sorted, as JSON of the same row may come in another order.
        text = json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
        text.encode()  # half a pair of surrogates is a ValueError here, as are numbers without an end above
        return text

    def end(self, token: str, outcome: str) -> None:
        """Ends a participant's study: "complete", "failed_checks", or "declined", which erases the rows. Raises Misfit where steps are missing."""
        assert self._study is not None
        with self._transaction():
            person = self._holder(token)
            if outcome != "declined":
                rows = map(json.loads, self._rows_of(person["person"]))
                missing = self._study.missing(person["level_set"], person["number"], rows)
                if missing is not None:
                    raise Misfit(f"step {missing} is missing")
            elif person["standing"] == "complete":
                raise Misfit("the study was finished")
            else:
                self._erase_rows(person["person"])
                self._sql.execute("UPDATE people SET ids = '' WHERE person = ?", (person["person"],))
            values = ("declined" if outcome == "declined" else "complete", self._clock(), person["person"])
            self._sql.execute("UPDATE people SET standing = ?, seen_s = ? WHERE person = ?", values)
        if outcome == "declined":
            self._empty_log()

    def _erase_rows(self, person: int) -> None:
        self._sql.execute("DELETE FROM rows WHERE person = ?", (person,))
        self._sql.execute("UPDATE people SET step = 0, bytes = 0, unfinished = NULL WHERE person = ?", (person,))

    def _empty_log(self) -> None:
        """Leaves nothing of what was erased in the log beside the file."""
        with self._lock:
            self._sql.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def withdraw(self, code: str) -> bool:
        """Erases or marks the data of the participant with this code. False where there is none."""
        letters = re.sub(r"[^A-Z0-9]", "", code.upper())
        code = "-".join(letters[i : i + 4] for i in range(0, len(letters), 4))
        with self._transaction():
            found = self._sql.execute("SELECT person FROM people WHERE code = ?", (code,)).fetchone()
            if found is None:
                return False
            self._sql.execute("UPDATE people SET standing = 'withdrawn' WHERE person = ?", (found["person"],))
            if not self._mark:
                # What stays are hashes of random numbers, by which the page in the browser learns of it.
                self._erase_rows(found["person"])
                nothing = ", ".join(f"{each} = NULL" for each in ("participant", "ids", "level_set", "number", "code"))
                self._sql.execute(f"UPDATE people SET {nothing} WHERE person = ?", (found["person"],))
        self._empty_log()
        return True

    def forget(self, before_s: float) -> int:
        """Erases all of people who were last seen before this moment. Returns their number."""
        with self._transaction():
            old = self._sql.execute("SELECT person FROM people WHERE seen_s < ?", (before_s,)).fetchall()
            for each in old:
                self._erase_rows(each["person"])
                self._sql.execute("DELETE FROM people WHERE person = ?", (each["person"],))
        if old:
            self._empty_log()
        return len(old)

    def people(self) -> "list[dict[str, Any]]":
        """Everybody but whose data were erased: participant, level_set, number, step, standing, began_s and seen_s."""
        names = "participant, level_set, number, step, standing, began_s, seen_s"
        with self._lock:
            found = self._sql.execute(f"SELECT {names} FROM people WHERE participant IS NOT NULL ORDER BY person")
            return [dict(each) for each in found]

    def withdrawn(self) -> int:
        """The number of people who have withdrawn."""
        with self._lock:
            return int(self._sql.execute("SELECT count(*) FROM people WHERE standing = 'withdrawn'").fetchone()[0])

    def export(self) -> "Iterator[str]":
        """The data for novphy import: for each participant who has not withdrawn, a line with the JSON array of the rows."""
        with self._lock:
            people = self._sql.execute("SELECT person FROM people WHERE participant IS NOT NULL ORDER BY person").fetchall()
        for each in people:
            with self._lock:  # Somebody may have withdrawn meanwhile.
                wanted = "SELECT unfinished FROM people WHERE person = ? AND standing != 'withdrawn'"
                found = self._sql.execute(wanted, (each["person"],)).fetchone()
                rows = self._rows_of(each["person"]) if found else []
            if rows:
                yield f"[{','.join(rows + [found['unfinished']] * (found['unfinished'] is not None))}]\n"

    def end_of_export(self) -> str:
        """The line after them: how many have withdrawn, so that import looks for them among earlier results."""
        return json.dumps([{"novphy": 1, "kind": "export", "withdrawn": self.withdrawn()}]) + "\n"


def _hash(secret: str) -> bytes:
    """By which a secret is found and compared: what is kept gives none away, nor does the time that a search takes."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def _ids(who: Newcomer) -> str:
    return json.dumps(who.ids, sort_keys=True)


def _nested(value: Any) -> int:
    if not isinstance(value, (dict, list)):
        return 0
    return 1 + max(map(_nested, value.values() if isinstance(value, dict) else value), default=0)


def _is_done(row: "dict[str, Any]") -> bool:
    """As in web/src/study/progress.ts."""
    return row.get("novphy") == 1 and row["kind"] not in OTHER_KINDS and row.get("response") != "declined"
