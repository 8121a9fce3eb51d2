"""Prints tests/nets/pytorch_figures.h: what PyTorch computes in the cases of pytorch_test.cpp.

Usage: pytorch_figures.py >pytorch_figures.h
Needs Debian's python3-torch (1.13.1 computed the header), which no build and no test needs.
"""

import torch
from torch import nn


def numbers(offset, *shape):
    """Numbers from -1 to 1, as made_numbers() in pytorch_test.cpp makes them."""
    count = 1
    for length in shape:
        count *= length
    values = [((i + 1) * 7919 + offset * 104729) % 1009 / 504 - 1 for i in range(count)]
    return torch.tensor(values, dtype=torch.float64).float().reshape(shape).requires_grad_()


def show(name, tensor):
    values = ", ".join(f"{value:.9g}" for value in tensor.detach().flatten().tolist())
    print(f"inline const std::vector<float> {name}{{{values}}};")


def show_case(name, out, factors, *leaves):
    """Prints the output and the gradients of sum(out * factors)."""
    (out * factors.detach()).sum().backward()
    show(f"k{name}Out", out)
    for kind, leaf in zip(("In", "Weights", "Bias"), leaves):
        show(f"k{name}{kind}", leaf.grad)


def linear():
    x, weights, bias = numbers(1, 2, 3), numbers(2, 3, 4), numbers(3, 4)
    out = nn.functional.linear(x, weights.t(), bias)
    show_case("Linear", out, numbers(4, 2, 4), x, weights, bias)


def leaky_relu():
    x = numbers(5, 2, 4)
    show_case("LeakyRelu", nn.functional.leaky_relu(x, 0.01), numbers(6, 2, 4), x)


def layer_norm():
    x, weights, bias = numbers(7, 2, 5), numbers(8, 5), numbers(9, 5)
    show_case("LayerNorm", nn.functional.layer_norm(x, (5,), weights, bias), numbers(10, 2, 5), x, weights, bias)


def dueling():
    x = numbers(11, 2, 5)
    value, advantages = x[:, :1], x[:, 1:]
    show_case("Dueling", value + advantages - advantages.mean(dim=1, keepdim=True), numbers(12, 2, 4), x)


def attention():
    """Two samples of three tokens, of which the second token of the second sample is absent."""
    attention = nn.MultiheadAttention(4, 2, batch_first=True)
    project, bias, last, last_bias = numbers(13, 4, 12), numbers(14, 12), numbers(15, 4, 4), numbers(16, 4)
    with torch.no_grad():
        attention.in_proj_weight.copy_(project.t())
        attention.in_proj_bias.copy_(bias)
        attention.out_proj.weight.copy_(last.t())
        attention.out_proj.bias.copy_(last_bias)
    x = numbers(17, 2, 3, 4)
    absent = torch.tensor([[False, False, False], [False, True, False]])
    out, _ = attention(x, x, x, key_padding_mask=absent)
    (out[~absent] * numbers(18, 5, 4).detach()).sum().backward()
    show("kAttentionOut", out[~absent])
    show("kAttentionIn", x.grad[~absent])
    gradients = [attention.in_proj_weight.grad.t(), attention.in_proj_bias.grad,
                 attention.out_proj.weight.grad.t(), attention.out_proj.bias.grad]
    show("kAttentionWeights", torch.cat([gradient.flatten() for gradient in gradients]))


def losses():
    values = numbers(19, 3, 4)
    scaled = values * 3
    loss = nn.functional.smooth_l1_loss(scaled[torch.arange(3), torch.tensor([1, 3, 0])], numbers(20, 3).detach())
    scaled.retain_grad()
    loss.backward()
    show("kHuberLoss", loss)
    show("kHuberGradient", scaled.grad)
    values = numbers(21, 2, 4)
    allowed = torch.tensor([[True, True, False, True], [True, True, True, True]])
    targets = torch.tensor([[0.5, 0.5, 0, 0], [0.25, 0, 0.5, 0.25]])
    loss = nn.functional.cross_entropy(values.masked_fill(~allowed, -1e30), targets)
    loss.backward()
    show("kCrossEntropyLoss", loss)
    show("kCrossEntropyGradient", values.grad)


def adamw():
    """Three steps with gradients above and below the limit."""
    weights = numbers(22, 6).detach().clone().requires_grad_()
    optimiser = torch.optim.AdamW([weights], lr=3e-4)
    for step in range(3):
        weights.grad = (numbers(23 + step, 6).detach() * 2).clamp(-1, 1)
        optimiser.step()
    show("kAdamWWeights", weights)


print(f"// Printed by pytorch_figures.py with PyTorch {torch.__version__.split('+')[0]}.")
print("#pragma once\n\n#include <vector>\n\nnamespace novphy::pytorch {\n")
for case in (linear, leaky_relu, layer_norm, dueling, attention, losses, adamw):
    case()
print("\n}  // namespace novphy::pytorch")
