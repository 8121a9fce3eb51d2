"""The protocol of one trial, call by call (docs/reference/trials.md)."""

from novphy._engine import engine

Session = engine.Session
Session.__module__ = "novphy"
SessionError = engine.SessionError
SessionError.__module__ = "novphy"


def _session_repr(session: Session) -> str:
    return f"<Session: {session.state}>"


setattr(Session, "__repr__", _session_repr)
