import { detectExporter, type Exporter } from './exporters.ts';
import { isRecordTable, readCsv } from './formats/csv.ts';
import type { FormatFault } from './formats/entries.ts';
import { readGoogle } from './formats/google.ts';
import { readOctodns } from './formats/octodns.ts';
import { pleskMark, readPlesk } from './formats/plesk.ts';
import { readRoute53 } from './formats/route53.ts';
import { type Entry, parseEntries, parseZone } from './parse.ts';
import type { IsHost } from './translate.ts';
import type { ReadOptions, Translation, ZoneReading } from './types.ts';

export type FileOptions = Omit<ReadOptions, 'translation'> & Omit<Translation, 'exporter'>;
export interface FileReading extends ZoneReading {
  exporter: Exporter | null;
}

const firstRow = (text: string): string => /^\ufeff?[\r\n\s]*([^\r\n]{0,4096})/.exec(text)?.[1] ?? '';

/** The format of a file that isn't a master file, by how it begins; null: it is one. */
export function detectFormat(text: string): Exporter | null {
  const head = text.slice(0, 65_536);
  if (/^\ufeff?\s*[[{]/.test(head)) return 'route53';
  if (/^kind:[ \t]*['"]?dns#resourceRecordSet/m.test(head)) return 'google';
  // A master file can't begin with the start of a document; one without records has nothing else.
  if (/^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*---[ \t]*\r?\n/.test(head)) return 'octodns';
  if (/^(?:\? ''|'':|"":)/m.test(head)) return 'octodns';
  if (/^[^\s;#$:]+:[ \t]*\r?$/m.test(head) && /^[ \t]+(?:-[ \t]+)?type:[ \t]*['"]?[A-Za-z]+['"]?[ \t]*\r?$/m.test(head)) return 'octodns';
  if (text.includes(pleskMark)) return 'plesk';
  return isRecordTable(firstRow(text)) ? 'csv' : null;
}

function readEntries(format: Exporter, text: string, zone: string): Entry[] | FormatFault {
  switch (format) {
    case 'route53':
      return readRoute53(text);
    case 'google':
      return readGoogle(text);
    case 'octodns':
      return readOctodns(text);
    case 'plesk':
      return readPlesk(text);
    default:
      return readCsv(text, zone);
  }
}

/**
 * Reads the records of a file of any supported exporter, with a note for each line that means something else there than by RFC 1035.
 * Never throws.
 */
export function readFile(text: string, { reading, otherwise, ...options }: FileOptions, isHost: IsHost): FileReading {
  const format = detectFormat(text);
  if (format === null) {
    const exporter = detectExporter(text);
    return { exporter, ...parseZone(text, { ...options, translation: { exporter, reading, otherwise } }, isHost) };
  }
  const entries = readEntries(format, text, options.zone);
  const translation = { exporter: format, reading, otherwise };
  if (Array.isArray(entries)) return { exporter: format, ...parseEntries(entries, { ...options, translation }, isHost) };
  const { line, key, params } = entries;
  const none = { records: [], merged: [], skipped: [], notes: [], doubts: [] };
  return { exporter: format, ...none, refused: [{ line, text: firstRow(text).slice(0, 200), key, params }], isWhole: false };
}
