/* Channels: where the servers listen, for what, and the certificates they show there. */
import { html, nothing } from "../core/html.js";
import * as api from "../core/api.js";
import * as store from "../core/store.js";
import { at, part } from "../core/api.js";
import { link } from "../core/router.js";
import { whyNot } from "../core/session.js";
import { running } from "../core/domain.js";
import { page, card, button, number, moment } from "../parts/bits.js";
import { table } from "../parts/table.js";
import { ask, show } from "../parts/dialog.js";
import { say, waiting } from "../parts/notice.js";

export const channelsPage = {
  id: "channels",
  title: "Channels",
  group: "Runtime",
  watch(address, watched) {
    const names = running();
    names.forEach((name) => ["server/channels", "server/runtime/channels", "server/runtime/muxers"]
      .forEach((what) => watched.set(at(name, what), Math.max(5000, names.length * 400))));
  },
  view: () => page("Channels", "A channel is an address that a server listens on, with the protocols that it speaks there. A muxer reads what comes through them.",
    html`${card("All servers", channelTable(running()))}${card("Muxers", muxerTable(running()))}`),
};

/** The rows of a collection on these servers, each with its server. */
const collected = (names, kind) => names.flatMap((name) => (store.data(at(name, "server/runtime/" + kind))?.[kind] ?? []).map((row) => ({ ...row, server: name })));

const KINDS = { native: "native (epoll)", "io-uring": "native (io_uring)", java: "Java" };

/** What reads the sockets of these servers. */
export function muxerTable(names) {
  const channels = collected(names, "channels");
  const rows = collected(names, "muxers").map((row) => ({ ...row, channels: channels.filter((one) => one.server === row.server && one.muxer === row.name) }));
  if (rows.length === 0 && names.length) {
    return waiting(store.read(at(names[0], "server/runtime/muxers")), "the muxers");
  }
  return table({
    name: "muxers", label: "Muxers", rows, key: (row) => row.server + "/" + row.name,
    columns: [
      { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server },
      { head: "Muxer", cell: (row) => html`<span class="mono">${row.name}</span>`, by: (row) => row.name },
      { head: "Reads with", cell: (row) => KINDS[row.kind] ?? row.kind, by: (row) => row.kind },
      { head: "Socket readers", number: true, cell: (row) => number(row["socket-readers"]), by: (row) => row["socket-readers"] },
      { head: "Channels", cell: (row) => row.channels.map((one) => one.name).join(", ") || "–", by: (row) => row.channels.length },
      { head: "Open connections", number: true, cell: (row) => number(open(row)), by: open },
    ],
  });
}

const open = (row) => row.channels.reduce((sum, one) => sum + one.connections, 0);

/** The channels of these servers. */
export function channelTable(names) {
  const rows = names.flatMap((name) => (store.data(at(name, "server/channels"))?.channels ?? []).map((row) => ({ ...row, server: name })));
  if (rows.length === 0 && names.length) {
    return waiting(store.read(at(names[0], "server/channels")), "the channels");
  }
  const states = new Map(collected(names, "channels").map((one) => [one.server + "/" + one.name, one]));
  const state = (row) => states.get(row.server + "/" + row.name);
  return table({
    name: "channels", label: "Channels", rows, key: (row) => row.server + "/" + row.name,
    columns: [
      { head: "Server", cell: (row) => html`<a href=${link("servers", row.server)}>${row.server}</a>`, by: (row) => row.server },
      { head: "Channel", cell: (row) => html`${row.name}${row.admin ? html` <span class="mark">administration</span>` : nothing}`, by: (row) => row.name },
      { head: "Address", cell: (row) => html`<span class="mono">${row.address}</span>`, by: (row) => row.address },
      { head: "Protocols", cell: (row) => row.protocols.join(", "), by: (row) => row.protocols.join(" ") },
      { head: "Open", number: true, cell: (row) => state(row) ? html`${number(state(row).connections)} <span class="quiet">of ${number(state(row)["max-connections"])}</span>` : "–", by: (row) => state(row)?.connections ?? -1 },
      { head: "Accepted", number: true, cell: (row) => state(row) ? number(state(row).accepted) : "–", by: (row) => state(row)?.accepted ?? -1 },
      { head: "TLS", cell: (row) => row.secure ? html`<span class="badge good">● yes</span>` : html`<span class="quiet">${row.tls ? "too" : "no"}</span>`, by: (row) => (row.secure ? 2 : row.tls ? 1 : 0) },
      { head: "Handshakes", number: true, cell: (row) => row.tls ? html`${number(row.tls.handshakes)} <span class="quiet">${row.tls["failed-handshakes"]} failed</span>` : "–", by: (row) => row.tls?.handshakes ?? -1 },
      { head: "Certificate until", cell: (row) => row.tls?.certificates?.length ? until(row.tls.certificates) : "–", by: (row) => row.tls?.certificates?.[0]?.["not-after"] ?? "" },
      { head: html`<span class="visually-hidden">Actions</span>`, cell: (row) => row.tls ? html`<div class="actions">${button("Certificates", () => certificates(row), { kind: "small" })}${button("Read again …", () => reload(row), { kind: "small", whyNot: whyNot("operator") })}</div>` : nothing },
    ],
  });
}

function until(certificates) {
  const end = certificates.map((one) => one["not-after"]).sort()[0];
  const days = (new Date(end) - Date.now()) / 86_400_000;
  return days < 30 ? html`<b class="badge bad">▲ ${days < 0 ? "expired" : Math.floor(days) + " days"}</b>` : moment(end);
}

function certificates(row) {
  show("Certificates of " + row.name + " on " + row.server, html`${row.tls.certificates.map((one) => html`<dl class="facts">
    <div><dt>Subject</dt><dd>${one.subject}</dd></div><div><dt>Issuer</dt><dd>${one.issuer}</dd></div><div><dt>Names</dt><dd>${one.names.join(", ")}</dd></div>
    <div><dt>Until</dt><dd>${moment(one["not-after"])}</dd></div><div><dt>SHA-256</dt><dd class="mono">${one["sha-256"]}</dd></div></dl><hr>`)}`);
}

async function reload(row) {
  const done = await ask({
    title: "Read the certificates again?", action: "Read again",
    body: html`<p><b>${row.name}</b> on <b>${row.server}</b> reads its certificates, keys and trust from their files. Connections that are open stay; new ones get what is in the files. Where the files cannot be used, the channel keeps what it has.</p>`,
    work: () => api.post(at(row.server, "server/channels/" + part(row.name) + "/reload-tls")).then(() => true),
  });
  if (done) {
    say("The certificates of " + row.name + " on " + row.server + " are read again");
    store.refresh(at(row.server, "server/channels"));
  }
}
