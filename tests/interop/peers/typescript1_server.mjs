// A server on the first generation of the official TypeScript SDK: `typescript1_server.mjs stdio | http PORT [ISSUER] | sse PORT`.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { getOAuthProtectedResourceMetadataUrl, mcpAuthMetadataRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { z } from "zod";
import { protection } from "./protecting.mjs";

const text = (text) => ({ content: [{ type: "text", text }] });

function makeServer() {
  const server = new McpServer({ name: "peer", version: "1" }, { capabilities: { logging: {} } });
  const address = z.object({ street: z.string(), city: z.string() });
  const person = { name: z.string(), address, contactMethod: z.string(), phone: z.string() };
  server.registerTool("json_schema_2020_12_tool", { inputSchema: person }, async (given) =>
    text(`Called with ${Object.keys(given).sort()} ${given.address.city}`));
  server.registerTool("test_tool_with_progress", {}, async (extra) => {
    for (const progress of [0, 50, 100]) {
      const progressToken = extra._meta?.progressToken;
      if (progressToken !== undefined)
        await extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    }
    return text("Done");
  });
  server.registerTool("test_tool_with_logging", {}, async (extra) => {
    for (const data of ["one", "two", "three"])
      await extra.sendNotification({ method: "notifications/message", params: { level: "info", data } });
    return text("Logged");
  });
  server.registerTool("test_elicitation", { inputSchema: { message: z.string() } }, async ({ message }, extra) => {
    const properties = { username: { type: "string" }, email: { type: "string" } };
    const requestedSchema = { type: "object", properties, required: ["username", "email"] };
    const answer = await server.server.elicitInput({ message, requestedSchema }, { relatedRequestId: extra.requestId });
    return text(`User response: ${answer.content.username}`);
  });
  server.registerResource("static-text", "test://static-text", {}, async (uri) => ({
    contents: [{ uri: uri.href, text: "This is the content of the static text resource." }],
  }));
  const argsSchema = { arg1: z.string(), arg2: z.string() };
  server.registerPrompt("test_prompt_with_arguments", { argsSchema }, ({ arg1, arg2 }) => ({
    messages: [{ role: "user", content: { type: "text", text: `arg1='${arg1}', arg2='${arg2}'` } }],
  }));
  return server;
}

const sessions = new Map();

async function overHttp(request, response) {
  let transport = sessions.get(request.headers["mcp-session-id"]);
  if (transport === undefined) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    await makeServer().connect(transport);
  }
  await transport.handleRequest(request, response);
}

async function overSse(request, response) {
  const url = new URL(request.url, "http://127.0.0.1");
  if (request.method === "GET") {
    const transport = new SSEServerTransport("/messages", response);
    sessions.set(transport.sessionId, transport);
    await makeServer().connect(transport);
  } else {
    await sessions.get(url.searchParams.get("sessionId")).handlePostMessage(request, response);
  }
}

async function protectedApplication(port, issuer) {
  const { metadata, bearer } = await protection(port, issuer);
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(metadata.resourceServerUrl);
  const application = express();
  application.use(mcpAuthMetadataRouter(metadata));
  application.all("/mcp", requireBearerAuth({ ...bearer, resourceMetadataUrl }), overHttp);
  return application;
}

const [kind, port, issuer] = process.argv.slice(2);
if (issuer) createServer(await protectedApplication(port, issuer)).listen(Number(port), "127.0.0.1");
else if (kind === "stdio") await makeServer().connect(new StdioServerTransport());
else createServer(kind === "sse" ? overSse : overHttp).listen(Number(port), "127.0.0.1");
