// The bar at the top: undo, the past, rules, invite, light and dark, and the open proposals of the players.

import { cls, h } from "./dom.js";

const ICONS = {
  undo: "M4 8h8a4 4 0 0 1 0 8H8M4 8l3.5-3.5M4 8l3.5 3.5",
  rules: "M4 4h5a2 2 0 0 1 2 2v10a2 2 0 0 0-2-2H4ZM17 4h-4a2 2 0 0 0-2 2v10a2 2 0 0 1 2-2h4Z",
  more: "M4 10h.01M10 10h.01M16 10h.01",
  invite: "M11 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0M2.500 16.500c.6-3 2.700-4.500 5.500-4.500s4.900 1.500 5.500 4.500M15.500 6v6M12.500 9h6",
  theme: "M10 3.500a6.500 6.500 0 1 0 0 13Z",
  help: "M7.500 7.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M10 14.500v.2",
};

const tool = (icon, words, onclick, more = {}) =>
  h("button", { class: cls("tool", more.class), onclick, "aria-label": words, title: words, disabled: more.disabled },
    h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, h("path", { d: ICONS[icon] })), h("span", {}, more.label ?? words));

/** Draws the bar at the top. */
export function top(model, act, past) {
  const playing = model.view.you && !model.news.over;
  return h("header", { class: "top" },
    h("h1", { class: "title" }, h("a", { class: "brand", href: "/", "aria-label": `${model.news.title}: to the lobby` }, h("img", { src: "/static/icon.svg", alt: "", width: 20, height: 20 }), h("span", {}, model.news.title))),
    h("div", { class: "tools" },
      act.state_ === "broken" && h("span", { class: "tag bad", role: "status" }, "connecting…"),
      tool("help", "How to play", act.help), tool("rules", "Rules", act.rules),
      playing && tool("undo", "Undo", act.undo), scrub(act, past),
      tool("theme", "Light or dark", act.theme, { label: "" }), tool("more", "More", act.more, { label: "" }),
      (act.host || model.view.you) && tool("invite", "Invite", act.invite, { class: model.news.chairs.some((chair) => chair.kind === "open") && "main" })));
}

function scrub(act, past) {
  if (past.last < 1) return null;
  const slider = h("input", { type: "range", min: 0, max: past.last, value: past.at ?? past.last, "aria-label": "Look back", oninput: (event) => act.lookBack(Number(event.target.value)) });
  return h("span", { class: cls("scrub n", act.scrubbing && "open") }, h("span", { class: "wide" }, "Look back"), slider, h("span", {}, `${past.at ?? past.last} / ${past.last}`));
}

const own = { undo: "would like to take the last answer back.", draw: "offer a draw." };

/** Draws the open proposals: a request to undo, an offered draw. */
export function wishes(model, act) {
  const found = ["undo", "draw"].filter((wish) => model.news.talk[wish] && !model.news.talk.result).map((wish) => ({ wish, ...model.news.talk[wish] }));
  return found.map(({ wish, by, agreed }) => {
    const seat = model.view.players[by].seat, mine = seat === model.view.you;
    const words = wish === "undo" ? "would like to take the last answer back." : "offers a draw.";
    const waiting = mine || agreed.includes(model.view.players.findIndex((player) => player.seat === model.view.you));
    const open = model.news.chairs.filter((chair) => chair.kind === "person" && chair.seat !== by && !agreed.includes(chair.seat)).map((chair) => model.person(model.view.players[chair.seat].seat));
    return h("div", { class: cls("notice", model.colour(seat)), role: "status" },
      h("div", {}, h("b", {}, mine ? "You" : model.person(seat)), ` ${mine ? own[wish] : words}`, waiting && open.length > 0 && h("span", {}, ` Waiting for ${open.join(", ")} to agree.`)),
      model.view.you && !waiting && h("button", { onclick: () => act.agree(wish) }, "Agree"),
      model.view.you && h("button", { onclick: () => act.decline(wish) }, mine ? "Never mind" : "Decline"));
  });
}
