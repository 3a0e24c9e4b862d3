"""Read every error code from the sources, and keep the column *module* of docs/errors.md current.

    python scripts/error_codes.py

A code is the first argument where an error is made. Functions that pass a code on (a parameter ``code``) are followed
to their callers, and so are names and conditional expressions. What cannot be followed is reported, never left out.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "errors.md"
FILES = sorted(path for folder in ("piperoll", "tasks", "flows") for path in (ROOT / folder).rglob("*.py"))
EXITS = {
    "PiperollError": "1",
    "UsageError": "2",
    "GateNotPassed": "3",
    "CorpusBusy": "4",
    "DocumentError": "quarantine",
}
"""What an error of each class leads to."""
CAUGHT = {"piperoll.search.rerank": "0"}
"""Modules whose errors never end a command: a search goes on without its reranker."""
HARMLESS = {"isinstance", "issubclass", "suppress", "add_exception_handler"}
"""Functions that may take an error class: they make no error."""
ROW = re.compile(
    r"^\| `(?P<code>\w+)` \| (?P<exit>[^|]+) \| (?P<cause>[^|]+) \| (?P<remedy>[^|]+) \| (?P<modules>[^|]+) \|$"
)


@dataclass
class Codes:
    """Hold what the code says: by code the exits and the modules, and what could not be understood."""

    exits: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    modules: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    unclear: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Helper:
    """Describe a function that takes a code as its parameter and makes errors with it."""

    name: str
    module: str
    position: int
    default: ast.expr | None
    exits: frozenset[str]
    """What the errors that it makes lead to; empty if it makes none itself."""


class Module:
    """Read one module: its nodes and, for each of them, the node above it."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree
        self.nodes: list[ast.AST] = [tree]
        self.above: dict[ast.AST, ast.AST] = {}
        for node in self.nodes:  # which grows meanwhile
            below = list(ast.iter_child_nodes(node))
            self.above.update(dict.fromkeys(below, node))
            self.nodes += below

    @classmethod
    def at(cls, path: Path) -> "Module":
        """Read the module of a file."""
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        return cls(name, ast.parse(path.read_text(encoding="utf-8")))

    def parents(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes above a node, the nearest first."""
        while node in self.above:
            node = self.above[node]
            yield node

    def function(self, node: ast.AST) -> ast.FunctionDef | None:
        """Return the function that a node stands in."""
        return next((one for one in self.parents(node) if isinstance(one, ast.FunctionDef)), None)

    def resolve(self, value: ast.expr, function: ast.FunctionDef | None) -> set[str] | None:
        """Return the codes that an expression can be; none for a code that came from elsewhere; None if unclear."""
        match value:
            case ast.Constant(value=str(code)):
                return {code}
            case ast.Attribute(attr="code"):  # of an error that is passed on
                return set()
            case ast.IfExp(body=body, orelse=orelse):
                sides = self.resolve(body, function), self.resolve(orelse, function)
                return None if None in sides else set().union(*filter(None, sides))
            case ast.Name(id=name) if function:
                if name in _parameters(function):  # the callers decide
                    return set() if name == "code" else None
                given = [
                    self.resolve(node.value, function)
                    for node in ast.walk(function)
                    if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == [name]
                ]
                return set().union(*filter(None, given)) if given and None not in given else None
        return None


def _parameters(function: ast.FunctionDef) -> list[str]:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _called(call: ast.Call) -> str:
    function = call.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _helpers(module: Module) -> Iterator[Helper]:
    """Yield the functions with a parameter ``code``, the error classes themselves left out."""
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef) and node.name != "__init__" and "code" in (names := _parameters(node)):
            position, defaults = names.index("code"), node.args.defaults
            default = defaults[position - len(names)] if position - len(names) >= -len(defaults) else None
            made = {
                EXITS[_called(call)]
                for call in ast.walk(node)
                if isinstance(call, ast.Call) and _called(call) in EXITS and ast.unparse(call.args[0]) == "code"
            }
            yield Helper(node.name, module.name, position, default, frozenset(made))


def _code_of(call: ast.Call, position: int, default: ast.expr | None) -> ast.expr | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == "code"), None)
    return named or (call.args[position] if len(call.args) > position else default)


def _given(module: Module, helpers: list[Helper]) -> Iterator[tuple[ast.AST, ast.expr | None, frozenset[str]]]:
    """Yield each place where an error gets its code: the node, the code, and what the error leads to."""
    for node in module.nodes:
        if isinstance(node, ast.Call) and (name := _called(node)) in EXITS:
            yield node, _code_of(node, 0, None), frozenset({EXITS[name]})
        elif isinstance(node, ast.Call):
            for helper in helpers:
                if helper.name == _called(node) and (helper.module == module.name or not helper.name.startswith("_")):
                    yield node, _code_of(node, helper.position, helper.default), helper.exits
        elif isinstance(node, ast.Dict):  # an error as the object or the row that shows it
            keys = {key.value: value for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant)}  # fmt: skip
            if "code" in keys and keys.keys() & {"message", "reason"}:
                yield node, keys["code"], frozenset({"quarantine"} if "reason" in keys else ())


def _used_otherwise(module: Module) -> Iterator[ast.Name]:
    """Yield error classes that are named where a call, a handler or a type could not be meant: an alias, a factory."""
    for node in module.nodes:
        if not (isinstance(node, ast.Name) and node.id in EXITS and isinstance(node.ctx, ast.Load)):
            continue
        child: ast.AST = node
        for parent in module.parents(node):
            match parent:
                case ast.Call() if parent.func is child or _called(parent) in HARMLESS:
                    break
                case ast.ExceptHandler() if parent.type is child:
                    break
                case ast.Attribute(attr="exit_code"):
                    break
                case ast.ClassDef(bases=bases) if child in bases:
                    break
                case ast.arg() | ast.AnnAssign() if parent.annotation is child:
                    break
                case ast.FunctionDef() if parent.returns is child:
                    break
            child = parent
        else:
            yield node


def collect() -> Codes:
    """Read every code from the sources."""
    codes = Codes()
    modules = [Module.at(path) for path in FILES]
    helpers = [helper for module in modules for helper in _helpers(module)]
    for module in modules:
        for node, value, exits in _given(module, helpers):
            found = module.resolve(value, module.function(node)) if value else None
            if found is None:
                codes.unclear.append(f"{module.name}, line {node.lineno}")  # type: ignore[attr-defined]
            if module.name in CAUGHT:
                exits = frozenset({CAUGHT[module.name]})
            for code in found or ():
                codes.exits[code] |= exits
                codes.modules[code].add(module.name)
        codes.unclear += [f"{module.name}, line {node.lineno}: {node.id}" for node in _used_otherwise(module)]
    return codes


def refreshed(page: str, codes: Codes) -> str:
    """Return the page with the modules that the sources say."""
    lines = []
    for line in page.splitlines():
        if (match := ROW.fullmatch(line)) and match["code"] in codes.modules:
            modules = ", ".join(f"`{name}`" for name in sorted(codes.modules[match["code"]]))
            line = f"{line[: match.start('modules')]}{modules} |"
        lines.append(line)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    codes, page = collect(), PAGE.read_text(encoding="utf-8")
    PAGE.write_text(refreshed(page, codes), encoding="utf-8")
    named = {match["code"] for line in page.splitlines() if (match := ROW.fullmatch(line))}
    print("codes:", len(codes.modules))
    print("without a row:", ", ".join(sorted(codes.modules.keys() - named)) or "none")
    print("rows without a code:", ", ".join(sorted(named - codes.modules.keys())) or "none")
    print("not understood:", ", ".join(codes.unclear) or "none")
