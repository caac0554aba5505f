// The server of the load test on the second generation of the official TypeScript SDK:
// `typescript2_load.mjs stdio | PORT DESCRIPTOR`. SIGUSR2 makes it write its processor time so far, in ns, to the descriptor.
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  McpServer, WebStandardStreamableHTTPServerTransport, createMcpHandler, isLegacyRequest,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

function makeServer() {
  const server = new McpServer({ name: "load", version: "1" });
  server.registerTool("greet", { inputSchema: z.object({ name: z.string() }) }, async ({ name }) => ({
    content: [{ type: "text", text: `Hello ${name}` }],
  }));
  return server;
}

const sessions = new Map();
const modern = createMcpHandler(makeServer, { legacy: "reject", responseMode: "json" });

async function overHttp(request) {
  let transport = sessions.get(request.headers.get("mcp-session-id"));
  if (transport === undefined) {
    if (!(await isLegacyRequest(request.clone()))) return modern.fetch(request);
    transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
      enableJsonResponse: true,
    });
    await makeServer().connect(transport);
  }
  return transport.handleRequest(request);
}

const [where, descriptor] = process.argv.slice(2);
process.on("SIGUSR2", () => {
  const { user, system } = process.cpuUsage();
  writeSync(Number(descriptor), `${(user + system) * 1000}\n`);
});
if (where === "stdio") serveStdio(makeServer);
else createServer(getRequestListener(overHttp)).listen(Number(where), "127.0.0.1");
