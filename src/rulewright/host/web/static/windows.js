// Windows over the table: a card enlarged, a question, the links to invite others by.

import { card, words } from "./cards.js";
import { h } from "./dom.js";

let shown = null;

/** Shows a card large beside where it lies; null takes it away. */
export function enlarged(model, thing, element, held = false) {
  shown?.remove();
  shown = null;
  if (!thing || !element || (!held && !matchMedia("(hover: hover)").matches)) return;
  const still = { look() {}, open() {}, choose() {} };
  const kind = model.kind(thing);
  if (!words(thing, kind).length && !Object.keys(thing.stats).length) return;
  shown = h("div", { class: "enlarged", role: held ? "dialog" : "tooltip", onclick: () => enlarged(model, null) }, card({ ...model, options: () => [], kind: (it) => model.kind(it), colour: (it) => model.colour(it), attachedTo: (it) => model.attachedTo(it), view: model.view }, thing, "large", still));
  document.body.append(shown);
  place(shown, element.getBoundingClientRect());
}

function place(box, beside) {
  const size = box.getBoundingClientRect(), gap = 10;
  const left = beside.right + gap + size.width < innerWidth ? beside.right + gap : Math.max(gap, beside.left - gap - size.width);
  const above = Math.min(Math.max(gap, beside.top), innerHeight - size.height - gap);
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(gap, above)}px`;
}

/** Asks or tells something in a dialog of the browser's own kind, which keeps the focus. */
export function dialog(title, body, yes, then = null) {
  const box = h("dialog", { class: "window", "aria-label": title }, h("h2", {}, title), body,
    h("div", { class: "buttons" }, then && h("button", { class: "opt", onclick: () => box.close() }, "Cancel"), h("button", { class: "opt pass", onclick: () => { box.close(); then?.(); } }, yes)));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

/** Shows the links by which others come to the table. */
export function invitation(links, act) {
  const row = (name, url) => h("li", {}, h("b", {}, name), h("input", { readonly: true, value: url, "aria-label": `Link for ${name}`, onfocus: (event) => event.target.select() }),
    h("button", { class: "opt", onclick: (event) => { navigator.clipboard?.writeText(url); event.target.textContent = "Copied"; } }, "Copy"));
  const seats = links.seats.map((each) => row(each.own ? `${each.name}, your other device` : each.name, location.origin + each.path));
  dialog("Invite", [h("p", {}, "Send each player their own link. Whoever opens it is asked whether to sit down; your own is for another device of yours."), h("ul", { class: "links" }, seats, row("spectators", location.origin + links.watch))], "Close");
  return act;
}
