/* Every text that is seen, with the colour it is painted in against what is painted behind it (WCAG 2.2, 1.4.3). */

function parse(colour) {
  const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
  return [red, green, blue, alpha];
}

function over(front, back) {
  const alpha = front[3];
  return [0, 1, 2].map((part) => front[part] * alpha + back[part] * (1 - alpha)).concat(1);
}

function luminance(colour) {
  const [red, green, blue] = colour.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function behind(node) {
  const layers = [];
  for (let each = node; each; each = each.parentElement) layers.push(parse(getComputedStyle(each).backgroundColor));
  return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
}

const faint = new Set();
let seen = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const parent = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || ["SCRIPT", "STYLE", "NOSCRIPT"].includes(parent.tagName)) continue;
  if (!parent.checkVisibility()) continue;
  seen += 1;
  const style = getComputedStyle(parent);
  const back = behind(parent);
  const levels = [luminance(over(parse(style.color), back)), luminance(back)].sort((one, two) => two - one);
  const contrast = (levels[0] + 0.05) / (levels[1] + 0.05);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  if (contrast < (large ? 3 : 4.5)) {
    faint.add(`${walker.currentNode.data.trim().slice(0, 40)}: ${contrast.toFixed(2)} (${style.color} in ${parent.className})`);
  }
}
return seen ? [...faint] : ["no text is seen at all"];
