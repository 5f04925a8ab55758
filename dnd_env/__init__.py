"""Dungeons & Dragons 5th edition tactical combat as a reinforcement-learning environment."""

__version__ = "0.1.0"
