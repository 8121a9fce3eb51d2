"""Stable-Baselines3: its checker, DQN with the grid of 180 directions, and PPO with the box of directions and pulls."""

import gymnasium
import torch
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor

from novphy.sb3 import VecEnv
from results import ENVIRONMENT, SEED, TRAINING, print_row


def check_environments():
    for actions in ("grid", "planner", "box"):
        for observation in ("flat", "features", "picture"):
            check_env(gymnasium.make(ENVIRONMENT, actions=actions, observation=observation, **TRAINING))


def check_vector():
    envs = VecEnv(3, observation="flat", **TRAINING)
    envs.seed(SEED)
    envs.set_options({"task": 5})
    envs.reset()
    assert [info["task"] for info in envs.reset_infos] == [5, 5, 5]
    envs.reset()
    assert len({info["task"] for info in envs.reset_infos}) > 1
    for info in envs.step([132, 132, 0])[3]:
        assert info["is_success"] == info["passed"] and info["terminal_observation"].shape == (384,)


def vector(count, **settings):
    return VecMonitor(VecEnv(count, threads=1, observation="flat", **TRAINING, **settings))


def act(model):
    return lambda seen: model.predict(seen, deterministic=True)[0]


def learn(model, shots):
    model.learn(shots)
    return model.num_timesteps


def dqn(shots=20000):
    envs = vector(8)
    model = DQN(
        "MlpPolicy",
        envs,
        learning_rate=1e-3,
        buffer_size=shots,
        learning_starts=200,
        batch_size=128,
        train_freq=1,
        gradient_steps=4,
        target_update_interval=800,
        exploration_fraction=0.4,
        policy_kwargs={"net_arch": [128, 128]},
        seed=SEED,
    )
    print_row("Stable-Baselines3 DQN", "grid", act(model), lambda: learn(model, shots))


def ppo(shots=300000):
    """Of random shots in the box 0.4 % pass, so that an update needs many shots."""
    envs = vector(64, actions="box")
    model = PPO(
        "MlpPolicy",
        envs,
        learning_rate=1e-3,
        n_steps=32,
        batch_size=512,
        n_epochs=10,
        policy_kwargs={"net_arch": [128, 128]},
        seed=SEED,
    )
    print_row("Stable-Baselines3 PPO", "box", act(model), lambda: learn(model, shots))


if __name__ == "__main__":
    torch.set_num_threads(1)
    check_environments()
    check_vector()
    dqn()
    ppo()
