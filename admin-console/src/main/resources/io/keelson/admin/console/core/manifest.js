/* What the manifest of an archive says, read in the browser before the archive is sent. */

const NAME = "META-INF/MANIFEST.MF";
const MOST = 1 << 20;
const MOST_NAMES = 64 << 20;
const TRAILER = 22;

/** The version that an archive says it is, as the server will read it; empty where it says none, or this is no archive that can be read here. */
export async function versionOf(file) {
  try {
    const attributes = main(await manifest(file));
    return attributes.get("keelson-application-version") ?? attributes.get("weblogic-application-version") ?? "";
  } catch {
    return ""; // the server says what is wrong with it
  }
}

const view = async (file, from, to) => new DataView(await file.slice(from, to).arrayBuffer());
const textOf = (bytes, from, length) => new TextDecoder().decode(new Uint8Array(bytes.buffer, bytes.byteOffset + from, length));

/** The text of the manifest; empty where there is none. */
async function manifest(file) {
  const end = await view(file, Math.max(0, file.size - TRAILER - 65_535), file.size);
  let at = end.byteLength - TRAILER;
  while (at >= 0 && end.getUint32(at, true) !== 0x06054b50) {
    at--;
  }
  if (at < 0 || end.getUint32(at + 12, true) > MOST_NAMES) {
    return "";
  }
  const begin = end.getUint32(at + 16, true);
  const names = await view(file, begin, begin + end.getUint32(at + 12, true));
  for (let one = 0; one + 46 <= names.byteLength && names.getUint32(one, true) === 0x02014b50;) {
    const length = names.getUint16(one + 28, true);
    if (length === NAME.length && textOf(names, one + 46, length) === NAME) {
      return content(file, names.getUint32(one + 42, true), names.getUint32(one + 20, true), names.getUint16(one + 10, true));
    }
    one += 46 + length + names.getUint16(one + 30, true) + names.getUint16(one + 32, true);
  }
  return "";
}

async function content(file, at, size, method) {
  const head = await view(file, at, at + 30);
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = file.slice(from, from + Math.min(size, MOST));
  return method === 0 ? packed.text() : new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** The attributes of the main section, by their names in small letters. */
function main(text) {
  const section = text.replace(/\r\n?/g, "\n").split("\n\n", 1)[0].replace(/\n /g, "");
  return new Map(section.split("\n").map((line) => line.split(/:\s?(.*)/s, 2)).filter((pair) => pair.length === 2).map(([name, value]) => [name.toLowerCase(), value]));
}
