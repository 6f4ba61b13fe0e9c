// The table: one page for every book. It keeps the newest news, leads through the picks of an answer, and draws.

import { Actions } from "./actions.js";
import { zone, decks } from "./cards.js";
import { board } from "./board.js";
import { cls, h } from "./dom.js";
import { lesson } from "./lesson.js";
import { chat, latest, log } from "./log.js";
import { map } from "./map.js";
import { byKey, isOpen, menu, MORE } from "./menu.js";
import { outcome } from "./outcome.js";
import { Model } from "./model.js";
import { pile } from "./piles.js";
import { places } from "./places.js";
import { ribbon } from "./ribbon.js";
import { hand, seat, strip } from "./seats.js";
import { top, wishes } from "./tools.js";
import { arrows } from "./arrows.js";
import { unlarged } from "./windows.js";

const root = document.getElementById("table");

const LINES = 7; // so many lines of a rule stand on the table

const NARROW = 760;

let pressed = false, late = null, looked = 0;

/** Draws everything again; while the pointer is down it waits, so that no click is lost. */
function draw(state, act) {
  if (pressed) late = () => paint(state, act);
  else paint(state, act);
}

function release() {
  pressed = false;
  const again = late;
  late = null;
  again?.();
}

/** Draws everything, and keeps the scroll position and the focus. */
function paint(state, act) {
  if (!state.news) return;
  const kept = keep();
  const shown = state.past.view ? { ...state.news, view: state.past.view } : state.news;
  const choice = state.past.view || state.news.over ? null : state.choice;
  const model = new Model(shown, choice && { options: choice.only ?? choice.options, aims: choice.aims ?? [], first: !choice.path.length && !choice.only });
  act.model = model;
  unlarged();
  root.replaceChildren(page(model, state, choice, act));
  keepAgain(kept);
  document.title = `${choice ? "● " : ""}${state.news.title} · Rulewright`;
  requestAnimationFrame(() => arrows(root));
  if (choice && choice.ask !== looked) lookAt(choice);
}

/** On a phone, scrolls to what can be picked, if none of it is in sight. */
function lookAt(choice) {
  looked = choice.ask;
  const lit = [...root.querySelectorAll(".stage .lit, .tile-pick, .actor.pick")], below = root.querySelector(".menu")?.getBoundingClientRect().top ?? innerHeight;
  const seen = ({ top, bottom }) => bottom > 0 && top < below;
  if (innerWidth > NARROW || isOpen(choice) || !lit.length || lit.some((each) => seen(each.getBoundingClientRect()))) return;
  lit[0].scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion:reduce)").matches ? "auto" : "smooth" });
}

function page(model, state, choice, act) {
  const stacks = model.view.stacks.filter((stack) => stack.waiting.length), alone = stacks.length === 1, beside = alone && model.laidOut();
  return h("div", { class: cls("app", model.others().length > 1 && "many", beside && "haspile") },
    h("button", { class: "skip", onclick: () => root.querySelector(".menu").focus() }, "To what you may do"), top(model, act, state.past), ribbon(model, state.past.view), scores(model), latest(model, state.log, act),
    h("main", { class: "stage" }, wishes(model, act), state.notice && h("div", { class: "notice c0", role: "status" }, h("div", {}, state.notice), h("button", { onclick: act.dismiss }, "Close")),
      !state.past.view && outcome(model, state.log), stage(model, stacks, alone, act), !model.laidOut() && inForce(state.rules, act)),
    h("aside", { class: "rail" }, beside && pile(model, stacks[0], act, true, 0), lesson(model, state.lesson, act, !beside), log(model, state.log, act), chat(model, act)),
    menu(model, choice, act));
}

function scores(model) {
  return h("section", { class: "scores", "aria-label": "Scores" }, model.seats.filter((player) => player.score !== null).map((player) =>
    h("span", { class: cls(model.colour(player.seat), player.asked && "now") }, player.seat, h("b", { class: "n" }, player.score, player.goal?.how === "wins" && player.goal.bound !== null && h("small", {}, `/${player.goal.bound}`), player.goal && h("small", { class: "unit" }, ` ${player.goal.stat}`)))));
}

function stage(model, stacks, alone, act) {
  const others = model.others(), me = model.me(), half = others.length > 1;
  const laid = model.seats.some((player) => model.rowsOf(player.seat).length || model.decksOf(player.seat).length);
  const waiting = piles(model, stacks, alone, act), middle = places(model, act), shared = common(model, act);
  if (model.view.map || model.board) return [h("div", { class: "centre" }, model.board ? board(model, act) : map(model, act), h("div", { class: "seats-col" }, model.seats.map((player) => strip(model, player, act)))), waiting, shared, hand(model, act)];
  if (!laid) return [h("div", { class: "seats-row" }, model.seats.map((player) => strip(model, player, act))), waiting, middle, shared, hand(model, act)];
  const size = half || middle || waiting || shared ? "tile" : "full";
  return [
    h("div", { class: cls(half && "seats-pair") }, others.map((player) => seat(model, player, act, half, size))),
    h("div", { class: cls("centre", !middle && "stacked") }, middle, !middle && waiting, !middle && shared, !middle && !shared && aim(model)),
    middle && waiting, middle && shared, me && seat(model, me, act, false, size, shared ? [] : model.commonDecks()), hand(model, act),
  ];
}

/** Shows the goal of the game in the middle of an empty table. */
const aim = (model) => model.view.goal.length > 0 && h("p", { class: "aim" }, model.view.goal.join("; "));

function piles(model, stacks, alone, act) {
  if (!model.laidOut() && stacks.length) return h("div", { class: "piles" }, stacks.map((stack) => pile(model, stack, act, alone, 4 * 3600)));
  return !alone && stacks.length > 0 && h("div", { class: "piles" }, stacks.map((stack) => pile(model, stack, act, false, 4 * 3600)));
}

/** Draws the rules in force, where they have numbers. */
function inForce(rules, act) {
  return rules?.length > 0 && h("div", { class: "zone", role: "group", "aria-label": "Rules in force" },
    h("h3", {}, "Rules in force", h("small", { class: "n" }, rules.length)),
    h("div", { class: "ruleslist" }, rules.map((rule) => h("button", { class: "card bar-card", "data-rule": rule.number, onclick: () => act.rule(rule) },
      h("span", { class: "num n" }, rule.number), h("span", { class: "nm" }, rule.title, rule.lines.length > 0 && h("span", { class: "txs" }, rule.lines.slice(0, LINES).map((line) => h("span", { class: cls("tx", rule.brings.includes(line.split(" (")[0]) && "ability") }, line.replace(/^\s*# /, ""))), rule.lines.length > LINES && h("span", { class: "tx" }, "…"))), rule.changed > 0 && h("span", { class: "ty" }, `changed ${rule.changed}×`)))));
}

function common(model, act) {
  const size = model.places().length || model.view.map ? "tile" : "full";
  const rows = model.common(), counted = model.commonDecks();
  return (rows.length > 0 || (counted.length > 0 && !model.me())) && h("div", { class: "row common" }, rows.map((row) => zone(model, row, size, act, { class: "grow" })), decks(model, counted, act));
}

function keep() {
  const focus = document.activeElement;
  const scrolled = [...root.querySelectorAll(".stage,.rail,.lines,.opts")].map((each) => [each.className, each.scrollTop, each.scrollLeft]);
  return { scrolled, name: focus?.getAttribute?.("name"), from: focus?.selectionStart, at: root.contains(focus) ? finder(focus) : null };
}

/** Gives the data by which the element that had the focus is found again. */
function finder(element) {
  const line = element.closest("[data-line]");
  if (line) return `[data-line="${line.dataset.line}"] summary`;
  const by = ["data-thing", "data-option", "aria-label"].find((name) => element.hasAttribute(name));
  return by ? `[${by}="${CSS.escape(element.getAttribute(by))}"]` : null;
}

function keepAgain({ scrolled, name, from, at }) {
  for (const [className, y, x] of scrolled) {
    const found = root.getElementsByClassName(className)[0];
    if (found) found.scrollTo(x, y);
  }
  const field = name ? root.querySelector(`[name="${CSS.escape(name)}"]`) : at ? (root.querySelector(at) ?? root.querySelector(".menu")) : null;
  field?.focus({ preventScroll: true });
  if (name && from != null && field?.setSelectionRange && field.type !== "number") field.setSelectionRange(from, from);
}

const actions = new Actions(root, draw);
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input,textarea,select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target.matches("button,a,[role=button]")) return;
  const { past } = actions.state, stepped = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (past.at !== null) {
    if (stepped && past.at + stepped >= 0) actions.lookBack(past.at + stepped);
    else if (event.key === "Escape") actions.lookBack(past.last);
    return;
  }
  const option = byKey(actions.state.choice, event.key);
  if (option === MORE) actions.turn();
  else if (option) {
    event.preventDefault();
    actions.pick(option);
  } else if (event.key === "Escape") actions.back();
  else if (event.key.toLowerCase() === "u") actions.undo();
});
addEventListener("pointerdown", () => { pressed = true; });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release));
addEventListener("resize", () => arrows(root));
actions.begin();
