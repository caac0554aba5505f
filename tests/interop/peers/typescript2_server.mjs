// A server on the second generation of the official TypeScript SDK: `typescript2_server.mjs stdio | http PORT [ISSUER]`.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  McpServer, WebStandardStreamableHTTPServerTransport, acceptedContent, createMcpHandler,
  getOAuthProtectedResourceMetadataUrl, inputRequired, isLegacyRequest, oauthMetadataResponse, requireBearerAuth,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { protection } from "./protecting.mjs";

const text = (text) => ({ content: [{ type: "text", text }] });
const user = z.object({ username: z.string(), email: z.string() });

function makeServer({ era }) {
  const server = new McpServer({ name: "peer", version: "1" }, { capabilities: { logging: {} } });
  const address = z.object({ street: z.string(), city: z.string() });
  const inputSchema = z.object({ name: z.string(), address, contactMethod: z.string(), phone: z.string() });
  server.registerTool("json_schema_2020_12_tool", { inputSchema }, async (given) =>
    text(`Called with ${Object.keys(given).sort()} ${given.address.city}`));
  server.registerTool("test_tool_with_progress", {}, async (ctx) => {
    for (const progress of [0, 50, 100]) {
      const progressToken = ctx.mcpReq._meta?.progressToken;
      if (progressToken !== undefined)
        await ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    }
    return text("Done");
  });
  server.registerTool("test_tool_with_logging", {}, async (ctx) => {
    for (const data of ["one", "two", "three"]) await ctx.mcpReq.log("info", data);
    return text("Logged");
  });
  const asks = { inputSchema: z.object({ message: z.string() }) };
  server.registerTool("test_elicitation", asks, async ({ message }, ctx) => {
    if (era === "legacy") {
      const properties = { username: { type: "string" }, email: { type: "string" } };
      const requestedSchema = { type: "object", properties, required: ["username", "email"] };
      const answer = await ctx.mcpReq.elicitInput({ mode: "form", message, requestedSchema });
      return text(`User response: ${answer.content.username}`);
    }
    const given = acceptedContent(ctx.mcpReq.inputResponses, "user", user);
    if (given === undefined)
      return inputRequired({ inputRequests: { user: inputRequired.elicit({ message, requestedSchema: user }) } });
    return text(`User response: ${given.username}`);
  });
  server.registerResource("static-text", "test://static-text", {}, async (uri) => ({
    contents: [{ uri: uri.href, text: "This is the content of the static text resource." }],
  }));
  const argsSchema = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt("test_prompt_with_arguments", { argsSchema }, ({ arg1, arg2 }) => ({
    messages: [{ role: "user", content: { type: "text", text: `arg1='${arg1}', arg2='${arg2}'` } }],
  }));
  return server;
}

const sessions = new Map();
const modern = createMcpHandler(makeServer, { legacy: "reject" });

async function overHttp(request) {
  if (!(await isLegacyRequest(request.clone()))) return modern.fetch(request);
  let transport = sessions.get(request.headers.get("mcp-session-id"));
  if (transport === undefined) {
    transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    await makeServer({ era: "legacy" }).connect(transport);
  }
  return transport.handleRequest(request);
}

async function protectedHandler(port, issuer) {
  const { metadata, bearer } = await protection(port, issuer);
  const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(metadata.resourceServerUrl);
  const gate = requireBearerAuth({ ...bearer, resourceMetadataUrl });
  return async (request) => {
    const found = oauthMetadataResponse(request, metadata) ?? (await gate(request));
    return found instanceof Response ? found : overHttp(request);
  };
}

const [kind, port, issuer] = process.argv.slice(2);
if (kind === "stdio") serveStdio(makeServer);
else createServer(getRequestListener(issuer ? await protectedHandler(port, issuer) : overHttp)).listen(Number(port), "127.0.0.1");
