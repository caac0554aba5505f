"use strict";

/* Shared by all pages: the data embedded in the page, and functions that create elements from it.
   Text is inserted as text only: no script of a page parses markup. */

const data = JSON.parse(document.getElementById("data").textContent);

function byId(id) {
  return document.getElementById(id);
}

/** Create an element. An attribute that is null is left out; a child that is a string becomes text. */
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** JSON text with line breaks only where a line would be too long. */
function pretty(value, indent = "") {
  const lines = JSON.stringify(value, null, 1);
  const line = lines.replace(/([[{])\n */g, "$1").replace(/\n *([\]}])/g, "$1").replace(/\n */g, " ");
  if (value === null || typeof value !== "object" || line.length + indent.length <= 60) return line;
  const deeper = indent + "  ";
  const parts = Array.isArray(value)
    ? value.map((item) => pretty(item, deeper))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pretty(member, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => deeper + part).join(",\n")}\n${indent}${close}`;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

