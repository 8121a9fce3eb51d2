"""RLlib's new API stack: PPO on novphy's vector (gym_env_vectorize_mode), with the grid of 180 directions."""

import gymnasium
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig

from results import ENVIRONMENT, SEED, TRAINING, print_row


def config():
    nets = DefaultModelConfig(fcnet_hiddens=[128, 128], fcnet_activation="relu", vf_share_layers=False)
    return (
        PPOConfig()
        .environment(ENVIRONMENT, env_config={"threads": 1, **TRAINING})
        .env_runners(
            num_env_runners=0,  # this process; more are processes of their own
            num_envs_per_env_runner=32,
            gym_env_vectorize_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT,
            rollout_fragment_length=16,
        )
        .training(
            lr=1e-3,
            train_batch_size=512,
            minibatch_size=128,
            num_epochs=4,
            lambda_=0.95,
            entropy_coeff=0.01,
            clip_param=0.2,
            use_kl_loss=False,
            vf_loss_coeff=0.5,
        )
        .rl_module(model_config=nets)
        .debugging(seed=SEED)
    )


def act(algorithm):
    def best(seen):
        with torch.no_grad():
            seen = torch.as_tensor(seen)[None]
            logits = algorithm.get_module().forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        return int(logits.argmax())

    return best


def learn(algorithm, shots):
    played = 0
    while played < shots:
        played = int(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
    return played


def main(shots=40960):
    algorithm = config().build_algo()
    print_row("RLlib PPO", "grid", act(algorithm), lambda: learn(algorithm, shots))
    algorithm.stop()


if __name__ == "__main__":
    ray.init(num_cpus=1, include_dashboard=False, configure_logging=False, log_to_driver=False)
    main()
