"""Compiles the engine into the wheel if DIADOCHI_COMPILE is set (`make compiled`); a plain install needs no compiler.

pyproject.toml lists the modules. The wheel holds them as .py and compiled, and Python takes the compiled ones.
"""

import os
import shutil
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "DIADOCHI_COMPILE"
LEVEL = "DIADOCHI_COMPILE_LEVEL"
"""How hard the C compiler tries, 0 to 3."""
PACKAGES = Path("src")
CLOSED = [] if sys.platform == "win32" else ["-fvisibility=hidden"]
"""The files of the engine call one another without asking the loader first."""
PLAIN = "A plain `pip install` needs no compiler."


class CompiledEngine(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not os.environ.get(SWITCH) or version == "editable":
            return
        os.chdir(self.root)
        made = compiled(sources(self.config["modules"]), os.environ.get(LEVEL, "3"))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(made)


def sources(modules: list[str]) -> list[str]:
    """The files of these modules and packages of diadochi."""
    files: list[Path] = []
    for name in modules:
        at = PACKAGES / "diadochi" / name
        files += sorted(at.rglob("*.py")) if at.is_dir() else [at.with_suffix(".py")]
    missing = [str(file) for file in files if not file.is_file()]
    if missing:
        sys.exit(f"pyproject.toml lists modules to compile that are not there: {', '.join(missing)}")
    return [str(file) for file in files]


def compiled(files: list[str], level: str) -> dict[str, str]:
    """The extension modules, each with its path in the wheel."""
    require_tools()
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    folder = Path("build") / f"compiled-O{level}"
    extensions = mypycify(
        files, opt_level=level, debug_level="0", multi_file=True, target_dir=str(folder / "c"), group_name="diadochi"
    )
    for extension in extensions:
        extension.extra_compile_args += CLOSED
    command = build_ext(Distribution({"name": "diadochi", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "objects")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.build_extensions = in_parallel(command, command.build_extensions)
    command.run()
    made = [command.get_ext_fullpath(extension.name) for extension in extensions]
    return {file: str(Path(file).relative_to(folder / "lib")) for file in made}


def in_parallel(command: Any, build: Any) -> Any:
    """The files of one extension side by side too: nearly all of them belong to the first."""

    def build_extensions() -> None:
        compile_some = command.compiler.compile

        def compile_all(files: list[str], **settings: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda file: compile_some([file], **settings), files)
                return [file for some in made for file in some]

        command.compiler.compile = compile_all
        build()

    return build_extensions


def require_tools() -> None:
    missing = [name for name, module in (("mypy", "mypyc"), ("setuptools", "setuptools")) if not find_spec(module)]
    if missing:
        sys.exit(f"Compiling needs {' and '.join(missing)}: pip install {' '.join(missing)}. {PLAIN}")
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if compiler and not shutil.which(compiler[0]):
        sys.exit(
            f"Compiling needs a C compiler, and there is no {compiler[0]} here "
            f"(Debian and Ubuntu: apt install gcc; macOS: xcode-select --install). {PLAIN}"
        )
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        sys.exit(f"Compiling needs Python's header files (Debian and Ubuntu: apt install python3-dev). {PLAIN}")
