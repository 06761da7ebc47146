/*
 * The model of the configuration as one tree: groups with keys, and collections whose members have names of their own. Nothing here knows a
 * key by its name, so what a room brings is shown without a change of the console.
 */
import * as store from "./store.js";
import { at, part } from "./api.js";

export const MODEL = "model";

/** Where a part of the configuration is read: as the file has it, as the edit session has it, and as it is in force on a server. */
export const configPath = (path, server) => "config?path=" + part(path) + (server ? "&server=" + part(server) : "") ;
export const inForcePath = (path, server) => at(server, "server/configuration?path=" + part(path));
export const pendingPath = (path) => {
  const [kind, name] = split(path);
  // What a server's own settings come to depends on its cluster, so it is asked as that server.
  return "config?path=" + part(path) + "&pending=true" + (kind === "servers" && name ? "&server=" + part(name) : "");
};

/** The parts of a path; one with a dot in it stands in quotes. */
export function split(path) {
  return [...path.matchAll(/"([^"]*)"|([^.]+)/g)].map((match) => match[1] ?? match[2]);
}

export const join = (...parts) => parts.flat().filter((one) => one !== "").map((one) => (one.includes(".") ? '"' + one + '"' : one)).join(".");

let built;
let builtFrom;

/** The root of the tree. A node: {name, type, help, keys: Map of nodes, member: node of a collection's members, and the key's own properties}. */
function root() {
  const model = store.data(MODEL);
  if (model !== builtFrom || !built) {
    builtFrom = model;
    built = node("", { type: "group" });
    for (const section of model?.sections ?? []) {
      let here = built;
      for (const name of split(section.path)) {
        here = name === "*" ? (here.member ??= node("*", { type: "group" })) : child(here, name);
      }
      here.help = once(section.help);
      section.keys.forEach((key) => here.keys.set(key.name, merged(here.keys.get(key.name), fromShape(key.name, key))));
    }
  }
  return built;
}

/** Rooms that describe the same section may say the same of it. */
const once = (help) => [...new Set((help ?? "").split(/(?<=\.) /))].join(" ");

const node = (name, properties) => ({ name, help: "", ...properties, keys: new Map(), member: undefined });

function child(here, name) {
  if (!here.keys.has(name)) {
    here.keys.set(name, node(name, { type: "group" }));
  }
  return here.keys.get(name);
}

function fromShape(name, shape) {
  const { keys, value, ...own } = shape;
  const made = node(name, own);
  (keys ?? []).forEach((key) => made.keys.set(key.name, fromShape(key.name, key)));
  if (value) {
    made.member = fromShape("*", value);
  }
  return made;
}

/** A section may be there before the key that it belongs to. */
function merged(known, fresh) {
  if (known) {
    known.keys.forEach((value, name) => fresh.keys.set(name, merged(fresh.keys.get(name), value)));
    fresh.member ??= known.member;
    fresh.help ||= known.help;
  }
  return fresh;
}

/** The node of a path; undefined where the model has nothing there. */
export function nodeAt(path) {
  return split(path).reduce((here, name) => here?.keys.get(name) ?? here?.member, root());
}

/** Whether what stands there has members with names of their own, which have settings. */
export const isCollection = (one) => Boolean(one?.member && (one.member.keys.size || one.member.member));

/** Whether it has settings below it. */
export const isGroup = (one) => Boolean(one && (one.keys.size > 0 || isCollection(one)));

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** What stands at the parts of a path below an object. */
export function dig(object, parts) {
  return parts.reduce((here, name) => (isObject(here) ? here[name] : undefined), object);
}

/** A value as an operator reads it. */
export function shown(value) {
  if (value === undefined || value === null || value === "") {
    return "–";
  }
  if (Array.isArray(value)) {
    return value.map(shown).join(", ") || "none";
  }
  return isObject(value) ? Object.entries(value).map(([name, one]) => name + "=" + shown(one)).join(", ") || "empty" : String(value);
}
