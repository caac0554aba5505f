// A client on the first generation of the official TypeScript SDK: `typescript1_client.mjs REVISION URL | COMMAND…`.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CreateMessageRequestSchema, ElicitRequestSchema, LoggingMessageNotificationSchema, ResourceUpdatedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { answer, asking, changed, isUrl, model, options, revision, server, steps } from "./steps.mjs";

const client = new Client({ name: "peer", version: "1" }, { capabilities: { elicitation: {}, sampling: {} } });
const logs = [];
let version;
client.setRequestHandler(ElicitRequestSchema, answer);
client.setRequestHandler(CreateMessageRequestSchema, model);
client.setNotificationHandler(ResourceUpdatedNotificationSchema, changed);
client.setNotificationHandler(LoggingMessageNotificationSchema, (message) => void logs.push(message.params.data));
const transport = asking(
  isUrl ? new (revision === "2024-11-05" ? SSEClientTransport : StreamableHTTPClientTransport)(new URL(server[0]), options) : new StdioClientTransport({ command: server[0], args: server.slice(1) }),
);
const setVersion = transport.setProtocolVersion?.bind(transport);
transport.setProtocolVersion = (agreed) => {
  version = agreed;
  setVersion?.(agreed);
};
await client.connect(transport);
const call = (params, options) => client.callTool(params, undefined, options);
await steps(client, call, () => version, logs);
