// A client on the second generation of the official TypeScript SDK: `typescript2_client.mjs REVISION URL | COMMAND…`.
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { answer, asking, changed, isUrl, model, options, revision, server, steps } from "./steps.mjs";

const isNew = revision >= "2026-07-28";
const client = new Client(
  { name: "peer", version: "1" },
  { capabilities: { elicitation: {}, sampling: {} }, versionNegotiation: { mode: isNew ? "auto" : "legacy" } },
);
const logs = [];
client.setRequestHandler("elicitation/create", answer);
client.setRequestHandler("sampling/createMessage", model);
client.setNotificationHandler("notifications/resources/updated", changed);
client.setNotificationHandler("notifications/message", (message) => void logs.push(message.params.data));
const plain = isUrl
  ? new (revision === "2024-11-05" ? SSEClientTransport : StreamableHTTPClientTransport)(new URL(server[0]), options)
  : new StdioClientTransport({ command: server[0], args: server.slice(1) });
await client.connect(isNew ? plain : asking(plain));
const meta = isNew ? { _meta: { "io.modelcontextprotocol/logLevel": "info" } } : {};
const call = (params, options) => client.callTool(params, options);
await steps(client, call, () => client.getNegotiatedProtocolVersion(), logs, meta);
