import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DeleteObjectCommand, GetObjectCommand, ListObjectVersionsCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../../../../tests/crash/raw.ts';
import {
  damageIndex,
  damages,
  rootKey,
  type StoreProcess,
  startObjectStore,
  startStoreProcess,
} from '../../../../../tests/support/objects.ts';
import { createS3Client, readBody } from '../../../../../tests/support/s3.ts';
import { ObjectStoreError } from '../storeError.ts';

const ROUNDS = 15;
const VERSION_ROUNDS = 10;
const CLIENTS = 4;
const Bucket = 'photos';

/** Null: the object doesn't exist. */
type Content = string | null;

test('after kills and damage of the index, the store has exactly what it acknowledged', { timeout: 280_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-objects-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const seed = Math.floor(Math.random() * 1e9);
  const random = randomFrom(seed);
  const acknowledged = new Map<string, Content>();
  /** Of requests without a response. */
  const attempted = new Map<string, Content>();
  const faults: string[] = [];
  let [count, isFirst] = [0, true];

  /** Until the store is killed. A key belongs to one client, so the order of its changes is known. */
  async function change({ client }: StoreProcess, name: string, isOver: () => boolean): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const key = `${name}/${Math.floor(random() * 12)}`;
      const from = [...acknowledged].find(([other, content]) => other.startsWith(`${name}/`) && other !== key && content !== null);
      const content = `${name} ${n} ${random()}`;
      const kind = random();
      const next = kind < 0.25 ? null : kind < 0.4 && from ? from[1] : content;
      attempted.set(key, next);
      try {
        if (next === null) await client.remove(Bucket, [key]);
        else if (next !== content && from) await client.copy(Bucket, from[0], key);
        else if (kind < 0.6) {
          const id = await client.startUpload(Bucket, key, 'text/plain');
          await client.putPart(Bucket, key, id, 1, Buffer.from(next));
          await client.completeUpload(Bucket, key, id, 1);
        } else await client.put(Bucket, key, Buffer.from(next), 'text/plain');
      } catch {
        return;
      }
      acknowledged.set(key, next);
      attempted.delete(key);
      count++;
    }
  }
  const read = ({ client }: StoreProcess, key: string): Promise<Content> =>
    client.read(Bucket, key, 1000).then(String, (error: unknown) => {
      if (error instanceof ObjectStoreError && error.fault === 'noSuchKey') return null;
      throw error;
    });
  const ready = async (store: StoreProcess) => {
    await expect.poll(() => store.client.head(Bucket, 'none').catch(String), { timeout: 20_000 }).toBe(null);
  };

  for (let round = 0; round < ROUNDS; round++) {
    const store = await startStoreProcess(folder);
    if (isFirst) await store.client.createSpace(Bucket);
    isFirst = false;
    await ready(store);
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, (_, n) => change(store, `c${n}`, () => isOver));
    await wait(200 + random() * 600);
    await store.kill();
    isOver = true;
    await Promise.all(clients);
    const damage = damages[round % damages.length] ?? 'removed';
    damageIndex(folder, damage, random);
    const again = await startStoreProcess(folder);
    await ready(again);
    for (const key of new Set([...acknowledged.keys(), ...attempted.keys()])) {
      const found = await read(again, key);
      const known = acknowledged.get(key) ?? null;
      const isRight = found === known || (attempted.has(key) && found === attempted.get(key));
      if (!isRight) faults.push(`round ${round}, ${damage}: ${key} is ${found}, acknowledged ${known}, attempted ${attempted.get(key)}`);
      acknowledged.set(key, found);
    }
    attempted.clear();
    const listed = (await again.client.list(Bucket, { limit: 1000 })).objects.map(({ key }) => key);
    const expected = [...acknowledged].filter(([, content]) => content !== null).map(([key]) => key);
    if (listed.join() !== expected.sort().join()) faults.push(`round ${round}, ${damage}: listed ${listed}, expected ${expected}`);
    await again.kill();
  }
  console.log(`${count} acknowledged changes, ${ROUNDS} kills with damage, seed ${seed}`);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(ROUNDS);

  const { store } = await startObjectStore({ folder });
  const { objects } = await store.list(Bucket, { limit: 1000 });
  expect(await store.usage(Bucket)).toEqual({ bytes: objects.reduce((sum, { size }) => sum + size, 0), objects: objects.length });
});

interface Version {
  id: string | undefined;
  /** Null: a delete marker. */
  content: Content;
}

test('after kills and damage of the index, a space with versions has exactly those that were acknowledged', {
  timeout: 280_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-objects-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const seed = Math.floor(Math.random() * 1e9);
  const random = randomFrom(seed);
  /** By key, the newest first. */
  const acknowledged = new Map<string, Version[]>();
  /** Of requests without a response: what they leave, with the ID of the version that they add. */
  const attempted = new Map<string, (id: string | undefined) => Version[]>();
  const faults: string[] = [];
  let count = 0;

  async function change(client: S3Client, name: string, isOver: () => boolean): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const Key = `${name}/${Math.floor(random() * 4)}`;
      const before = acknowledged.get(Key) ?? [];
      const kind = random();
      const content = kind < 0.2 ? null : `${name} ${n} ${random()}`;
      // As many as are added, so that the space stays small.
      const removed = kind > 0.5 ? before[Math.floor(random() * before.length)] : undefined;
      const after = removed ? () => before.filter((one) => one !== removed) : (id: string | undefined) => [{ id, content }, ...before];
      attempted.set(Key, after);
      try {
        const { VersionId } = removed
          ? await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId: removed.id }))
          : content === null
            ? await client.send(new DeleteObjectCommand({ Bucket, Key }))
            : await client.send(new PutObjectCommand({ Bucket, Key, Body: content }));
        acknowledged.set(Key, after(VersionId));
      } catch {
        return;
      }
      attempted.delete(Key);
      count++;
    }
  }
  async function versionsOf(client: S3Client): Promise<Map<string, Version[]>> {
    const found = new Map<string, Version[]>();
    const { Versions = [], DeleteMarkers = [], IsTruncated } = await client.send(new ListObjectVersionsCommand({ Bucket }));
    expect(IsTruncated).toBe(false);
    const all = [...Versions, ...DeleteMarkers.map((marker) => ({ ...marker, isMarker: true }))];
    all.sort((a, b) => (b.LastModified?.getTime() ?? 0) - (a.LastModified?.getTime() ?? 0));
    for (const { Key = '', VersionId: id, IsLatest, ...rest } of all) {
      const before = found.get(Key) ?? [];
      if (IsLatest !== (before.length === 0)) faults.push(`${Key}: version ${id} is the latest one: ${IsLatest}`);
      const content = 'isMarker' in rest ? null : await readBody(await client.send(new GetObjectCommand({ Bucket, Key, VersionId: id })));
      found.set(Key, [...before, { id, content: content ?? null }]);
    }
    return found;
  }

  for (let round = 0; round < VERSION_ROUNDS; round++) {
    const store = await startStoreProcess(folder);
    if (round === 0) {
      await store.client.createSpace(Bucket);
      await store.client.setVersioning(Bucket, true);
    }
    await expect.poll(() => store.client.head(Bucket, 'none').catch(String), { timeout: 20_000 }).toBe(null);
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, (_, n) => change(createS3Client(store.url, rootKey), `c${n}`, () => isOver));
    await wait(200 + random() * 400);
    await store.kill();
    isOver = true;
    await Promise.all(clients);
    const damage = damages[round % damages.length] ?? 'removed';
    damageIndex(folder, damage, random);
    const again = await startStoreProcess(folder);
    await expect.poll(() => again.client.head(Bucket, 'none').catch(String), { timeout: 20_000 }).toBe(null);
    const found = await versionsOf(createS3Client(again.url, rootKey));
    for (const key of new Set([...acknowledged.keys(), ...attempted.keys(), ...found.keys()])) {
      const [there, known] = [found.get(key) ?? [], acknowledged.get(key) ?? []];
      const possible = [known, ...(attempted.has(key) ? [attempted.get(key)?.(there[0]?.id)] : [])].map((one) => JSON.stringify(one));
      if (!possible.includes(JSON.stringify(there)))
        faults.push(`round ${round}, ${damage}: ${key} has ${JSON.stringify(there)}, possible were ${possible.join(' or ')}`);
      acknowledged.set(key, there);
    }
    attempted.clear();
    await again.kill();
  }
  console.log(`${count} acknowledged changes of versions, ${VERSION_ROUNDS} kills with damage, seed ${seed}`);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(VERSION_ROUNDS);
});
