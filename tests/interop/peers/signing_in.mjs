// What a client on either generation of the official TypeScript SDK does to sign in, where nobody is asked.
const REDIRECT = "http://127.0.0.1:3000/callback";

/** Keeps everything in memory, and follows the redirects of the authorization server up to that of the client. */
export class Provider {
  redirectUrl = REDIRECT;
  clientMetadata = { client_name: "peer", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" };
  clientInformation() { return this.client; }
  saveClientInformation(client) { this.client = client; }
  tokens() { return this.kept; }
  saveTokens(tokens) { this.kept = tokens; }
  codeVerifier() { return this.verifier; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }

  async redirectToAuthorization(url) {
    const cookies = new Map();
    let target = url.href;
    while (!target.startsWith(REDIRECT)) {
      const headers = { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
      const response = await fetch(target, { redirect: "manual", headers });
      for (const cookie of response.headers.getSetCookie()) {
        const [name, ...value] = cookie.split(";")[0].split("=");
        cookies.set(name, value.join("="));
      }
      target = new URL(response.headers.get("location"), target).href;
    }
    this.redirect = new URL(target).searchParams;
  }
}

/** Signs in and lists the tools; `finish` gives the redirect's query to a transport. */
export async function signIn(makeClient, makeTransport, version, finish) {
  const provider = new Provider();
  const first = makeTransport(provider);
  await makeClient().connect(first).then(() => { throw new Error("no token was needed"); }, (error) => {
    if (provider.redirect === undefined) throw error;
  });
  await finish(first, provider.redirect);
  const client = makeClient();
  const second = makeTransport(provider);
  await client.connect(second);
  const tools = (await client.listTools()).tools.map((tool) => tool.name);
  console.log(JSON.stringify({ version: version(client, second), tools }));
  process.exit(0);
}
