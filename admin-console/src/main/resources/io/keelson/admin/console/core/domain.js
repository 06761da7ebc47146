/* The servers and clusters of the domain, as several pages ask for them. */
import * as store from "./store.js";
import { at } from "./api.js";

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

/** Which kinds of state a server has; empty while nobody has asked it. */
export const kinds = (name) => store.data(at(name, "server/runtime"))?.runtime ?? [];

/** Asks servers for the kinds of state that they have, once. */
export function watchKinds(names, watched) {
  names.forEach((name) => watched.set(at(name, "server/runtime"), 0));
}

/** The servers that run and are known to have this kind of state. */
export const having = (kind) => running().filter((name) => kinds(name).includes(kind));

/** Those that can have applications: a load balancer has none. */
export const withApplications = () => running().filter((name) => kinds(name).length > 0 && !kinds(name).includes("balancer"));

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
