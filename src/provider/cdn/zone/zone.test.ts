import { describe, expect, test, vi } from 'vitest';
import { zoneFile } from '../../../../tests/support/callInputs.ts';
import { snapshot } from '../../../../tests/support/calls.ts';
import { started as withNameServers } from '../../../../tests/support/nsCases.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { describeChange } from '../../../lib/changes.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { catalog } from '../../core/catalog.ts';

const { domainId } = demo;
const input = { domainId, usage: 'zone' as const };

async function started() {
  const running = await startProvider();
  return { running, token: await running.signIn() };
}

const recordsIn = async (running: TestProvider, token: string, id = domainId) =>
  (await running.ok(dns.list, { domainId: id }, { token })).records
    .map(({ name, type, content, priority, ttl, proxy, comment, tags }) =>
      [name, type, content, priority ?? null, ttl, proxy, ...(comment ? [comment] : []), ...(tags ? [tags] : [])].join(' '),
    )
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
    const preview = await running.ok(zone.import, { ...input, dryRun: true }, { token, file: file() });
    expect(preview).toMatchObject({ imported: { created: 2, refused: 2, isWhole: true }, errors: lines });
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

  test('sends web records through the CDN, unless the file says which of its records go', async () => {
    const { running, token } = await started();
    const proxied = async (text: string) => {
      const { imported } = await running.ok(zone.import, { ...input, proxy: true, dryRun: true }, { token, file: zoneFile(text) });
      return imported.records.flatMap(({ name, type, proxy }) => (proxy ? [`${name} ${type}`] : []));
    };
    const records = [
      'site IN A 203.0.113.1',
      'site IN AAAA 2001:db8::1',
      'store IN CNAME site',
      'site IN TXT "text"',
      'mail IN A 203.0.113.2',
      'ftp IN A 203.0.113.3',
      '_token IN CNAME verify.example.net.',
      'inside IN A 10.0.0.1',
      'post IN A 203.0.113.4',
      'site IN MX 10 post',
      'zone1 IN A 203.0.113.5',
      'sub IN NS zone1',
      'voice IN A 203.0.113.6',
      '_sip._tcp IN SRV 1 1 5060 voice',
    ];
    expect(await proxied(records.join('\n'))).toEqual(['site A', 'site AAAA', 'store CNAME']);
    expect(await proxied('a IN A 203.0.113.1 ; cf_tags=cf-proxied:true\nb IN A 203.0.113.2 ; cf_tags=cf-proxied:false')).toEqual(['a A']);
  });

  test('keeps existing records, or replaces them', async () => {
    const { running, token } = await started();
    const file = () => zoneFile('api IN A 203.0.113.77\nwww IN A 203.0.113.78\nfresh IN A 203.0.113.79\n');
    const imported = async (conflict: 'skip' | 'replace') =>
      (await running.ok(zone.import, { ...input, conflict }, { token, file: file() })).imported;
    expect(await imported('skip')).toMatchObject({ created: 1, updated: 0, skipped: 2 });
    expect(await recordsIn(running, token)).toContain('api A 203.0.113.25  auto true');
    expect(await imported('replace')).toMatchObject({ created: 0, updated: 2, deleted: 0, skipped: 1 });
    const after = await recordsIn(running, token);
    expect(after).toContain('api A 203.0.113.77  3600 false');
    expect(after.filter((line) => line.startsWith('www '))).toEqual(['www A 203.0.113.78  3600 false']);
  });

  test('counts new, replaced and deleted records apart, as the activity does', async () => {
    const { running, token } = await started();
    const file = () => zoneFile('api IN A 203.0.113.77\nfresh IN A 203.0.113.79\nfresh IN A 203.0.113.80\n');
    const counts = { created: 2, updated: 1, deleted: 0, skipped: 0 };
    const preview = await running.ok(zone.import, { ...input, conflict: 'replace', dryRun: true }, { token, file: file() });
    expect(preview.imported).toMatchObject(counts);
    expect(preview.imported.records).toMatchObject([
      { outcome: 'replace', replaces: '203.0.113.25' },
      { outcome: 'create' },
      { outcome: 'create' },
    ]);
    expect((await running.ok(zone.import, { ...input, conflict: 'replace' }, { token, file: file() })).imported).toMatchObject(counts);
    // Two records in the place of one, and one in the place of two.
    expect(
      (await running.ok(zone.import, { ...input, conflict: 'replace' }, { token, file: zoneFile('fresh A 203.0.113.9\n') })).imported,
    ).toMatchObject({
      created: 0,
      updated: 1,
      deleted: 1,
    });
    const { logs } = await running.ok(log.list, {}, { token });
    const [shown] = logs.filter(({ action }) => action === 'import');
    expect(shown && describeChange(translator('en'), 'en', shown).fields.map(({ label, after }) => [label, after])).toEqual([
      ['Changed', '1'],
      ['Deleted', '1'],
    ]);
    expect(shown?.changes.some(({ field }) => field === 'removed')).toBe(false);
  });

  test('applies the file’s TTL to a record that is there, once its records apply', async () => {
    const { running, token } = await started();
    const file = () => zoneFile('api 120 IN A 203.0.113.25\n');
    expect((await running.ok(zone.import, input, { token, file: file() })).imported).toMatchObject({ updated: 0, skipped: 1 });
    const { imported } = await running.ok(zone.import, { ...input, conflict: 'replace' }, { token, file: file() });
    expect(imported).toMatchObject({ created: 0, updated: 1, deleted: 0, skipped: 0 });
    // The file doesn’t state what goes through the CDN.
    expect(await recordsIn(running, token)).toContain('api A 203.0.113.25  120 true');
  });

  test('applies the comment and tags of a file that has them, and leaves those that it doesn’t have', async () => {
    const { running, token } = await started();
    const noted =
      'api:\n  type: A\n  value: 203.0.113.25\n  octodns:\n    cloudflare: {comment: public API, tags: [team:web], auto-ttl: true, proxied: true}\n';
    const apply = (file: File) => running.ok(zone.import, { ...input, conflict: 'replace' }, { token, file });
    const api = async () => (await running.ok(dns.list, { domainId }, { token })).records.find(({ name }) => name === 'api');
    expect((await apply(zoneFile(noted, 'parvaz.example.yaml'))).imported).toMatchObject({ updated: 1 });
    expect(await api()).toMatchObject({ comment: 'public API', tags: ['team:web'] });
    expect((await apply(zoneFile(noted, 'parvaz.example.yaml'))).imported).toMatchObject({ updated: 0, skipped: 1 });
    expect((await apply(zoneFile('api 60 A 203.0.113.25\n'))).imported).toMatchObject({ updated: 1 });
    expect(await api()).toMatchObject({ comment: 'public API', tags: ['team:web'], ttl: 60 });
  });

  describe('a domain equal to the file', () => {
    test('has no other records; the preview lists what goes, and what changed since is refused', async () => {
      const { running, token } = await started();
      const file = () => zoneFile('api 120 IN A 203.0.113.25\nfresh IN A 203.0.113.79\n');
      const { imported } = await running.ok(zone.import, { ...input, conflict: 'equal', dryRun: true }, { token, file: file() });
      expect(imported).toMatchObject({ created: 1, updated: 1, deleted: 11 });
      expect(imported.deletions).toHaveLength(11);
      await running.ok(dns.create, { domainId, name: 'late', type: 'A', content: '203.0.113.9' }, { token });
      const apply = (zoneVersion: number) =>
        running.try(zone.import, { ...input, conflict: 'equal', zoneVersion }, { token, file: file() });
      expect(await apply(imported.zoneVersion)).toMatchObject({ status: 409, body: { code: 'zone:error.changed' } });
      const again = await running.ok(zone.import, { ...input, conflict: 'equal', dryRun: true }, { token, file: file() });
      expect(again.imported.deletions).toHaveLength(12);
      expect((await apply(again.imported.zoneVersion)).status).toBe(200);
      expect(await recordsIn(running, token)).toEqual(['api A 203.0.113.25  120 true', 'fresh A 203.0.113.79  120 false']);
    });

    test('keeps the addresses that its own name servers need', async () => {
      const { p, token, update, records } = await withNameServers();
      await update();
      const needed = await records();
      const { imported } = await p.ok(
        zone.import,
        { ...input, conflict: 'equal' },
        { token, file: zoneFile('a A 203.0.113.1\nns2 A 203.0.113.2\n') },
      );
      expect(imported).toMatchObject({ created: 2, updated: 0 });
      expect((await recordsIn(p, token)).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(
        ['a A 203.0.113.1', 'ns2 A 203.0.113.2', ...needed].sort(),
      );
    });

    test('isn’t made from a file with errors, or without records', async () => {
      const { running, token } = await started();
      const before = await snapshot(running);
      const attempt = (text: string) =>
        running.try(zone.import, { ...input, conflict: 'equal', leaveOut: true }, { token, file: zoneFile(text) });
      expect(await attempt('a A 203.0.113.1\nbad A nowhere\n')).toMatchObject({ status: 422, body: { code: 'zone:error.equalRefused' } });
      expect(await attempt('; nothing\n')).toMatchObject({ status: 422, body: { code: 'zone:error.equalEmpty' } });
      expect(await snapshot(running)).toBe(before);
    });
  });

  describe('lines with two readings', () => {
    const text = '@ MX 1 aspmx.l.google.com\n@ TXT v=test1 include:x -all\nfine A 203.0.113.1\n';
    const mail = async (running: TestProvider, token: string) =>
      (await recordsIn(running, token)).filter((line) => /google|v=test1/.test(line)).map((line) => line.split(' ').slice(2, 5).join(' '));

    test('are shown with both, and not imported without a choice', async () => {
      const { running, token } = await started();
      const { imported } = await running.ok(zone.import, { ...input, dryRun: true, conflict: 'replace' }, { token, file: zoneFile(text) });
      expect(imported.doubts).toMatchObject([
        { line: 1, written: '@ MX 1 aspmx.l.google.com.parvaz.example', meant: '@ MX 1 aspmx.l.google.com', reading: 'meant' },
        { line: 2, written: '@ TXT v=test1include:x-all', meant: '@ TXT v=test1 include:x -all', reading: 'meant' },
      ]);
      const before = await snapshot(running);
      const answer = await running.try(zone.import, input, { token, file: zoneFile(text) });
      expect([answer.status, answer.body.code, Object.keys(answer.body.fields ?? {})]).toEqual([422, 'zone:error.reading', ['reading']]);
      expect(await snapshot(running)).toBe(before);
    });

    test('are read as chosen, each line for itself', async () => {
      const { running, token } = await started();
      const choose = (choice: object) =>
        running.try(zone.import, { ...input, conflict: 'replace', ...choice }, { token, file: zoneFile(text) });
      expect(await choose({ reading: 'meant', otherwise: '3' })).toMatchObject({ status: 422, body: { code: 'zone:error.otherwise' } });
      expect((await choose({ reading: 'meant', otherwise: '1;2' })).status).toBe(422);
      expect((await choose({ reading: 'meant', otherwise: '2' })).status).toBe(200);
      expect(await mail(running, token)).toEqual(['aspmx.l.google.com 1 3600', 'v=test1include:x-all  3600']);
      expect((await choose({ reading: 'written' })).status).toBe(200);
      expect((await mail(running, token))[0]).toBe('aspmx.l.google.com.parvaz.example 1 3600');
    });
  });

  test('the preview has the warnings of the domain as it would be, those of the file first', async () => {
    const { running, token } = await started();
    const file = zoneFile('odd IN CNAME nothere.parvaz.example.\nquick 5 IN A 203.0.113.1\n');
    const { imported } = await running.ok(zone.import, { ...input, dryRun: true }, { token, file });
    expect(imported.warnings.filter(({ isNew }) => isNew)).toMatchObject([
      { name: 'odd', type: 'CNAME' },
      { name: 'quick', type: 'A' },
    ]);
    expect(imported.warned).toBe(imported.warnings.length);
  });

  test('knows exports of other services, and says what their lines mean', async () => {
    const { running, token } = await started();
    const file = zoneFile(
      ';; Domain:     parvaz.example.\n;; Exported:   2026-01-01 00:00:00\nparvaz.example\t3600\tIN\tSOA\ta.example. b.example. 1 2 3 4 5\ncf.parvaz.example.\t1\tIN\tTXT\t"x"\n',
    );
    const { imported } = await running.ok(zone.import, { ...input, dryRun: true }, { token, file });
    expect(imported).toMatchObject({ exporter: 'cloudflare', created: 1, noted: 2, records: [{ name: 'cf', ttl: 'auto' }] });
    expect(imported.notes).toMatchObject([{ line: 3, became: 'parvaz.example.' }, { line: 4 }]);
    const json = JSON.stringify({
      ResourceRecordSets: [{ Name: 'r.parvaz.example.', Type: 'A', TTL: 60, ResourceRecords: [{ Value: '203.0.113.2' }] }],
    });
    expect((await running.ok(zone.import, input, { token, file: zoneFile(json, 'sets.json') })).imported).toMatchObject({
      exporter: 'route53',
      created: 1,
    });
  });

  test('a file that is too long to be read whole has no rest to import', async () => {
    const { running, token } = await started();
    const before = await snapshot(running);
    const lines = Array.from({ length: catalog.limits.dnsRecords + 1 }, (_, i) => `h${i} IN A 192.0.2.1`);
    const file = () => zoneFile(lines.join('\n'));
    expect((await running.ok(zone.import, { ...input, dryRun: true }, { token, file: file() })).imported.isWhole).toBe(false);
    const answer = await running.try(zone.import, { ...input, leaveOut: true }, { token, file: file() });
    expect([answer.status, answer.body.code]).toEqual([422, 'zone:error.tooManyRecords']);
    expect(await snapshot(running)).toBe(before);
  }, 60_000);

  test('a file that exceeds the record limit changes nothing', async () => {
    const { running, token } = await started();
    const before = await snapshot(running);
    const lines = Array.from({ length: catalog.limits.dnsRecords - 11 }, (_, i) => `h${i} IN A 192.0.2.1`);
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

  test('a file that takes longer than its deadline is refused in four languages', async () => {
    const { running, token } = await started();
    const { workers } = running.provider.services;
    const { run } = workers;
    vi.spyOn(workers, 'run').mockImplementation((task, provided, job) => run({ ...task, deadlineMs: 0 }, provided, job));
    const before = await snapshot(running);
    const file = () => zoneFile('a:\n  type: A\n  value: 203.0.113.1\n', 'a.yaml');
    for (const locale of locales)
      for (const dryRun of [true, false])
        expect(await running.try(zone.import, { ...input, dryRun }, { token, file: file(), locale })).toMatchObject({
          status: 422,
          body: { code: 'zone:error.slow', fields: { file: translator(locale)('zone:error.slow') } },
        });
    expect(await snapshot(running)).toBe(before);
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

  test('a domain made equal to its own export doesn’t change, in each format', async () => {
    const { running, token } = await started();
    await running.ok(dns.create, { domainId, name: 'odd', type: 'TXT', content: '\'=a; -b \\;c "é"', ttl: 77 }, { token });
    await running.ok(
      dns.create,
      { domainId, name: 'odd', type: 'MX', content: 'a.example', priority: 1, comment: '; "é": nasim: proxied' },
      { token },
    );
    await running.ok(dns.create, { domainId, name: 'odd', type: 'MX', content: 'b.example', priority: 2, tags: ['a:b', 'c'] }, { token });
    const before = await recordsIn(running, token);
    for (const format of ['zone', 'csv', 'octodns'] as const) {
      const { zone: text, fileName, leftOut } = await running.ok(zone.export, { domainId, format }, { token });
      const file = () => zoneFile(text, fileName);
      const none = { created: 0, updated: 0, deleted: 0, refused: 0, doubted: 0 };
      expect(leftOut, format).toBe(0);
      const { imported } = await running.ok(zone.import, { ...input, conflict: 'equal', dryRun: true }, { token, file: file() });
      expect(imported, format).toMatchObject({ exporter: format === 'zone' ? 'own' : format, ...none });
      expect((await running.ok(zone.import, { ...input, conflict: 'equal' }, { token, file: file() })).imported, format).toMatchObject(
        none,
      );
      expect(await recordsIn(running, token), format).toEqual(before);
    }
  });
});
