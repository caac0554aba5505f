// How a server on either generation of the official TypeScript SDK checks the tokens of `authorization_server.mjs`.
import { createRemoteJWKSet, jwtVerify } from "jose";

/** Options of the SDK for a server at a port; `resourceMetadataUrl` is of `getOAuthProtectedResourceMetadataUrl`. */
export async function protection(port, issuer) {
  const resourceServerUrl = new URL(`http://127.0.0.1:${port}/mcp`);
  const oauthMetadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const keys = createRemoteJWKSet(new URL(oauthMetadata.jwks_uri));
  const verifyAccessToken = async (token) => {
    const { payload } = await jwtVerify(token, keys, { issuer, audience: resourceServerUrl.href, typ: "at+jwt" });
    const { client_id: clientId, scope, exp: expiresAt, aud } = payload;
    return { token, clientId, scopes: scope.split(" "), expiresAt, resource: new URL(aud) };
  };
  const requiredScopes = ["mcp"];
  return {
    metadata: { oauthMetadata, resourceServerUrl, scopesSupported: requiredScopes },
    bearer: { verifier: { verifyAccessToken }, requiredScopes, expectedResource: resourceServerUrl },
  };
}
