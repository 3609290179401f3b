/**
 * Reads the server name from the first bytes of a TLS connection (RFC 8446 section 4.1.2, RFC 6066 section 3).
 * @returns null: not a ClientHello; undefined: it isn't complete yet; empty: no name
 */
export function parseServerName(data: Buffer): string | null | undefined {
  if (data.length < 5) return undefined;
  // A handshake record of TLS 1.x.
  if (data[0] !== 22 || data[1] !== 3) return null;
  const length = data.readUInt16BE(3);
  if (length > 16_384) return null;
  if (data.length < 5 + length) return undefined;
  const hello = data.subarray(5, 5 + length);
  try {
    if (hello[0] !== 1) return null;
    let at = 4 + 2 + 32;
    at += 1 + hello.readUInt8(at);
    at += 2 + hello.readUInt16BE(at);
    at += 1 + hello.readUInt8(at);
    if (at + 2 > hello.length) return '';
    const end = at + 2 + hello.readUInt16BE(at);
    for (at += 2; at + 4 <= end; ) {
      const type = hello.readUInt16BE(at);
      const size = hello.readUInt16BE(at + 2);
      if (type === 0) {
        const name = hello.readUInt16BE(at + 7);
        return hello.toString('latin1', at + 9, at + 9 + name).toLowerCase();
      }
      at += 4 + size;
    }
    return '';
  } catch {
    // A length that points beyond the record.
    return null;
  }
}
