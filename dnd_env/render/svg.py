"""The battle as one self-contained SVG: map, zones, tokens, and a panel with initiative and log.

Units are 40 to a square (``palette.SQUARE``). It needs no fonts or files but what a viewer has.
"""

from typing import Final

from dnd_env.render import palette, svg_areas, svg_defs, svg_map, svg_objects, svg_tokens
from dnd_env.render.escape import for_xml
from dnd_env.render.palette import SQUARE as S
from dnd_env.render.scene import SceneDict, check_scene, headline
from dnd_env.render.svg_panel import PANEL_WIDTH, draw_panel, panel_height

MARGIN: Final = 18  # units around the map, for the numbers of columns and rows
FONT: Final = "'DejaVu Sans',Verdana,'Segoe UI',Arial,sans-serif"

STYLE: Final = (
    f"text{{font-family:{FONT}}}"
    ".number{font-size:9px;fill:#a9a6b0;text-anchor:middle;dominant-baseline:central}"
    f".arrow{{fill:none;stroke:{palette.ARROW};stroke-width:3;stroke-linecap:round;"
    "marker-end:url(#m-head)}"
)
HEAD: Final = (
    '<marker id="m-head" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="4.2" markerHeight="4.2"'
    f' orient="auto"><path d="M0 0L8 4L0 8L2 4Z" fill="{palette.ARROW}"/></marker>'
)


def draw_svg(scene: SceneDict, square_px: int = 40, panel: bool = True) -> str:
    """Draw a scene as an SVG document.

    Args:
        scene: what to draw.
        square_px: pixels to a square, at the document's natural size.
        panel: whether to add initiative, hit points and log at the right.

    Raises:
        SceneError: the scene is not as it should be.
    """
    check_scene(scene)
    width = scene["width"] * S + 2 * MARGIN
    height = scene["height"] * S + 2 * MARGIN
    board = (width, height)
    if panel:
        width, height = width + PANEL_WIDTH, max(height, panel_height(scene))
    scale = square_px / S
    name = for_xml(f"{scene['title']}: {headline(scene)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width * scale:g}" height="{height * scale:g}" role="img" aria-label="{name}">'
        f"<title>{name}</title>{definitions(scene)}"
        f'<rect width="{width}" height="{height}" fill="{palette.PANEL}"/>'
        f'<g transform="translate({MARGIN} {MARGIN})">{draw_numbers(scene)}'
        f"{svg_map.draw_map(scene)}{_layers(scene)}</g>"
        f"{draw_panel(scene, board[0], height) if panel else ''}</svg>\n"
    )


def definitions(scene: SceneDict) -> str:
    """Return styles and shared shapes of a drawing."""
    style = svg_defs.STYLE + svg_areas.STYLE + svg_tokens.STYLE + STYLE
    shapes = svg_defs.definitions(svg_map.ground_name(scene))
    return (
        f"<style>{style}</style><defs>{shapes}{HEAD}{svg_areas.TEXTURES}{svg_objects.SHAPES}</defs>"
    )


def draw_numbers(scene: SceneDict) -> str:
    """Number the columns and rows, outside the map."""
    columns = (
        f'<text class="number" x="{x * S + S // 2}" y="-8">{x}</text>'
        for x in range(scene["width"])
    )
    rows = (
        f'<text class="number" x="-9" y="{y * S + S // 2}">{y}</text>'
        for y in range(scene["height"])
    )
    return "".join((*columns, *rows))


def _layers(scene: SceneDict) -> str:
    """Draw what lies over the map, from the bottom up."""
    return "".join(
        (
            svg_areas.draw_zones(scene),
            svg_areas.draw_reach(scene),
            svg_areas.draw_shade(scene),
            svg_areas.draw_path(scene),
            svg_objects.draw_objects(scene),
            svg_tokens.draw_tokens(scene),
            svg_tokens.draw_arrows(scene),
            svg_areas.draw_zone_names(scene),
        )
    )
