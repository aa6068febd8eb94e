"""Tools that help to think: notes, arithmetic, dates."""

import ast
import json
import operator
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, Literal, TypedDict, cast

from simulator.tools.quirks import Quirk
from simulator.tools.schema import Param
from simulator.tools.spec import Desk, tool

_MATH_CHARACTERS = frozenset("0123456789+-*/(). ")
_MAX_EXPRESSION = 200
_MAX_EXPONENT = 64
_LAST_DAY = 30
_PARTS: tuple[Literal["year", "month", "day", "hour", "minute"], ...] = ("year", "month", "day", "hour", "minute")
_OPERATORS: dict[type[ast.AST], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
}


class OriginalDatetime(TypedDict):
    """A local date and time."""

    year: float
    month: float
    day: float
    hour: float
    minute: float


class TimeToAdd(TypedDict):
    """A duration."""

    hours: float
    minutes: float


@tool(domain="cross_domain", effect="none", order=3, additional="open", bare=True)
def think(car: Desk, thought: Annotated[str, Param("The thought to write down.")]) -> str:
    """Write down a thought for yourself. Nothing changes and nobody hears it."""
    return ""


def _evaluate(node: ast.AST) -> float:
    match node:
        case ast.Expression(body=body):
            return _evaluate(body)
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_evaluate(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _evaluate(operand)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            exponent = _evaluate(right)
            if abs(exponent) > _MAX_EXPONENT:
                raise ValueError("the exponent is too large")
            return cast(float, float(_evaluate(left)) ** exponent)
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _OPERATORS:
            return _OPERATORS[type(operation)](_evaluate(left), _evaluate(right))
    raise ValueError("this is not arithmetic")


@tool(domain="cross_domain", effect="get", order=1, additional="open", bare=True)
def calculate_math(
    car: Desk, expression: Annotated[str, Param("Digits, + - * / ( ) . and spaces, for example (3 + 4) * 2.")]
) -> str:
    """Calculate an arithmetic expression; the result is rounded to two decimals."""
    if not set(expression) <= _MATH_CHARACTERS or len(expression) > _MAX_EXPRESSION:
        return "Error: invalid characters in the expression"
    try:
        return str(round(float(_evaluate(ast.parse(expression.strip(), mode="eval"))), 2))
    except (SyntaxError, ValueError, ArithmeticError, TypeError, RecursionError) as error:
        return f"Error: {error}"


@tool(domain="cross_domain", effect="get", order=2, additional="misplaced", bare=True)
def calculate_datetime(
    car: Desk,
    original_datetime: Annotated[OriginalDatetime, Param("The time to start from.")],
    times_to_add: Annotated[
        list[Annotated[TimeToAdd, Param("", closed=True)]], Param("Durations to add, one after another.")
    ],
) -> str:
    """Add durations to a date and time and tell the resulting date and time."""
    if Quirk.DATETIME_OVERWRITES in car.quirks:
        return _overwritten(cast(dict[str, float], original_datetime), times_to_add)
    try:
        year, month, day, hour, minute = (int(original_datetime[key]) for key in _PARTS)
        when = datetime(year, month, day, hour, minute)
        for duration in times_to_add:
            when += timedelta(hours=duration["hours"], minutes=duration["minutes"])
    except (ValueError, OverflowError) as error:
        return f"Error: {error}"
    return json.dumps({key: getattr(when, key) for key in _PARTS})


def _overwritten(moment: dict[str, float], durations: list[TimeToAdd]) -> str:
    """Add in place and stop beyond the 30th. Source: CAR-bench date calculator."""
    for duration in durations:
        minutes = moment["minute"] + duration["minutes"]
        hours = moment["hour"] + duration["hours"] + (minutes // 60 if minutes >= 60 else 0)
        moment["minute"] = minutes % 60 if minutes >= 60 else minutes
        moment["day"] += hours // 24 if hours >= 24 else 0
        moment["hour"] = hours % 24 if hours >= 24 else hours
        if moment["day"] > _LAST_DAY:
            return "Error: the result lies outside the month"
    return json.dumps(moment)
