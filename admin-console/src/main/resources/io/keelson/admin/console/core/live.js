/*
 * What the server says by itself (server-sent events). Without it the store reads on at its own pace, so this only makes the page quicker: a
 * change of the admin server's state or a new revision shows at once.
 */
import { eventsAddress } from "./api.js";
import * as store from "./store.js";

const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 60_000;
let source;
let pause = 0;
let timer = 0;

let heard = () => {};

/** Has somebody hear of alarms of the admin server. */
export function onAlarm(listener) {
  heard = listener;
}

/** Whether events come. */
export const stream = { open: false };

export function start() {
  stop();
  source = new EventSource(eventsAddress + "?types=state,revision,restart,deployment,alarm");
  source.onopen = () => {
    pause = 0;
    stream.open = true;
    store.changed();
  };
  source.onerror = () => {
    stream.open = false;
    store.changed();
    // A browser gives up where the answer is no stream, as when the server is busy or the session has ended.
    if (source?.readyState === EventSource.CLOSED) {
      pause = Math.min(LONGEST_PAUSE, pause ? pause * 2 : FIRST_PAUSE);
      timer = setTimeout(start, pause);
    }
  };
  source.addEventListener("state", () => store.refresh("domain/servers", "domain/clusters"));
  source.addEventListener("restart", () => store.refresh("domain/clusters*", "domain/nodes", "domain/servers"));
  source.addEventListener("alarm", (event) => {
    heard(JSON.parse(event.data));
    store.refresh("server/runtime/watches");
  });
  source.addEventListener("deployment", () => store.refresh("domain/deployments"));
  source.addEventListener("revision", () => store.refresh("domain", "domain/servers", "edit", "revisions", "config*", "server/configuration*", "servers/*"));
}

export function stop() {
  clearTimeout(timer);
  source?.close();
  source = undefined;
  stream.open = false;
}
