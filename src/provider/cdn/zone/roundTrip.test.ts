import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { drafted } from '../../../../tests/support/zoneArbitrary.ts';
import { checkComment, checkTags } from '../../../lib/rules/cdn/dns/notes.ts';
import { type CheckedRecord, checkRecord } from '../../../lib/rules/cdn/dns/record.ts';
import { clash } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { statesProxy } from '../../../lib/rules/cdn/zone/exporters.ts';
import { readFile } from '../../../lib/rules/cdn/zone/file.ts';
import { printCsv } from '../../../lib/rules/cdn/zone/formats/csv.ts';
import { printOctodns } from '../../../lib/rules/cdn/zone/formats/octodns.ts';
import { type PrintRecord, printZone } from '../../../lib/rules/cdn/zone/print.ts';
import type { DnsRow } from '../../db/schema.ts';
import { rowNotes, toColumns, toData } from '../dns/records.ts';
import { incomingRecords } from './import.ts';
import { planImport } from './plan.ts';

const zone = 'example.com';
const defaultTtl = 3600;

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const marks = fc.constantFrom('nasim: proxied', '; "x"\\', 'cf_tags=cf-proxied:true', 'AWS routing="WEIGHTED"', '=1+1', "'=a");
const comment = fc.oneof(text, marks).filter((one) => checkComment(one) === one && one !== '');
const tags = fc
  .uniqueArray(fc.oneof(text, fc.constantFrom('team:web', '=x', 'true', '007')), { minLength: 1, maxLength: 4 })
  .filter((list) => Array.isArray(checkTags(list)) && checkTags(list).toString() === list.toString());
const noted = fc.record({ comment, tags }, { requiredKeys: [] });

/** Records of all types that can be in one domain, with comments, tags and automatic TTLs. */
const domains: fc.Arbitrary<CheckedRecord[]> = fc.array(fc.tuple(drafted, noted, fc.boolean()), { maxLength: 30 }).map((drafts) => {
  const records: CheckedRecord[] = [];
  for (const [draft, notes, isAuto] of drafts) {
    const checked = checkRecord({ ...draft, ...notes, ...(isAuto && { ttl: 'auto' }) }, { zone });
    if (checked.ok && !clash(records, checked.record)) records.push(checked.record);
  }
  return records;
});

/** octoDNS has one TTL and one proxy setting for the records of a name and type. */
function inSets(records: readonly CheckedRecord[]): CheckedRecord[] {
  const first = new Map<string, CheckedRecord>();
  return records.map((record) => {
    const set = `${record.name} ${record.type}`;
    const { ttl, proxy } = first.get(set) ?? record;
    first.set(set, first.get(set) ?? record);
    return { ...record, ttl, proxy };
  });
}

const formats = ['zone', 'csv', 'octodns'] as const;

function printed(format: (typeof formats)[number], records: readonly PrintRecord[]): { text: string; leftOut: number } {
  if (format === 'csv') return { text: printCsv(records, zone), leftOut: 0 };
  if (format === 'octodns') return printOctodns(records, { zone, defaultTtl });
  const options = { zone, defaultTtl, nameServers: ['ns1.nasim.test'], serial: 1, now: new Date(0) };
  return { text: printZone(records, options), leftOut: 0 };
}

/** Expects that a domain made equal to its own export doesn't change. */
function expectRoundTrip(format: (typeof formats)[number], domain: readonly CheckedRecord[]): void {
  const records = format === 'octodns' ? inSets(domain) : domain;
  const rows = records.map(
    (record, i): DnsRow => ({ id: String(i), domainId: 'd', ...toColumns(record), version: 1, createdAt: 0, updatedAt: 0 }),
  );
  const file = printed(
    format,
    rows.map((row) => ({ ...toData(row), ...rowNotes(row), ttl: row.ttl ?? ('auto' as const) })),
  );
  const reading = readFile(file.text, { zone, defaultTtl, reading: 'meant', otherwise: [] }, (name) => name.endsWith('.net'));
  expect(reading).toMatchObject({ exporter: format === 'zone' ? 'own' : format, refused: [], doubts: [], merged: [], isWhole: true });
  const incoming = incomingRecords(reading, zone, false);
  const options = { conflict: 'equal', isLocked: () => false, statesProxy: statesProxy.has(reading.exporter ?? 'azure') } as const;
  const { create, update, deleted } = planImport(rows, incoming, options);
  expect({ create, update, left: deleted.length }).toEqual({ create: [], update: [], left: file.leftOut });
  // What a file doesn't say doesn't change a record, so the notes are compared too.
  expect(incoming.map(({ record }) => toColumns(record)).filter(({ comment: one, tags: list }) => one || list).length).toBe(
    rows.filter((row) => !deleted.includes(row) && (row.comment || row.tags)).length,
  );
}

test.each(formats)('a domain made equal to its own export doesn’t change: %s', (format) => {
  fc.assert(
    fc.property(domains, (records) => expectRoundTrip(format, records)),
    { numRuns: runs(2000) },
  );
});
