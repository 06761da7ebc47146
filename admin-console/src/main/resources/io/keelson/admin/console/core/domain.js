/* The servers and clusters of the domain, as several pages ask for them. */
import * as store from "./store.js";

/** All servers, as last read. */
export function servers() {
  return store.data("domain/servers")?.servers ?? [];
}

/** A server by its name; undefined where there is none. */
export function server(name) {
  return servers().find((one) => one.name === name);
}

/** The names of those that can be asked for something. */
export function running() {
  return servers().filter((one) => answers(one)).map((one) => one.name);
}

/** Whether a server can be asked for something. */
export function answers(one) {
  return !["FAILED", "SHUTDOWN", "STOPPED", "UNREACHABLE", "NOT_RUNNING", "UNKNOWN"].includes(one.state);
}

/** The clusters, each with the names of its servers. */
export function clusters() {
  const found = new Map();
  for (const one of servers()) {
    if (one.cluster) {
      found.set(one.cluster, [...(found.get(one.cluster) ?? []), one.name]);
    }
  }
  for (const one of store.data("domain/clusters")?.clusters ?? []) {
    if (!found.has(one.name)) {
      found.set(one.name, []);
    }
  }
  return [...found].map(([name, members]) => ({ name, members })).sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/** The first server of a cluster that can be asked. */
export function spokesman(cluster) {
  return cluster.members.find((name) => running().includes(name));
}
