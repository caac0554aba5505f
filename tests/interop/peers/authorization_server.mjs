// An authorization server for tests, on oidc-provider: `authorization_server.mjs PORT RESOURCE`.
//
// It registers every client, issues JWTs for one resource, and signs ann in without asking anybody: its redirects lead
// back to the client, which only has to keep cookies on the way. Its issuer has a path, since the first generation of
// the Python SDK adds a slash to one without, and then the issuer is another one.
import { generateKeyPairSync } from "node:crypto";
import express from "express";
import Provider from "oidc-provider";

const [port, resource] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}/as`;
const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });

const provider = new Provider(issuer, {
  jwks: { keys: [{ ...key, kid: "1", alg: "ES256", use: "sig" }] },
  scopes: ["offline_access", "mcp"],
  clientDefaults: { id_token_signed_response_alg: "ES256" },
  enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
  findAccount: (context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (context, indicator) => {
        if (indicator !== resource) throw new Error("another resource");
        return { scope: "mcp", audience: resource, accessTokenFormat: "jwt", jwt: { sign: { alg: "ES256" } } };
      },
    },
  },
  interactions: { url: (context, interaction) => `/as/sign-in/${interaction.uid}` },
  issueRefreshToken: () => true,
});

provider.use(async (context, next) => {
  if (!context.path.startsWith("/sign-in/")) return next();
  const { params, prompt, grantId } = await provider.interactionDetails(context.req, context.res);
  const grant = (grantId && await provider.Grant.find(grantId))
    || new provider.Grant({ accountId: "ann", clientId: params.client_id });
  grant.addOIDCScope(params.scope ?? "");
  grant.addResourceScope(resource, "mcp");
  const consent = { grantId: await grant.save() };
  const result = prompt.name === "login" ? { login: { accountId: "ann" } } : { consent };
  const done = await provider.interactionResult(context.req, context.res, result, { mergeWithLastSubmission: true });
  context.redirect(done);
});

express().use("/as", provider.callback()).listen(Number(port), "127.0.0.1");
