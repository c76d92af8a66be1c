"""From what a user writes to a bot: names, labels, parameters, files, and one clear line where something is amiss."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import pytest

from hearts_arena.arena.entrants import (
    Entrant,
    EntrantError,
    describe_bots,
    known_bots,
    load_bot,
    locate,
    parse_entrants,
    submitted_bots,
    version_of,
)
from hearts_arena.arena.play import compile_entrants
from hearts_arena.strategies import BUILT_IN, DESCRIPTIONS

BOT = """
from hearts_arena.bot import Bot, Parameter

class First(Bot):
    parameters = {"depth": Parameter(2, 1, 5, "how far it looks"), "share": Parameter(0.5, 0.0, 1.0, "a share")}

    def choose_pass(self, view):
        return view.held[: view.pass_count]

    def choose_play(self, view):
        return view.legal[0]
"""
SECOND = """
class Second(First):
    pass
"""


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, so that `bots/` is the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_bot(path: str, text: str = BOT) -> Path:
    """Write a bot's file and return it."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def one(spec: str) -> Entrant:
    """Return the only entrant of a specification."""
    (entrant,) = parse_entrants([spec])
    return entrant


@pytest.mark.parametrize(
    ("spec", "label", "bot", "values"),
    [
        ("random", "random", "random", ()),
        ("easy", "easy", "easy", (0.25,)),
        ("A=easy", "A", "easy", (0.25,)),
        ("my bot=easy", "my bot", "easy", (0.25,)),
        ("easy:wild=0.5", "easy", "easy:wild=0.5", (0.5,)),
        ("A=easy:wild=0.5", "A", "easy:wild=0.5", (0.5,)),
        ("bots/one:share=0,depth=4", "one", "bots/one:share=0,depth=4", (4, 0.0)),
        ("bots/one", "one", "bots/one", (2, 0.5)),
        ("bots/one/bot.py", "one", "bots/one/bot.py", (2, 0.5)),
        ("bots/one:depth=3", "one", "bots/one:depth=3", (3, 0.5)),
        ("one", "one", "one", (2, 0.5)),
        ("./loose.py", "loose", "./loose.py", (2, 0.5)),
        ("L=./loose.py#First:share=1", "L", "./loose.py#First:share=1", (2, 1.0)),
        ("♠=random", "♠", "random", ()),
    ],
)
def test_what_a_specification_says(spec: str, label: str, bot: str, values: tuple[float, ...]) -> None:
    """Label, bot and parameters are read out of one word."""
    write_bot("bots/one/bot.py")
    write_bot("loose.py")
    entrant = one(spec)

    assert (entrant.label, entrant.bot, entrant.values) == (label, bot, values)


def test_an_absolute_path(tmp_path: Path) -> None:
    """A file may be anywhere; its label is its name."""
    assert one(str(write_bot(str(tmp_path / "deep" / "down.py")))).label == "down"


def test_what_is_written_again_is_the_same_entrant() -> None:
    """The bot of an entrant, written again, gives that entrant."""
    entrant = one("A=monte-carlo:worlds=4,epsilon=0.25")

    assert one(f"A={entrant.bot}") == entrant


def test_equal_names_are_numbered_b18() -> None:
    """A bot named twice gets #2, then #3."""
    labels = [entrant.label for entrant in parse_entrants(["easy", "easy", "hard", "easy"])]

    assert labels == ["easy", "easy#2", "hard", "easy#3"]


def test_a_name_like_a_number_is_passed_over_b18() -> None:
    """A label that a user gives is never given to another bot too, even one that looks generated."""
    labels = [entrant.label for entrant in parse_entrants(["easy", "easy", "easy#2=hard"])]

    assert labels == ["easy", "easy#3", "easy#2"]


def test_two_equal_labels_are_refused() -> None:
    """One label for two bots is a mistake, and says which."""
    with pytest.raises(EntrantError, match="two entrants are labelled 'A': labels are unique"):
        parse_entrants(["A=easy", "A=hard"])


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "'' names no bot: write"),
        ("A=", "names no bot|no bot is called"),
        ("esay", r"no bot is called 'esay' \(did you mean easy\?\)"),
        ("montecarlo", r"did you mean monte-carlo\?"),
        ("xyzzy", "no bot is called 'xyzzy': see `hearts-arena bots list`"),
        ("easy:wild=2", "'easy': wild=2 is out of range: 0.0 to 1.0"),
        ("easy:wild=-0.1", "out of range"),
        ("easy:wild=nan", "out of range"),
        ("easy:wild=x", "wild=x is not a number"),
        ("monte-carlo:worlds=1.5", "worlds=1.5 is not a whole number"),
        ("monte-carlo:worlds=0", "worlds=0 is out of range: 1 to"),
        ("easy:depth=1", "'easy' has no parameter 'depth': it has wild"),
        ("random:depth=1", "'random' has no parameter 'depth': it has none"),
        ("monte-carlo:worlds=4,epsilon", "the parameter 'epsilon' has no value: write epsilon=NUMBER"),
        ("monte-carlo:worlds=", "has no value"),
        ("monte-carlo:worlds=4,worlds=5", "the parameter 'worlds' is set twice: write it once"),
        ("bots/nobody", "there is no file"),
        ("nobody.py", "there is no file 'nobody.py'"),
        ("external:./run", "not supported"),
        ("A\x07=easy", "cannot be printed"),
    ],
)
def test_what_is_refused(spec: str, message: str) -> None:
    """A specification that means nothing is refused in one line that quotes it."""
    with pytest.raises(EntrantError, match=message) as caught:
        parse_entrants([spec])

    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("label", ["AC/DC", "..", "x y", "CON", "a b\tc", "ä", "-", "'", '"'])
def test_strange_labels_are_kept_or_refused_d05(label: str) -> None:
    """A strange label comes through as it was written, or is refused; it is never changed in silence."""
    kept: list[str] = []
    with suppress(EntrantError):
        kept.append(one(f"{label}=easy").label)

    assert kept in ([], [label])


def test_one_class_of_several_is_named() -> None:
    """A file with two bots needs #Class, which picks one."""
    write_bot("two.py", BOT + SECOND)
    with pytest.raises(EntrantError, match=r"several bots \(First, Second\): add #Class"):
        parse_entrants(["./two.py"])

    assert load_bot(one("./two.py#Second").locator).__name__ == "Second"


def test_a_class_that_is_not_there() -> None:
    """#Class that names nothing says what there is."""
    write_bot("loose.py")
    with pytest.raises(EntrantError, match="no bot class 'Third'; it has First"):
        parse_entrants(["./loose.py#Third"])


def test_a_file_without_bots() -> None:
    """A file without a bot says what it lacks; classes it only imports are not taken for its own."""
    write_bot("empty.py", "from hearts_arena.bot import Bot\n")
    with pytest.raises(EntrantError, match="no subclass of Bot, BatchBot or CompiledBot"):
        parse_entrants(["./empty.py"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import nothing_of_the_kind\n", "line 1: .*ModuleNotFoundError: No module named 'nothing_of_the_kind'"),
        ("x = 1\n\ny = 1 / 0\n", "line 3: .*ZeroDivisionError: division by zero"),
        ("x = 1\nclass (\n", "line 2: .*SyntaxError"),
        ("raise SystemExit\n", "line 1: .*SystemExit"),
        ("def f():\n    raise ValueError('one\\ntwo')\nf()\n", "line 2: .*ValueError: one$"),
    ],
)
def test_a_file_that_fails_to_import(text: str, message: str) -> None:
    """Whatever the file's own code raises becomes one line with the file and the line number."""
    write_bot("broken.py", text)
    with pytest.raises(EntrantError, match=message) as caught:
        parse_entrants(["./broken.py"])

    assert "broken.py" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_broken_file_may_be_mended() -> None:
    """A file that failed once is read afresh the next time."""
    write_bot("mended.py", "import nothing_of_the_kind\n")
    with pytest.raises(EntrantError):
        parse_entrants(["./mended.py"])
    write_bot("mended.py")

    assert one("./mended.py").kind == "plain"


def test_missing_methods_are_named() -> None:
    """A bot without its methods is refused with what it lacks."""
    write_bot("half.py", "from hearts_arena.bot import Bot\nclass Half(Bot):\n    pass\n")
    with pytest.raises(EntrantError, match="'Half' lacks choose_pass and choose_play: see bots/"):
        parse_entrants(["./half.py"])


def test_neighbours_are_imported_relatively() -> None:
    """A bot in a folder may keep helpers beside it, and its version covers them."""
    write_bot("bots/pair/helper.py", "def first(cards):\n    return cards[0]\n")
    text = BOT.replace("return view.legal[0]", "return first(view.legal)")
    write_bot("bots/pair/bot.py", "from .helper import first\n" + text)
    before = one("pair")
    write_bot("bots/pair/helper.py", "def first(cards):\n    return cards[-1]\n")

    assert before.kind == "plain"
    assert version_of(before.locator) != before.version


def test_two_bots_of_one_name_are_kept_apart() -> None:
    """Files of equal names in different folders are different bots, modules and all."""
    write_bot("a/bot.py")
    write_bot("b/bot.py", BOT.replace("legal[0]", "legal[-1]"))
    first, second = parse_entrants(["a/bot.py", "b/bot.py"])

    assert load_bot(first.locator) is not load_bot(second.locator)
    assert (first.label, second.label) == ("a", "b")
    assert first.version != second.version


def test_loading_twice_gives_one_class() -> None:
    """A file is imported once a process."""
    file = write_bot("loose.py")

    assert load_bot(f"{file.resolve()}#First") is load_bot(f"{file.resolve()}#First")


def test_versions_follow_the_source() -> None:
    """A version changes with the file and not with where it lies or with parameters."""
    first = one(f"{write_bot('one/bot.py')}")
    copy = one(f"{write_bot('two/bot.py')}")
    changed = one(f"{write_bot('three/bot.py', BOT + '# a remark')}")

    assert first.version == copy.version == one("one/bot.py:depth=3").version
    assert first.version != changed.version


def test_kinds() -> None:
    """The kind of a bot is that of its base class."""
    write_bot("loose.py")
    batch = BOT.replace("import Bot", "import BatchBot").replace("First(Bot)", "First(BatchBot)")
    write_bot("many.py", batch)

    assert [entrant.kind for entrant in parse_entrants(["./loose.py", "./many.py", "hard"])] == [
        "plain",
        "batch",
        "compiled",
    ]


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_built_in_bots_load(name: str) -> None:
    """Every built-in bot is compiled and described."""
    assert one(name).kind == "compiled"
    assert DESCRIPTIONS[name]


def test_known_bots() -> None:
    """Known are the built-in bots and the folders under bots/ that hold one, the template aside."""
    write_bot("bots/mine/bot.py")
    write_bot("bots/template/bot.py")
    write_bot("bots/notes.py")

    assert submitted_bots() == ("mine",)
    assert set(known_bots()) == {*BUILT_IN, "mine"}


def test_a_broken_bot_is_listed_as_such() -> None:
    """The list of bots goes on past one that cannot be loaded."""
    write_bot("bots/broken/bot.py", "1 / 0\n")
    rows = dict(describe_bots())

    assert rows["broken"].startswith("cannot be loaded: ")
    assert "wild=0.25" in rows["easy"]


def test_a_built_in_name_wins() -> None:
    """A folder under bots/ never takes the name of a built-in bot from it."""
    write_bot("bots/easy/bot.py")

    assert locate("easy") == BUILT_IN["easy"]
    assert locate("bots/easy").endswith("bot.py#First")


def test_modules_do_not_pile_up() -> None:
    """A file that fails to import leaves no module behind."""
    before = {name for name in sys.modules if name.startswith("hearts_bot_")}
    write_bot("broken.py", "1 / 0\n")
    with pytest.raises(EntrantError):
        parse_entrants(["./broken.py"])

    assert {name for name in sys.modules if name.startswith("hearts_bot_")} == before


COMPILED = """
from hearts_arena.bot import CompiledBot, lowest

def helper(mask):
    return lowest(mask)

class Mine(CompiledBot):
    @staticmethod
    def choose_pass(view, params, cards):
        cards[0] = 1

    @staticmethod
    def choose_play(view, params):
        return {play}
"""


@pytest.mark.parametrize(
    ("play", "message"),
    [
        ("helper(view.legal)", "'mine' does not compile: line 14: .*Untyped global name 'helper'"),
        ("nothing(view.legal)", "'mine' does not compile: .*name 'nothing' is not defined"),
        ("view.hands", "'mine' does not compile: .*hands"),
        ("'QS'", "'mine' does not compile: line 14: .*No conversion"),
    ],
)
def test_why_a_bot_does_not_compile_bug(play: str, message: str) -> None:
    """Numba's reason and the line of the bot's file come out in one line, not the name of its pipeline."""
    write_bot("mine.py", COMPILED.format(play=play))
    with pytest.raises(EntrantError, match=message) as caught:
        compile_entrants(parse_entrants(["./mine.py"]))

    assert "\n" not in str(caught.value)


def test_too_many_parameters() -> None:
    """A compiled bot with more parameters than its record holds is refused."""
    declared = ", ".join(f"'p{i}': Parameter(0, 0, 1, 'x')" for i in range(9))
    text = COMPILED.format(play="lowest(view.legal)").replace("import Comp", "import Parameter, Comp")
    write_bot("many.py", text + f"\nMine.parameters = {{{declared}}}\n")
    with pytest.raises(EntrantError, match="declares 9 parameters: 8 are allowed"):
        compile_entrants(parse_entrants(["./many.py"]))
