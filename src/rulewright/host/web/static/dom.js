// Small helpers to build the page. Text is always set as text, never as HTML: names and rules come from strangers.

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["svg", "path", "circle", "rect", "g", "text", "title"]);

/** Makes an element: attributes by name, `on…` for listeners, `css` for custom properties, then children. */
export function h(tag, attributes = {}, ...children) {
  const made = SHAPES.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) put(made, name, value);
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).map(node));
  return made;
}

function put(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "css") for (const [property, said] of Object.entries(value)) element.style.setProperty(property, said);
  else element.setAttribute(name, value === true ? "" : value);
}

const node = (child) => (child instanceof Node ? child : document.createTextNode(String(child)));

/** Joins class names, without those whose condition is false. */
export const cls = (...names) => names.filter(Boolean).join(" ");

/** Gives a number that is the same for the same text everywhere. */
export function hash(text) {
  let found = 2166136261;
  for (const letter of text) found = Math.imul(found ^ letter.codePointAt(0), 16777619);
  return found >>> 0;
}

/** Removes what distinguishes equal things from a name: "Almanac" for "Almanac (Almanac 2)". */
export const bare = (words) => words.replace(/ \d+(?=\)|$)/, "").replace(/^(.+) \(\1\)$/, "$1");

/** Says a number of things: "1 card", "3 cards", "2 passes". */
export const count = (number, word, words = `${word}s`) => `${number} ${number === 1 ? word : words}`;

/** Writes a span of time with its two greatest units. */
export function span(seconds) {
  const units = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
  const parts = [];
  let rest = Math.max(0, Math.round(seconds));
  for (const [unit, size] of units) {
    if (Math.floor(rest / size)) parts.push(`${Math.floor(rest / size)} ${unit}`);
    rest %= size;
  }
  return parts.slice(0, 2).join(" ") || "now";
}
