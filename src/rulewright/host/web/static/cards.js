// Cards in their sizes: full in a hand, a tile on a board, a bar in a list, a back face down.

import { art, hue } from "./art.js";
import { bare as unnumbered, cls, h } from "./dom.js";

const FEW = 3;
const MANY = 6;
const SPENT = ["exhausted", "tapped", "turned", "used"];

/** Draws a thing in one of the sizes, lit where it can be clicked. */
export function card(model, thing, size, act, copies = 1) {
  const options = model.options("thing", thing.handle);
  if (thing.down && !named(thing)) return back(model, thing, size, act, options);
  const kind = model.kind(thing), spent = thing.marks.some((mark) => SPENT.includes(mark));
  const attributes = {
    ...clickable(model, options, act, thing),
    class: cls("card", size, spent && "spent", thing.down && "unturned", options.length && "lit", thing.player && size === "tile" && `owned ${model.colour(thing.player)}`),
    css: { "--h": hue(kind.types[0] ?? thing.kind) },
    "data-thing": thing.handle,
  };
  return h(options.length ? "button" : "div", attributes, face(model, thing, kind, size, spent, copies));
}

const named = (thing) => !thing.name.startsWith("face-down card");

function back(model, thing, size, act, options) {
  const counters = Object.entries(thing.stats).map(([stat, amount]) => `${amount} ${stat}`);
  const attributes = { ...clickable(model, options, act, thing), class: cls("card back", size, model.colour(thing.player), options.length && "lit"), "data-thing": thing.handle };
  return h(options.length ? "button" : "div", attributes, h("span", {}, ["face down", ...counters].join(", ")));
}

function clickable(model, options, act, thing) {
  const attributes = { onpointerenter: (event) => act.look(thing, event.currentTarget), onpointerleave: () => act.look(null) };
  if (!options.length) return { ...attributes, tabindex: 0, role: "group", "aria-label": spoken(thing), onclick: () => act.open(thing) };
  return { ...attributes, onclick: () => act.choose(options), "aria-label": spoken(thing) + model.spoken(options) };
}

function spoken(thing) {
  const stats = Object.entries(thing.stats).map(([stat, amount]) => `${stat} ${amount}`);
  return [thing.name, ...stats, ...thing.marks].join(", ");
}

function face(model, thing, kind, size, spent, copies) {
  const marks = [thing.down && "face down", ...thing.marks.filter((mark) => !SPENT.includes(mark) && !mark.startsWith("not ") && mark !== model.front())].filter(Boolean);
  const [width, height] = size === "full" ? [132, 38] : [108, 16], whole = size === "full" || size === "large";
  const bare = thing.name.replace(/ \d+$/, "");
  return [
    h("span", { class: "art" }, art(bare, width, height)),
    cost(kind, size),
    h("span", { class: "in" },
      h("span", { class: "nm" }, size === "rune" ? short(bare, kind) : copies > 1 ? bare : thing.name, copies > 1 && size !== "rune" && h("small", { class: "copies" }, ` ×${copies}`)),
      whole && kind.types.length > 0 && h("span", { class: "ty" }, kind.types.join(" · ")),
      size === "large" && kind.cost.length > 0 && h("span", { class: "ty" }, `costs ${inWords(kind.cost)}`),
      whole && h("span", { class: "txs" }, text(thing, kind)),
      size !== "rune" && chips(model, thing, size, marks), size === "bar-card" && !thing.down && abilities(thing, kind)),
    copies > 1 && size === "rune" && h("span", { class: "times n" }, `×${copies}`),
    model.attachedTo(thing).map((other) => h("span", { class: "hang" }, other.name)),
  ];
}

/** Names the abilities of a thing that stands in a row of things; those that are out of use are struck through. */
function abilities(thing, kind) {
  return kind.abilities.length > 0 && h("span", { class: "subs" }, kind.abilities.map(({ name }) => h(thing.resting.includes(name) ? "s" : "span", {}, name)));
}

/** Gives a name without the word for what it is: "Calm" for a Calm Rune. */
const short = (name, kind) => name.split(" ").filter((word) => !kind.types.includes(word)).join(" ") || name;

const inWords = (amounts) => amounts.map(({ stat, amount }) => `${amount} ${stat}`).join(", ");

function cost(kind, size) {
  if (!kind.cost.length || ["bar-card", "rune"].includes(size)) return null;
  return h("span", { class: "cost n", title: inWords(kind.cost) }, kind.cost[0].amount);
}

/** Gives the rules text of a card, and of what it carries with it, in lines. */
export function words(thing, kind) {
  const abilities = kind.abilities.flatMap((ability) => [`${ability.name}.`, ...ability.text]);
  return [...kind.text, ...abilities, ...(thing.carries ? [thing.carries] : [])];
}

/** Draws rules text line by line, the header of a line paler than the rest. */
export function text(thing, kind) {
  const named = kind.abilities.map((ability) => `${ability.name}.`);
  return words(thing, kind).map((line) => h("span", { class: cls("tx", named.includes(line) && "ability") }, headed(line)));
}

const HEAD = /^\s*([A-Z][a-z]*(?: [a-z]+)?|do|then|else|if): (.*)$/;

/** Gives the lines of rules text that say what is done, without what it costs, when it can be used and at what it is aimed. */
export function does(lines) {
  const found = lines.filter((line) => !/^[A-Z]/.test(HEAD.exec(line)?.[1] ?? ""));
  return found.length ? found : lines;
}

/** Splits a line of rules text into its header and the rest; the header `do` is left out. */
export function headed(line) {
  const found = HEAD.exec(line);
  if (!found) return line.trim();
  return found[1] === "do" ? found[2] : [h("small", { class: "hd" }, found[1].toLowerCase()), " ", found[2]];
}

function chips(model, thing, size, marks) {
  const { small } = model.view.layout;
  const all = Object.keys(thing.stats);
  const brief = size === "tile" || size === "bar-card";
  const paid = (stat) => model.kind(thing).cost.slice(0, 1).some((cost) => cost.amount === thing.stats[stat] && (stat === cost.stat || /cost/i.test(stat)));
  const shown = brief ? all.filter((stat) => (small.length ? small.includes(stat) && (thing.stats[stat] !== 0 || stat === small[0]) : thing.stats[stat] !== 0)).slice(0, FEW) : all.filter((stat) => !paid(stat));
  return (shown.length > 0 || marks.length > 0) && h("span", { class: "chips" }, shown.map((stat) => chip(thing, stat)), marks.map((mark) => h("span", { class: "tag" }, mark)));
}

function chip(thing, stat) {
  const now = thing.stats[stat], was = thing.base[stat] ?? now;
  const most = thing.most[stat] === undefined ? "" : `/${thing.most[stat]}`;
  return h("span", { class: cls("chip", now > was && "up", now < was && "hurt") }, h("b", { class: "n" }, thing.words[stat] ?? `${now}${most}`), stat);
}

/** Draws a zone's things. Equal things are drawn once, with their number; a card that shows only its name is small. */
export function zone(model, row, size, act, attributes = {}, few = MANY) {
  const tokens = size === "tile" ? row.things.filter((thing) => isToken(model, thing)) : [];
  const cards = grouped(model, row.things.filter((thing) => !tokens.includes(thing)), FEW), small = grouped(model, tokens, few);
  return h("div", { class: cls("zone", attributes.class), role: "group", "aria-label": row.zone.zone },
    h("h3", {}, row.title ?? row.zone.kind, h("small", { class: "n" }, row.things.length)),
    h("div", { class: size === "bar-card" ? "ruleslist" : "cards" },
      cards.map(([thing, copies]) => card(model, thing, size, act, copies)), small.length > 0 && h("div", { class: "tokens" }, small.map(([thing, copies]) => card(model, thing, "rune", act, copies)))));
}

function isToken(model, thing) {
  const plain = (each) => !words(each, model.kind(each)).length && Object.keys(each.stats).length < 2 && !model.attachedTo(each).length && !each.down;
  const type = (each) => model.kind(each).types[0];
  return type(thing) && plain(thing) && [...model.things.values()].filter((each) => type(each) === type(thing) && plain(each)).length > 1;
}

function grouped(model, things, few) {
  if (things.length <= few) return things.map((thing) => [thing, 1]);
  const groups = new Map();
  for (const thing of things) {
    const options = model.options("thing", thing.handle).map((option) => unnumbered(option.words));
    const key = JSON.stringify([thing.name.replace(/ \d+$/, ""), thing.stats, thing.marks, thing.down, thing.attached, model.attachedTo(thing).length, options]);
    const found = groups.get(key);
    if (found) found[1] += 1;
    else groups.set(key, [thing, 1]);
  }
  return [...groups.values()];
}

/** Draws the zones of which only the number is known. */
export function decks(model, zones, act) {
  if (!zones.length) return null;
  return h("div", { class: "zone open", role: "group", "aria-label": "Decks" },
    h("div", { class: "decks" }, zones.map((each) => {
      const options = model.options("zone", each.id);
      const attributes = { class: cls("deck", !each.count && "empty", options.length && "lit"), onclick: options.length ? () => act.choose(options) : () => act.pile(each), "aria-label": `${each.count} in ${each.zone}${model.spoken(options)}` };
      return h("button", attributes, h("i", { class: "n" }, each.count), each.kind);
    })));
}
