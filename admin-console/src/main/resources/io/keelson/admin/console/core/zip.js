/* A zip file of texts, made in the browser: nothing is compressed. */

const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i;
  for (let bit = 0; bit < 8; bit++) {
    value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  }
  return value;
});
const UTF_8 = 0x0800;

const sum = (bytes) => ~bytes.reduce((value, byte) => TABLE[(value ^ byte) & 0xff] ^ (value >>> 8), ~0) >>> 0;

/** A date and a time as MS-DOS had them, which is what a zip has. */
function moment(when) {
  const day = ((when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate();
  return { day, time: (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1) };
}

/** Numbers one after the other, each of so many bytes, the lowest first. */
function numbers(...fields) {
  const bytes = new Uint8Array(fields.reduce((length, [size]) => length + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    size === 2 ? view.setUint16(at, value, true) : view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** @param entries [name, text] of each */
export function zip(entries, when = new Date()) {
  const { day, time } = moment(when);
  const text = new TextEncoder();
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [name, content] of entries) {
    const called = text.encode(name);
    const bytes = text.encode(content);
    const common = [[2, 20], [2, UTF_8], [2, 0], [2, time], [2, day], [4, sum(bytes)], [4, bytes.length], [4, bytes.length], [2, called.length], [2, 0]];
    const head = numbers([4, 0x04034b50], ...common);
    directory.push(numbers([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), called);
    parts.push(head, called, bytes);
    at += head.length + called.length + bytes.length;
  }
  const size = directory.reduce((length, each) => length + each.length, 0);
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, size], [4, at], [2, 0]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
