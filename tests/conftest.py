"""Fixtures that several folders of tests share: the one browser of a test run."""

from tests.browser import browser, phone, screens, served, table

__all__ = ["browser", "phone", "screens", "served", "table"]
