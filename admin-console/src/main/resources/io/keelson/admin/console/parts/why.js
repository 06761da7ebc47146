/* Why something is where it is: what the servers that run have kept of it, in the order of time; 'keelson explain' puts together the same. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { running, servers } from "../core/domain.js";
import { moment, badge, facts, unbroken } from "./bits.js";
import { table } from "./table.js";
import { ask, show } from "./dialog.js";
import { remark } from "./notice.js";

/** Asks all servers; what one has no answer to (404) is left out, and who does not answer at all is named. */
async function askAll(question) {
  const found = [];
  const silent = servers().map((one) => one.name).filter((name) => !running().includes(name));
  await Promise.all(running().map(async (name) => {
    try {
      found.push({ server: name, answer: await question(name) });
    } catch (error) {
      if (error.status !== 404) {
        silent.push(name);
      }
    }
  }));
  return { found: found.sort((a, b) => a.server.localeCompare(b.server, "en", { numeric: true })), silent };
}

const notAsked = (silent) => (silent.length ? remark("warn", "Not asked, as they do not answer: " + silent.sort().join(", ") + ". What only they knew is not here.") : nothing);

/** Why a singleton service is where it is: its turns, the elections of who decides, and what was logged of the servers that had it. */
export async function whyService(name) {
  const turns = await askAll((one) => api.get(at(one, "singletons/" + part(name) + "/history")));
  const events = new Map();
  const had = new Set();
  // What several say alike is here once, by the first of them.
  const add = (when, seen, what, kind) => {
    const key = when + what;
    if (!events.has(key)) {
      events.set(key, { when, seen, what, kind });
    }
  };
  for (const { server, answer } of turns.found) {
    for (const turn of answer.history) {
      [turn.from, turn.to].filter(Boolean).forEach((one) => had.add(one));
      add(turn.when, server, turn.result + " on " + turn.to + (turn.from ? ", before on " + turn.from : "") + " (epoch " + turn.epoch + "): " + turn.why, "turn");
    }
  }
  if (had.size) {
    const elections = await askAll((one) => api.get(at(one, "server/leases")));
    elected(elections.found).forEach((one) => add(one.when, one.servers.join(", "), one.leader + " leads those who decide", "election"));
    const logs = await askAll((one) => api.get(at(one, "server/log?limit=1000")));
    const about = (one) => one.message.includes(name) || (one.logger.startsWith("io.keelson.cluster") && [...had].some((each) => one.message.includes(each)));
    logs.found.forEach(({ server, answer }) => answer.records.filter(about).forEach((one) => add(one.timestamp, server, (one.id ? one.id + ": " : "") + one.message.split("\n")[0], one.severity)));
  }
  chain("Why " + name + " is where it is", [...events.values()], turns.silent);
}

/**
 * The elections that servers have seen, each once with the servers that saw it. Each server has them in their order but by a clock of its own, and hears
 * late of one that was before it came: so what one says is the last one of that leader that it has not said yet, and that is not before its last.
 */
export function elected(found) {
  const all = [];
  const last = new Map();
  const seen = found.flatMap(({ server, answer }) => (answer.elections ?? []).map((one) => ({ ...one, server })));
  for (const one of seen.sort((a, b) => Date.parse(a.when) - Date.parse(b.when))) {
    let at = all.length - 1;
    while (at > (last.get(one.server) ?? -1) && all[at].leader !== one.leader) {
      at--;
    }
    if (at > (last.get(one.server) ?? -1)) {
      all[at].servers.push(one.server);
    } else {
      at = all.push({ when: one.when, leader: one.leader, servers: [one.server] }) - 1;
    }
    last.set(one.server, at);
  }
  return all.map((one) => ({ ...one, servers: one.servers.sort((a, b) => a.localeCompare(b, "en", { numeric: true })) }));
}

function chain(title, events, silent) {
  events.sort((a, b) => Date.parse(a.when) - Date.parse(b.when));
  show(title, () => html`${notAsked(silent)}${table({
    name: "why", label: "Events", rows: events, key: (row) => row.when + row.what, filter: true,
    empty: "No server that answers has kept anything of it.",
    columns: [
      { head: "When", cell: (row) => moment(row.when), by: (row) => row.when },
      { head: "Kind", cell: (row) => row.kind.toLowerCase(), by: (row) => row.kind },
      { head: "Seen by", cell: (row) => unbroken(row.seen.split(", ")), by: (row) => row.seen },
      { head: "What", cell: (row) => row.what, text: (row) => row.what },
    ] })}<p class="hint">The earliest first. The clocks of machines may differ.</p>`);
}

/** Asks for a session's id and shows where the session is, and why. The id is sent in the body, so that it is in no log. */
export async function whySession() {
  const seen = await ask({
    title: "Where is a session?", action: "Look",
    body: html`<label class="field"><span>Session id</span><input name="id" required autocomplete="off" spellcheck="false" maxlength="4096"><small>The value of the cookie JSESSIONID, or what stands before its first exclamation mark.</small></label>`,
    work: async (form) => {
      const id = form.id.value.trim().split("!")[0];
      const asked = await askAll((one) => api.post(at(one, "server/sessions/look"), { id }));
      const sights = asked.found.flatMap(({ server, answer }) => answer.sessions.map((one) => ({ server, ...one })));
      if (sights.length === 0) {
        const kept = [...new Set(asked.found.flatMap(({ answer }) => answer["kept-by-clients"]))];
        throw Object.assign(new Error("No server that answers knows a session of that id."), { title: "Not found",
          advice: kept.length ? "Sessions of " + kept.join(", ") + " are kept by their clients, and can be seen only while a request uses them." : "Check the id. What has ended is remembered for some minutes only." });
      }
      return { sights, silent: asked.silent };
    },
  });
  if (seen) {
    show("Where the session is", () => html`${notAsked(seen.silent)}${[...new Set(seen.sights.map((one) => one.application))].sort().map((name) => session(name, seen.sights.filter((one) => one.application === name)))}`);
  }
}

const ORDER = ["PRIMARY", "MEMORY", "SECONDARY", "STORED"];
const rank = (one) => (ORDER.includes(one.where.holding) ? ORDER.indexOf(one.where.holding) : ORDER.length);

function session(application, sights) {
  const sorted = [...sights].sort((a, b) => rank(a) - rank(b) || (b.where.epoch ?? 0) - (a.where.epoch ?? 0));
  const content = sorted[0].content;
  return html`<h3><a href=${link("sessions", application)}>${application}</a></h3>
    ${facts([["Kept", sorted[0]["store-type"]], content.created ? ["Created", moment(content.created)] : undefined, content["last-accessed"] ? ["Last request", moment(content["last-accessed"])] : undefined, content.expires ? ["Expires", moment(content.expires)] : undefined, content.attributes?.length ? ["Attributes", content.attributes.map((one) => one.name).join(", ")] : undefined])}
    <br>${table({
      name: "why.places", label: "Where it is", rows: sorted, key: (row) => row.server,
      columns: [
        { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server },
        { head: "Has it as", cell: (row) => badge(row.where.holding), by: rank },
        { head: "Epoch", number: true, cell: (row) => row.where.epoch ?? "–", by: (row) => row.where.epoch ?? -1 },
        { head: "Version", number: true, cell: (row) => row.where.version ?? "–", by: (row) => row.where.version ?? -1 },
        { head: "Copy", cell: (row) => (row.where.holding === "SECONDARY" ? "of " + (row.where.primary ?? "?") : row.where.secondary ? "on " + row.where.secondary : "–") },
        { head: "At risk", cell: (row) => (row.where["at-risk"] ? html`<b class="badge warn">◆ yes</b>` : "no") },
      ] })}
    <br>${table({
      name: "why.moves", label: "How it came there", rows: moves(sights), key: (row) => row.when + row.what + row.why, empty: "It has not moved.",
      columns: [
        { head: "When", cell: (row) => moment(row.when), by: (row) => row.when },
        { head: "What", cell: (row) => row.what, by: (row) => row.what },
        { head: "From", cell: (row) => unbroken([row.from ?? "–"]) },
        { head: "To", cell: (row) => unbroken([row.to ?? "–"]) },
        { head: "Epoch", number: true, cell: (row) => row.epoch ?? "–" },
        { head: "Why", cell: (row) => row.why, text: (row) => row.why },
      ] })}`;
}

/** In the order of time; what the giver and the taker say alike is there once. */
function moves(sights) {
  const known = new Set();
  return sights.flatMap((one) => one.moves).sort((a, b) => Date.parse(a.when) - Date.parse(b.when)).filter((one) => {
    const same = [one.what, one.from, one.to, one.epoch].join(" ");
    const first = !one.from || !one.to || !known.has(same);
    known.add(same);
    return first;
  });
}
