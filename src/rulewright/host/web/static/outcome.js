// The outcome: who has won, and how everybody stands at the end.

import { cls, h } from "./dom.js";
import { inBrief } from "./log.js";
import { result } from "./ribbon.js";
import { who } from "./seats.js";

const HEADINGS = ["round", "turn"];

/** Draws the outcome of a game that is over, and what has decided it if nobody gave up or agreed on a draw. */
export function outcome(model, log) {
  if (!model.news.over) return null;
  const gone = (player) => model.news.talk.result?.conceded?.includes(model.view.players.indexOf(player));
  const by = (player) => (gone(player) ? -1e9 : player.standing * 1e6) + (player.score ?? 0);
  const seats = [...model.view.players].sort((one, other) => by(other) - by(one));
  return h("section", { class: cls("outcome", model.colour(seats[0].seat)), "aria-label": "Outcome" },
    h("h2", {}, result(model)), decided(model, log),
    h("ol", {}, seats.map((player) => h("li", {}, who(model, player.seat, "s"), h("span", {}, model.person(player.seat), model.person(player.seat) !== player.seat && h("small", {}, ` ${player.seat}`)),
      player.score !== null && player.goal && h("span", { class: "n" }, h("b", {}, player.score), ` ${player.goal.stat}`)))));
}

function decided(model, log) {
  const last = log.findLast((line) => !HEADINGS.includes(line.kind)), brief = last && inBrief(model, last);
  return !model.news.talk.result && last && h("p", {}, last.text, brief && ` ${brief}`);
}
