// Arrows from waiting actions to their targets, on wide screens; the pile also names the targets.

import { h } from "./dom.js";

const NARROW = 760;

/** Draws all arrows anew. */
export function arrows(root) {
  root.querySelector("svg.arrows")?.remove();
  for (const aimed of root.querySelectorAll(".aimed")) aimed.classList.remove("aimed");
  if (innerWidth <= NARROW) return;
  const paths = [...root.querySelectorAll("[data-to]")].flatMap((from) => from.dataset.to.split(" ").map((to) => path(root, from, to)));
  const made = paths.filter(Boolean);
  if (made.length) root.append(h("svg", { class: "arrows", "aria-hidden": "true" }, made));
}

function path(root, from, to) {
  const target = [...root.querySelectorAll(`[data-thing="${CSS.escape(to)}"]`)].find((each) => each !== from);
  if (!target) return null;
  const a = from.getBoundingClientRect(), b = target.getBoundingClientRect(), inside = target.classList.contains("item");
  const colour = getComputedStyle(from).getPropertyValue("--c");
  if (!inside) target.classList.add("aimed");
  target.style.setProperty("--aim", colour);
  if (from.closest(".piles") && !inside) return null; // the pile lies between the two; its words and the ring show the target
  return h("path", { d: inside ? beside(a, b) : across(a, b), stroke: colour, fill: "none", "stroke-width": 2, opacity: 0.7 });
}

const beside = (a, b) => {
  const x = Math.min(a.left, b.left) - 26, from = a.top + a.height * 0.4, to = b.top + b.height * 0.28;
  return `M${a.left} ${from} C${x} ${from} ${x} ${to} ${b.left - 3} ${to}`;
};

const across = (a, b) => {
  const from = a.top + a.height * 0.66, to = b.top + b.height * 0.5, end = b.right + 7, bend = Math.min(90, Math.max(12, (a.left - end) / 2));
  return `M${a.left} ${from} C${a.left - bend} ${from} ${end + bend} ${to} ${end} ${to}`;
};
