/*
 * What the console knows of the domain: one entry for each address of the interface that somebody watches, read again while
 * it is watched. A page says what it watches each time it is drawn; what is not watched any more is not read any more, but stays for
 * a moment, so that going back shows something at once.
 */
import * as api from "./api.js";

const KEPT = 60_000;
const AT_ONCE = 6;
const entries = new Map();
const listeners = new Set();
const forever = new Map();
let watched = new Map();
let running = 0;
let timer = 0;
let planned = false;
let held = false;

const NOTHING = Object.freeze({ data: undefined, error: undefined, at: 0, loading: true });

/** What was last read of an address. */
export function read(path) {
  return entries.get(path) ?? NOTHING;
}

/** The data of an address, or what stands for it while there is none. */
export function data(path, otherwise) {
  return entries.get(path)?.data ?? otherwise;
}

/** What the page watches and could not read again, twice or more, so that what it shows is from before; who does not answer at all is no matter of this. */
export function stale() {
  return [...watched.keys()].map((path) => entries.get(path))
    .filter((entry) => entry?.error && entry.data !== undefined && entry.failures > 1 && entry.error.status !== 0)
    .map(({ error, good }) => ({ error, good }));
}

/** Calls back, at most once a frame, when something has changed; the function that it returns ends that. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that something has changed. */
export function changed() {
  if (!planned) {
    planned = true;
    const run = () => {
      planned = false;
      listeners.forEach((listener) => listener());
    };
    // A page in the background gets no frames, and need not be drawn.
    document.hidden ? setTimeout(run, 1000) : requestAnimationFrame(run);
  }
}

/** What the page that is shown needs: a map from addresses to the milliseconds after which they are read again; 0 is once. */
export function watch(paths) {
  watched = paths;
  plan();
}

/** What is read whatever page is shown. */
export function watchAlways(path, every) {
  forever.set(path, every);
  plan();
}

export function unwatchAlways(path) {
  forever.delete(path);
}

/** Reads an address again as soon as can be; those that begin with it, too, where it ends in a star. */
export function refresh(...paths) {
  for (const path of paths) {
    for (const [name, entry] of entries) {
      if (name === path || (path.endsWith("*") && name.startsWith(path.slice(0, -1)))) {
        entry.due = 0;
        entry.again = entry.busy; // the answer that is on its way may be from before
      }
    }
  }
  plan();
}

/** Takes what was read otherwise, as from an event. */
export function take(path, value) {
  const entry = entries.get(path) ?? { seen: Date.now() };
  // What is on its way is not waited for, and whatever comes next is news.
  entries.set(path, { ...entry, data: value, text: undefined, error: undefined, failures: 0, at: Date.now(), good: Date.now(), loading: false, busy: false, due: Date.now() + 10_000 });
  changed();
}

/** Has nothing be read while nobody is logged in, and what was read stay; or goes on. */
export function hold(now) {
  held = now;
  entries.forEach((entry) => { entry.due = entry.error ? 0 : entry.due; });
  plan();
}

/** Forgets all, as somebody else logs in. */
export function forget() {
  held = false;
  entries.clear();
  forever.clear();
  watched = new Map();
}

function plan() {
  clearTimeout(timer);
  timer = setTimeout(turn, 0);
}

function turn() {
  clearTimeout(timer);
  if (held) {
    return;
  }
  const now = Date.now();
  const wanted = new Map([...forever, ...watched]);
  for (const [path, entry] of entries) {
    if (!wanted.has(path) && now - entry.seen > KEPT) {
      entries.delete(path);
    }
  }
  const due = [];
  for (const path of wanted.keys()) {
    const entry = entries.get(path);
    if (entry) {
      entry.seen = now;
    }
    if (!entry?.busy && (entry?.due ?? 0) <= now) {
      due.push(path);
    }
  }
  // What was never read comes first, so that a page fills at once.
  due.sort((a, b) => (entries.get(a)?.at ?? 0) - (entries.get(b)?.at ?? 0));
  for (const path of due) {
    if (running >= AT_ONCE) {
      return;
    }
    load(path, wanted.get(path), now);
  }
  timer = setTimeout(turn, document.hidden ? 5000 : 500);
}

async function load(path, every, now) {
  const entry = entries.get(path) ?? { data: undefined, error: undefined, at: 0, loading: true, failures: 0, seen: now };
  entry.busy = true;
  entries.set(path, entry);
  running++;
  const next = { error: undefined };
  const asked = Date.now();
  let text = entry.text;
  try {
    const answer = await api.get(path);
    text = JSON.stringify(answer);
    next.good = asked;
    if (text !== entry.text) {
      next.data = answer;
    }
  } catch (error) {
    if (!(error instanceof api.ApiError)) {
      console.error(path, error);
    }
    next.error = error;
  }
  running--;
  const current = entries.get(path);
  if (current === entry) {
    const failures = next.error ? (entry.failures ?? 0) + 1 : 0;
    // A server that is down is asked less and less often.
    const pause = every === 0 && !next.error ? Infinity : (every || 5000) * Math.min(2 ** Math.max(0, failures - 1), 8);
    const news = "data" in next || entry.loading || entry.error?.message !== next.error?.message || failures === 2;
    Object.assign(entry, next, { text, busy: false, again: false, loading: false, failures, at: Date.now(), due: entry.again ? 0 : Date.now() + pause });
    if (news) {
      changed();
    }
  }
  plan();
}
