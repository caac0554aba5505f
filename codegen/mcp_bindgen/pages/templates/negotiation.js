/* Select a case and show it. mcp_bindings.simulation computed every outcome; this script only displays them. */

const ids = data.revisions.map((revision) => revision.id);
const keys = data.sets.map((set) => set.places.join());
const eraWords = { handshake: "handshake", "per-request": "per-request", both: "both eras" };
const transportWords = { stdio: "stdio", http: "HTTP" };
const dash = "\u2013";

/** The selected case; the index of a side without revisions is -1. */
function chosenCase() {
  const side = (name) => {
    const boxes = document.querySelectorAll(`input[name=${name}]:checked`);
    return keys.indexOf(Array.from(boxes, (box) => box.value).join());
  };
  return {
    client: side("client"),
    server: side("server"),
    transport: document.querySelector("input[name=transport]:checked").value,
    minimum: byId("minimum").value,
  };
}

function traceOf(transport, minimum, client, server) {
  return data.traces[data.cases[transport][minimum][client * data.sets.length + server]];
}

/** How to show an outcome: a mark, a colour and their meaning. */
function look(trace, minimum, client, server) {
  const place = ids.indexOf(trace.version);
  if (place >= 0) return { mark: String(place + 1), tone: `tone-${place % 7}`, words: trace.version };
  const oldest = ids.indexOf(minimum);
  const shared = data.sets[client].places.filter((each) => each >= oldest && data.sets[server].places.includes(each));
  if (shared.length === 0) return { mark: dash, tone: "tone-grey", words: "no agreement" };
  const names = shared.map((each) => ids[each]).join(", ");
  return { mark: "!", tone: "tone-red", words: `no agreement, although both support ${names}` };
}

function names(set) {
  return data.sets[set].places.map((place) => ids[place]);
}

/* The case */

function showCase() {
  const chosen = chosenCase();
  const silent = ["client", "server"].filter((side) => chosen[side] < 0);
  const outcome = byId("outcome");
  byId("command-line").hidden = silent.length > 0;
  if (silent.length > 0) {
    outcome.replaceChildren(element("p", {}, `Select a revision for the ${silent.join(" and the ")}.`));
    byId("steps").replaceChildren();
    return;
  }
  const trace = traceOf(chosen.transport, chosen.minimum, chosen.client, chosen.server);
  const { tone, words } = look(trace, chosen.minimum, chosen.client, chosen.server);
  const agreed = trace.version !== null;
  outcome.replaceChildren(
    element("strong", { class: `badge ${tone}` }, agreed ? trace.version : "no version"),
    element("span", { class: "muted" }, agreed ? `${eraWords[trace.era]} era` : "no agreement"),
    element("p", {}, `${capital(trace.reason)}.`),
  );
  if (tone === "tone-red") outcome.append(element("p", {}, capital(words) + "."));
  byId("steps").replaceChildren(...trace.steps.map((step, place) => stepOf(step, place + 1)));
  const options = [
    `--client ${names(chosen.client).join()}`,
    `--server ${names(chosen.server).join()}`,
    `--transport ${chosen.transport}`,
  ];
  if (chosen.minimum !== "none") options.push(`--minimum ${chosen.minimum}`);
  byId("command").textContent = `mcp-bindgen negotiate ${options.join(" ")}`;
}

function stepOf(step, number) {
  const other = step.from === "client" ? "server" : "client";
  const heading = element(
    "h3",
    {},
    `${number}. ${titleOf(step)}`,
    element("span", { class: "who" }, `${step.from} \u2192 ${other}`),
  );
  if ("http_status" in step) heading.append(element("span", { class: "badge" }, `HTTP ${step.http_status}`));
  const card = element("li", { class: `step ${step.from}` }, heading, element("p", { class: "muted" }, capital(step.note)));
  const headers = Object.entries(step.headers);
  if (headers.length > 0) {
    const rows = headers.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
    card.append(element("dl", { class: "headers", "aria-label": "Headers" }, ...rows));
  }
  if (step.message !== null) card.append(element("pre", {}, pretty(step.message)));
  return card;
}

function titleOf(step) {
  if (step.message === null) return step.from === "client" ? "no JSON-RPC" : "no body";
  if ("method" in step.message) return step.message.method;
  return "error" in step.message ? `error ${step.message.error.code}` : "result";
}

/* By era */

const groups = [];
data.sets.forEach((set, place) => {
  const last = groups[groups.length - 1];
  if (last && last.era === set.era) last.places.push(place);
  else groups.push({ era: set.era, places: [place] });
});

function groupName(group) {
  return group.era === "both" ? "both eras" : `${eraWords[group.era]} only`;
}

function showEras(chosen) {
  const head = element("tr", {}, element("th", { scope: "col" }, "Client"));
  for (const group of groups) head.append(element("th", { scope: "col" }, `Server: ${groupName(group)}`));
  const rows = groups.map((mine) => {
    const row = element("tr", {}, element("th", { scope: "row" }, capital(groupName(mine))));
    for (const theirs of groups) {
      const traces = mine.places.flatMap((client) =>
        theirs.places.map((server) => traceOf(chosen.transport, chosen.minimum, client, server)),
      );
      row.append(element("td", {}, ...summary(traces)));
    }
    return row;
  });
  byId("eras").replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
}

function summary(traces) {
  const counts = Object.keys(eraWords).map((era) => [era, traces.filter((trace) => trace.era === era).length]);
  const agreed = counts.filter(([, count]) => count > 0);
  const parted = traces.filter((trace) => trace.version === null).length;
  const lines = agreed.map(([era, count]) => element("div", {}, `${count} agree, ${eraWords[era]}`));
  if (parted > 0) lines.push(element("div", { class: "muted" }, `${parted} without agreement`));
  return lines;
}

/* The matrix: one stop for the Tab key, arrow keys inside. */

const cells = data.sets.map(() => []);
const rowHeads = [];
const columnHeads = [];
let current = [0, 0];

function buildMatrix() {
  const starts = new Set(groups.map((group) => group.places[0]));
  const apart = (place) => (starts.has(place) ? " apart" : "");
  const groupRow = element("tr", {}, element("th", { class: "group corner" }));
  const setRow = element("tr", {}, element("th", { class: "corner" }));
  for (const group of groups) {
    const narrow = group.places.length === 1 ? " narrow" : "";
    const attributes = { class: `group apart${narrow}`, colspan: group.places.length, scope: "colgroup" };
    groupRow.append(element("th", attributes, capital(groupName(group))));
    for (const place of group.places) {
      const head = element("th", { class: `set${apart(place)}`, scope: "col" }, ...marksOf(place));
      columnHeads.push(head);
      setRow.append(head);
    }
  }
  byId("matrix").append(element("thead", {}, groupRow, setRow));
  for (const group of groups) {
    const title = element("th", { class: "group", colspan: data.sets.length + 1, scope: "rowgroup" });
    title.append(element("span", {}, `Client: ${groupName(group)}`));
    const body = element("tbody", {}, element("tr", {}, title));
    for (const client of group.places) {
      const head = element("th", { class: "set", scope: "row" }, ...marksOf(client));
      rowHeads.push(head);
      const row = element("tr", {}, head);
      data.sets.forEach((_, server) => {
        const cell = element("td", { role: "gridcell", tabindex: "-1", "aria-selected": "false" });
        cell.dataset.place = `${client} ${server}`;
        cells[client].push(cell);
        row.append(cell);
      });
      body.append(row);
    }
    byId("matrix").append(body);
  }
}

function marksOf(set) {
  return ids.map((_, place) => {
    const on = data.sets[set].places.includes(place);
    return element("span", { class: on ? "on" : "off" }, on ? String(place + 1) : "\u00b7");
  });
}

function showMatrix(chosen) {
  for (const setting of document.querySelectorAll(".setting")) {
    const floor = chosen.minimum === "none" ? "" : `, from ${chosen.minimum} on`;
    setting.textContent = transportWords[chosen.transport] + floor;
  }
  cells.forEach((row, client) =>
    row.forEach((cell, server) => {
      const trace = traceOf(chosen.transport, chosen.minimum, client, server);
      const { mark, tone, words } = look(trace, chosen.minimum, client, server);
      const label = `client ${names(client).join(", ")}; server ${names(server).join(", ")}: ${words}`;
      cell.textContent = mark;
      cell.className = server > 0 && data.sets[server].era !== data.sets[server - 1].era ? `${tone} apart` : tone;
      cell.title = label;
      cell.setAttribute("aria-label", label);
    }),
  );
}

function pick(chosen) {
  const [oldClient, oldServer] = current;
  cells[oldClient][oldServer].setAttribute("aria-selected", "false");
  cells[oldClient][oldServer].tabIndex = -1;
  rowHeads[oldClient].classList.remove("reached");
  columnHeads[oldServer].classList.remove("reached");
  const picked = byId("picked");
  picked.replaceChildren();
  if (chosen.client < 0 || chosen.server < 0) {
    cells[oldClient][oldServer].tabIndex = 0;
    return;
  }
  current = [chosen.client, chosen.server];
  const cell = cells[chosen.client][chosen.server];
  cell.setAttribute("aria-selected", "true");
  cell.tabIndex = 0;
  rowHeads[chosen.client].classList.add("reached");
  columnHeads[chosen.server].classList.add("reached");
  const trace = traceOf(chosen.transport, chosen.minimum, chosen.client, chosen.server);
  const { tone, words } = look(trace, chosen.minimum, chosen.client, chosen.server);
  picked.append(
    element("div", {}, element("b", {}, "Client "), names(chosen.client).join(", ")),
    element("div", {}, element("b", {}, "Server "), names(chosen.server).join(", ")),
    element("div", {}, element("span", { class: `result ${tone}` }, capital(words))),
    element("a", { href: "#case-title" }, "Show the messages"),
  );
}

function choose(client, server) {
  for (const [side, set] of [["client", client], ["server", server]]) {
    for (const box of document.querySelectorAll(`input[name=${side}]`)) {
      box.checked = data.sets[set].places.includes(Number(box.value));
    }
  }
  showAll();
}

function placeOf(cell) {
  return cell.dataset.place.split(" ").map(Number);
}

function move(event) {
  const cell = event.target.closest("td");
  if (!cell) return;
  const [client, server] = placeOf(cell);
  const last = data.sets.length - 1;
  const steps = {
    ArrowUp: [client - 1, server],
    ArrowDown: [client + 1, server],
    ArrowLeft: [client, server - 1],
    ArrowRight: [client, server + 1],
    Home: [event.ctrlKey ? 0 : client, 0],
    End: [event.ctrlKey ? last : client, last],
  };
  if (event.key === "Enter" || event.key === " ") {
    choose(client, server);
  } else if (event.key in steps) {
    const [row, column] = steps[event.key].map((place) => Math.min(Math.max(place, 0), last));
    cells[row][column].focus();
  } else {
    return;
  }
  event.preventDefault();
}

function showAll() {
  const chosen = chosenCase();
  showCase();
  showEras(chosen);
  showMatrix(chosen);
  pick(chosen);
}

buildMatrix();
showAll();
for (const input of document.querySelectorAll("input, select")) input.addEventListener("change", showAll);
byId("matrix").addEventListener("keydown", move);
byId("matrix").addEventListener("click", (event) => {
  const cell = event.target.closest("td");
  if (cell) choose(...placeOf(cell));
});
