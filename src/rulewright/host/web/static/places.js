// Places: battlefields with the armies of each side, servers with what protects them and what lies in their root.

import { art, hue } from "./art.js";
import { card, text } from "./cards.js";
import { cls, h } from "./dom.js";
import { who } from "./seats.js";

/** Draws all places side by side. */
export function places(model, act) {
  const found = model.places();
  if (!found.length) return null;
  const columns = found.some((place) => model.kind(place).place === "column");
  return h("div", { class: cls("places", columns && "cols") }, found.map((place) => (columns ? column(model, place, act) : across(model, place, act))));
}

function across(model, place, act) {
  const here = model.at(place), mine = here.filter((thing) => thing.player === model.view.you);
  const others = model.others().map((player) => here.filter((thing) => thing.player === player.seat));
  const loose = here.filter((thing) => !model.view.players.some((player) => player.seat === thing.player));
  return h("div", { class: cls("place", contested(model, here) && "live", model.colour(place.player)), role: "group", "aria-label": place.name, "data-thing": place.handle },
    model.others().map((player, at) => army(model, player.seat, others[at], act, model.others().length > 1)),
    plate(model, place, act),
    loose.length > 0 && h("div", { class: "army" }, loose.map((thing) => card(model, thing, "tile", act))),
    model.me() && army(model, model.view.you, mine, act, false));
}

const contested = (model, here) => new Set(here.map((thing) => thing.player)).size > 1;

function army(model, seat, things, act, skipEmpty) {
  if (!things.length && skipEmpty) return null;
  const { total } = model.view.layout;
  const sum = things.reduce((so_far, thing) => so_far + (thing.stats[total] ?? 0), 0);
  return h("div", { class: "army" },
    h("div", { class: "side" }, who(model, seat, "s"), total && h("b", { class: "n" }, sum), total),
    things.length ? things.map((thing) => card(model, thing, "tile", act)) : h("span", { class: "none" }, seat === model.view.you ? "nobody of yours here" : "nobody here"));
}

function plate(model, place, act) {
  const options = model.options("thing", place.handle), kind = model.kind(place);
  const attributes = { class: cls("plate", options.length && "lit"), onclick: options.length ? () => act.choose(options) : () => act.open(place), "aria-label": options.length ? place.name + model.spoken(options) : null };
  return h(options.length ? "button" : "div", attributes,
    h("span", { class: "art", css: { "--h": hue(place.name) } }, art(place.name, 44, 34)),
    h("div", {}, h("h3", {}, place.name), h("p", {}, text(place, kind))),
    h("span", { class: "tags" }, place.player && kind.place !== "column" && h("span", { class: "tag" }, `${place.player} holds`), place.marks.map((mark) => h("span", { class: "tag on" }, mark))));
}

function column(model, place, act) {
  const here = model.at(place);
  const guards = model.attachedTo(place), inside = here.filter((thing) => !guards.includes(thing));
  const front = inside.filter((thing) => thing.marks.includes(model.front()));
  const root = inside.filter((thing) => !front.includes(thing));
  return h("div", { class: cls("place col", model.colour(place.player)), role: "group", "aria-label": place.name, "data-thing": place.handle },
    h("div", { class: "ice" }, [...front, ...guards].map((thing) => card(model, thing, "bar-card", act))),
    plate(model, place, act),
    root.length > 0 && h("div", { class: "root" }, root.map((thing) => card(model, thing, "tile", act))));
}
