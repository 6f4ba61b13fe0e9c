// The map as one drawing: tiles, who stands where with how much health, where one can go and whom one can pick.

import { cls, h } from "./dom.js";

const S = 64;
const EDGE = 22;
const FILL = { wall: "var(--wall)", window: "var(--wall-top)", "low wall": "var(--wall-top)", smoke: "var(--line)", difficult: "var(--rough)" };

/** Draws the map with its legend. */
export function map(model, act) {
  const { map: ground } = model.view;
  const spot = (x, y) => [EDGE + (x - 1) * S, (ground.height - y) * S + 4];
  const used = [...new Set(ground.tiles.map((tile) => tile.ground))].filter((name) => name in FILL);
  return h("div", { class: "mapwrap" }, legend(model, used),
    h("svg", { class: "mapsvg", css: { "--wide": ground.width }, viewBox: `0 0 ${EDGE + ground.width * S + 14} ${ground.height * S + 24}`, role: "group", "aria-label": `Map, ${ground.width} by ${ground.height} tiles` },
      floor(ground, spot), ground.tiles.map((tile, at) => terrain(tile, spot, at, ground.tiles)), reachable(model, ground, spot, act), axes(ground, spot),
      [...byTile(model).values()].map((here) => here.map((thing, at) => actor(model, thing, spot, share(here.length, at), act)))));
}

/** Gives who is in play by the tile they stand on. */
function byTile(model) {
  const found = new Map();
  for (const thing of model.things.values()) {
    if (thing.tile && model.inPlay(thing)) found.set(String(thing.tile), [...(found.get(String(thing.tile)) ?? []), thing]);
  }
  return found;
}

/** Gives the part of a tile that each of several has who share it: how small it is, and where it lies from the middle. */
function share(all, at) {
  const columns = Math.ceil(Math.sqrt(all)), rows = Math.ceil(all / columns), part = S / columns;
  return { size: all === 1 ? 1 : 1.15 / columns, x: ((at % columns) - (columns - 1) / 2) * part, y: (Math.floor(at / columns) - (rows - 1) / 2) * part };
}

/** Lets a drawn button be pressed with the keys of a real one. */
const pressed = (then) => (event) => {
  if (!["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  then();
};

function legend(model, used) {
  const can = [...model.lit.keys()].some((key) => key.startsWith("tile:"));
  return h("div", { class: "legend" }, h("b", {}, model.view.scene),
    can && h("span", {}, h("i", { class: "swatch-reach" }), "click here"),
    used.map((name) => h("span", {}, h("i", { css: { background: FILL[name] } }), name)));
}

function floor(ground, spot) {
  const tiles = [];
  for (let y = 1; y <= ground.height; y += 1) {
    for (let x = 1; x <= ground.width; x += 1) {
      const [a, b] = spot(x, y);
      tiles.push(h("rect", { x: a + 1, y: b + 1, width: S - 2, height: S - 2, rx: 6, fill: (x + y) % 2 ? "var(--tile)" : "var(--tile-alt)" }));
    }
  }
  return tiles;
}

/** Draws what a tile is; a mark that several tiles have is named on the first of them. */
function terrain(tile, spot, at, all) {
  const named = tile.marks.filter((mark) => !all.slice(0, at).some((other) => other.marks.includes(mark)));
  const [a, b] = spot(tile.x, tile.y), fill = FILL[tile.ground];
  return [
    fill && h("rect", { x: a + 1, y: b + 1, width: S - 2, height: S - 2, rx: 6, fill }, h("title", {}, tile.ground)),
    tile.ground === "wall" && h("rect", { x: a + 5, y: b + 4, width: S - 10, height: S - 16, rx: 5, fill: "var(--wall-top)" }),
    tile.ground === "difficult" && [0, 1, 2].map((n) => h("path", { d: `M${a + 12} ${b + 20 + n * 12} q 5 -6 10 0 t 10 0 t 10 0 t 10 0`, fill: "none", stroke: "var(--ink-3)", "stroke-opacity": 0.35, "stroke-width": 1.6 })),
    tile.marks.length > 0 && h("rect", { x: a + 5, y: b + 5, width: S - 10, height: S - 10, rx: 5, class: "mark" }, h("title", {}, tile.marks.join(", "))),
    named.length > 0 && h("text", { x: a + S / 2, y: b + S - 8, "text-anchor": "middle", "font-size": 10, class: "mark-name" }, named.join(", ")),
  ];
}

function reachable(model, ground, spot, act) {
  return [...model.lit.entries()].filter(([key]) => key.startsWith("tile:")).map(([key, options]) => {
    const [x, y] = key.slice(5).split(",").map(Number), [a, b] = spot(x, y);
    return h("g", { class: "tile-pick", role: "button", tabindex: 0, "aria-label": `tile ${x},${y}${model.spoken(options)}`, onclick: () => act.choose(options), onkeydown: pressed(() => act.choose(options)) },
      h("rect", { x: a + 2, y: b + 2, width: S - 4, height: S - 4, rx: 6, class: "reach" }), h("circle", { cx: a + S / 2, cy: b + S / 2, r: 3.5, class: "reachdot" }));
  });
}

function axes(ground, spot) {
  const numbers = [];
  for (let x = 1; x <= ground.width; x += 1) numbers.push(h("text", { x: spot(x, 1)[0] + S / 2, y: ground.height * S + 19, "text-anchor": "middle", "font-size": 11, class: "axis" }, x));
  for (let y = 1; y <= ground.height; y += 1) numbers.push(h("text", { x: 8, y: spot(1, y)[1] + S / 2 + 4, "text-anchor": "middle", "font-size": 11, class: "axis" }, y));
  return numbers;
}

function actor(model, thing, spot, { size, x, y }, act) {
  const [a, b] = spot(...thing.tile), cx = a + S / 2, cy = b + S / 2 - 6, own = model.options("thing", thing.handle), options = [...own, ...model.options("tile", thing.tile.join(","))];
  const bar = Object.keys(thing.most)[0], part = bar ? Math.max(0, thing.stats[bar] / thing.most[bar]) : 1, around = 2 * Math.PI * 17;
  const chance = model.chance(options);
  const moved = size === 1 ? null : `translate(${cx + x} ${b + S / 2 + y}) scale(${size}) translate(${-cx} ${-cy})`;
  const label = `${thing.name}${chance === null ? "" : `, ${chance} %`}${bar ? `, ${thing.stats[bar]} of ${thing.most[bar]} ${bar}` : ""}${model.spoken(options)}`;
  const attributes = {
    class: cls("actor", model.colour(thing.player), options.length && "pick", thing.handle === model.view.actor && "cur"), "data-thing": thing.handle, "aria-label": label, transform: moved,
    role: options.length ? "button" : "img", tabindex: options.length ? 0 : null, onclick: options.length ? () => act.choose(options) : () => act.open(thing),
    onkeydown: options.length ? pressed(() => act.choose(options)) : null,
  };
  return h("g", attributes,
    own.length > 0 && h("circle", { cx, cy, r: 23, class: "halo" }),
    thing.handle === model.view.actor && h("circle", { cx, cy, r: 23, class: "turnring" }),
    h("circle", { cx, cy, r: 17, class: "body" }),
    h("circle", { cx, cy, r: 17, class: cls("health", part < 0.4 && "low"), "stroke-dasharray": `${around * part} ${around}`, transform: `rotate(-90 ${cx} ${cy})` }),
    h("text", { x: cx, y: cy + 5, "text-anchor": "middle", "font-size": 15, class: "initials" }, initials(model, thing)),
    size < 1 && h("title", {}, thing.name),
    size === 1 && h("text", { x: cx, y: b + S - 5, "text-anchor": "middle", "font-size": 11, class: "called" }, thing.name),
    chance !== null && odds(cx + 22, cy - 18, chance));
}

const odds = (x, y, chance) => [
  h("rect", { x: x - 19, y: y - 11, width: 38, height: 20, rx: 10, class: "chance" }),
  h("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 12, class: "chance-n" }, `${chance}%`),
];

/** Gives as many letters of a name as distinguish it from the others on the map. */
function initials(model, thing) {
  const same = [...model.things.values()].filter((other) => other.tile && other.name[0] === thing.name[0] && other.name !== thing.name);
  return same.length ? thing.name[0] + thing.name.slice(-1) : thing.name[0];
}
