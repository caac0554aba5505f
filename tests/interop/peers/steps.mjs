// What a client on either generation of the official TypeScript SDK does, and tells as one line of JSON.
import { createInterface } from "node:readline";

export const [revision, ...server] = process.argv.slice(2);
export const isUrl = server[0].startsWith("http");

export const answer = async () => ({ action: "accept", content: { username: "ann", email: "a@example.com" } });

export const model = async ({ params: { messages } }) => ({
  role: "assistant", content: { type: "text", text: `on ${[messages[0].content].flat()[0].text}` }, model: "none",
});

/** A transport whose `initialize` asks for the revision of the test. */
export function asking(transport) {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (message.method === "initialize") message.params.protocolVersion = revision;
    return send(message, options);
  };
  return transport;
}

/** The steps; `call` is `client.callTool`, whose options stand elsewhere in each generation. */
export async function steps(client, call, version, logs, meta = {}) {
  const [line] = await new Promise((resolve) => createInterface(process.stdin).once("line", (...all) => resolve(all)));
  const found = { version: version() };
  found.tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
  const called = await call({ name: "json_schema_2020_12_tool", arguments: JSON.parse(line) });
  found.call = called.content[0].text;
  found.resource = (await client.readResource({ uri: "test://static-text" })).contents[0].text;
  const prompt = await client.getPrompt({ name: "test_prompt_with_arguments", arguments: { arg1: "one", arg2: "two" } });
  found.prompt = prompt.messages[0].content.text;
  const progress = [];
  await call({ name: "test_tool_with_progress", arguments: {} }, { onprogress: (told) => progress.push(told.progress) });
  await call({ name: "test_tool_with_logging", arguments: {}, ...meta });
  found.sampled = (await call({ name: "test_sampling", arguments: { prompt: "this" } })).content[0].text;
  if (revision >= "2025-06-18") {
    const asked = await call({ name: "test_elicitation", arguments: { message: "Who?" } });
    found.elicited = asked.content[0].text;
  }
  console.log(JSON.stringify({ ...found, progress, logs: logs.length }));
  await client.close();
  process.exit(0);
}
