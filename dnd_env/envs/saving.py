"""The bytes of a saved battle: magic, format, a JSON header, the state, and a digest of it all."""

import hashlib
import json
import struct
from typing import Any

from dnd_env.core.errors import SaveError

MAGIC = b"DNDENV"
FORMAT = 1
HEAD = struct.Struct("<6sHI")
DIGEST_SIZE = 32


def pack(head: dict[str, Any], body: bytes) -> bytes:
    """Return a header and a state as the bytes of a save."""
    text = json.dumps(head).encode()
    digest = hashlib.sha256(text + body).digest()
    return HEAD.pack(MAGIC, FORMAT, len(text)) + text + body + digest


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
    content, digest = data[HEAD.size : -DIGEST_SIZE], data[-DIGEST_SIZE:]
    if hashlib.sha256(content).digest() != digest:
        raise SaveError("the saved battle is damaged")
    return json.loads(content[:length]), content[length:]
