// What a client on either generation of the official TypeScript SDK does, and tells as one line of JSON.
import { createInterface } from "node:readline";

export const [revision, ...server] = process.argv.slice(2);
export const isUrl = server[0].startsWith("http");

/** What a server that needs a token gets from each transport over HTTP. */
export const options = process.env.PEER_TOKEN
  ? { requestInit: { headers: { Authorization: `Bearer ${process.env.PEER_TOKEN}` } } } : undefined;

const form = { username: "ann", email: "a@example.com", city: "Paris", sure: true };

export const answer = async ({ params: { requestedSchema: { properties } } }) => ({
  action: "accept", content: Object.fromEntries(Object.entries(form).filter(([name]) => name in properties)),
});

export const model = async ({ params: { messages } }) => ({
  role: "assistant", content: { type: "text", text: `on ${[messages[0].content].flat()[0].text}` }, model: "none",
});

const watched = "note:///1";
export const changes = [];
export const changed = ({ params: { uri } }) => void changes.push(uri);

/** What comes of asking the model, and of a subscription, where the server has a tool for them. */
async function more(client, call) {
  const sampled = (await call({ name: "more", arguments: {} })).content[0].text;
  if (revision < "2026-07-28") await client.subscribeResource({ uri: watched });
  else await client.listen({ resourceSubscriptions: [watched] });
  await call({ name: "more", arguments: { quietly: true } });
  for (let turns = 0; turns < 100 && !changes.length; turns++) await new Promise((resolve) => setTimeout(resolve, 50));
  return { sampled, updated: changes };
}

/** A transport whose `initialize` asks for the revision of the test. */
export function asking(transport) {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (message.method === "initialize") message.params.protocolVersion = revision;
    return send(message, options);
  };
  return transport;
}

/** The steps of the server that the input names; `call` is `client.callTool`, with options that each generation has elsewhere. */
export async function steps(client, call, version, logs, meta = {}) {
  const [line] = await new Promise((resolve) => createInterface(process.stdin).once("line", (...all) => resolve(all)));
  const given = JSON.parse(line);
  const chosen = given === null ? notes : given === "functions" ? functions : reference;
  const found = await chosen(client, call, logs, meta, given);
  console.log(JSON.stringify({ version: version(), ...found }));
  await client.close();
  process.exit(0);
}

async function reference(client, call, logs, meta, given) {
  const found = {};
  found.tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
  const called = await call({ name: "json_schema_2020_12_tool", arguments: given });
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
  return { ...found, progress, logs };
}

/** Whether a call can be cancelled, and the server answers the next one. */
async function cancelled(call) {
  const controller = new AbortController();
  const calling = call({ name: "reindex", arguments: { steps: 1000 } }, { signal: controller.signal });
  setTimeout(() => controller.abort("enough"), 200);
  const outcome = await calling.then(() => false, () => true);
  return outcome && !(await call({ name: "reindex", arguments: { steps: 1 } })).isError;
}

/** The steps for `examples/notes.py`, the same as those of `python_functions.py`. */
async function functions(client, call, logs, meta) {
  const found = {}, progress = [];
  const text = async (name, given, more) => (await call({ name, arguments: given, ...meta }, more)).content[0]?.text;
  if (revision < "2026-07-28") await client.setLoggingLevel("info");
  found.tools = (await client.listTools()).tools.map((tool) => tool.name);
  const note = JSON.parse(await text("add", { title: "Milk", text: "Buy milk" }));
  const uri = `note:///${note.id}`;
  found.added = [note.title, note.text];
  const searched = JSON.parse(await text("search", { query: "milk", limit: 100 })).result;
  found.found = searched.some((each) => each.id === note.id);
  found.refused = (await call({ name: "search", arguments: { query: "milk", limit: 101 } })).isError;
  await text("reindex", { steps: 3 }, { onprogress: (told) => progress.push(told.progress) });
  found.cancelled = await cancelled(call);
  if (revision >= "2025-06-18") {
    const old = JSON.parse(await text("add", { title: "Old", text: "" }));
    found.deleted = await text("delete", { id: old.id });
  }
  found.templates = (await client.listResourceTemplates()).resourceTemplates.map((each) => each.uriTemplate);
  found.resource = (await client.readResource({ uri })).contents[0].text;
  found.prompts = (await client.listPrompts()).prompts.map((each) => each.name);
  found.prompt = (await client.getPrompt({ name: "summarize", arguments: { title: "Milk" } })).messages[0].content.text;
  const params = { ref: { type: "ref/prompt", name: "summarize" }, argument: { name: "title", value: "Mi" } };
  found.completion = [...new Set((await client.complete(params)).completion.values)];
  if (revision < "2026-07-28") await client.subscribeResource({ uri });
  else await client.listen({ resourceSubscriptions: [uri] });
  await text("edit", { id: note.id, text: "Drink" });
  for (let turns = 0; turns < 100 && !changes.length; turns++) await new Promise((resolve) => setTimeout(resolve, 50));
  found.updated = changes.length === 1 && changes[0] === uri;
  return { ...found, progress, logs };
}

/** The steps for `examples/all_revisions.py`. */
async function notes(client, call, logs, meta) {
  const found = {}, progress = [];
  if (revision < "2026-07-28") await client.setLoggingLevel("info");
  found.tools = (await client.listTools()).tools.map((tool) => tool.name);
  const options = { onprogress: (told) => progress.push(told.progress) };
  found.call = (await call({ name: "weather", arguments: { city: "Oslo" }, ...meta }, options)).content[0].text;
  if (revision >= "2025-06-18") {
    found.elicited = (await call({ name: "weather", arguments: {}, ...meta })).content[0].text;
  }
  found.resources = (await client.listResources()).resources.map((each) => each.uri);
  found.templates = (await client.listResourceTemplates()).resourceTemplates.map((each) => each.uriTemplate);
  found.resource = (await client.readResource({ uri: "note:///1" })).contents[0].text;
  found.prompts = (await client.listPrompts()).prompts.map((each) => each.name);
  found.prompt = (await client.getPrompt({ name: "plan", arguments: { day: "Friday" } })).messages[0].content.text;
  const params = { ref: { type: "ref/prompt", name: "plan" }, argument: { name: "day", value: "F" } };
  found.completion = (await client.complete(params)).completion.values;
  if (found.tools.includes("more")) Object.assign(found, await more(client, call));
  return { ...found, progress, logs };
}
