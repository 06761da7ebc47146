/* What went wrong, and what to do; and short words that something was done. */
import { html, nothing, repeat } from "../core/html.js";
import { changed } from "../core/store.js";

/** A failure in place of what would have been there. */
export function failure(error) {
  return html`<div class="notice bad" role="alert">
    <strong>${error.title ?? "The page failed"}</strong>
    <p>${error.message}</p>
    ${causes(error)}
    ${error.advice ? html`<p class="advice">${error.advice}</p>` : nothing}
  </div>`;
}

/** The causes as the server names them. */
export function causes(error) {
  const list = error.causes ?? [];
  return list.length ? html`<ul class="causes">${list.map((one) => html`<li>${one}</li>`)}</ul>` : nothing;
}

/** A remark that stays where it is. */
export function remark(kind, text, action = nothing) {
  return html`<div class="notice ${kind}"><p>${text}</p>${action}</div>`;
}

/** What stands for an entry of the store while it has no data. */
export function waiting(entry, what) {
  if (entry.error) {
    return failure(entry.error);
  }
  return html`<p class="empty" role="status">Reading ${what} …</p>`;
}

const words = [];
let next = 1;

/** Says something for some seconds, or a failure until it is closed. */
export function say(text, kind = "good", error = undefined) {
  const word = { id: next++, text, kind, error };
  words.push(word);
  changed();
  if (kind !== "bad") {
    setTimeout(() => close(word), 6000);
  }
}

/** Says that something failed, and what to do. */
export function sayFailure(what, error) {
  if (!error.title) {
    console.error(error);
  }
  say(what, "bad", error);
}

function close(word) {
  const place = words.indexOf(word);
  if (place >= 0) {
    words.splice(place, 1);
    changed();
  }
}

/** Where these words are shown. */
export function saidWords() {
  return html`<div class="words" aria-live="polite">${repeat(words, (word) => word.id, (word) => html`
    <div class="word ${word.kind}" role=${word.kind === "bad" ? "alert" : "status"}>
      <div><strong>${word.text}</strong>${word.error ? html`<p>${word.error.message}</p>${causes(word.error)}${word.error.advice ? html`<p class="advice">${word.error.advice}</p>` : nothing}` : nothing}</div>
      <button class="plain" aria-label="Close this message" @click=${() => close(word)}>×</button>
    </div>`)}</div>`;
}
