"""Players without a language model as models of Inspect, such as `--model novphy/reflect`."""

from __future__ import annotations

import queue
import threading
from typing import Any, Awaitable, Callable, Mapping, Optional, Union

import anyio.to_thread
from inspect_ai.model import (
    ChatMessage, GenerateConfig, ModelAPI, ModelOutput, ModelUsage, modelapi,
)  # fmt: skip
from inspect_ai.tool import ToolChoice, ToolInfo

from novphy._errors import InputError
from novphy.inspect_trials import current_session, said_in_one_line
from novphy.tool_players import RULE_AGENTS, Facts, ToolPlayer, tool_player

PLAYERS = ("oracle", "reflect", *RULE_AGENTS)
Outputs = Callable[[list[ChatMessage], list[ToolInfo], ToolChoice, GenerateConfig], Awaitable[ModelOutput]]


class _Left(Exception):
    """The sample is over before its player is."""


class _Seat:
    """A player on a thread of its own, from whose calls of tools messages are made."""

    def __init__(self, player: ToolPlayer):
        self._player = player
        self._calls: queue.SimpleQueue[Union[tuple[str, dict[str, Any]], Exception, None]] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[Optional[Facts]] = queue.SimpleQueue()
        self._over = False
        threading.Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        try:
            self._player.play(self._call)
            self._calls.put(None)
        except _Left:
            pass
        except Exception as wrong:
            self._calls.put(wrong)

    def _call(self, tool: str, arguments: Mapping[str, Any]) -> Facts:
        self._calls.put((tool, dict(arguments)))
        reply = self._replies.get()
        if reply is None:
            raise _Left
        return reply

    def next_call(self, reply: Optional[Facts]) -> Optional[tuple[str, dict[str, Any]]]:
        """The next call, after the facts of the `reply` to the one before. None where the player is done."""
        if self._over:
            return None
        if reply is not None:
            self._replies.put(reply)
        call = self._calls.get()
        self._over = not isinstance(call, tuple)
        if isinstance(call, Exception):
            raise call
        return call

    def leave(self) -> None:
        """Ends the player's thread."""
        self._replies.put(None)


def player_outputs(name: str) -> Outputs:
    """What the player with this name answers in place of a language model. For `custom_outputs` of `mockllm/model`.

    Arguments:
        name: "oracle", "reflect", or an agent such as "pig_shooter" and "random".

    Raises InputError for another name.
    """
    if name not in PLAYERS:
        raise InputError(f"player: found {name!r}, expected {', '.join(PLAYERS)}")

    async def answer(
        messages: list[ChatMessage], tools: list[ToolInfo], choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        session = current_session()
        if session.player is None:
            session.player = _Seat(tool_player(name, session.setting.plan, session.trial.number))
        call = await anyio.to_thread.run_sync(session.player.next_call, session.facts)
        if call is None:
            return _free(ModelOutput.from_content(f"novphy/{name}", "I have played the trial."))
        return _free(ModelOutput.for_tool_call(f"novphy/{name}", *call, content=""))

    return answer


def _free(output: ModelOutput) -> ModelOutput:
    output.usage = ModelUsage()
    return output


@modelapi(name="novphy")
class NovphyPlayers(ModelAPI):
    """The players: `novphy/oracle`, `novphy/reflect` and agents of novphy, such as `novphy/pig_shooter`."""

    def __init__(
        self,
        model_name: str,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        config: GenerateConfig = GenerateConfig(),
        **model_args: Any,
    ):
        """Raises InputError for a name that no player has."""
        super().__init__(model_name, base_url, api_key, [], config)
        with said_in_one_line():
            self._outputs = player_outputs(model_name)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        """The player's next call of a tool."""
        return await self._outputs(input, tools, tool_choice, config)
