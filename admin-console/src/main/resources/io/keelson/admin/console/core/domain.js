/* The servers and clusters of the domain, as several pages ask for them. */
import * as store from "./store.js";
import { at, asksItself, part } from "./api.js";

/**
 * All servers, as last read. An admin server that does not know of the others' interfaces (404) is shown alone, with the members of its cluster as
 * it sees them: these cannot be asked for anything.
 */
export function servers() {
  const known = store.data("domain/servers")?.servers;
  return known ?? (store.read("domain/servers").error?.status === 404 ? seenFromHere() : []);
}

function seenFromHere() {
  store.watchAlways("server", 5000);
  store.watchAlways("server/cluster", 5000);
  const own = store.data("server");
  if (!own) {
    return [];
  }
  const cluster = store.data("server/cluster");
  const others = (cluster?.members ?? []).filter((one) => one.server !== own.name)
    .map((one) => ({ name: one.server, cluster: cluster.cluster, state: "RUNNING", elsewhere: true }));
  asksItself(own.name);
  return [{ name: own.name, state: own.state, address: own.channels[0]?.address, pid: own.pid, version: own.version }, ...others]
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
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
  return !one.elsewhere && !["FAILED", "FAILED_RESTARTING", "FAILED_NOT_RESTARTABLE", "SHUTDOWN", "STOPPED", "UNREACHABLE", "NO_MACHINE", "NOT_RUNNING", "UNKNOWN"].includes(one.state);
}

/** The node manager of the admin server's machine; undefined while it is not known. */
export const node = () => store.data("domain/nodes")?.nodes?.[0];

/** A server as the node manager sees it; undefined where none runs. */
export const watchOf = (name) => store.data("domain/nodes")?.nodes?.flatMap((one) => one.servers ?? []).find((one) => one.name === name);

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

/** Where the rolling restart of a cluster is. */
export const restartOf = (name) => "domain/clusters/" + part(name) + "/restart";

/** How many servers a dynamic cluster has, and how far its scaling is. */
export const scaleOf = (name) => "domain/clusters/" + part(name) + "/scale";

/** States of servers that are about to be in the view. */
const COMING = ["STARTING", "STANDBY", "ADMIN", "FAILED_RESTARTING"];

/** Members that the others of a cluster do not see, as one of them says: those that are on their way, and those that should be there and are not. */
export function absent(cluster, view) {
  const moved = [scaleOf, restartOf].map((of) => store.data(of(cluster.name))).filter((now) => now?.state === "RUNNING").flatMap((now) => now.members);
  const comes = (name) => COMING.includes(server(name)?.state) || COMING.includes(watchOf(name)?.state) || moved.some((one) => one.server === name && ["STARTING", "JOINING"].includes(one.phase));
  const names = (view?.missing ?? []).map((each) => each.server ?? each);
  return { coming: names.filter(comes), missing: names.filter((name) => !comes(name)) };
}

/** The first server of a cluster that can be asked; where no other can, the one that this page comes from. */
export function spokesman(cluster) {
  return cluster.members.find((name) => running().includes(name)) ?? (servers().some((one) => one.elsewhere) ? running()[0] : undefined);
}
