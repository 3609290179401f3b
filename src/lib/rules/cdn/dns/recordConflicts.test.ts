import { describe, expect, test } from 'vitest';
import type { RecordType } from '../../core/dnsTypes.ts';
import { clash, type Known, RecordIndex, warnings } from './recordConflicts.ts';

const zone = 'example.com';
const record = (name: string, type: RecordType, content: string, more: Partial<Known> = {}): Known => ({ name, type, content, ...more });
const keys = (records: Known[], subject: Known) => warnings(records, subject, { zone }).map(({ key }) => key.replace('dns:warning.', ''));

describe('conflicts', () => {
  const www = record('www', 'A', '192.0.2.1');
  const alias = record('blog', 'CNAME', 'www.example.com');

  test('the record being changed doesn’t count', () => {
    expect(clash([www, alias], www, 0)).toBeNull();
    expect(clash([www, alias], record('blog', 'CNAME', 'example.net'), 1)).toBeNull();
    expect(clash([www, alias], record('blog', 'A', '192.0.2.9'), 1)).toBeNull();
    expect(clash([www, alias], record('blog', 'A', '192.0.2.9'), 0)?.key).toBe('dns:error.cnameTaken');
  });

  test('different data at one name is fine', () => {
    expect(clash([www], record('www', 'A', '192.0.2.2'))).toBeNull();
    expect(clash([www], record('www', 'AAAA', '::1'))).toBeNull();
  });

  test('a lookup in a large index costs only the records of its name', () => {
    const many = Array.from({ length: 50_000 }, (_, i) => record(`h${i}`, 'A', '192.0.2.1'));
    const index = new RecordIndex(many);
    // Scanning the list each time would take 2.5 billion steps and exceed the timeout.
    for (let i = 0; i < 50_000; i++) expect(clash(index, record(`h${i}`, 'A', '192.0.2.1'))?.key).toBe('dns:error.duplicate');
  });
});

describe('warnings', () => {
  const mx = record('@', 'MX', 'mail.example.com', { priority: 10 });

  test('mail through the CDN, in both directions', () => {
    const mail = record('mail', 'A', '192.0.2.1', { proxy: true });
    expect(keys([mail, mx], mx)).toEqual(['proxiedMail']);
    expect(keys([mail, mx], mail)).toEqual(['proxiedMail']);
    expect(keys([{ ...mail, proxy: false }, mx], mx)).toEqual([]);
    expect(warnings(new RecordIndex([mail, mx]), mail, { zone })).toHaveLength(1);
  });

  test('a missing target in the zone', () => {
    expect(keys([], mx)).toEqual(['missingTarget']);
    expect(keys([record('*', 'A', '192.0.2.1')], mx)).toEqual([]);
    expect(keys([], record('a', 'CNAME', 'example.net'))).toEqual([]);
    expect(keys([], record('a', 'HTTPS', '. alpn=h2', { priority: 1 }))).toEqual([]);
    expect(keys([], record('a', 'HTTPS', 'b.example.com alpn=h2', { priority: 1 }))).toEqual(['missingTarget']);
  });

  test('names under a delegation are served elsewhere, except for glue', () => {
    const cut = record('sub', 'NS', 'ns.sub.example.com');
    expect(keys([cut], record('www.sub', 'A', '192.0.2.1'))).toEqual(['shadowed']);
    expect(keys([cut], record('sub', 'TXT', 'x'))).toEqual(['shadowed']);
    expect(keys([cut], record('ns.sub', 'A', '192.0.2.1'))).toEqual([]);
    expect(keys([cut, record('ns.sub', 'A', '192.0.2.1')], cut)).toEqual([]);
    expect(keys([cut], record('sub', 'DS', '1 13 2 00'))).toEqual([]);
    expect(keys([cut], record('www', 'CNAME', 'x.sub.example.com'))).toEqual([]);
    expect(keys([cut], record('subway', 'A', '192.0.2.1'))).toEqual([]);
  });
});
