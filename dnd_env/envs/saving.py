"""The bytes of a saved battle: magic, format, a JSON header, the state, and a digest of it all."""

import hashlib
import json
import struct
from enum import IntEnum
from functools import cache
from typing import Any

from dnd_env.core import terms
from dnd_env.core.errors import SaveError
from dnd_env.core.state import STATE

MAGIC = b"DNDENV"
FORMAT = 1
HEAD = struct.Struct("<6sHI")
DIGEST_SIZE = 32
KEYS = ("version", "state", "layout", "content", "encounter", "rules", "seats", "actions")


def pack(head: dict[str, Any], body: bytes) -> bytes:
    """Return a header, with KEYS, and a state as the bytes of a save."""
    text = json.dumps(head).encode()
    content = HEAD.pack(MAGIC, FORMAT, len(text)) + text + body
    return content + hashlib.sha256(content).digest()


def unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the header and the state of a save.

    Raises:
        SaveError: it is no save, of another format, or damaged.
    """
    if len(data) < HEAD.size + DIGEST_SIZE or not data.startswith(MAGIC):
        raise SaveError("this is no saved battle")
    _, version, length = HEAD.unpack_from(data)
    if version != FORMAT:
        raise SaveError(f"saved in format {version}; this version reads format {FORMAT}")
    content, digest = data[:-DIGEST_SIZE], data[-DIGEST_SIZE:]
    if hashlib.sha256(content).digest() != digest:
        raise SaveError("the saved battle is damaged")
    head = json.loads(content[HEAD.size : HEAD.size + length])
    missing = [key for key in KEYS if key not in head]
    if missing:
        raise SaveError(f"the saved battle does not say its {', '.join(missing)}")
    return head, content[HEAD.size + length :]


def compare(head: dict[str, Any], here: dict[str, str], version: str) -> None:
    """See to it that a save is of the same making as what is here.

    Args:
        head: of the save.
        here: digests by key of the header.
        version: of the package.

    Raises:
        SaveError: a digest differs.
    """
    for key, digest in here.items():
        if head[key] != digest:
            raise SaveError(
                f"saved with {key} {head[key]} by version {head['version']}, "
                f"but this is {key} {digest} of version {version}"
            )


@cache
def state_digest() -> str:
    """A hash of how a state is laid out, and of what the numbers in it mean."""
    kinds: list[type[IntEnum]] = [
        kind
        for _, kind in sorted(vars(terms).items())
        if isinstance(kind, type) and issubclass(kind, IntEnum) and kind is not IntEnum
    ]
    words = [(kind.__name__, [(member.name, int(member)) for member in kind]) for kind in kinds]
    return hashlib.sha256(repr((STATE, words)).encode()).hexdigest()[:16]
