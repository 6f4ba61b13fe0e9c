// What a person at the table can do, and what the page knows: the news, the picks so far, the log, the past.

import { h } from "./dom.js";
import { learn, taught } from "./lesson.js";
import { explanation } from "./log.js";
import { Socket } from "./socket.js";
import { dialog, enlarged, invitation, more } from "./windows.js";

let asks = 0; // each question that was shown, or shown again, has a number of its own
const SPOKEN = 5;
const client = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export class Actions {
  constructor(root, draw) {
    for (const name of Object.getOwnPropertyNames(Actions.prototype)) if (name !== "constructor") this[name] = this[name].bind(this);
    this.root = root;
    this.known = new Map(); // the details of the lines of the log that are open
    this.unfolded = new Set(); // the rows of quiet lines that are open, by their first line
    this.ordering = false; // on a phone, whether the choices for passing automatically are shown
    this.draw = () => this.handing || draw(this.state, this);
    this.host = root.dataset.host === "yes";
    this.joinable = root.dataset.join === "yes";
    this.seats = root.dataset.seats ? root.dataset.seats.split(",").map(Number) : [];
    this.seat = this.seats[0] ?? null;
    this.state = { news: null, choice: null, log: [], past: { at: null, last: 0, view: null }, notice: "" };
  }

  begin() {
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    this.socket = new Socket(`/g/${this.root.dataset.game}/socket?news=changes${seat}`, { news: (news) => this.heard(news), state: (state) => this.connection(state) });
  }

  connection(state) {
    this.state_ = state;
    if (state === "open") this.undone = null; // what was read before may have been taken back meanwhile
    if (this.state.news) this.draw();
  }

  // -- news --------------------------------------------------------------------------------------------------------

  async heard(news) {
    if (news.gone) return location.assign("/");
    if (news.trouble) return this.remark(news.trouble);
    if (news["stand up"]) return location.reload();
    const before = this.state.news;
    this.state.news = news;
    if (this.handOver(news)) return undefined;
    await Promise.all([this.ask(news), this.readLesson()]);
    this.draw();
    await Promise.all([this.catchUp(), this.shut(), this.readRules(news)]);
    if (before && !before.asking.asked.some(mine) && news.asking.asked.some(mine)) this.notify();
    return undefined;
  }

  remark(words) {
    this.state.notice = words;
    this.draw();
  }

  /** With several seats on one device, the page turns to the one that is asked. */
  handOver(news) {
    const asked = this.seats.filter((seat) => news.view.asking.includes(news.view.players[seat].seat));
    if (this.handing) return true;
    if (this.seats.length < 2 || !asked.length || asked.includes(this.seat)) return false;
    this.handing = true; // nothing is drawn until somebody else has taken the device
    const name = news.chairs[asked[0]].name || news.view.players[asked[0]].seat;
    dialog(`${name}, it is your turn`, [h("p", {}, "Take the device, then go on. Nobody else should look.")], "Go on", () => {
      this.handing = false;
      this.seat = asked[0];
      this.state.log = [];
      this.state.choice = this.state.lesson = null;
      this.socket.end();
      this.begin();
    }, true);
    this.root.replaceChildren();
    return true;
  }

  async ask(news) {
    const mineNow = news.asking.asked.find(mine), before = this.state.choice;
    if (before && JSON.stringify(before.first) === JSON.stringify(mineNow ?? null)) return;
    const again = mineNow && before?.path.length ? await this.resumed(before, mineNow) : null;
    if (this.state.news === news) this.state.choice = again ?? (mineNow ? question(mineNow, []) : null);
  }

  /** Continues with the picks and the typed text after others have changed the game, if they are still possible; otherwise null. */
  async resumed(before, first) {
    const path = before.picked.slice(-before.path.length);
    try {
      const [next] = (await this.socket.ask("asking", { picks: path })).asked;
      return next.whole || next.prompt !== before.prompt ? null : { ...question(next, path), first, draft: before.draft, aims: before.aims ?? [] };
    } catch {
      return null;
    }
  }

  /** Asks which actions are not possible now and why (they are shown beside the menu), and what the possible ones can be aimed at (it is highlighted). */
  async shut() {
    const { choice } = this.state;
    if (!choice || choice.path.length || choice.closed) return;
    choice.closed = [];
    const [{ closed }, { aims }] = await Promise.all([this.socket.ask("closed"), this.socket.ask("aims")]);
    Object.assign(choice, { closed, aims });
    this.draw();
  }

  /** Gives the whole reason why an action is not possible. */
  why(each) {
    dialog(each.action, [h("p", {}, `${each.why}.`), each.rule && h("p", { class: "where" }, `Rule: ${each.rule}`)], "Close");
  }

  /** Asks which rules are in force, where rules have numbers: at first, and whenever the game has come to another step. */
  async readRules(news) {
    const step = JSON.stringify([news.view.rounds, news.view.course]);
    if (this.step === step || this.state.rules?.length === 0) return;
    this.step = step;
    this.state.rules = (await this.socket.ask("rules")).rules;
    if (this.state.rules.length) this.draw();
  }

  async rule({ number, title }) {
    const { lines } = await this.socket.ask("rules", { number });
    dialog(`${number} ${title}`, [h("pre", { class: "ruletext", tabindex: 0 }, lines.join("\n"))], "Close");
  }

  /** Reads what is new in the log, and all of it again if lines that were read are taken back. */
  async catchUp() {
    const { state } = this, known = state.log;
    const { lines, undone } = await this.socket.ask("log", { since: known.length });
    if (state.log !== known) return;
    if (known.length && undone !== this.undone) {
      state.log = [];
      this.known.clear();
      this.unfolded.clear();
      await this.catchUp();
      return;
    }
    this.undone = undone;
    const told = known.length;
    known.push(...lines.slice(Math.max(0, told - (lines[0]?.n ?? told))));
    if (told) announce(known.slice(told));
    state.past.last = known.length - 1;
    this.draw();
  }

  notify() {
    if (document.hidden && "Notification" in window && Notification.permission === "granted") new Notification(`${this.state.news.title}: it is your turn`);
  }

  // -- picking -----------------------------------------------------------------------------------------------------

  /** Handles a click: a single option is picked; if there are several, the menu shows only these. */
  choose(options) {
    if (options.length === 1) return this.pick(options[0]);
    this.state.choice.only = options;
    this.draw();
    return undefined;
  }

  pick(option) {
    return this.go([...this.state.choice.path, ...(option.ids ?? [option.id])]);
  }

  number(value) {
    return this.go([...this.state.choice.path, value]);
  }

  say(text) {
    return this.go([...this.state.choice.path, text]);
  }

  draft(text) {
    this.state.choice.draft = text;
  }

  /** Turns to the next of the options that have keys. */
  turn() {
    this.state.choice.page = (this.state.choice.page ?? 0) + 1;
    this.draw();
  }

  async go(path) {
    const choice = this.state.choice;
    try {
      const { asked } = await this.socket.ask("pick", { picks: path, client: client() });
      if (this.state.choice !== choice) return;
      this.state.choice = asked ? { ...question(asked[0], path), first: choice.first, shut: choice.closed ?? choice.shut, aims: choice.aims } : null;
    } catch (error) {
      if (this.state.choice !== choice) return; // it was clicked twice, or others have gone on meanwhile
      asks += 1;
      this.state.choice = { ...choice, ask: asks, error: error.message };
      if (["stale", "not-asked"].includes(error.data?.code)) this.ask(this.state.news);
    }
    this.draw();
  }

  back() {
    const { choice, news } = this.state;
    if (!choice) return;
    const rest = choice.only ? choice.path : choice.path.slice(0, -1);
    if (!rest.length) {
      this.state.choice = { ...question(news.asking.asked.find(mine), []), closed: choice.closed ?? choice.shut, aims: choice.aims };
      this.draw();
    } else this.go(rest);
  }

  // -- between players ---------------------------------------------------------------------------------------------

  async wish(method, params = {}) {
    try {
      await this.socket.ask(method, params);
    } catch (error) {
      this.state.notice = error.message;
    }
    this.draw();
  }

  passUntil(until) { this.ordering = false; return this.wish("pass_until", { until }); }
  order() { this.ordering = !this.ordering; this.draw(); }
  undo() { return this.wish("undo"); }
  draw_() { return this.wish("draw"); }
  agree(to) { return this.wish("agree", { to }); }
  decline(to) { return this.wish("decline", { to }); }
  chat(text) { this.unsaid = ""; return text.trim() && this.wish("chat", { text }); }
  dismiss() { this.state.notice = ""; this.draw(); }

  async rematch() {
    const { game } = await this.socket.ask("rematch");
    location.assign(`/g/${game}`);
  }

  concede() {
    dialog("Give up?", [h("p", {}, "The others are told at once; it cannot be taken back.")], "Give up", () => this.wish("concede"));
  }

  async invite() {
    invitation(await this.socket.ask("links"), this);
  }

  join() {
    const form = document.getElementById("join"), field = h("input", { name: "called", maxlength: 40, autocomplete: "nickname" });
    dialog("Sit down", [h("label", { class: "field" }, "Your name", field)], "Sit down", () => {
      form.elements.name.value = field.value;
      form.submit();
    });
  }

  more() {
    more(this.model, this);
  }

  handSeat(seat, to) { return this.wish("hand_over", { seat, to }); }

  remove() {
    dialog("Delete this game?", [h("p", {}, "It is gone for everybody and cannot be brought back, unless somebody has exported it.")], "Delete", () => document.getElementById("delete").submit());
  }

  // -- looking -----------------------------------------------------------------------------------------------------

  look(thing, element) {
    enlarged(this.model, thing, element);
  }

  open(thing) {
    enlarged(this.model, thing, this.root.querySelector(`[data-thing="${thing.handle}"]`), true);
  }

  pile(zone) {
    if (zone.things?.length) dialog(zone.zone, [h("ul", {}, zone.things.map((thing) => h("li", {}, thing.name)))], "Close");
  }

  async explain(line, details) {
    if (this.known.has(line.n)) return;
    this.known.set(line.n, null); // open, also if the log is drawn again before the details are there
    const found = await this.socket.ask("explain", { line: line.n });
    if (!this.known.has(line.n)) return;
    this.known.set(line.n, found);
    if (details.isConnected) details.append(explanation(found, line, this));
    else this.draw();
  }

  /** Shows the slider of past positions where there is no room for it otherwise. */
  scrub() {
    this.scrubbing = !this.scrubbing;
    if (!this.scrubbing) this.lookBack(this.state.past.last);
    this.draw();
  }

  async lookBack(at) {
    const { past } = this.state;
    past.at = at >= past.last ? null : at;
    past.view = past.at === null ? null : (await this.socket.ask("position", { line: past.at })).view;
    this.draw();
  }

  /** Asks once what the game is about; it stands beside the table. */
  async readLesson() {
    if (this.state.lesson) return;
    this.state.lesson = (await this.socket.ask("help")).lines;
  }

  learnt() {
    learn(this.state.news.view.book);
    this.draw();
  }

  async help() {
    const { lines } = await this.socket.ask("help");
    dialog("How to play", taught(lines, this.state.choice), "Close");
    if ("Notification" in window && Notification.permission === "default") Notification.requestPermission();
  }

  rules() {
    open(`/g/${this.root.dataset.game}/rules`, "_blank", "noopener");
  }

  theme() {
    const now = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("theme", next);
  }
}

/** Tells a screen reader what is new; the drawn log is made anew each time and is not read by itself. */
function announce(lines) {
  if (lines.length) document.getElementById("said").textContent = lines.slice(-SPOKEN).map((line) => line.text).join(". ");
}

const mine = (question_) => "options" in question_;

function question(asked, path) {
  asks += 1;
  return { ...asked, ask: asks, path, first: path.length ? undefined : asked, only: null, error: "" };
}
