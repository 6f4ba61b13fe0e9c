// The picture of a card is drawn from its name: the same name has the same pattern in every game, so no image files are needed.

import { h, hash } from "./dom.js";

const line = (d, width) => h("path", { d, fill: "none", stroke: "var(--art-ink)", "stroke-width": width });

const rings = (k, w, height) =>
  Array.from({ length: 7 }, (_, i) =>
    h("circle", {
      cx: 20 + ((k >>> 4) % 7) * 14, cy: height + 4, r: 8 + i * (7 + ((k >>> 8) % 9) % 4),
      fill: "none", stroke: "var(--art-ink)", "stroke-width": i % 3 ? 1.2 : 3,
    }));

const waves = (k, w, height) =>
  Array.from({ length: 6 }, (_, i) => {
    const y = 4 + (i * height) / 5.5;
    return line(`M0 ${y} q ${w / 8} ${-6 - ((k >>> 4) % 7)} ${w / 4} 0 t ${w / 4} 0 t ${w / 4} 0 t ${w / 4} 0`, i % 2 ? 1.2 : 2.6);
  });

const stripes = (k, w, height) =>
  Array.from({ length: 17 }, (_, i) => line(`M${(i - 3) * 12 + ((k >>> 4) % 7) * 2} ${height} l ${18 + ((k >>> 8) % 9) * 2} ${-height}`, i % 3 ? 1.2 : 4));

const peaks = (k, w, height) =>
  Array.from({ length: 5 }, (_, i) => {
    const x = 10 + i * (22 + ((k >>> 4) % 7));
    return h("path", { d: `M${x - 16} ${height} L${x} ${8 + ((k >>> i) % 5) * 4} L${x + 18} ${height}Z`, fill: "var(--art-ink)" });
  });

const shards = (k, w, height) =>
  Array.from({ length: 18 }, (_, i) => {
    const x = (i * 37 + ((k >>> 8) % 9) * 11) % w, y = (i * 23 + ((k >>> 4) % 7) * 9) % height, size = 4 + ((k >>> i) % 7);
    return h("rect", { x, y, width: size, height: size, rx: 1.5, fill: "var(--art-ink)", transform: `rotate(45 ${x} ${y})` });
  });

const PATTERNS = [rings, waves, stripes, peaks, shards];

/** Draws the face of a name. */
export function art(name, width = 132, height = 38) {
  const k = hash(name);
  const moon = h("circle", { cx: width - 22 - ((k >>> 4) % 7) * 6, cy: height * 0.42, r: 7 + ((k >>> 8) % 9) % 4, fill: "var(--art-hi)" });
  return h("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    PATTERNS[k % PATTERNS.length](k, width, height), moon);
}

/** Gives the hue of a type of card. */
export const hue = (type) => (hash(type) % 24) * 15;
