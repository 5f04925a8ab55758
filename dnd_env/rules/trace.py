"""The trace: what happened and why, a line for each roll and change, for logs and explanations."""

from dnd_env.core.jit import rule
from dnd_env.core.limits import MAX_TRACE
from dnd_env.core.work import Work

OTHER_DIE = 16  # by how many bits the d20 that does not count is shifted, in an ATTACK line


@rule
def note(
    work: Work, kind: int, source: int, target: int, amount: int, a: int, b: int, c: int, d: int
) -> None:
    """Write a line, if the trace is on and has room. ``source``, ``target``: creatures, -1 none."""
    if work.trace_on == 0 or work.trace_count == MAX_TRACE:
        return
    line = work.trace[work.trace_count]
    line.kind, line.source, line.target, line.amount = kind, source + 1, target + 1, amount
    line.a, line.b, line.c, line.d = a, b, c, d
    work.trace_count += 1
