/*
 * The last hour: each server's requests a second, queue and threads at work. Servers have kept it themselves, and are asked for it when this page begins to
 * look at them, or has not for a while; from then on it is sampled here, whatever page is shown. What was seen here outlives a reload of the page
 * (sessionStorage) and a restart of the server, not the tab.
 */
import * as store from "./store.js";
import { at, get } from "./api.js";
import { running } from "./domain.js";

const HOUR = 3600;
const KEY = "keelson.past";
/** A server that did not tell its past is asked again after so many seconds. */
const AGAIN = 60;
/** So many samples may be missing before a server is asked what happened meanwhile. */
const MISSED = 4;
const series = new Map();
let timer = 0;
let every = 5;

/** The measures that are kept, each a list as long as the times. */
export const MEASURES = ["rate", "queued", "executing"];

/** The past of a server: times in seconds and, for each measure, the values; null where nothing was heard. */
export function of(server) {
  return series.get(server) ?? { times: [], rate: [], queued: [], executing: [] };
}

/** The last value of a measure; undefined while there is none. */
export function last(server, measure) {
  const values = of(server)[measure];
  return values[values.length - 1] ?? undefined;
}

/** One list for several servers at the times of all: the sum of a measure, or each of them. */
export function together(servers, measure) {
  const times = [...new Set(servers.flatMap((server) => of(server).times))].sort((a, b) => a - b);
  const place = new Map(times.map((time, i) => [time, i]));
  const columns = servers.map((server) => {
    const column = new Array(times.length).fill(null);
    const known = of(server);
    known.times.forEach((time, i) => { column[place.get(time)] = known[measure][i]; });
    return column;
  });
  return { times, columns };
}

export function start() {
  load();
  timer = setInterval(sample, 1000);
  window.addEventListener("pagehide", save);
}

export function stop() {
  clearInterval(timer);
  window.removeEventListener("pagehide", save);
  series.clear();
  told.clear();
  sessionStorage.removeItem(KEY);
}

const before = new Map();
/** When each server was last asked for its past, in seconds. */
const told = new Map();
let asking = false;
let watchedServers = [];

function sample() {
  const servers = running();
  // Fifty servers are asked ten times a second in all, not more.
  every = Math.max(5, Math.ceil(servers.length / 5));
  for (const gone of watchedServers.filter((one) => !servers.includes(one))) {
    store.unwatchAlways(at(gone, "server/work-managers"));
  }
  watchedServers = servers;
  const grid = Math.floor(Date.now() / 1000 / every) * every;
  for (const server of servers) {
    const path = at(server, "server/work-managers");
    store.watchAlways(path, every * 1000);
    const entry = store.read(path);
    const known = series.get(server) ?? { times: [], rate: [], queued: [], executing: [] };
    series.set(server, known);
    if (known.times[known.times.length - 1] >= grid || !entry.data || before.get(server)?.at === entry.at) {
      continue;
    }
    take(server, known, grid, entry);
  }
  askForThePast(servers, grid);
}

/** Asks servers of which not enough is known; one after the other, as nobody waits for it. */
async function askForThePast(servers, grid) {
  if (asking) {
    return;
  }
  asking = true;
  try {
    for (const server of servers) {
      const latest = of(server).times.at(-1) ?? 0;
      const early = !told.has(server) || latest < grid - MISSED * every;
      if (early && Date.now() / 1000 - (told.get(server) ?? 0) > AGAIN) {
        told.set(server, Date.now() / 1000);
        merge(server, await get(at(server, "server/last-hour"), { quiet: true }));
      }
    }
  } catch { /* it is asked again later, and the chart begins now */ } finally {
    asking = false;
  }
}

/** Puts what a server has kept between what was seen here, at times that are the same for all servers. */
function merge(server, past) {
  const end = Date.now() / 1000 - past["last-millis-ago"] / 1000;
  const rows = new Map();
  past["completed-per-second"].forEach((rate, i, all) => {
    const time = Math.floor((end - (all.length - 1 - i) * past["every-seconds"]) / every) * every;
    rows.set(time, { rate, queued: past.queued[i], executing: past.running[i] });
  });
  const known = of(server);
  known.times.forEach((time, i) => rows.set(time, { rate: known.rate[i], queued: known.queued[i], executing: known.executing[i] }));
  const times = [...rows.keys()].filter((time) => time > Date.now() / 1000 - HOUR).sort((a, b) => a - b);
  const merged = { times };
  MEASURES.forEach((measure) => { merged[measure] = times.map((time) => rows.get(time)[measure]); });
  series.set(server, merged);
  store.changed();
}

function take(server, known, time, entry) {
  // What this page itself asks for is not what the server is there for.
  const managers = (entry.data["work-managers"] ?? []).filter((one) => one.name !== "administration");
  const sum = (name) => managers.reduce((all, one) => all + (one[name] ?? 0), 0);
  // A server that has started again counts from nothing.
  const completed = sum("completed");
  const earlier = before.get(server);
  before.set(server, { at: entry.at, completed });
  if (!earlier) {
    return;
  }
  const seconds = (entry.at - earlier.at) / 1000;
  const heard = !entry.error;
  known.times.push(time);
  known.rate.push(heard && completed >= earlier.completed ? (completed - earlier.completed) / seconds : null);
  known.queued.push(heard ? sum("queued") : null);
  known.executing.push(heard ? sum("running") : null);
  while (known.times[0] < time - HOUR) {
    known.times.shift();
    MEASURES.forEach((measure) => known[measure].shift());
  }
  store.changed();
}

function save() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...series], (key, value) => (typeof value === "number" ? Math.round(value * 10) / 10 : value)));
  } catch { /* no room: the charts begin anew */ }
}

function load() {
  try {
    const since = Date.now() / 1000 - HOUR;
    for (const [server, known] of JSON.parse(sessionStorage.getItem(KEY) ?? "[]")) {
      if (known.times[known.times.length - 1] > since) {
        series.set(server, known);
      }
    }
  } catch {
    sessionStorage.removeItem(KEY);
  }
}
