from tools import draw_house


def test_the_tree_is_that_of_the_package(capsys):
    assert draw_house.main(["--check"]) == 0, capsys.readouterr().out


def test_every_file_has_its_line():
    tree = draw_house.tree()
    assert "predicates/" in tree
    for path in draw_house.PACKAGE.rglob("*.py"):
        if path.name != "__init__.py":
            assert any(row.split()[0].removesuffix(".py") == path.stem for row in tree.splitlines())
