"""TorchRL: its own PPO on GymWrapper around novphy's vector, with the grid of 180 directions."""

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MLP, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from results import ENVIRONMENT, SEED, TRAINING, print_row

ENVS, STEPS, EPOCHS, MINIBATCH = 32, 16, 4, 128


def environment():
    envs = gymnasium.make_vec(ENVIRONMENT, num_envs=ENVS, threads=1, autoreset_mode="disabled", **TRAINING)
    return GymWrapper(envs, categorical_action_encoding=True)


def networks(env):
    inputs = env.observation_spec["observation"].shape[-1]
    actions = env.full_action_spec_unbatched["action"].space.n
    body = MLP(inputs, actions, num_cells=[128, 128])
    actor = ProbabilisticActor(
        TensorDictModule(body, ["observation"], ["logits"]),
        in_keys=["logits"],
        distribution_class=torch.distributions.Categorical,
        return_log_prob=True,
    )
    return body, actor, ValueOperator(MLP(inputs, 1, num_cells=[128, 128]), ["observation"])


def learn(env, actor, critic, shots):
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3)
    collector = Collector(env, actor, frames_per_batch=ENVS * STEPS, total_frames=shots)
    played = 0
    for batch in collector:
        played += batch.numel()
        for _ in range(EPOCHS):
            rows = advantage(batch).reshape(-1)
            for part in rows[torch.randperm(len(rows))].split(MINIBATCH):
                losses = loss(part)
                optimizer.zero_grad()
                sum(value for key, value in losses.items() if key.startswith("loss_")).backward()
                optimizer.step()
    collector.shutdown()
    return played


def main(shots=40960):
    torch.manual_seed(SEED)
    env = environment()
    env.set_seed(SEED)
    body, actor, critic = networks(env)

    def act(seen):
        with torch.no_grad():
            return int(body(torch.as_tensor(seen)).argmax())

    print_row("TorchRL PPO", "grid", act, lambda: learn(env, actor, critic, shots))


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
