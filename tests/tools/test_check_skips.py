import pytest

from tools.check_skips import main

REPORT = """<testsuites><testsuite name="pytest"><testcase classname="tests.a" name="one" />
<testcase classname="tests.a" name="two"><skipped type="pytest.skip" message="{}">x</skipped>
</testcase></testsuite></testsuites>"""


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("the superuser may read everything", 0),
        ("the shared samples are not at /x; MJLAB_SHARED names their place", 0),
        ("no chromium is installed to open the page in", 1),
        ("the superuser may read everything, I think", 1),
    ],
)
def test_only_listed_reasons_may_skip(tmp_path, capsys, reason, code):
    (tmp_path / "report.xml").write_text(REPORT.format(reason))
    assert main([str(tmp_path / "report.xml")]) == code
    assert ("tests.a::two" in capsys.readouterr().out) == bool(code)
