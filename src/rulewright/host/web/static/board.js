// A board of cells: things of one kind that fill a rectangle, by their tiles or by names like B3. What lies in a cell is a disc of its seat.

import { cls, h } from "./dom.js";

const LEAST = 9;
const NAMED = /^([A-Z])(\d{1,2})$/;

/** Finds the board among the things in play: a map from handles to [x, y], null where there is none. */
export function found(things) {
  const kinds = new Map();
  for (const thing of things) kinds.set(thing.kind, [...(kinds.get(thing.kind) ?? []), thing]);
  return [...kinds.values()].filter((each) => each.length >= LEAST).map(filled).find(Boolean) ?? null;
}

function filled(things) {
  const at = new Map(things.map((thing) => [thing.handle, spot(thing)]));
  const spots = [...at.values()];
  if (spots.some((each) => each === null) || new Set(spots.map(String)).size < spots.length) return null;
  const width = Math.max(...spots.map(([x]) => x)), height = Math.max(...spots.map(([, y]) => y));
  return width * height === spots.length ? { at, width, height, lettered: things.every((thing) => NAMED.test(thing.name)) } : null;
}

function spot(thing) {
  const named = NAMED.exec(thing.name);
  return thing.tile ?? (named ? [named[1].charCodeAt(0) - 64, Number(named[2])] : null);
}

/** Draws the board, the first row at the bottom. */
export function board(model, act) {
  const { at, width, height, lettered } = model.board;
  const cells = [...at].sort(([, [a, b]], [, [c, d]]) => d - b || a - c).map(([handle]) => cell(model, model.things.get(handle), act));
  const files = Array.from({ length: width }, (_, n) => h("span", {}, lettered ? String.fromCharCode(65 + n) : n + 1));
  const ranks = Array.from({ length: height }, (_, n) => h("span", {}, height - n));
  return h("div", { class: "boardwrap" },
    h("div", { class: "board", role: "group", "aria-label": `Board, ${width} by ${height} cells`, css: { "--wide": width, "--high": height } },
      h("div", { class: "ranks", "aria-hidden": "true" }, ranks), h("div", { class: "grid" }, cells), h("div", { class: "files", "aria-hidden": "true" }, files)));
}

function cell(model, thing, act) {
  const piece = standing(model, thing), held = holder(model, thing);
  const options = [...model.options("thing", thing.handle), ...(piece ? model.options("thing", piece.handle) : [])];
  const label = [thing.name, held.words].filter(Boolean).join(", ") + model.spoken(options);
  const attributes = { class: cls("cell", options.length && "lit"), "data-thing": thing.handle, "aria-label": label, onclick: () => (options.length ? act.choose(options) : act.open(thing)) };
  return h("button", attributes, held.words && h("span", { class: cls("disc", held.colour) }, held.sign));
}

/** Finds the piece on the tile of a cell. */
const standing = (model, thing) => thing.tile && [...model.things.values()].find((each) => each.handle !== thing.handle && String(each.tile) === String(thing.tile) && model.inPlay(each));

/** Gives the piece on a cell, or else the seat of the cell: its owner, or the only seat one of whose stats has the number that is stored in the cell. */
function holder(model, thing) {
  const piece = standing(model, thing);
  if (piece) return { words: `${piece.name}${piece.player ? ` of ${piece.player}` : ""}`, sign: piece.name[0], colour: model.colour(piece.player) };
  const number = Object.values(thing.stats).find((amount) => amount !== 0);
  const bearers = model.view.players.filter((player) => number !== undefined && Object.values(player.stats).includes(number));
  const seat = thing.player ?? (bearers.length === 1 ? bearers[0].seat : null);
  if (seat) return { words: seat, sign: model.initials(seat), colour: model.colour(seat) };
  return number === undefined ? { words: "" } : { words: String(number), sign: number, colour: "c0" };
}
