// The menu: what may be done now, as buttons with keys, one pick after another; actions that are not possible are shown with the reason.

import { does, headed } from "./cards.js";
import { bare, cls, count, h } from "./dom.js";
import { who } from "./seats.js";

const KEYS = "123456789abcdefghijklmnopqrstvwxyz"; // without U, which undoes
const PAGE = "0";
const CHOSEN = 3;
const SHUT = 3;
const ROOM = 8;
const PASSING = /^(pass|decline|done|none|wait|end turn)$/i;

const ORDERED = /^(pass|wait|end turn)$/i; // what can be given automatically
const ANSWERED = /may answer$/; // a reaction to something that has not happened yet
const BEGUN = /chosen so far\)$/;

/** Whether an action is chosen, not what it is aimed at or another choice: then it is possible to pass. */
export const isOpen = (choice) => !choice.path.length && (choice.options ?? []).some(({ words }) => ORDERED.test(words));

/** Draws the menu bar. */
export function menu(model, choice, act) {
  if (act.state.past.at !== null) return bar(h("div", { class: "ask" }, looking(model, act)), [...steps(act), h("button", { class: "opt pass", onclick: () => act.lookBack(act.state.past.last) }, "Back to now")]);
  if (model.news.over) return bar(h("div", { class: "ask" }, h("b", {}, "The game is over.")), over(model, act));
  if (!model.view.you) return bar(h("div", { class: "ask" }, "You are watching."), act.joinable ? [h("button", { class: "opt pass", onclick: act.join }, "Sit down")] : []);
  if (model.news.until) return bar(h("div", { class: "ask" }, passing(model)), [h("button", { class: "opt pass", onclick: () => act.passUntil("nothing") }, "Stop passing")]);
  if (!choice) return bar(h("div", { class: "ask" }, waitsFor(model), orders(act)), []);
  return bar(prompt(model, choice, act), options(model, choice, act), choice);
}

const bar = (ask, row, choice = null) => h("nav", { class: "menu", tabindex: -1, "aria-label": "What you may do", "data-ask": choice?.ask ?? 0, "data-picked": choice?.path.length ?? null, "data-aimed": choice?.aims ? "yes" : null }, ask, h("div", { class: "bar-row" }, row));

/** Says which past position is drawn, and what had happened then. */
function looking(model, act) {
  const { past, log } = act.state;
  return h("span", { role: "status" }, "Looking back at line ", h("b", { class: "n" }, past.at), `: ${log[past.at]?.text ?? ""}`);
}

/** Draws the buttons that go from one past position to the next. */
function steps(act) {
  const { at } = act.state.past;
  const step = (to, sign, words) => h("button", { class: "opt step", disabled: to < 0, onclick: () => act.lookBack(to) }, h("kbd", {}, sign), h("span", { class: "l" }, words));
  return [step(at - 1, "←", "Earlier"), step(at + 1, "→", "Later")];
}

function waitsFor(model) {
  const names = model.view.asking.map((seat) => (model.person(seat) === seat ? seat : `${seat} (${model.person(seat)})`)).join(", ");
  return names ? h("span", {}, "Waiting for ", h("b", {}, names), ".") : h("span", {}, "Nobody is asked.");
}

const passing = (model) => h("span", { role: "status" }, "Passing until ", h("b", {}, model.news.until), ".");

/** Draws the choices for passing automatically. */
function orders(act) {
  const order = (until) => h("button", { class: "inline", onclick: () => act.passUntil(until) }, until);
  return h("span", { class: cls("until", act.ordering && "open"), role: "group", "aria-label": "Pass until" }, h("span", { class: "wide" }, "Pass until "),
    h("button", { class: "inline ordering", "aria-expanded": String(act.ordering), onclick: act.order }, "Pass until…"), h("span", { class: "orders" }, order("my turn"), order("something happens")));
}

function over(model, act) {
  const { rematch } = model.news.talk;
  const again = rematch ? h("a", { class: "opt pass", href: `/g/${rematch}` }, h("span", { class: "l" }, "To the rematch")) : model.view.you && h("button", { class: "opt pass", onclick: act.rematch }, h("span", { class: "l" }, "Rematch"));
  return [h("a", { class: "opt", href: "/" }, h("span", { class: "l" }, "To the lobby")), again];
}

function prompt(model, choice, act) {
  return h("div", { class: "ask", "aria-live": "polite" }, who(model, model.view.you, "s"),
    h("span", {}, asked(model, choice), !choice.path.length && isOpen(choice) && waits(model)),
    (choice.path.length > 0 || choice.only) && h("button", { class: "back", onclick: act.back }, h("kbd", {}, "Esc"), "Back"),
    choice.error && h("span", { class: "error", role: "alert" }, choice.error),
    !choice.only && isOpen(choice) && orders(act));
}

/** Splits a prompt into whom it asks, and what. */
function parts(prompt) {
  const [, whose, rest] = /^([^:]+): (.*)$/.exec(prompt) ?? [null, "", prompt];
  return { whose, rest };
}

/** Says what is asked: of whom, what is picked so far, and what comes next. */
function asked(model, { picked, prompt }) {
  const { whose, rest } = parts(prompt);
  const named = !whose || whose === model.view.you ? "Your move" : whose;
  return [h("b", {}, `${picked.length ? picked.join(" → ") : named}:`), ` ${rest === "actions" ? move(model) : rest}`];
}

/** Says what an open choice is: an answer to what waits, or an own action. */
function move(model) {
  const top = answered(model);
  return top ? `answer ${top.name}, or let it resolve` : "choose an action, or click what glows";
}

/** Gives what an action would answer: what resolves next, if there is one stack. */
const answered = ({ view }) => (view.stacks.length === 1 && view.stacks[0].waiting[0]) || null;

/** On a phone, where it may be out of sight, tells what an answer would be about. */
function waits(model) {
  const top = answered(model);
  return top?.text.length > 0 && h("small", { class: "narrow" }, does(top.text).map((line, at) => [at > 0 && " · ", headed(line)]));
}

function options(model, choice, act) {
  if (choice.text !== undefined) return typed(model, choice, act);
  if (choice.least !== undefined && !choice.options.length) return numbered(choice, act);
  const shown = choice.only ?? choice.options;
  const open = shown.filter((option) => !PASSING.test(option.words)), passing = choice.options.filter((option) => PASSING.test(option.words));
  return [
    h("div", { class: "opts" },
      paged(grouped(open), choice).map(([[option, alike], key]) => button(model, option, key, act, alike)),
      !choice.only && (choice.closed ?? []).slice(0, Math.max(0, Math.min(SHUT, ROOM - open.length))).map((each) => shut(each, act))),
    passing.map((option) => pass(model, option, act, choice.prompt, BEGUN.test(choice.prompt) && "Done")),
  ];
}

/** Lists options with the same words once, with their number. */
function grouped(found) {
  const groups = new Map();
  for (const option of found) {
    const key = bare(option.words);
    const group = groups.get(key) ?? [option, 0];
    group[1] += 1;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Gives each option its key. If there are more options than keys, only the options of the current page have keys, and 0 turns the page. */
function paged(found, choice) {
  const pages = Math.ceil(found.length / KEYS.length), first = KEYS.length * ((choice.page ?? 0) % Math.max(1, pages));
  return found.map((each, at) => [each, at < first ? undefined : KEYS[at - first]]);
}

function button(model, option, key, act, alike) {
  return h("button", { class: cls("opt", option.about?.[0]?.kind === "tile" && !option.ids && "spot"), "data-option": option.id, onclick: () => act.pick(option) },
    key && h("kbd", {}, key.toUpperCase()), h("span", {}, h("span", { class: "l" }, option.words), detail(model, option, alike)));
}

function detail(model, option, alike) {
  const cost = (option.cost ?? []).map(({ stat, amount }) => `${amount} ${stat}`).join(", ");
  const chance = model.chance([option]);
  const said = [cost, aimed(model.aims.get(option.id) ?? []), chance !== null && `${chance} %`, alike > 1 && `${alike} alike`].filter(Boolean).join(" · ");
  return said && h("small", { class: "n" }, said);
}

/** Says what an option can be aimed at, by name if there are few targets. */
function aimed(led) {
  const found = led.filter((each) => each.about.length);
  if (!found.length) return "";
  if (found.every((each) => each.about[0].kind === "tile")) return count(found.length, "tile");
  return found.length < CHOSEN ? found.map((each) => each.words).join(" or ") : count(found.length, "target");
}

const shut = (each, act) =>
  h("button", { class: "opt shut", "aria-disabled": "true", title: `${each.why} (${each.rule})`, onclick: () => act.why(each) }, h("span", {}, h("span", { class: "l" }, each.action), h("small", {}, reason(each))));

/** Gives a reason without the name of the action, which stands above it. */
function reason({ action, why }) {
  const at = Math.max(why.indexOf(action), why.lastIndexOf(`${action}: `));
  const rest = at < 0 ? why : why.slice(at + action.length).replace(/^:? (it |is possible |is )?/, "");
  return rest.startsWith("no target for") ? rest.slice(rest.indexOf(":") + 2) : rest;
}

/** Says what a pass leads to: who may act next, what resolves, or what ends; nothing if that depends on others or on time. */
function afterwards({ view }, prompt) {
  if (view.asking.length !== 1) return "";
  if (ANSWERED.test(prompt)) return "let it happen";
  const next = (view.priority?.then ?? []).find((seat) => seat !== view.you), waiting = view.stacks.filter((stack) => stack.waiting.length);
  if (next) return `then ${next} may ${waiting.length ? "answer" : "act"}`;
  if (waiting.length) return waiting.length === 1 ? `${waiting[0].waiting[0].name} resolves` : "";
  const { rest } = parts(prompt), stage = view.course.findLast((each) => each.steps.length > 0);
  if (rest !== "actions") return `ends the ${rest}`;
  return stage ? `ends ${named(stage, view)}` : "";
}

/** Names a step, or whose structure it is part of where the book leaves the step out. */
function named({ step, name, of }, { layout, you }) {
  if (!layout.without.some((each) => each.toLowerCase() === step.toLowerCase())) return step;
  return of === you ? `your ${name.toLowerCase()}` : `${of ? `${of}’s ` : ""}${name.toLowerCase()}`;
}

function pass(model, option, act, prompt, instead) {
  const words = instead || option.words, meaning = words !== "Done" && ORDERED.test(words) && afterwards(model, prompt);
  return h("button", { class: "opt pass", "data-option": option.id, onclick: () => act.pick(option) }, h("kbd", {}, "␣"),
    h("span", {}, h("span", { class: "l" }, words[0].toUpperCase() + words.slice(1)), meaning && h("small", {}, meaning)));
}

function typed(model, choice, act) {
  const field = h("textarea", { name: "text", rows: 4, "aria-label": choice.prompt, placeholder: choice.text, oninput: (event) => act.draft(event.target.value) });
  field.value = choice.draft ?? "";
  return [
    h("div", { class: "opts" }, (choice.options ?? []).map((option, at) => button(model, option, KEYS[at], act, 1))),
    h("form", { class: "typed", onsubmit: (event) => { event.preventDefault(); act.say(field.value); } }, field, h("button", { class: "opt pass" }, "Send")),
  ];
}

function numbered(choice, act) {
  const field = h("input", { type: "number", name: "number", min: choice.least, max: choice.most, value: choice.least, "aria-label": choice.prompt });
  return [h("form", { class: "typed", onsubmit: (event) => { event.preventDefault(); act.number(Number(field.value)); } }, field, h("button", { class: "opt pass" }, "Choose"))];
}

/** Gives the option that a key picks, null for none. */
export function byKey(choice, key) {
  if (!choice) return null;
  const shown = choice.only ?? choice.options ?? [];
  if (key === " ") return choice.options.find((option) => PASSING.test(option.words)) ?? null;
  const open = grouped(shown.filter((option) => !PASSING.test(option.words)));
  if (key === PAGE) return open.length > KEYS.length ? MORE : null;
  return paged(open, choice).find(([, each]) => each === key.toLowerCase())?.[0][0] ?? null;
}

/** The option that turns the page of a menu. */
export const MORE = Symbol("more");
