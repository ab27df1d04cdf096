"""Fail when a test was skipped for a reason that is not in the list below.

Usage: ``python tools/check_skips.py REPORT.xml``, a file that ``pytest --junitxml`` wrote.
"""

import re
import sys
from xml.etree import ElementTree

ALLOWED = {
    r"the shared samples are not at .*": "files that may be read but not shipped",
    r"the public tables are not here": "the same",
    r"the superuser may read everything": "a file without read permission, as root",
    r"Hong Kong rules are not scored by mjlab": "recorded cases of another rule system",
}
"""What may be skipped, and why."""


def unlisted(path: str) -> list[str]:
    """Names and reasons of the tests that should not have been skipped."""
    found = []
    for case in ElementTree.parse(path).iter("testcase"):
        for skipped in case.iter("skipped"):
            reason = skipped.get("message", "")
            if skipped.get("type") == "pytest.skip" and not any(
                re.fullmatch(pattern, reason) for pattern in ALLOWED
            ):
                found.append(f"{case.get('classname')}::{case.get('name')}: {reason}")
    return found


def main(arguments: list[str]) -> int:
    """Print what should not have been skipped; return the exit code."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    found = unlisted(arguments[0])
    print(*(f"skipped: {one}" for one in found), sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
