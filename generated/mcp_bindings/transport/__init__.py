"""What stdio and HTTP ask of either side beside the messages themselves; without any I/O.

>>> from mcp_bindings.transport import Lines
>>> Lines().feed(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\\n{"json')
[b'{"jsonrpc":"2.0","method":"notifications/initialized"}']
"""

from __future__ import annotations

from mcp_bindings.transport.answers import answer_status as answer_status
from mcp_bindings.transport.answers import refusal_status as refusal_status
from mcp_bindings.transport.lines import Lines as Lines
from mcp_bindings.transport.origins import LOCAL_HOSTS as LOCAL_HOSTS
from mcp_bindings.transport.origins import judge_origin as judge_origin
from mcp_bindings.transport.streams import EventStream as EventStream
from mcp_bindings.transport.streams import EventStreams as EventStreams
from mcp_bindings.transport.streams import StreamEvent as StreamEvent
