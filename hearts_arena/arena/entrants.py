"""Entrants: from what a user writes, `[LABEL=]BOT[:key=value,...]`, to a bot's class, parameters and version."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from os.path import isdir, isfile  # which say no to a name that is too long, where Path's raise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from hearts_arena.game.words import perhaps
from hearts_arena.strategies import BUILT_IN, DESCRIPTIONS

if TYPE_CHECKING:
    from hearts_arena.bot import AnyBot, Parameter
    from hearts_arena.game.rules import RuleSet

ENTRY_POINTS = "hearts_arena.bots"
BOTS_FOLDER = Path("bots")
BOT_FILE = "bot.py"
TEMPLATE = "template"
_SPEC = re.compile(r"(?:(?P<label>[^=:/\\]+)=)?(?P<bot>.+?)(?::(?P<values>\w+=[^:/\\]*))?", re.DOTALL)
_VERSION_BYTES = 8


class EntrantError(ValueError):
    """An entrant that cannot take part, with what to do about it."""


class UnknownBotError(EntrantError):
    """What was written names no bot, or none with such parameters: the mistake is not the bot's."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot at a version in one event.

    Attributes
    ----------
    label : str
        Unique in the event.
    bot : str
        The bot with the parameters that were set, as it can be written again.
    locator : str
        Where its class is: `module:Class`, or `path/to/bot.py#Class`.
    kind : str
        `plain`, `batch` or `compiled`.
    version : str
        Hash of its source.
    values : tuple of float
        Values of all declared parameters, in order.
    """

    label: str
    bot: str
    locator: str
    kind: str
    version: str
    values: tuple[float, ...]


def parse_entrants(specs: Iterable[str]) -> tuple[Entrant, ...]:
    """Return the entrants of some specifications, with unique labels: `#2` and so on is added where needed.

    Raises
    ------
    EntrantError
        In one sentence, where a specification or its bot is no good.
    """
    specs = list(specs)
    for spec in specs:
        if not isinstance(spec, str):
            raise UnknownBotError(f"{spec!r} is no entrant: write a bot's name, or the path of its file with #Class")
    parsed = [(_parse(spec), spec) for spec in specs]
    explicit = [label for (label, _, _), _ in parsed if label]
    for label in explicit:
        if explicit.count(label) > 1:
            raise EntrantError(f"two entrants are labelled {label!r}: labels are unique in an event")
    taken = set(explicit)
    entrants = []
    for (label, bot, texts), _ in parsed:
        unique = label or _unique(_default_label(bot), taken)
        taken.add(unique)
        entrants.append(_entrant(unique, bot, texts))
    return tuple(entrants)


def _parse(spec: str) -> tuple[str, str, dict[str, str]]:
    if not is_text(spec):
        raise UnknownBotError(f"{spec!r} is not UTF-8: rename the bot")
    match = _SPEC.fullmatch(spec)
    if match is None or not match["bot"].strip():
        raise UnknownBotError(f"{spec!r} names no bot: write [LABEL=]BOT[:key=value,...]")
    if match["bot"].startswith("external:"):
        raise UnknownBotError(f"{spec!r}: bots behind a command are not supported yet; name a Python bot")
    label = (match["label"] or "").strip()
    if label and not label.isprintable():
        raise UnknownBotError(f"the label {label!r} cannot be printed: choose another")
    pairs = [pair.partition("=") for pair in (match["values"] or "").split(",") if pair]
    for name, equals, value in pairs:
        if not equals or not value:
            raise UnknownBotError(f"{spec!r}: the parameter {name!r} has no value: write {name}=NUMBER")
    names = [name for name, _, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise UnknownBotError(f"{spec!r}: the parameter {twice[0]!r} is set twice: write it once")
    return label, match["bot"], {name: value for name, _, value in pairs}


def is_text(text: str) -> bool:
    """Return whether a text from a command line or a file system can be written down: all of it was UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _default_label(bot: str) -> str:
    path = Path(bot.partition("#")[0])
    if path.name == BOT_FILE and path.parent.name:
        return path.parent.name
    return path.stem if path.suffix == ".py" else path.name


def _unique(label: str, taken: set[str]) -> str:
    candidate, number = label, 1
    while candidate in taken:
        number += 1
        candidate = f"{label}#{number}"
    return candidate


def _entrant(label: str, bot: str, texts: dict[str, str]) -> Entrant:
    locator = locate(bot)
    bot_class = load_bot(locator)
    values = _values(bot, bot_class.parameters, texts)
    written = bot + (":" + ",".join(f"{name}={value}" for name, value in texts.items()) if texts else "")
    return Entrant(label, written, locator, kind_of(bot_class), version_of(locator), values)


def _values(bot: str, parameters: Mapping[str, Parameter], texts: dict[str, str]) -> tuple[float, ...]:
    for name in texts:
        if name not in parameters:
            known = f"it has {', '.join(parameters)}" if parameters else "it has none"
            raise UnknownBotError(f"{bot!r} has no parameter {name!r}: {known}")
    return tuple(
        _number(bot, name, parameter, texts[name]) if name in texts else parameter.default
        for name, parameter in parameters.items()
    )


def _number(bot: str, name: str, parameter: Parameter, text: str) -> float:
    whole = isinstance(parameter.default, int)
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        kind = "a whole number" if whole else "a number"
        raise UnknownBotError(f"{bot!r}: {name}={text} is not {kind}") from None
    if not parameter.low <= value <= parameter.high:
        raise UnknownBotError(f"{bot!r}: {name}={text} is out of range: {parameter.low} to {parameter.high}")
    return value


def locate(bot: str) -> str:
    """Return where a bot's class is.

    A name is a built-in bot, an installed entry point, or a folder under `bots/`, in this order; a path is a Python
    file (`#Class` picks one of several classes) or a folder with a `bot.py`.
    """
    path_text, _, class_name = bot.partition("#")
    path = Path(path_text)
    if path.suffix == ".py" or "/" in path_text or "\\" in path_text:
        return _file_locator(bot, path / BOT_FILE if isdir(path) else path, class_name)
    if bot in BUILT_IN:
        return BUILT_IN[bot]
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == bot:
            return entry.value
    if isfile(BOTS_FOLDER / path / BOT_FILE):
        return _file_locator(bot, BOTS_FOLDER / path / BOT_FILE, class_name)
    raise UnknownBotError(f"no bot is called {bot!r}{perhaps(bot, known_bots())}: see `hearts-arena bots list`")


def known_bots() -> tuple[str, ...]:
    """Return the names of the bots that need no path: built in, installed, and under `bots/`."""
    installed = [entry.name for entry in entry_points(group=ENTRY_POINTS)]
    return tuple(dict.fromkeys([*BUILT_IN, *installed, *submitted_bots()]))


def describe_bots() -> list[tuple[str, str]]:
    """Return each known bot and what it is, in one line, with its parameters."""
    return [(name, _description(name)) for name in known_bots()]


def _description(name: str) -> str:
    try:
        bot = load_bot(locate(name))
    except EntrantError as error:
        return f"cannot be loaded: {error}"
    text = DESCRIPTIONS.get(name) or (inspect.getdoc(sys.modules[bot.__module__]) or "").partition("\n")[0]
    values = ", ".join(f"{key}={value.default}" for key, value in bot.parameters.items())
    return f"{kind_of(bot):8}  {text}" + (f" ({values})" if values else "")


def submitted_bots() -> tuple[str, ...]:
    """Return the names of the folders under `bots/` that hold a bot, the template aside."""
    files = sorted(BOTS_FOLDER.glob(f"*/{BOT_FILE}"))
    return tuple(file.parent.name for file in files if file.parent.name != TEMPLATE)


def _file_locator(bot: str, path: Path, class_name: str) -> str:
    if not isfile(path):
        raise UnknownBotError(f"{bot!r}: there is no file {str(path)!r}")
    module = _load_file(path.resolve())
    return f"{path.resolve()}#{_pick_class(bot, module, class_name)}"


def _pick_class(bot: str, module: ModuleType, class_name: str) -> str:
    from hearts_arena.bot import AnyBot

    names = [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, AnyBot) and value.__module__ == module.__name__
    ]
    if class_name:
        if class_name not in names:
            raise UnknownBotError(
                f"{bot!r}: the file has no bot class {class_name!r}; it has {', '.join(names) or 'none'}"
            )
        return class_name
    if not names:
        raise EntrantError(f"{bot!r}: the file has no subclass of Bot, BatchBot or CompiledBot")
    if len(names) > 1:
        raise UnknownBotError(f"{bot!r}: the file has several bots ({', '.join(names)}): add #Class")
    return names[0]


def load_bot(locator: str) -> type[AnyBot]:
    """Return the class at a locator.

    Raises
    ------
    EntrantError
        If it cannot be imported or is not a complete bot.
    """
    from hearts_arena.bot import AnyBot, Parameter

    path, _, class_name = locator.partition("#")
    if class_name:
        module = _load_file(Path(path))
    else:
        module_name, _, class_name = locator.partition(":")
        module = _guarded(module_name, lambda: importlib.import_module(module_name))
    bot_class = getattr(module, class_name, None)
    if not (isinstance(bot_class, type) and issubclass(bot_class, AnyBot)):
        raise EntrantError(f"{locator!r} is not a subclass of Bot, BatchBot or CompiledBot")
    missing = sorted(getattr(bot_class, "__abstractmethods__", ()))
    if missing:
        raise EntrantError(f"the bot {class_name!r} lacks {' and '.join(missing)}: see bots/README.md")
    declared = bot_class.parameters
    if not (isinstance(declared, Mapping) and all(isinstance(value, Parameter) for value in declared.values())):
        raise EntrantError(
            f"the bot {class_name!r} declares parameters {declared!r}: write a dict of Parameter, see bots/README.md"
        )
    return bot_class


def plays_rules(entrant: Entrant, rules: RuleSet) -> bool:
    """Return whether an entrant's bot plays a rule set, by its own word.

    Raises
    ------
    EntrantError
        If the bot raises when it is asked.
    """
    try:
        return load_bot(entrant.locator).plays(rules)
    except EntrantError:
        raise
    except (Exception, SystemExit) as error:
        message = str(error).partition("\n")[0]
        raise EntrantError(f"{entrant.label!r} raises when asked plays(): {type(error).__name__}: {message}") from error


@cache
def _load_file(path: Path) -> ModuleType:
    """Return a bot's file as a module; neighbours in its folder can be imported relatively (`from . import other`)."""
    name = "hearts_bot_" + hashlib.blake2b(str(path).encode(), digest_size=_VERSION_BYTES).hexdigest()
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[str(path.parent)])
    if spec is None or spec.loader is None:
        raise UnknownBotError(f"{str(path)!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader = spec.loader

    def load() -> ModuleType:
        loader.exec_module(module)
        return module

    try:
        return _guarded(str(path), load)
    except EntrantError:
        del sys.modules[name]
        raise


def _guarded(name: str, load: Callable[[], ModuleType]) -> ModuleType:
    """Return a loaded module; whatever its code raises becomes one line with the place."""
    try:
        return load()
    except (Exception, SystemExit) as error:
        frames = traceback.extract_tb(error.__traceback__)
        line = next((frame.lineno for frame in reversed(frames) if frame.filename == name), None)
        if isinstance(error, SyntaxError):
            line = error.lineno
        where = f"{name}, line {line}" if line else name
        message = str(error).splitlines()[0] if str(error) else ""
        raise EntrantError(f"{where}: the bot fails to import: {type(error).__name__}: {message}") from error


def kind_of(bot_class: type[AnyBot]) -> str:
    """Return which of the three kinds a bot is."""
    from hearts_arena.bot import BatchBot, CompiledBot

    if issubclass(bot_class, CompiledBot):
        return "compiled"
    return "batch" if issubclass(bot_class, BatchBot) else "plain"


def version_of(locator: str) -> str:
    """Return a hash of a bot's source: all Python files of its folder, built-in bots with the helpers they share."""
    path, _, class_name = locator.partition("#")
    if class_name:
        file = Path(path)
        files: Sequence[Path] = sorted(file.parent.rglob("*.py")) if file.name == BOT_FILE else [file]
    else:
        module = sys.modules[load_bot(locator).__module__]
        files = sorted(Path(str(module.__file__)).parent.glob("*.py"))
    digest = hashlib.blake2b(digest_size=_VERSION_BYTES)
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
