import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allRows, emptyTarget, openTarget, runCommand, STARTS, startBackedUp, startRestored } from '../../../tests/support/backup.ts';
import { makeServerSpec } from '../../../tests/support/compute.ts';
import { canMount, smallDisk } from '../../../tests/support/damage.ts';
import { stored } from '../../../tests/support/stored.ts';
import { Folders } from '../../compute/folders.ts';
import { initialOpenstack } from '../../compute/openstack/applied.ts';
import { initialApplied } from '../../compute/state/applied.ts';
import { StateStore } from '../../compute/state/store.ts';
import { type Env, StartError } from '../../config/env.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { spaceObject } from '../../lib/contract/cloud/spaceObject.ts';
import { upload } from '../../lib/contract/core/upload.ts';
import { demo } from '../../lib/contract/fields.ts';
import { restoreMark } from '../../lib/node/restoreMark.ts';
import { FOLDER_MARK } from '../core/installation.ts';
import { blobPath, referencedBlobs } from '../drivers/objects/fs/backup.ts';
import { ArchiveWriter, type BackupHeader, extractArchive, verifyArchive } from './archive.ts';
import { makeBackup } from './make.ts';
import { restoreBackup } from './restore.ts';

const { domainId, spaceId } = demo;

test(
  'npm run backup and npm run restore bring back every row of every table, files and secrets',
  async () => {
    const context = await startBackedUp();
    const { p, token, env, put, file } = context;
    await put('one', 'object one');
    const sent = await p.ok(upload.file, { usage: 'ticket', draft: 'a-draft' }, { token, file: new File(['attached'], 'a.txt') });
    mkdirSync(join(env.DATA_DIR, 'site/legal/fa'), { recursive: true });
    for (const name of ['brand.json', 'logo.svg', 'legal/fa/terms.md', 'notes.txt']) writeFileSync(join(env.DATA_DIR, 'site', name), name);
    expect(await runCommand('backup', env, file)).toContain('It contains secrets');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const target = await emptyTarget(context);
    expect(await runCommand('restore', target, file)).toContain('Next: ');
    expect(readdirSync(context.folder).filter((name) => name.includes('.part-'))).toEqual([]);
    const site = readdirSync(join(target.DATA_DIR, 'site'), { recursive: true, encoding: 'utf8' });
    expect(site.sort()).toEqual(['brand.json', 'legal', 'legal/fa', 'legal/fa/terms.md', 'logo.svg']);
    const live = await allRows(p.store);
    const copy = await openTarget(target);
    expect(Object.keys(live).length).toBeGreaterThan(80);
    expect(live.dnsRecord?.length).toBeGreaterThan(10);
    expect(await allRows(copy)).toEqual(live);
    await copy.close();

    const restored = await startRestored(target, p.clock.now);
    expect(await restored.readObject('one')).toBe('object one');
    const [row] = await stored(restored.provider.services, 'storedFile', { id: sent.file.id });
    expect(readFileSync(join(target.DATA_DIR, 'uploads', row?.path ?? ''), 'utf8')).toBe('attached');
    // The session and the sealed key of the space need the secrets, the password doesn't.
    expect((await restored.send(`${dns.list.path}?domainId=${domainId}`, undefined, token)).status).toBe(200);
    expect((await restored.send('/auth/login', { username: demo.email, password: demo.password })).status).toBe(200);
    const link = await restored.send(`${spaceObject.download.path}?spaceId=${spaceId}&key=one`, undefined, token);
    expect(await (await fetch(((await link.json()) as { url: string }).url)).text()).toBe('object one');
  },
  STARTS,
);

test('objects are restored with their versions and unfinished uploads, and without what was deleted', async () => {
  const context = await startBackedUp();
  const { p, env, put, file } = context;
  const { objects } = p.provider.services;
  if (!objects) throw new Error('the tests have an object store');
  await objects.setVersioning('demo-media', true);
  for (const text of ['first', 'second', 'third']) await put('versioned', text);
  await put('gone', 'gone');
  await objects.removeAll('demo-media');
  for (const text of ['first', 'second', 'third']) await put('versioned', text);
  const uploadId = await objects.startUpload('demo-media', 'unfinished', 'text/plain');
  await objects.putPart('demo-media', 'unfinished', uploadId, 1, Buffer.from('part'));
  const blobs = join(env.DATA_DIR, 'objects');
  // Left by a killed process: in no index.
  const orphan = join(blobs, blobPath('00000000-0000-4000-8000-000000000000'));
  mkdirSync(join(orphan, '..'), { recursive: true });
  writeFileSync(orphan, 'orphan');
  await makeBackup(env, file);
  const target = await emptyTarget(context);
  await restoreBackup(target, file);
  const restored = await startRestored(target, p.clock.now);
  const { versions } = await restored.provider.services.objects!.listVersions('demo-media', { limit: 10 });
  expect(versions.map(({ key, size }) => [key, size])).toEqual([
    ['versioned', 5],
    ['versioned', 6],
    ['versioned', 5],
  ]);
  expect(await restored.readObject('versioned')).toBe('third');
  await restored.provider.services.objects?.completeUpload('demo-media', 'unfinished', uploadId, 1);
  expect(await restored.readObject('unfinished')).toBe('part');
  expect(existsSync(join(target.DATA_DIR, 'objects', blobPath('00000000-0000-4000-8000-000000000000')))).toBe(false);
  // The manifests were written again: the index can be lost now.
  await expect.poll(() => existsSync(join(target.DATA_DIR, 'objects', 'manifests', 'complete'))).toBe(true);
});

test('content that the store has lost doesn’t prevent a backup, and a store without an index does', async () => {
  const context = await startBackedUp();
  const { env, put, file, folder } = context;
  await put('lost', 'lost content');
  await put('whole', 'whole content');
  const objects = join(env.DATA_DIR, 'objects');
  const lost = referencedBlobs(join(objects, 'index.sqlite')).find(
    ({ id }) => readFileSync(join(objects, blobPath(id)), 'utf8') === 'lost content',
  );
  rmSync(join(objects, blobPath(lost?.id ?? '')));
  expect(await makeBackup(env, file)).toMatchObject({ objects: 'copied', lostBlobs: 1 });
  const target = await emptyTarget(context);
  await restoreBackup(target, file);
  expect(await (await startRestored(target, Date.now())).readObject('whole')).toBe('whole content');
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(objects, `index.sqlite${suffix}`), { force: true });
  await expect(makeBackup(env, join(folder, 'second.tar'))).rejects.toThrow('Start the portal, which rebuilds it');
});

test('a file that is damaged, cut off, of another kind or later is refused before anything is written', async () => {
  const context = await startBackedUp();
  const { env, file, folder } = context;
  await makeBackup(env, file);
  const bytes = readFileSync(file);
  const target = await emptyTarget(context);
  const refusal = async (content: Buffer) => {
    const changed = join(folder, 'changed.tar');
    writeFileSync(changed, content);
    const error: unknown = await restoreBackup(target, changed).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message; // by the line above
  };
  const flipped = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const secret = bytes.lastIndexOf('"session"');
  expect(await refusal(flipped(secret + 20))).toBe('The file is damaged: secrets.json isn’t what the manifest says.');
  for (const at of [bytes.indexOf('"nasim":"') + 9, 1, 148]) expect(await refusal(flipped(at))).toMatch(/^The file is damaged/);
  for (const length of [0, 100, 512, 5_000, secret, bytes.length - 2_000, bytes.indexOf('"nasim":"')])
    expect([length, await refusal(bytes.subarray(0, length))]).toEqual([
      length,
      expect.stringMatching(/^The file is damaged, is not complete/),
    ]);
  expect(await refusal(Buffer.from('no tar'.repeat(2_000)))).toMatch(/^The file is damaged/);

  const crafted = async (header: object, name?: string) => {
    const path = join(folder, 'crafted.tar');
    const output = await open(path, 'w');
    const archive = new ArchiveWriter(output);
    if (name) await archive.addFile(name, file);
    const plain: BackupHeader = {
      format: 1,
      id: 'x',
      nasim: '9.0.0',
      createdAt: '2026-01-01T00:00:00Z',
      database: env.DATABASE_URL ? 'postgres' : 'sqlite',
      migrations: [],
      objects: 'none',
      servers: false,
    };
    await archive.finish({ ...plain, ...header });
    await output.close();
    return refusal(readFileSync(path));
  };
  expect(await crafted({ format: 2 })).toBe('A later version of Nasim made this backup. Restore it with that version.');
  expect(await crafted({ migrations: ['9999-later'] })).toContain('a later schema (9999-later)');
  for (const name of ['../secrets.json', '/etc/passwd', 'objects/blobs/aa/../x', 'uploads/x', 'server.mjs'])
    expect(await crafted({}, name)).toContain('doesn’t know');
  expect(await crafted({ database: env.DATABASE_URL ? 'sqlite' : 'postgres' })).toMatch(/DATABASE_URL/);
  expect(readdirSync(target.DATA_DIR)).toEqual([]);
  await restoreBackup(target, file);
});

test('a manifest that is read in several pieces doesn’t stop the restore', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [path, content] = [join(folder, 'nasim.tar'), join(folder, 'content')];
  // The manifest begins in the first 256 KiB, which are read at once, and ends after them.
  writeFileSync(content, Buffer.alloc(256 * 1024 - 3 * 512));
  const output = await open(path, 'w');
  const archive = new ArchiveWriter(output);
  await archive.addFile('nasim.db', content);
  const migrations = Array.from({ length: 100 }, (_, i) => `0${i}-migration`);
  const header = {
    id: 'x',
    nasim: '9.0.0',
    createdAt: '2026-01-01T00:00:00Z',
    database: 'sqlite',
    objects: 'none',
    servers: false,
  } as const;
  await archive.finish({ ...header, migrations });
  await output.close();
  const source = await open(path, 'r');
  onTestFinished(() => source.close());
  const sizes: number[] = [];
  await extractArchive(source, await verifyArchive(source), async (_, bytes) => {
    let size = 0;
    for await (const chunk of bytes) size += chunk.length;
    sizes.push(size);
  });
  expect(sizes).toEqual([256 * 1024 - 3 * 512]);
});

test('nothing that exists is overwritten: a folder, a database, a file', async () => {
  const context = await startBackedUp();
  const { env, file } = context;
  const same = await Promise.allSettled([makeBackup(env, file), makeBackup(env, file)]);
  expect(same.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(same.map((result) => (result.status === 'rejected' ? String(result.reason) : '')).join('')).toContain(`${file} exists`);
  const before = statSync(file).mtimeMs;
  await expect(makeBackup(env, file)).rejects.toThrow(`${file} exists`);
  expect(statSync(file).mtimeMs).toBe(before);
  await expect(restoreBackup(env, file)).rejects.toThrow(`${env.DATA_DIR} isn’t empty: it has `);
  const target = await emptyTarget(context);
  if (env.DATABASE_URL) await expect(restoreBackup({ ...target, DATABASE_URL: env.DATABASE_URL }, file)).rejects.toThrow('isn’t empty');
  await expect(makeBackup(target, join(target.DATA_DIR, 'none.tar'))).rejects.toThrow('no installation');
  // What the system puts on an empty disk.
  mkdirSync(join(target.DATA_DIR, 'lost+found'));
  await restoreBackup(target, file);
});

test('what the system or an operator puts beside the files isn’t in a backup, and a restore creates folders that are missing', async () => {
  const context = await startBackedUp();
  const { env, put, file, folder } = context;
  await put('one', 'object one');
  const blobs = join(env.DATA_DIR, 'objects', 'blobs');
  const [prefix = ''] = readdirSync(blobs);
  mkdirSync(join(env.DATA_DIR, 'uploads'), { recursive: true });
  for (const name of ['uploads', 'site', 'objects/blobs', `objects/blobs/${prefix}`])
    mkdirSync(join(env.DATA_DIR, name, 'lost+found'), { recursive: true });
  for (const name of ['uploads', 'site', `objects/blobs/${prefix}`])
    for (const other of ['.nfs0000000000000001', 'یادداشت.txt']) writeFileSync(join(env.DATA_DIR, name, other), 'x');
  writeFileSync(join(blobs, 'notes.txt'), 'x');
  const uploaded = `1-${'0'.repeat(32)}`;
  writeFileSync(join(env.DATA_DIR, 'uploads', uploaded), 'uploaded');
  await makeBackup(env, file);
  const target = await emptyTarget(context);
  const missing = { ...target, DATA_DIR: join(target.DATA_DIR, 'not', 'there', 'yet') };
  await restoreBackup(missing, file);
  // With PostgreSQL, the folder has a mark too (core/installation.ts).
  expect(readdirSync(join(missing.DATA_DIR, 'uploads')).filter((name) => name !== FOLDER_MARK)).toEqual([uploaded]);
  expect(existsSync(join(missing.DATA_DIR, 'site'))).toBe(false);
  if (env.DATABASE_URL) return;
  // Nobody can create a folder in a file.
  writeFileSync(join(folder, 'plain'), '');
  const error: unknown = await restoreBackup({ ...target, DATA_DIR: join(folder, 'plain', 'data') }, file).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  expect(String(error)).toContain('can’t be created');
});

test.skipIf(!canMount)('a full disk leaves no file, and one that is too small is refused before anything is written', async () => {
  const context = await startBackedUp();
  const { env, file } = context;
  await makeBackup(env, file);
  const disk = smallDisk(256);
  await expect(makeBackup(env, join(disk.folder, 'nasim.tar'))).rejects.toThrow(/^The disk of .* is full|could not write|No space left/);
  expect(readdirSync(disk.folder)).toEqual([]);
  const target = await emptyTarget(context);
  await expect(restoreBackup({ ...target, DATA_DIR: disk.folder }, file)).rejects.toThrow(/MiB of free space; [01] MiB are free/);
  expect(readdirSync(disk.folder)).toEqual([]);
});

test(
  'with --servers, snapshots and backups of servers are restored, and their disks are created anew',
  async () => {
    const context = await startBackedUp();
    const { env, file, folder } = context;
    await expect(makeBackup(env, file, { servers: true })).rejects.toThrow('has no servers');
    const folders = new Folders(join(env.DATA_DIR, 'compute'));
    folders.create();
    const store = new StateStore(folders.root, initialApplied);
    const forwards = [{ port: 20_005, guestPort: 22, protocol: 'tcp' as const }];
    const server = { id: 'server', version: 3, isRemoved: false, spec: makeServerSpec('server', 3) };
    store.put('servers', { ...server, applied: { ...initialApplied.servers, version: 3, image: 1, disk: 25, power: 'on', forwards } });
    const image = (id: string) => ({
      id,
      version: 1,
      isRemoved: false,
      spec: { id, version: 1, account: { id: 'account' }, kind: 'snapshot' as const, sourceId: 'server', parentId: null },
    });
    store.put('images', { ...image('complete'), applied: { ...initialApplied.images, version: 1, size: 8, disk: 25 } });
    store.put('images', { ...image('lost'), applied: { ...initialApplied.images, version: 1, size: 8, disk: 25 } });
    store.put('images', { ...image('running'), applied: initialApplied.images });
    writeFileSync(folders.copy('complete'), 'contents');
    mkdirSync(folders.machine('server').folder, { recursive: true });
    writeFileSync(folders.machine('server').disk, 'disk');
    const report = await makeBackup(env, file, { servers: true });
    store.close();
    expect(report).toMatchObject({ lostCopies: 1 });
    const target = await emptyTarget(context);
    await restoreBackup(target, file);
    const restored = new Folders(join(target.DATA_DIR, 'compute'));
    expect(readFileSync(restored.copy('complete'), 'utf8')).toBe('contents');
    expect(readdirSync(restored.root).sort()).toEqual(['copies', 'identity', 'state.db']);
    expect(readFileSync(join(restored.root, 'identity'), 'utf8')).toBe(readFileSync(join(folders.root, 'identity'), 'utf8'));
    const state = new StateStore(restored.root, initialApplied);
    onTestFinished(() => state.close());
    expect(state.get('servers', 'server')?.applied).toEqual({ ...initialApplied.servers, reserved: forwards });
    expect(state.get('images', 'complete')?.applied.size).toBe(8);
    // Without the option, nothing of it.
    const plain = join(folder, 'plain.tar');
    await makeBackup(env, plain);
    const other = await emptyTarget(context);
    await restoreBackup(other, plain);
    expect(existsSync(join(other.DATA_DIR, 'compute'))).toBe(false);
    // A folder that an operator has put beside an interrupted restore isn't deleted.
    rmSync(join(other.DATA_DIR), { recursive: true });
    mkdirSync(join(other.DATA_DIR, 'compute', 'servers'), { recursive: true });
    writeFileSync(restoreMark(other.DATA_DIR), '');
    await expect(restoreBackup(other, plain)).rejects.toThrow('it has compute/servers');
  },
  STARTS,
);

test('with a cloud, every backup has the state of the compute process, which stays as it was', async () => {
  const context = await startBackedUp();
  const env: Env = { ...context.env, COMPUTE_DRIVER: 'openstack' };
  const { file } = context;
  const root = join(env.DATA_DIR, 'compute');
  mkdirSync(root);
  const store = new StateStore(root, initialOpenstack);
  const located = { version: 3, home: { projectId: 'project', region: 'RegionOne' }, cloudId: 'in-the-cloud' };
  const server = { id: 'server', version: 3, isRemoved: false, spec: makeServerSpec('server', 3) };
  store.put('servers', { ...server, applied: { ...initialOpenstack.servers, ...located, image: 1 } });
  const copy = { id: 'copy', version: 1, account: { id: 'account' }, kind: 'snapshot' as const, sourceId: 'server', parentId: null };
  const image = { id: 'copy', version: 1, isRemoved: false, spec: copy };
  store.put('images', { ...image, applied: { ...initialOpenstack.images, ...located, type: 'image', size: 8, disk: 25 } });
  expect(await makeBackup(env, file)).toMatchObject({ lostCopies: 0 });
  const target = await emptyTarget(context);
  expect(await restoreBackup(target, file)).toMatchObject({ compute: 'openstack' });
  const restored = new StateStore(join(target.DATA_DIR, 'compute'), initialOpenstack);
  onTestFinished(() => restored.close());
  for (const kind of ['servers', 'images'] as const) expect(restored.list(kind)).toEqual(store.list(kind));
  store.close();
  const identity = (folder: string) => readFileSync(join(folder, 'compute', 'identity'), 'utf8');
  expect(identity(target.DATA_DIR)).toBe(identity(env.DATA_DIR));
});
