/* What the pages need of lit-html, in one place: which library draws them is known here only. */
export { html, svg, render, nothing } from "../lib/lit-html/lit-html.js";
export { repeat } from "../lib/lit-html/directives/repeat.js";
export { live } from "../lib/lit-html/directives/live.js";
