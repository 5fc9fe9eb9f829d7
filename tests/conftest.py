"""Fixtures that several folders of tests share: the one browser of a test run, and painted tables."""

from tests.browser import browser, phone, screens, served, table
from tests.films import films

__all__ = ["browser", "films", "phone", "screens", "served", "table"]
