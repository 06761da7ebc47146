/* The domain as a picture: who is in a cluster, what flows, who holds what. */
import { html, svg, nothing } from "../core/html.js";
import * as store from "../core/store.js";
import { at } from "../core/api.js";
import { link } from "../core/router.js";
import * as past from "../core/past.js";
import { servers, clusters, spokesman, answers, kinds, absent } from "../core/domain.js";
import { rate, alarming } from "../parts/bits.js";

const BOX = { width: 206, height: 118, gap: 26 };
/** So wide it is at least: a few servers would be drawn as large as a page otherwise. */
const NARROWEST = 900;
const LONGEST_NAME = 20;
const LEFT = 20;
const TOP = 18;

/** Places of everything, by arithmetic only: no box moves while values change. */
function layout() {
  const all = servers();
  const groups = clusters();
  const grouped = new Set(groups.flatMap((one) => one.members));
  const balancers = all.filter((one) => !grouped.has(one.name) && kinds(one.name).includes("balancer"));
  const alone = all.filter((one) => !grouped.has(one.name) && !balancers.includes(one));
  const places = new Map();
  const frames = [];
  const indent = balancers.length ? LEFT + BOX.width + 90 : LEFT;
  let y = TOP;
  for (const group of groups) {
    const perRow = Math.min(4, Math.max(1, group.members.length));
    const rows = Math.ceil(group.members.length / perRow);
    const frame = { name: group.name, group, x: indent, y, width: perRow * (BOX.width + BOX.gap) + BOX.gap, height: rows * (BOX.height + 46) + 52 };
    group.members.forEach((name, i) => places.set(name, {
      x: frame.x + BOX.gap + (i % perRow) * (BOX.width + BOX.gap),
      y: frame.y + 44 + Math.floor(i / perRow) * (BOX.height + 46),
      cluster: group,
    }));
    frames.push(frame);
    y += frame.height + 24;
  }
  const middle = frames.length ? (TOP + y - 24) / 2 - BOX.height / 2 : TOP;
  balancers.forEach((one, i) => places.set(one.name, { x: LEFT, y: middle + (i - (balancers.length - 1) / 2) * (BOX.height + BOX.gap) }));
  const perLine = Math.max(1, Math.floor((Math.max(...frames.map((one) => one.x + one.width), 960) - indent) / (BOX.width + BOX.gap)));
  alone.forEach((one, i) => places.set(one.name, { x: indent + BOX.gap + (i % perLine) * (BOX.width + BOX.gap), y: y + Math.floor(i / perLine) * (BOX.height + BOX.gap) }));
  if (alone.length) {
    y += Math.ceil(alone.length / perLine) * (BOX.height + BOX.gap);
  }
  const width = Math.max(NARROWEST, ...[...places.values()].map((one) => one.x + BOX.width + BOX.gap), ...frames.map((one) => one.x + one.width)) + LEFT;
  return { places, frames, balancers, width, height: Math.max(y, TOP + BOX.height) + 8 };
}

const runtime = (name, kind) => store.data(at(name, "server/runtime/" + kind))?.[kind] ?? [];

export function picture() {
  const { places, frames, balancers, width, height } = layout();
  return html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="group" aria-label="The servers of the domain and how they hang together">
      ${frames.map(clusterFrame)}
      ${balancers.map((one) => wires(one, places))}
      ${frames.map((frame) => pairs(frame, places))}
      ${servers().map((one) => places.has(one.name) ? box(one, places.get(one.name)) : nothing)}
    </svg>
    <p class="key"><span>${key("wire")} requests from a load balancer</span><span>${key("pair")} members that keep copies of each other's sessions</span><span>Chips below a server: leases that it holds</span></p>`;
}

const key = (kind) => html`<svg viewBox="0 0 26 10" aria-hidden="true"><line class=${kind} x1="0" y1="5" x2="26" y2="5"></line></svg>`;

function clusterFrame(frame) {
  const one = spokesman(frame.group);
  const view = one ? store.data(at(one, "server/cluster")) : undefined;
  const leases = one ? store.data(at(one, "server/leases")) : undefined;
  const { coming, missing } = absent(frame.group, view);
  const text = [
    view && !view.formed ? "not formed" : "",
    missing.length ? "missing: " + missing.join(", ") : "",
    coming.length ? "starting: " + coming.join(", ") : "",
    leases ? "leases by " + leases.basis + (leases.leader ? ", led by " + leases.leader : ", nobody leads") : "",
  ].filter(Boolean).join(" · ");
  return svg`<g><rect class="cluster" x=${frame.x} y=${frame.y} width=${frame.width} height=${frame.height} rx="14"></rect>
    <text class="name" x=${frame.x + BOX.gap} y=${frame.y + 27}>${frame.name}</text>
    <text class="minor" x=${frame.x + BOX.gap + frame.name.length * 8.6 + 12} y=${frame.y + 27}>${text}</text></g>`;
}

/** From a balancer to each of its servers; it moves where requests came since the last look. */
function wires(balancer, places) {
  const from = places.get(balancer.name);
  return runtime(balancer.name, "balancer").map((target) => {
    const to = places.get(target.name);
    if (!to) {
      return nothing;
    }
    const x1 = from.x + BOX.width;
    const y1 = from.y + BOX.height / 2;
    // Below its cluster's name, and above the boxes, so that no line crosses a server.
    const y2 = to.y;
    const x2 = to.x + BOX.width / 2;
    const busy = (past.last(balancer.name, "rate") ?? 0) > 0 || target.active > 0;
    const lane = to.y - 9;
    return svg`<path class="wire ${target.condition === "ready" && busy ? "flow" : ""}" d="M${x1} ${y1} C${x1 + 55} ${y1}, ${x1 + 20} ${lane}, ${x1 + 80} ${lane} L${x2 - 8} ${lane} Q${x2} ${lane}, ${x2} ${y2}"></path>`;
  });
}

/** Between members that keep sessions in copies: which copy is whose changes with each session, so the line is between the servers. */
function pairs(frame, places) {
  const copying = frame.group.members.filter((name) => runtime(name, "session-replication").some((one) => one.primaries + one.secondaries > 0));
  return copying.slice(1).map((name, i) => {
    const a = places.get(copying[i]);
    const b = places.get(name);
    const y = Math.max(a.y, b.y) + BOX.height - 22;
    if (a.y === b.y && b.x - a.x > BOX.width + BOX.gap) {
      // Others stand between them, that have nothing to do with it: below these, and beside the chips.
      const [from, to, below] = [a.x + BOX.width - 24, b.x + BOX.width - 24, a.y + BOX.height];
      return svg`<path class="pair" d="M${from} ${below} C${from} ${below + 34} ${to} ${below + 34} ${to} ${below}"></path>`;
    }
    return a.y === b.y
      ? svg`<line class="pair" x1=${a.x + BOX.width} y1=${y} x2=${b.x} y2=${y}></line>`
      : svg`<path class="pair" d="M${a.x + BOX.width / 2} ${a.y + BOX.height} L${b.x + BOX.width / 2} ${b.y}"></path>`;
  });
}

function box(one, place) {
  const alive = answers(one);
  // Copies of an application that is not there any more are forgotten when their time is over; nobody can use them.
  const there = new Set(runtime(one.name, "sessions").map((each) => each.application));
  const replication = runtime(one.name, "session-replication").filter((each) => there.has(each.application)).reduce((sum, each) => ({ p: sum.p + each.primaries, s: sum.s + each.secondaries }), { p: 0, s: 0 });
  const sessions = runtime(one.name, "sessions").reduce((sum, each) => sum + each["in-memory"], 0);
  const executing = past.last(one.name, "executing") ?? 0;
  const queued = past.last(one.name, "queued") ?? 0;
  const requests = past.last(one.name, "rate");
  const kind = alarming(one.state) ? "bad" : one.state === "RUNNING" ? "good" : alive ? "warn" : "off";
  const x = place.x + 14;
  const copies = replication.p + replication.s > 0 ? replication.p + " primary, " + replication.s + (replication.s === 1 ? " copy" : " copies") : sessions + " sessions";
  const balancing = runtime(one.name, "balancer");
  const third = balancing.length ? balancing.filter((each) => each.condition === "ready").length + " of " + balancing.length + " servers ready" : copies;
  return svg`<a href=${link("servers", one.name)} aria-label="${one.name}: ${one.state}, ${rate(requests)} requests a second, ${executing} threads at work, ${queued} queued, ${third}">
    <rect class="box ${kind === "bad" || kind === "off" ? kind : ""}" x=${place.x} y=${place.y} width=${BOX.width} height=${BOX.height} rx="10"></rect>
    <circle class="dot ${kind}" cx=${x + 4} cy=${place.y + 21} r="5"></circle>
    <text class="name" x=${x + 16} y=${place.y + 26}>${one.name.length > LONGEST_NAME ? one.name.slice(0, LONGEST_NAME - 1) + "…" : one.name}</text>
    ${alive ? svg`<text x=${x} y=${place.y + 52}>${rate(requests)} requests/s</text>
      <text class="minor" x=${x} y=${place.y + 71}>${executing} at work, ${queued} queued</text>
      <rect class="meter-rest" x=${x} y=${place.y + 79} width=${BOX.width - 28} height="5" rx="2.5"></rect>
      <rect class="meter" x=${x} y=${place.y + 79} width=${Math.min(1, executing / 20) * (BOX.width - 28)} height="5" rx="2.5"></rect>
      <text class="minor" x=${x} y=${place.y + 104}>${third}</text>` : svg`<text x=${x} y=${place.y + 52}>${one.state.toLowerCase().replaceAll("_", " ")}</text>`}
    ${chips(one, place)}</a>`;
}

/** The leases that a server holds, as the first member that was asked knows them. */
function chips(one, place) {
  const speaker = place.cluster ? spokesman(place.cluster) : undefined;
  const held = (speaker ? store.data(at(speaker, "server/leases"))?.leases ?? [] : []).filter((lease) => lease.owner === one.name);
  let x = place.x;
  const shown = held.slice(0, 2);
  return shown.map((lease) => {
    const text = lease.name.length > 20 ? lease.name.slice(0, 19) + "…" : lease.name;
    const width = text.length * 6.3 + 16;
    const here = x;
    x += width + 5;
    return svg`<g><rect class="lease" x=${here} y=${place.y + BOX.height + 6} width=${width} height="20" rx="10"></rect><text class="lease-name" x=${here + 8} y=${place.y + BOX.height + 20}>${text}</text></g>`;
  }).concat(held.length > 2 ? [svg`<text class="minor" x=${x + 2} y=${place.y + BOX.height + 20}>and ${held.length - 2} more</text>`] : []);
}
