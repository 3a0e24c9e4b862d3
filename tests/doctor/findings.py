"""Read the findings of the doctor."""

from piperoll.doctor import Finding


def facts(check: str, findings: list[Finding]) -> list[tuple[str, str]]:
    """Return level and text of what one check found."""
    return [(finding.level, finding.found) for finding in findings if finding.check == check]
