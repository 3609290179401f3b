import { maxBatch } from '../../../lib/contract/cdn/dns.ts';
import { t } from '../../../lib/i18n/react.tsx';
import { type CheckedRecord, checkRecord } from '../../../lib/rules/cdn/dns/record.ts';
import { Gathering, type RecordIndex } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import type { Readings } from '../../../lib/rules/cdn/zone/choice.ts';
import { detectExporter } from '../../../lib/rules/cdn/zone/exporters.ts';
import { parseZone } from '../../../lib/rules/cdn/zone/parse.ts';
import { isPublicHost } from '../../../lib/rules/cdn/zone/publicHost.ts';
import type { Choice, ZoneDoubt, ZoneRecord } from '../../../lib/rules/cdn/zone/types.ts';
import { canProxy } from '../../../lib/rules/core/dnsTypes.ts';

/** The result for an entry of pasted text. */
export interface Pasted {
  /** A separate ID: a line may have several entries ($GENERATE). */
  id: number;
  line: number;
  /** `add`: will be added. `left`: already exists, or is created by the provider. `wrong`: invalid. */
  outcome: 'add' | 'left' | 'wrong';
  record?: CheckedRecord;
  /** The line, if there is no record to show. */
  text?: string;
  /** Why it is left out or invalid. */
  why?: string;
  /** What the line means at the service that wrote it, if that isn't what zone files mean by it. */
  notes: string[];
}

export interface PasteReading {
  pasted: Pasted[];
  /** Lines with two readings, and the one that applies. */
  doubts: (Pick<ZoneDoubt, 'line' | 'text' | 'written' | 'meant'> & { message: string; reading: Choice })[];
}

/** Marks records without a TTL in the text: they get the automatic one. */
export const noTtl = -1;

/** A parsed record → a stored record. */
export function checkedFrom(read: ZoneRecord, zone: string, proxy = false): ReturnType<typeof checkRecord> {
  const { line: _line, autoTtl, ttl, ...data } = read;
  return checkRecord(
    { ...data, ttl: autoTtl || ttl === noTtl ? 'auto' : Math.max(1, ttl), proxy: canProxy(read.type) && (proxy || read.proxy === true) },
    { zone },
  );
}

/** Parses pasted text as the import of a file does: with the quirks of its exporter and the readings of doubtful lines. */
export const parsePasted = (text: string, zone: string, readings: Readings) =>
  parseZone(
    text,
    { zone, defaultTtl: noTtl, maxRecords: maxBatch, maxRefused: 500, translation: { exporter: detectExporter(text), ...readings } },
    isPublicHost,
  );

/**
 * Parses pasted zone file lines, in order. The cost depends on the text and the records at its names.
 * @param records the existing records of the domain
 */
export function readPaste(
  text: string,
  records: RecordIndex,
  { zone, proxy, readings }: { zone: string; proxy: boolean; readings: Readings },
): PasteReading {
  const reading = parsePasted(text, zone, readings);
  const notes = Map.groupBy(reading.notes, ({ line }) => line);
  const lines = text.split('\n');
  const found: Omit<Pasted, 'id' | 'notes'>[] = [
    ...reading.refused.map(({ line, text: source, key, params }) => ({
      line,
      outcome: 'wrong' as const,
      text: source,
      why: t(key, params),
    })),
    ...reading.skipped.map(({ line, text: source, key, params }) => ({
      line,
      outcome: 'left' as const,
      text: source,
      why: t(key, params),
    })),
    ...reading.merged.map(({ line }) => ({
      line,
      outcome: 'left' as const,
      text: (lines[line - 1] ?? '').trim().slice(0, 200),
      why: t('dns:paste.exists'),
    })),
  ];
  const together = new Gathering();
  const known = new Set<string>();
  for (const read of reading.records) {
    const { line } = read;
    const checked = checkedFrom(read, zone, proxy);
    if (!checked.ok) {
      const [problem] = checked.problems;
      found.push({ line, outcome: 'wrong', text: (lines[line - 1] ?? '').trim(), ...(problem && { why: t(problem.key, problem.params) }) });
      continue;
    }
    const { record } = checked;
    if (!known.has(record.name)) {
      known.add(record.name);
      for (const one of records.at(record.name)) together.add(one.record);
    }
    const fault = together.add(record);
    if (!fault) found.push({ line, outcome: 'add', record });
    else if (fault.key === 'dns:error.duplicate') found.push({ line, outcome: 'left', record, why: t('dns:paste.exists') });
    else found.push({ line, outcome: 'wrong', record, why: t(fault.key, fault.params) });
  }
  const pasted = found.sort((a, b) => a.line - b.line);
  return {
    pasted: pasted.map((one, id) => ({ ...one, id, notes: (notes.get(one.line) ?? []).map(({ key, params }) => t(key, params)) })),
    doubts: reading.doubts.map(({ line, text: source, key, params, written, meant }) => {
      const isOther = readings.otherwise.includes(line);
      const applies = isOther === (readings.reading === 'meant') ? 'written' : 'meant';
      return { line, text: source, message: t(key, params), written, meant, reading: applies };
    }),
  };
}

export const toAdd = (pasted: readonly Pasted[]): CheckedRecord[] =>
  pasted.flatMap(({ outcome, record }) => (outcome === 'add' && record ? [record] : []));
