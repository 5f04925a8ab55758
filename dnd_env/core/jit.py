"""The only module that knows numba: ``@rule`` for inner functions, ``@entry`` for Python's calls.

``NUMBA_DISABLE_JIT=1`` interprets the same source, checked; ``NUMBA_BOUNDSCHECK=1`` compiles it
with every index checked; ``DND_ENV_CACHE_DIR`` is where compiled code is kept. Numba's own cache
notices a change in an entry's file only, so the folder is named by a digest of all compiled
sources.

Numba would optimize and make machine code of each function with all that it calls, again and again
up the call chain. Here a rule is only translated; an entry links all rules that it needs, once.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite.binding import Linkage
from numba import types
from numba.core import codegen, compiler
from numba.core import config as numba_config
from numba.np import arrayobj

config: Any = numba_config
njit: Any = numba.njit
PURE = bool(config.DISABLE_JIT)
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_HOOKS = ("get_call_template", "overloads", "add_overload", "_compile_for_args")  # private API
_F = TypeVar("_F", bound=Callable[..., Any])


def source_digest(*package_dirs: Path) -> str:
    """Hash the sources that are compiled: those that use this module, and all of ``core``."""
    digest = hashlib.sha256()
    for folder in package_dirs:
        for path in sorted(folder.rglob("*.py")):
            source = path.read_bytes()
            if b"core.jit import" in source or path.parent.name == "core":
                digest.update(f"{path.relative_to(folder)}\0".encode() + source + b"\0")
    return digest.hexdigest()[:16]


_PACKAGE = Path(__file__).resolve().parents[1]
_ROOT = Path(os.environ.get("DND_ENV_CACHE_DIR", "~/.cache/dnd_env")).expanduser()
_KEY = f"{numba.__version__}-{source_digest(_PACKAGE, _PACKAGE.parent / 'agents')}"
CACHE_DIR = _ROOT / (f"{_KEY}-checked" if config.BOUNDSCHECK else _KEY)


class _NoEnvironment:
    """Stands for the code generator where numba would store a rule's environment: it has no
    address, for it is no machine code."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def set_env(self, env_name: str, env: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)


class _RuleLibrary(codegen.JITCodeLibrary):
    """The code of one rule: translated, but neither optimized nor made machine code of."""

    @property
    def codegen(self) -> Any:
        return _NoEnvironment(self._codegen)

    def finalize(self) -> None:
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


class _EntryLibrary(codegen.JITCodeLibrary):
    """The code of an entry, with that of all rules below it."""

    def add_linking_library(self, library: Any) -> None:
        if library not in self._linking_libraries:
            super().add_linking_library(library)  # type: ignore[no-untyped-call]
            if isinstance(library, _RuleLibrary):
                for needed in library._linking_libraries:
                    self.add_linking_library(needed)

    def _optimize_final_module(self) -> None:
        """Make the rules internal first: nobody else calls them, so that LLVM may change their
        signatures, drop status checks that cannot fail, and inline what is called once."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


class _Compiler(compiler.Compiler):
    """Numba's compiler with a library of our own; the class is chosen below."""

    library_class: type[codegen.JITCodeLibrary]

    def __init__(
        self,
        typingctx: Any,
        targetctx: Any,
        library: Any,
        args: Any,
        return_type: Any,
        flags: Any,
        locals: Any,
    ) -> None:
        if library is None:
            library = self.library_class(targetctx.codegen(), self.library_class.__name__)
            library.enable_object_caching()
        super().__init__(  # type: ignore[no-untyped-call]
            typingctx, targetctx, library, args, return_type, flags, locals
        )

    def _compile_core(self) -> Any:
        with _indices_as_they_are():
            return super()._compile_core()  # type: ignore[no-untyped-call]


@contextmanager
def _indices_as_they_are() -> Iterator[None]:
    """Leave out numba's test of each index whether it counts from the end: in rules none does, see
    ``layout.Checked``; numba's own functions that would, such as numpy's, are not called there."""
    before = getattr(arrayobj, "fix_integer_index", None)
    if before is None:  # another numba: tests on
        yield
        return
    arrayobj.fix_integer_index = _as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = before


def _as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    return context.cast(builder, index, kind, types.intp)


def _name_by_code(self: Any) -> str:
    """Name a record type by its number: numba prints types, fields and all, for each pass it
    runs."""
    return f"{type(self).__name__}#{self._code}"


types.Record.__repr__ = _name_by_code  # type: ignore[method-assign]
types.NestedArray.__repr__ = _name_by_code  # type: ignore[method-assign]


class _RuleCompiler(_Compiler):
    library_class = _RuleLibrary


class _EntryCompiler(_Compiler):
    library_class = _EntryLibrary


def _widen(argument: Any) -> Any:
    """Let int64 stand for every int, bool and IntEnum member: a rule is compiled only once."""
    argument = types.unliteral(argument)  # type: ignore[no-untyped-call]
    whole = isinstance(argument, (types.Integer, types.Boolean, types.IntEnumMember))
    return types.int64 if whole else argument


def rule(function: _F) -> _F:
    """Compile a function for other rules and entries; called from Python it raises TypeError."""
    if PURE:
        return function
    dispatcher: Any = njit(
        no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_RuleCompiler, **_OPTIONS
    )(function)
    try:
        template, overloads, *_ = [getattr(dispatcher, hook) for hook in _HOOKS]
    except AttributeError:  # another numba: compiles slower, runs the same
        return njit(**_OPTIONS)(function)

    def widened(args: Any, kws: Any) -> Any:
        return template(tuple(map(_widen, args)), {name: _widen(kws[name]) for name in kws})

    def add_overload(result: Any) -> None:
        # Not to the table for Python's calls, which would segfault.
        overloads[tuple(result.signature.args)] = result

    def refuse(*args: Any, **kws: Any) -> None:
        raise TypeError(f"{function.__name__} is a @rule: call an @entry, or interpret")

    dispatcher.get_call_template, dispatcher.add_overload = widened, add_overload
    dispatcher._compile_for_args = refuse
    return dispatcher


def entry(function: _F) -> _F:
    """Compile a function for Python to call, and keep it on disk. Few: each links every rule."""
    if PURE:
        return function
    options = _OPTIONS | {"pipeline_class": _EntryCompiler}
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE_DIR)
    try:
        CACHE_DIR.mkdir(parents=True, exist_ok=True)
        (CACHE_DIR / "used").touch()
        return njit(cache=True, **options)(function)
    except OSError:  # not writable; the folder that numba would choose instead goes stale
        return njit(**options)(function)
    finally:
        config.CACHE_DIR = before
