// The view, arranged for drawing: what belongs to whom, what lies where, and what can be clicked.

import { found } from "./board.js";

const COLOURS = 5;

export class Model {
  constructor(news, menu) {
    this.news = news;
    this.view = news.view;
    this.menu = menu;
    this.things = new Map();
    for (const zone of this.view.zones) for (const thing of zone.things ?? []) this.things.set(thing.handle, thing);
    this.seats = seated(this.view);
    this.board = found([...this.things.values()].filter((thing) => this.inPlay(thing)));
    this.aims = new Map((menu?.aims ?? []).map((each) => [each.option, each.options]));
    this.chances = new Map([...this.aims.values()].flat().map((option) => [option.id, option.chance ?? null]));
    this.lit = this.litUp(menu);
  }

  /** The colour class of a seat: you are always the first, the others follow round the table. */
  colour(seat) {
    const at = this.seats.findIndex((player) => player.seat === seat);
    return at < 0 ? "c0" : `c${(at % COLOURS) + 1}`;
  }

  me() {
    return this.view.players.find((player) => player.seat === this.view.you) ?? null;
  }

  others() {
    return this.seats.filter((player) => player.seat !== this.view.you);
  }

  chair(seat) {
    return this.news.chairs?.[this.view.players.findIndex((player) => player.seat === seat)];
  }

  /** The person in a seat by their own name, where people talk to each other; the rules and the log name the seat. */
  person(seat) {
    const chair = this.chair(seat);
    return (chair?.kind === "person" && chair.name) || seat;
  }

  /** As many letters of a seat's name as tell it from the others at the table. */
  initials(seat) {
    const name = seat || "·";
    const same = this.view.players.some((player) => player.seat !== seat && player.seat[0] === name[0]);
    return same ? name[0] + name.slice(-1) : name[0];
  }

  kind(thing) {
    return this.view.kinds[thing.kind] ?? { types: [], cost: [], text: [], abilities: [], place: "" };
  }

  /** The options for each thing that can be clicked. If the action is the viewer's own, its targets are highlighted at once. */
  litUp(menu) {
    const lit = new Map();
    for (const option of menu?.options ?? []) {
      const led = menu.first && this.isOwn(option) ? (this.aims.get(option.id) ?? []).filter((each) => each.about.some((about) => this.isDrawn(about))) : [];
      for (const about of led.length ? [] : option.about ?? []) add(lit, keyOf(about), option);
      for (const each of led) for (const about of each.about) add(lit, keyOf(about), joined(option, each));
    }
    return lit;
  }

  /** Whether the thing that an option is about is on the table; a past act, for example, is not. */
  isDrawn({ kind, number }) {
    const waits = this.view.stacks.some((stack) => stack.waiting.some((item) => item.handle === number));
    return ["tile", "player", "zone"].includes(kind) || (kind === "thing" && (this.things.has(number) || waits));
  }

  /** Whether an option is about nothing but whoever acts. */
  isOwn({ about }) {
    const me = this.view.players.findIndex((player) => player.seat === this.view.you);
    const own = new Set([`player:${me}`, `thing:${this.view.players[me]?.thing}`, `thing:${this.view.actor}`]);
    return (about ?? []).every((each) => own.has(keyOf(each)));
  }

  /** The result of a click in words, for screen readers. */
  spoken(options) {
    return options.length ? `: ${options.map((option) => option.words).join(", or ")}` : "";
  }

  /** The best chance of some options, in percent; null where no dice decide. */
  chance(options) {
    const found = options.map((option) => option.chance ?? this.chances.get(option.id) ?? null).filter((each) => each !== null);
    return found.length ? Math.round(100 * Math.max(...found)) : null;
  }

  options(kind, key) {
    return this.lit.get(`${kind}:${key}`) ?? [];
  }

  /** The places in the middle: things that others are at, or that the book says are places. */
  places() {
    const hosts = new Set([...this.things.values()].map((thing) => thing.place).filter((place) => place !== null));
    return [...this.things.values()].filter((thing) => hosts.has(thing.handle) || (this.kind(thing).place && this.inPlay(thing)));
  }

  /** The mark of those things at a place that stand before it; empty if the book has no such things. */
  front() {
    return this.view.layout.front.toLowerCase();
  }

  inPlay(thing) {
    return this.zone(thing.zone)?.live ?? false;
  }

  zone(id) {
    return this.view.zones.find((zone) => zone.id === id);
  }

  at(place) {
    return [...this.things.values()].filter((thing) => thing.place === place.handle && thing.attached === null);
  }

  attachedTo(thing) {
    return [...this.things.values()].filter((other) => other.attached === thing.handle);
  }

  /** What lies before a player: the zones of a row, with what is theirs of the zones that all share. */
  rowsOf(seat) {
    const drawn = this.view.zones.filter((zone) => ["row", "open", "hand"].includes(zone.shown) && zone.things);
    const places = new Set(this.places().map((place) => place.handle));
    const found = drawn.map((zone) => ({ zone, things: zone.things.filter((thing) => this.liesBefore(thing, zone, seat, places)) }));
    return found.filter((row) => (row.things.length || this.isWaited(row.zone, seat)) && !this.isMyHand(row.zone));
  }

  /** Whether a zone is empty but the same zone of another seat is not; it is drawn in this case too, so that all sides look alike. */
  isWaited(zone, seat) {
    if (zone.row) return zone.row === seat && this.view.zones.some((other) => other.kind === zone.kind && other.row && other.things?.length);
    const places = new Set(this.places().map((place) => place.handle));
    return this.view.players.some((player) => player.seat !== seat && zone.things.some((thing) => this.liesBefore(thing, zone, player.seat, places)));
  }

  liesBefore(thing, zone, seat, places) {
    if (this.board?.at.has(thing.handle)) return false;
    if (thing.place !== null || thing.attached !== null || places.has(thing.handle)) return false;
    return zone.row ? zone.row === seat : zone.live && thing.player === seat;
  }

  isMyHand(zone) {
    return zone.shown === "hand" && zone.owner !== null && zone.owner === this.view.you;
  }

  hands() {
    return this.view.zones.filter((zone) => this.isMyHand(zone) && zone.things?.length);
  }

  /** Zones that are drawn as a number: decks, and what others hold. */
  decksOf(seat) {
    return this.view.zones.filter((zone) => zone.owner === seat && zone.count && ["deck", "pile"].includes(zone.shown));
  }

  /** What lies in the open and belongs to nobody. */
  common() {
    const places = new Set(this.places().map((place) => place.handle));
    const drawn = this.view.zones.filter((zone) => !zone.owner && !zone.row && ["open", "row"].includes(zone.shown) && zone.things);
    const found = drawn.map((zone) => ({ zone, things: zone.things.filter((thing) => this.isCommon(thing, zone, places)) }));
    return found.filter((row) => row.things.length);
  }

  isCommon(thing, zone, places) {
    const whose = zone.live && thing.player !== null;
    if (this.board?.at.has(thing.handle)) return false;
    const cast = this.view.map && this.view.players.some((player) => player.members.includes(thing.handle));
    return thing.place === null && thing.attached === null && !places.has(thing.handle) && !whose && !cast;
  }

  /** Whether there is anything on the table but players and what waits: then what waits stands beside it. */
  laidOut() {
    return Boolean(this.view.map || this.board) || this.places().length > 0 || this.hands().length > 0 || this.seats.some((player) => this.rowsOf(player.seat).length > 0 || this.decksOf(player.seat).length > 0);
  }

  /** The decks that nobody owns. */
  commonDecks() {
    return this.view.zones.filter((zone) => !zone.owner && ["deck", "pile"].includes(zone.shown) && zone.count);
  }
}

/** An option and the one it leads to as one: both are picked by one click. */
const joined = (option, next) => ({ ...next, id: `${option.id} ${next.id}`, ids: [option.id, next.id], words: `${option.words} → ${next.words}`, cost: option.cost });

function add(map, key, option) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(option);
}

/** Names something that an option is about. */
export function keyOf(about) {
  return about.kind === "tile" ? `tile:${about.tile.join(",")}` : `${about.kind}:${about.number}`;
}

function seated(view) {
  const at = Math.max(0, view.players.findIndex((player) => player.seat === view.you));
  return [...view.players.slice(at), ...view.players.slice(0, at)];
}
