import { describe, expect, test } from 'vitest';
import { snapshot, zoneFile } from '../../../../tests/support/calls.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { catalogue } from '../../core/catalogue.ts';

const { domainId } = demo;
const input = { domainId, usage: 'zone' as const };

async function started() {
  const running = await startProvider();
  return { running, token: await running.signIn() };
}

const recordsIn = async (running: TestProvider, token: string, id = domainId) =>
  (await running.ok(dns.list, { domainId: id }, { token })).records
    .map(({ name, type, content, priority, ttl, proxy }) => [name, type, content, priority ?? null, ttl, proxy].join(' '))
    .sort();
const changes = (running: TestProvider) => stored(running, 'changeLog', { group: 'zone' });

describe('importing', () => {
  test('a dry run returns the effect and stores nothing', async () => {
    const { running, token } = await started();
    const before = await snapshot(running);
    const lines = ['new 300 IN A 203.0.113.99', 'new 300 IN A 203.0.113.99', 'api IN A 203.0.113.25', '@ IN NS ns1.elsewhere.example.'];
    const file = zoneFile([...lines, 'bad IN A 203.0.113.256', ''].join('\n'));
    const { imported, errors } = await running.ok(zone.import, { ...input, dryRun: true }, { token, file });
    expect(imported).toMatchObject({ created: 1, updated: 0, skipped: 2, merged: 1 });
    expect(imported.records).toMatchObject([{ line: 1, name: 'new', type: 'A', content: '203.0.113.99', ttl: 300, outcome: 'create' }]);
    expect(imported.skippedLines.map(({ line }) => line)).toEqual([3, 4]);
    expect(errors).toMatchObject([{ line: 5, text: 'bad IN A 203.0.113.256' }]);
    expect([await snapshot(running), await changes(running)]).toEqual([before, []]);
  });

  test('imports everything or nothing: one invalid line refuses the file', async () => {
    const { running, token } = await started();
    const before = await snapshot(running);
    const answer = await running.try(zone.import, input, { token, file: zoneFile('good IN A 203.0.113.1\nbad IN A nowhere\n') });
    expect([answer.status, answer.body.code, Object.keys(answer.body.fields ?? {})]).toEqual([422, 'zone:error.refused', ['file']]);
    expect(answer.body.errors).toMatchObject([{ line: 2 }]);
    expect(await snapshot(running)).toBe(before);
  });

  test('without the refused lines, if the customer says so, and reports each of them', async () => {
    const { running, token } = await started();
    const file = () => zoneFile('good IN A 203.0.113.1\nbad IN A nowhere\nfine IN A 203.0.113.2\nmore IN WKS x\n');
    const lines = [
      { line: 2, text: 'bad IN A nowhere' },
      { line: 4, text: 'more IN WKS x' },
    ];
    const seen = await running.ok(zone.import, { ...input, dryRun: true }, { token, file: file() });
    expect(seen).toMatchObject({ imported: { created: 2, refused: 2, isWhole: true }, errors: lines });
    const done = await running.ok(zone.import, { ...input, leaveOut: true }, { token, file: file() });
    expect(done).toMatchObject({ imported: { created: 2, refused: 2 }, errors: lines });
    expect(done.errors.every(({ message }) => message.length > 10)).toBe(true);
    expect((await recordsIn(running, token)).filter((line) => /^(good|fine|bad|more) /.test(line))).toHaveLength(2);
    expect(JSON.parse((await changes(running))[0]?.after ?? '{}')).toMatchObject({ created: 2, refused: 2 });
  });

  test('is stored in one transaction, counted, and logged once', async () => {
    const { running, token } = await started();
    const file = zoneFile('one IN A 203.0.113.1\none IN TXT "a" "b"\n');
    const { imported } = await running.ok(zone.import, { ...input, proxy: true }, { token, file });
    expect([imported.created, imported.records]).toEqual([2, []]);
    const after = await recordsIn(running, token);
    expect(after).toContain('one A 203.0.113.1  3600 true');
    expect(after).toContain('one TXT ab  3600 false');
    expect((await running.ok(domain.get, { domainId }, { token })).domain.records).toBe(14);
    expect((await changes(running)).map(({ action, entityName }) => [action, entityName])).toEqual([['import', 'parvaz.example']]);
  });

  test('keeps existing records, or replaces them', async () => {
    const { running, token } = await started();
    const file = () => zoneFile('api IN A 203.0.113.77\nwww IN A 203.0.113.78\nfresh IN A 203.0.113.79\n');
    const imported = async (conflict: 'skip' | 'replace') =>
      (await running.ok(zone.import, { ...input, conflict }, { token, file: file() })).imported;
    expect(await imported('skip')).toMatchObject({ created: 1, updated: 0, skipped: 2 });
    expect(await recordsIn(running, token)).toContain('api A 203.0.113.25  auto true');
    expect(await imported('replace')).toMatchObject({ created: 2, updated: 2, skipped: 1 });
    const after = await recordsIn(running, token);
    expect(after).toContain('api A 203.0.113.77  3600 false');
    expect(after.filter((line) => line.startsWith('www '))).toEqual(['www A 203.0.113.78  3600 false']);
  });

  test('a file that is too long to be read whole has no rest to import', async () => {
    const { running, token } = await started();
    const before = await snapshot(running);
    const lines = Array.from({ length: catalogue.limits.dnsRecords + 1 }, (_, i) => `h${i} IN A 192.0.2.1`);
    const file = () => zoneFile(lines.join('\n'));
    expect((await running.ok(zone.import, { ...input, dryRun: true }, { token, file: file() })).imported.isWhole).toBe(false);
    const answer = await running.try(zone.import, { ...input, leaveOut: true }, { token, file: file() });
    expect([answer.status, answer.body.code]).toEqual([422, 'zone:error.tooManyRecords']);
    expect(await snapshot(running)).toBe(before);
  }, 60_000);

  test('a file that exceeds the record limit changes nothing', async () => {
    const { running, token } = await started();
    const before = await snapshot(running);
    const lines = Array.from({ length: catalogue.limits.dnsRecords - 11 }, (_, i) => `h${i} IN A 192.0.2.1`);
    const answer = await running.try(zone.import, input, { token, file: zoneFile(lines.join('\n')) });
    expect([answer.status, answer.body.code]).toEqual([409, 'dns:error.limit']);
    expect(await snapshot(running)).toBe(before);
  }, 60_000);
});

describe('invalid files', () => {
  test('a file that is too large is refused', async () => {
    const { running, token } = await started();
    const large = new File([new Uint8Array(30 * 1024 * 1024 + 1).fill(10)], 'zone.txt');
    const { status, body } = await running.try(zone.import, input, { token, file: large });
    expect([status, body.code]).toEqual([413, 'error:fileTooLarge']);
  });

  test('says in four languages what a file has to be', async () => {
    const { running, token } = await started();
    for (const locale of locales) {
      const t = translator(locale);
      const attempt = (file: File) => running.try(zone.import, input, { token, file, locale });
      const before = await snapshot(running);
      expect(await attempt(zoneFile('x IN A 192.0.2.1', 'zone.exe')), locale).toMatchObject({
        status: 415,
        body: { fields: { file: t('zone:error.format') } },
      });
      const latin1 = new File([new Uint8Array([0x78, 0x20, 0xe9, 0xff])], 'zone.txt');
      expect(await attempt(latin1), locale).toMatchObject({ status: 415, body: { code: 'zone:error.encoding' } });
      expect(await running.try(zone.import, input, { token, locale }), locale).toMatchObject({
        status: 422,
        body: { fields: { file: t('error:required') } },
      });
      expect(await snapshot(running), locale).toBe(before);
    }
  });

  test('UTF-8 with a byte order mark is read', async () => {
    const { running, token } = await started();
    const { imported } = await running.ok(zone.import, input, { token, file: zoneFile('\ufeffbom IN TXT "سلام"\r\n') });
    expect(imported.created).toBe(1);
  });
});

describe('exporting', () => {
  test('a zone is restored completely from its own export', async () => {
    const { running, token } = await started();
    const { zone: text, fileName } = await running.ok(zone.export, { domainId }, { token });
    expect(fileName).toBe('parvaz.example.txt');
    const before = await recordsIn(running, token);
    const { records } = await running.ok(dns.list, { domainId }, { token });
    for (const { id } of records) await running.ok(dns.delete, { domainId, recordId: id }, { token });
    expect(await recordsIn(running, token)).toEqual([]);
    const { imported } = await running.ok(zone.import, input, { token, file: zoneFile(text, fileName) });
    expect(imported).toMatchObject({ created: 12, updated: 0, merged: 0 });
    expect(await recordsIn(running, token)).toEqual(before);
  });
});
