// A client on the second generation of the official TypeScript SDK that signs in: `typescript2_signing_in.mjs REVISION URL`.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { signIn } from "./signing_in.mjs";
import { asking, revision, server } from "./steps.mjs";

const isNew = revision >= "2026-07-28";
const make = (authProvider) => new StreamableHTTPClientTransport(new URL(server[0]), { authProvider });
await signIn(
  () => new Client({ name: "peer", version: "1" }, { versionNegotiation: { mode: isNew ? "auto" : "legacy" } }),
  (provider) => (isNew ? make(provider) : asking(make(provider))),
  (client) => client.getNegotiatedProtocolVersion(),
  (transport, query) => transport.finishAuth(query),
);
