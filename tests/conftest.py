"""For all tests: rules are run compiled or interpreted (``NUMBA_DISABLE_JIT=1``), by the
environment."""

import pytest

from dnd_env.core.jit import PURE


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Compiled, a ``@rule`` cannot be called from Python: leave out the tests that do."""
    if PURE:
        return
    reason = "calls @rule functions directly: they can be only where rules are interpreted"
    for item in items:
        if item.get_closest_marker("pure"):
            item.add_marker(pytest.mark.skip(reason=reason))
