/*
 * A table that is sorted by its heads, filtered by a field, and draws a hundred rows at first: a thousand rows that change every other second would
 * otherwise keep the browser busy. Its state is kept by name, so that it outlives the page's drawing.
 */
import { html, nothing, repeat } from "../core/html.js";
import { changed } from "../core/store.js";

const AT_FIRST = 100;
const kept = new Map();

/**
 * @param name keeps sort and filter apart from other tables'
 * @param columns {head, cell(row), by(row) to sort, number, text(row) to filter}
 * @param rows the rows
 * @param key(row) what stays the same of a row
 * @param label what the table lists, for those who do not see it
 */
export function table({ name, columns, rows, key, label, empty = "Nothing here yet.", filter = rows.length > 8, tools = nothing }) {
  const state = kept.get(name) ?? { sort: -1, down: false, filter: "", all: false };
  kept.set(name, state);
  const found = sorted(filtered(rows, columns, state.filter), columns, state);
  const shown = state.all ? found : found.slice(0, AT_FIRST);
  const bar = filter || state.filter || tools !== nothing;
  return html`${bar ? html`<div class="table-bar">
      ${filter || state.filter ? html`<input type="search" placeholder=${(rows.length > 1 ? "Filter " + rows.length + " " : "Filter ") + label.toLowerCase()} aria-label="Filter ${label.toLowerCase()}"
        .value=${state.filter} @input=${(e) => { state.filter = e.target.value; changed(); }}>` : nothing}
      <span class="grow"></span>${tools}</div>` : nothing}
    ${found.length === 0 ? html`<p class="empty">${rows.length ? "Nothing matches the filter." : empty}</p>` : html`
    <div class="table-wrap" tabindex="0" role="group" aria-label=${label}><table>
      <thead><tr>${columns.map((column, i) => head(column, i, state))}</tr></thead>
      <tbody>${repeat(shown, key, (row) => html`<tr>${columns.map((column) => html`<td class=${column.number ? "number" : ""}>${column.cell(row)}</td>`)}</tr>`)}</tbody>
    </table></div>
    ${shown.length < found.length ? html`<p class="more"><button @click=${() => { state.all = true; changed(); }}>Show all ${found.length}</button>
      <span class="quiet">${shown.length} are shown</span></p>` : nothing}`}`;
}

function head(column, i, state) {
  const sort = state.sort === i ? (state.down ? "descending" : "ascending") : "none";
  if (!column.by) {
    return html`<th scope="col" class=${column.number ? "number" : ""}>${column.head}</th>`;
  }
  const turn = () => {
    // Numbers are most often wanted with the largest first.
    state.down = state.sort === i ? !state.down : Boolean(column.number);
    state.sort = i;
    changed();
  };
  return html`<th scope="col" class=${column.number ? "number" : ""} aria-sort=${sort}><button class="sort" @click=${turn}>${column.head}<span aria-hidden="true">${sort === "none" ? "" : state.down ? " ↓" : " ↑"}</span></button></th>`;
}

function filtered(rows, columns, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return rows;
  }
  const texts = columns.map((column) => column.text ?? column.by).filter(Boolean);
  return rows.filter((row) => {
    const all = texts.map((one) => String(one(row) ?? "")).join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

const collator = new Intl.Collator("en", { numeric: true });

function sorted(rows, columns, state) {
  const by = columns[state.sort]?.by;
  if (!by) {
    return rows;
  }
  const order = state.down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const x = by(a);
    const y = by(b);
    return order * (typeof x === "number" && typeof y === "number" ? x - y : collator.compare(String(x ?? ""), String(y ?? "")));
  });
}
