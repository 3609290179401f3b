import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { snapshot, zipFile, zoneFile } from '../../../../tests/support/calls.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { unpackLimits } from './unpack.task.ts';

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const { name } = await storedOne(p, 'domain', { id: demo.planDomainId });
  return { p, token, name };
}
const namesOf = async (p: TestProvider, token: string, domainId: string) =>
  (await p.ok(dns.list, { domainId }, { token })).records.map((record) => record.name);
const raw = (files: Record<string, Uint8Array>) =>
  new File([zipSync(files, { level: 9 }) as Uint8Array<ArrayBuffer>], 'zones.zip', { type: 'application/zip' });

test('each file goes to the domain of its header or name; others are listed with what to do', async () => {
  const { p, token, name } = await started();
  const file = () =>
    zipFile({
      'backup/parvaz.example.txt': 'archived A 203.0.113.1\n',
      'one.zone': `; Zone file for ${name}\n$TTL 60\narchived A 203.0.113.2\n`,
      'stranger.example.db': 'a A 203.0.113.3\n',
      'again/parvaz.example.zone': 'b A 203.0.113.4\n',
      'notes.pdf': 'x',
      '__MACOSX/._one.zone': 'x',
      'plain.txt': 'a A 203.0.113.5\n',
    });
  const before = await snapshot(p);
  const { zones } = await p.ok(zone.importArchive, { dryRun: true }, { token, file: file() });
  expect(zones.map(({ file: path, zone: of, status, created }) => [path, of, status, created])).toEqual([
    ['again/parvaz.example.zone', 'parvaz.example', 'ready', 1],
    ['backup/parvaz.example.txt', 'parvaz.example', 'refused', 0],
    ['notes.pdf', '', 'refused', 0],
    ['one.zone', name, 'ready', 1],
    ['plain.txt', '', 'unknown', 0],
    ['stranger.example.db', 'stranger.example', 'unknown', 0],
  ]);
  expect(zones.filter(({ status }) => status !== 'ready').every(({ message }) => message.length > 10)).toBe(true);
  expect(await snapshot(p)).toBe(before);

  const done = await p.ok(zone.importArchive, {}, { token, file: file() });
  expect(done.zones.filter(({ status }) => status === 'imported').map(({ zone: of }) => of)).toEqual(['parvaz.example', name]);
  expect(await namesOf(p, token, demo.domainId)).toContain('b');
  expect(await namesOf(p, token, demo.planDomainId)).toContain('archived');
  expect((await stored(p, 'changeLog', { group: 'zone' })).map(({ entityName }) => entityName).sort()).toEqual(
    ['parvaz.example', name].sort(),
  );
});

test('a file that can’t be imported leaves the others', async () => {
  const { p, token, name } = await started();
  const files = { 'parvaz.example.txt': 'bad A nowhere\nok A 203.0.113.1\n', [`${name}.txt`]: '@ MX 1 mx.example.org\n' };
  const status = async (input: object) => {
    const { body } = await p.try(zone.importArchive, input, { token, file: zipFile(files) });
    const zones = (body.zones ?? []) as { zone: string; status: string }[];
    return ['parvaz.example', name].map((of) => zones.find((one) => one.zone === of)?.status);
  };
  expect(await status({ dryRun: true })).toEqual(['refused', 'ready']);
  // Its line with two readings needs a choice.
  expect(await p.try(zone.importArchive, {}, { token, file: zipFile(files) })).toMatchObject({
    status: 422,
    body: { code: 'zone:error.archiveNothing' },
  });
  expect(await status({ reading: 'meant' })).toEqual(['refused', 'imported']);
  expect(await status({ reading: 'meant', leaveOut: true })).toEqual(['imported', 'imported']);
});

test('domains of other customers are unknown', async () => {
  const { p } = await started();
  const token = await p.signIn(demo.second);
  const { zones } = await p.ok(
    zone.importArchive,
    { dryRun: true },
    { token, file: zipFile({ 'parvaz.example.txt': 'a A 203.0.113.1\n' }) },
  );
  expect(zones).toMatchObject([{ status: 'unknown', domainId: null }]);
});

test('archives that unpack to too much are refused, whatever they declare', async () => {
  const { p, token } = await started();
  const before = await snapshot(p);
  const code = async (file: File) => {
    const { status, body } = await p.try(zone.importArchive, { dryRun: true }, { token, file });
    return `${status} ${body.code}`;
  };
  const zeros = (size: number) => new Uint8Array(size);
  const many = Object.fromEntries(Array.from({ length: unpackLimits.files + 1 }, (_, i) => [`z${i}.example.txt`, new Uint8Array([59])]));
  expect(await code(raw(many))).toBe('422 zone:error.archiveLimit');
  expect(await code(raw({ 'a.txt': zeros(unpackLimits.file + 1) }))).toBe('422 zone:error.archiveLimit');
  expect(await code(raw({ 'a.txt': zeros(2 * 1024 * 1024) }))).toBe('422 zone:error.archiveLimit');
  const noise = () => new Uint8Array(Buffer.from(randomBytes(3_000_000).toString('hex')));
  expect(await code(raw({ 'a.txt': noise() }))).not.toContain('archiveLimit');
  // It declares one byte.
  const bytes = zipSync({ 'a.txt': zeros(5_000_000) }, { level: 9 });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let i = 0; i < bytes.length - 4; i++) if (view.getUint32(i, true) === 5_000_000) view.setUint32(i, 1, true);
  expect(await code(new File([bytes as Uint8Array<ArrayBuffer>], 'z.zip'))).toBe('422 zone:error.archiveLimit');
  expect(await code(new File(['not a zip'], 'z.zip'))).toBe('422 zone:error.archive');
  expect(await code(zoneFile('a A 203.0.113.1\n'))).toBe('415 zone:error.format');
  expect(await snapshot(p)).toBe(before);
});
