import { Refusal } from '../../kernel/refusal.ts';

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const HEADERS_LIMIT = 16 * 1024;
/** Maximum size of a field; files aren't limited here. */
const FIELD_LIMIT = 64 * 1024;
const PARTS_LIMIT = 50;

/** Receives the bytes of the file as they arrive. */
export interface FileSink {
  open(name: string): Promise<void>;
  write(chunk: Buffer): Promise<void>;
}

const malformed = () => new Refusal(400, 'error:malformed');

/** `multipart/form-data; boundary=x` → `x`; refuses other types with 415. */
export function parseBoundary(type: string): string {
  const [, quoted, plain] = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type) ?? [];
  return quoted ?? plain ?? refuseType();
}
function refuseType(): never {
  throw new Refusal(415, 'error:mediaType');
}

/**
 * Reads a multipart body (RFC 7578) as a stream: memory contains one chunk and the fields, never the file.
 * @returns the fields, and whether there was a file in the part named `file`
 * @throws {Refusal} 400 for a malformed body; errors of the source or the sink
 */
export async function readParts(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
  sink: FileSink,
): Promise<{ fields: Record<string, string>; hasFile: boolean }> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    return await readAll(chunks, boundary, sink);
  } catch (error) {
    // The rest of the body isn't read.
    await chunks.return?.();
    throw error;
  }
}

async function readAll(
  chunks: AsyncIterator<Uint8Array>,
  boundary: string,
  sink: FileSink,
): Promise<{ fields: Record<string, string>; hasFile: boolean }> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields: Record<string, string> = {};
  let hasFile = false;
  // The first delimiter may come without a line break before it.
  let buffer: Buffer = CRLF;

  const more = async (): Promise<void> => {
    const { done, value } = await chunks.next();
    if (done) throw malformed();
    buffer = buffer.length === 0 ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : Buffer.concat([buffer, value]);
  };
  /** Passes on everything before the next delimiter, and removes the delimiter. */
  const until = async (consume: (chunk: Buffer) => Promise<void> | void): Promise<void> => {
    for (;;) {
      const at = buffer.indexOf(delimiter);
      if (at >= 0) {
        if (at > 0) await consume(buffer.subarray(0, at));
        buffer = buffer.subarray(at + delimiter.length);
        return;
      }
      // A delimiter may start at the end of the buffer.
      const safe = buffer.length - delimiter.length + 1;
      if (safe > 0) {
        await consume(buffer.subarray(0, safe));
        buffer = Buffer.from(buffer.subarray(safe));
      }
      await more();
    }
  };

  await until(() => {});
  for (let parts = 0; ; parts++) {
    while (buffer.length < 2) await more();
    if (buffer.subarray(0, 2).toString('latin1') === '--') break;
    if (parts >= PARTS_LIMIT) throw malformed();
    let end = buffer.indexOf(HEADERS_END);
    while (end < 0) {
      if (buffer.length > HEADERS_LIMIT) throw malformed();
      await more();
      end = buffer.indexOf(HEADERS_END);
    }
    const { name, fileName } = readHeaders(buffer.subarray(0, end).toString('utf8'));
    buffer = buffer.subarray(end + HEADERS_END.length);
    // The line break before a delimiter is part of it; an empty part contains only this one.
    buffer = Buffer.concat([CRLF, buffer]);
    let skip = CRLF.length;
    const body = (consume: (chunk: Buffer) => Promise<void> | void) =>
      until((chunk) => {
        const rest = chunk.subarray(skip);
        skip -= chunk.length - rest.length;
        return rest.length > 0 ? consume(rest) : undefined;
      });
    if (fileName !== null) {
      if (name !== 'file' || hasFile) throw malformed();
      hasFile = true;
      await sink.open(fileName);
      await body((chunk) => sink.write(chunk));
    } else {
      const read: Buffer[] = [];
      let size = 0;
      await body((chunk) => {
        size += chunk.length;
        if (size > FIELD_LIMIT) throw new Refusal(413, 'error:tooLarge', { params: { max: '64 KB' } });
        read.push(Buffer.from(chunk));
      });
      fields[name] = Buffer.concat(read).toString('utf8');
    }
  }
  return { fields, hasFile };
}

/** The names of a part. Browsers write quotes and line breaks in them as `%22`, `%0D` and `%0A`. */
function readHeaders(text: string): { name: string; fileName: string | null } {
  const line = text.split('\r\n').find((one) => /^content-disposition\s*:/i.test(one)) ?? '';
  const value = (key: string) => new RegExp(`;\\s*${key}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(line)?.[1];
  const decode = (raw: string) => raw.replace(/%22/g, '"').replace(/%0[DA]/gi, ' ');
  const name = value('name');
  if (name === undefined) throw malformed();
  const fileName = value('filename');
  return { name: decode(name), fileName: fileName === undefined ? null : decode(fileName) };
}
