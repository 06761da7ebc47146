/* The ends of the logs of all servers: each keeps its last records, and is asked for what is new every two seconds while the page is shown. */
import * as api from "./api.js";
import { changed } from "./store.js";
import { route } from "./router.js";
import { running, server } from "./domain.js";

const MOST = 2000;
const AT_ONCE = 6;
const EVERY = 2000;
const next = new Map();
const runs = new Map();
const failed = new Map();
let timer = 0;

/** The last records of all servers, the newest last, each with its server; how many older ones were dropped here; who does not answer. */
export const log = { records: [], dropped: 0, failed };

/** Goes on asking as long as the page of the logs is shown. */
export function follow() {
  if (!timer) {
    timer = setTimeout(turn, 0);
  }
}

async function turn() {
  if (route().page !== "logs") {
    timer = 0;
    return;
  }
  const names = running();
  const fresh = [];
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      fresh.push(...await ask(name));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, names.length) }, worker));
  if (fresh.length) {
    // Servers write side by side: what comes late is put where it belongs.
    log.records = together(log.records, fresh).sort((a, b) => a.timestamp.localeCompare(b.timestamp) || a.number - b.number);
    const over = Math.max(0, log.records.length - MOST);
    log.dropped += over;
    log.records.splice(0, over);
  }
  changed();
  timer = setTimeout(turn, EVERY);
}

/** What is new of some records; one that was read twice is there once. */
function together(known, fresh) {
  const keys = new Set(known.map((one) => one.key));
  return [...known, ...fresh.filter((one) => !keys.has(one.key))];
}

async function ask(name) {
  // Another run of a server counts its records from 1 again.
  const pid = server(name)?.pid;
  if (runs.get(name) !== pid) {
    runs.set(name, pid);
    next.delete(name);
  }
  try {
    const answer = await api.get(api.at(name, "server/log?limit=500" + (next.has(name) ? "&after=" + next.get(name) : "")));
    next.set(name, answer.last);
    failed.delete(name);
    return answer.records.map((record) => ({ ...record, server: name, key: [name, record.timestamp, record.number].join(" ") }));
  } catch (error) {
    failed.set(name, error);
    return [];
  }
}

/** Forgets all, as somebody else logs in. */
export function forget() {
  log.records = [];
  log.dropped = 0;
  next.clear();
  runs.clear();
  failed.clear();
}
