/* What stands around each page: navigation, the bar above with the change under way, messages. */
import { html, nothing } from "./core/html.js";
import * as api from "./core/api.js";
import * as store from "./core/store.js";
import { route, link, go } from "./core/router.js";
import { session, end } from "./core/session.js";
import { stream, onAlarm } from "./core/live.js";
import { servers } from "./core/domain.js";
import { pages } from "./pages/index.js";
import { say, saidWords, sayFailure } from "./parts/notice.js";
import { alarming } from "./parts/bits.js";
import { forgetAll } from "./parts/field.js";

const THEMES = { auto: ["light", "Theme: as the system"], light: ["dark", "Theme: light"], dark: ["auto", "Theme: dark"] };
let open = false;

export function frame(address, current, body) {
  const domain = store.data("domain");
  return html`
    <a class="skip" href="#main" @click=${skip}>Skip to the page</a>
    <aside class="side ${open ? "open" : ""}">
      <a class="brand" href="#/overview"><img src="icon.svg" width="28" height="28" alt=""><span>Keelson<small>${domain?.name ?? ""}</small></span></a>
      <nav aria-label="Pages">${groups(address)}</nav>
      <p class="side-foot">Revision ${domain?.revision ?? "–"}<br>${stream.open ? "Live" : "Read every few seconds"}</p>
    </aside>
    <div class="main">
      <header class="top">
        <button class="plain menu" aria-label="Pages" aria-expanded=${open} @click=${() => { open = !open; store.changed(); }}>☰</button>
        ${search()}
        <span class="grow"></span>
        ${alarms()}
        ${changeMark()}
        ${theme()}
        <span class="user" title=${"Roles: " + [...session.roles].join(", ")}>${session.user}</span>
        <button class="plain" @click=${logOut}>Log out</button>
      </header>
      ${store.read("domain/servers").error?.status === 0 ? html`<p class="banner bad" role="alert">The admin server does not answer. What is shown is from before; the page tries again by itself. The other servers go on serving.</p>` : nothing}
      ${fromBefore()}
      <main id="main" tabindex="-1">${body}</main>
    </div>
    ${saidWords()}`;
}

/** What could not be read again is shown as it was: says so, since when, and why. */
function fromBefore() {
  const old = store.stale();
  if (old.length === 0) {
    return nothing;
  }
  const since = new Date(Math.min(...old.map((one) => one.good))).toLocaleTimeString();
  const reasons = new Map(old.map(({ error }) => [error.message, error]));
  return html`<div class="banner warn" role="status">A part of this page could not be read again: it is as it was at ${since}.
    ${[...reasons.values()].map((error) => html`<p class="advice">${error.message.replace(/\.?$/, ".")} ${error.advice ?? ""}</p>`)}</div>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function groups(address) {
  const all = pages();
  const names = [...new Set(all.map((page) => page.group))];
  return names.map((name) => html`<h2>${name}</h2><ul>${all.filter((page) => page.group === name && !page.hidden?.()).map((page) => html`
    <li><a href=${link(page.id)} aria-current=${page.id === address.page ? "page" : nothing} @click=${() => { open = false; }}>${page.title}${page.count?.() ? html`<span class="count">${page.count()}</span>` : nothing}</a></li>`)}</ul>`);
}

/** Goes to a server, an application or a page by its name. */
function search() {
  const places = [
    ...pages().filter((page) => !page.hidden?.()).map((page) => [page.title, link(page.id)]),
    ...servers().map((one) => ["Server " + one.name, link("servers", one.name)]),
  ];
  const chosen = (event) => {
    const text = event.target.value.trim().toLowerCase();
    const found = places.find(([name]) => name.toLowerCase() === text) ?? (event.type === "change" && places.find(([name]) => name.toLowerCase().includes(text)));
    if (text && found) {
      event.target.value = "";
      event.target.blur();
      go(found[1]);
    }
  };
  return html`<input class="go" type="search" list="places" placeholder="Go to … ( / )" aria-label="Go to a page or server" @change=${chosen}>
    <datalist id="places">${places.map(([name]) => html`<option value=${name}></option>`)}</datalist>`;
}

function alarms() {
  const failed = servers().filter((one) => alarming(one.state));
  const restart = servers().filter((one) => one["restart-needed"]?.length);
  return html`${failed.length ? html`<a class="pill bad" href="#/servers">▲ ${failed.length === 1 ? failed[0].name + " has failed" : failed.length + " servers have failed"}</a>` : nothing}
    ${restart.length ? html`<a class="pill warn" href="#/servers">◆ ${restart.length === 1 ? restart[0].name + " needs a restart" : restart.length + " servers need a restart"}</a>` : nothing}`;
}

function changeMark() {
  const edit = store.data("edit");
  if (!edit?.locked) {
    return nothing;
  }
  const mine = edit.owner === session.user;
  const count = edit.changes?.length ?? 0;
  return html`<a class="pill ${mine ? "accent" : "warn"}" href="#/changes">${mine ? (count ? count + (count === 1 ? " change" : " changes") + " to activate" : "You hold the edit lock") : edit.owner + " is editing"}</a>`;
}

function theme() {
  const now = document.documentElement.dataset.theme ?? "auto";
  const [next, label] = THEMES[now] ?? THEMES.auto;
  const turn = () => {
    document.documentElement.dataset.theme = next;
    localStorage.setItem("keelson.theme", next);
    store.changed();
  };
  return html`<button class="plain" aria-label=${label} title=${label} @click=${turn}>${{ auto: "◐", light: "☀", dark: "☾" }[now]}</button>`;
}

async function logOut() {
  try {
    const said = await api.remove("login");
    forgetAll();
    end();
    if (said?.logout) {
      location.href = said.logout;
      return;
    }
    go("#/overview");
  } catch (error) {
    sayFailure("You are not logged out", error);
  }
}

onAlarm((alarm) => say(alarm.message, alarm.state === "OVER" ? "good" : "bad"));

document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.closest?.("dialog");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    document.querySelector("input.go")?.focus();
  }
});
