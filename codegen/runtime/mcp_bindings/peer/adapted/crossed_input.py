"""Asks a client for input in the words of another revision than its own."""

from __future__ import annotations

from typing import Any

from ...errors import ProtocolError
from ...revisions import Revision
from ..client_input import AskingContext, CheckAnswer, ClientInput
from ..state_signer import StateSigner
from .crossing import answer_in, question_in


class CrossedInput(ClientInput):
    """Asks the client on behalf of a handler that speaks another revision.

    Args:
        context: of the request.
        signer: signs the `requestState`.
        words: the revision of the handler, in which it asks and is answered.
        check: is given each answer of the client, in its words.

    Attributes:
        refusal: the error that `ask` has raised last, in the words of the client; None if it has raised none.
    """

    def __init__(
        self, context: AskingContext, signer: StateSigner, words: Revision, check: CheckAnswer | None = None
    ) -> None:
        super().__init__(context, signer, check=check)
        self.refusal: ProtocolError | None = None
        self._words = words

    async def ask(self, **requests: Any) -> dict[str, Any]:
        """Ask the client; see `ClientInput.ask`."""
        try:
            return await self._ask(requests)
        except ProtocolError as error:
            self.refusal = error
            raise

    async def _ask(self, requests: dict[str, Any]) -> dict[str, Any]:
        spoken = self.revision
        asked = {name: self._in_words_of(spoken, each) for name, each in requests.items()}
        answers = await super().ask(**asked)
        return {
            name: answer_in(requests[name]["method"], answer, spoken, self._words) for name, answer in answers.items()
        }

    def typed(self, method: str, answer: Any) -> Any:
        """An answer in the types of the handler's revision."""
        return self._words.codec(self._words.methods[method].results[0]).decode_value(answer)

    def _in_words_of(self, spoken: Revision, request: dict[str, Any]) -> dict[str, Any]:
        self.require(request)
        method = request["method"]
        return {"method": method, "params": question_in(method, request.get("params", {}), self._words, spoken)}
