"""The peer of the bare engine: SimPy with N clocks of periods 10 + i mod 7, the best of three runs."""
import gc
import time

import simpy


def rate(clocks):
    count = 0

    def clock(env, period):
        nonlocal count
        while True:
            count += 1
            yield env.timeout(period)

    env = simpy.Environment()
    for index in range(clocks):
        env.process(clock(env, 10 + index % 7))
    start = time.perf_counter()
    env.run(until=2_400_000 / clocks)
    return count / (time.perf_counter() - start)


def best(clocks):
    gc.disable()
    return max(rate(clocks) for _ in range(3))
