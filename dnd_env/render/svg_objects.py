"""The things that lie on an SVG map: each kind is drawn once and used by reference."""

from typing import Final

from dnd_env.render import palette
from dnd_env.render.escape import for_xml
from dnd_env.render.palette import SQUARE as S
from dnd_env.render.scene import ObjectDict, SceneDict

_SWORD: Final = 'd="M-7 7L6-6M-7 2L-2 7" stroke-linecap="round"'
_DRAWN: Final = {
    "item": f'<path {_SWORD} stroke="#17171c" stroke-width="5"/>'
    f'<path {_SWORD} stroke="{{fill}}" stroke-width="2.5"/>',
    "chest": '<rect x="-11" y="-8" width="22" height="17" rx="3" fill="{fill}" stroke="#17171c"'
    ' stroke-width="2"/><path d="M-11-1H11" stroke="#17171c" stroke-width="2"/>'
    '<rect x="-2.5" y="-3.5" width="5" height="6" rx="1" fill="#f2d27a"/>',
    "campfire": '<circle r="17" fill="{fill}" opacity=".22"/><circle r="11" fill="{fill}"'
    ' opacity=".3"/><path d="M-10 8L10 3M-10 3L10 8" stroke="#3b2413" stroke-width="4"'
    ' stroke-linecap="round"/><path d="M0 5C-9 5-8-3-3-7-3-3-1-3 0-12 6-6 9 5 0 5Z" fill="{fill}"/>'
    '<path d="M0 4C-4 4-4 0-1-2 0-4 1-4 1-6 4-2 5 4 0 4Z" fill="#ffe08a"/>',
    "other": '<path d="M0-8L8 0L0 8L-8 0Z" fill="{fill}" stroke="#17171c" stroke-width="2"/>',
}
"""What is drawn for each kind of object, about its middle."""

SHAPES: Final = "".join(
    f'<g id="o-{kind}">{shape.format(fill=palette.object_colour(kind))}</g>'
    for kind, shape in _DRAWN.items()
)
"""The definitions; the id of a kind's drawing is ``o-`` and the kind."""


def draw_objects(scene: SceneDict) -> str:
    return "".join(_object(thing) for thing in scene.get("objects", []))


def _object(thing: ObjectDict) -> str:
    kind = thing["kind"] if thing["kind"] in _DRAWN else "other"
    use = f'<use href="#o-{kind}" x="{thing["x"] * S + S // 2}" y="{thing["y"] * S + S // 2}"/>'
    return f"<g><title>{for_xml(thing['name'])}</title>{use}</g>"
