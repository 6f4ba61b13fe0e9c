// The ribbon: whose turn it is, which step of what is under way, and who may act.

import { cls, h, span } from "./dom.js";
import { who } from "./seats.js";

const INNERMOST = 2;

/** Draws where the game stands. */
export function ribbon(model) {
  const { view } = model;
  const rounds = Object.entries(view.rounds).slice(0, 1).map(([name, number]) => `${name.toLowerCase()} ${number}`).join(", ");
  return h("section", { class: "ribbon", tabindex: 0, "aria-label": "Where the game stands" },
    view.active && !model.news.over && h("div", { class: "turn" }, who(model, view.active), h("span", {}, view.active === view.you ? "Your turn" : `${model.name(view.active)}’s turn`), h("small", { class: "n" }, rounds)),
    !view.active && rounds && h("div", { class: "turn" }, h("small", { class: "n" }, rounds)),
    view.course.filter((stage) => stage.steps.length > 1).slice(-INNERMOST).map((stage, at) => steps(stage, at > 0)),
    h("div", { class: "priority" }, h("span", { class: "whoasked" }, asked(model)), clock(model)));
}

function steps(stage, inner) {
  const shown = stage.steps.length > 1 ? stage.steps : [stage.step || stage.name];
  return h("ol", { class: cls("steps", inner && "inner"), "aria-label": stage.name }, shown.map((step, at) => {
    const current = stage.steps.length > 1 ? at + 1 === stage.number : true;
    return h("li", { class: cls(current ? "cur" : at + 1 < stage.number && "done"), "aria-current": current ? "step" : null }, h("span", {}, step));
  }));
}

function asked(model) {
  const { view } = model;
  if (model.news.over) return h("b", {}, result(model));
  const names = view.asking.map((seat) => (seat === view.you ? "You" : model.name(seat)));
  const then = (view.priority?.then ?? []).filter((seat) => !view.asking.includes(seat)).map((seat) => (seat === view.you ? "you" : model.name(seat)));
  return ["asked: ", h("b", {}, names.join(", ") || "nobody"), then.length > 0 && `, then ${then.join(", ")}`];
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
    const [gone, left] = [true, false].map((has) => model.view.players.filter((_, seat) => ended.conceded.includes(seat) === has).map((player) => model.name(player.seat)).join(" and "));
    return `${gone} gave up: ${left} won`;
  }
  const won = Object.entries(model.view.standing).filter(([, standing]) => standing > 0).map(([side]) => model.name(side));
  return won.length ? `${won.join(" and ")} won` : "The game ended in a draw";
}
