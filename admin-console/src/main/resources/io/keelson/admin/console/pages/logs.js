/* The logs of all servers as they are written. */
import { html, nothing, repeat } from "../core/html.js";
import { log, stream } from "../core/live.js";
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
  watch: () => {},
  view(address) {
    const find = address.query.get("find") ?? "";
    const level = address.query.get("level") ?? "";
    const name = address.query.get("server") ?? "";
    const lines = (held ?? log.lines).filter((line) => fits(line, find.toLowerCase(), level, name)).slice(-SHOWN);
    follow();
    return page("Logs", "What the servers write, as they write it. The newest line is below; the page keeps the last 2,000.", html`
      ${stream.open ? nothing : html`${remark("warn", "The stream of events is not open, so no new lines come. The page tries again by itself.")}<br>`}
      <section class="card" aria-label="Log">
        <div class="table-bar">
          <input type="search" placeholder="Find" aria-label="Find in the log" .value=${find} @input=${(e) => setQuery({ find: e.target.value })}>
          <label>From <select @change=${(e) => setQuery({ level: e.target.value })}>${["", ...LEVELS].map((one) => html`<option value=${one} ?selected=${one === level}>${one || "every level"}</option>`)}</select></label>
          <label>Server <select @change=${(e) => setQuery({ server: e.target.value })}><option value="">all</option>${servers().map((one) => html`<option value=${one.name} ?selected=${one.name === name}>${one.name}</option>`)}</select></label>
          <span class="grow"></span>
          <span class="quiet">${lines.length} lines${log.dropped ? ", " + log.dropped + " older ones are gone" : ""}</span>
          ${button(held ? "Go on (" + Math.max(0, log.lines.length - held.length) + " new)" : "Hold", () => { held = held ? undefined : [...log.lines]; changed(); })}
        </div>
        <div class="logtext" id="log" tabindex="0" role="log" aria-live="off" aria-label="Lines">
          ${lines.length === 0 ? html`<p class="empty">${log.lines.length ? "No line fits." : "No line has come since this page was opened."}</p>` : repeat(lines, (line) => line, row)}
        </div></section>`);
  },
};

function fits(line, find, level, name) {
  return (!name || line.server === name) && (!level || LEVELS.indexOf(line.level) >= LEVELS.indexOf(level))
    && (!find || JSON.stringify(line).toLowerCase().includes(find));
}

function row(line) {
  const when = new Date(line.when ?? line.time ?? line.timestamp);
  return html`<div class="logline ${line.level}"><span class="quiet">${when.toLocaleTimeString("en", { hour12: false })}.${String(when.getMilliseconds()).padStart(3, "0")}</span><span>${line.server ?? ""}</span><span class="level">${line.level}</span><span class="what">${line.message}${line.thrown || line.exception ? "\n" + (line.thrown ?? line.exception) : nothing}</span></div>`;
}

/** Stays at the newest line where it was there before. */
function follow() {
  const box = document.getElementById("log");
  if (box && box.scrollHeight - box.scrollTop - box.clientHeight < 40) {
    requestAnimationFrame(() => { box.scrollTop = box.scrollHeight; });
  }
}
