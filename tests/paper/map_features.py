"""Features of classes, feats and masteries on paper: ``tables/features.txt``."""

from tests.paper.facts import Fact, slug, table
from tests.paper.notation import Paper, read


def name_of(feature: Fact) -> str:
    """Return a feature's name in the table: "fighter/second_wind"."""
    return f"{feature['cls']}/{slug(feature['name'])}"


def feature_text(feature: Fact) -> str:
    """Return a feature in notation, its edition's own text first."""
    name, known = name_of(feature), table("features.txt")
    plain = name.partition("/")[2]
    for key in (f"{name}@{feature['ed']}", name, plain):
        if key in known:
            return known[key]
    return f"? no table says what {name} is"


def map_feature(feature: Fact) -> Paper:
    """Map a feature onto rows."""
    return read(feature_text(feature))
