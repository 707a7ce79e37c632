from tests.shared import edition_played, pytest_generate_tests

__all__ = ["edition_played", "pytest_generate_tests"]
