// What a player should know: the goal, which always stands beside the table, and the parts of a turn, until the player knows them.

import { bare, h } from "./dom.js";

const NAMED = 6;
const NARROW = 760;
const key = (book) => `known ${book}`;

/** Whether the player has said on this device that they know the game. */
const isKnown = (book) => localStorage.getItem(key(book)) !== null;

/** Remembers that the player knows a game. */
export const learn = (book) => localStorage.setItem(key(book), "yes");

/** Draws the goal, and for a first-time player the parts of a turn, which are open where there is room. */
export function lesson(model, lines, act, roomy) {
  if (!lines?.length || model.news.over) return null;
  const [goal, ...turn] = lines, known = isKnown(model.view.book) || !model.view.you;
  return h("section", { class: known ? "lesson known" : "lesson", "aria-label": "How to play" },
    h("h3", {}, goal.title, !known && h("button", { class: "inline", onclick: act.learnt }, "Got it")), h("p", { class: "goalline" }, goal.text),
    !known && h("details", { open: act.teaching ?? (roomy && innerWidth > NARROW) },
      h("summary", { onclick: (event) => { act.teaching = !event.target.closest("details").open; } }, "A turn"), h("ol", {}, turn.map((row) => h("li", {}, row.text)))));
}

/** Gives the whole help as it is shown in a window, with what the player may do now. */
export function taught(lines, choice) {
  const now = [...new Set((choice?.options ?? []).map((option) => bare(option.words)))].slice(0, NAMED).join(", ");
  const hint = now ? `Now you may: ${now}. What glows can be clicked.` : "Somebody else acts now; look around meanwhile.";
  return [h("dl", { class: "taught" }, lines.map((row) => [row.title ? h("dt", {}, row.title) : null, h("dd", {}, row.text)])), h("p", { class: "hint" }, hint)];
}
