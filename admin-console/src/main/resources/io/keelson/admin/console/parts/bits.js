/* Small things that several pages show. */
import { html, svg, nothing } from "../core/html.js";
import { say } from "./notice.js";

const GOOD = ["RUNNING", "ACTIVE", "AVAILABLE", "IDLE", "READY", "APPLIED", "DONE", "PRIMARY", "SECONDARY", "MEMORY", "STORED", "ENROLLED", "STARTED", "COMPLETED"];
const BAD = ["FAILED", "FAILED_NOT_RESTARTABLE", "UNREACHABLE", "NO_MACHINE", "AWAY", "REFUSED", "STUCK", "OVERLOADED", "DOWN", "DEAD", "REMOVED"];
const OFF = ["SHUTDOWN", "STOPPED", "NOT_RUNNING", "UNKNOWN", "NONE", "INACTIVE", "SKIPPED", "GONE", "ENDED", "WAITING"];

/** A state as a word with a mark: never by colour alone. */
export function badge(state, title = "") {
  const text = String(state ?? "unknown");
  const word = text.toUpperCase();
  const kind = GOOD.includes(word) ? "good" : BAD.includes(word) ? "bad" : OFF.includes(word) ? "off" : "warn";
  const mark = { good: "●", bad: "▲", off: "○", warn: "◆" }[kind];
  return html`<span class="badge ${kind}" title=${title || nothing}><span aria-hidden="true">${mark}</span> ${text.toLowerCase().replaceAll("_", " ")}</span>`;
}

/** Whether a state needs somebody's eyes. */
export function alarming(state) {
  return BAD.includes(state);
}

export const card = (title, body, { tools = nothing, wide = false, id = "" } = {}) => html`
  <section class="card ${wide ? "wide" : ""}" aria-label=${title} id=${id || nothing}>
    <header><h2>${title}</h2>${tools}</header>${body}</section>`;

export const stat = (label, value, note = nothing, kind = "") => html`
  <div class="stat ${kind}"><span class="label">${label}</span><span class="value">${value}</span><span class="note">${note}</span></div>`;

/** Names one after the other; a line ends between them and not at a hyphen in one. */
export const unbroken = (list) => list.map((name, i) => html`${i ? ", " : nothing}<span class="nowrap">${name}</span>`);

/** Pairs of names and values. */
export const facts = (pairs) => html`<dl class="facts">${pairs.filter(Boolean).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value ?? html`<span class="quiet">none</span>`}</dd></div>`)}</dl>`;

/** How much of a whole is used; drawn, and said. */
export function bar(value, most, label) {
  const part = most > 0 ? Math.min(1, value / most) : 0;
  const kind = part > 0.9 ? "bad" : part > 0.7 ? "warn" : "good";
  return html`<svg class="bar ${kind}" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${label}: ${value} of ${most}">
    <rect class="rest" width="100" height="6" rx="3"></rect>${svg`<rect class="part" width=${part * 100} height="6" rx="3"></rect>`}</svg>`;
}

/** A line of the last values, as high as wide allows; for tables. */
export function spark(values, label) {
  const known = values.slice(-60);
  const most = Math.max(1, ...known.map((one) => one ?? 0));
  const step = known.length > 1 ? 100 / (known.length - 1) : 100;
  const points = known.map((one, i) => (one === null ? null : (i * step).toFixed(1) + "," + (23 - (one / most) * 21).toFixed(1))).filter(Boolean).join(" ");
  return html`<svg class="spark" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label=${label}><polyline points=${points}></polyline></svg>`;
}

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export const number = (value) => (value === undefined || value === null ? "–" : whole.format(value));
export const rate = (value) => (value === undefined || value === null ? "–" : (value >= 100 ? whole.format(Math.round(value)) : short.format(value)));

export function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  let left = value;
  while (left >= 1024 && i < units.length - 1) {
    left /= 1024;
    i++;
  }
  return short.format(left) + " " + units[i];
}

export function duration(millis) {
  if (millis === undefined || millis === null) {
    return "–";
  }
  const seconds = Math.round(millis / 1000);
  if (millis < 1000) {
    return Math.round(millis) + " ms";
  }
  if (seconds < 120) {
    return seconds + " s";
  }
  if (seconds < 7200) {
    return Math.round(seconds / 60) + " min";
  }
  return seconds < 172_800 ? Math.round(seconds / 3600) + " h" : Math.round(seconds / 86_400) + " days";
}

/** A moment, with how long ago it was to be seen on it. */
export function moment(text) {
  if (!text) {
    return html`<span class="quiet">–</span>`;
  }
  const when = new Date(text);
  const today = when.toDateString() === new Date().toDateString();
  return html`<time datetime=${text} title=${when.toLocaleString()}>${today ? when.toLocaleTimeString() : when.toLocaleString()}</time>`;
}

export const page = (title, lead, body, tools = nothing) => html`
  <header class="page-head"><div><h1 tabindex="-1">${title}</h1>${lead ? html`<p class="lead">${lead}</p>` : nothing}</div><div class="actions">${tools}</div></header>${body}`;

/** Tabs as links: each has its address. */
export const tabs = (list, current, label) => html`<nav class="tabs" aria-label=${label}>${list.map(([name, text, address]) => html`
  <a href=${address} aria-current=${name === current ? "page" : nothing}>${text}</a>`)}</nav>`;

/** A button that says why it cannot be pressed, as a tip and to whoever presses it; it keeps its place in the order of the keyboard. */
export const button = (text, action, { kind = "", whyNot = "", label = "" } = {}) => html`
  <button class=${kind} aria-disabled=${whyNot ? "true" : nothing} title=${whyNot || nothing} aria-label=${label || nothing} @click=${(e) => (whyNot ? say(whyNot, "warn") : action(e))}>${text}</button>`;
