// The log: what happened as this seat was told it, newest first; each line opens to its details.

import { h } from "./dom.js";
import { who } from "./seats.js";

const SHOWN = 200;
const RUN = 2; // so many passes in a row are drawn as one line

/** Draws the log. */
export function log(model, lines, act) {
  const newest = lines.slice(-SHOWN).reverse();
  return h("section", { class: "log", "aria-label": "Log" },
    h("h3", {}, "Log", h("small", {}, "newest first")),
    h("div", {}, runs(newest).map((run) => (run.length < RUN ? run.map((line) => entry(model, line, act)) : passes(model, run, act)))));
}

/** Puts passes that follow each other together; every other line stands for itself. */
function runs(lines) {
  const found = [];
  for (const line of lines) {
    if (line.kind === "pass" && found.at(-1)?.[0].kind === "pass") found.at(-1).push(line);
    else found.push([line]);
  }
  return found;
}

/** Draws many passes as one line that opens to them. */
function passes(model, run, act) {
  const last = run[0].n, first = run.at(-1).n, seats = [...new Set(run.map((line) => line.seat))].reverse();
  const toggled = (event) => (event.target.open ? act.unfolded.add(first) : act.unfolded.delete(first));
  return h("details", { class: "passes", open: act.unfolded.has(first), ontoggle: toggled },
    h("summary", { class: "pass" }, who(model, seats[0], "s"), h("span", {}, `${seats.join(", ")}: ${run.length} passes`), h("span", { class: "num n" }, `${first}–${last}`)),
    run.map((line) => entry(model, line, act)));
}

function entry(model, line, act) {
  const known = act.known.get(line.n);
  return h("details", { "data-line": line.n, open: act.known.has(line.n), ontoggle: (event) => (event.target.open ? act.explain(line, event.target) : act.known.delete(line.n)) },
    h("summary", { class: line.kind }, line.seat ? who(model, line.seat, "s") : h("span", { class: "who s c0", "aria-hidden": "true" }, "·"),
      h("span", {}, line.text, line.brief && h("small", { class: "brief" }, line.brief)), h("span", { class: "num n" }, line.n)),
    known && explanation(known));
}

/** Draws the details of a line: its sums, what changed, why it was allowed, the rule. */
export function explanation({ lines, rule, allowed }) {
  if (!lines.length && !rule && !allowed.length) return h("div", { class: "why" }, h("div", { class: "fx" }, "It changed nothing else that you can see."));
  return h("div", { class: "why" }, lines.map((line) => h("div", { class: /\d[dD]\d|against/.test(line) ? "sum" : "fx" }, line)),
    allowed.length > 0 && h("ul", { class: "allowed", "aria-label": "Why it was allowed" }, allowed.map((line) => h("li", {}, line))),
    rule && h("div", { class: "rule" }, h("b", {}, rule.name, h("i", {}, rule.where)), h("code", {}, rule.text)));
}

/** Draws the chat of the players. */
export function chat(model, act) {
  const field = h("input", { name: "say", maxlength: 500, placeholder: "Say something", "aria-label": "Say something", autocomplete: "off", value: act.unsaid ?? "", oninput: (event) => { act.unsaid = event.target.value; } });
  return h("section", { class: "chat", "aria-label": "Talk" },
    h("div", { class: "said" }, model.news.chat.slice(-20).map((line) => h("p", {}, h("b", {}, line.name), " ", line.text))),
    h("form", { onsubmit: (event) => { event.preventDefault(); act.chat(field.value); field.value = ""; } }, field));
}
