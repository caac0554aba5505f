// A client on the first generation of the official TypeScript SDK that signs in: `typescript1_signing_in.mjs REVISION URL`.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { signIn } from "./signing_in.mjs";
import { asking, revision, server } from "./steps.mjs";

const make = (authProvider) => new StreamableHTTPClientTransport(new URL(server[0]), { authProvider });
await signIn(
  () => new Client({ name: "peer", version: "1" }),
  (provider) => asking(make(provider)),
  (client, transport) => transport.protocolVersion,
  (transport, query) => transport.finishAuth(query.get("code")),
);
