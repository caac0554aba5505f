"""Errors about values of another revision, whose classes have the same names."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError


def naming_modules(error: ValidationError, model: type[BaseModel]) -> ValidationError:
    """An error that names the modules of both classes where a value is of another class than its place declares.

    Args:
        error: of pydantic, which names classes without their modules.
        model: the class whose constructor or assignment has failed.
    """
    faults = error.errors(include_url=False)
    if not any(_is_of_another_class(fault) for fault in faults):
        return error
    details = [_detail(fault, _message(fault, model)) for fault in faults]
    return ValidationError.from_exception_data(error.title, details, hide_input=True)


def _detail(fault: Any, message: str) -> InitErrorDetails:
    kind = PydanticCustomError(fault["type"], "{message}", {"message": message})
    return InitErrorDetails(type=kind, loc=fault["loc"], input=fault["input"])


def _is_of_another_class(fault: Any) -> bool:
    return "class_name" in fault.get("ctx", {}) and isinstance(fault["input"], BaseModel)


def _message(fault: Any, model: type[BaseModel]) -> str:
    if not _is_of_another_class(fault):
        return str(fault["msg"])
    value: BaseModel = fault["input"]
    given = value.__class__
    expected = f"{model.__module__}.{fault['ctx']['class_name']}"
    return f"Input should be an instance of {expected}, not of {given.__module__}.{given.__qualname__}"
