// Windows over the table: a card enlarged, a question, the links to invite others by.

import { card, words } from "./cards.js";
import { h } from "./dom.js";

let shown = null;

/** Shows a card enlarged beside its place; null removes it. */
export function enlarged(model, thing, element, held = false) {
  shown?.remove();
  shown = null;
  if (!thing || !element || (!held && !matchMedia("(hover: hover)").matches)) return;
  const still = { look() {}, open() {}, choose() {} };
  const kind = model.kind(thing), text = element.matches(".card.full") && element.querySelector(".txs");
  if (!held && text && text.scrollHeight <= text.clientHeight) return; // all of it can be read where it is
  if (!words(thing, kind).length && !Object.keys(thing.stats).length) return;
  shown = h("div", { class: "enlarged", role: held ? "dialog" : "tooltip", onclick: () => enlarged(model, null) }, card(Object.assign(Object.create(model), { options: () => [] }), thing, "large", still));
  ((!held && document.querySelector("main")) || document.body).append(shown);
  place(shown, element.getBoundingClientRect());
}

/** Closes the enlarged card under the pointer, because the thing may be gone. */
export function unlarged() {
  if (shown?.getAttribute("role") === "tooltip") {
    shown.remove();
    shown = null;
  }
}

function place(box, beside) {
  const size = box.getBoundingClientRect(), gap = 10;
  const left = beside.right + gap + size.width < innerWidth ? beside.right + gap : Math.max(gap, beside.left - gap - size.width);
  const above = Math.min(Math.max(gap, beside.top), innerHeight - size.height - gap);
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(gap, above)}px`;
}

/** Asks or tells something in a dialog element, which keeps the focus; a question that must be answered cannot be closed without an answer. */
export function dialog(title, body, yes, then = null, must = false) {
  const box = h("dialog", { class: "window", "aria-label": title }, h("h2", {}, title), body.flat(Infinity).filter(Boolean),
    h("div", { class: "buttons" }, then && !must && h("button", { class: "opt", onclick: () => box.close() }, "Cancel"), h("button", { class: "opt pass", onclick: () => { box.close(); then?.(); } }, yes)));
  box.addEventListener("close", () => box.remove());
  if (must) box.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(box);
  box.showModal();
}

/** Shows the links by which others come to the table. */
export function invitation(links, act) {
  const row = (name, url) => h("li", {}, h("b", {}, name), h("input", { readonly: true, value: url, "aria-label": `Link for ${name}`, onfocus: (event) => event.target.select() }),
    h("button", { class: "opt", onclick: (event) => { navigator.clipboard?.writeText(url); event.target.textContent = "Copied"; } }, "Copy"));
  const free = links.seats.filter((each) => !each.own).map((each) => row(each.name, location.origin + each.path));
  const own = links.seats.filter((each) => each.own).map((each) => row(`${each.name}, your other device`, location.origin + each.path));
  const lead = free.length ? "Send each player their own link. Whoever opens it is asked whether to sit down." : "Every seat is taken: others can come to watch.";
  const near = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) && h("p", { class: "hint" }, "These links work only on this device. For others on your network, start the server with --lan.");
  dialog("Invite", [h("p", {}, lead), near, h("ul", { class: "links" }, free, row("spectators", location.origin + links.watch), own, links.host && row("The host, your other device", location.origin + links.host))], "Close");
  return act;
}

/** Shows the commands that are seldom needed: offering a draw, giving up, and what the host may do with the seats and the game. */
export function more(model, act) {
  const playing = model.view.you && !model.news.over, { game } = act.root.dataset;
  const item = (words, about, onclick) => h("button", { class: "opt", onclick: (event) => { event.target.closest("dialog").close(); onclick(); } },
    h("span", {}, h("span", { class: "l" }, words), h("small", {}, about)));
  dialog("More", [
    h("div", { class: "choices" },
      act.state.past.last > 0 && h("div", { class: "narrow" }, item(act.scrubbing ? "Stop looking back" : "Look back", "A slider with every past position.", act.scrub)),
      playing && item("Offer a draw", "The game ends when all others agree.", act.draw_),
      playing && item("Give up", model.view.players.length === 2 ? "The other player wins." : "A bot plays on in your seat.", act.concede),
      (act.host || model.news.over) && h("a", { class: "opt", href: `/g/${game}/export` }, h("span", {}, h("span", { class: "l" }, "Export"), h("small", {}, "The whole game as one file; it contains every hidden card."))),
      act.host && item("Delete", "The game is gone for everybody.", act.remove)),
    act.host && !model.news.over && [h("h3", {}, "Seats"), h("ul", { class: "chairs" }, model.view.players.map((player, seat) => chair(model, player, seat, act)))],
  ], "Close");
}

function chair(model, player, seat, act) {
  const { kind, here } = model.news.chairs[seat], name = player.seat, person = model.person(name);
  const state = { bot: "a bot", open: "free", person: `${person === name ? "" : `${person} `}${here ? "is here" : "is away"}` }[kind];
  const give = (to, words) => kind !== to && h("button", { class: "opt", "aria-label": `${words}: ${name}`, onclick: (event) => { event.target.closest("dialog").close(); act.handSeat(seat, to); } }, words);
  return h("li", {}, h("b", {}, name, h("small", {}, state)), h("span", { class: "give" }, give("bot", "Hand to a bot"), give("open", "Free the seat")));
}
