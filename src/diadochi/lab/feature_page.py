"""The tables of features in `docs/lab.md`: `python -m diadochi.lab.feature_page` writes them anew."""

from pathlib import Path

from diadochi.bots import features
from diadochi.data import load_material
from diadochi.model.material import Material

BEGIN = "<!-- features: made by python -m diadochi.lab.feature_page -->"
END = "<!-- features end -->"


def table_of_features(material: Material) -> str:
    """The array part by part, then what each number of a part is."""
    lines = ["| part | from | rows by numbers | what |", "|---|---|---|---|"]
    for block in features.blocks(material):
        lines.append(f"| `{block.name}` | {block.first} | {block.rows} by {len(block.features)} | {block.about} |")
    lines += [f"| | {features.size(material)} | | the length of the array |"]
    for title, numbers in (
        ("`seats`: how a player stands", features.SEAT),
        ("`table`", features.TABLE),
        ("`spaces`", features.SPACE),
        ("`generals` and `royals`", features.PIECE),
        ("`fleets`", features.FLEET),
        ("`cards`", features.CARD),
    ):
        lines += ["", f"**{title}**", "", "| number | what | divided by |", "|---|---|---|"]
        lines += [f"| `{f.name}` | {f.about} | {f.scale:g} |" for f in numbers]
    return "\n".join(lines)


def rewritten(page: str, material: Material) -> str:
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n\n{table_of_features(material)}\n\n{END}{rest.split(END)[1]}"


def main() -> None:
    page = Path(__file__).parents[3] / "docs" / "lab.md"
    page.write_text(rewritten(page.read_text(encoding="utf-8"), load_material()), encoding="utf-8")


if __name__ == "__main__":
    main()
