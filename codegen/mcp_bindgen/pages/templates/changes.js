/* Filter the changes. Without this script the page shows all of them. */

const entries = Array.from(document.querySelectorAll("details.change"), (details) => ({
  details,
  affects: details.dataset.affects.split(" "),
  words: details.textContent.toLowerCase(),
  badge: details.querySelector("summary .badge"),
}));
const selects = ["role", "only", "area", "rule", "method"];
const groups = Array.from(document.querySelectorAll(".group, .release"));

function chosen(name) {
  const select = byId(name);
  return select === null ? "" : select.value;
}

/** The severity of a change: for documents or for Python alone if the reader asks for one of them. */
function severityOf(details, only) {
  return only === "" ? details.dataset.severity : details.dataset[only];
}

function filter() {
  const terms = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [role, only, area, rule, method] = selects.map(chosen);
  const boxes = document.querySelectorAll("input[name=severity]:checked");
  const severities = Array.from(boxes, (box) => box.value);
  let count = 0;
  for (const { details, affects, words, badge } of entries) {
    const severity = severityOf(details, only);
    badge.textContent = severity;
    badge.className = `badge ${severity}`;
    const fits =
      terms.every((term) => words.includes(term)) &&
      (role === "" || affects.includes(role)) &&
      (method === "" || details.dataset.methods.split(" ").includes(method)) &&
      (only === "" || severity !== "safe") &&
      (area === "" || details.dataset.area === area) &&
      (rule === "" || details.dataset.rule === rule) &&
      severities.includes(severity);
    details.hidden = !fits;
    if (fits) count += 1;
  }
  for (const group of groups) group.hidden = !group.querySelector("details:not([hidden])");
  byId("count").textContent =
    count === entries.length ? `${count} changes` : `${count} of ${entries.length} changes shown`;
}

function fold(open) {
  for (const { details } of entries) if (!details.hidden) details.open = open;
}

function reset() {
  byId("search").value = "";
  for (const name of selects) if (byId(name) !== null) byId(name).value = "";
  for (const box of document.querySelectorAll("input[name=severity]")) box.checked = true;
  filter();
}

/** Open the change that the URL links to, and reset the filters if they hide it. */
function openTarget() {
  const target = byId(location.hash.slice(1));
  if (target && target.matches("details.change")) {
    if (target.hidden) reset();
    target.open = true;
    target.scrollIntoView();
  }
}

if (entries.length > 0) {
  byId("filters").hidden = false;
  for (const input of document.querySelectorAll("#filters input, #filters select")) {
    input.addEventListener("input", filter);
  }
  byId("open").addEventListener("click", () => fold(true));
  byId("close").addEventListener("click", () => fold(false));
  byId("reset").addEventListener("click", reset);
  addEventListener("hashchange", openTarget);
  filter();
  openTarget();
}
