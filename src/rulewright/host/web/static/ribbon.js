// The ribbon: whose turn it is, which step of what is under way, and who may act.

import { cls, h, span } from "./dom.js";
import { who } from "./seats.js";

const INNERMOST = 2;

/** Draws where the game stands. */
export function ribbon(model, past) {
  if (model.news.over && !past) return null;
  return h("section", { class: "ribbon", tabindex: 0, "aria-label": "Where the game stands" },
    turn(model), under(model).map((stage, at) => steps(stage, at > 0)),
    h("div", { class: "priority" }, h("span", { class: "whoasked" }, asked(model)), clock(model)));
}

/** Says whose turn it is; on a map also which of their actors acts. */
function turn(model) {
  const { view } = model, whose = view.active === view.you ? "Your turn" : `${view.active}’s turn`;
  const rounds = Object.entries(view.rounds).slice(0, 1).map(([name, number]) => `${name.toLowerCase()} ${number}`).join(", ");
  if (!view.active) return h("div", { class: "turn" }, h("span", {}, under(model).at(-1)?.name ?? ""), h("small", { class: "n" }, rounds));
  const actor = view.map && view.actor !== null && model.things.get(view.actor);
  return h("div", { class: "turn" }, who(model, view.active), h("span", {}, whose, actor && `: ${actor.name}`), h("small", { class: "n" }, rounds));
}

/** Lists what is under way: the structures that belong to somebody, without what the book says need not be shown. */
function under(model) {
  const without = model.view.layout.without.map((name) => name.toLowerCase()), worth = (name) => !without.includes(name.toLowerCase());
  const found = model.view.course.filter((stage) => stage.of && stage.words && worth(stage.name)).map((stage) => ({ ...stage, steps: stage.steps.filter(worth) }));
  return found.filter((stage) => stage.steps.length > 1).slice(-INNERMOST);
}

function steps(stage, inner) {
  const now = stage.steps.indexOf(stage.step);
  return h("ol", { class: cls("steps", inner && "inner"), "aria-label": stage.name }, stage.steps.map((step, at) =>
    h("li", { class: cls(at === now ? "cur" : at < now && "done"), "aria-current": at === now ? "step" : null }, h("span", {}, step))));
}

/** Says who may act now, and who after them. */
function asked(model) {
  const { view } = model, named = (seat) => (seat === view.you ? "You" : seat);
  const names = view.asking.map(named), then = (view.priority?.then ?? []).filter((seat) => !view.asking.includes(seat));
  return [h("span", { class: "wide" }, "to act: "), h("b", {}, names.join(", ") || "nobody"), !then.length && h("span", { class: "narrow" }, " to act"), then.length > 0 && `, then ${then.map((seat) => (seat === view.you ? "you" : seat)).join(", ")}`];
}

function clock(model) {
  const { clock: time } = model.view;
  return time?.closes != null && h("span", { class: "clock" }, h("span", { class: "wide" }, "the floor "), "closes in ", h("b", {}, span(time.closes - (model.news.time ?? time.now))));
}

/** Says how a game has ended. */
export function result(model) {
  const ended = model.news.talk.result;
  if (ended?.draw) return "The players agreed on a draw";
  if (ended?.conceded) {
    const [gone, left] = [true, false].map((has) => model.view.players.filter((_, seat) => ended.conceded.includes(seat) === has).map((player) => model.person(player.seat)).join(" and "));
    return `${gone} gave up: ${left} won`;
  }
  const won = Object.entries(model.view.standing).filter(([, standing]) => standing > 0).map(([side]) => model.person(side));
  return won.length ? `${won.join(" and ")} won` : "The game ended in a draw";
}
