"""A help desk and its customer, with the extension `com.acme/tickets`."""

import asyncio

import acme_tickets as tickets

import mcp_bindings as mb

INFO = {"name": "desk", "version": "1"}


class Desk(tickets.ServerHandlers):
    def __init__(self) -> None:
        self.questions = {"7": "Where is the coffee?"}
        self.closed = set[str]()

    def get_ticket(self, params: tickets.GetTicketRequestParams, context: mb.Context) -> tickets.GetTicketResult:
        return tickets.GetTicketResult(ticket=self._ticket(params.ticket_id))

    async def close_ticket(
        self, params: tickets.CloseTicketRequestParams, context: mb.Context
    ) -> tickets.CloseTicketResult:
        if params.ticket_id in self.closed:
            raise mb.ProtocolError(tickets.TICKET_CLOSED, "The ticket is closed already")
        self.closed.add(params.ticket_id)
        await context.notify("notifications/tickets/closed", ticket_id=params.ticket_id)
        return tickets.CloseTicketResult(ticket=self._ticket(params.ticket_id))

    def _ticket(self, number: str) -> tickets.Ticket:
        state: tickets.TicketState = "closed" if number in self.closed else "open"
        return tickets.Ticket(id=number, subject=self.questions[number], state=state)


class Customer(tickets.ClientHandlers):
    def on_ticket_closed(self, params: tickets.TicketClosedNotificationParams, context: mb.Context) -> None:
        print("closed:", params.ticket_id)


async def main() -> None:
    async with mb.connect(mb.Server(Desk(), info=INFO), Customer(), info=INFO) as client:
        print((await client.get_ticket("7")).ticket.subject)
        print((await client.close_ticket("7", answer="In the kitchen.")).ticket.state)


if __name__ == "__main__":
    asyncio.run(main())
