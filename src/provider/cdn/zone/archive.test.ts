import { randomBytes } from 'node:crypto';
import { gzipSync, zipSync } from 'fflate';
import { packTar, type TarEntry } from 'modern-tar';
import { expect, test, vi } from 'vitest';
import { zipFile, zoneFile } from '../../../../tests/support/callInputs.ts';
import { snapshot } from '../../../../tests/support/calls.ts';
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
const listNames = async (p: TestProvider, token: string, domainId: string) =>
  (await p.ok(dns.list, { domainId }, { token })).records.map((record) => record.name);
const raw = (files: Record<string, Uint8Array>) =>
  new File([zipSync(files, { level: 9 }) as Uint8Array<ArrayBuffer>], 'zones.zip', { type: 'application/zip' });

const tar = async (entries: TarEntry[], name = 'zones.tar.gz') => {
  const bytes = await packTar(entries);
  return new File([name.endsWith('.tar') ? bytes : (gzipSync(bytes) as Uint8Array<ArrayBuffer>)], name);
};
const textFile = (name: string, body: string): TarEntry => ({ header: { name, size: Buffer.byteLength(body) }, body });

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
  expect(await listNames(p, token, demo.domainId)).toContain('b');
  expect(await listNames(p, token, demo.planDomainId)).toContain('archived');
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

test('tar archives are read like zip archives; links, devices and paths outside are refused', async () => {
  const { p, token, name } = await started();
  const entries: TarEntry[] = [
    { header: { name: './', size: 0, type: 'directory' } },
    textFile('./parvaz.example.txt', 'tarred A 203.0.113.1\n'),
    textFile('./._parvaz.example.txt', 'x'),
    textFile(`${'deep/'.repeat(30)}${name}.zone`, 'tarred A 203.0.113.2\n'),
    textFile('../parvaz.example.db', 'outside A 203.0.113.3\n'),
    textFile('/etc/parvaz.example.zone', 'outside A 203.0.113.3\n'),
    { header: { name: 'link.txt', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
    { header: { name: 'hard.txt', size: 0, type: 'link', linkname: 'parvaz.example.txt' } },
    { header: { name: 'null.txt', size: 0, type: 'character-device' } },
    { header: { name: 'pipe.txt', size: 0, type: 'fifo' } },
  ];
  for (const fileName of ['zones.tar', 'zones.tar.gz', 'zones.tgz']) {
    const { zones } = await p.ok(zone.importArchive, { dryRun: true }, { token, file: await tar(entries, fileName) });
    expect(
      zones.map(({ file, status }) => `${file.replace(/(?:deep\/)+/, 'deep/')} ${status}`),
      fileName,
    ).toEqual([
      '../parvaz.example.db refused',
      '/etc/parvaz.example.zone refused',
      `deep/${name}.zone ready`,
      'hard.txt refused',
      'link.txt refused',
      'null.txt refused',
      'parvaz.example.txt ready',
      'pipe.txt refused',
    ]);
  }
  await p.ok(zone.importArchive, {}, { token, file: await tar(entries) });
  expect(await listNames(p, token, demo.domainId)).toContain('tarred');
  expect(await listNames(p, token, demo.domainId)).not.toContain('outside');
});

test('tar archives have the limits of zip archives', async () => {
  const { p, token } = await started();
  const before = await snapshot(p);
  const code = async (file: File) => {
    const { status, body } = await p.try(zone.importArchive, { dryRun: true }, { token, file });
    return `${status} ${body.code}`;
  };
  const many = Array.from({ length: unpackLimits.files + 1 }, (_, i) => textFile(`z${i}.example.txt`, ';'));
  expect(await code(await tar(many))).toBe('422 zone:error.archiveLimit');
  expect(await code(await tar([textFile('a.txt', ' '.repeat(2 * 1024 * 1024))]))).toBe('422 zone:error.archiveLimit');
  const whole = new Uint8Array(await (await tar([textFile('parvaz.example.txt', 'a A 203.0.113.1\n')])).arrayBuffer());
  expect(await code(new File([whole.slice(0, whole.length - 20)], 'z.tgz'))).toBe('422 zone:error.archive');
  expect(await code(new File([gzipSync(Buffer.from('not a tar')) as Uint8Array<ArrayBuffer>], 'z.tgz'))).toBe('422 zone:error.archive');
  expect(await code(new File(['not a tar'], 'z.tar'))).toBe('422 zone:error.archive');
  expect(await snapshot(p)).toBe(before);
});

test('an archive that takes longer than its deadline is refused, and a file of it leaves the others', async () => {
  const { p, token, name } = await started();
  const files = { 'parvaz.example.yaml': 'a:\n  type: A\n  value: 203.0.113.1\n', [`${name}.txt`]: 'quick A 203.0.113.2\n' };
  const { workers } = p.provider.services;
  const { run } = workers;
  const hurry = (task: string) =>
    vi.spyOn(workers, 'run').mockImplementation((one, input, job) => run(one.name === task ? { ...one, deadlineMs: 0 } : one, input, job));
  const before = await snapshot(p);
  hurry('zone.unpack');
  expect(await p.try(zone.importArchive, {}, { token, file: zipFile(files) })).toMatchObject({
    status: 422,
    body: { code: 'zone:error.slow' },
  });
  expect(await snapshot(p)).toBe(before);
  hurry('zone.read');
  const { zones } = await p.ok(zone.importArchive, {}, { token, file: zipFile(files) });
  expect(zones.map(({ zone: of, status }) => `${of} ${status}`).sort()).toEqual(['parvaz.example refused', `${name} imported`].sort());
});
