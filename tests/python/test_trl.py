"""Trials as environments of TRL. The first tests need nothing but novphy, the last ones TRL's own machinery."""

import inspect
import json
from pathlib import Path

import novphy
import pytest
from novphy.tools import INSTRUCTIONS, ToolTrial, Track
from novphy.trl import environment, rows


@pytest.fixture(scope="module")
def plan():
    return novphy.plan(
        ["rolling/agents"], trials=2, min_normal=1, max_normal=1, novel=2, calibration_runs=0, training=0, proof="none"
    )


def tools_of(kind):
    """The methods that TRL takes as tools."""
    members = inspect.getmembers(kind, predicate=inspect.isfunction)
    return {name: member for name, member in members if not name.startswith("_") and name not in ("reset", "get_reward")}


@pytest.mark.parametrize("track", [Track(), Track(lookahead=2, disguise=5), Track(look="pictures", disguise=5)])
def test_the_methods_are_the_tools_of_the_track(plan, track):
    kind = environment(plan, track)
    methods = tools_of(kind)
    expected = {each["name"]: each for each in ToolTrial(plan, 0, track).tools}
    assert set(methods) == set(expected) and ("simulate" in methods) == bool(track.lookahead)
    for name, tool in expected.items():
        parameters = dict(inspect.signature(methods[name]).parameters)
        del parameters["self"]
        named = {key: value for key, value in tool["input_schema"]["properties"].items() if key != "as"}
        assert list(parameters) == list(named)
        required = [key for key, value in parameters.items() if value.default is inspect.Parameter.empty]
        assert required == tool["input_schema"].get("required", [])
        assert methods[name].__doc__.startswith(tool["description"])
        assert all(f"\n    {key}: {value['description']}\n" in methods[name].__doc__ for key, value in named.items())
    assert "bird" not in str([each.__doc__ for each in methods.values()]) or track.disguise is None


def test_a_trial_by_methods_is_the_trial_by_tools(plan):
    played = environment(plan)()
    direct = ToolTrial(plan, 1)
    assert played.get_reward() == 0
    assert played.reset(trial=1, prompt=[{"role": "user", "content": ""}]) == INSTRUCTIONS
    passed = 0
    for shots in map(novphy.solve, plan.tasks(1)):
        assert played.look() == direct.call("look").text and played.aim(x=5, y=1)
        assert json.loads(played.look(**{"as": "json"}))
        for angle, pull, tap_ms, _ in shots:
            arguments = {"angle": angle, "pull": pull, "tap_ms": int(tap_ms) if tap_ms >= 0 else None}
            assert played.shoot(**arguments) == direct.call("shoot", arguments).text
        passed += 1
        assert played.report_novelty(probability=0.5, sentence="it rolls") == "Noted.\n"
        assert played.notes(text="mine") == "mine" == played.notes()
        assert played.get_reward() == passed / 3 and played.trial.tasks_over == passed
    with pytest.raises(ValueError, match="the trial is over"):
        played.give_up()
    assert played.get_reward() == 1


def test_trials_are_chosen_by_number_or_seed_or_come_in_turn(plan):
    kind = environment(plan)
    first, second = kind(), kind()
    for each in (first, second, first):
        each.reset()
    assert (first.trial.number, second.trial.number) == (0, 1)
    for seed in range(3):
        first.reset(seed=seed)
        assert first.trial.number == seed % 2
    for wrong in ({"trial": 2}, {"trial": -1}, {"trial": "1"}, {"seed": 1.5}):
        with pytest.raises(novphy.InputError):
            first.reset(**wrong)
    assert [each["trial"] for each in rows(plan)] == [0, 1]


def test_a_wrong_call_is_refused_in_words_and_the_trial_goes_on(plan):
    played = environment(plan)()
    with pytest.raises(ValueError, match="expected reset"):
        played.look()
    played.reset(trial=0)
    before = played.look()
    for call in (
        lambda: played.shoot(angle="up"),
        lambda: played.shoot(angle=float("nan")),
        lambda: played.shoot(speed=1),
        lambda: played.shoot(),
        lambda: played.report_novelty(),
        lambda: played.aim(object=99999),
    ):
        with pytest.raises(ValueError):
            call()
    assert played.look() == before and played.get_reward() == 0


def test_a_picture_is_a_part_of_the_reply(plan):
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    played = environment(plan, Track(look="pictures"))()
    played.reset(trial=0)
    picture, text = played.look(numbers=False)
    assert isinstance(picture["image"], image.Image) and picture["image"].mode == "RGB" and text["type"] == "text"


def test_chat_templates_read_the_methods(plan):
    chat = pytest.importorskip("transformers.utils.chat_template_utils", reason="transformers is not installed")
    for track in (Track(), Track(lookahead=1), Track(look="pictures")):
        kind = environment(plan, track)
        for tool in ToolTrial(plan, 0, track).tools:
            read = chat.get_json_schema(getattr(kind(), tool["name"]))["function"]
            assert (read["name"], read["description"]) == (tool["name"], tool["description"])
            wanted = tool["input_schema"]
            for key, value in read["parameters"]["properties"].items():
                told = wanted["properties"][key]
                assert value == {name: told[name] for name in ("type", "description", "enum") if name in told}
            assert read["parameters"].get("required", []) == wanted.get("required", [])


@pytest.fixture(scope="module")
def tokenizer():
    """A small tokenizer with the chat template of Qwen 3, made without a hub."""
    trl = pytest.importorskip("trl", reason="TRL is not installed")
    pytest.importorskip("torch", reason="PyTorch is not installed")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    trainer = trainers.BpeTrainer(
        vocab_size=600, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    made.train_from_iterator([INSTRUCTIONS] * 3, trainer)
    template = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"
    return PreTrainedTokenizerFast(
        tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>", chat_template=template.read_text()
    )


def test_a_trainer_plays_trials_and_takes_a_step(plan, tokenizer, tmp_path, monkeypatch):
    import torch
    from datasets import Dataset
    from transformers import Qwen2Config, Qwen2ForCausalLM
    from trl import GRPOConfig, GRPOTrainer

    monkeypatch.setenv("TRL_EXPERIMENTAL_SILENCE", "1")
    torch.manual_seed(1)
    model = Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=len(tokenizer), hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2,
            num_key_value_heads=1, max_position_embeddings=16384, tie_word_embeddings=True,
        )
    )  # fmt: skip
    config = GRPOConfig(
        output_dir=str(tmp_path), per_device_train_batch_size=2, num_generations=2, max_completion_length=8192, max_steps=1,
        learning_rate=1e-2, report_to=[], save_strategy="no", use_cpu=True, bf16=False, gradient_checkpointing=False,
        max_tool_calling_iterations=8, logging_steps=1,
    )  # fmt: skip
    trainer = GRPOTrainer(
        model=model,
        args=config,
        train_dataset=Dataset.from_list([each for each in rows(plan) if each["trial"] == 1]),
        processing_class=tokenizer,
        environment_factory=environment(plan),
    )

    def call(tool, **arguments):
        return f"<tool_call>\n{json.dumps({'name': tool, 'arguments': arguments})}\n</tool_call>"

    angle, pull = novphy.solve(plan.tasks(1)[0])[0][:2]
    scripts = [
        [
            call("look"),
            call("shoot", angle=angle, pull=pull),
            call("report_novelty", probability=0.1),
            call("notes"),
            "I stop here.",
        ],
        [call("give_up"), call("fly"), call("shoot", angle="up"), "I stop here."],
    ]
    turns = [0, 0]

    def generate(*_, input_ids, **__):
        """Continues the conversations that go on, as their scripts say."""
        going_on = [each for each in range(2) if turns[each] < len(scripts[each])]
        assert len(going_on) == len(input_ids)
        answers = [tokenizer(scripts[each][turns[each]] + "<|im_end|>")["input_ids"] for each in going_on]
        for each in going_on:
            turns[each] += 1
        longest = max(map(len, answers))
        padded = torch.tensor([each + [tokenizer.pad_token_id] * (longest - len(each)) for each in answers])
        return torch.cat([input_ids, padded], dim=1)

    monkeypatch.setattr(trainer.model, "generate", generate)
    before = model.lm_head.weight.detach().clone()
    trainer.train()
    log = {key: value for each in trainer.state.log_history for key, value in each.items()}
    assert turns == [5, 4]
    assert log["rewards/NovphyEnvironment/mean"] == pytest.approx(1 / 6)  # one of three tasks, and none
    assert log["tools/call_frequency"] == 3.5 and log["tools/failure_frequency"] == pytest.approx(2 / 7)
    assert not torch.equal(before, model.lm_head.weight)  # the rewards differ, so that the step changes the model
