/* The machines of a domain: letting one in by a token that is shown once, and putting one out. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import { page, card, badge, button, moment } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask, show } from "../parts/dialog.js";
import { say, waiting } from "../parts/notice.js";

const MACHINES = "machines";
const NODE_PORT = 5556;
const NAME = "[A-Za-z0-9][A-Za-z0-9_.\\-]*";

const machines = () => store.data(MACHINES)?.machines ?? [];

export const machinesPage = {
  id: "machines",
  title: "Machines",
  group: "Domain",
  hidden: () => store.read("domain").error?.status === 404,
  watch: (address, watched) => watched.set(MACHINES, 5000),
  view() {
    const entry = store.read(MACHINES);
    const alone = entry.data && machines().length === 0 ? "The domain has one machine: set it up for several first" : "";
    return page("Machines", "Each machine of the domain has a node manager, which starts and watches the servers there.", !entry.data ? waiting(entry, "the machines")
      : alone ? card("One machine", html`<p>All servers of this domain are on the admin server's machine. To have servers on others as well, set the domain up for several machines once, while no server runs:</p>
        <pre class="dump">keelson machine init NAME --address ADDRESS</pre><p>NAME is the name of this machine, ADDRESS one that the others reach. Then machines are added here.</p>`)
        : card("All machines", list()),
    button("Add a machine …", add, { kind: "primary", whyNot: whyNot("admin") || alone }));
  },
};

function list() {
  return table({
    name: "machines", label: "Machines", rows: machines(), key: (row) => row.name,
    columns: [
      { head: "Machine", cell: (row) => html`<b>${row.name}</b>`, by: (row) => row.name },
      { head: "State", cell: (row) => row.state === "ADMIN" ? html`<span class="badge good"><span aria-hidden="true">●</span> of the admin server</span>` : html`${badge(row.state)}${said(row)}`, by: (row) => row.state },
      { head: "Addresses", cell: (row) => html`<span class="mono">${row.addresses.join(", ") || "–"}</span>`, by: (row) => row.addresses.join() },
      { head: "Node manager's port", number: true, cell: (row) => row["node-port"] ?? "–", by: (row) => row["node-port"] ?? 0 },
      { head: "Servers", cell: (row) => row.servers.map((name, i) => html`${i ? ", " : nothing}<a href=${link("servers", name)}>${name}</a>`), text: (row) => row.servers.join(" "), by: (row) => row.servers.length },
      { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => row.state === "ADMIN" ? nothing : html`<div class="actions">
        ${button("Remove …", () => remove(row), { kind: "small danger-text", label: "Remove " + row.name, whyNot: whyNot("admin") || (row.state === "REMOVED" ? "It was put out already: give its servers another machine" : "") })}</div>` },
    ] });
}

function said(row) {
  return row.state === "EXPECTED" ? html`<small>${row.expires ? html`Its token counts until ${moment(row.expires)}` : "It has no token that counts: remove it and add it again"}</small>`
    : row.why ? html`<small>${row.why}</small>` : nothing;
}

async function add() {
  const given = await ask({
    title: "Add a machine", action: "Add",
    body: html`<p>The machine is expected, and you get a command with a token, good for this machine, once, and for an hour. It is run on the new machine.</p>
      <label class="field"><span>Name</span><input name="machine" required pattern=${NAME} title="Letters, digits, hyphens, dots and underscores, a letter or digit first" autocomplete="off" spellcheck="false"><small>Letters, digits, hyphens, dots and underscores.</small></label>
      <label class="field"><span>Addresses</span><input name="addresses" required placeholder="10.0.0.2" autocomplete="off" spellcheck="false"><small>At which the other machines reach it, separated by commas.</small></label>
      <label class="field"><span>Port of its node manager</span><input name="port" type="number" min="1" max="65535" value=${NODE_PORT} required></label>`,
    work: (form) => api.post(MACHINES + "/" + part(form.machine.value), { addresses: form.addresses.value.split(",").map((one) => one.trim()).filter(Boolean), "node-port": Number(form.port.value) }),
  });
  store.refresh(MACHINES);
  if (given) {
    show("Let " + given.machine + " in", html`<p>Run this on <b>${given.machine}</b>; DIR is where the domain is to be there. The token is shown here only and counts until ${moment(given.expires)}.</p>
      <pre class="dump wraps" tabindex="0">keelson machine enroll --token ${given.token} DIR</pre><p>Then start its node manager there:</p><pre class="dump">keelson node start --domain DIR</pre>
      <p>Servers get their machine by the setting <b>machine</b>.</p>`);
  }
}

async function remove(row) {
  const used = row.servers.length > 0;
  const done = await ask({
    title: "Put " + row.name + " out of the domain?", action: "Remove " + row.name, danger: true, type: used ? row.name : "",
    body: html`<p>Its certificates and its token count no more at once, and the connections that it has end.</p>
      ${used ? html`<p><b>${row.servers.join(", ")}</b> ${row.servers.length === 1 ? "is" : "are"} to run there: what runs is cut off. Stop ${row.servers.length === 1 ? "it" : "them"} and give ${row.servers.length === 1 ? "it" : "them"} another machine first, unless this machine is lost.</p>` : nothing}`,
    work: () => api.remove(MACHINES + "/" + part(row.name) + (used ? "?force=true" : "")).then(() => true),
  });
  store.refresh(MACHINES);
  if (done) {
    say(row.name + " is put out of the domain");
  }
}
