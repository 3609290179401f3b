import { createHmac } from 'node:crypto';
import { batchBytes, type LogFormat } from '../../../lib/rules/cdn/logForward/options.ts';
import type { LogEntry } from './source.ts';

export interface Batch {
  /** The same for the same entries and target, so that receivers can detect a repeated batch. */
  id: string;
  body: string;
  /** Position of its last entry. */
  place: number;
}

const ends = { ndjson: { open: '', between: '\n', close: '\n' }, json: { open: '[', between: ',', close: ']' } } as const;
const types = { ndjson: 'application/x-ndjson', json: 'application/json' } as const;

/** Encodes entries in a format. */
export const joinEntries = (lines: readonly string[], format: LogFormat): string =>
  ends[format].open + lines.join(ends[format].between) + ends[format].close;

/** The leading entries that fit into one request: at least one, and at most `batchBytes` of UTF-8. */
export function createBatch(targetId: string, format: LogFormat, entries: readonly LogEntry[]): Batch | null {
  const [first] = entries;
  if (!first) return null;
  const lines: string[] = [];
  let bytes = 2;
  let place = first.place;
  for (const entry of entries) {
    const line = JSON.stringify(entry.line);
    bytes += Buffer.byteLength(line) + 1;
    if (lines.length > 0 && bytes > batchBytes) break;
    lines.push(line);
    place = entry.place;
  }
  return { id: `${targetId}.${first.place}-${place}`, body: joinEntries(lines, format), place };
}

/**
 * Headers of a batch. The signature is HMAC-SHA-256 of the time, a dot and the body: a receiver that checks the time can reject
 * replayed requests.
 * @param secret null: not signed
 * @param now epoch ms
 */
export function signBatch(
  batch: Pick<Batch, 'id' | 'body'>,
  format: LogFormat,
  secret: string | null,
  now: number,
): Record<string, string> {
  const seconds = Math.floor(now / 1000);
  return {
    'content-type': `${types[format]}; charset=utf-8`,
    'user-agent': 'Nasim-Log-Forward/1.0',
    'x-nasim-batch': batch.id,
    ...(secret !== null && {
      'x-nasim-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${batch.body}`).digest('hex')}`,
    }),
  };
}
