/** Longest name on the wire (RFC 1035 section 2.3.4). */
const LONGEST = 255;

/**
 * Reads an uncompressed name, as a query has it: in lower case, `.` for the root. Bytes that a zone's names never have are escaped, so
 * that a label with a dot in it isn't two.
 * @returns null when the bytes are not a name
 */
export function readName(message: Buffer, from: number): { name: string; end: number } | null {
  let name = '';
  let at = from;
  for (;;) {
    const size = message[at];
    if (size === undefined || size > 63 || at + size + 1 > message.length || at + size + 1 - from > LONGEST) return null;
    if (size === 0) return { name: name || '.', end: at + 1 };
    if (name) name += '.';
    for (let i = at + 1; i <= at + size; i++) {
      const byte = message[i] ?? 0;
      if (byte >= 65 && byte <= 90) name += String.fromCharCode(byte + 32);
      else if (byte <= 32 || byte >= 127 || byte === 46 || byte === 92) name += `\\${String(byte).padStart(3, '0')}`;
      else name += String.fromCharCode(byte);
    }
    at += size + 1;
  }
}

/** A name with or without its final dot → its bytes on the wire, uncompressed. `\DDD` is a byte and `\X` is X (RFC 1035 section 5.1). */
export function nameBytes(name: string): Buffer {
  const bytes: number[] = [];
  let label: number[] = [];
  const end = () => {
    if (label.length > 0) bytes.push(label.length, ...label);
    label = [];
  };
  for (let i = 0; i < name.length; i++) {
    const char = name[i];
    if (char === '.') end();
    else if (char === '\\' && /^\d{3}/.test(name.slice(i + 1, i + 4))) {
      label.push(Number(name.slice(i + 1, i + 4)) & 255);
      i += 3;
    } else label.push(name.charCodeAt(char === '\\' ? ++i : i) & 255);
  }
  end();
  bytes.push(0);
  return Buffer.from(bytes);
}

/** `www.example.com` → `example.com`; a name of one label → the root. */
export function parentName(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? '.' : name.slice(dot + 1);
}

export const isWithin = (name: string, zone: string): boolean =>
  name === zone || (name.endsWith(zone) && name.at(-zone.length - 1) === '.');
