"""Reports: everything of a study in one self-contained page, rebuilt from counts alone."""

from analysis.report.build import Report, build_report

__all__ = ["Report", "build_report"]
