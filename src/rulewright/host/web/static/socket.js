// The connection to the server: requests with replies, news whenever the game changes, and reconnecting by itself when it breaks.

const LONGEST = 10000;

/** Gives data with one part, found by its path, changed, added at the end of a list, or removed; what was given stays as it is. */
function changed(data, [[key, ...rest], ...value]) {
  const copy = Array.isArray(data) ? [...data] : { ...data };
  if (rest.length) copy[key] = changed(data[key], [rest, ...value]);
  else if (value.length) [copy[key]] = value;
  else if (Array.isArray(copy)) copy.splice(key, 1);
  else delete copy[key];
  return copy;
}

export class Socket {
  constructor(path, { news, state }) {
    this.path = path;
    this.news = news;
    this.state = state;
    this.waiting = new Map();
    this.sent = 0;
    this.wait = 500;
    addEventListener("offline", () => this.wire.close());
    addEventListener("online", () => this.wire.readyState === WebSocket.CLOSED && this.open());
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.wire = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.wire.addEventListener("open", () => this.opened());
    this.wire.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.wire.addEventListener("close", (event) => this.closed(event.code));
  }

  opened() {
    this.wait = 500;
    this.state("open");
    for (const each of this.waiting.values()) this.wire.send(each.line);
  }

  heard(message) {
    if (message.method === "news") return this.told(message.params);
    const asked = this.waiting.get(message.id);
    if (!asked) return undefined;
    this.waiting.delete(message.id);
    return message.error ? asked.reject(message.error) : asked.resolve(message.result);
  }

  /** Takes news: complete when a connection begins, then only what has changed. */
  told(params) {
    if (params.gone || params.trouble || params["stand up"]) return this.news(params);
    this.last = params.changes ? params.changes.reduce(changed, this.last) : params;
    return this.news(this.last);
  }

  closed(code) {
    if (code === 4403 || code === 4404 || this.ended) return this.state("gone");
    this.state("broken");
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(LONGEST, this.wait * 1.7);
    return undefined;
  }

  /** Sends a request. If the connection breaks before the reply, the request is sent again; an answer carries an id, so that it is not played twice. */
  ask(method, params = {}) {
    const id = ++this.sent;
    const line = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { line, resolve, reject });
      if (this.wire.readyState === WebSocket.OPEN) this.wire.send(line);
    });
  }

  end() {
    this.ended = true;
    this.wire.close();
  }
}
