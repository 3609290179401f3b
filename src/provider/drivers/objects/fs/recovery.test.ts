import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetBucketCorsCommand,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../../../../tests/crash/raw.ts';
import { damageIndex, damages, rootKey, startObjectStore, startStoreProcess } from '../../../../../tests/support/objects.ts';
import { Bucket, createS3Client, MIB, rejectionCode } from '../../../../../tests/support/s3.ts';
import { damagedIn } from '../../../../lib/node/durable.ts';
import { ObjectStoreError } from '../storeError.ts';
import type { FsStore } from './store.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-objects-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
/** A rebuild takes as long as the machine needs; the default of `poll` is a second. */
const patient = { timeout: 10_000 };
const isReady = (store: FsStore) => expect.poll(() => store.head(Bucket, 'none').catch(String), patient).toBe(null);
const put = (store: FsStore, key: string, content: string) => store.put(Bucket, key, Buffer.from(content), 'text/plain');

/** A store with an object made in each way, stopped. @param hasVersions also with versions and delete markers */
async function filled(folder: string, hasVersions = true) {
  const { store, url } = await startObjectStore({ folder });
  await store.createSpace(Bucket, 10 * MIB);
  await store.createSpace('closed', MIB);
  await store.setOpen('closed', false);
  await store.createSpace('removed', MIB);
  await store.put('removed', 'a', Buffer.from('a'), 'text/plain');
  await store.remove('removed', ['a']);
  await store.removeSpace('removed');
  await store.setAccess(Bucket, 'publicRead');
  const key = await store.makeKey(Bucket);
  const client = createS3Client(url, key);
  const rules = { CORSRules: [{ AllowedOrigins: ['https://a.example'], AllowedMethods: ['GET'] }] };
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: rules }));
  await client.send(
    new PutObjectCommand({ Bucket, Key: 'گزارش 🚀', Body: 'report', CacheControl: 'no-cache', Metadata: { author: 'sara' } }),
  );
  for (let n = 0; n < 40; n++) await put(store, `many/${n}`, `${n}`);
  await put(store, 'replaced', 'old');
  await put(store, 'replaced', 'new');
  await store.copy(Bucket, 'replaced', 'copied');
  await put(store, 'deleted', 'x');
  await store.remove(Bucket, ['deleted', 'many/7']);
  const upload = await store.startUpload(Bucket, 'joined', 'video/mp4');
  await store.putPart(Bucket, 'joined', upload, 1, Buffer.alloc(5 * MIB, 'a'));
  await store.putPart(Bucket, 'joined', upload, 2, Buffer.from('end'));
  await store.completeUpload(Bucket, 'joined', upload, 2);
  if (hasVersions) await addVersions(store, client);
  const state = await storeState(store);
  await store.close();
  return { key, state };
}
/** Adds versions and delete markers in each order. */
async function addVersions(store: FsStore, client: S3Client): Promise<void> {
  const set = (Status: 'Enabled' | 'Suspended') =>
    client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
  const remove = (Key: string, VersionId?: string) => client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
  await put(store, 'versions/null first', 'null');
  await set('Enabled');
  for (const key of ['versions/null first', 'versions/all', 'versions/hidden', 'versions/null last', 'versions/null marker'])
    for (const content of ['1', '22', '333']) await put(store, key, content);
  await store.remove(Bucket, ['versions/hidden', 'versions/never there', 'versions/back']);
  await put(store, 'versions/back', 'back');
  const { VersionId } = await client.send(new PutObjectCommand({ Bucket, Key: 'versions/all', Body: 'deleted' }));
  await remove('versions/all', VersionId);
  await set('Suspended');
  await put(store, 'versions/null last', 'replaced');
  await put(store, 'versions/null last', 'last');
  await remove('versions/null marker');
}
async function storeState(store: FsStore) {
  const client = createS3Client(store.endpoint().url, rootKey);
  const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  const { objects } = await store.list(Bucket, { limit: 1000 });
  const contents = await Promise.all(
    objects.map(async ({ key }) => [await store.head(Bucket, key), (await store.read(Bucket, key, 100)).toString()]),
  );
  const access = await Promise.all([Bucket, 'closed'].map((name) => store.accessOf(name)));
  return { contents, Versions, DeleteMarkers, access, usage: await store.usage(Bucket), closed: await store.usage('closed') };
}

describe('an index that is lost', () => {
  test.each(damages)('(%s) is rebuilt with all that was acknowledged', async (damage) => {
    const folder = newFolder();
    const { key, state } = await filled(folder);
    damageIndex(folder, damage, randomFrom(1));
    const { store, url, notices } = await startObjectStore({ folder });
    await isReady(store);
    expect(await storeState(store)).toEqual(state);
    expect(notices).toContain('object store rebuilt its index from manifests');
    expect(damagedIn(folder).map(({ name }) => name)).toEqual(damage === 'removed' ? [] : ['index.sqlite']);
    const { CORSRules } = await createS3Client(url, key).send(new GetBucketCorsCommand({ Bucket }));
    expect(CORSRules?.[0]?.AllowedOrigins).toEqual(['https://a.example']);
    expect(await rejectionCode(put(store, 'large', 'x'.repeat(5 * MIB)))).toBe('Error');
    await expect(store.usage('removed')).rejects.toMatchObject({ fault: 'noSuchSpace' });
    const closed = await store.makeKey('closed');
    expect(await rejectionCode(createS3Client(url, closed).send(new PutObjectCommand({ Bucket: 'closed', Key: 'a', Body: 'a' })))).toBe(
      'AccessDenied',
    );
  });

  test('while the store runs is set aside; clients are asked to try again, and then find everything', async () => {
    const folder = newFolder();
    const { state } = await filled(folder);
    const { store, url, faults, notices } = await startObjectStore({ folder });
    await isReady(store);
    const link = await store.link(Bucket, 'copied', { expiresIn: 60 });
    const other = new Sqlite(join(folder, 'index.sqlite'));
    other.prepare("update object set meta = '{' where key = 'copied'").run();
    other.close();
    const refused = await fetch(link);
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '5',
      expect.stringContaining('<Code>SlowDown</Code>'),
    ]);
    await isReady(store);
    expect(await storeState(store)).toEqual(state);
    expect(damagedIn(folder)).toHaveLength(1);
    expect(faults).toHaveLength(1);
    expect(notices).toContain('object store rebuilt its index from manifests');

    rmSync(join(folder, 'index.sqlite'));
    const write = () => rejectionCode(createS3Client(url, rootKey).send(new PutObjectCommand({ Bucket, Key: 'copied', Body: 'again' })));
    expect(await write()).toBe('SlowDown');
    await expect.poll(write, patient).toBe('none');
    expect((await store.usage(Bucket)).objects).toBe(state.usage.objects);
  });

  test('loses multipart uploads that weren’t completed, and their content is deleted a day later', async () => {
    const folder = newFolder();
    const first = await startObjectStore({ folder });
    await first.store.createSpace(Bucket, MIB);
    const upload = await first.store.startUpload(Bucket, 'a', 'text/plain');
    await first.store.putPart(Bucket, 'a', upload, 1, Buffer.from('part'));
    await first.store.close();
    damageIndex(folder, 'removed', Math.random);
    const { store, clock } = await startObjectStore({ folder });
    await isReady(store);
    await expect(store.completeUpload(Bucket, 'a', upload, 1)).rejects.toMatchObject({ fault: 'noSuchUpload' });
    expect(await store.usage(Bucket)).toEqual({ bytes: 0, objects: 0 });
    expect(filesIn(folder, 'blobs')).toHaveLength(1);
    await store.close();
    const later = await startObjectStore({ folder, clock: () => Date.now() + clock.ahead + 86_400_001 });
    await isReady(later.store);
    await expect.poll(() => filesIn(folder, 'blobs'), patient).toEqual([]);
  });

  test('is rebuilt without an object whose manifest can’t be read; its content stays on the disk', async () => {
    const folder = newFolder();
    const first = await startObjectStore({ folder });
    await first.store.createSpace(Bucket, MIB);
    await put(first.store, 'a', 'a');
    await first.store.close();
    for (const path of filesIn(folder, 'manifests')) {
      expect(statSync(path).mode & 0o077).toBe(0);
      if (path.endsWith('complete')) continue;
      writeFileSync(path, 'damaged');
    }
    damageIndex(folder, 'removed', Math.random);
    const { store, notices } = await startObjectStore({ folder });
    await expect.poll(() => notices.join(), patient).toContain('could not be restored');
    await expect(store.usage(Bucket)).rejects.toMatchObject({ fault: 'noSuchSpace' });
    expect(filesIn(folder, 'blobs')).toHaveLength(1);
    await store.close();
    const later = await startObjectStore({ folder, clock: () => Date.now() + 86_400_001 });
    await expect(later.store.usage(Bucket)).rejects.toMatchObject({ fault: 'noSuchSpace' });
    expect(filesIn(folder, 'blobs')).toHaveLength(1);
  });

  test('is rebuilt after an upgrade from a version without manifests', async () => {
    const folder = newFolder();
    const { state } = await filled(folder, false);
    rmSync(join(folder, 'manifests'), { recursive: true });
    const earlier = withoutVersions(folder);
    earlier.exec('drop table pending; pragma user_version = 0');
    earlier.close();
    const { store, notices } = await startObjectStore({ folder });
    expect(await storeState(store)).toEqual(state);
    await expect.poll(() => notices, patient).toContain('object store wrote all manifests');
    await store.close();
    damageIndex(folder, 'removed', Math.random);
    const again = await startObjectStore({ folder });
    await isReady(again.store);
    expect(await storeState(again.store)).toEqual(state);
  });

  test('is upgraded from a version without versioning, and rebuilt from its manifests', async () => {
    const folder = newFolder();
    const { state, key } = await filled(folder, false);
    for (const path of filesIn(folder, 'manifests').filter((one) => !one.endsWith('complete'))) {
      const manifest = JSON.parse(readFileSync(path, 'utf8').split('\n')[1] ?? '');
      for (const field of ['version', 'isMarker', 'versioning', 'lifecycle']) delete manifest[manifest.type][field];
      const text = JSON.stringify(manifest);
      writeFileSync(path, `${createHash('sha256').update(text).digest('hex')}\n${text}`);
    }
    const earlier = withoutVersions(folder);
    // Of a change whose manifest wasn't written yet.
    earlier.prepare('insert into pending (space, key) values (?, ?)').run(Bucket, 'copied');
    earlier.close();
    const { store } = await startObjectStore({ folder });
    expect(await storeState(store)).toEqual(state);
    // A transaction removes what was published by then.
    await expect.poll(() => store.setQuota(Bucket, 10 * MIB).then(() => pendingIn(folder)), patient).toBe(0);
    await store.close();
    damageIndex(folder, 'removed', Math.random);
    const again = await startObjectStore({ folder });
    await isReady(again.store);
    expect(await storeState(again.store)).toEqual(state);
    await addVersions(again.store, createS3Client(again.url, key));
    expect((await storeState(again.store)).Versions?.length).toBeGreaterThan(state.Versions?.length ?? 0);
  });
});

/** Brings the index of a stopped store, without versions, into the form that it had before there were any. */
function withoutVersions(folder: string): Sqlite.Database {
  const index = new Sqlite(join(folder, 'index.sqlite'));
  index.exec(`
    drop table version;
    alter table object drop column version;
    alter table space drop column versioning;
    alter table space drop column lifecycle;
    drop table pending;
    create table pending (id integer primary key autoincrement, space text not null, key text not null, unique (space, key));
  `);
  return index;
}
function pendingIn(folder: string): unknown {
  const index = new Sqlite(join(folder, 'index.sqlite'), { readonly: true });
  try {
    return index.prepare('select count(*) from pending').pluck().get();
  } finally {
    index.close();
  }
}

const filesIn = (folder: string, name: string) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const rejectionFault = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ObjectStoreError ? error.fault : String(error)),
  );

/** A small disk; null where this user may not mount one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test('a full disk refuses uploads with 507, loses nothing, and accepts them when there is space again', async (context) => {
  const disk = smallDisk();
  if (disk === null) return context.skip('mounting a small disk needs root');
  const folder = join(disk, 'objects');
  const { store, url } = await startObjectStore({ folder });
  await store.createSpace(Bucket, 100 * MIB);
  await put(store, 'a', 'before');
  // Together they pass the check of the free space, and the disk gets full while they write.
  const uploads = Array.from({ length: 12 }, (_, n) =>
    rejectionFault(store.put(Bucket, `large/${n}`, Buffer.alloc(4 * MIB, String(n)), 'text/plain')),
  );
  const outcomes = await Promise.all(uploads);
  expect(outcomes).toContain('diskFull');
  expect(outcomes.filter((outcome) => outcome !== 'none' && outcome !== 'diskFull')).toEqual([]);
  const large = await store.list(Bucket, { prefix: 'large/', limit: 100 });
  expect(large.objects.map(({ key }) => key).sort()).toEqual(
    outcomes.flatMap((outcome, n) => (outcome === 'none' ? [`large/${n}`] : [])).sort(),
  );
  try {
    writeFileSync(join(disk, 'filler'), Buffer.alloc(24 * MIB));
  } catch {}
  const client = createS3Client(url, rootKey, { maxAttempts: 3 });
  const write = client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'refused' }));
  await expect(write).rejects.toMatchObject({
    name: 'InsufficientStorage',
    $metadata: { httpStatusCode: 507, attempts: 1 },
  });
  expect(await rejectionFault(store.startUpload(Bucket, 'b', 'text/plain'))).toBe('diskFull');
  expect((await store.read(Bucket, 'a', 100)).toString()).toBe('before');
  rmSync(join(disk, 'filler'), { force: true });
  await store.remove(
    Bucket,
    large.objects.map(({ key }) => key),
  );
  expect(await rejectionFault(put(store, 'a', 'after'))).toBe('none');
  expect(await store.usage(Bucket)).toEqual({ bytes: 5, objects: 1 });
  await expect.poll(() => filesIn(folder, 'blobs'), patient).toHaveLength(1);
  await store.close();
  damageIndex(folder, 'removed', Math.random);
  const again = await startObjectStore({ folder });
  await isReady(again.store);
  expect((await again.store.read(Bucket, 'a', 100)).toString()).toBe('after');
});

test('a read-only folder is read, and refuses changes with 503 until it can be written to', async () => {
  const folder = newFolder();
  const isRoot = process.getuid?.() === 0;
  const nobody = 65_534;
  if (isRoot) chownSync(folder, nobody, nobody);
  const { client } = await startStoreProcess(folder, isRoot ? nobody : undefined);
  await client.createSpace(Bucket);
  await client.put(Bucket, 'a', Buffer.from('a'), 'text/plain');
  const folders = ['blobs', 'manifests'].flatMap((name) =>
    readdirSync(join(folder, name), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const all = [folder, join(folder, 'blobs'), join(folder, 'manifests'), ...folders];
  for (const path of all) chmodSync(path, 0o500);
  try {
    expect(await rejectionFault(client.put(Bucket, 'a', Buffer.from('refused'), 'text/plain'))).toBe('unavailable');
    expect((await client.read(Bucket, 'a', 10)).toString()).toBe('a');
    expect((await client.list(Bucket, { limit: 10 })).objects).toHaveLength(1);
  } finally {
    for (const path of all) chmodSync(path, 0o700);
  }
  expect(await rejectionFault(client.put(Bucket, 'a', Buffer.from('after'), 'text/plain'))).toBe('none');
  expect((await client.read(Bucket, 'a', 10)).toString()).toBe('after');
});
