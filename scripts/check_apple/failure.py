"""How the check says no."""


class CheckFailed(Exception):
    """Something that must hold does not; the text is for the reader."""
