/* The logs of all servers as they are written. */
import { html, nothing, repeat } from "../core/html.js";
import { log, follow } from "../core/tail.js";
import { changed } from "../core/store.js";
import { setQuery } from "../core/router.js";
import { servers } from "../core/domain.js";
import { page, button } from "../parts/bits.js";
import { remark } from "../parts/notice.js";

const LEVELS = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"];
const SHOWN = 500;
let held;

export const logsPage = {
  id: "logs",
  title: "Logs",
  group: "Runtime",
  watch: () => follow(),
  view(address) {
    const find = address.query.get("find") ?? "";
    const level = address.query.get("level") ?? "";
    const name = address.query.get("server") ?? "";
    const fitting = (held ?? log.records).filter((record) => fits(record, find.toLowerCase(), level, name));
    const shown = fitting.slice(-SHOWN);
    stayBelow();
    return page("Logs", "What all servers write, as they write it; each server keeps its last 1,000 records for this. The whole logs are files of the servers.", html`
      ${log.failed.size ? html`${remark("warn", "No records from " + [...log.failed].map(([server, error]) => server + " (" + error.message + ")").join(", "))}<br>` : nothing}
      <section class="card" aria-label="Log">
        <div class="table-bar">
          <input type="search" placeholder="Find" aria-label="Find in the log" .value=${find} @input=${(e) => setQuery({ find: e.target.value })}>
          <label>From <select @change=${(e) => setQuery({ level: e.target.value })}>${["", ...LEVELS].map((one) => html`<option value=${one} ?selected=${one === level}>${one || "every level"}</option>`)}</select></label>
          <label>Server <select @change=${(e) => setQuery({ server: e.target.value })}><option value="">all</option>${servers().map((one) => html`<option value=${one.name} ?selected=${one.name === name}>${one.name}</option>`)}</select></label>
          <span class="grow"></span>
          <span class="quiet">${fitting.length} records${shown.length < fitting.length ? ", the last " + shown.length + " are shown" : ""}</span>
          ${button(held ? "Go on" : "Hold", () => { held = held ? undefined : log.records; changed(); })}
        </div>
        <div class="logtext" id="log" tabindex="0" role="log" aria-live="off" aria-label="Records">
          ${shown.length === 0 ? html`<p class="empty">${log.records.length ? "No record fits." : "No record has come yet."}</p>` : repeat(shown, (record) => record.key, row)}
        </div></section>`);
  },
};

function fits(record, find, level, name) {
  return (!name || record.server === name) && (!level || LEVELS.indexOf(record.severity) >= LEVELS.indexOf(level))
    && (!find || (record.server + " " + record.logger + " " + (record.id ?? "") + " " + record.message + " " + (record.exception?.["stack-trace"] ?? "")).toLowerCase().includes(find));
}

function row(record) {
  const when = new Date(record.timestamp);
  return html`<div class="logline ${record.severity}"><span class="quiet">${when.toLocaleTimeString("en", { hour12: false })}.${String(when.getMilliseconds()).padStart(3, "0")}</span><span>${record.server}</span><span class="level">${record.severity}</span><span class="what">${record.id && !record.message.startsWith(record.id) ? record.id + ": " : nothing}${record.message}${record.exception ? html`<details><summary>${record.exception.type}</summary>${record.exception["stack-trace"]}</details>` : nothing}</span></div>`;
}

/** Stays at the newest record where it was there before. */
function stayBelow() {
  const box = document.getElementById("log");
  if (!box || box.scrollHeight - box.scrollTop - box.clientHeight < 40) {
    requestAnimationFrame(() => {
      const drawn = document.getElementById("log");
      if (drawn) {
        drawn.scrollTop = drawn.scrollHeight;
      }
    });
  }
}
