"""`dashtalk tools`: what an assistant may call."""

import argparse
from typing import Any

from simulator.commands.output import console, write_json
from simulator.tools.catalogue import toolset
from simulator.tools.spec import ToolSpec

# The reference calls a tool without effect a no-op.
_KINDS = {"get": "get", "set": "set", "none": "no-op"}


def _row(spec: ToolSpec) -> dict[str, Any]:
    return {
        "name": spec.name,
        "domain": spec.domain,
        "kind": _KINDS[spec.effect],
        "requires_confirmation": spec.requires_confirmation,
        "order": spec.order,
        "group": spec.group,
        "description": spec.description,
        "parameters": spec.bare_parameters,
    }


def _function(spec: ToolSpec) -> dict[str, Any]:
    function = {"name": spec.name, "description": spec.description, "parameters": spec.parameters}
    return {"type": "function", "function": function}


def tools(arguments: argparse.Namespace) -> int:
    """List a toolset for people, or as JSON: our rows (schemas without texts) or OpenAI function tools."""
    specs = toolset(arguments.toolset)
    if arguments.format == "openai":
        write_json(arguments.json or "-", [_function(spec) for spec in specs])
        return 0
    if arguments.json:
        write_json(arguments.json, [_row(spec) for spec in specs])
        return 0
    from rich.table import Table

    table = Table(title=f"toolset {arguments.toolset}: {len(specs)} tools", box=None, title_justify="left")
    for column in ("tool", "does", "parameters"):
        table.add_column(column, overflow="fold")
    for spec in specs:
        mark = " (confirm)" if spec.requires_confirmation else ""
        table.add_row(spec.name, _KINDS[spec.effect] + mark, ", ".join(spec.parameters["properties"]) or "-")
    console().print(table)
    return 0
