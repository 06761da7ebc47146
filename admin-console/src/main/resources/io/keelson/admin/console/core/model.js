/*
 * The model of the configuration: which sections there are, which keys they have. A section's path has a star where a name stands:
 * servers.*.tls. Nothing here knows a key by its name, so what a room brings is shown without a change of the console.
 */
import * as store from "./store.js";
import { part } from "./api.js";

export const MODEL = "model";

/** Where a part of the configuration is read, as the edit session has it; of a server, what is in force there. */
export const configPath = (path, server) => "config?path=" + part(path) + (server ? "&server=" + part(server) : "&pending=true");

/** The sections, as the server names them. */
export const sections = () => store.data(MODEL)?.sections ?? [];

const split = (path) => (path === "" ? [] : path.split("."));

/** The section of a path; undefined where there is none. */
export function sectionAt(path) {
  const parts = split(path);
  const fits = (section) => {
    const pattern = split(section.path);
    return pattern.length === parts.length && pattern.every((one, i) => one === "*" || one === parts[i]);
  };
  // A section that is there by name comes before one with a star.
  return sections().find((one) => one.path === path) ?? sections().find(fits);
}

/** The sections right below a path: {name, path, section}; a star is there once for each name that the configuration has. */
export function below(path, written) {
  const parts = split(path);
  const found = new Map();
  for (const section of sections()) {
    const pattern = split(section.path);
    if (pattern.length <= parts.length || !parts.every((one, i) => pattern[i] === "*" || pattern[i] === one)) {
      continue;
    }
    const next = pattern[parts.length];
    const value = next === "*" ? written : undefined;
    const names = next === "*" ? Object.keys(isObject(value) ? value : {}) : [next];
    for (const name of names) {
      const child = [...parts, name].join(".");
      const direct = pattern.length === parts.length + 1;
      const known = found.get(name);
      found.set(name, { name, path: child, many: next === "*", section: direct ? section : known?.section, collection: pattern[parts.length + 1] === "*" || known?.collection });
    }
  }
  return [...found.values()];
}

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** What stands at a path below an object. */
export function dig(object, path) {
  return split(path).reduce((at, name) => (isObject(at) ? at[name] : undefined), object);
}

/** A value as an operator reads it. */
export function shown(value) {
  if (value === undefined || value === null) {
    return "–";
  }
  if (Array.isArray(value)) {
    return value.map(shown).join(", ") || "none";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
