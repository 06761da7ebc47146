/* The servers and clusters of the domain, as several pages ask for them. */
import * as store from "./store.js";
import { at, asksItself, part } from "./api.js";

/**
 * All servers, as last read. An admin server that does not know of the others' interfaces (404) is shown alone, with the members of its cluster as
 * it sees them: these cannot be asked for anything.
 */
export function servers() {
  const known = store.data("domain/servers")?.servers?.map(beginning);
  return known ?? (store.read("domain/servers").error?.status === 404 ? seenFromHere() : []);
}

/** The node manager knows of a start before the server says anything itself. */
function beginning(one) {
  return one.state !== "RUNNING" && !answers(one) && watchOf(one.name)?.state === "STARTING" ? { ...one, state: "STARTING", silent: true } : one;
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
  return !one.elsewhere && !one.silent && !["FAILED", "FAILED_RESTARTING", "FAILED_NOT_RESTARTABLE", "SHUTDOWN", "STOPPED", "UNREACHABLE", "NO_MACHINE", "NOT_RUNNING", "UNKNOWN"].includes(one.state);
}

/** The node managers, each with the servers of its machine; that of the admin server's machine first. */
export const nodes = () => store.data("domain/nodes")?.nodes ?? [];

/** That of a server's machine; undefined while it is not known, and where the server has no machine. */
export const nodeOf = (name) => nodes().find((one) => one.manages.includes(name));

/**
 * Why nobody can start and end servers now; empty where that can be done. Each depends on its own machine's node manager.
 *
 * @param names the servers
 * @param what what a node manager would do, as a part of a sentence
 */
export function whyNoNode(names, what = "which would start the servers again") {
  if (!store.data("domain/nodes")) {
    return "It is not known yet whether a node manager runs";
  }
  for (const name of names) {
    if (server(name)?.state === "NO_MACHINE") {
      return "The machine of " + name + " was put out of the domain: change servers." + name + ".machine";
    }
    const known = nodeOf(name);
    if (known?.state === "UNKNOWN") {
      return "The node manager of " + known.name + ", the machine of " + name + ", does not answer" + (known.why ? " (" + known.why + ")" : "") + ": look whether it runs there (keelson node start) and whether this machine reaches it";
    }
    if (known && known.state !== "RUNNING") {
      return "No node manager runs" + (nodes().length > 1 ? " on " + known.name + ", the machine of " + name : "") + ", " + what + ": start it " + (nodes().length > 1 ? "there " : "") + "with keelson node start";
    }
  }
  return "";
}

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

/** What was read, where nobody knows yet of a server whether it has state of this kind, or what that is; a failure before others. Undefined where all have said it. */
export function unread(kind) {
  const asked = [...running().map((name) => at(name, "server/runtime")), ...having(kind).map((name) => at(name, "server/runtime/" + kind))]
    .map((path) => store.read(path)).filter((entry) => !entry.data);
  return asked.find((entry) => entry.error) ?? asked[0];
}

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
