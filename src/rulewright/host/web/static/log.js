// The log: what happened as this seat was told it, newest first; each line opens to its details.

import { cls, count, h } from "./dom.js";
import { who } from "./seats.js";

const SHOWN = 200;
const RUN = 2; // so many quiet lines in a row are drawn as one
const QUIET = ["pass", "round", "turn"];
const RULE = /^(.*) \((\d[\d.]*)\)$/; // a line that ends with the number of its rule
const SUM = /^(.+): (.+?) against (.+?)\. .+\? (Yes|No)\. (.+?)\.?$/;
const ENDED = /^(.+) (?:wins|loses)$/;
const OWNER = /^(.+['’]s) /;

/** Draws the log. */
export function log(model, lines, act) {
  const newest = lines.slice(-SHOWN).reverse(), since = lines.findLastIndex((line) => line.seat === model.view.you && !["round", "turn"].includes(line.kind));
  return h("section", { class: "log", "aria-label": "Log" },
    h("h3", {}, "Log", h("small", {}, "newest first")),
    h("div", { class: "lines" }, runs(newest).map((run) => (run.length < RUN ? run.map((line) => entry(model, line, act, line.n > since)) : quiet(model, run, act)))));
}

/** Puts the passes and phases of one turn that follow each other together; every other line stands for itself. */
function runs(lines) {
  const found = [];
  for (const line of lines) {
    if (QUIET.includes(line.kind) && joins(line, found.at(-1) ?? [])) found.at(-1).push(line);
    else found.push([line]);
  }
  return found;
}

function joins(line, run) {
  const whose = [...run, line].filter((each) => each.kind !== "pass").map(owner).filter(Boolean);
  return run.length > 0 && QUIET.includes(run[0].kind) && new Set(whose).size < 2;
}

const owner = (line) => OWNER.exec(line.text)?.[1] ?? "";

/** Draws quiet lines as one that opens to them. */
function quiet(model, run, act) {
  const first = run.at(-1).n, passing = run.filter((line) => line.kind === "pass"), heads = run.filter((line) => line.kind !== "pass").reverse();
  const seats = [...new Set(passing.map((line) => line.seat))].reverse(), said = passing.length > 0 && count(passing.length, "pass", "passes");
  const words = heads.length ? [...shortened(heads.map((line) => line.text)), said].filter(Boolean).join(" · ") : `${seats.join(", ")}: ${said}`;
  const brief = heads.map((line) => line.brief).filter(Boolean).join(" · ");
  const toggled = (event) => (event.target.open ? act.unfolded.add(first) : act.unfolded.delete(first));
  return h("details", { class: cls("quiet", !heads.length && "passes"), "data-run": first, open: act.unfolded.has(first), ontoggle: toggled },
    h("summary", { class: heads.length ? "turn" : "pass" }, heads.length ? dot() : who(model, seats[0], "s"), h("span", {}, words, brief && h("small", { class: "brief" }, brief))),
    run.map((line) => entry(model, line, act, false)));
}

/** Leaves out whose a heading is where the one before it belongs to the same: "Ann's turn", "dawn". */
function shortened(texts) {
  return texts.map((text, at) => (at && OWNER.exec(text)?.[1] === OWNER.exec(texts[at - 1])?.[1] ? text.replace(OWNER, "") : text));
}

/** Gives the result of a line in a few words; that a side's things have won or lost with it is not said again. */
export function inBrief(model, line) {
  const sides = [...model.view.players.map((player) => player.seat), ...Object.keys(model.view.standing)];
  return line.brief.split(" · ").filter((each) => sides.includes(ENDED.exec(each)?.[1] ?? sides[0])).join(" · ");
}

const dot = () => h("span", { class: "who s c0", "aria-hidden": "true" }, "·");

function entry(model, line, act, fresh) {
  const known = act.known.get(line.n), [, text, rule] = RULE.exec(line.text) ?? [null, line.text, ""], brief = inBrief(model, line);
  return h("details", { "data-line": line.n, class: cls(fresh && "fresh", line.n === act.state.past.at && "shown"), open: act.known.has(line.n), ontoggle: (event) => (event.target.open ? act.explain(line, event.target) : act.known.delete(line.n)) },
    h("summary", { class: line.kind }, line.seat ? who(model, line.seat, "s") : dot(),
      h("span", {}, text, brief && h("small", { class: "brief" }, brief)), rule && h("span", { class: "num n", title: `rule ${rule}` }, rule)),
    known && explanation(known, line, act));
}

/** Draws the details of a line: its sums, what changed, why it was allowed, the rule; and offers the position after it. */
export function explanation({ lines, rule, allowed }, line, act) {
  const nothing = !lines.length && !rule && !allowed.length;
  return h("div", { class: "why" }, nothing && h("div", { class: "fx" }, "It changed nothing else that you can see."),
    lines.map(detail),
    allowed.length > 0 && h("ul", { class: "allowed", "aria-label": "Why it was allowed" }, allowed.map((each) => h("li", {}, each))),
    rule && h("div", { class: "rule" }, h("b", {}, rule.name, h("i", {}, rule.where)), h("code", {}, rule.text.split("\n").filter((each) => !each.startsWith("Rule: ")).join("\n"))),
    line.n < act.state.past.last && h("button", { class: "inline then", onclick: () => act.lookBack(line.n) }, "See the table after this"));
}

/** Draws a detail; of a sum first the numbers and what came of it, then what was added. */
function detail(words) {
  const found = SUM.exec(words);
  if (!found) return h("div", { class: /\d[dD]\d|against/.test(words) ? "sum" : "fx" }, words);
  const [, what, sum, against, yes, verdict] = found;
  return h("div", { class: "sum" }, h("span", {}, `${sum} against ${against}`), h("b", { class: yes === "Yes" ? "good" : "bad" }, verdict), h("small", {}, what.replace(">=", "≥").replace("<=", "≤")));
}

/** Draws the newest thing that happened, for a phone, where the log lies below everything else. */
export function latest(model, lines, act) {
  const line = lines.findLast((each) => !QUIET.includes(each.kind) && each.n > 0);
  if (!line || model.news.over) return null;
  const shown = () => document.querySelector(".log")?.scrollIntoView({ block: "start" });
  return h("button", { class: cls("latest", model.colour(line.seat)), "aria-label": `Last: ${line.text}. Show the log`, onclick: shown },
    line.seat ? who(model, line.seat, "s") : dot(), h("span", {}, RULE.exec(line.text)?.[1] ?? line.text, line.brief && h("small", {}, ` ${line.brief}`)));
}

/** Draws the chat of the players. */
export function chat(model, act) {
  const field = h("input", { name: "say", maxlength: 500, placeholder: "Say something", "aria-label": "Say something", autocomplete: "off", value: act.unsaid ?? "", oninput: (event) => { act.unsaid = event.target.value; } });
  return h("section", { class: "chat", "aria-label": "Talk" },
    h("div", { class: "said" }, model.news.chat.slice(-20).map((line) => h("p", {}, h("b", {}, line.name), " ", line.text))),
    h("form", { onsubmit: (event) => { event.preventDefault(); act.chat(field.value); field.value = ""; } }, field));
}
