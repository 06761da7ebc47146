/* Values as they are typed into a field, and back: lists and maps on a line, lists of things with keys of their own on a line each. */
import { isObject } from "./model.js";

export const isNumber = (key) => key.type === "integer" || key.type === "number";

/** Whether what stands on a line each is things with keys of their own. */
const isThings = (key) => key.type === "list" && key.item?.type === "group";

/** Whether what stands on a line each is a name with a list. */
const isLists = (key) => key.type === "map" && key.member?.type === "list";

/** Whether a value needs several lines. */
export const onLines = (key) => isThings(key) || isLists(key);

/** What a line has to look like; empty where there is nothing to say. */
export const form = (key) => (isThings(key) ? "one on each line: " + (key.item.keys ?? []).map((one) => one.name + "=…").join(", ") : isLists(key) ? "one on each line: name=…, …" : "");

const list = (raw) => raw.split(",").map((each) => each.trim()).filter(Boolean);

const pair = (raw) => {
  const equals = raw.indexOf("=");
  return equals < 0 ? [raw.trim(), ""] : [raw.slice(0, equals).trim(), raw.slice(equals + 1).trim()];
};

const lines = (raw) => raw.split("\n").map((each) => each.trim()).filter(Boolean);

/** What is sent for a text that was typed. */
export function valueOf(key, raw) {
  if (isThings(key)) {
    return lines(raw).map((line) => Object.fromEntries(list(line).map(pair)));
  }
  if (isLists(key)) {
    return Object.fromEntries(lines(raw).map(pair).map(([name, rest]) => [name, list(rest)]));
  }
  return isNumber(key) ? Number(raw) : key.type === "list" ? list(raw) : key.type === "map" ? Object.fromEntries(list(raw).map(pair)) : raw;
}

const pairs = (value) => Object.entries(value).map(([name, each]) => name + "=" + each).join(", ");

/** A value as it stands in its field. */
export function textOf(key, value) {
  if (isThings(key)) {
    return (value ?? []).map(pairs).join("\n");
  }
  if (isLists(key)) {
    return Object.entries(value ?? {}).map(([name, each]) => name + "=" + each.join(", ")).join("\n");
  }
  return Array.isArray(value) ? value.join(", ") : isObject(value) ? pairs(value) : String(value ?? "");
}
