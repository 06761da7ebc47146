/*
 * What the server says by itself (server-sent events). Without it the store reads on at its own pace, so this only makes the page quicker: a
 * change of state, a new revision or a line of a log shows at once.
 */
import { eventsAddress } from "./api.js";
import * as store from "./store.js";

const MOST_LINES = 2000;
let source;
let retry = 0;

/** The last lines of the logs of all servers, the newest last; how many were dropped. */
export const log = { lines: [], dropped: 0 };

/** Whether events come. */
export const stream = { open: false };

export function start() {
  stop();
  source = new EventSource(eventsAddress);
  source.onopen = () => {
    retry = 0;
    stream.open = true;
    store.changed();
  };
  source.onerror = () => {
    stream.open = false;
    store.changed();
    // A browser gives up where the answer is no stream, as when the server is busy or the session has ended.
    if (source?.readyState === EventSource.CLOSED) {
      retry = Math.min(60_000, (retry || 2500) * 2);
      source = undefined;
      timer = setTimeout(start, retry);
    }
  };
  source.addEventListener("state", () => store.refresh("domain/servers", "domain/clusters", "servers/*"));
  source.addEventListener("revision", () => store.refresh("domain", "domain/servers", "edit*", "revisions*", "config*"));
  source.addEventListener("log", (event) => addLine(JSON.parse(event.data)));
}

let timer = 0;

export function stop() {
  clearTimeout(timer);
  source?.close();
  source = undefined;
  stream.open = false;
}

function addLine(line) {
  log.lines.push(line);
  if (log.lines.length > MOST_LINES) {
    log.dropped += log.lines.length - MOST_LINES;
    log.lines.splice(0, log.lines.length - MOST_LINES);
  }
  store.changed();
}
