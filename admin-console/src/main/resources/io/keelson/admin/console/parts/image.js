/* A diagnostic image: one zip with what all servers say of themselves, for somebody who is not there; 'keelson diagnostics' puts together the same, and recordings. */
import { html } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { at } from "../core/api.js";
import { running, servers } from "../core/domain.js";
import { zip } from "../core/zip.js";
import { ask } from "./dialog.js";
import { say } from "./notice.js";

const OF_SERVERS = {
  "server.json": "server", "threads.txt": "server/threads?format=text", "work-managers.json": "server/work-managers", "thread-pools.json": "server/thread-pools",
  "stuck-threads.json": "server/stuck-threads", "channels.json": "server/channels", "cluster.json": "server/cluster", "leases.json": "server/leases",
  "singletons.json": "singletons", "deployments.json": "deployments", "names.json": "server/names", "activation.json": "server/activation", "log.json": "server/log?limit=1000",
};
const OF_DOMAIN = { "domain.json": "domain", "servers.json": "domain/servers", "clusters.json": "domain/clusters", "nodes.json": "domain/nodes", "deployments.json": "domain/deployments", "edit.json": "edit", "revisions.json": "revisions" };

/** Asks for a text; what a server has not got is noted and left out. */
async function keep(entries, left, name, path) {
  try {
    entries.push([name, await api.get(path, { text: true })]);
  } catch (error) {
    left.push(name + ": " + error.message);
  }
}

async function ofServer(entries, left, name) {
  const place = "servers/" + name + "/";
  for (const [file, path] of Object.entries(OF_SERVERS)) {
    await keep(entries, left, place + file, at(name, path));
  }
  const kinds = await api.get(at(name, "server/runtime")).then((all) => all.runtime, () => []);
  for (const kind of kinds) {
    await keep(entries, left, place + "runtime/" + kind + ".json", at(name, "server/runtime/" + kind));
  }
}

/** The configuration as the admin server shows it: with stars for secrets. */
async function ofDomain(entries, left) {
  for (const [file, path] of Object.entries(OF_DOMAIN)) {
    await keep(entries, left, "domain/" + file, path);
  }
  try {
    const { revision } = await api.get("domain");
    entries.push(["domain/domain.yaml", (await api.get("revisions/" + revision)).text]);
  } catch (error) {
    left.push("domain/domain.yaml: " + error.message);
  }
}

/** All that is in an image: [name, text] of each. */
export async function imageOf(progress) {
  const entries = [];
  const names = running();
  const left = servers().map((one) => one.name).filter((name) => !names.includes(name)).map((name) => name + ": it does not run");
  await ofDomain(entries, left);
  for (const [i, name] of names.entries()) {
    progress(i / names.length);
    await ofServer(entries, left, name);
  }
  return [...entries, ["left-out.txt", left.join("\n")]];
}

/** Asks, collects, and gives the zip to the browser, which keeps it where it keeps what it fetches. */
export async function image() {
  const made = await ask({
    title: "Collect a diagnostic image?", action: "Collect", progressed: (part) => Math.round(part * 100) + " % of the servers asked",
    body: html`<p>One zip with what all servers that run say of themselves: threads, pools, leases, sessions, names, the last 1,000 records of each log, and the configuration without secrets. <span class="mono">keelson diagnostics</span> makes the same, with recordings of the JVMs.</p><p class="hint">Logs may hold data of users.</p>`,
    work: async (form, progress) => zip(await imageOf(progress)),
  });
  if (made) {
    const name = (store.data("domain")?.name ?? "domain") + "-" + new Date().toISOString().replace(/[:.]/g, "-") + ".zip";
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(made), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    say(name + " is collected");
  }
}
