// Draws the diagrams of a page with Mermaid, in the colours of the page, and again when those change.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const sources = [...document.querySelectorAll("div.mermaid-source pre")].map((pre) => {
    const figure = document.createElement("div");
    figure.className = "diagram";
    pre.closest("div.mermaid-source").replaceWith(figure);
    return { figure, text: pre.textContent };
  });
  if (sources.length === 0) return;

  const draw = async () => {
    const dark = document.documentElement.dataset.theme === "dark";
    mermaid.initialize({ startOnLoad: false, theme: dark ? "dark" : "neutral" });
    for (const [number, { figure, text }] of sources.entries()) {
      figure.innerHTML = (await mermaid.render(`diagram-${number}`, text)).svg;
    }
  };

  let drawing = draw();
  new MutationObserver(() => (drawing = drawing.then(draw))).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme"],
  });
});
