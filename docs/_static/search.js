// Searches the sections of the site with MiniSearch. `search-sections.js` has them as rows: address, title, page, text, kind.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const WEIGHTS = { start: 3, guide: 3, api: 2, reference: 1, older: 0.5, design: 0.4 };
  const SHOWN = 40;
  const EXCERPT = 220;
  const list = document.getElementById("search-hits");
  const count = document.getElementById("search-count");
  const field = document.getElementById("search-query");

  // Words with dots are found as a whole, and by each part.
  const words = (text) => (text.replace(/\bmb\./g, "mcp_bindings.").match(/[\p{L}\p{N}_$./-]+/gu) ?? []).flatMap((word) => {
    const whole = word.replace(/^[./-]+|[./-]+$/g, "");
    const parts = whole.split(/[./-]+/);
    return parts.length > 1 ? [whole, ...parts] : parts;
  });
  const rows = SECTIONS.map(([address, title, page, text, kind], id) => ({ id, address, title, page, text, kind }));
  const index = new MiniSearch({
    fields: ["title", "page", "text"],
    tokenize: words,
    searchOptions: {
      boost: { title: 6, page: 2 },
      boostDocument: (id) => WEIGHTS[rows[id].kind],
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    },
  });
  index.addAll(rows);

  const excerpt = (text, terms) => {
    const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0);
    const start = Math.max(0, Math.min(...(places.length ? places : [0])) - 60);
    const begin = start && text.indexOf(" ", start) + 1;
    return (begin ? "… " : "") + text.slice(begin, begin + EXCERPT) + (begin + EXCERPT < text.length ? " …" : "");
  };

  // Appends a text with the terms found in it marked.
  const mark = (element, text, terms) => {
    const found = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).filter(Boolean);
    const pieces = found.length ? text.split(new RegExp(`(${found.join("|")})`, "giu")) : [text];
    pieces.forEach((piece, place) => {
      const part = document.createElement(place % 2 ? "mark" : "span");
      part.textContent = piece;
      element.append(part);
    });
  };

  const show = (query) => {
    const strict = index.search(query, { combineWith: "AND" });
    const hits = strict.length ? strict : index.search(query);
    list.replaceChildren(...hits.slice(0, SHOWN).map((hit) => {
      const { address, title, page, text } = rows[hit.id];
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = address;
      link.textContent = title;
      const place = document.createElement("span");
      place.className = "search-page";
      place.textContent = page === title ? "" : page;
      const summary = document.createElement("p");
      mark(summary, excerpt(text, hit.terms), hit.terms);
      item.append(link, place, summary);
      return item;
    }));
    const number = hits.length === 1 ? "1 section" : `${hits.length} sections`;
    count.textContent = query ? `${number}${hits.length > SHOWN ? `, the best ${SHOWN} shown` : ""}` : "";
  };

  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => show(field.value.trim()));
  show(field.value.trim());
});
