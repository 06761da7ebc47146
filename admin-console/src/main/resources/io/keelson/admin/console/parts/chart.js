/* Charts over the last hour: uPlot in an element of its own, which lives as long as it is in the page. */
import { html } from "../core/html.js";

const COLOURS = ["--series-1", "--series-2", "--series-3", "--series-4", "--series-5", "--series-6"];

class Chart extends HTMLElement {
  #plot;
  #shape = "";
  #watcher;
  #model;

  set model(model) {
    this.#model = model;
    this.#draw();
  }

  connectedCallback() {
    this.#watcher = new ResizeObserver(() => {
      if (this.#plot && this.clientWidth > 0 && this.clientWidth !== this.#plot.width) {
        this.#plot.setSize({ width: this.clientWidth, height: this.#height() });
      }
    });
    this.#watcher.observe(this);
    this.#draw();
  }

  disconnectedCallback() {
    this.#watcher?.disconnect();
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#shape = "";
  }

  #height() {
    return this.#model.height ?? 180;
  }

  #draw() {
    const model = this.#model;
    if (!this.isConnected || !model || model.times.length === 0 || this.clientWidth === 0) {
      return;
    }
    // Colours are part of the shape: a change of theme draws anew.
    const style = getComputedStyle(this);
    const shape = model.labels.join("|") + style.getPropertyValue("color") + style.colorScheme;
    if (this.#plot && shape !== this.#shape) {
      this.#plot.destroy();
      this.#plot = undefined;
    }
    const data = [model.times, ...model.columns];
    if (this.#plot) {
      this.#plot.setData(data);
      return;
    }
    this.#shape = shape;
    this.#plot = new window.uPlot(this.#options(style), data, this);
  }

  #options(style) {
    const model = this.#model;
    const text = style.getPropertyValue("color");
    // A drawing needs the colour that a property stands for in this scheme.
    const colour = (name) => {
      this.style.setProperty("outline-color", "var(" + name + ")");
      const value = getComputedStyle(this).outlineColor;
      this.style.removeProperty("outline-color");
      return value;
    };
    const grid = { stroke: colour("--line"), width: 1 };
    const axis = { stroke: text, grid, ticks: grid, font: "12px system-ui, sans-serif" };
    const value = (u, v) => (v === null || v === undefined ? "–" : String(Math.round(v * 10) / 10) + (model.unit ? " " + model.unit : ""));
    return {
      width: this.clientWidth,
      height: this.#height(),
      cursor: { drag: { x: false, y: false }, points: { size: 6 } },
      legend: { live: true, show: model.labels.length <= 8 },
      // Ten minutes at least, so that the first samples do not look like a storm; an hour at most.
      scales: { x: { range: (u, from, to) => [Math.min(from, to - 600), to] }, y: { range: (u, low, high) => [0, Math.max(1, high * 1.15)] } },
      axes: [{ ...axis, values: (u, splits) => splits.map(clock) }, { ...axis, size: 52 }],
      series: [
        { label: "Time", value: (u, v) => (v ? new Date(v * 1000).toLocaleTimeString() : "–") },
        ...model.labels.map((label, i) => ({
          label,
          stroke: colour(COLOURS[i % COLOURS.length]),
          width: 1.75,
          fill: model.labels.length === 1 ? colour("--series-fill") : undefined,
          value,
          points: { show: false },
          spanGaps: false,
        })),
      ],
    };
  }
}

/** Hours and minutes; seconds only where they are not nothing. */
function clock(seconds) {
  const when = new Date(seconds * 1000);
  const two = (value) => String(value).padStart(2, "0");
  return two(when.getHours()) + ":" + two(when.getMinutes()) + (when.getSeconds() ? ":" + two(when.getSeconds()) : "");
}

customElements.define("k-chart", Chart);

/**
 * A chart.
 *
 * @param label what it shows, for those who do not see it; with the last values
 * @param model {times in seconds, columns, labels, unit, height}
 */
export function chart(label, model) {
  if (model.times.length < 2) {
    return html`<p class="empty chart-empty" role="status">The chart begins as soon as two samples are there.</p>`;
  }
  const last = model.columns.map((column, i) => model.labels[i] + " " + String(Math.round((column[column.length - 1] ?? 0) * 10) / 10)).slice(0, 8).join(", ");
  return html`<k-chart role="img" aria-label="${label}, now: ${last}" .model=${model}></k-chart>`;
}
