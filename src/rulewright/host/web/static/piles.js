// Piles: what waits, the top first, with its player, its speed, its targets and the time that it still waits.

import { does, headed } from "./cards.js";
import { cls, count, h, span } from "./dom.js";
import { who } from "./seats.js";

const SHOWN = 5;
const TURN = 2 * Math.PI * 10;

/** Draws one pile; if it is the only one, the seats that may still answer stand below it. */
export function pile(model, stack, act, alone, quiet) {
  const top = stack.waiting.slice(0, SHOWN), below = stack.waiting.length - top.length;
  return h("div", { class: cls("pile", model.colour(stack.waiting[0]?.player)), role: "group", "aria-label": stack.name },
    h("header", {}, h("h3", {}, stack.name), h("small", {}, alone ? `${count(stack.waiting.length, "thing")} ${stack.waiting.length === 1 ? "waits" : "wait"}, the top resolves first` : stack.waiting.length), ring(model, stack, quiet)),
    h("ol", {}, top.map((item) => h("li", {}, waiting(model, item, act)))),
    below > 0 && h("small", {}, `${below} below`),
    alone && next(model));
}

function waiting(model, item, act) {
  const options = item.handle === null ? [] : model.options("thing", item.handle);
  const attributes = {
    class: cls("item", model.colour(item.player), item.blocked && "blocked", options.length && "lit"), "data-thing": item.handle,
    "data-to": item.targets.join(" ") || null, onclick: options.length ? () => act.choose(options) : null, "aria-label": options.length ? item.name + model.spoken(options) : null,
  };
  const aims = item.targets.map((handle) => model.things.get(handle)?.name ?? playerOf(model, handle)).filter(Boolean);
  return h(options.length ? "button" : "div", attributes,
    h("span", { class: "l1" }, item.player && who(model, item.player, "s"), h("span", { class: "nm" }, item.name), (item.blocked || item.speed) && h("span", { class: "sp" }, item.blocked ? "blocked" : item.speed)),
    aims.length > 0 && h("span", { class: "to" }, [...new Set(aims)].join(", ")),
    item.text.length > 0 && h("span", { class: "txs" }, does(item.text).map((line) => h("span", { class: "tx" }, headed(line)))));
}

const playerOf = (model, handle) => model.view.players.find((player) => player.thing === handle)?.seat;

function ring(model, stack, quiet) {
  if (stack.due === null) return null;
  const left = Math.max(0, stack.due - model.news.time), part = Math.min(1, left / Math.max(quiet, left, 1));
  return h("span", { class: cls("ring n", part < 0.2 && "soon"), "data-due": stack.due },
    h("svg", { viewBox: "0 0 26 26", "aria-hidden": "true" }, h("circle", { cx: 13, cy: 13, r: 10 }), h("circle", { cx: 13, cy: 13, r: 10, "stroke-dasharray": `${TURN * part} ${TURN}` })),
    h("span", {}, `pops in ${span(left)}`));
}

/** Draws who may answer and who comes after. */
function next(model) {
  const { priority } = model.view;
  if (!priority || model.news.over) return null;
  const rest = priority.then.filter((seat) => seat !== priority.holder);
  const person = (seat, now) => h("span", { class: cls("p", model.colour(seat), now && "now") }, who(model, seat, "s"), seat, now && " may answer");
  return h("div", { class: "next" }, person(priority.holder, true), rest.map((seat) => [" › ", person(seat, false)]), " › the top resolves");
}
