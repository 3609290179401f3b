/*
 * The parser of zone files is our own: it says what it refused and why, by line, in the words of the panel, for every record type, within
 * limits, and reads the exports of other services by the same rules (docs/decisions/0050). `dns-zonefile` 0.3 knows twelve types, skips
 * what it doesn't know, and reports no faults.
 */

import { type Fault, fault } from '../../core/fault.ts';
import { Reading } from './reading.ts';
import { Scanner } from './scan.ts';
import type { IsHost } from './translate.ts';
import { TranslatedReading } from './translated.ts';
import type { ReadOptions, Translation, ZoneReading, ZoneRow } from './types.ts';

/**
 * Parses a master file into records of `zone`. Never throws, and takes time linear in the text; every entry is
 * in exactly one list of the result, unless a limit stops parsing: then the last refused line says so.
 */
export function parseZone(text: string, options: ReadOptions, isHost: IsHost = () => false): ZoneReading {
  const { translation } = options;
  const reading = translation ? new TranslatedReading(text, options, translation, isHost) : new Reading(text, options);
  reading.read(new Scanner(text));
  return reading.result();
}

/** A record of a file in another format as an entry of a master file, or why it isn't one. `line` and `text` are those of the file. */
export type Entry = { line: number; entry: string; note?: Fault & { text: string } } | (ZoneRow & { isRefused: boolean });

/** Parses the records of a file in another format by the rules of `parseZone`. */
export function parseEntries(
  entries: readonly Entry[],
  { translation, ...options }: ReadOptions & { translation: Translation },
  isHost: IsHost = () => false,
): ZoneReading {
  const reading = new TranslatedReading('nasim: AWS routing', options, translation, isHost);
  for (const one of entries) {
    if (!('entry' in one)) reading.put({ line: one.line, text: one.text, key: one.key, params: one.params }, one.isRefused);
    // It would be the next record.
    else if (/[\r\n]/.test(one.entry)) reading.put({ line: one.line, text: one.entry, ...fault('zone:error.control') }, true);
    else {
      reading.read(new Scanner(one.entry, one.line));
      if (one.note) reading.note(one.line, one.note, one.entry);
    }
  }
  return reading.result();
}
