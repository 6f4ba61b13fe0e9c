// Seats: a player's strip with the score first, the zones that lie before it, and casts with their actors.

import { decks, zone } from "./cards.js";
import { cls, h } from "./dom.js";

const FEW = 4;
const FULL = 2; // with more zones than this, the decks of a seat are numbers in its strip

/** Draws the badge of a seat. */
export function who(model, seat, size = "") {
  return h("span", { class: cls("who", size, model.colour(seat)), "aria-hidden": "true" }, model.initials(seat));
}

/** Draws a player's strip. */
export function strip(model, player, act, piles = []) {
  const you = player.seat === model.view.you, options = model.options("player", model.view.players.indexOf(player));
  const own = player.thing === null ? [] : model.options("thing", player.thing);
  const all = [...new Map([...options, ...own].map((option) => [option.id, option])).values()]; // an option may be about both
  const attributes = {
    class: cls("strip", model.colour(player.seat), player.asked && !model.news.over && "asked", all.length && "lit"),
    role: all.length ? null : "group", "aria-label": player.seat + model.spoken(all), "data-seat": player.seat, "data-thing": player.thing,
    onclick: all.length ? () => act.choose(all) : null,
  };
  return h(all.length ? "button" : "div", attributes,
    h("header", {}, who(model, player.seat), h("h2", {}, player.seat, " ", h("small", {}, subtitle(model, player, you))), tags(model, player)),
    goal(player), stats(model, player, piles, act, all.length > 0), roster(model, player, act));
}

function subtitle(model, player, you) {
  const kind = model.chair(player.seat)?.kind, person = model.person(player.seat);
  if (you) return person === player.seat ? "you" : `${person}, you`;
  return { bot: "bot", open: "free seat" }[kind] ?? (person === player.seat ? "" : person);
}

function tags(model, player) {
  const { priority } = model.view;
  const said = [
    player.out && "out",
    player.standing > 0 && "won", player.standing < 0 && "lost",
    player.active && !player.out && !model.news.over && "turn",
    !model.news.over && priority?.holder === player.seat && !player.active && "priority",
    !model.news.over && priority?.focus === player.seat && !player.active && "focus",
    ...player.marks.filter((mark) => !mark.startsWith("not ")),
  ].filter(Boolean);
  return h("span", { class: "tags" }, said.map((tag) => h("span", { class: cls("tag", ["turn", "priority"].includes(tag) && "on", tag === "lost" && "bad", tag === "won" && "good") }, tag)));
}

/** Gives the score at which a player is out. */
const lost = ({ how, bound }) => (how === "loses" && bound !== null ? `, out at ${bound}` : "");

function goal(player) {
  if (player.score === null || !player.goal) return null;
  const { stat } = player.goal, bound = player.goal.how === "wins" ? player.goal.bound : null;
  const shown = bound !== null && bound <= 12 && bound > 0
    ? h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: bound }, (_, i) => h("i", { class: i < player.score ? "on" : "" })))
    : bound ? h("span", { class: "bar grow", "aria-hidden": "true" }, h("i", { css: { width: `${Math.max(0, Math.min(100, (100 * player.score) / bound))}%` } })) : null;
  return h("div", { class: "goal" }, h("b", { class: "n" }, player.score, h("small", {}, bound === null ? ` ${stat}${lost(player.goal)}` : `/ ${bound} ${stat}`)), shown);
}

/** Draws a deck or a pile as a number; what can be seen of it opens by a click. */
function piled(zone, act, lit) {
  const words = [h("b", {}, zone.count), ` ${zone.kind}`];
  return lit || !zone.things?.length ? h("span", { class: "inpile" }, words) : h("button", { class: "inline inpile", onclick: () => act.pile(zone) }, words);
}

function stats(model, player, piles, act, lit) {
  const shown = Object.keys(player.stats).filter((stat) => stat !== player.goal?.stat);
  const first = model.view.layout.first.filter((stat) => shown.includes(stat));
  const order = first.length ? first : shown, rest = shown.filter((stat) => !order.includes(stat));
  const hand = model.view.zones.filter((each) => each.owner === player.seat && each.shown === "hand" && each.count && player.seat !== model.view.you);
  return (order.length > 0 || hand.length > 0 || piles.length > 0) && h("div", { class: "stats n", title: rest.map((stat) => `${player.words[stat] ?? player.stats[stat]} ${stat}`).join(", ") || null },
    order.map((stat) => h("span", {}, h("b", {}, player.words[stat] ?? player.stats[stat], player.most[stat] === undefined ? "" : `/${player.most[stat]}`), " ", stat)),
    hand.map((each) => h("span", {}, h("b", {}, each.count), ` in ${each.kind.toLowerCase()}`)),
    piles.map((each) => piled(each, act, lit)));
}

function roster(model, player, act) {
  const members = player.members.map((handle) => model.things.get(handle)).filter((thing) => thing && thing.zone !== null);
  if (!members.length) return null;
  return h("ul", { class: "roster" }, members.map((thing) => member(model, thing, act)));
}

function member(model, thing, act) {
  const bar = Object.keys(thing.most)[0];
  const all = Object.keys(thing.stats).filter((stat) => stat !== bar && thing.stats[stat] !== 0 && !(bar && stat.startsWith(bar) && thing.stats[stat] === thing.most[bar]));
  const first = model.view.layout.first.filter((stat) => all.includes(stat)), current = thing.handle === model.view.actor;
  const mine = current || thing.player === model.view.you, away = !model.inPlay(thing) && model.zone(thing.zone)?.kind;
  const more = away || !mine ? [] : (first.length ? first : all).slice(0, current ? all.length : FEW);
  const options = model.options("thing", thing.handle), tags = [...(away ? [away.toLowerCase()] : []), ...thing.marks];
  return h("li", { class: cls(current && "cur", options.length && "pickable", away && "away") },
    h("span", { class: "nm" }, h("button", { class: cls("inline", options.length && "lit"), onclick: () => (options.length ? act.choose(options) : act.open(thing)) }, thing.name), h("small", {}, thing.kind)),
    bar ? gauge(thing, bar) : h("span"),
    h("span", { class: "hp n" }, bar ? `${thing.stats[bar]}/${thing.most[bar]}` : ""),
    more.length > 0 && h("span", { class: "more n" }, more.map((stat) => h("span", {}, h("b", {}, thing.words[stat] ?? thing.stats[stat]), ` ${stat}`))),
    tags.length > 0 && h("span", { class: "more" }, tags.map((mark) => h("span", { class: "tag" }, mark))));
}

function gauge(thing, stat) {
  const part = thing.stats[stat] / thing.most[stat];
  return h("span", { class: cls("bar", part < 0.4 && "low"), "aria-hidden": "true" }, h("i", { css: { width: `${Math.max(0, Math.min(100, 100 * part))}%` } }));
}

/** Puts the zones of a narrow seat into one. */
function together(rows) {
  const full = rows.filter((row) => row.things.length);
  if (full.length < 2) return full.length ? full : rows.slice(0, 1);
  const title = full.map((row) => row.zone.kind.replace(/ Zone$/, "")).join(", ");
  return [{ zone: { zone: title, kind: title }, title, things: full.flatMap((row) => row.things) }];
}

/** Draws a seat: its strip and what lies before it. */
export function seat(model, player, act, half = false, size = "tile", shared = []) {
  const found = model.rowsOf(player.seat), rows = half ? together(found) : found, piles = [...model.decksOf(player.seat), ...shared];
  if (!rows.length && !piles.length) return strip(model, player, act);
  const wide = rows.toSorted((one, other) => one.things.length - other.things.length).at(-1), folded = half || found.length > FULL;
  return h("div", { class: cls("seat", half && "half", folded && "folded", found.length > 1 && "dense", player.seat === model.view.you && "mine") }, strip(model, player, act, piles),
    h("div", { class: "row grow" }, rows.map((row) => zone(model, row, size, act, { class: row === wide ? "grow" : "" }, folded ? 1 : undefined)), decks(model, folded ? piles.filter((each) => model.options("zone", each.id).length) : piles, act)));
}

/** Draws your hand: full cards, directly above the menu. */
export function hand(model, act) {
  const found = model.hands();
  return found.length > 0 && h("div", { class: "hand" }, found.map((each) => zone(model, { zone: each, things: each.things, title: `Your ${each.kind.toLowerCase()}` }, "full", act)));
}
