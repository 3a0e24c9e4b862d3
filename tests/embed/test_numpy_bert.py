"""The parts of the encoder in numpy, held against definitions."""

import math
from threading import Barrier, Thread

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from piperoll.embed.numpy_bert import _one_thread, normal_share, rounded


def test_normal_share_is_the_normal_distribution() -> None:
    values = np.linspace(-9, 9, 20_001, dtype=np.float32)
    expected = [(1 + math.erf(value / math.sqrt(2))) / 2 for value in values.tolist()]
    assert np.abs(normal_share(values) - expected).max() < 3e-7


def test_numbers_are_rounded_as_torch_rounds_them() -> None:
    import torch

    values = np.random.default_rng(0).normal(size=10_000).astype(np.float32)
    values[:4] = 0, -0.0, 1 + 2**-8, 1 + 3 * 2**-8  # the last two lie between neighbours
    expected = torch.from_numpy(values).bfloat16().float().numpy()
    assert np.array_equal(rounded(values), expected)
    assert not np.array_equal(values, expected)


def threads() -> set[int]:
    return {library.num_threads for library in ThreadpoolController().select(user_api="blas").lib_controllers}


def test_threads_of_the_matrix_library_are_as_before_when_the_last_reader_has_left() -> None:
    before = threads()
    inside, left = Barrier(3), Barrier(3)

    def read() -> None:
        with _one_thread:
            inside.wait(10)
            left.wait(10)

    readers = [Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    inside.wait(10)
    assert threads() == {1}
    left.wait(10)
    for reader in readers:
        reader.join()
    assert threads() == before


def test_an_error_leaves_no_limit_behind() -> None:
    before = threads()
    with pytest.raises(ZeroDivisionError), _one_thread:
        _ = 1 / 0
    assert threads() == before
