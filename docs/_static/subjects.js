// Leads from an anchor on the page of a revision, such as `#CallToolRequest`, to the section of that name on its own page.
"use strict";

const follow = () => {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const places = [...document.querySelectorAll(".entries span[id]")];
  const place = places.find((each) => each.id === wanted)
    ?? places.find((each) => each.id.toLowerCase() === wanted.toLowerCase());
  const link = place?.closest("li").querySelector("a");
  if (link) {
    location.replace(link.href);
  }
};

addEventListener("DOMContentLoaded", follow);
addEventListener("hashchange", follow);
